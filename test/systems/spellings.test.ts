/**
 * Names that are spelled otherwise: by git, by a rename, by who asks. What must hold is the same on each file system, whether it finds a name by other
 * spellings or not: the project has each file of the disk once. `npm run test:insensitive` runs this on one that does.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';
import { until } from '../../src/util/testing/until.ts';

const composed = 'caf\u00e9';
const decomposed = 'cafe\u0301';

let base = '';
/** Whether a name of this file system is found by its other spellings. */
let isInsensitive = false;
let root = '';
let count = 0;
let engine: Engine | null = null;

beforeAll(() => {
  base = realpathSync.native(mkdtempSync(join(tmpdir(), 'spellings-')));
  writeFileSync(join(base, 'probe'), '');
  isInsensitive = existsSync(join(base, 'PROBE'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
  root = join(base, `project${++count}`);
  mkdirSync(root);
});
afterEach(async () => {
  await engine?.close();
  engine = null;
});

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'core.hooksPath=/nowhere'];
  execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'ignore' });
}

function commit(): void {
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
}

function rename(from: string, to: string): void {
  renameSync(join(root, from), join(root, to));
}

/** As `git mv` of a name that is only respelled: the disk and git. */
async function open(at: string = root): Promise<Engine> {
  const { config } = loadConfig({ root: at, flags: {}, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root: at, config, indexing: 'thread' });
  return engine;
}

const fold = (path: string): string => path.normalize('NFC').toLowerCase();

function onDisk(): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => /\.ts$/.test(path))
    .sort();
}

async function indexed(): Promise<string[]> {
  const { files } = await engine!.listFiles({ limit: 100 });
  return files.map(({ path }) => path).filter((path) => path.endsWith('.ts'));
}

/** Each file of the disk once, whatever its spelling; and each symbol. */
async function expectEachOnce(symbols: readonly string[]): Promise<void> {
  const wanted = onDisk().map(fold).sort();
  await until(
    async () => {
      const { state } = await engine!.graph.search({ pattern: '*', offset: 0, limit: 1 });
      return state.freshness.note === null && `${(await indexed()).map(fold).sort()}` === `${wanted}`;
    },
    () => `${wanted.join()} to be all that is indexed`,
  );
  for (const symbol of symbols) {
    const found = await engine!.graph.search({ pattern: symbol, offset: 0, limit: 9 });
    expect(found.symbols.map(({ id }) => fold(id))).toEqual([expect.stringMatching(fold(`#${symbol}`))]);
  }
}

const sources = {
  'package.json': '{"name": "spelled"}',
  'src/lower.ts': 'export function lowest(): void {}\n',
  'src/sub/deep.ts': "import { lowest } from '../lower.ts';\nexport function deepest(): void {\n  lowest();\n}\n",
  [`src/${composed}.ts`]: 'export function brew(): void {}\n',
};
const symbols = ['lowest', 'deepest', 'brew'];

describe('a project with git, in which a name is on the disk as git does not spell it', () => {
  beforeEach(() => {
    write(sources);
    commit();
    rename('src/lower.ts', 'src/Lower.ts');
    rename('src/sub', 'src/Sub');
    rename(`src/${composed}.ts`, `src/${decomposed}.ts`);
  });

  it('has each file once in an index', async () => {
    await open();
    await engine!.index();
    await expectEachOnce(symbols);
  });

  it('has each file once in a server, after changes too', async () => {
    await open();
    await engine!.watch();
    await expectEachOnce(symbols);
    write({ 'src/Lower.ts': 'export function lowest(): void {}\nexport function added(): void {}\n' });
    write({ [`src/${decomposed}.ts`]: 'export function brew(): void {}\nexport function pour(): void {}\n' });
    write({ 'src/Sub/other.ts': 'export function another(): void {}\n' });
    await expectEachOnce([...symbols, 'added', 'pour', 'another']);
  });
});

describe.each(['with git', 'without git'])('names that are respelled, %s', (kind) => {
  beforeEach(() => {
    write(sources);
    if (kind === 'with git') commit();
  });

  it.each([
    ['a file', 'src/lower.ts', 'src/LOWER.ts'],
    ['a folder', 'src/sub', 'src/SUB'],
    ['the folder of all', 'src', 'Src'],
    ['by composition', `src/${composed}.ts`, `src/${decomposed}.ts`],
  ])('are each there once after another index: %s', async (_, from, to) => {
    await open();
    await engine!.index();
    rename(from, to);
    await engine!.index();
    await expectEachOnce(symbols);
  });

  it.each([
    ['a file', 'src/lower.ts', 'src/LOWER.ts'],
    ['a folder', 'src/sub', 'src/SUB'],
    ['the folder of all', 'src', 'Src'],
    ['by composition', `src/${composed}.ts`, `src/${decomposed}.ts`],
  ])('are each there once while a server runs, and may be edited then: %s', async (_, from, to) => {
    await open();
    await engine!.watch();
    await expectEachOnce(symbols);
    rename(from, to);
    await expectEachOnce(symbols);
    const edited = onDisk().find((path) => fold(path) === 'src/lower.ts')!;
    write({ [edited]: 'export function lowest(): void {}\nexport function added(): void {}\n' });
    await expectEachOnce([...symbols, 'added']);
    rename(to, from);
    await expectEachOnce([...symbols, 'added']);
    rmSync(
      join(
        root,
        onDisk().find((path) => fold(path) === 'src/lower.ts')!,
      ),
    );
    await expectEachOnce(['deepest', 'brew']);
  });
});

describe('a root that is spelled otherwise', () => {
  it('is the same project where the file system says so', async () => {
    write(sources);
    await open();
    await engine!.index();
    await engine!.close();
    const other = join(base, `PROJECT${count}`);
    if (!isInsensitive) return expect(existsSync(other)).toBe(false);
    await open(other);
    // All is there, and no file is new.
    expect((await engine!.index()).indexedFiles).toBe(0);
    await expectEachOnce(symbols);
    for (const path of [join(root, 'src/lower.ts'), join(other, 'src/lower.ts')])
      expect((await engine!.chunks.file(path)).path).toBe('src/lower.ts');
  });
});

describe('a file that is asked for by another spelling', () => {
  it('is read where the file system finds it, and not called a link', async () => {
    write(sources);
    await open();
    await engine!.index();
    const reading = { startLine: 1, startColumn: 1, endLine: 1, maxChars: 100 };
    const asked = engine!.files.read({ ...reading, path: 'SRC/Lower.ts' });
    if (!isInsensitive) return expect(asked).rejects.toMatchObject({ code: 'NotFoundError' });
    const { via, content } = await asked;
    expect(via).toBe(null);
    expect(JSON.stringify(content)).toContain('lowest');
  });
});

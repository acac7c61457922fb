/**
 * The second tier on real trees with the real compiler: what it links, keeps and asks again, and how it behaves when
 * the compiler cannot answer.
 */
import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { linkIndex } from '../../src/engine/indexing/linking.ts';
import {
  applyAnswers,
  askCompiler,
  type CompilerAnswers,
  type SecondTierOptions,
} from '../../src/graph/compiler/second-tier.ts';
import { findCompiler } from '../../src/graph/compiler/typescript-compiler.ts';
import { qualifiedName, symbolKeys } from '../../src/model/link.ts';
import { readSource } from '../../src/source/read/read-source.ts';
import { unpackLinks } from '../../src/store/packed/packed-links.ts';
import { openStore } from '../../src/store/registry.ts';
import type { Store } from '../../src/store/store.ts';

const work = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-compiler-')));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const strict = '{"compilerOptions":{"strict":true,"module":"nodenext","target":"es2022"},"include":["src"]}';
const lampText = `export class Lamp { light(): number { return 1; } dim(): void {} }
export class Switch { flip(): Lamp { return new Lamp(); } }
`;
/** Only a type checker resolves this: the keys of a mapped type are computed from other names. */
const useText = `import { Lamp, Switch } from './lamp.js';
type Getters<T> = { [K in keyof T as \`get\${Capitalize<string & K>}\`]: () => T[K] };
declare function getters<T>(value: T): Getters<T>;
export function first(it: Switch) { return getters({ bulb: it.flip() }).getBulb().light(); }
export function second(lamp: Lamp) { return getters({ lamp }).getLamp().dim(); }
export function third(any: any) { return any.light(); }
`;

let trees = 0;

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function tree(files: Readonly<Record<string, string>>): string {
  const root = join(work, `tree${trees++}`);
  write(root, { 'package.json': '{"name":"sample","type":"module"}', ...files });
  return root;
}

interface Project {
  store: Store;
  index: () => Promise<void>;
  ask: (options?: Partial<SecondTierOptions>) => Promise<CompilerAnswers | null>;
  /** Links by the compiler, as `path:line name -> path#symbol`. */
  links: () => Promise<string[]>;
  keep: (answers: CompilerAnswers | null) => Promise<void>;
}

async function withProject(root: string, use: (project: Project) => Promise<void>): Promise<void> {
  const database = join(root, '.code-scout', 'database.db');
  const { config } = loadConfig({ root, flags: { 'database.path': database }, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  const store = await openStore({ file: database });
  const walk = { maxFileSize: 1_000_000, ignorePatterns: [], gitEnvironment: {} };
  try {
    await use({
      store,
      index: async () => {
        await engine.index();
      },
      ask: (options = {}) =>
        askCompiler({
          store,
          root,
          read: (path) => {
            const { text, hash } = readSource(root, { path, rawPath: null }, walk);
            return text === null ? null : { text, hash };
          },
          ...options,
        }),
      keep: async (answers) => {
        if (answers === null) return;
        await applyAnswers(store, answers, async () => {
          await linkIndex(root, store);
        });
      },
      links: () => compilerLinks(store),
    });
  } finally {
    await store.close();
    await engine.close();
  }
}

async function compilerLinks(store: Store): Promise<string[]> {
  const files = await store.linkedFiles();
  const byId = new Map(files.map((file) => [file.id, file]));
  const found: string[] = [];
  for (const { from, to, data } of await store.linksFrom(files.map(({ id }) => id))) {
    const target = byId.get(to)!;
    const definitions = (await store.definitions([target.fileId])).get(target.fileId) ?? [];
    const keys = symbolKeys(definitions);
    for (const link of unpackLinks(data)) {
      if (link.resolution !== 'compiler') continue;
      const named = definitions[keys.indexOf(link.target)]!;
      found.push(`${byId.get(from)!.path}:${link.line} ${link.kind} ${target.path}#${qualifiedName(named)}`);
    }
  }
  return found.sort();
}

const bothLinks = ['src/use.ts:4 call src/lamp.ts#Lamp.light', 'src/use.ts:5 call src/lamp.ts#Lamp.dim'];
const sample = { 'tsconfig.json': strict, 'src/lamp.ts': lampText, 'src/use.ts': useText };

describe('the second tier', () => {
  it('links what the first tier left unresolved, and leaves unresolved what the compiler does not know', async () => {
    await withProject(tree(sample), async ({ store, ask, keep, links }) => {
      const open = await store.unresolvedSites(['light', 'dim']);
      expect(open.flatMap(({ sites }) => sites.map(({ line }) => line))).toEqual([4, 6, 5]);
      expect(await links()).toEqual([]);
      const answers = await ask();
      expect(answers?.report).toMatchObject({ files: 1, notes: [] });
      await keep(answers);
      expect(await links()).toEqual(bothLinks);
      const left = await store.unresolvedSites(['light', 'dim']);
      expect(left.flatMap(({ sites }) => sites.map(({ line }) => line))).toEqual([6]);
    });
  });

  it('finds sites after a byte order mark, carriage returns and characters beyond 16 bits', async () => {
    const text = `\ufeff// 😀 é\r\n${useText.replaceAll('\n', '\r\n').replace('export function second', '/* 😀 */ export function second')}`;
    await withProject(tree({ ...sample, 'src/use.ts': text }), async ({ ask, keep, links }) => {
      await keep(await ask());
      expect(await links()).toEqual(
        bothLinks.map((link) => link.replace(/:(\d)/, (_, line) => `:${Number(line) + 1}`)),
      );
    });
  });

  it('asks nothing again until something changes, and then only about files that depend on it', async () => {
    const root = tree({ ...sample, 'src/other.ts': useText });
    await withProject(root, async ({ index, ask, keep, links }) => {
      await keep(await ask());
      const before = await links();
      expect(before).toHaveLength(4);
      expect(await ask()).toBeNull();
      write(root, { 'src/use.ts': `\n${useText}` });
      await index();
      expect((await links()).every((link) => link.startsWith('src/other.ts'))).toBe(true);
      const again = await ask();
      expect(again?.asked).toEqual(['src/use.ts']);
      await keep(again);
      expect(await links()).toHaveLength(4);
      // The exports did not change for other files, whether or not they had been computed before the edit.
      for (const statement of ['void 1;', 'void 2;']) {
        write(root, { 'src/lamp.ts': lampText.replace('return 1;', `${statement} return 1;`) });
        await index();
        expect(await ask()).toBeNull();
      }
      // With other exports, the same text of another file can mean something else.
      write(root, {
        'src/lamp.ts': lampText.replace(
          'Lamp { return new Lamp(); }',
          'Bulb { return new Bulb(); }\n}\nexport class Bulb {\n  light() { return 2; }',
        ),
      });
      await index();
      const moved = await ask();
      expect(moved?.asked.toSorted()).toEqual(['src/other.ts', 'src/use.ts']);
      await keep(moved);
      expect((await links()).filter((link) => link.endsWith('#Bulb.light'))).toHaveLength(2);
    });
  });

  it('asks again about all files where a configuration or the stored answers were removed', async () => {
    const root = tree(sample);
    await withProject(root, async ({ store, index, ask, keep }) => {
      await keep(await ask());
      await store.writePreciseLinks({ files: [], removed: [{ path: 'src/use.ts', source: 'typescript' }] });
      await linkIndex(root, store);
      expect((await ask())?.asked).toEqual(['src/use.ts']);
      await keep(await ask());
      write(root, { 'tsconfig.json': strict.replace('true', 'false') });
      await index();
      expect((await ask())?.asked).toEqual(['src/use.ts']);
    });
  });

  it('drops answers about a content that has changed since', async () => {
    const root = tree(sample);
    await withProject(root, async ({ index, ask, keep, links }) => {
      const answers = await ask();
      write(root, { 'src/use.ts': useText.replace('.light', '.dim') });
      await index();
      await keep(answers);
      expect(await links()).toEqual([]);
      expect((await ask())?.asked).toEqual(['src/use.ts']);
    });
  });

  it('follows the references of a solution, and uses the nearest configuration', async () => {
    const root = tree({
      'tsconfig.json': '{"files":[],"references":[{"path":"./app"},{"path":"./lib"}]}',
      'lib/tsconfig.json': strict.replace('"strict"', '"composite":true,"strict"'),
      'lib/src/lamp.ts': lampText,
      'app/tsconfig.json': strict.replace('["src"]', '["src"],"references":[{"path":"../lib"}]'),
      'app/src/use.ts': useText.replace('./lamp.js', '../../lib/src/lamp.js'),
    });
    await withProject(root, async ({ ask, keep, links }) => {
      await keep(await ask());
      expect(await links()).toEqual([
        'app/src/use.ts:4 call lib/src/lamp.ts#Lamp.light',
        'app/src/use.ts:5 call lib/src/lamp.ts#Lamp.dim',
      ]);
    });
  });
});

describe('where the compiler cannot answer', () => {
  const nothing: [what: string, files: Record<string, string>, options: Partial<SecondTierOptions>][] = [
    ['there is no configuration', { 'src/lamp.ts': lampText, 'src/use.ts': useText }, {}],
    ['the compiler is not installed', sample, { program: null }],
  ];
  it.each(nothing)('asks nothing where %s', async (_, files, options) => {
    await withProject(tree(files), async ({ ask }) => {
      expect(await ask(options)).toBeNull();
    });
  });

  const silent: [
    what: string,
    files: Record<string, string>,
    options: Partial<SecondTierOptions>,
    note: RegExp | null,
  ][] = [
    ['a configuration is broken', { ...sample, 'tsconfig.json': '{"include": [' }, {}, null],
    ['a configuration lists nothing', { ...sample, 'tsconfig.json': '{"files":[]}' }, {}, null],
    ['the program is missing', sample, { program: join(work, 'no-such-program') }, /gave up/],
    ['memory is short', sample, { memory: () => null }, /too little memory/],
    ['the compiler needs more memory than it may', sample, { memory: () => 1 }, /gave up: used/],
  ];
  it.each(silent)('keeps the first tier’s links where %s', async (_, files, options, note) => {
    await withProject(tree(files), async ({ store, ask, keep, links }) => {
      const answers = await ask(options);
      if (note === null) expect(answers?.report.notes).toEqual([]);
      else expect(answers?.report.notes.join('; ')).toMatch(note);
      await keep(answers);
      // The compiler may get something out of a broken configuration.
      if (note !== null) expect(await links()).toEqual([]);
      expect((await store.unresolvedSites(['light'])).flatMap(({ sites }) => sites).length).toBeGreaterThan(0);
    });
  });

  it.skipIf(process.platform === 'win32')('waits for a compiler that is not listening yet', async () => {
    await withProject(tree(sample), async ({ ask, keep, links }) => {
      const program = join(work, `program${trees++}`);
      writeFileSync(program, `#!/bin/sh\nsleep 0.3\nexec "${findCompiler()}" "$@"\n`);
      chmodSync(program, 0o755);
      await keep(await ask({ program }));
      expect(await links()).toEqual(bothLinks);
    });
  });

  it.skipIf(process.platform === 'win32')(
    'survives a compiler that crashes, and one that answers nonsense',
    async () => {
      await withProject(tree(sample), async ({ ask, keep, links }) => {
        for (const script of ['exit 3', 'kill -9 $$', 'echo nonsense; exec sleep 30']) {
          const program = join(work, `program${trees++}`);
          writeFileSync(program, `#!/bin/sh\n${script}\n`);
          chmodSync(program, 0o755);
          const stop = AbortSignal.timeout(1500);
          const answers = await ask({ program, signal: stop }).catch((error: unknown) => error);
          if (answers instanceof Error) expect(answers.message).toBe('cancelled');
          else await keep(answers as CompilerAnswers);
          expect(await links()).toEqual([]);
        }
        // No answer was recorded while the compiler was silent.
        expect((await ask())?.asked).toEqual(['src/use.ts']);
      });
    },
  );

  it('ends at once when it is cancelled', async () => {
    await withProject(tree(sample), async ({ ask }) => {
      await expect(ask({ signal: AbortSignal.abort() })).rejects.toThrow('cancelled');
      const soon = new AbortController();
      setTimeout(() => soon.abort(), 30);
      await expect(ask({ signal: soon.signal })).rejects.toThrow('cancelled');
    });
  });
});

describe.skipIf(process.platform !== 'linux')('the compiler of a killed process', () => {
  // The process is killed before the compiler starts, while it starts, and after it has answered.
  it.each(['spawned', 'connecting', 'started'])(
    'ends too: %s',
    async (when) => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-killed-')));
      const program = `
      import { TypescriptCompiler, findCompiler } from ${JSON.stringify(new URL('../../src/graph/compiler/typescript-compiler.ts', import.meta.url).href)};
      const limits = { memoryBytes: 1e9, timeMs: 60_000 };
      const starting = TypescriptCompiler.start(findCompiler(), ${JSON.stringify(folder)}, limits);
      const when = ${JSON.stringify(when)};
      if (when === 'connecting') await new Promise((done) => setImmediate(done));
      if (when === 'started') await starting;
      process.kill(process.pid, 'SIGKILL');`;
      const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
        env: { ...process.env, TMPDIR: folder },
      });
      expect(run.signal).toBe('SIGKILL');
      // Found by its unique folder; waits up to a minute, for the slowest machine.
      for (let polls = 0; polls < 600 && compilersIn(folder).length > 0; polls++) await sleep(100);
      const left = compilersIn(folder);
      for (const pid of left) process.kill(pid, 'SIGKILL');
      rmSync(folder, { recursive: true });
      expect(left).toEqual([]);
    },
    120_000,
  );
});

/** Ids of the processes that were started with this folder. */
function compilersIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const words = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0') : [];
      return words.includes('--api') && words.includes(folder) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

describe.skipIf(process.platform === 'win32')(
  'a compiler that cannot be started is handled like one that crashes:',
  () => {
    it.each<[string, string, string, string]>([
      ['no program', '/nowhere/tsc', '', ''],
      ['no descriptor', 'compiler', '', "try { for (;;) openSync('/dev/null', 'r'); } catch {}"],
      ['no folder for its socket', 'compiler', '/nowhere', ''],
    ])('%s', async (_, named, temporary, before) => {
      const folder = mkdtempSync(join(tmpdir(), 'code-scout-no-compiler-'));
      const program = `
      import { openSync } from 'node:fs';
      import { TypescriptCompiler, findCompiler } from ${JSON.stringify(new URL('../../src/graph/compiler/typescript-compiler.ts', import.meta.url).href)};
      await import('typescript/unstable/async');
      const program = ${JSON.stringify(named)} === 'compiler' ? findCompiler() : ${JSON.stringify(named)};
      const limits = { memoryBytes: 1e9, timeMs: 20_000 };
      ${before}
      const ended = await TypescriptCompiler.start(program, ${JSON.stringify(folder)}, limits).catch((error) => error);
      process.stderr.write(ended.name + ' ' + ended.reason);`;
      const command = [
        '-c',
        'ulimit -n 100 && exec "$@"',
        'sh',
        process.execPath,
        '--input-type=module',
        '-e',
        program,
      ];
      const env = { ...process.env, TMPDIR: temporary === '' ? folder : temporary };
      const { stderr } = await promisify(execFile)('sh', command, { env });
      expect(stderr).toBe('CompilerGone died');
      expect(readdirSync(folder)).toEqual([]);
      rmSync(folder, { recursive: true });
    });
  },
);

/** Chunks of a real project that changes. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import type { ChunkedFile } from '../../model/chunk.ts';
import { openEngine } from '../engine.ts';
import type { Engine } from '../types.ts';
import type { NextStep } from '../../model/error.ts';

let root = '';
let engine: Engine;

function put(path: string, text: string | Uint8Array): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

const body = (name: string): string =>
  `/** Does ${name}. */\nexport function ${name}(value) {\n${Array.from({ length: 16 }, (_, i) => `  value = ${name}Step(value, ${i});\n`).join('')}  return value;\n}\n\n`;
const sources = { first: body('first'), second: body('second'), third: body('third') };

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-chunks-'));
  put('.git/HEAD', 'ref: refs/heads/main\n');
  put('package.json', '{"name":"shop"}');
  put('.gitignore', 'ignored/\n');
  put('ignored/made.ts', sources.first);
  put('src/steps.ts', sources.first + sources.second);
  put('src/deep/wide.py', 'def wide():\r\n    return 1\r\n');
  put('empty.ts', '');
  const { config } = loadConfig({ root });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});
afterEach(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const idsOf = ({ chunks }: ChunkedFile): string[] => chunks.map(({ id }) => id);

async function failure(
  work: Promise<unknown>,
): Promise<{ code?: string; message?: string; hint?: string; next?: NextStep }> {
  return work.then(
    () => ({}),
    (error: unknown) => error as { code: string; message: string; hint: string },
  );
}

/** What helps where a file is not found. */
const whole: NextStep = { to: 'listIndexed', prefix: null };

describe('chunks of a file', () => {
  it('cover it, with their symbols', async () => {
    const file = await engine.chunks.file('src/steps.ts');
    expect(file).toMatchObject({ path: 'src/steps.ts', language: 'typescript', indexed: true });
    expect(file.lines.slice(0).join('\n')).toBe((sources.first + sources.second).replace(/\n$/, ''));
    expect(file.chunks.map(({ startLine, endLine, symbols }) => [startLine, endLine, symbols])).toEqual([
      [1, 21, ['first']],
      [22, 42, ['second']],
    ]);
  });

  it.each(['./src/steps.ts', 'src//deep/../steps.ts'])('are found by %s', async (path) => {
    expect((await engine.chunks.file(path)).path).toBe('src/steps.ts');
    expect((await engine.chunks.file(join(root, path))).path).toBe('src/steps.ts');
  });

  it('have lines without carriage returns, and none for an empty file', async () => {
    const { lines } = await engine.chunks.file('src/deep/wide.py');
    expect(lines.slice(0)).toEqual(['def wide():', '    return 1']);
    expect(await engine.chunks.file('empty.ts')).toMatchObject({ lines: { length: 0 }, chunks: [] });
  });

  it('match the disk', async () => {
    const before = await engine.chunks.file('src/steps.ts');
    put('src/steps.ts', `${sources.third}${sources.first}`);
    const after = await engine.chunks.file('src/steps.ts');
    expect(after.chunks.map(({ symbols }) => symbols)).toEqual([['third'], ['first']]);
    expect(idsOf(after)[1]).toBe(idsOf(before)[0]);
    expect((await engine.chunks.list({ offset: 0, limit: 9 })).total).toBe(5);
  });

  it('are made for a file that is not in the index, without indexing it', async () => {
    put('src/new.ts', sources.third);
    const file = await engine.chunks.file('src/new.ts');
    expect(file).toMatchObject({ indexed: false, chunks: [{ symbols: ['third'] }] });
    expect((await engine.chunks.list({ offset: 0, limit: 9 })).total).toBe(5);
    await engine.index();
    expect(await engine.chunks.file('src/new.ts')).toEqual({ ...file, indexed: true });
  });

  it('are made of ignored files only if the user allows it', async () => {
    expect(await failure(engine.chunks.file('ignored/made.ts'))).toMatchObject({ code: 'ValidationError' });
    await engine.close();
    const { config } = loadConfig({ root, flags: { 'files.allowIgnored': true } });
    engine = await openEngine({ root, config, indexing: 'inline' });
    expect(await engine.chunks.file('ignored/made.ts')).toMatchObject({
      indexed: false,
      chunks: [{ symbols: ['first'] }],
    });
  });

  it.each<[string, string, RegExp, RegExp | null, NextStep | null]>([
    ['src/stepz.ts', 'NotFoundError', /^File not found: src\/stepz\.ts$/, /^The nearest: src\/steps\.ts\.$/, whole],
    ['wide.py', 'NotFoundError', /^File not found: wide\.py$/, /^The nearest: src\/deep\/wide\.py\.$/, whole],
    ['nothing/like/it.xyz', 'NotFoundError', /^File not found/, null, whole],
    ['src/steps.ts:12', 'NotFoundError', /:12$/, /give "src\/steps\.ts", and 12 as the first line\.$/, whole],
    ['src\\stepz.ts', 'NotFoundError', /^File not found: src\/stepz\.ts$/, /^The nearest: src\/steps\.ts\.$/, whole],
    ['src', 'ValidationError', /^A folder, not a file: src$/, null, { to: 'listIndexed', prefix: 'src/' }],
    [
      '../outside.ts',
      'ValidationError',
      /^Not a file of the project: \.\.\/outside\.ts$/,
      /from the project's root/,
      null,
    ],
    ['/etc/passwd', 'ValidationError', /^Not a file of the project/, /from the project's root/, null],
    ['', 'ValidationError', /^Not a file of the project/, /from the project's root/, null],
  ])('of %j: an error that says what to do', async (path, code, message, hint, next) => {
    const error = await failure(engine.chunks.file(path));
    const hinted = hint === null ? null : expect.stringMatching(hint);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message), hint: hinted, next });
  });

  it('are refused for files that are never read', async () => {
    put('logo.bin', new Uint8Array([0, 1, 2, 3, 0]));
    put('.env', 'SECRET=1\n');
    symlinkSync('/etc', join(root, 'link'));
    for (const path of ['logo.bin', '.env', 'link/hostname', 'link'])
      expect(await failure(engine.chunks.file(path)), path).toMatchObject({ code: 'FileSystemError' });
  });
});

describe('a chunk by its id', () => {
  it('is found if it has moved within its file', async () => {
    const [, second = ''] = idsOf(await engine.chunks.file('src/steps.ts'));
    expect(await engine.chunks.chunk(second)).toMatchObject({ chunk: { startLine: 22, symbols: ['second'] } });
    put('src/steps.ts', `${sources.second}const more = 1;\n${sources.third}`);
    const { file, chunk } = await engine.chunks.chunk(` ${second.toUpperCase()}`);
    expect(chunk).toMatchObject({ id: second, startLine: 1 });
    expect(file.lines.slice(1, 2)[0]).toBe('export function second(value) {');
  });

  it('is reported as changed, with the present chunks', async () => {
    const [, second = ''] = idsOf(await engine.chunks.file('src/steps.ts'));
    put('src/steps.ts', sources.third);
    const error = await failure(engine.chunks.chunk(second));
    expect(error).toMatchObject({
      code: 'NotFoundError',
      message: `Chunk not found: ${second}: src/steps.ts has changed`,
    });
    expect(error.hint).toMatch(/^src\/steps\.ts has now: chunk_\w{14} \(lines 1-21 third\)\.$/);
    expect(error.next).toEqual({ to: 'showChunks', path: 'src/steps.ts' });
  });

  it('is reported at its new place if its file was renamed', async () => {
    const [first = ''] = idsOf(await engine.chunks.file('src/steps.ts'));
    renameSync(join(root, 'src/steps.ts'), join(root, 'src/moved.ts'));
    await engine.index();
    const error = await failure(engine.chunks.chunk(first));
    expect(error.code).toBe('NotFoundError');
    const [found = ''] = /chunk_\w{14} in src\/moved\.ts/.exec(error.hint ?? '') ?? [];
    expect(found).not.toBe('');
    expect(await engine.chunks.chunk(found.slice(0, 20))).toMatchObject({ chunk: { symbols: ['first'] } });
  });

  it.each(['', 'chunk_abc123', 'chunk_0123456789abcu', 'x'.repeat(10_000)])('is not found: %.30j', async (id) => {
    const error = await failure(engine.chunks.chunk(id));
    expect(error).toMatchObject({ code: 'NotFoundError' });
    expect(error.message?.length).toBeLessThan(200);
    expect(error.hint).toContain('An id is chunk_ and 14 letters and digits');
  });

  it('is gone with its file', async () => {
    const [first = ''] = idsOf(await engine.chunks.file('src/steps.ts'));
    rmSync(join(root, 'src/steps.ts'));
    expect(await failure(engine.chunks.chunk(first))).toMatchObject({ code: 'NotFoundError' });
  });
});

describe('files with their chunks', () => {
  it('are ordered by language, most files first, then by path', async () => {
    put('src/b.ts', sources.first);
    await engine.index();
    const list = await engine.chunks.list({ offset: 0, limit: 100 });
    expect(list.languages[0]).toEqual({ language: 'typescript', files: 3 });
    expect(list.files.slice(0, 3)).toEqual([
      { path: 'empty.ts', language: 'typescript', chunks: 0 },
      { path: 'src/b.ts', language: 'typescript', chunks: 1 },
      { path: 'src/steps.ts', language: 'typescript', chunks: 2 },
    ]);
    expect(list.note).toBeNull();
    expect((await engine.chunks.list({ offset: 1, limit: 2 })).files).toEqual(list.files.slice(1, 3));
    const narrow = await engine.chunks.list({ language: 'typescript', pathPrefix: 'src/', offset: 0, limit: 0 });
    expect(narrow).toMatchObject({ total: 2, languages: [{ language: 'typescript', files: 2 }], files: [] });
  });

  it('are the same after changes as in a new index', async () => {
    put('src/steps.ts', sources.second + sources.third + sources.first);
    put('src/deep/wide.py', 'x = 1\n');
    rmSync(join(root, 'empty.ts'));
    await engine.index();
    const { config } = loadConfig({ root });
    const fresh = await openEngine({
      root,
      config: { ...config, database: { ...config.database, path: ':memory:' } },
      indexing: 'inline',
    });
    try {
      await fresh.index();
      const list = await fresh.chunks.list({ offset: 0, limit: 100 });
      expect(await engine.chunks.list({ offset: 0, limit: 100 })).toEqual(list);
      for (const { path } of list.files) expect(await engine.chunks.file(path)).toEqual(await fresh.chunks.file(path));
    } finally {
      await fresh.close();
    }
  });
});

/** Several engines as one: which repositories are asked, paths, and what can only be asked of one. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine, openUnion, type NamedEngine, type UnionEngine } from '../engine.ts';

const base = mkdtempSync(join(tmpdir(), 'code-scout-several-'));
const engines: NamedEngine[] = [];
let union: UnionEngine;

async function repository(name: string, files: Readonly<Record<string, string>>): Promise<NamedEngine> {
  const root = join(base, name.replaceAll('/', '+'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { config } = loadConfig({ root, flags: { 'embedding.provider': 'off' }, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  const opened = { name, engine };
  engines.push(opened);
  return opened;
}

beforeAll(async () => {
  const shop = await repository('team/shop', {
    'src/cart.ts': "import { tax } from './tax.ts';\nexport const total = (n: number): number => n + tax(n);\n",
    'src/tax.ts': 'export function tax(n: number): number {\n  return n * 2;\n}\n',
  });
  const docs = await repository('docs', { 'guide/tax.md': '# Tax\n\nHow tax is added to a cart.\n' });
  await repository('bare', { 'src/tax.ts': 'export function tax(): void {}\n' });
  for (const { engine } of [shop, docs]) await engine.index();
  union = await openUnion(engines);
});

afterAll(async () => {
  await union.close();
  for (const { engine } of engines) await engine.close();
  rmSync(base, { recursive: true, force: true });
});

const unasked = 'Not asked, since they have no index (`code-scout index` makes one): bare.';

describe('a repository without an index', () => {
  it('is named by every answer, and gets none by a question', async () => {
    expect(await union.asked()).toEqual([
      { name: 'team/shop', state: 'asked', note: null },
      { name: 'docs', state: 'asked', note: null },
      { name: 'bare', state: 'none', note: null },
    ]);
    const query = { query: 'tax', limit: 5 };
    expect((await union.searchRepo(query)).notes).toEqual([unasked]);
    expect((await union.text.search(query)).notes).toEqual([unasked]);
    expect((await union.searchTags({ tags: ['tax'] })).freshness.note).toBe(unasked);
    const callers = await union.graph.callers({ symbol: 'tax', file: 'team/shop/src/tax.ts', maxDepth: 1 });
    expect(callers.state.freshness.note).toBe(unasked);
    expect(existsSync(engines[2]!.engine.databasePath)).toBe(false);
  });

  it('is not named by notes where the answer lists it by itself', async () => {
    const silent = await openUnion(engines, { namesMissing: false });
    expect((await silent.asked()).filter(({ state }) => state === 'none')).toHaveLength(1);
    const query = { query: 'tax', limit: 5 };
    expect((await silent.searchRepo(query)).notes).toEqual([]);
    expect((await silent.text.search(query)).notes).toEqual([]);
    expect((await silent.searchTags({ tags: ['tax'] })).freshness.note).toBe(null);
    await silent.close();
  });

  it('is asked as soon as it has one', async () => {
    const { engine } = engines[2]!;
    await engine.index();
    expect((await union.asked()).map(({ state }) => state)).toEqual(['asked', 'asked', 'asked']);
    const { files } = await union.listFiles({});
    expect(files.map(({ path }) => path)).toEqual([
      'bare/src/tax.ts',
      'docs/guide/tax.md',
      'team/shop/src/cart.ts',
      'team/shop/src/tax.ts',
    ]);
    expect((await union.searchRepo({ query: 'tax', limit: 5 })).notes).toEqual([]);
  });
});

it('an engine that fails does not keep the others from answering', async () => {
  const broken = await repository('broken', { 'a.ts': 'export const tax = 1;\n' });
  await broken.engine.close();
  mkdirSync(dirname(broken.engine.databasePath), { recursive: true });
  writeFileSync(broken.engine.databasePath, '');
  const others = await openUnion(engines);
  const { hits, notes } = await others.searchRepo({ query: 'tax', limit: 5 });
  expect(hits.length).toBeGreaterThan(0);
  expect(notes.join()).toMatch(/Not asked: broken: /);
  await others.close();
  engines.pop();
});

describe('a file', () => {
  it('is read, chunked and listed by the path with the name of its repository, or by its absolute path', async () => {
    const path = 'team/shop/src/tax.ts';
    const { chunks } = await union.chunks.file(join(engines[0]!.engine.root, 'src/tax.ts'));
    const found = await union.chunks.chunk(chunks[0]!.id);
    expect([found.file.path, found.chunk]).toEqual([path, chunks[0]]);
    const page = await union.files.read({ path, startLine: 1, startColumn: 1, endLine: 1, maxChars: 100 });
    expect([page.path, page.content.kind]).toEqual([path, 'text']);
    const list = async (folder: string): Promise<string[]> =>
      (await union.files.list({ path: folder, offset: 0, limit: 10 })).entries.map(({ name }) => name);
    expect([await list('.'), await list('team'), await list('team/shop'), await list('docs/guide/')]).toEqual([
      ['bare', 'docs', 'team'],
      ['shop'],
      ['src'],
      ['tax.md'],
    ]);
  });

  it('of no repository is refused with the names, and one that is missing with the repository', async () => {
    const ask = (path: string): Promise<unknown> => union.chunks.file(path);
    await expect(ask('elsewhere/a.ts')).rejects.toMatchObject({
      code: 'NotFoundError',
      hint: 'Paths begin with the name of a repository: team/shop, docs, bare.',
    });
    await expect(ask('docs/guide/tux.md')).rejects.toMatchObject({
      code: 'NotFoundError',
      message: 'File not found: guide/tux.md (in docs)',
    });
  });
});

it('what can only be asked of one repository says so', async () => {
  const expected = {
    code: 'ValidationError',
    hint: 'Give one as `project`: team/shop, docs, bare.',
    details: { field: 'project' },
  };
  for (const ask of [
    () => union.index(),
    () => union.changes.of({}),
    () => union.changes.review({}),
    () => union.editor.graph(),
    () => union.scip.forget(),
    () => union.usage.report({ days: 1 }),
  ])
    await expect(ask()).rejects.toMatchObject(expected);
  // Each call of a tool is counted, and must not fail for it.
  union.usage.count({} as never);
});

it('a clash of names is refused', async () => {
  const [{ engine }] = engines as [NamedEngine];
  const open = (...names: string[]): Promise<unknown> => openUnion(names.map((name) => ({ name, engine })));
  await expect(open('a', 'a')).rejects.toMatchObject({ code: 'ValidationError' });
  await expect(open('a', 'a/b')).rejects.toMatchObject({ code: 'ValidationError' });
  await expect(open('../a')).rejects.toMatchObject({ code: 'ValidationError' });
  await expect(open()).rejects.toMatchObject({ code: 'ValidationError' });
});

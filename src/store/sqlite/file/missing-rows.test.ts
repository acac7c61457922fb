/** A row that must be there and is missing is damage: it would only make answers shorter. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { packLinks, packUnresolvedSites } from '../../packed/packed-links.ts';
import { openStore } from '../../registry.ts';
import type { Store } from '../../store.ts';
import { sampleFile } from '../../testing/conformance-samples.ts';
import { SqliteStore } from '../sqlite-store.ts';
import { Database } from './driver.ts';
import { openDatabase, type OpenedDatabase } from './open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'code-scout-missing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const paths = ['a.ts', 'b.ts'];
const damaged = expect.stringMatching(/is damaged/) as unknown;

let opened: OpenedDatabase;
let store: SqliteStore;
beforeEach(async () => {
  opened = await openDatabase({ path: ':memory:' });
  store = new SqliteStore(opened);
  const sample = {
    definitions: [{ name: 'name' }],
    imports: [{ module: 'm' }],
    references: [{ name: 'name', kind: 'call' as const, line: 1, column: 1, receiver: null, container: -1 }],
    rest: { summary: Uint8Array.of(1, 2, 3, 4) },
  };
  await store.write({ files: paths.map((path) => sampleFile({ path, ...sample })), touched: [], removed: [] });
  const ids = await store.linkIds(paths);
  const link = { target: 0, kind: 'overrides', resolution: 'scope', line: 1, column: 1, container: -1 } as const;
  const site = { name: 'open', kind: 'read', line: 1, column: 3, container: 0 } as const;
  const content = {
    links: new Map([[ids.get('b.ts')!, packLinks([link])]]),
    unresolved: new Map([['open', packUnresolvedSites([site])]]),
  };
  const header = { unit: '', globals: [], extensions: [] };
  const row = { id: ids.get('a.ts')!, path: 'a.ts', fileId: 1, language: 'typescript', header };
  await store.writeLinks({ files: [{ ...row, interface: 'i', resolution: 'r', reads: [], content }], removed: [] });
});

/** What is deleted, and what reads it. */
const cases: [string, string, (store: SqliteStore) => Promise<unknown>][] = [
  ['definitions', 'DELETE FROM contents', (of) => of.definitions([1])],
  ['imports', 'DELETE FROM contents', (of) => of.imports([1])],
  ['references', 'DELETE FROM contents', (of) => of.references([1])],
  ['a summary', 'DELETE FROM contents', (of) => of.summaries([1])],
  ['a file, for the table of documents', 'DELETE FROM files WHERE id = 2', (of) => of.state()],
  ['a block of words', 'DELETE FROM terms', (of) => of.state()],
  ['links of a file', 'DELETE FROM links', (of) => of.linksFrom([1])],
  ['overriding links of a file', 'DELETE FROM links', (of) => of.overridesFrom([1])],
  ['links into a file', 'DELETE FROM links', (of) => of.linksInto([2])],
  ['unresolved sites of a file', 'DELETE FROM open_sites', (of) => of.unresolvedPlaces([1])],
];

it.each(cases)('%s', async (_, sql, read) => {
  await expect(read(new SqliteStore(opened))).resolves.toBeDefined();
  opened.database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
  await expect(read(new SqliteStore(opened))).rejects.toMatchObject({ message: damaged });
});

describe('a file that the table of documents has', () => {
  it.each([
    ['by its id', (of: SqliteStore) => of.files([1, 2])],
    ['by its path', (of: SqliteStore) => of.filesByPath(paths)],
  ])('%s', async (_, read) => {
    await store.state();
    opened.database.exec('PRAGMA foreign_keys = OFF; DELETE FROM files WHERE id = 2');
    await expect(read(store)).rejects.toMatchObject({ message: damaged });
  });

  it('may be asked for when it was never there', async () => {
    await store.state();
    expect(await store.files([7])).toEqual([]);
    expect(await store.filesByPath(['c.ts'])).toEqual([]);
  });
});

describe('a page that lies at the place of another', () => {
  const long = Array.from({ length: 1500 }, (_, at) => `src/a-rather-long-folder/file${at}.ts`);
  it.each([
    ['linked_files', (of: Store) => of.linkPlaces()],
    ['linked_files', (of: Store) => of.linkedFiles()],
    ['sqlite_autoindex_files_1', (of: Store) => of.state()],
    ['sqlite_autoindex_terms_1', (of: Store) => of.state()],
  ])('of %s (%s)', async (name, read) => {
    const path = join(mkdtempSync(join(folder, 'pages-')), 'database.db');
    const written = await openStore({ file: path });
    await written.linkIds(long);
    const words = Object.fromEntries(long.slice(0, 1400).map((one) => [`${one}${'word'.repeat(20)}`, { symbols: 1 }]));
    const files = long.map((of, at) => sampleFile({ path: of, terms: at === 0 ? words : {} }));
    await written.write({ files, touched: [], removed: [] });
    await written.close();
    const database = new Database(path, { readOnly: true });
    const pages = database.all(
      "SELECT pageno, ncell FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path",
      name,
    );
    const size = Number(database.get('PRAGMA page_size')![0]);
    database.close();
    // The number of rows tells, so the two pages must have other numbers.
    expect(pages.at(-1)![1]).not.toBe(pages[0]![1]);
    const whole = await openStore({ file: path }, { readOnly: true });
    await expect(read(whole)).resolves.toBeDefined();
    await whole.close();
    const bytes = readFileSync(path);
    const [from, to] = [Number(pages.at(-1)![0]), Number(pages[0]![0])];
    bytes.copy(bytes, (to - 1) * size, (from - 1) * size, from * size);
    writeFileSync(path, bytes);
    const damagedStore = await openStore({ file: path }, { readOnly: true });
    await expect(read(damagedStore)).rejects.toMatchObject({ code: 'DatabaseError' });
    await damagedStore.close();
  });
});

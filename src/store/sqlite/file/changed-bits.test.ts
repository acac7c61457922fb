/** A changed bit in any packed column is noticed by whatever reads the column, and by the check. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packLinks, packUnresolvedSites } from '../../packed/packed-links.ts';
import { packPreciseAnswers } from '../../packed/packed-precise-links.ts';
import { packVectors } from '../../packed/packed-vectors.ts';
import { sampleFile } from '../../testing/conformance-samples.ts';
import { SqliteStore } from '../sqlite-store.ts';
import type { OpenedDatabase } from './open-database.ts';
import { openDatabase } from './open-database.ts';

const embedder = 'static/1/abc';
const path = 'a.ts';

let opened: OpenedDatabase;
beforeEach(async () => {
  opened = await openDatabase({ path: ':memory:' });
  await fill(new SqliteStore(opened));
});
afterEach(() => opened.database.close());

/** Writes a file with content in every column, and links of it to itself. */
async function fill(store: SqliteStore): Promise<void> {
  const file = sampleFile({
    path,
    terms: { word: { symbols: 1 } },
    definitions: [{ name: 'name', docstring: 'what it does' }],
    imports: [{ module: 'm' }],
    references: [{ name: 'name', kind: 'call', line: 1, column: 1, receiver: null, container: -1 }],
    rest: { summary: Uint8Array.of(1, 2, 3, 4) },
  });
  await store.write({ files: [file], touched: [], removed: [] });
  const fileId = (await store.filesByPath([path]))[0]!.id;
  const vectors = [1, 2].map((at) => ({ vector: Int8Array.from([127, at, -at]), scale: 0.5 }));
  await store.vectors.begin(embedder);
  await store.vectors.write(embedder, [{ fileId, count: vectors.length, data: packVectors(vectors, 3) }]);
  const id = (await store.linkIds([path])).get(path)!;
  const link = { target: 0, kind: 'overrides', resolution: 'scope', line: 1, column: 1, container: -1 } as const;
  const site = { name: 'open', kind: 'read', line: 1, column: 3, container: 0 } as const;
  const header = { unit: '', globals: [], extensions: [] };
  const content = {
    links: new Map([[id, packLinks([link])]]),
    unresolved: new Map([['open', packUnresolvedSites([site])]]),
  };
  const row = { id, path, fileId, language: 'typescript', header, interface: 'i', resolution: 'r', reads: [1] };
  await store.writeLinks({ files: [{ ...row, content }], removed: [] });
  await store.writePreciseLinks({
    files: [{ path, source: 's', hash: 'h', data: packPreciseAnswers({ whole: true, links: [], external: [] }) }],
    removed: [],
  });
}

type Read = (store: SqliteStore, ids: { file: number; link: number }) => Promise<unknown>;

/** What reads each packed column. */
const reads: Record<string, Read[]> = {
  'files.field_lengths': [(store) => store.state()],
  'contents.definitions': [
    (store, { file }) => store.definitions([file]),
    (store, { file }) => store.packedOutlines([file]),
    (store) => store.definitionsNamed(['name']),
  ],
  'contents.imports': [(store, { file }) => store.imports([file])],
  'contents.refs': [(store, { file }) => store.references([file])],
  'contents.facts': [(store, { file }) => store.summaries([file])],
  'chunks.data': [(store, { file }) => store.chunks([file])],
  'chunks.words': [(store, { file }) => store.chunkWords([file])],
  'terms.data': [
    (store) => store.postings(['word']),
    (store) => store.termsWithPrefix('w', 5),
    (store) => store.definitionNames(),
    (store) => store.definingFiles(['name']),
  ],
  'vectors.data': [
    (store, { file }) => store.vectors.read(embedder, [file]),
    (store) => store.vectors.readNext({ embedder, dimensions: 3 }, null, 10),
  ],
  'links.data': [
    (store, { link }) => store.linksInto([link]),
    (store, { link }) => store.linksFrom([link]),
    (store, { link }) => store.overridesFrom([link]),
  ],
  'open_sites.data': [(store) => store.unresolvedSites(['open']), (store, { link }) => store.unresolvedPlaces([link])],
  'linked_files.reads': [(store) => store.linkedFiles()],
  'linked_files.targets': [(store, { link }) => store.linksFrom([link])],
  'linked_files.overrides': [(store, { link }) => store.overridesFrom([link])],
  'linked_files.open_names': [(store, { link }) => store.unresolvedPlaces([link])],
  'precise_links.data': [(store) => store.preciseLinks([path])],
};

/** Columns of bytes that are not packed: a path as the file system has it, and the key of a block, which the block has too. */
const notPacked = ['files.raw_path', 'terms.first'];

function packedColumns(): string[] {
  const tables = opened.database.all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'text_trigrams%'",
  );
  return tables.flatMap(([table]) =>
    opened.database
      .all("SELECT name FROM pragma_table_info(?) WHERE type = 'BLOB'", table as string)
      .map(([column]) => `${String(table)}.${String(column)}`),
  );
}

it('has a reader for each packed column in this test', () => {
  expect(packedColumns().sort()).toEqual([...Object.keys(reads), ...notPacked].sort());
});

const wrongSum = 'The index at :memory: is damaged: a checksum is wrong';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

it.each(Object.keys(reads))('is noticed in %s', async (name) => {
  const { database } = opened;
  const [table, column] = name.split('.') as [string, string];
  const file = database.get('SELECT id FROM files')![0] as number;
  const link = database.get('SELECT id FROM linked_files')![0] as number;
  const content = database.get(`SELECT ${column} FROM ${table}`)![0] as Uint8Array;
  const bytes = Uint8Array.from(content);
  expect(bytes.length).toBeGreaterThan(4);
  const write = (value: Uint8Array): number => database.run(`UPDATE ${table} SET ${column} = ?`, value);
  const answers = async (): Promise<unknown[]> =>
    Promise.all(reads[name]!.map((read) => read(new SqliteStore(opened), { file, link }).catch(messageOf)));
  const right = await answers();
  for (let at = 0; at < bytes.length; at++) {
    const changed = bytes.slice();
    changed[at]! ^= 1 << (at % 8);
    write(changed);
    const now = await answers();
    // What does not read the changed byte may give the right answer.
    for (const [of, answer] of now.entries()) if (answer !== wrongSum) expect(answer, `byte ${at}`).toEqual(right[of]);
    expect(now, `byte ${at}`).toContain(wrongSum);
  }
  // Files of an index with a summary have no references beside it, so the check does not look for them.
  if (name === 'contents.refs') database.exec('UPDATE contents SET facts = NULL');
  const problems = await new SqliteStore(opened).check();
  expect(problems.map(({ what }) => what).join('\n')).toMatch(
    /a checksum is wrong|field lengths of a\.ts cannot be read/,
  );
});

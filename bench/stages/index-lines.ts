/**
 * Writes the content of an index as JSON lines `[table, key, value]`, through the store's contract: `node
 * index-lines.ts CHECKOUT DATABASE ROOT`, where DATABASE is a copy that may be written.
 * Two indexes of the same tree that give the same answers have the same lines.
 * Invariants: the sources of CHECKOUT read the index, because it has their format; nothing depends on row ids, on the
 * order of writes or on times of runs. `LinkedFile.interface`, which names the content that links were made from, is
 * left out, because it consists of ids.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Chunks from '../../src/store/packed/packed-chunks.ts';
import type * as ChunkWords from '../../src/store/packed/packed-chunk-words.ts';
import type * as Summary from '../../src/store/packed/packed-summary.ts';
import type * as Implicit from '../../src/graph/links/implicit-links.ts';
import type * as Links from '../../src/store/packed/packed-links.ts';
import type * as Precise from '../../src/store/packed/packed-precise-links.ts';
import type * as References from '../../src/store/packed/packed-references.ts';
import type * as Vectors from '../../src/store/packed/packed-vectors.ts';
import type { IndexLocation } from '../../src/store/index-location.ts';
import type * as Registry from '../../src/store/registry.ts';
import type * as Contract from '../../src/store/store.ts';
import type { FileRecord, Store } from '../../src/store/store.ts';
import { readsTable } from './index-comparison.ts';

export type IndexLine = [table: string, key: string, value: unknown];

const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

interface Reader {
  store: Store;
  root: string;
  files: readonly FileRecord[];
  pathOf: ReadonlyMap<number, string>;
  /** Loads a module below src/store of the checkout, from whichever folder it is in. */
  load: <Module>(name: string) => Promise<Module>;
}

type Lines = AsyncGenerator<IndexLine>;

function sorted(values: readonly unknown[]): string[] {
  return values.map((value) => canonical(value)).toSorted();
}

/** Keys in order; maps, sets and typed arrays as lists. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner instanceof Map || inner instanceof Set || ArrayBuffer.isView(inner))
      return [...(inner as unknown as Iterable<unknown>)];
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

async function* wholeLines({ store }: Reader): Lines {
  const { generation: _generation, indexBytes: _bytes, lastIndexedMs, ...counts } = await store.statistics();
  yield ['statistics', 'completed', lastIndexedMs !== null];
  for (const [key, value] of Object.entries(counts)) yield ['statistics', key, value];
  for (const { path, reason, detail } of (await store.leftOut(everything)).leftOut)
    yield ['left out', path, [reason, detail]];
}

async function* fileLines({ store, files, load }: Reader): Lines {
  const ids = files.map(({ id }) => id);
  const lists = {
    definition: await store.definitions(ids),
    import: await store.imports(ids),
    issue: await store.issues(ids),
  };
  const { unpackReferences } = await load<typeof References>('packed-references.ts');
  const { unpackChunks } = await load<typeof Chunks>('packed-chunks.ts');
  const { unpackChunkWords } = await load<typeof ChunkWords>('packed-chunk-words.ts');
  const { unpackSummary } = await load<typeof Summary>('packed-summary.ts');
  const [references, summary] = [await store.references(ids), await store.summaries(ids)];
  const [chunks, words] = [await store.chunks(ids), await store.chunkWords(ids)];
  const lines = function* (table: string, path: string, values: readonly unknown[]): Generator<IndexLine> {
    for (const [at, value] of values.entries()) yield [table, `${path} ${at}`, value];
  };
  for (const { id, path, verifiedAtMs: _verified, indexedAtMs: _indexed, rawPath, ...row } of files) {
    yield ['file', path, [{ ...row, id: null }, rawPath]];
    for (const [table, values] of Object.entries(lists)) yield* lines(table, path, values.get(id) ?? []);
    const bytes = references.get(id);
    if (bytes !== undefined && bytes.length > 0) yield* lines('reference', path, unpackReferences(bytes));
    yield* lines('chunk', path, unpackChunks(chunks.get(id)!));
    const chunkWords = words.get(id);
    if (chunkWords !== undefined && chunkWords.length > 0)
      yield ['words of chunks', path, unpackChunkWords(chunkWords)];
    const packed = summary.get(id);
    // The table's name stays as it is, because the lines are compared with those of other checkouts.
    if (packed !== undefined) yield ['facts', path, unpackSummary(packed)];
  }
}

async function* termLines({ store, pathOf, load }: Reader): Lines {
  const { tagFields } = await load<typeof Contract>('store.ts');
  const row = (values: Uint8Array | Uint32Array, at: number): number[] => [
    ...values.subarray(at * tagFields.length, (at + 1) * tagFields.length),
  ];
  const terms = await store.termsWithPrefix('', Number.MAX_SAFE_INTEGER);
  const { documents, postings } = await store.postings(terms);
  for (const { term, rows, counts } of postings)
    yield ['term', term, sorted([...rows].map((at, i) => [documents.paths[at], ...row(counts, i)]))];
  for (const [at, path] of documents.paths.entries())
    yield ['document', path, [documents.traits[at], documents.languages[at], row(documents.fieldLengths, at)]];
  const names = await store.definitionNames();
  for (const [name, places] of await store.definitionsNamed(names))
    yield ['definition’s name', name, sorted(places.map(({ fileId, index }) => [pathOf.get(fileId), index]))];
}

async function* linkLines({ store, load }: Reader): Lines {
  const { unpackLinks } = await load<typeof Links>('packed-links.ts');
  const { splitResolution } = await load<typeof Implicit>('implicit-links.ts');
  const rows = await store.linkedFiles();
  const paths = new Map(rows.map(({ id, path }) => [id, path]));
  const ids = [...paths.keys()];
  const members = Map.groupBy(rows, ({ header }) => header.unit);
  for (const { path, language, header, resolution, reads } of rows) {
    // Whether a hash of the methods was computed yet depends on how the index came about, as with interfaces.
    const { modules, implicit } = splitResolution(resolution);
    yield ['linked file', path, [language, header, modules, implicit]];
    // A unit's row (`//java:shop`) has no reads: it depends on the files that name it.
    const read = path.startsWith('//') ? (members.get(path.slice(2)) ?? []).map((row) => row.path) : reads.map((id) => paths.get(id)!); // prettier-ignore
    yield [readsTable, path, read.toSorted()];
  }
  for (const { from, to, data } of await store.linksFrom(ids)) {
    for (const [at, link] of sorted(unpackLinks(data)).entries())
      yield ['link', `${paths.get(from)} > ${paths.get(to)} ${at}`, link];
  }
  for (const { from, to } of await store.linksInto(ids))
    yield ['link into', `${paths.get(to)} < ${paths.get(from)}`, 1];
  for (const [id, sites] of await store.unresolvedPlaces(ids)) yield ['open place', paths.get(id)!, sorted(sites)];
  for (const { name, file, sites } of await store.unresolvedSites(
    await store.unresolvedNames(await store.definitionNames()),
  ))
    yield ['open site', `${name} ${paths.get(file)}`, sorted(sites)];
  const { unpackPreciseAnswers } = await load<typeof Precise>('packed-precise-links.ts');
  for (const { path, source, hash, data } of await store.preciseLinks([...paths.values()]))
    yield ['precise link', `${path} ${source}`, [hash, unpackPreciseAnswers(data)]];
}

async function* vectorLines({ store, files, load }: Reader): Lines {
  const { unpackVectors } = await load<typeof Vectors>('packed-vectors.ts');
  const ids = files.map(({ id }) => id);
  for (const embedder of (await store.state()).embedders) {
    const vectors = await store.vectors.read(embedder, ids);
    for (const { id, path } of files) {
      const data = vectors.get(id);
      if (data === undefined) continue;
      for (const [at, vector] of unpackVectors(data).entries()) yield ['vector', `${path} ${at} ${embedder}`, vector];
    }
  }
}

const piecesOfFile = 4;
const pieceLength = 12;
const filesAtOnce = 100;

/**
 * Pieces of each file's text, and the files that may contain them, which is all that trigrams can answer. The trigrams
 * are written here, because only servers write them.
 */
async function* textLines({ store, root, files, pathOf }: Reader): Lines {
  for (const [id, encoding] of await store.texts.encodings()) yield ['encoding', pathOf.get(id)!, encoding];
  const read = ({ path }: FileRecord): string => readFileSync(join(root, path), 'utf8');
  const named = files.filter(({ rawPath }) => rawPath === null);
  for (let from = 0; from < named.length; from += filesAtOnce)
    await store.texts.write(
      named.slice(from, from + filesAtOnce).map((file) => ({ fileId: file.id, text: read(file) })),
    );
  for (const file of named) {
    const { path } = file;
    const text = read(file);
    const pieces = text.length < pieceLength ? 0 : piecesOfFile;
    const starts = Array.from({ length: pieces }, (_, at) => ((text.length - pieceLength) * at) / (piecesOfFile - 1));
    // In a short text some pieces are the same.
    for (const from of new Set(starts.map(Math.floor))) {
      // The trigram index ends a text at a NUL character, and questions have none.
      const found = await store.texts.candidates([text.slice(from, from + pieceLength).split('\0')]);
      yield ['text', `${path} ${from}`, sorted([...found].map((id) => pathOf.get(id)))];
    }
  }
}

async function writeLines(checkout: string, database: string, root: string): Promise<void> {
  const load = async <Module>(name: string): Promise<Module> => {
    const [file] = [`src/store/**/${name}`, `src/graph/**/${name}`].flatMap((place) =>
      globSync(place, { cwd: checkout }),
    );
    if (file === undefined) throw new Error(`${checkout} has no ${name} below src/store or src/graph`);
    return (await import(pathToFileURL(join(checkout, file)).href)) as Module;
  };
  const { openStore } = await load<typeof Registry>('registry.ts');
  // Checkouts from before locations take a path.
  const store = await openStore({ file: database, path: database } as IndexLocation);
  try {
    const { files } = await store.listFiles(everything);
    const reader = { store, root, files, load, pathOf: new Map(files.map(({ id, path }) => [id, path])) };
    for (const lines of [wholeLines, fileLines, termLines, linkLines, vectorLines, textLines]) {
      let part: string[] = [];
      for await (const line of lines(reader)) {
        part.push(`${canonical(line)}\n`);
        if (part.length < 1000) continue;
        process.stdout.write(part.join(''));
        part = [];
      }
      process.stdout.write(part.join(''));
    }
  } finally {
    await store.close();
  }
}

if (import.meta.main) {
  const [checkout = '', database = '', root = ''] = process.argv.slice(2);
  await writeLines(checkout, database, root);
}

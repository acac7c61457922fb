/**
 * The table of documents in memory: read once, then updated with the rows that any connection has written since.
 * Invariant: a table that was returned is never changed; rows are in code unit order of their paths.
 */
import { lowerBound } from '../../../util/lower-bound.ts';
import { byteSource, readVarint } from '../../../util/bytes/varint.ts';
import { rowSeed, unsealed } from '../../packed/sealed.ts';
import { tagFields } from '../../store.ts';
import type { DocumentTable } from '../../store.ts';
import type { Database, Row } from '../file/driver.ts';
import { readFirstDocuments } from '../index/first-documents.ts';
import { requireBlocks } from '../index/segments.ts';
import { readGeneration } from './generation.ts';

export interface DocumentIndex {
  table: DocumentTable;
  /** All ids, ascending. */
  sortedIds: Uint32Array;
  /** The row of each id of `sortedIds`. */
  rowsOfSorted: Uint32Array;
  /** Number of files that were removed or replaced from the creation of the index until this was read. */
  removals: number;
}

/** A row to insert before row `insertBefore` of the old table. */
interface NewDocument {
  id: number;
  path: string;
  language: string;
  traits: number;
  lengths: Uint8Array;
  insertBefore: number;
}

const rowsAtOnce = 4_096;
const width = tagFields.length;

function emptyIndex(): DocumentIndex {
  const ids = new Uint32Array(0);
  const columns = { paths: [], languages: [], traits: new Uint16Array(0), fieldLengths: new Uint32Array(0) };
  return { table: { generation: -1, count: 0, ids, ...columns }, sortedIds: ids, rowsOfSorted: ids, removals: 0 };
}

/** The current index; `previous` itself if nothing was written since it was read. To be called inside a transaction. */
export function refreshDocuments(database: Database, previous: DocumentIndex | null): DocumentIndex {
  const generation = readGeneration(database);
  const old = previous ?? emptyIndex();
  if (old.table.generation === generation) return old;
  const [removals, count] = readCounts(database);
  if (old.table.count === 0) {
    const first = readFirstDocuments(database);
    requireCount(first?.columns.count ?? 0, count);
    // SQLite counts the rows in the index of paths, which has pages of its own.
    requireCount(Number(database.get('SELECT count(*) FROM files')?.[0]), count);
    requireBlocks(database);
    if (first === null) return { ...old, removals, table: { ...old.table, generation } };
    return { ...first, removals, table: { generation, ...first.columns } };
  }
  const added = readDocuments(database, old.table, old.sortedIds.at(-1) ?? 0);
  const gone = goneRows(database, { old, added, removals: removals - old.removals });
  if (added.length === 0 && !gone.includes(1)) {
    requireCount(old.table.count, count);
    return { ...old, removals, table: { ...old.table, generation } };
  }
  const merged = mergeRows(old.table, gone, added);
  requireCount(merged.columns.count, count);
  return { table: { generation, ...merged.columns }, ...idOrder(old, merged), removals };
}

/** The number of removals, and how many files there must be: each file that was written took an id. */
function readCounts(database: Database): [removals: number, count: number] {
  const rows = new Map(database.all("SELECT key, value FROM meta WHERE key IN ('removals', 'nextFileId')") as [string, number][]); // prettier-ignore
  const removals = rows.get('removals') ?? 0;
  return [removals, (rows.get('nextFileId') ?? 1) - 1 - removals];
}

/** Throws a `RangeError` where rows are missing or are there again: a page of the table is older than the rest, or lies at the place of another. */
function requireCount(found: number, expected: number): void {
  if (found !== expected) throw new RangeError(`it has ${found} files instead of ${expected}`);
}

/** The rows with an id above `after`, by path: all added rows, since a new row gets a larger id than all before. */
function readDocuments(database: Database, old: DocumentTable, after: number): NewDocument[] {
  const documents: NewDocument[] = [];
  const languages = new Map<string, string>();
  for (let last = after; ;) {
    const rows = database.all(
      'SELECT id, path, language, traits, field_lengths FROM files WHERE id > ? ORDER BY id LIMIT ?',
      last,
      rowsAtOnce,
    );
    for (const row of rows) documents.push(newDocument(row, old.paths, languages));
    if (rows.length < rowsAtOnce) break;
    last = documents.at(-1)?.id ?? last;
  }
  return documents.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function newDocument(row: Row, oldPaths: readonly string[], languages: Map<string, string>): NewDocument {
  const [id, path, name, traits, lengths] = row as [number, string, string, number, Uint8Array];
  // One shared string per language.
  let language = languages.get(name);
  if (language === undefined) languages.set(name, (language = name));
  const [insertBefore, checkedLengths] = [lowerBound(oldPaths, path), unsealed(lengths, rowSeed(id))];
  return { id, path, language, traits, lengths: checkedLengths, insertBefore };
}

/** One byte per row of the old table: 1 if its file was removed or replaced. */
function goneRows(
  database: Database,
  change: { old: DocumentIndex; added: readonly NewDocument[]; removals: number },
): Uint8Array {
  const { old, added, removals } = change;
  const gone = new Uint8Array(old.table.count);
  let replaced = 0;
  for (const { path, insertBefore } of added) {
    if (old.table.paths[insertBefore] !== path) continue;
    gone[insertBefore] = 1;
    replaced++;
  }
  // A replaced row counts as a removal. If there are as many removals, no other row was removed.
  if (replaced === removals) return gone;
  gone.fill(1);
  const limit = old.sortedIds.at(-1) ?? 0;
  let at = 0;
  for (const row of database.all('SELECT id FROM files WHERE id <= ? ORDER BY id', limit)) {
    at = positionOf(old.sortedIds, row[0] as number, at);
    gone[old.rowsOfSorted[at] as number] = 0;
  }
  return gone;
}

type Columns = Omit<DocumentTable, 'generation'>;

/**
 * Merges the remaining rows of `old` with `added`, by path. `newRows`: the new row of each old one (-1: removed); `addedRows`: the row of each added
 * document.
 */
function mergeRows(
  old: DocumentTable,
  gone: Uint8Array,
  added: readonly NewDocument[],
): { columns: Columns; newRows: Int32Array; addedRows: Uint32Array } {
  let count = added.length;
  for (const flag of gone) count += 1 - flag;
  const columns: Columns = {
    count,
    ids: new Uint32Array(count),
    paths: new Array<string>(count),
    languages: new Array<string>(count),
    traits: new Uint16Array(count),
    fieldLengths: new Uint32Array(count * width),
  };
  const newRows = new Int32Array(old.count).fill(-1);
  const addedRows = new Uint32Array(added.length);
  let next = 0;
  let row = 0;
  let start = 0;
  for (;;) {
    for (; next < added.length && (added[next] as NewDocument).insertBefore <= start; next++) {
      placeNew(columns, row, added[next] as NewDocument);
      addedRows[next] = row++;
    }
    if (start === old.count) return { columns, newRows, addedRows };
    if (gone[start] === 1) {
      start++;
      continue;
    }
    // Copies a run of rows that stay adjacent.
    const limit = added[next]?.insertBefore ?? old.count;
    let end = start;
    while (end < limit && gone[end] === 0) newRows[end++] = row++;
    copyRows(columns, old, { start, end, row: row - (end - start) });
    start = end;
  }
}

function copyRows(columns: Columns, old: DocumentTable, run: { start: number; end: number; row: number }): void {
  const { start, end, row } = run;
  columns.ids.set(old.ids.subarray(start, end), row);
  columns.traits.set(old.traits.subarray(start, end), row);
  columns.fieldLengths.set(old.fieldLengths.subarray(start * width, end * width), row * width);
  for (let from = start, to = row; from < end; from++, to++) {
    columns.paths[to] = old.paths[from] as string;
    columns.languages[to] = old.languages[from] as string;
  }
}

function placeNew(columns: Columns, row: number, document: NewDocument): void {
  columns.ids[row] = document.id;
  columns.paths[row] = document.path;
  columns.languages[row] = document.language;
  columns.traits[row] = document.traits;
  const source = byteSource(document.lengths);
  for (let field = 0; field < width; field++) columns.fieldLengths[row * width + field] = readVarint(source);
}

/** The ids in ascending order with their rows: the remaining old ones, then the added ones, which are all greater. */
function idOrder(
  old: DocumentIndex,
  merged: { columns: Columns; newRows: Int32Array; addedRows: Uint32Array },
): Pick<DocumentIndex, 'sortedIds' | 'rowsOfSorted'> {
  const { columns, newRows, addedRows } = merged;
  const { count } = columns;
  const sortedIds = new Uint32Array(count);
  const rowsOfSorted = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < old.sortedIds.length; i++) {
    const row = newRows[old.rowsOfSorted[i] as number] as number;
    if (row < 0) continue;
    sortedIds[at] = old.sortedIds[i] as number;
    rowsOfSorted[at++] = row;
  }
  // Id and row are packed into one number for sorting. It stays below 2^53 for as many files as fit into memory.
  const pairs = Float64Array.from(addedRows, (row) => (columns.ids[row] as number) * count + row).sort();
  for (const pair of pairs) {
    sortedIds[at] = Math.floor(pair / count);
    rowsOfSorted[at++] = pair % count;
  }
  return { sortedIds, rowsOfSorted };
}

/** Index of the first id that is not below `id`, searching from index `from`; fast if the result is near that index. */
export function positionOf(sortedIds: Uint32Array, id: number, from = 0): number {
  let step = 1;
  let low = from;
  while (low + step < sortedIds.length && (sortedIds[low + step] as number) < id) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step + 1, sortedIds.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sortedIds[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

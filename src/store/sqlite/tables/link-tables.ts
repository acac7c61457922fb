/**
 * The tables of links. Everything here runs inside the caller's transaction.
 * Invariant: the lists in a file's row (`targets`, `open_names`) match the file's rows in the tables `links` and `open_sites`, so that these rows are
 * found without a search when the file is written again. `link_degrees` counts the files that have links into each file.
 */
import { symbolKey } from '../../../model/link.ts';
import { byteSink, byteSource, emptied, readVarint, sinkBytes, writeVarint } from '../../../util/bytes/varint.ts';
import type {
  InterfaceChange,
  LinkBatch,
  LinkBlob,
  LinkedFile,
  LinkPlace,
  UnresolvedPlace,
  UnresolvedSites,
} from '../../link-store.ts';
import { hasKind, unpackUnresolvedSites } from '../../packed/packed-links.ts';
import { rowSeed, sealed, unsealed } from '../../packed/sealed.ts';
import { jsonTexts, textOf, type Database, type Row, type SqlValue } from '../file/driver.ts';
import { nextGeneration } from './generation.ts';
import { countUpMeta } from './meta.ts';
import { farLines, nearLines } from '../index/near-lines.ts';
import { RowInserter } from './row-inserter.ts';

const filesWithContents = 'SELECT 1 FROM files WHERE id = ? AND definition_count + import_count + reference_count > 0';

export function readSummary(database: Database, fileIds: readonly number[]): Map<number, Uint8Array> {
  const summary = new Map<number, Uint8Array>();
  for (const id of fileIds) {
    const row = database.get('SELECT facts FROM contents WHERE file_id = ?', id);
    if (row === undefined && database.get(filesWithContents, id) !== undefined)
      throw new RangeError('contents of a file are missing');
    const bytes = row?.[0];
    if (bytes instanceof Uint8Array) summary.set(id, unsealed(bytes, rowSeed(id)));
  }
  return summary;
}

export function readLinkedFiles(database: Database): LinkedFile[] {
  const rows = database.all(
    'SELECT id, path, file_id, language, interface, resolution, unit, globals, extensions, reads FROM linked_files ORDER BY path',
  );
  requireAllLinked(database, rows.length);
  return rows.map(linkedFile).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Throws a `RangeError` where rows are missing. SQLite counts rows in the index of paths, which has pages of its own. */
function requireAllLinked(database: Database, found: number): void {
  const count = database.get('SELECT count(*) FROM linked_files')?.[0];
  if (found !== count) throw new RangeError(`it has ${found} linked files instead of ${Number(count)}`);
}

/** Identifies the set of linked paths. Ids are never reused: an added path raises the highest id, a removed one lowers the count. */
export function readLinkExtent(database: Database): string {
  return (database.get('SELECT count(*), max(id) FROM linked_files') ?? []).join(' ');
}

export function readLinkPlaces(database: Database): LinkPlace[] {
  const rows = database.all('SELECT id, path, file_id FROM linked_files') as [number, string, number][];
  requireAllLinked(database, rows.length);
  return rows.flatMap(([id, path, fileId]) => (textOf(path).startsWith('//') ? [] : [{ id, path, fileId }]));
}

function linkedFile(row: Row): LinkedFile {
  const [id, path, fileId, language] = row as [number, string, number, string];
  const [shape, resolution, unit, globals, extensions, reads] = row.slice(4) as [
    string,
    string,
    string,
    string | null,
    string | null,
    Uint8Array,
  ];
  const header = { unit, globals: listOf(globals), extensions: listOf(extensions) };
  return {
    ...{ id, path: textOf(path), fileId, language, header, interface: textOf(shape) },
    ...{ resolution: farLines(textOf(resolution), path), reads: unpackIds(reads, id) },
  };
}

function listOf(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[]);
}

function jsonOf(list: readonly string[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list);
}

/** The ids of paths. A path without an id gets one, with an empty row. */
export function giveLinkIds(database: Database, paths: readonly string[]): Map<string, number> {
  const missing = [...linkIdsOf(database, paths)].flatMap(([path, id]) => (id === null ? [path] : []));
  if (missing.length > 0)
    database.run(
      `INSERT INTO linked_files (path, file_id, language, interface, resolution, unit, reads, targets, open_names)
       SELECT value, 0, '', '', '', '', x'', x'', x'' FROM json_each(?)`,
      jsonTexts(missing),
    );
  return linkIdsOf(database, paths) as Map<string, number>;
}

/** Reads all ids in one value: a call for each path costs five times as much. */
function linkIdsOf(database: Database, paths: readonly string[]): Map<string, number | null> {
  const row = database.get(
    'SELECT json_group_array((SELECT id FROM linked_files WHERE path = value)) FROM json_each(?)',
    jsonTexts(paths),
  );
  const ids = JSON.parse(String(row?.[0] ?? '[]')) as (number | null)[];
  return new Map(paths.map((path, at) => [path, ids[at]!]));
}

export function readResolutions(database: Database, paths: readonly string[]): Map<string, string> {
  const rows = database.all(
    'SELECT path, resolution FROM linked_files WHERE path IN (SELECT value FROM json_each(?))',
    jsonTexts(paths),
  );
  return new Map(rows.map((row) => [row[0] as string, farLines(row[1] as string, row[0] as string)]));
}

export function readInterfaces(
  database: Database,
  paths: readonly string[],
): Pick<LinkedFile, 'path' | 'language' | 'interface'>[] {
  return database
    .all(
      'SELECT path, language, interface FROM linked_files WHERE path IN (SELECT value FROM json_each(?))',
      jsonTexts(paths),
    )
    .map((row) => ({ path: row[0] as string, language: row[1] as string, interface: row[2] as string }));
}

export function writeInterfaceChanges(database: Database, changes: readonly InterfaceChange[]): void {
  for (const { path, before, now } of changes)
    database.run('UPDATE linked_files SET interface = ? WHERE path = ? AND interface = ?', now, path, before);
}

export function writeLinkBatch(database: Database, batch: LinkBatch): void {
  const degrees: DegreeChanges = new Map();
  const rewritten = batch.files.flatMap(({ id, content }) => (content === null ? [] : [id]));
  removeLinks(database, [...batch.removed, ...rewritten], degrees);
  for (const id of batch.removed) database.run('DELETE FROM linked_files WHERE id = ?', id);
  const links: LinkBlob[] = [];
  const unresolved: UnresolvedBlob[] = [];
  const rest: BatchRest = { links, unresolved };
  for (const file of batch.files) writeFile(database, file, rest);
  // Rows are written in the order of the table's key, because neighbouring rows share pages.
  links.sort((a, b) => a.to - b.to || a.from - b.from);
  for (const link of links) countLink(degrees, link, 1);
  const linkRows = new RowInserter(database, 'INSERT INTO links VALUES', 3);
  for (const { to, from, data } of links) linkRows.add(to, from, sealed(data, rowSeed(to, from)));
  linkRows.finish();
  writeDegrees(database, degrees);
  unresolved.sort((a, b) => a.name - b.name || a.file - b.file);
  const unresolvedRows = new RowInserter(database, 'INSERT OR REPLACE INTO open_sites VALUES', 3);
  for (const { name, file, data } of unresolved) unresolvedRows.add(name, file, sealed(data, rowSeed(name, file)));
  unresolvedRows.finish();
  nextGeneration(database);
  countUpMeta(database, 'linkGeneration');
}

interface UnresolvedBlob {
  name: number;
  file: number;
  data: Uint8Array;
}

/** The rows of a batch that are written after those of the files. */
interface BatchRest {
  links: LinkBlob[];
  unresolved: UnresolvedBlob[];
}

function writeFile(database: Database, written: LinkBatch['files'][number], rest: BatchRest): void {
  const { content, ...file } = written;
  if (content === null) {
    writeRow(database, file);
    return;
  }
  const names: number[] = [];
  for (const [text, data] of content.unresolved) {
    const name = symbolKey(text);
    names.push(name);
    rest.unresolved.push({ name, file: file.id, data });
  }
  for (const [to, data] of content.links) rest.links.push({ to, from: file.id, data });
  database.run(
    `UPDATE linked_files SET ${rowColumns}, targets = ?, overrides = ?, open_names = ? WHERE id = ?`,
    ...rowValues(file),
    packIds(content.links.keys(), file.id),
    packIds(overrideTargets(content.links), file.id),
    packIds(names, file.id),
    file.id,
  );
}

/** Ids of the target files with at least one link by which a member overrides or implements another. */
function overrideTargets(links: ReadonlyMap<number, Uint8Array>): number[] {
  const found: number[] = [];
  for (const [to, data] of links) if (hasKind(data, 'overrides')) found.push(to);
  return found;
}

const rowColumns =
  'file_id = ?, language = ?, interface = ?, resolution = ?, unit = ?, globals = ?, extensions = ?, reads = ?';

function rowValues(file: LinkedFile): SqlValue[] {
  const { header } = file;
  return [
    file.fileId,
    file.language,
    file.interface,
    nearLines(file.resolution, file.path),
    header.unit,
    jsonOf(header.globals),
    jsonOf(header.extensions),
    packIds(file.reads, file.id),
  ];
}

function writeRow(database: Database, file: LinkedFile): void {
  database.run(`UPDATE linked_files SET ${rowColumns} WHERE id = ?`, ...rowValues(file), file.id);
}

/** Change of the number of files with links into a file, by its id. */
type DegreeChanges = Map<number, number>;

/** Counts a link; links of a file into itself do not count. */
function countLink(degrees: DegreeChanges, { to, from }: { to: number; from: number }, by: 1 | -1): void {
  if (to !== from) degrees.set(to, (degrees.get(to) ?? 0) + by);
}

function writeDegrees(database: Database, degrees: DegreeChanges): void {
  for (const [id, by] of [...degrees].sort(([a], [b]) => a - b))
    if (by !== 0)
      database.run(
        'INSERT INTO link_degrees VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET degree = degree + excluded.degree',
        id,
        by,
      );
}

function removeLinks(database: Database, ids: readonly number[], degrees: DegreeChanges): void {
  // One query finds the files that have links, because most files are new and have none.
  const rows = database.all(
    `SELECT id, targets, open_names FROM linked_files
     WHERE id IN (SELECT value FROM json_each(?)) AND (targets <> x'' OR open_names <> x'')`,
    JSON.stringify(ids),
  );
  for (const [id, targets, names] of rows as [number, Uint8Array, Uint8Array][]) {
    for (const to of unpackIds(targets, id))
      if (database.run('DELETE FROM links WHERE to_file = ? AND from_file = ?', to, id) > 0)
        countLink(degrees, { to, from: id }, -1);
    for (const name of unpackIds(names, id))
      database.run('DELETE FROM open_sites WHERE name = ? AND file = ?', name, id);
  }
}

export function clearLinks(database: Database): void {
  for (const table of ['links', 'link_degrees', 'open_sites', 'linked_files', 'precise_links'])
    database.exec(`DELETE FROM ${table}`);
}

export function readLinksInto(database: Database, ids: readonly number[]): LinkBlob[] {
  return ids.flatMap((to) => {
    const rows = database.all('SELECT from_file, data FROM links WHERE to_file = ? ORDER BY from_file', to);
    const degree = Number(database.get('SELECT degree FROM link_degrees WHERE id = ?', to)?.[0] ?? 0);
    const others = rows.filter(([from]) => from !== to).length;
    if (others !== degree) throw new RangeError(`a file has links of ${others} files instead of ${degree}`);
    return rows.map(([from, data]) => linkBlob(to, from as number, data as Uint8Array));
  });
}

function linkBlob(to: number, from: number, data: Uint8Array): LinkBlob {
  return { to, from, data: unsealed(data, rowSeed(to, from)) };
}

export function readLinkDegrees(database: Database, paths: readonly string[]): Map<string, number> {
  // All degrees are read as one value: a call and a row for each path would cost three times as much as the reading.
  const row = database.get(
    `SELECT json_group_array((SELECT degree FROM linked_files AS file JOIN link_degrees AS counted ON counted.id = file.id
      WHERE path = value)) FROM json_each(?)`,
    jsonTexts(paths),
  );
  const found = JSON.parse(String(row?.[0] ?? '[]')) as (number | null)[];
  const degrees = new Map<string, number>();
  for (const [at, degree] of found.entries()) if (degree !== null && degree !== 0) degrees.set(paths[at]!, degree);
  return degrees;
}

export function readLinksFrom(database: Database, ids: readonly number[]): LinkBlob[] {
  return readBlobsFrom(database, ids, 'SELECT targets FROM linked_files WHERE id = ?');
}

export function readOverridesFrom(database: Database, ids: readonly number[]): LinkBlob[] {
  return readBlobsFrom(database, ids, 'SELECT overrides FROM linked_files WHERE id = ?');
}

/** @param targetsOf a query for the packed ids of the target files of a file */
function readBlobsFrom(database: Database, ids: readonly number[], targetsOf: string): LinkBlob[] {
  const found: LinkBlob[] = [];
  for (const from of ids) {
    const targets = database.get(targetsOf, from)?.[0];
    if (!(targets instanceof Uint8Array)) continue;
    for (const to of unpackIds(targets, from)) {
      const row = database.get('SELECT data FROM links WHERE to_file = ? AND from_file = ?', to, from);
      if (row === undefined) throw new RangeError('links of a file are missing');
      found.push(linkBlob(to, from, row[0] as Uint8Array));
    }
  }
  return found;
}

export function readUnresolvedSites(database: Database, names: readonly string[], file?: number): UnresolvedSites[] {
  const keysOfFile = file === undefined ? null : new Set(unresolvedNamesOf(database, file));
  return names.flatMap((name) => {
    const key = symbolKey(name);
    if (keysOfFile?.has(key) === false) return [];
    const rows =
      file === undefined
        ? database.all('SELECT file, data FROM open_sites WHERE name = ? ORDER BY file', key)
        : database.all('SELECT file, data FROM open_sites WHERE name = ? AND file = ?', key, file);
    return rows.map(([siteFile, data]) => ({
      name,
      file: siteFile as number,
      sites: unpackUnresolvedSites(name, unsealed(data as Uint8Array, rowSeed(key, siteFile as number))),
    }));
  });
}

/** Asks for all names in one query, because most names have no unresolved sites. */
export function readUnresolvedNames(database: Database, names: readonly string[]): string[] {
  const keys = names.map(symbolKey);
  const rows = database.all(
    'SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM open_sites WHERE name = value)',
    JSON.stringify(keys),
  );
  const found = new Set(rows.map((row) => row[0]));
  return names.filter((_, at) => found.has(keys[at]));
}

export function readUnresolvedPlaces(database: Database, ids: readonly number[]): Map<number, UnresolvedPlace[]> {
  const found = new Map<number, UnresolvedPlace[]>();
  for (const id of ids) {
    const places = unresolvedNamesOf(database, id).flatMap((name) => {
      const row = database.get('SELECT data FROM open_sites WHERE name = ? AND file = ?', name, id);
      if (row === undefined) throw new RangeError('unresolved sites of a file are missing');
      return unpackUnresolvedSites('', unsealed(row[0] as Uint8Array, rowSeed(name, id))).map(
        ({ name: _, ...place }) => place,
      );
    });
    if (places.length > 0) found.set(id, places);
  }
  return found;
}

/** The keys of the names of a file's unresolved sites. */
function unresolvedNamesOf(database: Database, id: number): number[] {
  const names = database.get('SELECT open_names FROM linked_files WHERE id = ?', id)?.[0];
  return names instanceof Uint8Array ? unpackIds(names, id) : [];
}

/** Reused for each list. */
const scratch = byteSink();

/** Packs ids in ascending order as differences, for the row of a linked file. */
function packIds(ids: Iterable<number>, row: number): Uint8Array {
  const sorted = Float64Array.from(ids).sort();
  const sink = emptied(scratch);
  let before = 0;
  for (let at = 0; at < sorted.length; at++) {
    writeVarint(sink, sorted[at]! - before);
    before = sorted[at]!;
  }
  return sealed(sinkBytes(sink), rowSeed(row));
}

/** The ids of a list in the row of a linked file. Throws a `RangeError` on bytes that `packIds` did not make for this row. */
export function unpackIds(bytes: Uint8Array, row: number): number[] {
  const source = byteSource(unsealed(bytes, rowSeed(row)));
  const ids: number[] = [];
  let before = 0;
  while (source.at < source.end) ids.push((before += readVarint(source)));
  return ids;
}

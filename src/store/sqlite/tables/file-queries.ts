/** Reads files and the data that belongs to them. */
import type { Definition } from '../../../model/definition.ts';
import type { FileIssue } from '../../../model/extraction.ts';
import type { FileState } from '../../../model/file.ts';
import type { Import } from '../../../model/import.ts';
import { listedRows } from '../../listed-rows.ts';
import {
  unpackChosen,
  unpackDefinitions,
  unpackDefinitionsNamed,
  unpackOutline,
} from '../../packed/packed-definitions.ts';
import { unpackImports } from '../../packed/packed-imports.ts';
import { PackedOutline } from '../../packed/packed-outline.ts';
import { rowSeed, unsealed } from '../../packed/sealed.ts';
import type { DefinitionChoice, OutlineEntry } from '../../outline.ts';
import type { DefinitionPlace, DocumentTable, FileFilter, FileRecord } from '../../store.ts';
import type { DocumentIndex } from './documents.ts';
import { textOf, type Database, type Row } from '../file/driver.ts';
import { nameKey } from '../index/term-block.ts';
import { StoredBlocks } from '../index/stored-blocks.ts';
import { rowsOfKey } from '../index/term-queries.ts';

const fileColumns = `id, path, size, mtime_ms, hash, verified_at_ms, raw_path, language, encoding, lines, traits, indexed_at_ms,
  definition_count, import_count, reference_count, issue_count`;
const fileById = `SELECT ${fileColumns} FROM files WHERE id = ?`;
const fileByPath = `SELECT ${fileColumns} FROM files WHERE path = ?`;
const pathsBelow = 'SELECT path FROM files WHERE path >= ? AND path < ?';

export function readFileStates(database: Database): FileState[] {
  const rows = database.all('SELECT id, path, size, mtime_ms, hash, verified_at_ms FROM files');
  return rows.map(fileState);
}

function fileState(row: Row): FileState {
  const [id, path, size, mtimeMs, hash, verifiedAtMs] = row as [number, string, number, number, string, number];
  return { id, path: textOf(path), size, mtimeMs, hash, verifiedAtMs };
}

/** Does not destructure the row, for speed: a query reads a hundred rows. */
function fileRecord(row: Row): FileRecord {
  return {
    id: row[0] as number,
    path: textOf(row[1]),
    size: row[2] as number,
    mtimeMs: row[3] as number,
    hash: row[4] as string,
    verifiedAtMs: row[5] as number,
    rawPath: row[6] as Uint8Array | null,
    language: row[7] as string,
    encoding: row[8] as string,
    lines: row[9] as number,
    traits: row[10] as number,
    indexedAtMs: row[11] as number,
    definitionCount: row[12] as number,
    importCount: row[13] as number,
    referenceCount: row[14] as number,
    issueCount: row[15] as number,
  };
}

export function readFiles(database: Database, ids: Iterable<number>): FileRecord[] {
  const files: FileRecord[] = [];
  for (const id of ids) {
    const row = database.get(fileById, id);
    if (row !== undefined) files.push(fileRecord(row));
  }
  return files;
}

export function readFilesByPath(database: Database, paths: readonly string[]): FileRecord[] {
  const files: FileRecord[] = [];
  for (const path of paths) {
    const row = database.get(fileByPath, path);
    if (row !== undefined) files.push(fileRecord(row));
  }
  return files;
}

export function readPathsBelow(database: Database, folders: readonly string[]): string[] {
  const paths = new Set<string>();
  for (const folder of folders)
    // `0` is the character after `/`.
    for (const [path] of database.all(pathsBelow, `${folder}/`, `${folder}0`)) paths.add(path as string);
  return [...paths];
}

export function listFiles(
  database: Database,
  documents: DocumentTable,
  filter: FileFilter,
): { total: number; files: FileRecord[] } {
  const { total, ids } = listedRows(documents, filter);
  return { total, files: readFiles(database, ids) };
}

/** For each column of contents: whether a file that lacks it must have it. The references of a file with a summary are in the summary. */
const mustHave = {
  definitions: 'definition_count > 0',
  imports: 'import_count > 0',
  refs: 'reference_count > 0 AND NOT EXISTS (SELECT 1 FROM contents WHERE file_id = id)',
};

/** A column of the contents of each existing file, by file id; empty if the file has no contents. Throws a `RangeError` where contents are missing. */
function readContents(
  database: Database,
  column: keyof typeof mustHave,
  fileIds: readonly number[],
): Map<number, Uint8Array> {
  const byFile = new Map<number, Uint8Array>();
  const query = `SELECT ${column} FROM files LEFT JOIN contents ON file_id = id WHERE id = ?`;
  for (const fileId of fileIds) {
    const row = database.get(query, fileId);
    if (row === undefined) continue;
    const [bytes] = row;
    if (bytes instanceof Uint8Array) byFile.set(fileId, unsealed(bytes, rowSeed(fileId)));
    else if (database.get(`SELECT 1 FROM files WHERE id = ? AND ${mustHave[column]}`, fileId) === undefined)
      byFile.set(fileId, new Uint8Array(0));
    else throw new RangeError(`${column} of a file are missing`);
  }
  return byFile;
}

export function readDefinitions(database: Database, fileIds: readonly number[]): Map<number, Definition[]> {
  const contents = readContents(database, 'definitions', fileIds);
  return new Map([...contents].map(([fileId, bytes]) => [fileId, unpackDefinitions(bytes)]));
}

export function readOutlines(database: Database, fileIds: readonly number[]): Map<number, OutlineEntry[]> {
  const contents = readContents(database, 'definitions', fileIds);
  return new Map([...contents].map(([fileId, bytes]) => [fileId, unpackOutline(bytes)]));
}

export function readPackedOutlines(database: Database, fileIds: readonly number[]): Map<number, PackedOutline> {
  const contents = readContents(database, 'definitions', fileIds);
  return new Map([...contents].map(([fileId, bytes]) => [fileId, new PackedOutline(bytes)]));
}

export function readChosenOutlines(
  database: Database,
  fileIds: readonly number[],
  choice: DefinitionChoice,
): Map<number, OutlineEntry[]> {
  const contents = readContents(database, 'definitions', fileIds);
  return new Map([...contents].map(([fileId, bytes]) => [fileId, unpackChosen(bytes, choice)]));
}

/**
 * All definitions with these names, by name; each list is ordered by path, then by extraction. Yields after each name and each file: all names of a large
 * project take seconds. Between the steps the documents must stay the same.
 */
export function* readDefinitionsNamed(
  database: Database,
  documents: DocumentIndex,
  names: readonly string[],
): Generator<void, Map<string, DefinitionPlace[]>, void> {
  const places = new Map<string, DefinitionPlace[]>(names.map((name) => [name, []]));
  const rows = new Set<number>();
  for (const name of places.keys()) {
    for (const row of rowsOfKey(new StoredBlocks(database), documents, nameKey(name))) rows.add(row);
    yield;
  }
  const wanted = new Set(names);
  for (const row of Uint32Array.from(rows).sort()) {
    const fileId = documents.table.ids[row] as number;
    const bytes = readContents(database, 'definitions', [fileId]).get(fileId);
    if (bytes === undefined) continue;
    for (const { index, definition } of unpackDefinitionsNamed(bytes, wanted)) {
      places.get(definition.name)?.push({ fileId, index, definition });
    }
    yield;
  }
  return places;
}

export function readImports(database: Database, fileIds: readonly number[]): Map<number, Import[]> {
  const contents = readContents(database, 'imports', fileIds);
  return new Map([...contents].map(([fileId, bytes]) => [fileId, unpackImports(bytes)]));
}

export function readReferences(database: Database, fileIds: readonly number[]): Map<number, Uint8Array> {
  return readContents(database, 'refs', fileIds);
}

export function readIssues(database: Database, fileIds: readonly number[]): Map<number, FileIssue[]> {
  const byFile = new Map<number, FileIssue[]>();
  for (const fileId of fileIds) {
    const row = database.get('SELECT issues FROM files WHERE id = ?', fileId);
    if (row === undefined) continue;
    byFile.set(fileId, typeof row[0] === 'string' ? (JSON.parse(row[0]) as FileIssue[]) : []);
  }
  return byFile;
}

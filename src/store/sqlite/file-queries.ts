/** Reading rows: files and what hangs on them. */
import type { Definition } from '../../model/definition.ts';
import type { FileIssue } from '../../model/extraction.ts';
import type { FileState } from '../../model/file.ts';
import type { Import } from '../../model/import.ts';
import type { DefinitionPlace, DocumentTable, FileFilter, FileRecord } from '../store.ts';
import { definitionKindCodes, importTypeCodes } from './codes.ts';
import { lowerBound } from './documents.ts';
import type { DocumentIndex } from './documents.ts';
import type { Database, Row } from './driver.ts';
import { nameKey } from './term-block.ts';
import { rowsOfKey } from './term-queries.ts';
import { importFlags, rowsAnId } from './write-files.ts';

const fileColumns = `id, path, size, mtime_ms, hash, verified_at_ms, raw_path, language, encoding, lines, traits, indexed_at_ms,
  definition_count, import_count, reference_count, issue_count`;
const definitionColumns = `name, kind, container, line, column, start_line, start_column, end_line, end_column, exported, docstring,
  decorators, signature`;

export function readFileStates(database: Database): FileState[] {
  const rows = database.all('SELECT id, path, size, mtime_ms, hash, verified_at_ms FROM files');
  return rows.map(fileState);
}

function fileState(row: Row): FileState {
  const [id, path, size, mtimeMs, hash, verifiedAtMs] = row as [number, string, number, number, string, number];
  return { id, path, size, mtimeMs, hash, verifiedAtMs };
}

function fileRecord(row: Row): FileRecord {
  const [rawPath, language, encoding, lines, traits] = row.slice(6) as [
    Uint8Array | null,
    string,
    string,
    number,
    number,
  ];
  const [indexedAtMs, definitionCount, importCount, referenceCount, issueCount] = row.slice(11) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const counts = { definitionCount, importCount, referenceCount, issueCount };
  return { ...fileState(row), rawPath, language, encoding, lines, traits, indexedAtMs, ...counts };
}

export function readFiles(database: Database, ids: Iterable<number>): FileRecord[] {
  const files: FileRecord[] = [];
  for (const id of ids) {
    const row = database.get(`SELECT ${fileColumns} FROM files WHERE id = ?`, id);
    if (row !== undefined) files.push(fileRecord(row));
  }
  return files;
}

export function readFilesByPath(database: Database, paths: readonly string[]): FileRecord[] {
  const files: FileRecord[] = [];
  for (const path of paths) {
    const row = database.get(`SELECT ${fileColumns} FROM files WHERE path = ?`, path);
    if (row !== undefined) files.push(fileRecord(row));
  }
  return files;
}

export function listFiles(
  database: Database,
  documents: DocumentTable,
  filter: FileFilter,
): { total: number; files: FileRecord[] } {
  const { language, pathPrefix = '', offset, limit } = filter;
  const ids: number[] = [];
  let total = 0;
  for (let row = lowerBound(documents.paths, pathPrefix); row < documents.count; row++) {
    if (!(documents.paths[row] as string).startsWith(pathPrefix)) break;
    if (language !== undefined && documents.languages[row] !== language) continue;
    if (total >= offset && ids.length < limit) ids.push(documents.ids[row] as number);
    total++;
  }
  return { total, files: readFiles(database, ids) };
}

/** The first row id that belongs to a file, and the first that does not; null when the file is gone. */
function rowRange(database: Database, fileId: number): [number, number] | null {
  const span = database.get('SELECT id_span FROM files WHERE id = ?', fileId)?.[0];
  return typeof span === 'number' ? [fileId * rowsAnId, (fileId + span) * rowsAnId] : null;
}

export function readDefinitions(database: Database, fileIds: readonly number[]): Map<number, Definition[]> {
  const byFile = new Map<number, Definition[]>();
  for (const fileId of fileIds) {
    const range = rowRange(database, fileId);
    if (range === null) continue;
    const rows = database.all(
      `SELECT ${definitionColumns} FROM definitions WHERE id >= ? AND id < ? ORDER BY id`,
      ...range,
    );
    byFile.set(fileId, rows.map(definition));
  }
  return byFile;
}

function definition(row: Row): Definition {
  const [name, kind, container, line, column] = row as [string, number, string | null, number, number];
  const [startLine, startColumn, endLine, endColumn] = row.slice(5) as [number, number, number, number];
  const [exported, docstring, decorators, signature] = row.slice(9) as [
    number,
    string | null,
    string | null,
    string | null,
  ];
  return {
    name,
    kind: definitionKindCodes.word(kind),
    container,
    line,
    column,
    startLine,
    startColumn,
    endLine,
    endColumn,
    exported: exported !== 0,
    docstring,
    decorators: decorators === null ? [] : (JSON.parse(decorators) as string[]),
    signature,
  };
}

/** Every definition of that name, by path, then in the order of extraction. */
export function readDefinitionsNamed(database: Database, documents: DocumentIndex, name: string): DefinitionPlace[] {
  const places: DefinitionPlace[] = [];
  for (const fileRow of rowsOfKey(database, documents, nameKey(name))) {
    const fileId = documents.table.ids[fileRow] as number;
    const [start, end] = rowRange(database, fileId) ?? [0, 0];
    const rows = database.all(
      `SELECT ${definitionColumns}, id FROM definitions WHERE id >= ? AND id < ? AND name = ? ORDER BY id`,
      start,
      end,
      name,
    );
    for (const row of rows) places.push({ fileId, index: (row[13] as number) - start, definition: definition(row) });
  }
  return places;
}

export function readImports(database: Database, fileIds: readonly number[]): Map<number, Import[]> {
  const byFile = new Map<number, Import[]>();
  for (const fileId of fileIds) {
    const range = rowRange(database, fileId);
    if (range === null) continue;
    const rows = database.all(
      'SELECT module, type, flags, alias, names, line, column FROM imports WHERE id >= ? AND id < ? ORDER BY id',
      ...range,
    );
    byFile.set(fileId, rows.map(importEntry));
  }
  return byFile;
}

function importEntry(row: Row): Import {
  const [module, type, flags, alias] = row as [string, number, number, string | null];
  const [names, line, column] = row.slice(4) as [string | null, number, number];
  const pairs = names === null ? [] : (JSON.parse(names) as [string, string | null][]);
  return {
    module,
    type: importTypeCodes.word(type),
    names: pairs.map(([name, nameAlias]) => ({ name, alias: nameAlias })),
    alias,
    isDynamic: (flags & importFlags.dynamic) !== 0,
    isReexport: (flags & importFlags.reexport) !== 0,
    isTypeOnly: (flags & importFlags.typeOnly) !== 0,
    line,
    column,
  };
}

export function readReferences(database: Database, fileIds: readonly number[]): Map<number, Uint8Array> {
  const byFile = new Map<number, Uint8Array>();
  for (const fileId of fileIds) {
    if (rowRange(database, fileId) === null) continue;
    const data = database.get('SELECT data FROM refs WHERE file_id = ?', fileId)?.[0];
    byFile.set(fileId, data instanceof Uint8Array ? data : new Uint8Array(0));
  }
  return byFile;
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

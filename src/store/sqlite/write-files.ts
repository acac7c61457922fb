/**
 * Writing a batch: rows of files and of what hangs on them, and one segment of the inverted index. Everything here runs inside the
 * caller's transaction.
 * Invariant: a file that is written again gets a new id, so whoever holds an old one finds nothing, never something else.
 */
import type { Definition } from '../../model/definition.ts';
import type { Import } from '../../model/import.ts';
import { byteSink, sinkBytes, writeVarint } from '../../util/varint.ts';
import type { FileWrite, WriteBatch } from '../store.ts';
import { definitionKindCodes, importTypeCodes } from './codes.ts';
import type { Database, SqlValue } from './driver.ts';
import { markDead, writeSegment } from './segments.ts';
import type { FileTerms } from './segments.ts';

/** Rows of definitions and imports that a file id has room for. */
export const rowsAnId = 2 ** 20;

export const importFlags = { dynamic: 1, reexport: 2, typeOnly: 4 } as const;

/** Rows that one INSERT takes. */
const rowsAStatement = 32;

const definitionColumns =
  'id, name, kind, container, exported, line, column, start_line, start_column, end_line, end_column, signature, docstring, decorators';
const importColumns = 'id, module, type, flags, alias, names, line, column';

/** Removes, then writes, then touches; of several files with one path the last counts. Changes the generation. */
export function writeBatch(database: Database, batch: WriteBatch, nowMs: number): void {
  const files = new Map(batch.files.map((file) => [file.path, file]));
  for (const path of new Set([...batch.removed, ...files.keys()])) removeFile(database, path);
  writeFiles(database, [...files.values()], nowMs);
  for (const { path, size, mtimeMs, verifiedAtMs } of batch.touched) {
    database.run(
      'UPDATE files SET size = ?, mtime_ms = ?, verified_at_ms = ? WHERE path = ?',
      size,
      mtimeMs,
      verifiedAtMs,
      path,
    );
  }
  nextGeneration(database);
}

export function nextGeneration(database: Database): void {
  database.run("UPDATE meta SET value = value + 1 WHERE key = 'generation'");
}

/** Forgets all files. Ids and generations go on, so that what others hold in memory is seen to be old. */
export function clearFiles(database: Database): void {
  const count = Number(database.get('SELECT count(*) FROM files')?.[0]);
  // Whole tables first: each is emptied at once, and the trigger of `files` then finds nothing.
  for (const table of ['definitions', 'imports', 'refs', 'edges', 'vectors', 'chunks', 'terms', 'segments', 'files']) {
    database.exec(`DELETE FROM ${table}`);
  }
  database.run("UPDATE meta SET value = value + ? WHERE key = 'removals'", count);
  nextGeneration(database);
}

function removeFile(database: Database, path: string): void {
  const row = database.get('SELECT id, posting_count FROM files WHERE path = ?', path);
  if (row === undefined) return;
  const [id, postings] = row as [number, number];
  markDead(database, id, postings);
  database.run('DELETE FROM files WHERE id = ?', id);
  database.run("UPDATE meta SET value = value + 1 WHERE key = 'removals'");
}

function writeFiles(database: Database, files: readonly FileWrite[], nowMs: number): void {
  if (files.length === 0) return;
  let nextId = Number(database.get("SELECT value FROM meta WHERE key = 'nextFileId'")?.[0]);
  const definitions = rowWriter(database, 'definitions', definitionColumns);
  const imports = rowWriter(database, 'imports', importColumns);
  const terms: FileTerms[] = [];
  for (const file of files) {
    const id = nextId;
    const span = Math.max(1, Math.ceil(Math.max(file.definitions.length, file.imports.length) / rowsAnId));
    nextId += span;
    const names = [...new Set(file.definitions.map((definition) => definition.name))];
    terms.push({ id, terms: file.terms, counts: file.termCounts, names });
    insertFile(database, file, { id, span, postings: file.terms.length + names.length, nowMs });
    for (const [n, definition] of file.definitions.entries())
      definitions.add(definitionRow(id * rowsAnId + n, definition));
    for (const [n, entry] of file.imports.entries()) imports.add(importRow(id * rowsAnId + n, entry));
    if (file.references.length > 0) database.run('INSERT INTO refs VALUES (?, ?)', id, file.references);
  }
  definitions.finish();
  imports.finish();
  writeSegment(database, terms);
  database.run("UPDATE meta SET value = ? WHERE key = 'nextFileId'", nextId);
}

function insertFile(
  database: Database,
  file: FileWrite,
  row: { id: number; span: number; postings: number; nowMs: number },
): void {
  const lengths = byteSink(32);
  for (const length of file.fieldLengths) writeVarint(lengths, length);
  database.run(
    `INSERT INTO files (id, id_span, path, raw_path, language, encoding, size, lines, traits, mtime_ms, verified_at_ms, indexed_at_ms,
      hash, definition_count, import_count, reference_count, issue_count, term_count, posting_count, field_lengths, issues)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.span,
    file.path,
    file.rawPath,
    file.language,
    file.encoding,
    file.size,
    file.lines,
    file.traits,
    file.mtimeMs,
    file.verifiedAtMs,
    row.nowMs,
    file.hash,
    file.definitions.length,
    file.imports.length,
    file.referenceCount,
    file.issues.length,
    file.terms.length,
    row.postings,
    sinkBytes(lengths),
    file.issues.length === 0 ? null : JSON.stringify(file.issues),
  );
}

function definitionRow(id: number, definition: Definition): SqlValue[] {
  return [
    id,
    definition.name,
    definitionKindCodes.of[definition.kind],
    definition.container,
    definition.exported ? 1 : 0,
    definition.line,
    definition.column,
    definition.startLine,
    definition.startColumn,
    definition.endLine,
    definition.endColumn,
    definition.signature,
    definition.docstring,
    definition.decorators.length === 0 ? null : JSON.stringify(definition.decorators),
  ];
}

function importRow(id: number, entry: Import): SqlValue[] {
  const flags =
    (entry.isDynamic ? importFlags.dynamic : 0) |
    (entry.isReexport ? importFlags.reexport : 0) |
    (entry.isTypeOnly ? importFlags.typeOnly : 0);
  return [
    id,
    entry.module,
    importTypeCodes.of[entry.type],
    flags,
    entry.alias,
    entry.names.length === 0 ? null : JSON.stringify(entry.names.map(({ name, alias }) => [name, alias])),
    entry.line,
    entry.column,
  ];
}

interface RowWriter {
  add(row: SqlValue[]): void;
  finish(): void;
}

/** Inserts rows several a statement. */
function rowWriter(database: Database, table: string, columns: string): RowWriter {
  const width = columns.split(',').length;
  const row = `(${new Array<string>(width).fill('?').join(', ')})`;
  const insert = (rows: number): string =>
    `INSERT INTO ${table} (${columns}) VALUES ${new Array<string>(rows).fill(row).join(', ')}`;
  const one = insert(1);
  const several = insert(rowsAStatement);
  const waiting: SqlValue[] = [];
  return {
    add(values) {
      for (const value of values) waiting.push(value);
      if (waiting.length < rowsAStatement * width) return;
      database.run(several, ...waiting);
      waiting.length = 0;
    },
    finish() {
      for (let at = 0; at < waiting.length; at += width) database.run(one, ...waiting.slice(at, at + width));
      waiting.length = 0;
    },
  };
}

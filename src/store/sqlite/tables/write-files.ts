/**
 * Writes a batch: files, the rows that belong to them, and one segment of the inverted index. Everything here runs inside the caller's transaction.
 * Invariant: a file that is written again gets a new id, so an old id finds nothing and never another file.
 */
import { byteSink, sinkBytes, writeVarint } from '../../../util/bytes/varint.ts';
import { rowSeed, sealed } from '../../packed/sealed.ts';
import type { FileWrite, WriteBatch } from '../../store.ts';
import { chunkInserter, insertChunks } from './chunk-tables.ts';
import { jsonTexts, type Database } from '../file/driver.ts';
import { insertMacros, macroInserter } from './macro-tables.ts';
import { nextGeneration } from './generation.ts';
import { clearLinks } from './link-tables.ts';
import { RowInserter } from './row-inserter.ts';
import type { FileTerms } from '../index/segment-builder.ts';
import { markDead, writeSegment } from '../index/segments.ts';

/** Removes, then writes, then touches files; of several files with one path the last counts. Changes the generation. */
export function writeBatch(database: Database, batch: WriteBatch, nowMs: number): void {
  const files = new Map(batch.files.map((file) => [file.path, file]));
  removeFiles(database, new Set([...batch.removed, ...files.keys()]));
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

/** Removes all files. Ids and generations continue, so that other connections notice that their data in memory is outdated. */
export function clearFiles(database: Database): void {
  const count = Number(database.get('SELECT count(*) FROM files')?.[0]);
  // Dependent tables are emptied first, each in one step. Then deleting the files has nothing to cascade to.
  clearLinks(database);
  for (const table of ['contents', 'macros', 'vectors', 'texts', 'chunks', 'terms', 'segments', 'files'])
    database.exec(`DELETE FROM ${table}`);
  database.run("UPDATE meta SET value = value + ? WHERE key = 'removals'", count);
  nextGeneration(database);
}

function removeFiles(database: Database, paths: ReadonlySet<string>): void {
  // One query finds the existing files, because most paths are new.
  const rows = database.all(
    'SELECT id, posting_count FROM files WHERE path IN (SELECT value FROM json_each(?)) ORDER BY id',
    jsonTexts(paths),
  );
  for (const [id, postings] of rows as [number, number][]) {
    markDead(database, id, postings);
    database.run('DELETE FROM files WHERE id = ?', id);
    database.run("UPDATE meta SET value = value + 1 WHERE key = 'removals'");
  }
}

function writeFiles(database: Database, files: readonly FileWrite[], nowMs: number): void {
  if (files.length === 0) return;
  let nextId = Number(database.get("SELECT value FROM meta WHERE key = 'nextFileId'")?.[0]);
  const rows = fileInserter(database);
  const contents = new RowInserter(database, 'INSERT INTO contents VALUES', 5);
  const chunks = chunkInserter(database);
  const macros = macroInserter(database);
  const terms: FileTerms[] = [];
  for (const file of files) {
    const id = nextId++;
    terms.push({ id, terms: file.terms, counts: file.termCounts, names: file.definitionNames });
    insertFile(rows, file, { id, nowMs });
  }
  // The rows of `files` must exist before those that refer to them.
  rows.finish();
  for (const [at, file] of files.entries()) {
    const { id } = terms[at]!;
    insertContents(contents, file, id);
    insertChunks(chunks, file, id);
    insertMacros(macros, file.macros, id);
  }
  contents.finish();
  chunks.finish();
  macros.finish();
  writeSegment(database, terms);
  database.run("UPDATE meta SET value = ? WHERE key = 'nextFileId'", nextId);
}

function fileInserter(database: Database): RowInserter {
  return new RowInserter(
    database,
    `INSERT INTO files (id, path, raw_path, language, encoding, size, lines, traits, mtime_ms, verified_at_ms, indexed_at_ms,
      hash, definition_count, import_count, reference_count, issue_count, term_count, posting_count, field_lengths, issues)
    VALUES`,
    20,
  );
}

/** @param rows a `fileInserter` */
function insertFile(rows: RowInserter, file: FileWrite, row: { id: number; nowMs: number }): void {
  const lengths = byteSink(32);
  for (const length of file.fieldLengths) writeVarint(lengths, length);
  rows.add(
    row.id,
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
    file.definitionCount,
    file.importCount,
    file.referenceCount,
    file.issues.length,
    file.terms.length,
    file.terms.length + file.definitionNames.length,
    sealed(sinkBytes(lengths), rowSeed(row.id)),
    file.issues.length === 0 ? null : JSON.stringify(file.issues),
  );
}

function insertContents(rows: RowInserter, file: FileWrite, id: number): void {
  const { definitions, imports, references, summary } = file;
  const seed = rowSeed(id);
  const blobs = [definitions, imports, references, summary].map((bytes) =>
    bytes.length === 0 ? null : sealed(bytes, seed),
  );
  if (blobs.some((bytes) => bytes !== null)) rows.add(id, ...blobs);
}

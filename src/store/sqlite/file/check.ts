/** Checks an index for damage: SQLite's own checks, then all counts and packed values in our tables that must agree. */
import { byteSource, readVarint } from '../../../util/bytes/varint.ts';
import { unpackChunkWords } from '../../packed/packed-chunk-words.ts';
import { unpackChunks } from '../../packed/packed-chunks.ts';
import { unpackDefinitions } from '../../packed/packed-definitions.ts';
import { unpackSummary } from '../../packed/packed-summary.ts';
import { unpackImports } from '../../packed/packed-imports.ts';
import { unpackLinks, unpackUnresolvedSites } from '../../packed/packed-links.ts';
import { unpackPreciseAnswers } from '../../packed/packed-precise-links.ts';
import { unpackReferences } from '../../packed/packed-references.ts';
import { rowSeed, textSeed, unsealed } from '../../packed/sealed.ts';
import { tagFields } from '../../store.ts';
import type { HealthProblem } from '../../store.ts';
import type { Database, SqlValue } from './driver.ts';
import { nextPosting, postingCursor, startPostings } from '../index/posting-list.ts';
import { segmentsInUse } from '../index/segments.ts';
import type { Segment } from '../index/segments.ts';
import { unpackIds } from '../tables/link-tables.ts';
import { checkVectors } from '../tables/vector-tables.ts';
import { blockCursor, compareKeys, nextEntry, setKey, startBlock } from '../index/term-block.ts';
import { byteSink } from '../../../util/bytes/varint.ts';

const rebuildHint = 'Run `code-scout index --force` to rebuild the index.';
/** Maximum number of problems shown of each kind, so that a badly damaged file does not fill the screen. */
const problemsShown = 5;

/** Empty if the index is sound. Reads the whole index. */
export function checkDatabase(database: Database): HealthProblem[] {
  const checks = [
    checkPages,
    checkForeignKeys,
    checkContents,
    checkChunks,
    checkVectors,
    checkLinks,
    checkFieldLengths,
    checkTerms,
  ];
  const problems: HealthProblem[] = [];
  for (const check of checks) {
    try {
      for (const what of check(database).slice(0, problemsShown)) problems.push({ what, hint: rebuildHint });
    } catch (error) {
      problems.push({ what: error instanceof Error ? error.message : String(error), hint: rebuildHint });
    }
  }
  return problems;
}

function checkPages(database: Database): string[] {
  // SQLite's check of a full-text table takes the table's structure as this connection last saw it. Where another process has merged since, it would
  // report damage. A question reads the structure anew.
  database.all(`SELECT rowid FROM text_trigrams WHERE text_trigrams MATCH '"zzz"' LIMIT 1`);
  const lines = database.all(`PRAGMA integrity_check(${problemsShown})`).map((row) => String(row[0]));
  return lines.filter((line) => line !== 'ok').map((line) => `The database is damaged: ${line}`);
}

function checkForeignKeys(database: Database): string[] {
  return database
    .all('PRAGMA foreign_key_check')
    .map(([table, row, parent]) => `Row ${row} of ${table} refers to a missing row of ${parent}.`);
}

/** Decodes the definitions, imports and references of every file (references in summaries excepted), and compares their numbers with the file's row. */
function checkContents(database: Database): string[] {
  const problems: string[] = [];
  const query = `SELECT path, definitions, definition_count, posting_count - term_count, imports, import_count, refs, reference_count, facts
    FROM files LEFT JOIN contents ON file_id = id WHERE id = ?`;
  for (const [id] of database.all('SELECT id FROM files')) {
    const row = database.get(query, id as number) as SqlValue[];
    const path = row[0] as string;
    const [, definitions, definitionCount, nameCount, imports, importCount, references, referenceCount, summary] = row;
    const content = (value: SqlValue | undefined): Uint8Array => unsealed(blob(value), rowSeed(id as number));
    const compare = (what: string, unpack: () => { length: number }, expected: unknown): void => {
      try {
        const found = unpack().length;
        if (found !== expected) problems.push(`${path} has ${found} ${what} instead of ${String(expected)}.`);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        problems.push(`The ${what} of ${path} cannot be read: ${error.message}.`);
      }
    };
    compare('definitions', () => unpackDefinitions(content(definitions)), definitionCount);
    compare('names of definitions', () => distinctNames(content(definitions)), nameCount);
    compare('imports', () => unpackImports(content(imports)), importCount);
    // The references of a file with a summary are in the summary.
    if (summary === null) compare('references', () => unpackReferences(content(references)), referenceCount);
  }
  return problems;
}

/** Decodes the chunks of every file and their words. Their number must be that in the row, and their last line must be that of the file. */
function checkChunks(database: Database): string[] {
  const problems: string[] = [];
  for (const [id] of database.all('SELECT file_id FROM chunks ORDER BY file_id')) {
    const query = 'SELECT path, lines, count, data, words FROM chunks JOIN files ON id = file_id WHERE id = ?';
    const [path, lines, count, data, words] = database.get(query, id as number) ?? [];
    const seed = rowSeed(id as number);
    try {
      const spans = unpackChunks(unsealed(blob(data), seed));
      const end = spans.at(-1)?.endLine ?? 0;
      if (spans.length !== count)
        problems.push(`${String(path)} has ${spans.length} chunks instead of ${String(count)}.`);
      if (end !== lines) problems.push(`The chunks of ${String(path)} have ${end} lines instead of ${String(lines)}.`);
      // Not all files have words.
      const chunksWithWords = unpackChunkWords(unsealed(blob(words), seed)).chunks.length;
      if (chunksWithWords > 0 && chunksWithWords !== count)
        problems.push(`${String(path)} has words of ${chunksWithWords} chunks instead of ${String(count)}.`);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problems.push(`The chunks of ${String(path)} cannot be read: ${error.message}.`);
    }
  }
  return problems;
}

/**
 * Decodes summaries, links, unresolved sites and precise links. Links and sites must belong to a linked file, and the stored numbers of files with
 * links into each file must be right.
 */
function checkLinks(database: Database): string[] {
  const problems: string[] = [];
  const paths = new Map(database.all('SELECT id, path FROM linked_files') as [number, string][]);
  const read = (what: string, unpack: () => unknown): void => {
    try {
      unpack();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problems.push(`The ${what} cannot be read: ${error.message}.`);
    }
  };
  for (const [id] of database.all('SELECT file_id FROM contents WHERE facts IS NOT NULL')) {
    const row = database.get('SELECT path, facts FROM files JOIN contents ON file_id = id WHERE id = ?', id as number);
    if (row !== undefined)
      read(`summary of ${String(row[0])}`, () => unpackSummary(unsealed(blob(row[1]), rowSeed(id as number))));
  }
  const lists = database.all('SELECT id, path, reads, targets, overrides, open_names FROM linked_files');
  for (const [id, path, ...columns] of lists)
    for (const list of columns) read(`lists of ${String(path)}`, () => unpackIds(blob(list), id as number));
  for (const [to, from] of database.all('SELECT to_file, from_file FROM links') as [number, number][]) {
    const source = paths.get(from);
    if (source === undefined) problems.push(`There are links of a file that is not linked (${from}).`);
    const data = database.get('SELECT data FROM links WHERE to_file = ? AND from_file = ?', to, from)?.[0];
    read(`links of ${source ?? from}`, () => unpackLinks(unsealed(blob(data), rowSeed(to, from))));
  }
  for (const [file, data, name] of database.all('SELECT file, data, name FROM open_sites')) {
    const path = paths.get(file as number);
    if (path === undefined) problems.push(`There are unresolved sites of a file that is not linked (${String(file)}).`);
    read(`unresolved sites of ${path ?? String(file)}`, () =>
      unpackUnresolvedSites('', unsealed(blob(data), rowSeed(name as number, file as number))),
    );
  }
  const counts = `SELECT to_file AS id, count(*) AS links FROM links WHERE from_file <> to_file GROUP BY to_file`;
  const wrong = `SELECT id, links, degree FROM (${counts}) FULL JOIN link_degrees USING (id) WHERE ifnull(links, 0) <> ifnull(degree, 0)`;
  for (const [id, links, degree] of database.all(wrong))
    problems.push(`${Number(links)} files have links into ${paths.get(id as number) ?? String(id)} instead of ${Number(degree)}.`); // prettier-ignore
  const precise = database.all('SELECT path, source, hash, data FROM precise_links');
  for (const [path, source, hash, data] of precise as [string, string, string, Uint8Array][])
    read(`links of ${path} from ${source}`, () => unpackPreciseAnswers(unsealed(data, textSeed(path, source, hash))));
  return problems;
}

/** The bytes of a column; empty for NULL. */
function blob(value: SqlValue | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}

function distinctNames(definitions: Uint8Array): string[] {
  return [...new Set(unpackDefinitions(definitions).map((definition) => definition.name))];
}

function checkFieldLengths(database: Database): string[] {
  const problems: string[] = [];
  const rows = database.all('SELECT id, path, field_lengths FROM files');
  for (const [id, path, lengths] of rows as [number, string, Uint8Array][]) {
    try {
      const source = byteSource(unsealed(lengths, rowSeed(id)));
      for (let field = 0; field < tagFields.length; field++) readVarint(source);
      if (source.at !== source.end) throw new RangeError('bytes are left over');
    } catch {
      problems.push(`The field lengths of ${path} cannot be read.`);
    }
  }
  return problems;
}

/**
 * Decodes every posting. Segments must not overlap, keys must ascend within a segment, and files and segments must have as many postings as their
 * rows say.
 */
function checkTerms(database: Database): string[] {
  const problems: string[] = [];
  const found = new Map<number, number>();
  const segments = segmentsInUse(database);
  let end = 0;
  for (const segment of segments) {
    if (segment.firstFile <= end) problems.push(`Segment ${segment.id} overlaps the one before it.`);
    end = segment.lastFile;
    const postings = countPostings(database, segment, { found, problems });
    if (postings !== segment.postings) {
      problems.push(`Segment ${segment.id} has ${postings} postings instead of ${segment.postings}.`);
    }
  }
  const dangling = database.all(
    'SELECT DISTINCT segment FROM terms WHERE segment NOT IN (SELECT id FROM segments) LIMIT ?',
    problemsShown,
  );
  for (const [id] of dangling) problems.push(`Terms belong to the missing segment ${id}.`);
  let live = 0;
  for (const [id, path, expected] of database.all('SELECT id, path, posting_count FROM files') as [
    number,
    string,
    number,
  ][]) {
    const count = found.get(id) ?? 0;
    live += count;
    if (count !== expected) problems.push(`${path} has ${count} terms and names instead of ${expected}.`);
  }
  const all = segments.reduce((sum, segment) => sum + segment.postings - segment.deadPostings, 0);
  if (live !== all) problems.push(`There are ${live} live postings instead of ${all}.`);
  return problems;
}

/** Decodes the postings of a segment and returns their number. Adds them to `result.found` (by file), and problems to `result.problems`. */
function countPostings(
  database: Database,
  segment: Segment,
  result: { found: Map<number, number>; problems: string[] },
): number {
  const entry = blockCursor();
  const posting = postingCursor();
  const previous = byteSink();
  let count = 0;
  let first = true;
  for (const row of database.all('SELECT data FROM terms WHERE segment = ? ORDER BY first', segment.id)) {
    startBlock(entry, unsealed(row[0] as Uint8Array, rowSeed(segment.id)));
    while (nextEntry(entry)) {
      if (!first && compareKeys(previous, entry.key) >= 0)
        result.problems.push(`Segment ${segment.id} is out of order.`);
      first = false;
      setKey(previous, entry.key);
      startPostings(posting, {
        bytes: entry.bytes,
        start: entry.listStart,
        end: entry.listEnd,
        base: segment.firstFile,
      });
      while (nextPosting(posting)) {
        count++;
        result.found.set(posting.fileId, (result.found.get(posting.fileId) ?? 0) + 1);
      }
    }
  }
  return count;
}

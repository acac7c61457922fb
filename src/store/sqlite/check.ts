/** Looks for damage: SQLite's own checks, then everything in our tables that must agree. */
import { byteSource, readVarint } from '../../util/varint.ts';
import { tagFields } from '../store.ts';
import type { HealthProblem } from '../store.ts';
import type { Database } from './driver.ts';
import { nextPosting, postingCursor, startPostings } from './posting-list.ts';
import { segmentsInUse } from './segments.ts';
import type { Segment } from './segments.ts';
import { blockCursor, compareKeys, nextEntry, setKey, startBlock } from './term-block.ts';
import { byteSink } from '../../util/varint.ts';

const rebuildHint = 'Run `code-scout index --force` to rebuild the index.';
/** Of each kind, so that a ruined file does not fill the screen. */
const problemsShown = 5;

/** Empty when all is sound. Reads the whole index. */
export function checkDatabase(database: Database): HealthProblem[] {
  const checks = [checkPages, checkForeignKeys, checkRowCounts, checkFieldLengths, checkTerms];
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
  const lines = database.all(`PRAGMA integrity_check(${problemsShown})`).map((row) => String(row[0]));
  return lines.filter((line) => line !== 'ok').map((line) => `The database is damaged: ${line}`);
}

function checkForeignKeys(database: Database): string[] {
  return database
    .all('PRAGMA foreign_key_check')
    .map(([table, row, parent]) => `Row ${row} of ${table} belongs to a row of ${parent} that is not there.`);
}

/** Counts in `files` against the rows that hang on it, and rows that hang on nothing. */
function checkRowCounts(database: Database): string[] {
  const problems: string[] = [];
  for (const [table, column] of [
    ['definitions', 'definition_count'],
    ['imports', 'import_count'],
  ]) {
    const wrong = database.all(
      `SELECT path, ${column}, (SELECT count(*) FROM ${table} AS row WHERE row.id >= file.id << 20 AND row.id < (file.id + file.id_span) << 20)
          AS found
        FROM files AS file WHERE found <> ${column} LIMIT ?`,
      problemsShown,
    );
    for (const [path, expected, found] of wrong) problems.push(`${path} has ${found} ${table} instead of ${expected}.`);
    const counts = database.get(
      `SELECT (SELECT count(*) FROM ${table}), (SELECT coalesce(sum(${column}), 0) FROM files)`,
    );
    const [rows, expected] = counts as [number, number];
    if (rows !== expected) problems.push(`There are ${rows} ${table} instead of ${expected}.`);
  }
  const missing = database.all(
    `SELECT path FROM files WHERE reference_count > 0 AND NOT EXISTS (SELECT 1 FROM refs WHERE file_id = files.id) LIMIT ?`,
    problemsShown,
  );
  for (const [path] of missing) problems.push(`The references of ${path} are missing.`);
  return problems;
}

function checkFieldLengths(database: Database): string[] {
  const problems: string[] = [];
  for (const [path, lengths] of database.all('SELECT path, field_lengths FROM files') as [string, Uint8Array][]) {
    const source = byteSource(lengths);
    try {
      for (let field = 0; field < tagFields.length; field++) readVarint(source);
      if (source.at !== source.end) throw new RangeError('bytes are left over');
    } catch {
      problems.push(`The field lengths of ${path} cannot be read.`);
    }
  }
  return problems;
}

/** Decodes every posting: keys and files ascend, and each file has as many as its row says. */
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
  for (const [id] of dangling) problems.push(`Terms belong to segment ${id}, which is not there.`);
  let live = 0;
  for (const [id, path, expected] of database.all('SELECT id, path, posting_count FROM files') as [
    number,
    string,
    number,
  ][]) {
    const count = found.get(id) ?? 0;
    live += count;
    if (count !== expected) problems.push(`${path} stands under ${count} terms and names instead of ${expected}.`);
  }
  const all = segments.reduce((sum, segment) => sum + segment.postings - segment.deadPostings, 0);
  if (live !== all) problems.push(`There are ${live} live postings instead of ${all}.`);
  return problems;
}

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
    startBlock(entry, row[0] as Uint8Array);
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

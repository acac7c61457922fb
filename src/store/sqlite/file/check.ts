/** Checks an index for damage: SQLite's own checks, then what must agree in our tables, then the contents, as in every engine. */
import { byteSource, readVarint } from '../../../util/bytes/varint.ts';
import { contentChecks } from '../../check-contents.ts';
import { rowSeed, unsealed } from '../../packed/sealed.ts';
import { tagFields } from '../../store.ts';
import type { HealthProblem, Store } from '../../store.ts';
import type { Database, SqlValue } from './driver.ts';
import { nextPosting, postingCursor, startPostings } from '../index/posting-list.ts';
import { segmentsInUse } from '../index/segments.ts';
import type { Segment } from '../index/segments.ts';
import { checkLeftOut } from '../tables/left-out.ts';
import { unpackIds } from '../tables/link-tables.ts';
import { checkVectors } from '../tables/vector-tables.ts';
import { blockCursor, compareKeys, isName, nextEntry, setKey, startBlock } from '../index/term-block.ts';
import { byteSink } from '../../../util/bytes/varint.ts';

const rebuildHint = 'Run `code-scout index --force` to rebuild the index.';
/** Maximum number of problems shown of each kind, so that a badly damaged file does not fill the screen. */
const problemsShown = 5;

/** Problems of what this engine stores in its own way. `contentChecks` has the rest. Empty if the index is sound. */
export function checkDatabase(database: Database): HealthProblem[] {
  const checks = [checkPages, checkForeignKeys, checkVectors, checkLinks, checkFieldLengths, checkTerms, checkLeftOut];
  const problems: HealthProblem[] = [];
  for (const check of checks) {
    try {
      problems.push(...shown(check(database)));
    } catch (error) {
      problems.push(...shown([messageOf(error)]));
    }
  }
  return problems;
}

/** Problems of the contents of files and links. */
export async function checkContents(store: Store): Promise<HealthProblem[]> {
  const problems: HealthProblem[] = [];
  for (const check of contentChecks) {
    try {
      problems.push(...shown(await check(store)));
    } catch (error) {
      problems.push(...shown([messageOf(error)]));
    }
  }
  return problems;
}

function shown(problems: readonly string[]): HealthProblem[] {
  return problems.slice(0, problemsShown).map((what) => ({ what, hint: rebuildHint }));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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

/**
 * Decodes the lists of linked files. Links and unresolved sites must belong to a linked file, and the stored numbers of files with links into each file
 * must be right.
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
  const lists = database.all('SELECT id, path, reads, targets, overrides, open_names FROM linked_files');
  for (const [id, path, ...columns] of lists)
    for (const list of columns) read(`lists of ${String(path)}`, () => unpackIds(blob(list), id as number));
  for (const [from] of database.all('SELECT DISTINCT from_file FROM links'))
    if (!paths.has(from as number)) problems.push(`There are links of a file that is not linked (${String(from)}).`);
  for (const [file] of database.all('SELECT DISTINCT file FROM open_sites'))
    if (!paths.has(file as number))
      problems.push(`There are unresolved sites of a file that is not linked (${String(file)}).`);
  const counts = `SELECT to_file AS id, count(*) AS links FROM links WHERE from_file <> to_file GROUP BY to_file`;
  const wrong = `SELECT id, links, degree FROM (${counts}) FULL JOIN link_degrees USING (id) WHERE ifnull(links, 0) <> ifnull(degree, 0)`;
  for (const [id, links, degree] of database.all(wrong))
    problems.push(`${Number(links)} files have links into ${paths.get(id as number) ?? String(id)} instead of ${Number(degree)}.`); // prettier-ignore
  return problems;
}

/** The bytes of a column; empty for NULL. */
function blob(value: SqlValue | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(0);
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
  const names = new Map<number, number>();
  const segments = segmentsInUse(database);
  let end = 0;
  for (const segment of segments) {
    if (segment.firstFile <= end) problems.push(`Segment ${segment.id} overlaps the one before it.`);
    end = segment.lastFile;
    const postings = countPostings(database, segment, { found, names, problems });
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
  const rows = database.all('SELECT id, path, posting_count, posting_count - term_count FROM files');
  for (const [id, path, expected, expectedNames] of rows as [number, string, number, number][]) {
    const count = found.get(id) ?? 0;
    live += count;
    if (count !== expected) problems.push(`${path} has ${count} terms and names instead of ${expected}.`);
    const nameCount = names.get(id) ?? 0;
    if (nameCount !== expectedNames)
      problems.push(`${path} has ${nameCount} names of definitions instead of ${expectedNames}.`);
  }
  const all = segments.reduce((sum, segment) => sum + segment.postings - segment.deadPostings, 0);
  if (live !== all) problems.push(`There are ${live} live postings instead of ${all}.`);
  return problems;
}

/** Decodes the postings of a segment and returns their number. Adds them by file to `result.found`, those of names to `result.names` too. */
function countPostings(
  database: Database,
  segment: Segment,
  result: { found: Map<number, number>; names: Map<number, number>; problems: string[] },
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
        const { fileId } = posting;
        result.found.set(fileId, (result.found.get(fileId) ?? 0) + 1);
        if (isName(entry.key)) result.names.set(fileId, (result.names.get(fileId) ?? 0) + 1);
      }
    }
  }
  return count;
}

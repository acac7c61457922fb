/**
 * `code-scout files`: the indexed files, or the skipped files with the reasons, after their counts; with --chunks the tool `list_indexed_files`.
 * The index is brought up to date first.
 */
import type { Engine, FileListing, LeftOutListing } from '../../engine/types.ts';
import type { LeftOutReason } from '../../model/file.ts';
import { AppError } from '../../model/error.ts';
import { languageId } from '../../tools/code-scout-search/filters.ts';
import { tool as listIndexedFiles } from '../../tools/list-indexed-files/tool.ts';
import { forEachProject } from '../answers/each-project.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { refreshIndex } from '../index-run.ts';
import { foldText } from '../terminal/fold.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { withProject } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { formatCount, formatCounts, plural } from '../terminal/quantities.ts';
import { formatTable } from '../terminal/table.ts';
import type { Column } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface FileOptions {
  language?: string;
  prefix?: string;
  leftOut?: boolean;
  reason?: LeftOutReason;
  issues?: boolean;
  chunks?: boolean;
  limit?: string;
  offset?: string;
}

/** How many files one call of the engine returns at most. */
const pageSize = 1000;
/** An update of the index that takes longer than this (ms) shows its progress. */
const quietMs = 1000;

function readLimit(limit: string | undefined): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  const value = Number(limit);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new AppError('ValidationError', `--limit must be a whole number from 1, not ${JSON.stringify(limit)}`, {
    hint: 'Give a number of lines, or leave it out for all.',
    details: { field: 'limit', expected: 'a whole number from 1', received: limit },
  });
}

type Row = FileListing['files'][number];

async function readPages<T>(limit: number, page: (offset: number, size: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  while (all.length < limit) {
    const size = Math.min(pageSize, limit - all.length);
    const rows = await page(all.length, size);
    all.push(...rows);
    if (rows.length < size) break;
  }
  return all;
}

function printTable(terminal: Terminal, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return;
  terminal.out('');
  const paintHead = (text: string): string => terminal.paint('bold', text);
  for (const line of formatTable({ columns, rows, width: terminal.width, paintHead })) terminal.out(line);
}

/** A path, and behind it what is to be said of it, in brackets. */
function paintPath(terminal: Terminal, text: string): string {
  const notes = / \([^()]*\)$/.exec(text)?.[0] ?? '';
  return terminal.paint('path', text.slice(0, text.length - notes.length)) + terminal.paint('dim', notes);
}

function printRest(terminal: Terminal, shown: number, total: number): void {
  if (shown < total) terminal.out(`... and ${formatCount(total - shown)} more`);
}

function printFiles(terminal: Terminal, rows: readonly Row[], total: number): void {
  const columns: Column[] = [
    { title: 'language' },
    { title: 'lines', align: 'right' },
    { title: 'bytes', align: 'right' },
    { title: 'names', align: 'right' },
    // At the end, so that a long one makes no other row longer.
    { title: 'path', paint: (text) => paintPath(terminal, text) },
  ];
  const cells = rows.map((file) => {
    // An issue that begins with the name of a trait says more than it.
    const traits = file.traits.filter((trait) => !file.issues.some((issue) => issue.startsWith(`${trait}:`)));
    const notes = printable([...traits, ...file.issues].filter((note) => note !== 'exports').join(', '));
    return [
      file.language,
      formatCount(file.lines),
      formatCount(file.size),
      formatCount(file.definitions),
      printable(file.path) + (notes === '' ? '' : ` (${notes})`),
    ];
  });
  printTable(terminal, columns, cells);
  printRest(terminal, rows.length, total);
}

async function listIndexed(engine: Engine, terminal: Terminal, options: FileOptions, json: boolean): Promise<number> {
  const language = options.language === undefined ? undefined : languageId(options.language, engine.languages());
  const filter = {
    ...(language === undefined ? {} : { language }),
    ...(options.prefix === undefined ? {} : { pathPrefix: options.prefix.replace(/^\.\//, '') }),
  };
  const { total } = await engine.listFiles({ ...filter, limit: 1 });
  const limit = readLimit(options.limit);
  const read = async (offset: number, size: number): Promise<Row[]> =>
    (await engine.listFiles({ ...filter, offset, limit: size })).files;
  const readCount = options.issues === true ? Number.POSITIVE_INFINITY : limit;
  const listed = await readPages(readCount, read);
  // The engine cannot filter by issues, so with `--issues` all files are read and filtered here.
  const matching = options.issues === true ? listed.filter((file) => file.issues.length > 0) : listed;
  const count = options.issues === true ? matching.length : total;
  const shown = matching.slice(0, limit);
  const status = await engine.status();
  if (json) {
    const { languages, leftOut } = status;
    terminal.out(printableJson({ total: count, languages, left_out: leftOut, files: shown }));
    return count;
  }
  const print = (text: string): void => terminal.out(foldText(text, terminal.width));
  print(`Indexed: ${plural(status.filesIndexed, 'file')} (${formatCounts(status.languages) || 'none'})`);
  print(`Skipped: ${formatCounts(status.leftOut) || 'none'}`);
  if (count !== status.filesIndexed) terminal.out(`Matching: ${plural(count, 'file')}`);
  printFiles(terminal, shown, count);
  return count;
}

async function listLeftOut(engine: Engine, terminal: Terminal, options: FileOptions, json: boolean): Promise<number> {
  const filter = options.reason === undefined ? {} : { reason: options.reason };
  const { total, counts } = await engine.listLeftOut({ ...filter, limit: 1 });
  const read = async (offset: number, size: number): Promise<LeftOutListing['leftOut']> =>
    (await engine.listLeftOut({ ...filter, offset, limit: size })).leftOut;
  const rows = await readPages(readLimit(options.limit), read);
  if (json) {
    terminal.out(printableJson({ total, counts, left_out: rows }));
    return total;
  }
  terminal.out(`Skipped: ${formatCounts(counts) || 'none'}`);
  const columns: Column[] = [
    { title: 'reason' },
    // At the end, so that a long one makes no other row longer.
    { title: 'path', paint: (text) => paintPath(terminal, text) },
  ];
  printTable(
    terminal,
    columns,
    rows.map(({ path, reason, detail }) => [
      reason,
      printable(path) + (detail === null ? '' : ` (${printable(detail)})`),
    ]),
  );
  printRest(terminal, rows.length, total);
  return total;
}

export async function listFiles(request: ProjectRequest, options: FileOptions): Promise<ExitCode> {
  if (options.chunks === true) {
    return runTool(request, { tool: listIndexedFiles, args: argumentsFor('list_indexed_files', {}, options) });
  }
  // Only for its error: a wrong argument is reported before the index is updated.
  readLimit(options.limit);
  return forEachProject(request, (one) => listFilesOf(one, options));
}

async function listFilesOf(request: ProjectRequest, options: FileOptions): Promise<ExitCode> {
  const { terminal } = request;
  const json = request.options.json ?? false;
  return withProject(request, async ({ engine }) => {
    await refreshIndex(engine, { terminal, json, quietMs });
    const leftOut = options.leftOut === true || options.reason !== undefined;
    const list = leftOut ? listLeftOut : listIndexed;
    return (await list(engine, terminal, options, json)) === 0 ? exitCode.nothing : exitCode.ok;
  });
}

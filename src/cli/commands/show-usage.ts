/** `code-scout stats`: shows the counts of calls to the project's servers, or deletes them. */
import type { Origin } from '../../config/load.ts';
import { formatBytes } from '../../config/values.ts';
import { AppError } from '../../model/error.ts';
import { keptDays, type GrowthPoint, type QueryUsage, type ToolUsage, type UsageReport } from '../../model/usage.ts';
import { splitAtWidth } from '../terminal/display-width.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { type ProjectRequest } from '../asked-root.ts';
import { withProject, type Project } from '../project.ts';
import { formatCount, formatCounts, formatDuration, plural } from '../terminal/quantities.ts';
import { formatTable, type Column } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface StatsOptions {
  days?: string;
  forget?: boolean;
}

const usualDays = 7;
const shownPopular = 10;
const shownWithoutResults = 5;
/** How many columns of a query's text are shown. */
const queryWidth = 60;

function readDays(days: string | undefined): number {
  const value = Number(days ?? usualDays);
  if (Number.isSafeInteger(value) && value >= 1 && value <= keptDays) return value;
  throw new AppError('ValidationError', `--days must be a whole number from 1 to ${keptDays}`, {
    hint: `Counts are kept for ${keptDays} days.`,
    details: { field: '--days', expected: `1 to ${keptDays}`, received: days },
  });
}

/** Below ten milliseconds with one decimal. */
function latency(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : formatDuration(ms);
}

function share(part: number, all: number): string {
  return all === 0 ? '' : `${Math.round((100 * part) / all)} %`;
}

/** `2026-11-22 18:04`, in UTC. */
function moment(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

function printTable(terminal: Terminal, title: string, columns: readonly Column[], rows: readonly string[][]): void {
  terminal.out('');
  terminal.out(terminal.paint('bold', title));
  const paintHead = (text: string): string => terminal.paint('dim', text);
  for (const line of formatTable({ columns, rows, width: terminal.width, paintHead })) terminal.out(line);
}

const right = (title: string): Column => ({ title, align: 'right' });

function printTools(terminal: Terminal, tools: readonly ToolUsage[]): void {
  if (tools.length === 0) return;
  const columns = [
    { title: 'tool' },
    ...['calls', 'failed', 'p50', 'p95', 'p99', 'from cache'].map(right),
    { title: 'errors' },
  ];
  const rows = tools.map((one) => [
    printable(one.tool),
    formatCount(one.calls),
    formatCount(one.failed),
    latency(one.p50Ms),
    latency(one.p95Ms),
    latency(one.p99Ms),
    share(one.cacheHits, one.cacheHits + one.cacheMisses),
    printable(formatCounts(one.errors)),
  ]);
  printTable(terminal, 'Tools', columns, rows);
}

function printQueries(terminal: Terminal, title: string, queries: readonly QueryUsage[]): void {
  if (queries.length === 0) return;
  const columns = [{ title: 'query' }, { title: 'tool' }, ...['asked', 'found'].map(right), { title: 'last (UTC)' }];
  const rows = queries.map(({ tool, query, calls, found, lastMs }) => {
    const [head, rest] = splitAtWidth(printable(query), queryWidth);
    const text = rest === '' ? head : `${head}…`;
    return [text, printable(tool), formatCount(calls), formatCount(found), moment(lastMs)];
  });
  printTable(terminal, title, columns, rows);
}

function difference(before: number, after: number, format: (size: number) => string): string {
  return after === before ? '0' : `${after > before ? '+' : '-'}${format(Math.abs(after - before))}`;
}

function printGrowth(terminal: Terminal, growth: readonly GrowthPoint[]): void {
  const [first, last] = [growth[0], growth.at(-1)];
  if (first === undefined || last === undefined) return;
  const columns = [{ title: 'when (UTC)' }, ...['files', 'definitions', 'size'].map(right)];
  const row = ({ atMs, files, definitions, bytes }: GrowthPoint): string[] => [
    moment(atMs),
    formatCount(files),
    formatCount(definitions),
    formatBytes(bytes),
  ];
  const change = [
    'difference',
    difference(first.files, last.files, formatCount),
    difference(first.definitions, last.definitions, formatCount),
    difference(first.bytes, last.bytes, formatBytes),
  ];
  printTable(terminal, 'The index', columns, first === last ? [row(first)] : [row(first), row(last), change]);
}

/** Why there may be no counts, or only some. */
function notes(report: UsageReport, originOf: (key: string) => Origin | undefined): string[] {
  const off = (key: string): string => {
    const where = originOf(key)?.where ?? '';
    return where === '' ? `\`${key}\` is off` : `\`${key}\` is off (${printable(where)})`;
  };
  return [
    ...(report.counting ? [] : [`Servers count nothing: ${off('metrics.enabled')}.`]),
    ...(report.counting && !report.keepingQueries
      ? [`The words of queries are not stored: ${off('metrics.queries')}.`]
      : []),
    ...(report.problem === null ? [] : [`Counts cannot be read: ${printable(report.problem)}`]),
  ];
}

function isEmpty({ calls, growth }: UsageReport): boolean {
  return calls === 0 && growth.length === 0;
}

function print(terminal: Terminal, report: UsageReport, { root, loaded }: Project): void {
  const { calls, failed, days, peakMemoryBytes } = report;
  const span = days === 1 ? 'today' : `the last ${days} days`;
  terminal.out(`Usage of the servers of ${printable(root)}, ${span} (UTC)`);
  const reasons = notes(report, (key) => loaded.origins.get(key));
  for (const note of reasons) terminal.out(note);
  if (isEmpty(report)) {
    if (reasons.length === 0) {
      terminal.out(
        `No calls ${days < keptDays ? `in ${span}` : 'yet'}. A server counts the calls of agents, and saves the counts every ten seconds. Commands are not counted.`,
      );
    }
    return;
  }
  const memory = peakMemoryBytes === null ? '' : `; the most memory of a server was ${formatBytes(peakMemoryBytes)}`;
  const failures = failed === 0 ? 'none failed' : `${formatCount(failed)} failed (${share(failed, calls)})`;
  terminal.out(`${plural(calls, 'call')}${calls === 0 ? '' : `, ${failures}`}${memory}`);
  printTools(terminal, report.tools);
  printQueries(terminal, 'Most frequent queries', report.popular.slice(0, shownPopular));
  printQueries(terminal, 'Queries without results', report.foundNothing.slice(0, shownWithoutResults));
  printGrowth(terminal, report.growth);
}

export async function showUsage(request: ProjectRequest, options: StatsOptions): Promise<ExitCode> {
  const { terminal } = request;
  const json = request.options.json === true;
  const days = readDays(options.days);
  return withProject(request, async (project) => {
    const { usage } = project.engine;
    if (options.forget === true) {
      await usage.forget();
      if (json) terminal.out(printableJson({ forgotten: true }));
      else terminal.out('All counts and queries are deleted.');
      return exitCode.ok;
    }
    const report = await usage.report({ days });
    if (json) terminal.out(printableJson(report));
    else print(terminal, report, project);
    return isEmpty(report) ? exitCode.nothing : exitCode.ok;
  });
}

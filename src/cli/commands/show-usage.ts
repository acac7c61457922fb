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
import { ageText, formatCount, formatCounts, formatDuration, plural } from '../terminal/quantities.ts';
import { formatTable, type Column } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface StatsOptions {
  days?: string;
  forget?: boolean;
}

const defaultDays = 7;
const maxPopular = 10;
const maxWithoutResults = 5;
/** Longer queries are cut to this width (columns). */
const queryWidth = 60;

function readDays(days: string | undefined): number {
  const value = Number(days ?? defaultDays);
  if (Number.isSafeInteger(value) && value >= 1 && value <= keptDays) return value;
  throw new AppError('ValidationError', `--days must be a whole number from 1 to ${keptDays}`, {
    hint: `Counts are kept for ${keptDays} days.`,
    details: { field: '--days', expected: `1 to ${keptDays}`, received: days },
  });
}

/** With one decimal below ten milliseconds. */
function latencyText(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : formatDuration(ms);
}

function percentText(part: number, all: number): string {
  return all === 0 ? '' : `${Math.round((100 * part) / all)} %`;
}

function ageOf(ms: number): string {
  return ageText(new Date(ms).toISOString());
}

function printTable(terminal: Terminal, title: string, columns: readonly Column[], rows: readonly string[][]): void {
  terminal.out('');
  terminal.out(terminal.paint('bold', title));
  const paintHead = (text: string): string => terminal.paint('dim', text);
  for (const line of formatTable({ columns, rows, width: terminal.width, paintHead })) terminal.out(line);
}

const rightColumn = (title: string): Column => ({ title, align: 'right' });

function printTools(terminal: Terminal, tools: readonly ToolUsage[]): void {
  if (tools.length === 0) return;
  const columns = [
    { title: 'tool' },
    ...['calls', 'failed', 'p50', 'p95', 'p99', 'from cache'].map(rightColumn),
    { title: 'errors' },
  ];
  const rows = tools.map((one) => [
    printable(one.tool),
    formatCount(one.calls),
    formatCount(one.failed),
    latencyText(one.p50Ms),
    latencyText(one.p95Ms),
    latencyText(one.p99Ms),
    percentText(one.cacheHits, one.cacheHits + one.cacheMisses),
    printable(formatCounts(one.errors)),
  ]);
  printTable(terminal, 'Tools', columns, rows);
}

function printQueries(terminal: Terminal, title: string, queries: readonly QueryUsage[]): void {
  if (queries.length === 0) return;
  const columns = [{ title: 'query' }, { title: 'tool' }, ...['asked', 'found'].map(rightColumn), { title: 'last' }];
  const rows = queries.map(({ tool, query, calls, found, lastMs }) => {
    const [head, rest] = splitAtWidth(printable(query), queryWidth);
    const text = rest === '' ? head : `${head}…`;
    return [text, printable(tool), formatCount(calls), formatCount(found), ageOf(lastMs)];
  });
  printTable(terminal, title, columns, rows);
}

function differenceText(before: number, after: number, format: (size: number) => string): string {
  return after === before ? '0' : `${after > before ? '+' : '-'}${format(Math.abs(after - before))}`;
}

function printGrowth(terminal: Terminal, growth: readonly GrowthPoint[]): void {
  const [first, last] = [growth[0], growth.at(-1)];
  if (first === undefined || last === undefined) return;
  const columns = [{ title: 'when' }, ...['files', 'definitions', 'size'].map(rightColumn)];
  const row = ({ atMs, files, definitions, bytes }: GrowthPoint): string[] => [
    ageOf(atMs),
    formatCount(files),
    formatCount(definitions),
    formatBytes(bytes),
  ];
  const change = [
    'difference',
    differenceText(first.files, last.files, formatCount),
    differenceText(first.definitions, last.definitions, formatCount),
    differenceText(first.bytes, last.bytes, formatBytes),
  ];
  printTable(terminal, 'The index', columns, first === last ? [row(first)] : [row(first), row(last), change]);
}

/** Why there may be no counts, or only some. */
function notesOf(report: UsageReport, originOf: (key: string) => Origin | undefined): string[] {
  const offText = (key: string): string => {
    const where = originOf(key)?.where ?? '';
    return where === '' ? `\`${key}\` is off` : `\`${key}\` is off (${printable(where)})`;
  };
  return [
    ...(report.counting ? [] : [`Servers count nothing: ${offText('metrics.enabled')}.`]),
    ...(report.counting && !report.keepingQueries
      ? [`The words of queries are not stored: ${offText('metrics.queries')}.`]
      : []),
    ...(report.problem === null ? [] : [`Counts cannot be read: ${printable(report.problem)}`]),
  ];
}

function isEmpty({ calls, growth }: UsageReport): boolean {
  return calls === 0 && growth.length === 0;
}

function printReport(terminal: Terminal, report: UsageReport, { root, loaded }: Project): void {
  const { calls, failed, days, peakMemoryBytes } = report;
  const span = days === 1 ? 'today' : `the last ${days} days`;
  terminal.out(`Usage of the servers of ${printable(root)}, ${span} (UTC)`);
  const reasons = notesOf(report, (key) => loaded.origins.get(key));
  for (const note of reasons) terminal.out(note);
  if (isEmpty(report)) {
    if (reasons.length === 0) {
      terminal.out(
        `No calls ${days < keptDays ? `in ${span}` : 'yet'}. A server counts the calls of agents, and saves the counts every ten seconds. Commands are not counted.`,
      );
    }
    return;
  }
  const memory = peakMemoryBytes === null ? '' : `; a server used up to ${formatBytes(peakMemoryBytes)} of memory`;
  const failures = failed === 0 ? 'none failed' : `${formatCount(failed)} failed (${percentText(failed, calls)})`;
  terminal.out(`${plural(calls, 'call')}${calls === 0 ? '' : `, ${failures}`}${memory}`);
  printTools(terminal, report.tools);
  printQueries(terminal, 'Most frequent queries', report.popular.slice(0, maxPopular));
  printQueries(terminal, 'Queries without results', report.foundNothing.slice(0, maxWithoutResults));
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
    else printReport(terminal, report, project);
    return isEmpty(report) ? exitCode.nothing : exitCode.ok;
  });
}

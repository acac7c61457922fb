/** Makes the usage report from the stored and pending counts. */
import type { DayUsage, QueryUsage, ToolUsage, UsageReport } from '../../model/usage.ts';
import type { ToolCounts, UsageTotals } from '../../store/usage-store.ts';
import { latencyQuantile } from '../../util/latency-histogram.ts';

/** Each list of queries has at most this many. */
const shownQueries = 50;

function toolUsage([tool, counts]: [string, ToolCounts]): ToolUsage {
  const { calls, cacheHits, cacheMisses, errors, latency } = counts;
  const quantile = (share: number): number => Number(latencyQuantile(latency, share).toPrecision(3));
  return {
    tool,
    calls,
    failed: failedCalls(counts),
    errors: Object.fromEntries([...errors].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))),
    cacheHits,
    cacheMisses,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
  };
}

/** The number of calls that failed with any error. */
function failedCalls({ errors }: ToolCounts): number {
  return errors.values().reduce((sum, count) => sum + count, 0);
}

function mostAsked(queries: readonly QueryUsage[]): QueryUsage[] {
  const byText = (a: QueryUsage, b: QueryUsage): number => (a.query + a.tool < b.query + b.tool ? -1 : 1);
  return queries.toSorted((a, b) => b.calls - a.calls || b.lastMs - a.lastMs || byText(a, b)).slice(0, shownQueries);
}

/** @param header the fields of the report that do not come from the counts */
export function usageReport(
  { tools: countsByTool, days: byDay, queries, growth }: UsageTotals,
  header: Pick<UsageReport, 'days' | 'counting' | 'keepingQueries' | 'path' | 'problem'>,
): UsageReport {
  const tools = [...countsByTool].map(toolUsage).toSorted((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
  const days = [...byDay]
    .map(([day, counts]): DayUsage => ({ day, ...counts }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const peaks = days.flatMap(({ peakMemoryBytes }) => (peakMemoryBytes === null ? [] : [peakMemoryBytes]));
  return {
    ...header,
    calls: tools.reduce((sum, { calls }) => sum + calls, 0),
    failed: tools.reduce((sum, { failed }) => sum + failed, 0),
    tools,
    byDay: days,
    popular: mostAsked(queries),
    foundNothing: mostAsked(queries.filter(({ found }) => found === 0)),
    growth: [...growth],
    peakMemoryBytes: peaks.length === 0 ? null : Math.max(...peaks),
  };
}

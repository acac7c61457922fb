/** Makes the usage report from the counts. */
import type { DayUsage, QueryUsage, ToolUsage, UsageReport } from '../../model/usage.ts';
import type { ToolCounts, UsageTotals } from '../../store/usage-store.ts';
import { latencyQuantile } from '../../util/latency-histogram.ts';

/** Limit on the number of queries in each list. */
const shownQueries = 50;

function toolUsage([tool, counts]: [string, ToolCounts]): ToolUsage {
  const { calls, cacheHits, cacheMisses, errors, latency } = counts;
  const quantile = (share: number): number => Number(latencyQuantile(latency, share).toPrecision(3));
  return {
    tool,
    calls,
    failed: failedOf(counts),
    errors: Object.fromEntries([...errors].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))),
    cacheHits,
    cacheMisses,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
  };
}

function failedOf({ errors }: ToolCounts): number {
  return errors.values().reduce((sum, count) => sum + count, 0);
}

function mostAsked(queries: readonly QueryUsage[]): QueryUsage[] {
  const byText = (a: QueryUsage, b: QueryUsage): number => (a.query + a.tool < b.query + b.tool ? -1 : 1);
  return queries.toSorted((a, b) => b.calls - a.calls || b.lastMs - a.lastMs || byText(a, b)).slice(0, shownQueries);
}

export function usageReport(
  { tools, days: byDay, queries, growth }: UsageTotals,
  about: Pick<UsageReport, 'days' | 'counting' | 'keepingQueries' | 'path' | 'problem'>,
): UsageReport {
  const all = [...tools].map(toolUsage).toSorted((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
  const days = [...byDay]
    .map(([day, counts]): DayUsage => ({ day, ...counts }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const peaks = days.flatMap(({ peakMemoryBytes }) => (peakMemoryBytes === null ? [] : [peakMemoryBytes]));
  return {
    ...about,
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    tools: all,
    byDay: days,
    popular: mostAsked(queries),
    foundNothing: mostAsked(queries.filter(({ found }) => found === 0)),
    growth: [...growth],
    peakMemoryBytes: peaks.length === 0 ? null : Math.max(...peaks),
  };
}

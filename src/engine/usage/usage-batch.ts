/** Usage counts in memory that are not written to the store yet. Invariant: their size is bounded, however long they wait. */
import {
  keptDays,
  longestQuery,
  mostGrowthPoints,
  mostQueries,
  type GrowthPoint,
  type QueryUsage,
  type UsageCall,
} from '../../model/usage.ts';
import { dayOf, halvingDays, isSignificant } from '../../store/usage-store.ts';
import type { DayCounts, ToolCounts, UsageBatch, UsageTotals } from '../../store/usage-store.ts';
import { addLatency, createLatencyHistogram, mergeLatencies } from '../../util/latency-histogram.ts';

const dayMs = 86_400_000;

/** When this many queries are pending, the least valuable ones are dropped, down to `mostQueries`. The distance between the two makes that rare. */
const mostPendingQueries = 2 * mostQueries;

export interface PendingUsage {
  /** When this counting began (ms since 1970). */
  sinceMs: number;
  days: Map<string, DayCounts>;
  /** Keys: tool, NUL, text of the query. */
  queries: Map<string, QueryUsage>;
  growth: GrowthPoint[];
}

export function emptyUsage(nowMs: number): PendingUsage {
  return { sinceMs: nowMs, days: new Map(), queries: new Map(), growth: [] };
}

export function isEmptyUsage({ days, growth }: PendingUsage): boolean {
  return days.size === 0 && growth.length === 0;
}

export function batchOf({ sinceMs, days, queries, growth }: PendingUsage): UsageBatch {
  return { sinceMs, days, queries: [...queries.values()], growth };
}

function emptyCounts(): ToolCounts {
  return { calls: 0, cacheHits: 0, cacheMisses: 0, errors: new Map(), latency: createLatencyHistogram() };
}

function dayCounts(usage: PendingUsage, day: string): DayCounts {
  let counts = usage.days.get(day);
  if (counts === undefined) {
    counts = { tools: new Map(), peakMemoryBytes: null };
    usage.days.set(day, counts);
    // Drops the oldest day.
    if (usage.days.size > keptDays) usage.days.delete([...usage.days.keys()].toSorted()[0] ?? day);
  }
  return counts;
}

function toolCounts(tools: Map<string, ToolCounts>, tool: string): ToolCounts {
  let counts = tools.get(tool);
  if (counts === undefined) {
    counts = emptyCounts();
    tools.set(tool, counts);
  }
  return counts;
}

/** @param keepQuery whether the text of the query may be stored */
export function addCall(usage: PendingUsage, call: UsageCall, nowMs: number, keepQuery: boolean): void {
  const counts = toolCounts(dayCounts(usage, dayOf(nowMs)).tools, call.tool);
  counts.calls++;
  if (call.cache === true) counts.cacheHits++;
  if (call.cache === false) counts.cacheMisses++;
  if (call.error !== null) counts.errors.set(call.error, (counts.errors.get(call.error) ?? 0) + 1);
  addLatency(counts.latency, call.durationMs);
  if (!keepQuery || call.query === null) return;
  const found = (call.results ?? 0) > 0 ? 1 : 0;
  addQuery(usage, { tool: call.tool, query: queryText(call.query), calls: 1, found, lastMs: nowMs });
}

/** The query as it is stored: cut, and without NUL and lone surrogates, which the store cannot hold. */
function queryText(query: string): string {
  return query.slice(0, longestQuery).replaceAll('\0', '\uFFFD').toWellFormed();
}

function addQuery(usage: PendingUsage, query: QueryUsage): void {
  if (query.query.trim() === '') return;
  const key = `${query.tool}\0${query.query}`;
  const existing = usage.queries.get(key);
  if (existing === undefined) {
    usage.queries.set(key, { ...query });
    if (usage.queries.size > mostPendingQueries) dropQueries(usage, query.lastMs);
    return;
  }
  existing.calls += query.calls;
  existing.found += query.found;
  existing.lastMs = Math.max(existing.lastMs, query.lastMs);
}

/** Keeps the most valuable queries. The value of a query is its number of calls; it halves in the first `halvingDays` without a call. */
function dropQueries(usage: PendingUsage, nowMs: number): void {
  const worth = ({ calls, lastMs }: QueryUsage): number =>
    calls / (1 + Math.max(0, nowMs - lastMs) / (halvingDays * dayMs));
  const best = [...usage.queries].toSorted(([, a], [, b]) => worth(b) - worth(a) || b.lastMs - a.lastMs);
  usage.queries = new Map(best.slice(0, mostQueries));
}

export function addMemory(usage: PendingUsage, bytes: number, nowMs: number): void {
  const counts = dayCounts(usage, dayOf(nowMs));
  counts.peakMemoryBytes = Math.max(counts.peakMemoryBytes ?? 0, bytes);
}

export function addGrowth(usage: PendingUsage, point: GrowthPoint): void {
  if (!isSignificant(usage.growth.at(-1), point)) return;
  usage.growth.push(point);
  if (usage.growth.length > mostGrowthPoints) usage.growth.shift();
}

function mergeCounts(into: ToolCounts, from: ToolCounts): void {
  into.calls += from.calls;
  into.cacheHits += from.cacheHits;
  into.cacheMisses += from.cacheMisses;
  for (const [type, count] of from.errors) into.errors.set(type, (into.errors.get(type) ?? 0) + count);
  mergeLatencies(into.latency, from.latency);
}

/** Adds the later counts to the earlier ones, which could not be written. Returns the earlier ones. */
export function mergeUsage(earlier: PendingUsage, later: PendingUsage): PendingUsage {
  for (const [day, { tools, peakMemoryBytes }] of later.days) {
    const counts = dayCounts(earlier, day);
    for (const [tool, from] of tools) mergeCounts(toolCounts(counts.tools, tool), from);
    if (peakMemoryBytes !== null) counts.peakMemoryBytes = Math.max(counts.peakMemoryBytes ?? 0, peakMemoryBytes);
  }
  for (const query of later.queries.values()) addQuery(earlier, query);
  for (const point of later.growth) addGrowth(earlier, point);
  return earlier;
}

export function emptyTotals(): UsageTotals {
  return { tools: new Map(), days: new Map(), queries: [], growth: [] };
}

/** Adds pending counts from `fromMs` on to the totals of the store. */
export function addToTotals(totals: UsageTotals, usage: PendingUsage, fromMs: number): void {
  for (const [day, { tools, peakMemoryBytes }] of usage.days) {
    if (day < dayOf(fromMs)) continue;
    const existing = totals.days.get(day) ?? { calls: 0, failed: 0, peakMemoryBytes: null };
    totals.days.set(day, existing);
    for (const [tool, from] of tools) {
      mergeCounts(toolCounts(totals.tools, tool), from);
      existing.calls += from.calls;
      existing.failed += from.errors.values().reduce((sum, count) => sum + count, 0);
    }
    if (peakMemoryBytes !== null) existing.peakMemoryBytes = Math.max(existing.peakMemoryBytes ?? 0, peakMemoryBytes);
  }
  const queries = new Map(totals.queries.map((query) => [`${query.tool}\0${query.query}`, query]));
  for (const query of usage.queries.values()) {
    if (query.lastMs < fromMs) continue;
    const existing = queries.get(`${query.tool}\0${query.query}`);
    if (existing === undefined) totals.queries.push({ ...query });
    else {
      existing.calls += query.calls;
      existing.found += query.found;
      existing.lastMs = Math.max(existing.lastMs, query.lastMs);
    }
  }
  // If the store has no point, the last pending one before `fromMs` is the base of the first difference.
  const before = usage.growth.findLast(({ atMs }) => atMs < fromMs);
  const within = usage.growth.filter(({ atMs }) => atMs >= fromMs);
  totals.growth.push(...(before === undefined || totals.growth.length > 0 ? [] : [before]), ...within);
}

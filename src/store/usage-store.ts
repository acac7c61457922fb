/**
 * The contract of the store for usage counts, which is separate from the index. Invariants: several processes may add at the same time, and no count
 * is lost; the data is bounded in number and in age (src/model/usage.ts).
 */
import type { GrowthPoint, QueryUsage } from '../model/usage.ts';
import type { LatencyHistogram } from '../util/latency-histogram.ts';

export interface ToolCounts {
  calls: number;
  cacheHits: number;
  cacheMisses: number;
  /** Failed calls by type. */
  errors: Map<string, number>;
  latency: LatencyHistogram;
}

export interface DayCounts {
  /** By tool. */
  tools: Map<string, ToolCounts>;
  /** Peak memory of a process; null if it was not measured. */
  peakMemoryBytes: number | null;
}

/** The counts since the last batch. */
export interface UsageBatch {
  /** When the first count of the batch was made (ms since 1970). */
  sinceMs: number;
  /** By day (`2026-11-22`, UTC). */
  days: Map<string, DayCounts>;
  queries: readonly QueryUsage[];
  /** Ordered by time. */
  growth: readonly GrowthPoint[];
}

/** The stored counts of a span of days. */
export interface UsageTotals {
  /** By tool, over all days. */
  tools: Map<string, ToolCounts>;
  /** By day; days without calls have no entry. */
  days: Map<string, { calls: number; failed: number; peakMemoryBytes: number | null }>;
  /** Queries that were last asked in these days. */
  queries: QueryUsage[];
  /** Points of these days and the last one before them, ordered by time. */
  growth: GrowthPoint[];
}

export interface UsageStore {
  /**
   * Adds a batch completely or not at all, in one short transaction. Drops a batch that began before all counts were removed. Rejects with a
   * `DatabaseError` if it cannot be written, or if another process writes for longer than `patienceMs`.
   */
  add(batch: UsageBatch, options: { nowMs: number; patienceMs: number }): Promise<void>;
  /** @param span `fromMs`: the first moment of a day (ms since 1970) */
  read(span: { fromMs: number }): Promise<UsageTotals>;
  /** Whether the file of the store was removed or replaced. */
  isGone(): boolean;
  close(): Promise<void>;
}

const hourMs = 3_600_000;
/** A size has changed significantly if the change is more than this share of it. */
const significantShare = 0.01;

/** Whether a point is worth storing after the last one: there is none, an hour has passed, or a size has changed significantly. */
export function isSignificant(last: GrowthPoint | undefined, next: GrowthPoint): boolean {
  if (last === undefined || Math.abs(next.atMs - last.atMs) >= hourMs) return true;
  const differs = (before: number, after: number): boolean => Math.abs(after - before) > significantShare * before;
  return (
    differs(last.files, next.files) || differs(last.definitions, next.definitions) || differs(last.bytes, next.bytes)
  );
}

/** A query that was not asked for this many days has half its value. When there are too many queries, those of least value are deleted. */
export const halvingDays = 7;

/** `2026-11-22`, in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

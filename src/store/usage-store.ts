/**
 * The contract of where a server's counts of its own use are kept, apart from the index. Invariants: several processes may add at the same
 * time and everything adds up; what is kept is bounded, in number and in age (src/model/usage.ts).
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
  /** The most memory that a process took; null when none was measured. */
  peakMemoryBytes: number | null;
}

/** What was counted since the last batch. */
export interface UsageBatch {
  /** When the first of it was counted (ms since 1970). */
  sinceMs: number;
  /** By day (`2026-11-22`, UTC). */
  days: Map<string, DayCounts>;
  queries: readonly QueryUsage[];
  /** In the order of time. */
  growth: readonly GrowthPoint[];
}

/** What is kept of a span of days. */
export interface UsageTotals {
  /** By tool, over all days. */
  tools: Map<string, ToolCounts>;
  /** By day, those with something to tell. */
  days: Map<string, { calls: number; failed: number; peakMemoryBytes: number | null }>;
  /** Last asked in these days. */
  queries: QueryUsage[];
  /** Of these days and the last one before them, in the order of time. */
  growth: GrowthPoint[];
}

export interface UsageStore {
  /**
   * All or nothing, in one short transaction. A batch that was begun before everything was forgotten is dropped. Rejects with a
   * `DatabaseError` where it cannot be written, also when another process is at it for longer than `patienceMs`.
   */
  add(batch: UsageBatch, options: { nowMs: number; patienceMs: number }): Promise<void>;
  /** @param span from the first moment of a day (ms since 1970) */
  read(span: { fromMs: number }): Promise<UsageTotals>;
  /** Whether its file is not there any more, or another one is. */
  isGone(): boolean;
  close(): Promise<void>;
}

const hourMs = 3_600_000;
const tellingShare = 0.01;

/** Whether a point says more than the last one: an hour has passed, or a size differs by more than a hundredth. */
export function isTelling(last: GrowthPoint | undefined, next: GrowthPoint): boolean {
  if (last === undefined || Math.abs(next.atMs - last.atMs) >= hourMs) return true;
  const differs = (before: number, after: number): boolean => Math.abs(after - before) > tellingShare * before;
  return (
    differs(last.files, next.files) || differs(last.definitions, next.definitions) || differs(last.bytes, next.bytes)
  );
}

/** What a query's worth is halved by, as the number of days since it was last asked: a store keeps those that are worth most. */
export const halvingDays = 7;

/** `2026-11-22`, in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

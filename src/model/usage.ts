/** Statistics of a server's own use, for its user alone: stored beside the index, sent nowhere. */

/** One finished call of a tool. */
export interface UsageCall {
  tool: string;
  durationMs: number;
  /** `type` of the structured error; null where the call did not fail. */
  error: string | null;
  /** Whether the answer was cached; null where the tool does not cache answers. */
  cache: boolean | null;
  /** The words asked for; null where there were none. */
  query: string | null;
  /** How many results there were; null where the tool does not count them. */
  results: number | null;
}

/** The size of the index after a run that changed it. */
export interface GrowthPoint {
  /** Ms since 1970. */
  atMs: number;
  files: number;
  definitions: number;
  /** Size of the index on disk. */
  bytes: number;
}

export interface QueryUsage {
  tool: string;
  /** At most `longestQuery` characters of it. */
  query: string;
  calls: number;
  /** Calls that found something. */
  found: number;
  /** Ms since 1970. */
  lastMs: number;
}

/** Longer queries are cut to this many characters. */
export const longestQuery = 200;
/** At most this many queries are stored. */
export const mostQueries = 1000;
/** Counts and queries of more than this many days ago are removed. */
export const keptDays = 90;
/** At most this many points of the index's growth are stored. */
export const mostGrowthPoints = 1000;

export interface ToolUsage {
  tool: string;
  calls: number;
  /** Calls that failed, and how many by type. */
  failed: number;
  errors: Record<string, number>;
  /** Calls answered from the cache, and those that could have been and were not. */
  cacheHits: number;
  cacheMisses: number;
  /** Milliseconds, to about 5 %. */
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

export interface DayUsage {
  /** `2026-11-22`, in UTC. */
  day: string;
  calls: number;
  failed: number;
  /** The most memory that one server process took; null when none was measured. */
  peakMemoryBytes: number | null;
}

export interface UsageReport {
  /** Today and the days before it, in UTC. */
  days: number;
  /** Whether servers count (`metrics.enabled`) and keep the words of queries (`metrics.queries`), by the settings of the process that asks. */
  counting: boolean;
  keepingQueries: boolean;
  /** The file; null where counts are in memory only. */
  path: string | null;
  /** Why counts could not be read or written; null when all is well. */
  problem: string | null;
  calls: number;
  failed: number;
  /** Most calls first, then by name. */
  tools: ToolUsage[];
  /** Days with data, oldest first. */
  byDay: DayUsage[];
  /** Queries of these days, those with the most calls first; `calls` and `found` count since the query was first stored. */
  popular: QueryUsage[];
  /** Queries that never found anything. */
  foundNothing: QueryUsage[];
  /** Sizes of the index in these days, oldest first. The last point before them comes first, so that differences cover exactly these days. */
  growth: GrowthPoint[];
  peakMemoryBytes: number | null;
}

/** Counts calls, and reports the counts. */
export interface UsageQueries {
  /** Costs microseconds and never throws. */
  count(call: UsageCall): void;
  /** @param request days 1 to `keptDays` */
  report(request: { days: number }): Promise<UsageReport>;
  /** Removes all that was counted. Rejects with a `DatabaseError` where it cannot. */
  forget(): Promise<void>;
}

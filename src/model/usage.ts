/** Usage statistics of a server. They are for its user alone: they are stored beside the index and never sent. */

/** One finished call of a tool. */
export interface UsageCall {
  tool: string;
  durationMs: number;
  /** `type` of the structured error; null where the call did not fail. */
  error: string | null;
  /** Whether the answer came from the cache; null where the tool does not cache answers. */
  cache: boolean | null;
  /** The text of the query; null where the call had none. */
  query: string | null;
  /** Number of results; null where the tool does not count them. */
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
  /** The text, cut to `longestQuery` characters. */
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
/** Counts and queries that are older than this many days are removed. */
export const keptDays = 90;
/** At most this many points of the index's growth are stored. */
export const mostGrowthPoints = 1000;

export interface ToolUsage {
  tool: string;
  calls: number;
  /** Number of calls that failed. */
  failed: number;
  /** Number of failed calls by type of error. */
  errors: Record<string, number>;
  /** Calls that were answered from the cache. */
  cacheHits: number;
  /** Calls of a tool with a cache whose answer had to be computed. */
  cacheMisses: number;
  /** Percentiles of the duration in milliseconds, exact to about 5 %. */
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
  /** How many days the report covers, today included. Days are in UTC. */
  days: number;
  /** Whether servers count calls (`metrics.enabled`), by the settings of the reporting process. */
  counting: boolean;
  /** Whether servers keep the texts of queries (`metrics.queries`), by the settings of the reporting process. */
  keepingQueries: boolean;
  /** The file with the counts; null where they are in memory only. */
  path: string | null;
  /** Why counts could not be read or written; null when all is well. */
  problem: string | null;
  calls: number;
  failed: number;
  /** Most calls first, then by name. */
  tools: ToolUsage[];
  /** Days with data, oldest first. */
  byDay: DayUsage[];
  /** Queries that were last made in these days, most calls first. `calls` and `found` count since the query was first stored. */
  popular: QueryUsage[];
  /** Of the same queries, those that never found anything. */
  foundNothing: QueryUsage[];
  /** Sizes of the index, oldest first. The first one is the last before these days, so that differences cover exactly these days. */
  growth: GrowthPoint[];
  peakMemoryBytes: number | null;
}

/** Counts calls, and reports the counts. */
export interface UsageQueries {
  /** Costs microseconds and never throws. */
  count(call: UsageCall): void;
  /** @param request days 1 to `keptDays` */
  report(request: { days: number }): Promise<UsageReport>;
  /** Removes all counts. Rejects with a `DatabaseError` if they cannot be removed. */
  forget(): Promise<void>;
}

/**
 * `GET /metrics`: measurements of the server. They are kept in memory and leave it only in answers to this request.
 * Invariant: no label contains text of a query.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { productVersion } from '../config/product.ts';
import type { ProjectStatus } from '../engine/types.ts';
import { errorTypeOf, type CallObserver } from '../tools/call-log.ts';
import type { HttpHandler } from '../util/http-message.ts';
import type { FinishedRequest } from './listener.ts';
import { createMetricsRegistry, metricsReply, type Gauge, type MetricsRegistry, type Sample } from './prometheus.ts';

export interface MetricsSources {
  /** Names of the projects that are served. */
  projects: readonly string[];
  /** The status of one project; rejects if its index cannot be opened. */
  status: (project: string) => Promise<ProjectStatus>;
  /** Number of open sessions of the protocol. */
  sessions: () => number;
  /** Number of requests being served. */
  runningRequests: () => number;
}

export interface Metrics {
  observeCall: CallObserver;
  observeRequest: (request: FinishedRequest) => void;
  handle: HttpHandler;
}

export function addProcessGauges({ gauge }: MetricsRegistry): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const single = (value: number): readonly Sample[] => [{ value }];
  const gauges: Gauge[] = [
    {
      name: 'code_scout_info',
      help: 'The version, as a label.',
      labels: ['version'],
      read: () => [{ values: [productVersion()], value: 1 }],
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of the process.',
      read: () => single(process.memoryUsage.rss()),
    },
    {
      name: 'code_scout_memory_peak_bytes',
      help: 'Peak memory of the process since its start.',
      read: () => single(process.resourceUsage().maxRSS * 1024),
    },
    {
      name: 'nodejs_heap_size_used_bytes',
      help: 'JavaScript heap in use.',
      read: () => single(process.memoryUsage().heapUsed),
    },
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time of the process and all its threads.',
      read: () => {
        const { user, system } = process.cpuUsage();
        return single((user + system) / 1e6);
      },
    },
    {
      name: 'process_start_time_seconds',
      help: 'When the process started, in Unix seconds.',
      read: () => single(Date.now() / 1000 - process.uptime()),
    },
    {
      name: 'nodejs_eventloop_lag_p99_seconds',
      help: 'Delay of the main thread, 99th percentile since the last request.',
      read: () => {
        const value = delay.percentile(99) / 1e9;
        delay.reset();
        return single(Number.isFinite(value) ? value : 0);
      },
    },
  ];
  for (const one of gauges) gauge(one);
}

/** The projects, each with its status, or null if its index cannot be read. */
type ProjectStatuses = readonly (readonly [project: string, status: ProjectStatus | null])[];

/** Adds the gauges of the indexes. `read` gives the statuses, which are read once for all gauges of an answer. */
function addIndexGauges({ gauge }: MetricsRegistry, read: () => Promise<ProjectStatuses>): void {
  const labels = ['project'];
  const add = (name: string, help: string, valueOf: (status: ProjectStatus) => number | null): void =>
    gauge({
      name,
      help,
      labels,
      read: async () =>
        (await read()).flatMap(([project, status]) => {
          const value = status === null ? null : valueOf(status);
          return value === null ? [] : [{ values: [project], value }];
        }),
    });
  gauge({
    name: 'code_scout_index_up',
    help: '1 when the index of the project can be read.',
    labels,
    read: async () =>
      (await read()).map(([project, status]) => ({ values: [project], value: status === null ? 0 : 1 })),
  });
  add('code_scout_index_bytes', 'Size of the index on disk.', ({ indexSize }) => indexSize);
  add('code_scout_index_files', 'Files in the index.', ({ filesIndexed }) => filesIndexed);
  add('code_scout_index_definitions', 'Definitions in the index.', ({ definitions }) => definitions);
  add('code_scout_index_references', 'References in the index.', ({ references }) => references);
  add('code_scout_index_working', '1 while an indexing run is under way.', ({ status }) =>
    status === 'indexing' ? 1 : 0,
  );
  add(
    'code_scout_index_last_run_timestamp_seconds',
    'When the last complete run ended, in Unix seconds.',
    ({ lastIndexed }) => (lastIndexed === null ? null : Date.parse(lastIndexed) / 1000),
  );
  add('code_scout_answer_cache_entries', 'Cached answers.', ({ cache }) => cache?.entries ?? null);
  add('code_scout_answer_cache_bytes', 'Approximate size of the cached answers.', ({ cache }) => cache?.bytes ?? null);
}

export function addToolMetrics(registry: MetricsRegistry): CallObserver {
  const calls = registry.counter({
    name: 'code_scout_tool_calls_total',
    help: 'Calls of tools, by tool and outcome: ok, or the type of the error.',
    labels: ['tool', 'outcome'],
  });
  const callSeconds = registry.histogram({
    name: 'code_scout_tool_duration_seconds',
    help: 'How long calls took, by tool.',
    labels: ['tool'],
  });
  const latency = registry.summary({
    name: 'code_scout_tool_latency_seconds',
    help: 'How long calls took since the server started, as quantiles, by tool.',
    labels: ['tool'],
  });
  const queries = registry.counter({
    name: 'code_scout_queries_total',
    help: 'Calls with a query, by tool and result (found, nothing).',
    labels: ['tool', 'result'],
  });
  const cached = registry.counter({
    name: 'code_scout_answer_cache_total',
    help: 'Calls of tools with a cache, by whether the answer came from it (hit) or not (miss).',
    labels: ['tool', 'result'],
  });
  return ({ tool, durationMs, answer }) => {
    calls.add([tool, errorTypeOf(answer) ?? 'ok']);
    callSeconds.observe([tool], durationMs / 1000);
    latency.observe([tool], durationMs / 1000);
    const { cache, query, results } = answer.log ?? {};
    if (query !== undefined && results !== undefined) queries.add([tool, results > 0 ? 'found' : 'nothing']);
    if (cache !== undefined) cached.add([tool, cache ? 'hit' : 'miss']);
  };
}

export function addRequestMetrics(registry: MetricsRegistry): (request: FinishedRequest) => void {
  const requests = registry.counter({
    name: 'code_scout_http_requests_total',
    help: 'Requests by method, route and status; status 0: the client disconnected before the answer.',
    labels: ['method', 'route', 'status'],
  });
  const requestSeconds = registry.histogram({
    name: 'code_scout_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer, by route. Streams count until they end.',
    labels: ['route'],
  });
  const refusals = registry.counter({
    name: 'code_scout_http_refused_total',
    help: 'Refused requests, by reason; proof: without a valid signature or token of a git host.',
    labels: ['reason'],
  });
  return ({ method, route, status, durationMs, refused }) => {
    requests.add([method, route, String(status)]);
    requestSeconds.observe([route], durationMs / 1000);
    if (refused !== null) refusals.add([refused]);
  };
}

export function createMetrics(sources: MetricsSources): Metrics {
  const registry = createMetricsRegistry();
  const observeCall = addToolMetrics(registry);
  const observeRequest = addRequestMetrics(registry);
  const gaugeOf = (name: string, help: string, value: () => number): void =>
    registry.gauge({ name, help, read: () => [{ value: value() }] });
  gaugeOf('code_scout_http_requests_at_work', 'Requests being served.', sources.runningRequests);
  gaugeOf('code_scout_mcp_sessions', 'Open sessions of the older protocol revisions.', sources.sessions);
  addProcessGauges(registry);
  /** The status of every project; read again for each request. */
  let statuses: Promise<ProjectStatuses> = Promise.resolve([]);
  const statusOf = async (project: string): Promise<ProjectStatuses[number]> => [
    project,
    await sources.status(project).catch(() => null),
  ];
  addIndexGauges(registry, () => statuses);

  return {
    observeCall,
    observeRequest,
    async handle() {
      statuses = Promise.all(sources.projects.map(statusOf));
      return metricsReply(registry);
    },
  };
}

/**
 * Puts an HTTP server together: engines, the protocol's endpoint, JSON API, metrics, listener. `serve --http` and `startMcpServer` use it.
 */
import type { AppConfig } from '../config/options.ts';
import type { FinishedRequest, Listener } from '../http/listener.ts';
import { createMetrics } from '../http/metrics.ts';
import { createHttpServer, type HttpServerOptions } from '../http/server.ts';
import { EnginePool, type EngineSource, type NamedProject } from '../mcp/engine-pool.ts';
import { engineSource, indexServedProjects } from '../mcp/engine-source.ts';
import { createMcpEndpoint } from '../mcp/http/http.ts';
import { ResourceWatch } from '../mcp/resource-watch.ts';
import type { ServedTools } from '../mcp/served-tools.ts';
import { ServerFeed } from '../mcp/server-feed.ts';
import { callLog, type CallObserver } from '../tools/call-log.ts';
import type { Logger } from '../util/json-log.ts';

export interface HttpServiceOptions extends Pick<HttpServerOptions, 'token' | 'tls'> {
  settings: AppConfig['http'];
  projects: readonly [NamedProject, ...NamedProject[]];
  tools: ServedTools;
  settingsFor: EngineSource['settingsFor'];
  logger: Logger;
  /** Called for each request after its answer. */
  onRequest?: (request: FinishedRequest) => void;
}

export interface HttpService {
  /** Starts listening, and indexing in the background. @returns the URL, `http://127.0.0.1:3000`. Rejects with the system's error. */
  listen(): Promise<string>;
  /** Number of running requests. */
  readonly runningRequests: number;
  /** Refuses new requests, and lets the running ones finish within the given time (ms). */
  finish: Listener['finish'];
  /** Ends the server. The protocol's streams end first, so that their clients get a regular end instead of a broken connection. */
  close(): Promise<void>;
}

/** The access that a question about the status needs. */
const readAccess = { writes: false };

export async function createHttpService(options: HttpServiceOptions): Promise<HttpService> {
  const { settings, token, tls, projects, tools: served, settingsFor, logger, onRequest } = options;
  const feed = new ServerFeed();
  const pool = new EnginePool(engineSource(settingsFor, logger, feed), projects);
  const metrics = createMetrics({
    projects: projects.map(({ name }) => name),
    status: async (project) => {
      // A pool with one project knows no names: null stands for that project.
      const named = pool.names.length === 0 ? null : project;
      return (await pool.engineFor({ project: named, path: null }, readAccess)).status();
    },
    sessions: () => endpoint.sessions,
    runningRequests: () => listener.runningRequests,
  });
  const observer = (component: string): CallObserver => {
    const log = callLog(logger, component);
    return (call) => {
      metrics.observeCall(call);
      log(call);
    };
  };
  const endpoint = createMcpEndpoint({
    pool,
    tools: served,
    feed,
    watch: new ResourceWatch(pool, (uri) => feed.publish({ kind: 'resource_updated', uri })),
    observe: observer('MCP'),
    projectKnown: () => Promise.resolve(),
    onError: (error) => logger.write('debug', 'MCP', { message: error.message.slice(0, 500) }),
  });
  const tools = await served.load();
  const listener = createHttpServer({
    settings,
    token,
    tls,
    mcp: endpoint.handle,
    metrics: metrics.handle,
    tools: { open: (place, access) => pool.engineFor(place, access), projects, tools, observe: observer('API') },
    onRequest: (finished) => {
      metrics.observeRequest(finished);
      onRequest?.(finished);
    },
    onDefect: (error) => logger.write('error', 'HTTP', { message: String(error).slice(0, 2000) }),
  });
  return {
    async listen() {
      const port = await listener.listen(settings.host, settings.port);
      void indexServedProjects(pool, logger);
      const name = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
      return `${tls === null ? 'http' : 'https'}://${name}:${port}`;
    },
    get runningRequests() {
      return listener.runningRequests;
    },
    finish: (graceMs) => listener.finish(graceMs),
    async close() {
      await Promise.all([endpoint.close().then(() => listener.close()), pool.close()]);
    },
  };
}

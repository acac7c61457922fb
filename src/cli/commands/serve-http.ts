/**
 * `code-scout serve --http`: the protocol, health, metrics and the JSON API over HTTP, for one project or several.
 * Invariants: it listens before the index is loaded, and indexes behind its back; told to end, it lets running calls end, refuses new
 * ones, and ends in any case within its time.
 */
import { loadConfig, usualLimit } from '../../config/load.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { AppConfig } from '../../config/options.ts';
import type { FinishedRequest, Listener } from '../../http/listener.ts';
import { createMetrics } from '../../http/metrics.ts';
import { createHttpServer, type HttpServerOptions } from '../../http/server.ts';
import { engineSource, indexOwnProjects } from '../../mcp/engine-source.ts';
import { EnginePool, type NamedProject } from '../../mcp/engine-pool.ts';
import { createMcpEndpoint } from '../../mcp/http.ts';
import type { McpEndpoint } from '../../mcp/http.ts';
import { ResourceWatch } from '../../mcp/resource-watch.ts';
import { ServerFeed } from '../../mcp/server-feed.ts';
import { servedTools } from '../../mcp/served-tools.ts';
import { AppError } from '../../model/error.ts';
import { callLog } from '../../tools/call-log.ts';
import type { CallObserver } from '../../tools/call-log.ts';
import type { OpenProject } from '../../tools/call-tool.ts';
import { createLogger } from '../../util/json-log.ts';
import type { Logger } from '../../util/json-log.ts';
import { configFlags } from '../global-options.ts';
import { chooseToken, httpFlags, readTls } from '../http-server-options.ts';
import type { HttpServerFlags } from '../http-server-options.ts';
import { findRoot } from '../project.ts';
import { printable } from '../printable.ts';
import type { ProjectRequest } from '../project.ts';
import { namedRoots, severalProjects } from '../served-projects.ts';
import type { Terminal } from '../terminal.ts';

/** How long the closing of the index may take at the end (ms). */
const closingMs = 2000;

function listenFailure(error: unknown, { host, port }: AppConfig['http']): AppError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const details = { field: '--port', expected: 'a port that is free', received: port };
  const fail = (message: string, hint: string): AppError =>
    new AppError('ConfigurationError', message, { hint, details, cause: error });
  switch (code) {
    case 'EADDRINUSE':
      return fail(
        `Port ${port} of ${host} is in use`,
        `Another program listens there, perhaps another Code Scout: ask /health. Choose another port with --port, or --port 0 for any that is free.`,
      );
    case 'EACCES':
      return fail(
        `Port ${port} of ${host} may not be used`,
        'Ports below 1024 are the system’s; choose one above with --port.',
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fail(
        `${host} is no address of this machine`,
        'Name one that it has with --host: 127.0.0.1 for itself alone, 0.0.0.0 or :: for all.',
      );
    default:
      return fail(`Cannot listen on ${host} port ${port}: ${code}`, 'Choose another --port or --host.');
  }
}

interface Parts {
  listener: Listener;
  mcp: McpEndpoint;
  pool: EnginePool;
  logger: Logger;
}

/** Within the limit or not at all. */
function atMost(limitMs: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work.catch(() => {}), new Promise((done) => setTimeout(done, limitMs))]);
}

function endOnSignals({ listener, mcp, pool, logger }: Parts, graceMs: number): void {
  let ending = false;
  const end = async (signal: string): Promise<void> => {
    if (ending) process.exit(1);
    ending = true;
    logger.write('info', 'HTTP', { message: `Ending: ${signal}`, underWay: listener.atWork });
    await listener.finish(graceMs);
    if (listener.atWork > 0)
      logger.write('warn', 'HTTP', { message: 'Stopped requests that took too long', underWay: listener.atWork });
    // The protocol's streams end first, so that their clients read an end and no broken connection.
    const connections = mcp.close().then(() => listener.close());
    await atMost(closingMs, Promise.all([connections, pool.close()]));
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(signal));
}

interface Announcement {
  url: string;
  projects: readonly [NamedProject, ...NamedProject[]];
  token: string | null;
  made: boolean;
}

/** The token is shown when it was made here, and only then. */
function announce(terminal: Terminal, { url, projects, token, made }: Announcement, asJson: boolean): void {
  const [{ root }] = projects;
  if (asJson) {
    const several = projects.length > 1 ? { projects } : {};
    const secret = made ? { token } : {};
    terminal.out(JSON.stringify({ url, root, ...several, mcp: `${url}/mcp`, ...secret, pid: process.pid }));
    return;
  }
  terminal.err(
    `Code Scout serves ${projects.length === 1 ? root : `${projects.length} projects`} at ${url}/mcp (Ctrl-C ends it)`,
  );
  if (projects.length > 1) for (const one of projects) terminal.err(`  ${one.name}: ${printable(one.root)}`);
  if (made) terminal.err(`Clients must send the header "Authorization: Bearer ${token}"`);
}

/** What is served: the projects named by `--root`, or the one around the current folder. Throws `AppError`. */
function servedProjects(request: ProjectRequest): readonly [NamedProject, ...NamedProject[]] {
  const several = severalProjects(request);
  if (several !== null) return several;
  const claude = request.terminal.environment.claudeProjectDirectory;
  const elsewhere = request.options.root === undefined && claude !== null ? { path: claude } : {};
  const root = findRoot({ ...request, ...elsewhere });
  return [namedRoots([root])[0] ?? { name: root, root }];
}

/** Resolves once the server listens; the process ends with a signal. Throws `AppError`. */
export async function serveHttp(request: ProjectRequest, flags: HttpServerFlags): Promise<void> {
  const { terminal, options } = request;
  const { environment, workingDirectory } = terminal;
  const projects = servedProjects(request);
  const load = (of: string): LoadedConfig =>
    loadConfig({
      root: of,
      flags: { ...configFlags(options), ...httpFlags(flags) },
      env: environment.settings,
      userConfigDir: environment.userConfigDirectory,
      workingDirectory,
    });
  const { http: settings, logging, tools: selection, plugins } = load(projects[0].root).config;
  const tools = await servedTools(selection, () => plugins);
  const { token, made } = chooseToken(flags.token, environment.httpToken, settings.host);
  const tls = readTls(flags, workingDirectory);

  const logger = createLogger(logging.level, terminal.errRaw);
  const feed = new ServerFeed();
  const source = engineSource(
    (of) => {
      const loaded = load(of);
      return { config: loaded.config, usualLimit: usualLimit(loaded) };
    },
    logger,
    feed,
  );
  const pool = new EnginePool(source, projects);
  const metrics = createMetrics({
    projects: projects.map(({ name }) => name),
    status: async (project) =>
      (await pool.engineFor({ project: namedIn(pool, project), path: null }, reading)).status(),
    sessions: () => mcp.sessions,
    atWork: () => listener.atWork,
  });
  const observer = (component: string): CallObserver => {
    const log = callLog(logger, component);
    return (call) => {
      metrics.observeCall(call);
      log(call);
    };
  };
  const mcp = createMcpEndpoint({
    pool,
    tools,
    feed,
    watch: new ResourceWatch(pool, (uri) => feed.publish({ kind: 'resource_updated', uri })),
    observe: observer('MCP'),
    projectKnown: () => Promise.resolve(),
    onError: (error) => logger.write('debug', 'MCP', { message: error.message.slice(0, 500) }),
  });
  const open: OpenProject = (place, access) => pool.engineFor(place, access);
  const listener = createHttpServer({
    settings,
    token,
    tls,
    mcp: mcp.handle,
    metrics: metrics.handle,
    tools: { open, projects, tools: await tools.load(), observe: observer('API') },
    ...listenerLog(logger, metrics.observeRequest),
  });
  const port = await listener.listen(settings.host, settings.port).catch((error: unknown) => {
    throw listenFailure(error, settings);
  });
  endOnSignals({ listener, mcp, pool, logger }, settings.shutdownMs);
  const name = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const url = `${tls === null ? 'http' : 'https'}://${name}:${port}`;
  announce(terminal, { url, projects, token, made }, options.json === true);
  void indexOwnProjects(pool, logger);
}

const reading = { writes: false };

/** The only project of a server goes without its name. */
function namedIn(pool: EnginePool, project: string): string | null {
  return pool.names.length === 0 ? null : project;
}

function listenerLog(
  logger: Logger,
  count: (request: FinishedRequest) => void,
): Pick<HttpServerOptions, 'onRequest' | 'onDefect'> {
  return {
    onRequest: (finished) => {
      count(finished);
      const { method, route, status, durationMs, refused } = finished;
      const fields = { method, path: route, status, duration: Math.round(durationMs) };
      logger.write('info', 'HTTP', { ...fields, ...(refused === null ? {} : { refused }) });
    },
    onDefect: (error) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      logger.write('error', 'HTTP', { message: text.slice(0, 2000) });
    },
  };
}

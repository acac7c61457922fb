/** A server over HTTP as a part of another program: it neither takes signals nor ends the process. */
import { httpTokenVariable, readEnvironment } from '../config/environment.ts';
import type { Flags } from '../config/load.ts';
import type { AppConfig } from '../config/options.ts';
import { chooseToken } from '../cli/http-server-options.ts';
import type { Listener } from '../http/listener.ts';
import { createMetrics } from '../http/metrics.ts';
import { createHttpServer } from '../http/server.ts';
import { EnginePool } from '../mcp/engine-pool.ts';
import { engineSource, indexOwnProjects } from '../mcp/engine-source.ts';
import { createMcpEndpoint } from '../mcp/http.ts';
import { ResourceWatch } from '../mcp/resource-watch.ts';
import { selectedOf } from '../mcp/served-tools.ts';
import { ServerFeed } from '../mcp/server-feed.ts';
import { toolsWith } from '../tools/plugin-tools/plugin-tools.ts';
import { AppError } from '../model/error.ts';
import { callLog, type CallObserver } from '../tools/call-log.ts';
import { heldProcess } from '../util/held-process.ts';
import { createLogger } from '../util/json-log.ts';
import type { McpServerHandle, ServerSettings } from './contract.ts';
import { loadProject, loadSettings } from './project-settings.ts';

const usualHost = '127.0.0.1';
/** What is under way at the end may take so long (ms). */
const graceMs = 2000;

function flagsOf({ host = usualHost, port = 0 }: ServerSettings): Flags {
  return { 'http.host': host, 'http.port': port };
}

/** The caller's token or the variable's; unlike the command line, none is made up, since nobody would read it. */
function tokenOf(settings: ServerSettings, host: string): string | null {
  const variable = settings.userConfig === false ? null : readEnvironment().httpToken;
  const { token, made } = chooseToken(settings.token, variable, host);
  if (!made) return token;
  throw new AppError('ConfigurationError', `${host} can be reached from elsewhere, and there is no token`, {
    hint: `Give \`token\`, or set ${httpTokenVariable}; or listen on ${usualHost}.`,
    details: { field: 'token', expected: 'at least 16 printable ASCII characters', received: null },
  });
}

async function listen(listener: Listener, { host, port }: AppConfig['http']): Promise<number> {
  try {
    return await listener.listen(host, port);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new AppError('ConfigurationError', `Cannot listen on ${host} port ${port}: ${code}`, {
      hint: 'Choose another port, or 0 for any that is free.',
      details: { field: 'port', expected: 'a port that is free', received: port },
      cause: error,
    });
  }
}

export async function startHttp(settings: ServerSettings): Promise<McpServerHandle> {
  const flags = flagsOf(settings);
  const { root, config } = loadProject(settings, flags);
  const served = selectedOf(await toolsWith(config.plugins), config.tools);
  const token = tokenOf(settings, config.http.host);
  const logger = createLogger(config.logging.level, (line) => process.stderr.write(line));
  const project = { name: root, root };
  const feed = new ServerFeed();
  const source = engineSource((of) => loadSettings(of, settings, flags), logger, feed);
  const pool = new EnginePool(source, [project]);
  const metrics = createMetrics({
    projects: [project.name],
    status: async () => (await pool.engineFor({ project: null, path: null }, { writes: false })).status(),
    sessions: () => endpoint.sessions,
    atWork: () => listener.atWork,
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
  const listener = createHttpServer({
    settings: config.http,
    token,
    tls: null,
    mcp: endpoint.handle,
    metrics: metrics.handle,
    tools: {
      open: (place, access) => pool.engineFor(place, access),
      projects: [project],
      tools: await served.load(),
      observe: observer('API'),
    },
    onRequest: metrics.observeRequest,
    onDefect: (error) => logger.write('error', 'HTTP', { message: String(error).slice(0, 2000) }),
  });
  const port = await listen(listener, config.http);
  void indexOwnProjects(pool, logger);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await listener.finish(graceMs);
    await Promise.all([endpoint.close().then(() => listener.close()), pool.close()]);
    resolve();
  };
  const { host } = config.http;
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${port}/mcp`, ended, close: () => (closing ??= heldProcess(close())) };
}

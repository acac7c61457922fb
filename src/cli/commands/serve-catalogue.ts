/** `code-scout serve --catalogue`: a node of an organisation's server, which answers about all repositories of a catalogue. */
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { createNodeService, type NodeService } from '../../api/node/node-service.ts';
import { usualLimit } from '../../config/load.ts';
import { productVersion } from '../../config/product.ts';
import type { AppConfig } from '../../config/options.ts';
import type { NodeEvent, OpenChecker, QueryNode } from '../../engine/node/query-node.ts';
import type { Catalogue } from '../../engine/worker/administration.ts';
import { isLoopback } from '../../http/access.ts';
import { createNodeMetrics, type NodeMetrics } from '../../http/node-metrics.ts';
import { servedTools } from '../../mcp/served-tools.ts';
import { AppError } from '../../model/error.ts';
import { createLogger, type Logger } from '../../util/json-log.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { loadProjectConfig } from '../project.ts';
import { httpFlags, readTls, type HttpServerFlags } from '../serving/http-server-options.ts';
import { operationLines, operationPlace, startOperation, type StartedOperation } from '../serving/operation.ts';
import type { NodeFlags } from '../serving/serve-command.ts';
import { sendTraces } from '../serving/traces.ts';
import { endOnSignals, listenFailure, requestLog } from '../serving/started-http.ts';
import { releaseMemoryWhenIdle } from '../serving/watch-rest.ts';
import { numberOption } from '../global-options.ts';
import { thisProgram } from './run-worker.ts';

const megabyte = 2 ** 20;
/** What --cache counts: 1000 are 1 GB as all sizes are written and shown (`formatBytes`), so that 20000 is shown as 20 GB. */
const cacheUnit = 2 ** 30 / 1000;
const pollMs = 2000;
const limits = {
  timeMs: 600_000,
  memoryBytes: 4096 * megabyte,
  checkoutBytes: 8192 * megabyte,
  checkoutFiles: 1_000_000,
  // A search over everything has all indexes of this node's share open, some 4 MB each.
  openIndexes: 500,
  ahead: 8,
  firstAnswerMs: 50_000,
  retryMs: 10_000,
  graceMs: 15_000,
};

type ServeFlags = HttpServerFlags & NodeFlags & { catalogue: string };

/** Resolves once the node listens; the process ends with a signal. Throws `AppError`. */
export async function serveCatalogue(request: ProjectRequest, flags: ServeFlags): Promise<void> {
  const { terminal } = request;
  if (flags.token !== undefined)
    throw new AppError('ValidationError', '--token is for a server of projects: those who ask a node have tokens of the catalogue', { hint: 'Leave it out.' }); // prettier-ignore
  const { usualNodeFolder } = await import('../../engine/worker/administration.ts');
  const folder = flags.folder === undefined ? usualNodeFolder() : resolve(terminal.workingDirectory, flags.folder);
  if (folder === null)
    throw new AppError('ConfigurationError', 'There is no folder for snapshots', { hint: 'Name one with --folder.' });
  // Only the settings of this user count: there is no project here.
  const { config } = loadProjectConfig(folder, request, httpFlags({ ...flags, readOnly: true }));
  if (flags.nodeUrl !== undefined && !isProtected(flags.nodeUrl, config))
    throw new AppError(
      'ValidationError',
      '--node-url must be an https URL, since nodes pass on the tokens of those who ask',
      {
        hint: 'Plain HTTP is for addresses of this machine, unless `team.allowHttp` allows it.',
        details: { field: '--node-url', expected: 'an https URL', received: flags.nodeUrl },
      },
    );
  const metricsPlace = operationPlace(flags);
  const tls = readTls(flags, terminal.workingDirectory);
  const tools = await servedTools(config.tools, () => config.plugins);
  const logger = createLogger(config.logging.level, terminal.errRaw);
  const namesRepositories = config.traces.repositories;
  const endTraces = await sendTraces(terminal.environment, { service: 'code-scout-node', namesRepositories, logger });
  let running: { node: QueryNode; service: NodeService } | null = null;
  const metrics = createNodeMetrics(() => running && { ...running.node.state, runningRequests: running.service.runningRequests }); // prettier-ignore
  const { catalogue, node, access } = await startNode(request, flags, { folder, config, logger, metrics });
  const service = await createNodeService({ ...{ node, config, tls, access, catalogue, tools, logger, metrics }, onRequest: requestLog(logger) }); // prettier-ignore
  running = { node, service };
  const url = await service.listen().catch((error: unknown) => {
    throw listenFailure(error, config.http);
  });
  const onDefect = (error: unknown): void => logger.write('error', 'HTTP', { message: String(error).slice(0, 2000) });
  const operation =
    metricsPlace && (await startOperation(terminal, metricsPlace, { metrics: metrics.handle, tls, onDefect }));
  const usual = isEverywhere(config.http.host) || !isProtected(url, config) ? null : url;
  const reached = flags.nodeUrl ?? usual;
  const name = flags.node ?? `${hostname()}:${new URL(url).port}`;
  if (reached !== null) await node.announce(name, reached.replace(/\/$/, ''));
  const ending = {
    get runningRequests() {
      return service.runningRequests;
    },
    finish: (graceMs: number) => service.finish(graceMs),
    close: async () => {
      await operation?.close();
      await service.close();
      await node.close();
      await catalogue.close();
      await endTraces();
    },
  };
  endOnSignals(ending, { logger, graceMs: config.http.shutdownMs, onEnd: () => {} });
  releaseMemoryWhenIdle();
  say(request, { url, reached, count: node.repositories.length, name, operation });
}

interface NodePlace {
  folder: string;
  config: AppConfig;
  logger: Logger;
  metrics: NodeMetrics;
}

async function startNode(
  request: ProjectRequest,
  flags: ServeFlags,
  { folder, config, logger, metrics }: NodePlace,
): Promise<{ catalogue: Catalogue; node: QueryNode; access: OpenChecker }> {
  const { workingDirectory, environment } = request.terminal;
  const { openCatalogueAt, keysOf } = await import('../../engine/worker/administration.ts');
  const { QueryNode } = await import('../../engine/node/query-node.ts');
  const { openAccess } = await import('../../engine/team/access.ts');
  const store = config.team.url;
  if (store === '')
    throw new AppError('ConfigurationError', 'No page store is named', { hint: 'Name it with --team, or set `team.url` in your own settings.' }); // prettier-ignore
  const cacheBytes = Math.round(numberOption('--cache', flags.cache, 20_000, [1, 100_000_000]) * cacheUnit);
  const { catalogue: location, tenant = 'main' } = flags;
  const catalogue = await openCatalogueAt({ location, tenant, creates: false, workingDirectory, config });
  try {
    const node = await QueryNode.start({
      ...{ catalogue, folder, cacheBytes, store, limits, pollMs, version: productVersion(), trusted: keysOf(config) },
      settingsFor: (root) => {
        const loaded = loadProjectConfig(root, request, { 'metrics.enabled': false, 'database.path': indexIn(root) });
        return { config: loaded.config, usualLimit: usualLimit(loaded) };
      },
      mayPassTo: (url) => isProtected(url, config),
      ...{ program: thisProgram(), environment: environment.forGit, log: logOf(logger, metrics) },
    });
    return { catalogue, node, access: await openAccess(catalogue, config) };
  } catch (error) {
    await catalogue.close();
    throw error;
  }
}

interface Said {
  url: string;
  reached: string | null;
  count: number;
  name: string;
  operation: StartedOperation | null;
}

function say({ terminal, options }: ProjectRequest, { url, reached, count, name, operation }: Said): void {
  if (options.json === true) {
    const metrics = operation === null ? {} : { metrics: `${operation.url}/metrics`, ...(operation.newToken === null ? {} : { metricsToken: operation.newToken }) }; // prettier-ignore
    terminal.out(JSON.stringify({ url, mcp: `${url}/mcp`, repositories: count, node: name, pid: process.pid, ...metrics })); // prettier-ignore
    return;
  }
  terminal.err(`Code Scout serves ${count} ${count === 1 ? 'repository' : 'repositories'} at ${url}/mcp, and in a browser at ${url}/ (stop it with Ctrl-C)`); // prettier-ignore
  terminal.err('Clients send the header "Authorization: Bearer TOKEN" with a token of the catalogue.');
  if (reached === null) terminal.err('It is alone: --node-url says where other nodes reach it.');
  else if (isLoopback(new URL(reached).hostname))
    terminal.err('Only nodes of this machine reach it: --node-url names another address.');
  if (operation !== null) for (const line of operationLines(operation)) terminal.err(line);
}

/** Where the index of a checkout is, whatever its settings or those of the user say. */
function indexIn(root: string): string {
  return join(root, '.code-scout', 'database.db');
}

/** Whether nobody on the way to a URL can read what is sent there, or the user allows that. */
function isProtected(url: string, { team }: AppConfig): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname: host } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && (isLoopback(host) || team.allowHttp));
}

/** An address that is all addresses of the machine leads others nowhere. */
function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function logOf(logger: Logger, metrics: NodeMetrics): (event: NodeEvent) => void {
  return (noted) => {
    metrics.observeEvent(noted);
    const { event, ...fields } = noted;
    const level = event === 'trouble' || event === 'differed' ? 'warn' : 'info';
    logger.write(level, 'NODE', { message: event, ...fields });
  };
}

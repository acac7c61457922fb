/**
 * An HTTP server that a command has started: `serve --http`, `open`. It listens before the index is loaded, and indexes in the background.
 * Invariant: on a signal it refuses new calls, gives running calls `http.shutdownMs` to finish, and ends within `closingMs` after that. A second
 * signal ends it at once.
 */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createHttpService, type HttpService } from '../../api/http-service.ts';
import { loadConfig, usualLimit } from '../../config/load.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { AppConfig } from '../../config/options.ts';
import type { FinishedRequest } from '../../http/listener.ts';
import { chooseToken } from '../../http/token.ts';
import type { NamedProject } from '../../mcp/engine-pool.ts';
import { servedTools } from '../../mcp/served-tools.ts';
import { AppError } from '../../model/error.ts';
import { withTimeout } from '../../util/with-timeout.ts';
import { createLogger } from '../../util/json-log.ts';
import type { Logger } from '../../util/json-log.ts';
import { configFlags } from '../global-options.ts';
import { httpFlags, readTls } from './http-server-options.ts';
import type { HttpServerFlags } from './http-server-options.ts';
import { findRoot } from '../asked-root.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { withProjects } from '../projects/asked-projects.ts';
import { namedRoots } from '../projects/named-roots.ts';
import { releaseMemoryWhenIdle } from './watch-rest.ts';

/** How long closing the service may take at the end (ms). */
const closingMs = 2000;

/** @param field the option that names the port */
export function listenFailure(
  error: unknown,
  { host, port }: Pick<AppConfig['http'], 'host' | 'port'>,
  field = '--port',
): AppError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const details = { field, expected: 'a port that is free', received: port };
  const fail = (message: string, hint: string): AppError =>
    new AppError('ConfigurationError', message, { hint, details, cause: error });
  switch (code) {
    case 'EADDRINUSE':
      return fail(
        `Port ${port} of ${host} is in use`,
        `Another program listens there, perhaps another Code Scout (its /health says so). Choose another port with ${field}, or ${field} 0 for a free one.`,
      );
    case 'EACCES':
      return fail(
        `Port ${port} of ${host} may not be used`,
        'Ports below 1024 are reserved for the system; choose a higher one with --port.',
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fail(
        `${host} is not an address of this machine`,
        'Give one of its addresses with --host: 127.0.0.1 for this machine alone, 0.0.0.0 or :: for all.',
      );
    default:
      return fail(`Cannot listen on ${host} port ${port}: ${code}`, 'Choose another --port or --host.');
  }
}

export function endOnSignals(
  service: Pick<HttpService, 'runningRequests' | 'finish' | 'close'>,
  { logger, graceMs, onEnd }: { logger: Logger; graceMs: number; onEnd: () => void },
): void {
  let isEnding = false;
  const end = async (signal: string): Promise<void> => {
    if (isEnding) process.exit(1);
    isEnding = true;
    onEnd();
    logger.write('info', 'HTTP', { message: `Ending: ${signal}`, underWay: service.runningRequests });
    await service.finish(graceMs);
    if (service.runningRequests > 0)
      logger.write('warn', 'HTTP', {
        message: 'Stopped requests that took too long',
        underWay: service.runningRequests,
      });
    await withTimeout(closingMs, service.close());
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(signal));
}

/**
 * The projects of `--root`, `--workspace` or the settings; without any, the project of CLAUDE_PROJECT_DIR or of the current folder. Throws `AppError`.
 */
export function servedProjects(given: ProjectRequest): readonly [NamedProject, ...NamedProject[]] {
  const { environment, workingDirectory } = given.terminal;
  const claude = environment.claudeProjectDirectory;
  const request = withProjects(given, { start: resolve(workingDirectory, claude ?? '.') });
  const [first, ...others] = request.projects ?? [];
  if (first !== undefined) return [first, ...others];
  const claudePath = request.options.root === undefined && claude !== null ? { path: claude } : {};
  const root = findRoot({ ...request, ...claudePath });
  return [namedRoots([root])[0] ?? { name: root, root }];
}

export interface StartedHttp {
  /** `http://127.0.0.1:3000` */
  url: string;
  projects: readonly [NamedProject, ...NamedProject[]];
  token: string | null;
  /** Whether this process created the token. */
  isNewToken: boolean;
}

interface StartOptions {
  /** Whether the server has a token even if only this machine can reach it: its other users can, too. */
  wantsToken?: boolean;
  /** Called when the server is to end. */
  onEnd?: () => void;
}

/** Resolves once the server listens; the process ends with a signal. Throws `AppError`. */
export async function startHttpServer(
  request: ProjectRequest,
  flags: HttpServerFlags,
  { wantsToken = false, onEnd = () => {} }: StartOptions = {},
): Promise<StartedHttp> {
  const { terminal, options } = request;
  const { environment, workingDirectory } = terminal;
  const projects = servedProjects(request);
  const load = (root: string): LoadedConfig =>
    loadConfig({
      root,
      flags: { ...configFlags(options), ...httpFlags(flags) },
      env: environment.settings,
      userConfigDir: environment.userConfigDirectory,
      workingDirectory,
    });
  const { http: settings, logging, tools: selection, plugins } = load(projects[0].root).config;
  const chosen = chooseToken({ given: flags.token, field: '--token', variable: environment.httpToken }, settings.host);
  const isMissing = wantsToken && chosen.token === null;
  const { token, isNew: isNewToken } = isMissing
    ? { token: randomBytes(32).toString('base64url'), isNew: true }
    : chosen;
  const logger = createLogger(logging.level, terminal.errRaw);
  const service = await createHttpService({
    settings,
    token,
    tls: readTls(flags, workingDirectory),
    projects,
    tools: await servedTools(selection, () => plugins),
    settingsFor: (root) => {
      const loaded = load(root);
      return { config: loaded.config, usualLimit: usualLimit(loaded) };
    },
    logger,
    onRequest: requestLog(logger),
  });
  const url = await service.listen().catch((error: unknown) => {
    throw listenFailure(error, settings);
  });
  endOnSignals(service, { logger, graceMs: settings.shutdownMs, onEnd });
  releaseMemoryWhenIdle();
  return { url, projects, token, isNewToken };
}

export function requestLog(logger: Logger): (request: FinishedRequest) => void {
  return ({ method, route, status, durationMs, refused }) => {
    const fields = { method, path: route, status, duration: Math.round(durationMs) };
    logger.write('info', 'HTTP', { ...fields, ...(refused === null ? {} : { refused }) });
  };
}

/** An HTTP server inside another program: it neither handles signals nor ends the process. */
import { httpTokenVariable, readEnvironment } from '../config/environment.ts';
import type { Flags } from '../config/load.ts';
import type { AppConfig } from '../config/options.ts';
import { chooseToken } from '../http/token.ts';
import { applySelection } from '../mcp/served-tools.ts';
import { AppError } from '../model/error.ts';
import { toolsWith } from '../tools/plugin-tools/plugin-tools.ts';
import { keepAliveDuring } from '../runtime/keep-alive.ts';
import { createLogger } from '../util/json-log.ts';
import { writeError } from '../util/error-output.ts';
import type { McpServerHandle, ServerSettings } from './contract.ts';
import { createHttpService } from './http-service.ts';
import { loadProject, loadSettings } from './project-settings.ts';

const defaultHost = '127.0.0.1';
/** When the server closes, running requests may go on for this time (ms). */
const graceMs = 2000;

function flagsOf({ host = defaultHost, port = 0 }: ServerSettings): Flags {
  return { 'http.host': host, 'http.port': port };
}

/**
 * The caller's token, or else that of the environment variable; null if there is none and `host` is a loopback address. Unlike the command line,
 * this creates no token for other addresses, because nobody would see it: it throws.
 */
function tokenOf(settings: ServerSettings, host: string): string | null {
  const variable = settings.userConfig === false ? null : readEnvironment().httpToken;
  const { token, isNew } = chooseToken({ given: settings.token, field: 'token', variable }, host);
  if (!isNew) return token;
  throw new AppError('ConfigurationError', `${host} can be reached from other machines, and there is no token`, {
    hint: `Give \`token\`, or set ${httpTokenVariable}; or listen on ${defaultHost}.`,
    details: { field: 'token', expected: 'at least 16 printable ASCII characters', received: null },
  });
}

function listenFailure(error: unknown, { host, port }: AppConfig['http']): AppError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return new AppError('ConfigurationError', `Cannot listen on ${host} port ${port}: ${code}`, {
    hint: 'Choose another port, or 0 for a free one.',
    details: { field: 'port', expected: 'a port that is free', received: port },
    cause: error,
  });
}

export async function startHttp(settings: ServerSettings): Promise<McpServerHandle> {
  const flags = flagsOf(settings);
  const { root, config } = loadProject(settings, flags);
  const service = await createHttpService({
    settings: config.http,
    token: tokenOf(settings, config.http.host),
    tls: null,
    projects: [{ name: root, root }],
    tools: applySelection(await toolsWith(config.plugins), config.tools),
    settingsFor: (projectRoot) => loadSettings(projectRoot, settings, flags),
    logger: createLogger(config.logging.level, writeError),
  });
  const origin = await service.listen().catch((error: unknown) => {
    throw listenFailure(error, config.http);
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await service.finish(graceMs);
    await service.close();
    resolve();
  };
  return { url: `${origin}/mcp`, ended, close: () => (closing ??= keepAliveDuring(close())) };
}

/** `code-scout hooks`: hears from git hosts what was pushed, until a signal ends it. */
import { resolve } from 'node:path';
import type { HookEvent } from '../../engine/hooks/hooks.ts';
import { isLoopback } from '../../http/access.ts';
import { chooseToken } from '../../http/token.ts';
import { createLogger } from '../../util/json-log.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { loadProjectConfig } from '../project.ts';
import { readTls } from '../serving/http-server-options.ts';
import { endOnSignals, listenFailure } from '../serving/started-http.ts';
import { sendTraces } from '../serving/traces.ts';
import { foldText } from '../terminal/fold.ts';
import { printable } from '../terminal/printable.ts';
import { numberOption } from '../global-options.ts';

export interface HooksOptions {
  catalogue?: string;
  tenant?: string;
  port?: string;
  host?: string;
  secretFile?: string;
  token?: string;
  tlsCert?: string;
  tlsKey?: string;
  allowHost?: string[];
}

export const usualHooksPort = 8787;
/** How long running requests may take at the end (ms). */
const graceMs = 5000;

/** Resolves once the server listens; the process ends with a signal. Throws `AppError`. */
export async function receiveHooks(request: ProjectRequest, options: HooksOptions): Promise<void> {
  const { terminal } = request;
  const { workingDirectory, environment } = terminal;
  const isJson = request.options.json === true;
  const { catalogue: location = null, tenant = 'main', host = '127.0.0.1', allowHost: allowedHosts = [] } = options;
  const port = numberOption('--port', options.port, usualHooksPort, [0, 65_535]);
  const tls = readTls(options, workingDirectory);
  // Only the settings of this user count: there is no project here.
  const { config } = loadProjectConfig(workingDirectory, { terminal, options: {} });
  const { HookReceiver, readHookSecrets } = await import('../../engine/hooks/hooks.ts');
  const secrets = readHookSecrets(options.secretFile === undefined ? null : resolve(workingDirectory, options.secretFile)); // prettier-ignore
  const chosen = chooseToken({ given: options.token, field: '--token', variable: environment.httpToken }, host);
  const { openCatalogueAt } = await import('../../engine/worker/administration.ts');
  const catalogue = await openCatalogueAt({ location, tenant, creates: false, workingDirectory, config });
  const log = (event: HookEvent): void =>
    terminal.out(isJson ? JSON.stringify(event) : foldText(printable(describeHookEvent(event)), terminal.width));
  const logger = createLogger(config.logging?.level ?? 'warn', terminal.errRaw);
  const namesRepositories = config.traces?.repositories ?? false;
  const endTraces = await sendTraces(environment, { service: 'code-scout-hooks', namesRepositories, logger });
  const { createHookServer } = await import('../../http/hook-server.ts');
  const listener = createHookServer({
    ...{ catalogue, secrets, host, tls, allowedHosts, token: chosen.token },
    receiver: new HookReceiver(catalogue, log),
    onDefect: (error) => logger.write('error', 'HTTP', { message: String(error).slice(0, 2000) }),
  });
  let heldPort: number;
  try {
    heldPort = await listener.listen(host, port);
  } catch (error) {
    await catalogue.close();
    throw listenFailure(error, { host, port });
  }
  const service = {
    get runningRequests() {
      return listener.runningRequests;
    },
    finish: (ms: number) => listener.finish(ms),
    close: async () => {
      await listener.close();
      await catalogue.close();
      await endTraces();
    },
  };
  endOnSignals(service, { logger, graceMs, onEnd: () => {} });
  const url = `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${heldPort}`;
  if (isJson) terminal.out(JSON.stringify({ url, pid: process.pid, ...(chosen.isNew ? { token: chosen.token } : {}) }));
  else {
    terminal.err(`Code Scout hears git hosts at ${url}/hooks/github, /hooks/gitlab and /hooks/gitea (stop it with Ctrl-C)`); // prettier-ignore
    if (chosen.isNew) terminal.err(`/metrics needs the header "Authorization: Bearer ${chosen.token}"`);
  }
  if (tls === null && !isLoopback(host))
    terminal.err('Warning: without --tls-cert, whoever is on the way reads what hosts send, and GitLab sends the secret itself'); // prettier-ignore
}

export function describeHookEvent(event: HookEvent): string {
  switch (event.event) {
    case 'heard': {
      const { repository, ref, commit, push } = event;
      return `${repository} ${ref}: push ${push}, ${commit === null ? 'deleted' : commit.slice(0, 12)}`;
    }
    case 'changed':
      return `${event.repository}: ${event.what}`;
    case 'unknown':
      return `${event.repository === '' ? 'A repository without a name' : event.repository} is not in the catalogue (${event.what})`;
    case 'ignored':
      return `${event.repository}: nothing to do for ${event.what}`;
  }
}

/** The server that hears messages of git hosts: its routes, with health and metrics beside them. It knows the catalogue and no repository's code. */
import { CatalogueError, type Catalogue } from '../engine/hooks/hooks.ts';
import { gitHosts, payloadOf, type HookReceiver, type HookSecrets, type HostName } from '../engine/hooks/hooks.ts';
import { jsonReply, type HttpHandler } from '../util/http-message.ts';
import { traced } from '../util/tracing/spans.ts';
import { createAccess } from './access.ts';
import { healthRoute, metricsRoute } from './health.ts';
import { defaultLimits, Listener, type ListenerLimits } from './listener.ts';
import { createQueueMetrics } from './queue-metrics.ts';
import { refusalReply, type Refusal, type Route } from './routes.ts';

export interface HookServerOptions {
  catalogue: Catalogue;
  receiver: HookReceiver;
  secrets: HookSecrets;
  host: string;
  /** For `/metrics`; null: none is needed. */
  token: string | null;
  tls: { cert: Buffer; key: Buffer } | null;
  /** Host names of this server, for `/metrics`. */
  allowedHosts: readonly string[];
  onDefect: (error: unknown) => void;
  limits?: Partial<ListenerLimits>;
}

/** A body is in memory before its signature can be checked, so few may be at once. A message that is larger is refused; a poll finds what it says. */
const hookLimits: ListenerLimits = {
  ...defaultLimits,
  bodyBytes: 3 * 1024 * 1024,
  maxRunning: 64,
  connections: 500,
  perSecond: 200,
  requestMs: 15_000,
};

const unproven: Refusal = {
  status: 401,
  message:
    'Unauthorized: the signature or the token of the message is missing or wrong, or it was not signed within five minutes of this server’s time; the secret must be one of this server’s',
};

function hookHandler(name: HostName, { secrets, receiver }: HookServerOptions): HttpHandler {
  const host = gitHosts[name];
  return async (request) => {
    if (!host.isProven(request, secrets)) return refusalReply('api', unproven);
    const payload = payloadOf(request.body);
    if (payload === null)
      return refusalReply('api', { status: 400, message: 'The body is no object of JSON, and no form with one as `payload`' }); // prettier-ignore
    try {
      await traced('hear', { attributes: { 'code_scout.git_host': name } }, () =>
        receiver.receive(host.read(request, payload)),
      );
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      const headers = { 'retry-after': '10' };
      return refusalReply('api', { status: 503, message: 'The catalogue is not reachable; a poll will find what this message says', headers }); // prettier-ignore
    }
    // The same for every message, so that it tells nothing about the repositories.
    return jsonReply(202, { received: true });
  };
}

export function createHookServer(options: HookServerOptions): Listener {
  const { catalogue, secrets, host, token, tls, allowedHosts, onDefect, limits = {} } = options;
  const metrics = createQueueMetrics(catalogue);
  const hooks = (['github', 'gitlab', 'gitea'] as const).map((name): Route => ({
    path: `/hooks/${name}`,
    methods: { POST: hookHandler(name, options) },
    refusals: 'api',
    unproven: (request) => (gitHosts[name].mayBeProven(request, secrets) ? null : unproven),
  }));
  return new Listener({
    routes: [...hooks, healthRoute, metricsRoute(metrics.handle)],
    access: createAccess({
      ...{ token, host, usesTls: tls !== null, allowedOrigins: [] },
      allowedHosts: allowedHosts.map((one) => one.toLowerCase()),
    }),
    limits: { ...hookLimits, ...limits },
    tls,
    onRequest: metrics.observeRequest,
    onDefect,
  });
}

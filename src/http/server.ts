/** The HTTP server as a whole: its routes and their handlers. The caller passes the protocol's endpoint. */
import type { AppConfig } from '../config/options.ts';
import { jsonReply, type HttpHandler } from '../util/http-message.ts';
import { createAccess } from './access.ts';
import { adminRoute, type AdminOptions } from './admin-api.ts';
import { healthRoute, metricsRoute } from './health.ts';
import { Listener, defaultLimits, type FinishedRequest } from './listener.ts';
import type { Route } from './routes.ts';
import type { Senders } from './senders.ts';
import { toolApiRoutes, type ToolApiOptions } from './tool-api.ts';
import { explorerRoutes, pageRoutes } from './explorer-routes.ts';
import { usageRoute } from './usage-api.ts';

/** What answers requests. */
export interface ServedParts {
  /** The protocol's endpoint. */
  mcp: HttpHandler;
  /** Absent: there are no metrics here. */
  metrics?: HttpHandler;
  tools: ToolApiOptions;
  /** For a sender who administers the server; absent for everybody else. */
  admin?: AdminOptions | undefined;
}

interface ListenerParts {
  settings: AppConfig['http'];
  /** PEM; null: plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  onRequest: (request: FinishedRequest) => void;
  onDefect: (error: unknown) => void;
}

export interface HttpServerOptions extends ServedParts, ListenerParts {
  token: string | null;
}

/** All routes of what is served. */
export function servedRoutes({ mcp, metrics, tools, admin }: ServedParts): Route[] {
  const protocol = { methods: { GET: mcp, POST: mcp, DELETE: mcp }, refusals: 'rpc' } as const;
  return [
    { path: '/mcp', ...protocol },
    ...explorerRoutes({ ...tools, protocol: mcp, administers: admin !== undefined }),
    healthRoute,
    ...(metrics === undefined ? [] : [metricsRoute(metrics)]),
    ...toolApiRoutes(tools),
    usageRoute(tools),
    ...(admin === undefined ? [] : [adminRoute(admin)]),
  ];
}

function listenerOf(
  { settings, tls, onRequest, onDefect }: ListenerParts,
  served: { routes: readonly Route[]; token: string | null; senders?: Senders },
): Listener {
  const { routes, token, senders } = served;
  return new Listener({
    routes,
    access: createAccess({
      token,
      host: settings.host,
      usesTls: tls !== null,
      allowedHosts: settings.allowedHosts.map((name) => name.toLowerCase()),
      allowedOrigins: settings.allowedOrigins,
    }),
    senders,
    limits: {
      ...defaultLimits,
      ...{ maxRunning: settings.maxRequests, perSecond: settings.rateLimit },
      ...{ perSender: settings.maxPerSender, perMinute: settings.quotaPerMinute },
    },
    tls,
    onRequest,
    onDefect,
  });
}

export function createHttpServer(options: HttpServerOptions): Listener {
  return listenerOf(options, { routes: servedRoutes(options), token: options.token });
}

export interface SharedServerOptions extends ListenerParts {
  senders: Senders;
  /** What is served to everybody, so that clients find out where they get a token: a document, by its paths. */
  metadata: { paths: readonly string[]; document: object } | null;
}

/** A server whose senders may each see something else: all but the page, health and the metadata is of the sender's own routes. */
export function createSharedServer(options: SharedServerOptions): Listener {
  const { senders, metadata } = options;
  const reply = jsonReply(200, metadata?.document, { 'cache-control': 'public, max-age=300' });
  const routes: Route[] = [
    // Only says how a request is refused: before its sender is known, nothing is served here.
    { path: '/mcp', methods: {}, refusals: 'rpc' },
    ...pageRoutes,
    healthRoute,
    ...(metadata?.paths ?? []).map((path): Route => ({
      path,
      methods: { GET: () => Promise.resolve(reply) },
      refusals: 'api',
      open: true,
    })),
  ];
  return listenerOf(options, { routes, token: null, senders });
}

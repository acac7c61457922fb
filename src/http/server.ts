/** The HTTP server as a whole: its routes and their handlers. The caller passes the protocol's endpoint. */
import type { AppConfig } from '../config/options.ts';
import type { HttpHandler } from '../util/http-message.ts';
import { createAccess } from './access.ts';
import { healthReply } from './health.ts';
import { Listener, defaultLimits, type FinishedRequest } from './listener.ts';
import type { Route } from './routes.ts';
import { toolApiRoutes, type ToolApiOptions } from './tool-api.ts';
import { explorerRoutes } from './explorer-routes.ts';
import { usageRoute } from './usage-api.ts';

export interface HttpServerOptions {
  settings: AppConfig['http'];
  token: string | null;
  /** PEM; null: plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  /** The protocol's endpoint. */
  mcp: HttpHandler;
  metrics: HttpHandler;
  tools: ToolApiOptions;
  onRequest: (request: FinishedRequest) => void;
  onDefect: (error: unknown) => void;
}

export function createHttpServer(options: HttpServerOptions): Listener {
  const { settings, token, tls, mcp, metrics, tools, onRequest, onDefect } = options;
  const protocol = { methods: { GET: mcp, POST: mcp, DELETE: mcp }, refusals: 'rpc' } as const;
  const routes: Route[] = [
    { path: '/mcp', ...protocol },
    ...explorerRoutes({ ...tools, protocol: mcp }),
    { path: '/health', methods: { GET: () => Promise.resolve(healthReply()) }, refusals: 'api', open: true },
    { path: '/metrics', methods: { GET: metrics }, refusals: 'api' },
    ...toolApiRoutes(tools),
    usageRoute(tools),
  ];
  return new Listener({
    routes,
    access: createAccess({
      token,
      host: settings.host,
      usesTls: tls !== null,
      allowedHosts: settings.allowedHosts.map((name) => name.toLowerCase()),
      allowedOrigins: settings.allowedOrigins,
    }),
    limits: { ...defaultLimits, maxRunning: settings.maxRequests, perSecond: settings.rateLimit },
    tls,
    onRequest,
    onDefect,
  });
}

/** `GET /health`, and `GET /metrics` beside it. Invariant of health: it reveals nothing about the project, since it needs no token. */
import { productName, productVersion } from '../config/product.ts';
import { jsonReply, type HttpHandler, type HttpReply } from '../util/http-message.ts';
import type { Route } from './routes.ts';

function healthReply(): HttpReply {
  return jsonReply(200, { status: 'ok', service: productName, version: productVersion(), mode: 'http' });
}

export const healthRoute: Route = {
  path: '/health',
  methods: { GET: () => Promise.resolve(healthReply()) },
  refusals: 'api',
  open: true,
};

export function metricsRoute(metrics: HttpHandler): Route {
  return { path: '/metrics', methods: { GET: metrics }, refusals: 'api' };
}

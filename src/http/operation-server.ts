/** `/health` and `/metrics` of a program that serves nothing else there: a worker, or a node beside what it serves to its users. */
import type { HttpHandler } from '../util/http-message.ts';
import { createAccess } from './access.ts';
import { healthRoute, metricsRoute } from './health.ts';
import { defaultLimits, Listener } from './listener.ts';

export interface OperationServerOptions {
  metrics: HttpHandler;
  /** The address that it listens on. */
  host: string;
  /** For `/metrics`; null: none is needed. */
  token: string | null;
  tls: { cert: Buffer; key: Buffer } | null;
  onDefect: (error: unknown) => void;
}

/** Few ask, and they send nothing. */
const limits = { ...defaultLimits, bodyBytes: 1024, maxRunning: 8, connections: 50, perSecond: 20 };

export function createOperationServer({ metrics, host, token, tls, onDefect }: OperationServerOptions): Listener {
  return new Listener({
    routes: [healthRoute, metricsRoute(metrics)],
    access: createAccess({ token, host, usesTls: tls !== null, allowedHosts: [], allowedOrigins: [] }),
    ...{ limits, tls, onDefect },
    onRequest: () => {},
  });
}

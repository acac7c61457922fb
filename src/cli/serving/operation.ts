/** `--metrics-port`: `/health` and `/metrics` at an address of their own, off by default and on this machine alone unless it is told otherwise. */
import { isLoopback } from '../../http/access.ts';
import { createOperationServer } from '../../http/operation-server.ts';
import { chooseToken } from '../../http/token.ts';
import { AppError } from '../../model/error.ts';
import type { HttpHandler } from '../../util/http-message.ts';
import { numberOption } from '../global-options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { listenFailure } from './started-http.ts';

export interface OperationFlags {
  metricsPort?: string;
  metricsHost?: string;
}

export interface StartedOperation {
  url: string;
  /** What `/metrics` needs, where it was made here; else null. */
  newToken: string | null;
  close(): Promise<void>;
}

/** Where it is wanted; null where it is not. Throws a `ValidationError`. */
export function operationPlace({ metricsPort, metricsHost }: OperationFlags): { host: string; port: number } | null {
  if (metricsPort !== undefined)
    return {
      host: metricsHost ?? '127.0.0.1',
      port: numberOption('--metrics-port', metricsPort, 0, [0, 65_535]),
    };
  if (metricsHost === undefined) return null;
  throw new AppError('ValidationError', '--metrics-host needs --metrics-port', {
    hint: 'Name the port at which /metrics is to be served.',
    details: { field: '--metrics-host', expected: '--metrics-port', received: metricsHost },
  });
}

export interface OperationRequest {
  metrics: HttpHandler;
  tls: { cert: Buffer; key: Buffer } | null;
  onDefect: (error: unknown) => void;
}

/** Throws `AppError`. */
export async function startOperation(
  { environment }: Pick<Terminal, 'environment'>,
  { host, port }: { host: string; port: number },
  { metrics, tls, onDefect }: OperationRequest,
): Promise<StartedOperation> {
  const given = { given: undefined, field: '--metrics-port', variable: environment.httpToken };
  const { token, isNew } = chooseToken(given, host);
  const listener = createOperationServer({ metrics, host, token, tls, onDefect });
  const held = await listener.listen(host, port).catch((error: unknown) => {
    throw listenFailure(error, { host, port }, '--metrics-port');
  });
  return {
    url: `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${held}`,
    newToken: isNew ? token : null,
    close: () => listener.close(),
  };
}

/** What is said to a person about it. */
export function operationLines({ url, newToken }: StartedOperation): string[] {
  const isPlain = url.startsWith('http:') && !isLoopback(new URL(url).hostname);
  return [
    `Health and metrics are at ${url}/health and ${url}/metrics`,
    ...(newToken === null ? [] : [`/metrics needs the header "Authorization: Bearer ${newToken}"`]),
    ...(isPlain ? ['Warning: without TLS, whoever is on the way reads the token of /metrics'] : []),
  ];
}

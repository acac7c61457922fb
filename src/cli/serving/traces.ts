/** Traces of a command that serves an organisation: only where the user has named a collector. */
import { productVersion } from '../../config/product.ts';
import type { Environment } from '../../config/environment.ts';
import { useTracer } from '../../util/tracing/spans.ts';
import type { Logger } from '../../util/json-log.ts';

export interface TracesWish {
  /** What the service is called, unless OTEL_SERVICE_NAME says it. */
  service: string;
  namesRepositories: boolean;
  logger: Logger;
}

/** Returns what sends the last ones. Throws a `ConfigurationError`. */
export async function sendTraces(
  { traces }: Pick<Environment, 'traces'>,
  { service, namesRepositories, logger }: TracesWish,
): Promise<() => Promise<void>> {
  if (traces === null) return () => Promise.resolve();
  const { startTraces } = await import('../../trace/otlp-tracer.ts');
  const started = startTraces({
    ...{ service, namesRepositories, version: productVersion(), ...traces },
    onTrouble: (message) => logger.write('warn', 'TRACES', { message }),
  });
  useTracer(started.tracer);
  return () => started.close();
}

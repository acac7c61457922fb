/**
 * Traces by OpenTelemetry, sent by OTLP over HTTP to the collector that the user named. Loaded only where there is one.
 * Invariant: nothing waits for the collector: spans are sent beside the work, are dropped where there are too many of them, and are given little time at the
 * end.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer as LibraryTracer,
} from '@opentelemetry/api';
import { parseTraceParent, suppressTracing } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { AppError, toAppError } from '../model/error.ts';
import { withTimeout } from '../util/with-timeout.ts';
import type { OpenSpan, SpanOptions, Tracer } from '../util/tracing/spans.ts';

export interface TracesRequest {
  /** `code-scout-node`; OTEL_SERVICE_NAME is stronger. */
  service: string;
  version: string;
  /** OTEL_TRACES_SAMPLER and its argument; null where they are not set. */
  sampler: string | null;
  samplerArgument: string | null;
  namesRepositories: boolean;
  /** Called when traces cannot be sent, at most once a minute. */
  onTrouble: (message: string) => void;
}

export interface StartedTraces {
  tracer: Tracer;
  /** Sends what is left, which may take `closeMs`. */
  close(): Promise<void>;
}

const closeMs = 1500;
/** How often spans are sent (ms). */
const sendMs = 2000;
const troubleMs = 60_000;
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Throws a `ConfigurationError` for a sampler that is not known. */
export function startTraces(request: TracesRequest): StartedTraces {
  const { service, version, namesRepositories, onTrouble } = request;
  warnRarely(onTrouble);
  const own = resourceFromAttributes({ 'service.name': service, 'service.version': version });
  // What the user says of the service by OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES is stronger than what is said here.
  const resource = defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: sendMs });
  const provider = new TracerProvider({ resource, sampler: samplerOf(request), spanProcessors: [processor] });
  return {
    tracer: new OtlpTracer(provider.getTracer('code-scout', version), namesRepositories),
    close: async () => {
      await withTimeout(
        closeMs,
        provider.shutdown().catch(() => {}),
      );
    },
  };
}

class OtlpTracer implements Tracer {
  readonly namesRepositories: boolean;
  readonly #tracer: LibraryTracer;
  readonly #contexts = new AsyncLocalStorage<Context>();

  constructor(tracer: LibraryTracer, namesRepositories: boolean) {
    this.#tracer = tracer;
    this.namesRepositories = namesRepositories;
  }

  get #context(): Context {
    return this.#contexts.getStore() ?? ROOT_CONTEXT;
  }

  async span<T>(
    name: string,
    { kind = 'internal', attributes = {}, parent }: SpanOptions,
    work: (span: OpenSpan) => Promise<T>,
  ): Promise<T> {
    const around = parent === undefined ? this.#context : contextOf(parent);
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, around);
    try {
      return await this.#contexts.run(trace.setSpan(around, span), () => work(openSpan(span)));
    } catch (error) {
      openSpan(span).fail(toAppError(error).code);
      throw error;
    } finally {
      span.end();
    }
  }

  untraced<T>(work: () => Promise<T>): Promise<T> {
    return this.#contexts.run(suppressTracing(this.#context), work);
  }

  past(name: string, startMs: number, endMs: number): void {
    this.#tracer.startSpan(name, { startTime: startMs }, this.#context).end(endMs);
  }

  traceparent(): string | null {
    const found = trace.getSpanContext(this.#context);
    if (found === undefined) return null;
    return `00-${found.traceId}-${found.spanId}-${found.traceFlags.toString(16).padStart(2, '0')}`;
  }
}

function openSpan(span: Span): OpenSpan {
  return {
    set: (attribute, value) => void span.setAttribute(attribute, value),
    fail: (type) => {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
}

/** Of whoever asks; a root where it has said nothing that can be understood. */
function contextOf(parent: string): Context {
  const found = parseTraceParent(parent);
  return found === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...found, isRemote: true });
}

function samplerOf({ sampler, samplerArgument }: TracesRequest): Sampler {
  const ratio = (): Sampler => new TraceIdRatioBasedSampler(shareOf(samplerArgument));
  const samplers: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: ratio,
    parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    parentbased_traceidratio: () => new ParentBasedSampler({ root: ratio() }),
  };
  const name = sampler ?? 'parentbased_always_on';
  if (Object.hasOwn(samplers, name)) return samplers[name]!();
  throw new AppError('ConfigurationError', `OTEL_TRACES_SAMPLER is ${JSON.stringify(name.slice(0, 100))}`, {
    hint: `Set it to ${Object.keys(samplers).join(', ')}, or leave it out.`,
  });
}

function shareOf(text: string | null): number {
  const share = text === null ? 1 : Number(text);
  if (share >= 0 && share <= 1) return share;
  throw new AppError('ConfigurationError', 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
}

/** The library says at each attempt what is wrong, which is the same for all of them. */
function warnRarely(onTrouble: (message: string) => void): void {
  let saidAt = -Infinity;
  const warn = (message: string): void => {
    if (performance.now() - saidAt < troubleMs) return;
    saidAt = performance.now();
    onTrouble(`Traces cannot be sent: ${message.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
  };
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
}

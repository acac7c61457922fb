/**
 * Spans of traces: what was done, when, and for which request. Without a tracer, which only a user's own collector brings (src/trace), they cost nothing.
 * Invariant: no span has the text of a question, a path, a token or the name of somebody; the name of a repository only where a setting says so.
 */

export interface SpanOptions {
  /** Default: `internal`. */
  kind?: 'server' | 'client' | 'internal';
  attributes?: Readonly<Record<string, string | number | boolean>>;
  /** The `traceparent` of whoever asks, if it has any; absent: what is being done is a part of the span around it. */
  parent?: string | undefined;
}

export interface OpenSpan {
  set(attribute: string, value: string | number | boolean): void;
  /** It has failed. @param type of the error, never its message */
  fail(type: string): void;
}

export interface Tracer {
  /** Does something of which there are no spans. */
  untraced<T>(work: () => Promise<T>): Promise<T>;
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** A part of the present span that is over. Times are ms since 1970. */
  past(name: string, startMs: number, endMs: number): void;
  /** Names the present span to another server (W3C Trace Context). */
  traceparent(): string | null;
  /** Whether spans have the names of repositories. */
  readonly namesRepositories: boolean;
}

const noSpan: OpenSpan = { set() {}, fail() {} };
let tracer: Tracer | null = null;

/** @param wanted null: none */
export function useTracer(wanted: Tracer | null): void {
  tracer = wanted;
}

/** Does a piece of work as a span. An error ends it as failed, with the error's code. */
export function traced<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  return tracer === null ? work(noSpan) : tracer.span(name, options, work);
}

/** Does something that nobody has asked for, and of which there are no spans. */
export function untraced<T>(work: () => Promise<T>): Promise<T> {
  return tracer === null ? work() : tracer.untraced(work);
}

export function tracePast(name: string, startMs: number, endMs: number): void {
  tracer?.past(name, startMs, endMs);
}

export function traceparent(): string | null {
  return tracer?.traceparent() ?? null;
}

/** The attribute that names a repository; none where that is not wanted. */
export function repositoryAttribute(name: string): Record<string, string> {
  return tracer?.namesRepositories === true ? { 'code_scout.repository': name } : {};
}

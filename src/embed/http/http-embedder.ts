/**
 * Vectors from an endpoint that speaks the embedding API of OpenAI (`POST /v1/embeddings`) or of Ollama (`POST /api/embed`).
 * Invariant: text leaves the machine only to the URL that the user configured; the key goes there and into no message.
 */
import { AppError } from '../../model/error.ts';
import type { Embedder, EmbeddingPurpose } from '../embedder.ts';
import { modelInput, unitVector } from '../unit-vector.ts';
import { isTooMuch, postJson } from './post-json.ts';
import type { Outcome } from './post-json.ts';
import { workSlots } from '../work-slots.ts';
import { usualRetries, withRetries } from './retry.ts';
import type { Pause, RetryPolicy } from './retry.ts';
import { endpointUrl, readVectors, requestBody } from './wire-formats.ts';
import type { EmbeddingApi } from './wire-formats.ts';

export interface HttpEmbedderSettings {
  api: EmbeddingApi;
  /** The host, where its API begins, or the resource itself; empty for the API's usual host. */
  url: string;
  /** The model's name there. */
  model: string;
  /** Sent as `Authorization: Bearer`; null for none. */
  key: string | null;
  /** What the endpoint is asked for and must give; null: as many as the model has, which one request finds out. */
  dimensions: number | null;
  /** Texts a request. */
  batchSize: number;
  /** Requests at a time. */
  concurrency: number;
  /** For one request, its answer included. */
  timeoutMs: number;
  /** Put before each text. */
  prefixes: Readonly<Record<EmbeddingPurpose, string>>;
  retries?: RetryPolicy;
}

/** An input that is cut is not cut below this (UTF-16 units): a model that refuses so little refuses something else. */
const shortestCut = 256;
/** Of a request's texts together (UTF-16 units), so that long texts do not fill a request that many short ones were meant for. */
const mostBatchText = 262_144;
/** Bytes of an answer for each text: 16,384 dimensions of 24 digits. */
const mostVectorBytes = 16_384 * 24;

function refuse(message: string, hint: string): AppError {
  return new AppError('ConfigurationError', message, { hint });
}

function hintFor(outcome: Outcome): string {
  if (outcome.kind === 'transient')
    return 'See that it is up and reachable, then try again; `embedding.url` says where it is looked for.';
  const status = outcome.kind === 'refused' ? outcome.status : 0;
  if (status === 401 || status === 403)
    return 'Set the variable `CODE_SCOUT_EMBEDDING_API_KEY` to a key that it takes.';
  if (status === 404)
    return 'Check `embedding.url` and `embedding.model`; Ollama must have the model (`ollama pull MODEL`).';
  return 'Check `embedding.provider`, `embedding.url` and `embedding.model`.';
}

/** What holds for all requests. */
interface Endpoint {
  settings: HttpEmbedderSettings;
  url: URL;
  /** The URL for people: what stands in a query may be secret. */
  shownUrl: string;
  headers: Record<string, string>;
  pause: Pause;
}

function checkEndpoint(settings: HttpEmbedderSettings): Endpoint {
  const { api, key, model } = settings;
  const url = endpointUrl(api, settings.url);
  if (url === null)
    throw refuse('`embedding.url` is no http or https URL without user and password', 'Correct it, or leave it empty.');
  if (model.trim() === '') {
    const example = api === 'openai' ? 'text-embedding-3-small' : 'nomic-embed-text';
    throw refuse(
      `The embedding provider \`${api}\` needs the name of a model`,
      `Set \`embedding.model\`, to \`${example}\` for example.`,
    );
  }
  // The error of a refused header would quote it.
  if (key !== null && !/^[\u0021-\u007E]+$/.test(key)) {
    throw refuse(
      'The embedding key holds characters that no key has',
      'Set `CODE_SCOUT_EMBEDDING_API_KEY` to the bare key.',
    );
  }
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  return { settings, url, shownUrl: `${url.origin}${url.pathname}`, headers, pause: { until: 0 } };
}

function failure({ settings, shownUrl }: Endpoint, outcome: Outcome, attempts: number): AppError {
  if (outcome.kind === 'answered') throw new TypeError('an answer is no failure');
  const times = attempts === 1 ? '' : ` (tried ${attempts} times)`;
  const wait =
    outcome.kind === 'transient' && outcome.waitMs !== null
      ? `; it asks to wait ${Math.ceil(outcome.waitMs / 1000)} s`
      : '';
  // A server may quote the key that it refuses.
  const reason = settings.key === null ? outcome.reason : outcome.reason.replaceAll(settings.key, '…');
  return refuse(`The embedding endpoint ${shownUrl} failed: ${reason}${wait}${times}`, hintFor(outcome));
}

/** How a batch is asked for. */
interface Asking {
  policy: RetryPolicy;
  signal: AbortSignal;
}

/** Asks for a few texts; for fewer, or for less of one, where they are too much. */
async function embedBatch(endpoint: Endpoint, texts: readonly string[], asking: Asking): Promise<number[][]> {
  const { settings, url, headers, pause } = endpoint;
  const { api, model, dimensions, timeoutMs } = settings;
  const body = requestBody(api, { model, texts, dimensions });
  const mostBytes = 65_536 + texts.length * mostVectorBytes;
  const { policy, signal } = asking;
  const post = (): Promise<Outcome> => postJson({ url, body, headers, timeoutMs, mostBytes, signal });
  const { outcome, attempts } = await withRetries(post, { policy, pause, signal });
  if (outcome.kind === 'answered') {
    const vectors = readVectors(api, outcome.body, texts.length);
    if (typeof vectors !== 'string') return vectors;
    throw failure(
      endpoint,
      { kind: 'refused', status: 200, reason: `its answer is not understood: ${vectors}` },
      attempts,
    );
  }
  if (isTooMuch(outcome)) {
    if (texts.length > 1) {
      const half = texts.length >> 1;
      const first = await embedBatch(endpoint, texts.slice(0, half), asking);
      return [...first, ...(await embedBatch(endpoint, texts.slice(half), asking))];
    }
    const [text = ''] = texts;
    if (text.length > shortestCut)
      return embedBatch(endpoint, [text.slice(0, text.length >> 1).toWellFormed()], asking);
  }
  throw failure(endpoint, outcome, attempts);
}

interface Batch {
  /** Places of the texts among all that were asked for. */
  places: number[];
  inputs: string[];
}

/** Texts with nothing in them are left out: endpoints refuse them. */
function inBatches(texts: readonly string[], prefix: string, batchSize: number): Batch[] {
  const batches: Batch[] = [];
  let batch: Batch | null = null;
  let length = 0;
  for (const [place, text] of texts.entries()) {
    if (text.trim() === '') continue;
    const input = modelInput(prefix, text);
    length += input.length;
    if (batch === null || batch.inputs.length >= batchSize || length > mostBatchText) {
      batch = { places: [], inputs: [] };
      batches.push(batch);
      length = input.length;
    }
    batch.places.push(place);
    batch.inputs.push(input);
  }
  return batches;
}

class HttpEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #endpoint: Endpoint;
  readonly #slots;
  readonly #closed = new AbortController();

  constructor(endpoint: Endpoint, dimensions: number) {
    const { api, model, prefixes, concurrency } = endpoint.settings;
    const told = prefixes.query === '' && prefixes.passage === '' ? [] : [prefixes.query, prefixes.passage];
    this.id = [api, endpoint.shownUrl, ...[model, dimensions, ...told].map((part) => JSON.stringify(part))].join(' ');
    this.dimensions = dimensions;
    this.#endpoint = endpoint;
    this.#slots = workSlots(concurrency);
  }

  async embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]> {
    const { batchSize, prefixes, retries = usualRetries } = this.#endpoint.settings;
    const failed = new AbortController();
    const stop = AbortSignal.any([failed.signal, this.#closed.signal, ...(signal === undefined ? [] : [signal])]);
    const vectors = texts.map((): Float32Array => new Float32Array(this.dimensions));
    const asking = { policy: retries, signal: stop };
    const embedInto = async ({ places, inputs }: Batch): Promise<void> => {
      stop.throwIfAborted();
      const values = await embedBatch(this.#endpoint, inputs, asking);
      checkDimensions(this.#endpoint, values, this.dimensions);
      for (const [i, place] of places.entries()) vectors[place] = unitVector(values[i]!, this.dimensions);
    };
    try {
      const batches = inBatches(texts, prefixes[purpose], batchSize);
      await Promise.all(batches.map((batch) => this.#slots.run(purpose === 'query', () => embedInto(batch))));
      return vectors;
    } catch (error) {
      // Before the others are stopped: their end is no cancellation.
      if (stop.aborted && !failed.signal.aborted) throw new AppError('CancelledError', 'Embedding was cancelled');
      throw error;
    } finally {
      failed.abort();
    }
  }

  close(): Promise<void> {
    this.#closed.abort();
    return Promise.resolve();
  }
}

function checkDimensions(endpoint: Endpoint, vectors: readonly number[][], expected: number): void {
  const given = vectors[0]?.length ?? expected;
  if (given === expected) return;
  const before = endpoint.settings.dimensions === null ? `it gave ${expected} before` : `${expected} were asked for`;
  throw refuse(
    `The embedding endpoint ${endpoint.shownUrl} gave vectors of ${given} dimensions where ${before}`,
    'Set `embedding.dimensions` to what the model gives, or to 0; a changed model needs a new name in `embedding.model`.',
  );
}

/** What is embedded to learn how many dimensions there are. */
const probe = 'function add(a, b) { return a + b; }';
/** Whoever starts a program waits for it: a few seconds. */
const probeAttempts = 3;

/** Rejects with a `ConfigurationError` when the settings or the endpoint do not do. Asks the endpoint only when `dimensions` is null. */
export async function openHttpEmbedder(
  settings: HttpEmbedderSettings,
  signal: AbortSignal = new AbortController().signal,
): Promise<Embedder> {
  const endpoint = checkEndpoint(settings);
  if (settings.dimensions !== null) return new HttpEmbedder(endpoint, settings.dimensions);
  const retries = settings.retries ?? usualRetries;
  const policy = { ...retries, attempts: Math.min(retries.attempts, probeAttempts) };
  try {
    const [vector] = await embedBatch(endpoint, [modelInput(settings.prefixes.passage, probe)], { policy, signal });
    return new HttpEmbedder(endpoint, vector!.length);
  } catch (error) {
    if (signal.aborted) throw new AppError('CancelledError', 'Embedding was cancelled');
    throw error;
  }
}

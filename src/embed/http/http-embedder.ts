/**
 * Vectors from an endpoint with the embedding API of OpenAI (`POST /v1/embeddings`) or of Ollama (`POST /api/embed`).
 * Invariant: text leaves the machine only to the URL that the user configured; the key is sent there only, and is in no message.
 */
import { AppError } from '../../model/error.ts';
import type { Embedder, EmbeddingPurpose } from '../embedder.ts';
import { modelInput, unitVector } from '../unit-vector.ts';
import { isTooMuch, isWithoutNumbers, postJson } from './post-json.ts';
import type { Outcome } from './post-json.ts';
import { workSlots } from '../work-slots.ts';
import { defaultRetries, withRetries } from './retry.ts';
import type { Pause, RetryPolicy } from './retry.ts';
import { endpointUrl, readVectors, requestBody } from './wire-formats.ts';
import type { EmbeddingApi } from './wire-formats.ts';
import { clockMs } from '../../util/clock.ts';

export interface HttpEmbedderSettings {
  api: EmbeddingApi;
  /** The host, the base of its API, or the resource itself; empty for the API's default host. */
  url: string;
  /** The model's name at the endpoint. */
  model: string;
  /** Sent as `Authorization: Bearer`; null for none. */
  key: string | null;
  /** The number of dimensions to request, which the endpoint must return. Null: the model's own number, which one request finds out. */
  dimensions: number | null;
  /** Texts per request. */
  batchSize: number;
  /** Maximum number of concurrent requests. */
  concurrency: number;
  /** Timeout of one request, including its answer. */
  timeoutMs: number;
  /** Prepended to each text. */
  prefixes: Readonly<Record<EmbeddingPurpose, string>>;
  retries?: RetryPolicy;
  queries?: QueryPolicy;
}

/** Limits for queries. Someone waits for the answer, which can also be found by words alone: a fast answer is better than a late vector. */
export interface QueryPolicy {
  attempts: number;
  /** Timeout of one request. */
  timeoutMs: number;
  /** Longest wait that an answer may request. */
  maxRequestedMs: number;
  /** After a failure no query is sent for this time, unless another request succeeds. */
  pauseMs: number;
}

const defaultQueryPolicy: QueryPolicy = { attempts: 2, timeoutMs: 10_000, maxRequestedMs: 2000, pauseMs: 30_000 };

/** An input of at most this length (UTF-16 units) is not cut: if a model refuses so short a text, the cause is another one. */
const minCut = 256;
/** Maximum length of a request's texts together (UTF-16 units), so that long texts do not fill a request meant for many short ones. */
const maxBatchText = 262_144;
/** Maximum size of an answer per text (bytes): 16,384 dimensions of 24 digits. */
const maxVectorBytes = 16_384 * 24;
/** Maximum size of an answer besides its vectors (bytes). */
const maxOverheadBytes = 65_536;
/** Maximum size of an answer in total (bytes). */
const maxAnswerBytes = 2 ** 28;

function configurationError(message: string, hint: string): AppError {
  return new AppError('ConfigurationError', message, { hint });
}

function hintFor(outcome: Outcome): string {
  if (outcome.kind === 'transient')
    return 'Check that it is up and reachable, then try again; `embedding.url` is its address.';
  const { status, reason } = outcome.kind === 'refused' ? outcome : { status: 0, reason: '' };
  if (status === 401 || status === 403)
    return 'Set the variable `CODE_SCOUT_EMBEDDING_API_KEY` to a key that the endpoint accepts.';
  if (status === 404)
    return 'Check `embedding.url` and `embedding.model`; Ollama must have the model (`ollama pull MODEL`).';
  if ((status === 400 || status === 422) && /dimension/i.test(reason))
    return 'Set `embedding.dimensions` to what `embedding.model` can give, or to 0 for as many as it has.';
  return 'Check `embedding.provider`, `embedding.url` and `embedding.model`.';
}

/** Data shared by all requests. */
interface Endpoint {
  settings: HttpEmbedderSettings;
  url: URL;
  /** The URL for people: its query may contain secrets. */
  shownUrl: string;
  headers: Record<string, string>;
  pause: Pause;
}

function checkEndpoint(settings: HttpEmbedderSettings): Endpoint {
  const { api, key, model } = settings;
  const url = endpointUrl(api, settings.url);
  if (url === null)
    throw configurationError(
      '`embedding.url` is not an http or https URL without user and password',
      'Correct it, or leave it empty.',
    );
  if (model.trim() === '') {
    const example = api === 'openai' ? 'text-embedding-3-small' : 'nomic-embed-text';
    throw configurationError(
      `The embedding provider \`${api}\` needs the name of a model`,
      `Set \`embedding.model\`, to \`${example}\` for example.`,
    );
  }
  // The error for an invalid header would quote the key.
  if (key !== null && !/^[\u0021-\u007E]+$/.test(key)) {
    throw configurationError(
      'The embedding key holds characters that no key has',
      'Set `CODE_SCOUT_EMBEDDING_API_KEY` to the bare key.',
    );
  }
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  return { settings, url, shownUrl: `${url.origin}${url.pathname}`, headers, pause: { until: 0 } };
}

/** The error for the last outcome of a request. */
function failureOf({ settings, shownUrl }: Endpoint, outcome: Outcome, attempts: number): AppError {
  if (outcome.kind === 'answered') throw new TypeError('an answer is not a failure');
  const times = attempts === 1 ? '' : ` (tried ${attempts} times)`;
  const wait =
    outcome.kind === 'transient' && outcome.waitMs !== null
      ? `; it asks to wait ${Math.ceil(outcome.waitMs / 1000)} s`
      : '';
  // A server may quote the key that it refuses.
  const reason = settings.key === null ? outcome.reason : outcome.reason.replaceAll(settings.key, '…');
  return configurationError(`The embedding endpoint ${shownUrl} failed: ${reason}${wait}${times}`, hintFor(outcome));
}

function misunderstoodAnswer(endpoint: Endpoint, problem: string, attempts: number): AppError {
  return failureOf(
    endpoint,
    { kind: 'refused', status: 200, reason: `its answer is not understood: ${problem}` },
    attempts,
  );
}

/** How to request a batch. */
interface BatchRequest {
  policy: RetryPolicy;
  /** Timeout of one request. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** The values of a vector; null where the model returned no numbers for the text. */
type Values = number[] | null;

/**
 * Requests the vectors of a few texts. A batch that is too large is split; a single text that is too large is cut. If the model returns no numbers
 * for some text, the batch is split until that text is found.
 */
async function embedBatch(endpoint: Endpoint, texts: readonly string[], request: BatchRequest): Promise<Values[]> {
  const { settings, url, headers, pause } = endpoint;
  const { api, model, dimensions } = settings;
  const body = requestBody(api, { model, texts, dimensions });
  const maxBytes = Math.min(maxAnswerBytes, maxOverheadBytes + texts.length * maxVectorBytes);
  const { policy, timeoutMs, signal } = request;
  const post = (): Promise<Outcome> => postJson({ url, body, headers, timeoutMs, maxBytes, signal });
  const { outcome, attempts } = await withRetries(post, { policy, pause, signal });
  if (outcome.kind === 'answered') {
    const vectors = readVectors(api, outcome.body, texts.length);
    if (typeof vectors !== 'string') return vectors;
    throw misunderstoodAnswer(endpoint, vectors, attempts);
  }
  if (texts.length > 1 && (isTooMuch(outcome) || isWithoutNumbers(outcome))) {
    const half = texts.length >> 1;
    const first = await embedBatch(endpoint, texts.slice(0, half), request);
    return [...first, ...(await embedBatch(endpoint, texts.slice(half), request))];
  }
  if (isWithoutNumbers(outcome)) return [null];
  if (isTooMuch(outcome)) {
    const [text = ''] = texts;
    if (text.length > minCut) return embedBatch(endpoint, [text.slice(0, text.length >> 1).toWellFormed()], request);
  }
  throw failureOf(endpoint, outcome, attempts);
}

interface Batch {
  /** Indexes of the texts among all texts of the call. */
  indexes: number[];
  inputs: string[];
}

/** Empty texts are left out, since endpoints refuse them. */
function batchesOf(texts: readonly string[], prefix: string, batchSize: number): Batch[] {
  const batches: Batch[] = [];
  let batch: Batch | null = null;
  let length = 0;
  for (const [index, text] of texts.entries()) {
    if (text.trim() === '') continue;
    const input = modelInput(prefix, text);
    length += input.length;
    if (batch === null || batch.inputs.length >= batchSize || length > maxBatchText) {
      batch = { indexes: [], inputs: [] };
      batches.push(batch);
      length = input.length;
    }
    batch.indexes.push(index);
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
  /** Whether the model has returned numbers for some text. After that, a text without numbers does not count as a fault of the model. */
  #isSound: boolean;
  /** The last failure of a query, and until when later queries fail with it. */
  #lastFailure: { error: AppError; until: number } | null = null;

  constructor(endpoint: Endpoint, dimensions: number, isSound: boolean) {
    const { api, model, prefixes, concurrency } = endpoint.settings;
    const prefixParts = prefixes.query === '' && prefixes.passage === '' ? [] : [prefixes.query, prefixes.passage];
    this.id = [api, endpoint.shownUrl, ...[model, dimensions, ...prefixParts].map((part) => JSON.stringify(part))].join(
      ' ',
    );
    this.dimensions = dimensions;
    this.#endpoint = endpoint;
    this.#slots = workSlots(concurrency);
    this.#isSound = isSound;
  }

  async embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]> {
    const { batchSize, prefixes, queries = defaultQueryPolicy } = this.#endpoint.settings;
    const failed = new AbortController();
    const stop = AbortSignal.any([failed.signal, this.#closed.signal, ...(signal === undefined ? [] : [signal])]);
    const vectors = texts.map((): Float32Array => new Float32Array(this.dimensions));
    const request = this.#requestFor(purpose, stop);
    const embedInto = async ({ indexes, inputs }: Batch): Promise<void> => {
      stop.throwIfAborted();
      const values = await embedBatch(this.#endpoint, inputs, request);
      this.#check(values, purpose);
      for (const [i, index] of indexes.entries())
        if (values[i] !== null) vectors[index] = unitVector(values[i]!, this.dimensions);
    };
    try {
      if (purpose === 'query' && !stop.aborted) this.#throwLastFailure();
      const batches = batchesOf(texts, prefixes[purpose], batchSize);
      await Promise.all(batches.map((batch) => this.#slots.run(purpose === 'query', () => embedInto(batch))));
      if (batches.length > 0) this.#lastFailure = null;
      return vectors;
    } catch (error) {
      // Until `finally`, only the caller or `close` can abort `stop`.
      if (stop.aborted && !failed.signal.aborted) throw new AppError('CancelledError', 'Embedding was cancelled');
      if (purpose === 'query' && error instanceof AppError)
        this.#lastFailure ??= { error, until: clockMs() + queries.pauseMs };
      throw error;
    } finally {
      failed.abort();
    }
  }

  #requestFor(purpose: EmbeddingPurpose, signal: AbortSignal): BatchRequest {
    const { retries = defaultRetries, timeoutMs, queries = defaultQueryPolicy } = this.#endpoint.settings;
    if (purpose === 'passage') return { policy: retries, timeoutMs, signal };
    const { attempts, maxRequestedMs } = queries;
    return {
      policy: { ...retries, attempts, maxRequestedMs },
      timeoutMs: Math.min(timeoutMs, queries.timeoutMs),
      signal,
    };
  }

  #throwLastFailure(): void {
    if (this.#lastFailure === null) return;
    if (clockMs() < this.#lastFailure.until) throw this.#lastFailure.error;
    this.#lastFailure = null;
  }

  /** Throws where the number of dimensions has changed, or where a vector is missing that is needed. */
  #check(values: readonly Values[], purpose: EmbeddingPurpose): void {
    const sound = values.filter((one) => one !== null);
    this.#isSound ||= sound.length > 0;
    if (sound.length < values.length && (purpose === 'query' || !this.#isSound))
      throw misunderstoodAnswer(this.#endpoint, noNumbers, 1);
    checkDimensions(this.#endpoint, sound, this.dimensions);
  }

  close(): Promise<void> {
    this.#closed.abort();
    return Promise.resolve();
  }
}

const noNumbers = 'a vector has a value that is not a finite number';

function checkDimensions(endpoint: Endpoint, vectors: readonly number[][], expected: number): void {
  const actual = vectors[0]?.length ?? expected;
  if (actual === expected) return;
  const expectation =
    endpoint.settings.dimensions === null ? `it gave ${expected} before` : `${expected} were asked for`;
  throw configurationError(
    `The embedding endpoint ${endpoint.shownUrl} gave vectors of ${actual} dimensions where ${expectation}`,
    'Set `embedding.dimensions` to what the model gives, or to 0; a changed model needs a new name in `embedding.model`.',
  );
}

/** The text that is embedded to find out the number of dimensions. */
const probe = 'function add(a, b) { return a + b; }';
/** Maximum number of attempts for the probe. A starting program waits for the probe, which must end within seconds. */
const probeAttempts = 3;

/** Rejects with a `ConfigurationError` when the settings or the endpoint are not usable. Calls the endpoint only when `dimensions` is null. */
export async function openHttpEmbedder(
  settings: HttpEmbedderSettings,
  signal: AbortSignal = new AbortController().signal,
): Promise<Embedder> {
  const endpoint = checkEndpoint(settings);
  if (settings.dimensions !== null) return new HttpEmbedder(endpoint, settings.dimensions, false);
  const retries = settings.retries ?? defaultRetries;
  const policy = { ...retries, attempts: Math.min(retries.attempts, probeAttempts) };
  try {
    const request = { policy, timeoutMs: settings.timeoutMs, signal };
    const [vector] = await embedBatch(endpoint, [modelInput(settings.prefixes.passage, probe)], request);
    if (vector === undefined || vector === null) throw misunderstoodAnswer(endpoint, noNumbers, 1);
    return new HttpEmbedder(endpoint, vector.length, true);
  } catch (error) {
    if (signal.aborted) throw new AppError('CancelledError', 'Embedding was cancelled');
    throw error;
  }
}

/**
 * Vectors from an endpoint that speaks the embedding API of OpenAI (`POST /v1/embeddings`) or of Ollama (`POST /api/embed`).
 * Invariant: text leaves the machine only to the URL that the user configured; the key goes there and into no message.
 */
import { AppError } from '../../model/error.ts';
import type { Embedder, EmbeddingPurpose } from '../embedder.ts';
import { modelInput, unitVector } from '../unit-vector.ts';
import { isTooMuch, isWithoutNumbers, postJson } from './post-json.ts';
import type { Outcome } from './post-json.ts';
import { workSlots } from '../work-slots.ts';
import { usualRetries, withRetries } from './retry.ts';
import type { Pause, RetryPolicy } from './retry.ts';
import { endpointUrl, readVectors, requestBody } from './wire-formats.ts';
import type { EmbeddingApi } from './wire-formats.ts';
import { clockMs } from '../../util/clock.ts';

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
  questions?: QuestionPolicy;
}

/** Somebody waits for a question's vector, and has an answer by words alone instead: better that soon than this late. */
export interface QuestionPolicy {
  attempts: number;
  /** For one request. */
  timeoutMs: number;
  /** Longest wait that an answer may ask for. */
  mostAskedMs: number;
  /** After a failure no question is sent for so long, unless something else was answered. */
  restMs: number;
}

const usualQuestions: QuestionPolicy = { attempts: 2, timeoutMs: 10_000, mostAskedMs: 2000, restMs: 30_000 };

/** An input that is cut is not cut below this (UTF-16 units): a model that refuses so little refuses something else. */
const shortestCut = 256;
/** Of a request's texts together (UTF-16 units), so that long texts do not fill a request that many short ones were meant for. */
const mostBatchText = 262_144;
/** Bytes of an answer for each text: 16,384 dimensions of 24 digits; and of all, since a text cannot have many more. */
const mostVectorBytes = 16_384 * 24;
const mostAnswerBytes = 2 ** 28;

function refuse(message: string, hint: string): AppError {
  return new AppError('ConfigurationError', message, { hint });
}

function hintFor(outcome: Outcome): string {
  if (outcome.kind === 'transient')
    return 'See that it is up and reachable, then try again; `embedding.url` says where it is looked for.';
  const { status, reason } = outcome.kind === 'refused' ? outcome : { status: 0, reason: '' };
  if (status === 401 || status === 403)
    return 'Set the variable `CODE_SCOUT_EMBEDDING_API_KEY` to a key that it takes.';
  if (status === 404)
    return 'Check `embedding.url` and `embedding.model`; Ollama must have the model (`ollama pull MODEL`).';
  if ((status === 400 || status === 422) && /dimension/i.test(reason))
    return 'Set `embedding.dimensions` to what `embedding.model` can give, or to 0 for as many as it has.';
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

function misunderstood(endpoint: Endpoint, problem: string, attempts: number): AppError {
  return failure(
    endpoint,
    { kind: 'refused', status: 200, reason: `its answer is not understood: ${problem}` },
    attempts,
  );
}

/** How a batch is asked for. */
interface Asking {
  policy: RetryPolicy;
  /** For one request. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** Null for a text that the model makes no numbers of. */
type Values = number[] | null;

/** Asks for a few texts; for fewer, or for less of one, where they are too much, and for each alone to find the one without numbers. */
async function embedBatch(endpoint: Endpoint, texts: readonly string[], asking: Asking): Promise<Values[]> {
  const { settings, url, headers, pause } = endpoint;
  const { api, model, dimensions } = settings;
  const body = requestBody(api, { model, texts, dimensions });
  const mostBytes = Math.min(mostAnswerBytes, 65_536 + texts.length * mostVectorBytes);
  const { policy, timeoutMs, signal } = asking;
  const post = (): Promise<Outcome> => postJson({ url, body, headers, timeoutMs, mostBytes, signal });
  const { outcome, attempts } = await withRetries(post, { policy, pause, signal });
  if (outcome.kind === 'answered') {
    const vectors = readVectors(api, outcome.body, texts.length);
    if (typeof vectors !== 'string') return vectors;
    throw misunderstood(endpoint, vectors, attempts);
  }
  if (texts.length > 1 && (isTooMuch(outcome) || isWithoutNumbers(outcome))) {
    const half = texts.length >> 1;
    const first = await embedBatch(endpoint, texts.slice(0, half), asking);
    return [...first, ...(await embedBatch(endpoint, texts.slice(half), asking))];
  }
  if (isWithoutNumbers(outcome)) return [null];
  if (isTooMuch(outcome)) {
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
  /** Whether the model has made numbers of something: then a text that it makes none of is the text's fault. */
  #isSound: boolean;
  /** The last question's failure, until when it stands for those to come. */
  #resting: { error: AppError; until: number } | null = null;

  constructor(endpoint: Endpoint, dimensions: number, isSound: boolean) {
    const { api, model, prefixes, concurrency } = endpoint.settings;
    const told = prefixes.query === '' && prefixes.passage === '' ? [] : [prefixes.query, prefixes.passage];
    this.id = [api, endpoint.shownUrl, ...[model, dimensions, ...told].map((part) => JSON.stringify(part))].join(' ');
    this.dimensions = dimensions;
    this.#endpoint = endpoint;
    this.#slots = workSlots(concurrency);
    this.#isSound = isSound;
  }

  async embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]> {
    const { batchSize, prefixes, questions = usualQuestions } = this.#endpoint.settings;
    const failed = new AbortController();
    const stop = AbortSignal.any([failed.signal, this.#closed.signal, ...(signal === undefined ? [] : [signal])]);
    const vectors = texts.map((): Float32Array => new Float32Array(this.dimensions));
    const asking = this.#asking(purpose, stop);
    const embedInto = async ({ places, inputs }: Batch): Promise<void> => {
      stop.throwIfAborted();
      const values = await embedBatch(this.#endpoint, inputs, asking);
      this.#check(values, purpose);
      for (const [i, place] of places.entries())
        if (values[i] !== null) vectors[place] = unitVector(values[i]!, this.dimensions);
    };
    try {
      if (purpose === 'query' && !stop.aborted) this.#throwResting();
      const batches = inBatches(texts, prefixes[purpose], batchSize);
      await Promise.all(batches.map((batch) => this.#slots.run(purpose === 'query', () => embedInto(batch))));
      if (batches.length > 0) this.#resting = null;
      return vectors;
    } catch (error) {
      // Before the others are stopped: their end is no cancellation.
      if (stop.aborted && !failed.signal.aborted) throw new AppError('CancelledError', 'Embedding was cancelled');
      if (purpose === 'query' && error instanceof AppError)
        this.#resting ??= { error, until: clockMs() + questions.restMs };
      throw error;
    } finally {
      failed.abort();
    }
  }

  #asking(purpose: EmbeddingPurpose, signal: AbortSignal): Asking {
    const { retries = usualRetries, timeoutMs, questions = usualQuestions } = this.#endpoint.settings;
    if (purpose === 'passage') return { policy: retries, timeoutMs, signal };
    const { attempts, mostAskedMs } = questions;
    return {
      policy: { ...retries, attempts, mostAskedMs },
      timeoutMs: Math.min(timeoutMs, questions.timeoutMs),
      signal,
    };
  }

  #throwResting(): void {
    if (this.#resting === null) return;
    if (clockMs() < this.#resting.until) throw this.#resting.error;
    this.#resting = null;
  }

  /** Throws where the vectors are not what they were, or there are none that could be compared. */
  #check(values: readonly Values[], purpose: EmbeddingPurpose): void {
    const sound = values.filter((one) => one !== null);
    this.#isSound ||= sound.length > 0;
    if (sound.length < values.length && (purpose === 'query' || !this.#isSound))
      throw misunderstood(this.#endpoint, noNumbers, 1);
    checkDimensions(this.#endpoint, sound, this.dimensions);
  }

  close(): Promise<void> {
    this.#closed.abort();
    return Promise.resolve();
  }
}

const noNumbers = 'a vector has what is no finite number';

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
  if (settings.dimensions !== null) return new HttpEmbedder(endpoint, settings.dimensions, false);
  const retries = settings.retries ?? usualRetries;
  const policy = { ...retries, attempts: Math.min(retries.attempts, probeAttempts) };
  try {
    const asking = { policy, timeoutMs: settings.timeoutMs, signal };
    const [vector] = await embedBatch(endpoint, [modelInput(settings.prefixes.passage, probe)], asking);
    if (vector === undefined || vector === null) throw misunderstood(endpoint, noNumbers, 1);
    return new HttpEmbedder(endpoint, vector.length, true);
  } catch (error) {
    if (signal.aborted) throw new AppError('CancelledError', 'Embedding was cancelled');
    throw error;
  }
}

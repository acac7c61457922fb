/** Requests and answers of the two embedding APIs. Invariant: every part of an answer is checked before it is used. */

export type EmbeddingApi = 'openai' | 'ollama';

interface Resource {
  defaultHost: string;
  /** Path of the resource below the host, in parts. */
  path: readonly string[];
}

const resources: Readonly<Record<EmbeddingApi, Resource>> = {
  openai: { defaultHost: 'https://api.openai.com', path: ['v1', 'embeddings'] },
  ollama: { defaultHost: 'http://localhost:11434', path: ['api', 'embed'] },
};

/**
 * The URL for requests. `configured`: the host (`http://host:8080`), the base of the API (`https://host/v1`) or the resource itself; empty
 * for the default host. Null when it is not an http or https URL.
 */
export function endpointUrl(api: EmbeddingApi, configured: string): URL | null {
  const { defaultHost, path } = resources[api];
  const text = configured.trim() === '' ? defaultHost : configured.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return null;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const last = path.at(-1)!;
  if (parts.length === 0) parts.push(...path);
  else if (parts.at(-1) !== last) parts.push(...(api === 'ollama' && parts.at(-1) !== path[0] ? path : [last]));
  url.pathname = `/${parts.join('/')}`;
  url.hash = '';
  return url;
}

export interface EmbeddingRequest {
  model: string;
  texts: readonly string[];
  /** Null: as many as the model has. */
  dimensions: number | null;
}

/** The request's body. It is the same for both APIs, except that Ollama has an option to truncate long inputs. */
export function requestBody(api: EmbeddingApi, { model, texts, dimensions }: EmbeddingRequest): string {
  return JSON.stringify({
    model,
    input: texts,
    ...(dimensions === null ? {} : { dimensions }),
    ...(api === 'ollama' ? { truncate: true } : {}),
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a number, or `null`, which servers write where the model has no number. */
function isNumberOrNone(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}

function isVector(value: unknown): value is (number | null)[] {
  return Array.isArray(value) && value.length > 0 && value.every(isNumberOrNone);
}

function isFiniteVector(vector: readonly (number | null)[]): vector is number[] {
  return vector.every((one) => one !== null && Number.isFinite(one));
}

/** OpenAI numbers its vectors and promises no order; some compatible servers leave the numbers out. */
function vectorsInOrder(data: readonly unknown[]): unknown[] | string {
  const vectors: unknown[] = [];
  for (const [position, item] of data.entries()) {
    if (!isObject(item)) return `\`data[${position}]\` is not an object`;
    const index = item['index'] ?? position;
    if (
      typeof index !== 'number' ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= data.length ||
      index in vectors
    ) {
      return `\`data[${position}].index\` is not a unique place among ${data.length}`;
    }
    vectors[index] = item['embedding'];
  }
  return vectors;
}

/**
 * The vectors of `count` texts in order, all of the same length, or a message about what is wrong with the answer. Null for a text for which the
 * model returned no numbers.
 */
export function readVectors(api: EmbeddingApi, body: unknown, count: number): (number[] | null)[] | string {
  const field = api === 'openai' ? 'data' : 'embeddings';
  const list = isObject(body) ? body[field] : undefined;
  if (!Array.isArray(list)) return `it has no list \`${field}\``;
  if (list.length !== count) return `it has ${list.length} vectors for ${count} texts`;
  const vectors = api === 'openai' ? vectorsInOrder(list) : (list as unknown[]);
  if (typeof vectors === 'string') return vectors;
  const result: (number[] | null)[] = [];
  let dimensions: number | null = null;
  for (const vector of vectors) {
    if (!isVector(vector)) return 'a vector is not a list of numbers';
    dimensions ??= vector.length;
    if (vector.length !== dimensions) return `its vectors have ${dimensions} and ${vector.length} dimensions`;
    result.push(isFiniteVector(vector) ? vector : null);
  }
  return result;
}

/** The message in the body of a refusal, as one short line; empty when there is none. */
export function refusalText(body: string): string {
  let message: unknown = body;
  try {
    const json: unknown = JSON.parse(body);
    const error = isObject(json) ? (json['error'] ?? json['message'] ?? json['detail']) : json;
    message = isObject(error)
      ? [error['message'], error['code']].filter((part) => typeof part === 'string').join(' ')
      : error;
  } catch {
    // Not JSON: a proxy's page, or plain text.
  }
  const text = typeof message === 'string' ? message : (JSON.stringify(message) ?? '');
  const line = text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/[\s\u0000-\u001F\u007F-\u009F]+/g, ' ')
    .trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

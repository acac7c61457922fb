/**
 * One POST of JSON, and its outcome. Invariant: at most the allowed number of bytes is read, no redirect is followed (it could lead text and key
 * to another host), and only an aborted `signal` makes it throw.
 */
import { refusalText } from './wire-formats.ts';

export type Outcome =
  | { kind: 'answered'; body: unknown }
  /** Worth another attempt, after `waitMs` if the server gave a time. */
  | { kind: 'transient'; reason: string; waitMs: number | null }
  /** Another attempt would end the same. `status`: 0 when there was no answer. */
  | { kind: 'refused'; status: number; reason: string };

export interface Post {
  url: URL;
  body: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Maximum size of an answer (bytes). */
  maxBytes: number;
  signal: AbortSignal;
}

const maxRefusalBytes = 64 * 1024;

/** Null when there is more than `maxBytes`. */
async function readText(response: Response, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = response.body ?? [];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The wait that `Retry-After` requests (seconds or a date), in milliseconds; null without a sensible value. @param now ms since 1970 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

const transientStatus: ReadonlySet<number> = new Set([408, 425, 429]);
/** "Not Implemented" and "HTTP Version Not Supported". */
const lastingServerErrors: ReadonlySet<number> = new Set([501, 505]);

function isTransient(status: number, reason: string): boolean {
  // An exhausted quota is also reported with 429, and does not recover within a minute.
  if (reason.includes('insufficient_quota')) return false;
  return transientStatus.has(status) || (status >= 500 && !lastingServerErrors.has(status));
}

/** Matches messages that a request is too large for the model or the server. */
const tooMuch =
  /too (?:large|long|many|big)|maximum|max(?:imum)? (?:batch|context|token|input)|exceed|context (?:length|size|window)|batch size|token limit/i;

/** Whether less text, or fewer texts, might be accepted. */
export function isTooMuch(outcome: Outcome): boolean {
  if (outcome.kind !== 'refused') return false;
  return outcome.status === 413 || ([400, 422, 500].includes(outcome.status) && tooMuch.test(outcome.reason));
}

/** Ollama cannot serialise the model's result for some texts. */
const noNumbers = /unsupported value: (?:NaN|[+-]?Inf)/i;

/** Whether the model returned no numbers for one of the texts. */
export function isWithoutNumbers(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && noNumbers.test(outcome.reason);
}

async function outcomeOfRefusal(response: Response): Promise<Outcome> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    const target = URL.parse(headers.get('location') ?? '', response.url);
    const where = target === null ? '' : ` to ${target.origin}${target.pathname}`;
    return { kind: 'refused', status, reason: `it redirects${where}` };
  }
  const message = refusalText((await readText(response, maxRefusalBytes)) ?? '');
  const reason = message === '' ? `status ${status}` : `status ${status}: ${message}`;
  // Servers report texts that are too large, or that the model cannot embed, as an error of the server. Another attempt would end the same.
  const isOfTexts = status === 500 && (tooMuch.test(message) || noNumbers.test(message));
  if (isOfTexts || !isTransient(status, message)) return { kind: 'refused', status, reason };
  return { kind: 'transient', reason, waitMs: retryAfterMs(headers.get('retry-after'), Date.now()) };
}

async function outcomeOfAnswer(response: Response, maxBytes: number): Promise<Outcome> {
  const { status } = response;
  const text = await readText(response, maxBytes);
  if (text === null) return { kind: 'refused', status, reason: `its answer is longer than ${maxBytes} bytes` };
  try {
    return { kind: 'answered', body: JSON.parse(text) as unknown };
  } catch {
    return { kind: 'refused', status, reason: `its answer is not JSON: ${refusalText(text.slice(0, 80))}` };
  }
}

/** The cause of a failed connection; `fetch` hides it in the causes of its errors. */
function connectionFault(error: unknown): { code: string; message: string } {
  let found = { code: '', message: error instanceof Error ? error.message : String(error) };
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (code !== '') return { code, message: cause.message === '' ? code : cause.message };
    if (cause.message !== '') found = { code: '', message: cause.message };
  }
  return found;
}

/** Permanent faults: for example, a certificate that is not trusted stays so. */
const lastingFault = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|INVALID_URL|HPE_/;

export async function postJson({ url, body, headers, timeoutMs, maxBytes, signal }: Post): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    return await (response.ok ? outcomeOfAnswer(response, maxBytes) : outcomeOfRefusal(response));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return { kind: 'transient', reason: `no answer within ${timeoutMs} ms`, waitMs: null };
    const { code, message } = connectionFault(error);
    if (lastingFault.test(code) || message === 'bad port') return { kind: 'refused', status: 0, reason: message };
    return { kind: 'transient', reason: message, waitMs: null };
  }
}

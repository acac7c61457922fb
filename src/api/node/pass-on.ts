/**
 * Passes a question on to the node whose repository it is about.
 * Invariants: a request goes to another node once at most, so no two nodes send it back and forth; whatever the others do, this node answers itself where none
 * of them has; an answer is handed on as a whole or not at all, so a node that dies in the middle of one spoils nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryNode } from '../../engine/node/query-node.ts';
import { headerOf, type HttpHandler, type HttpReply, type HttpRequest } from '../../util/http-message.ts';
import { traced, traceparent } from '../../util/tracing/spans.ts';
import { askedRepository } from './asked-repository.ts';

/** Says that another node has passed the request on. Its value says nothing that is trusted. */
export const passedHeader = 'x-code-scout-passed-by';

/** A node that has not answered after this time is given a rival, and is asked last for a while (ms): its machine may be gone. The first answer counts. */
const usualSilenceMs = 3000;
/** When all are asked, a node waits so many times as long before it fetches what it does not have. */
const lastWait = 5;
/** Nobody waits longer for another node (ms). */
const mostMs = 60_000;
/** A longer answer is not taken from another node (bytes). */
const mostBytes = 64 * 1024 * 1024;

/** What is being read of all other nodes may take so much together, but what each answer may always have (bytes). */
const mostTogether = 256 * 1024 * 1024;
const alwaysBytes = 1024 * 1024;
let together = 0;

/** What the other node needs to answer as this one would. The session is of this node alone: there the question has none. */
const passedHeaders = ['authorization', 'content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

export interface Passing {
  node: Pick<QueryNode, 'name' | 'betterNodes' | 'suspect' | 'isOpen'>;
  /** The repository that a name means to the sender; null for none. */
  idOf: (project: string | null) => number | null;
  /** Absent: `usualSilenceMs`. */
  silenceMs?: number;
  /** Called with who has answered a question that belongs to another node. */
  onPassed?: (to: 'first' | 'other' | 'own') => void;
}

/** The handler, which is only asked where no other node answers. */
export function passedOn(handler: HttpHandler, passing: Passing): HttpHandler {
  return async (request) => {
    if (headerOf(request, passedHeader) !== undefined) return handler(request);
    const asked = askedRepository(request);
    const id = asked === 'here' ? null : passing.idOf(asked.about);
    const nodes = id === null ? [] : passing.node.betterNodes(id);
    if (id === null || nodes.length === 0) return handler(request);
    const answer = await firstAnswer(request, { id, nodes }, passing);
    passing.onPassed?.(answer === null ? 'own' : answer.isFirst ? 'first' : 'other');
    return answer?.reply ?? handler(request);
  };
}

type OtherNode = ReturnType<QueryNode['betterNodes']>[number];

interface Answer {
  reply: HttpReply;
  /** Whether it is of the node that is the first choice. */
  isFirst: boolean;
}

/** The answer of the first node that gives one; null where none does. */
async function firstAnswer(
  request: HttpRequest,
  { id, nodes }: { id: number; nodes: readonly OtherNode[] },
  { node, silenceMs = usualSilenceMs }: Passing,
): Promise<Answer | null> {
  const others = new AbortController();
  const signal = AbortSignal.any([request.signal, others.signal, AbortSignal.timeout(mostMs)]);
  const waiting = new Set<Promise<Answer | null>>();
  try {
    for (const one of nodes) {
      const asked = ask(one, request, node.name, signal).catch(() => {
        if (!signal.aborted) node.suspect(one);
        return null;
      });
      const isFirst = one === nodes[0];
      const answer = asked
        .then((reply) => (reply === null ? null : { reply, isFirst }))
        .finally(() => waiting.delete(answer));
      waiting.add(answer);
      const first = await earliest(waiting, () => !waiting.has(answer), { ms: silenceMs, signal });
      if (first !== null) return first;
      // It has failed, or says nothing: the next one is asked besides.
      if (waiting.has(answer) && !signal.aborted) node.suspect(one);
    }
    // What is open here is answered at once; else a silent node may just be fetching what this one would have to fetch, too.
    if (node.isOpen(id)) return null;
    return await earliest(waiting, () => waiting.size === 0, { ms: silenceMs * lastWait, signal });
  } finally {
    others.abort();
  }
}

/** The first answer; null where there is none when it is over, or after so long a silence. */
async function earliest(
  waiting: ReadonlySet<Promise<Answer | null>>,
  isOver: () => boolean,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<Answer | null> {
  const silence = new AbortController();
  const silent = sleep(ms, undefined, { signal: AbortSignal.any([signal, silence.signal]) }).catch(() => undefined);
  try {
    while (!isOver()) {
      const first = await Promise.race([...waiting, silent]);
      // Undefined: the silence is over.
      if (first !== null) return first ?? null;
    }
    return null;
  } finally {
    silence.abort();
  }
}

/** Null where the node cannot answer at the moment. Rejects where it cannot be reached. */
function ask(other: OtherNode, request: HttpRequest, name: string, signal: AbortSignal): Promise<HttpReply | null> {
  const { host } = new URL(other.url);
  return traced('pass on', { kind: 'client', attributes: { 'server.address': host } }, async (span) => {
    const reply = await send(other, request, name, signal);
    if (reply === null) span.fail('refused');
    else span.set('http.response.status_code', reply.status);
    return reply;
  });
}

async function send(
  { url }: OtherNode,
  request: HttpRequest,
  name: string,
  signal: AbortSignal,
): Promise<HttpReply | null> {
  const { method, path, query, body } = request;
  const headers = new Headers({ [passedHeader]: name });
  for (const header of passedHeaders) {
    const value = headerOf(request, header);
    if (value !== undefined) headers.set(header, value);
  }
  const parent = traceparent();
  if (parent !== null) headers.set('traceparent', parent);
  const target = `${url}${path}${query === undefined || query === '' ? '' : `?${query}`}`;
  const init = { method, headers, signal, redirect: 'error' as const, ...(method === 'GET' ? {} : { body }) };
  const response = await fetch(target, init);
  // Refusals and defects are of that node, not of the question.
  if ([401, 403, 408, 429].includes(response.status) || response.status >= 500) {
    await response.body?.cancel();
    return null;
  }
  // A node answers with these and with nothing that a browser would run as of this server.
  const type = response.headers.get('content-type') ?? '';
  if (!/^(?:application\/json|text\/event-stream)(?:;|$)/.test(type)) {
    await response.body?.cancel();
    throw new Error('The answer is not that of a node');
  }
  return { status: response.status, headers: { 'content-type': type }, body: await wholeBody(response) };
}

/**
 * Rejects where the body is too long, by itself or with all others that are read at this time.
 * @param look is called with each piece, and throws where it is nothing to go on with
 */
export async function wholeBody(response: Response, look: (piece: Uint8Array) => void = () => {}): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  let length = 0;
  try {
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      together += value.length;
      if (length > mostBytes || (length > alwaysBytes && together > mostTogether)) throw new Error('The answer is too long'); // prettier-ignore
      look(value);
      pieces.push(value);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    await reader?.cancel().catch(() => {});
    throw error;
  } finally {
    together -= length;
  }
}

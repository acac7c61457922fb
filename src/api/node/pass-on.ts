/**
 * Passes a question on to the node whose repository it is about.
 * Invariants: a request goes to another node once at most, so no two nodes send it back and forth; whatever the others do, this node answers itself where none
 * of them has; an answer is handed on as a whole or not at all, so a node that dies in the middle of one spoils nothing.
 */
import type { QueryNode } from '../../engine/node/query-node.ts';
import { headerOf, type HttpHandler, type HttpReply, type HttpRequest } from '../../util/http-message.ts';
import { traced, traceparent } from '../../util/tracing/spans.ts';
import { askedRepository } from './asked-repository.ts';

/** Says that another node has passed the request on. Its value says nothing that is trusted. */
export const passedHeader = 'x-code-scout-passed-by';

/** A node that has not answered after this time is given a rival (ms): it may have to fetch the snapshot, which takes some seconds. The first answer counts. */
const usualSilenceMs = 8000;
/** Nobody waits longer for another node (ms). */
const mostMs = 60_000;
/** A longer answer is not taken from another node (bytes). */
const mostBytes = 64 * 1024 * 1024;

/** What the other node needs to answer as this one would. The session is of this node alone: there the question has none. */
const passedHeaders = ['authorization', 'content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

export interface Passing {
  node: Pick<QueryNode, 'name' | 'betterNodes' | 'suspect'>;
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
    if (nodes.length === 0) return handler(request);
    const answer = await firstAnswer(request, nodes, passing);
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
  nodes: readonly OtherNode[],
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
      const first = await Promise.race([...waiting, silence(silenceMs, signal)]);
      if (first !== null) return first;
      // It has failed, or says nothing: the next one is asked besides.
    }
    // All are asked: the answer of this node is as quick as a silent one may be.
    return null;
  } finally {
    others.abort();
  }
}

function silence(ms: number, signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(null);
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
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
  const answer = await wholeBody(response);
  const type = response.headers.get('content-type');
  return { status: response.status, headers: type === null ? {} : { 'content-type': type }, body: answer };
}

async function wholeBody(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  for (let length = 0; reader !== undefined;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > mostBytes) throw new Error('The answer is too long');
    pieces.push(value);
  }
  return Buffer.concat(pieces);
}

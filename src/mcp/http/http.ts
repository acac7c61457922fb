/**
 * The protocol's endpoint over HTTP: requests of 2026-07-28, and those of the older revisions in a session or without one.
 * Invariants: a call without a session is served and leaves no state. All revisions run the same tools. The listener checks access and limits.
 */
import { classifyInboundRequest, createMcpHandler, type ServerEventBus } from '@modelcontextprotocol/server';
import {
  headerOf,
  isJsonType,
  jsonReply,
  type HttpHandler,
  type HttpReply,
  type HttpRequest,
} from '../../util/http-message.ts';
import {
  errorReply,
  isObject,
  isRequest,
  readLine,
  readMessage,
  rpcCodes,
  type ErrorReply,
  type IncomingMessage,
} from '../envelope.ts';
import type { Connection } from '../connection-feed.ts';
import { olderVersions } from './gate.ts';
import { HttpSessions, type Session } from './http-sessions.ts';
import { HttpWire } from './http-wire.ts';
import { paramsFault } from '../params.ts';
import { correctReply } from '../reply-corrections.ts';
import type { ServerHost } from '../server-host.ts';
import { createServer } from '../server.ts';

export interface McpEndpointHost extends ServerHost {
  /** Called for errors that are not part of an answer. */
  onError: (error: Error) => void;
  /** True: the endpoint keeps nothing of a client, so that another server can answer its next message. */
  isSessionless?: boolean;
}

export interface McpEndpoint {
  /** POST, GET and DELETE of `/mcp` and `/`. */
  handle: HttpHandler;
  /** Number of open sessions. */
  readonly sessions: number;
  /** Ends all sessions and streams, and cancels running calls. */
  close(): Promise<void>;
}

const maxBatch = 100;
const sessionHeader = 'mcp-session-id';
const sessionNotFound = -32001;

function refuse(status: number, message: string, code: number = rpcCodes.serverError): HttpReply {
  return jsonReply(status, errorReply(null, code, message));
}

function accepts(request: HttpRequest, type: string): boolean {
  const accept = headerOf(request, 'accept');
  return accept !== undefined && accept.toLowerCase().includes(type);
}

function isJson(request: HttpRequest): boolean {
  return isJsonType(headerOf(request, 'content-type') ?? '');
}

/** The refusal of a request whose version header names no older revision; null without a fault or header. */
function versionFault(request: HttpRequest): HttpReply | null {
  const version = headerOf(request, 'mcp-protocol-version');
  if (version === undefined || olderVersions.includes(version)) return null;
  const servedVersions = olderVersions.join(', ');
  return refuse(
    400,
    `Unsupported protocol version: ${version.slice(0, 40)}; with sessions these are served: ${servedVersions}`,
  );
}

/** Converts a web response to a reply; errors are worded as on the other transports. */
async function fromResponse(response: Response, method: string | undefined): Promise<HttpReply> {
  const { status, body } = response;
  const headers = Object.fromEntries(response.headers);
  if (body === null) return { status, headers };
  if (headers['content-type']?.includes('json') !== true) {
    return { status, headers, body, ...(method === 'subscriptions/listen' ? { idle: true } : {}) };
  }
  const text = await response.text();
  if (!text.includes('"error"')) return { status, headers, body: text };
  const message = JSON.parse(text) as Parameters<typeof correctReply>[0];
  return { status, headers, body: JSON.stringify(correctReply(message, { method, older: false })) };
}

/** The SDK does not report which resources a stream subscribed to, so all resources that can change are watched while there is a stream. */
function watchingBus({ feed, watch }: ServerHost): ServerEventBus {
  if (watch === null) return feed;
  return {
    publish: (event) => feed.publish(event),
    subscribe(listener) {
      const releases = watch.uris.map((uri) => watch.subscribe(uri));
      const stop = feed.subscribe(listener);
      return () => {
        stop();
        for (const release of releases) release?.();
      };
    },
  };
}

/** What an endpoint makes of sessions. */
interface SessionRule {
  /** Whether there is a session after `initialize`. */
  keeps: boolean;
  /** What GET and DELETE without an id are told. */
  absent: string;
  idOf(request: HttpRequest): string | undefined;
  /** How it serves a client that has begun with `initialize`, and all others of the older revisions. */
  initialized: Connection;
  shared: Connection;
}

const withSessions: SessionRule = {
  keeps: true,
  absent: `needs the ${sessionHeader} of a session`,
  idOf: (request) => headerOf(request, sessionHeader),
  initialized: 'older',
  shared: 'shared',
};

const withoutSessions: SessionRule = {
  keeps: false,
  absent: 'is not served',
  // It means nothing: the client may have it from a server before this one.
  idOf: () => undefined,
  initialized: 'sessionless',
  shared: 'sessionless',
};

class Endpoint implements McpEndpoint {
  readonly #host: McpEndpointHost;
  readonly #sessionRule: SessionRule;
  readonly #sessions = new HttpSessions();
  readonly #modern: ReturnType<typeof createMcpHandler>;
  /** Serves all requests of the older revisions without a session. */
  #shared: Promise<HttpWire> | null = null;

  constructor(host: McpEndpointHost) {
    this.#host = host;
    this.#sessionRule = host.isSessionless === true ? withoutSessions : withSessions;
    this.#modern = createMcpHandler(() => createServer(host, 'modern'), {
      legacy: 'reject',
      onerror: host.onError,
      bus: watchingBus(host),
    });
  }

  get sessions(): number {
    return this.#sessions.count;
  }

  readonly handle = async (request: HttpRequest): Promise<HttpReply> => {
    if (request.method === 'POST') return this.#post(request);
    const fault = versionFault(request);
    if (fault !== null) return fault;
    const id = this.#sessionId(request);
    if (id === undefined) {
      const message = `${request.method} ${this.#sessionRule.absent}; send messages with POST`;
      return { ...refuse(405, message), headers: { 'content-type': 'application/json', allow: 'POST' } };
    }
    const session = this.#sessions.find(id);
    if (session === null) return this.#noSession();
    if (request.method === 'DELETE') {
      await this.#sessions.end(session);
      return { status: 200 };
    }
    if (!accepts(request, 'text/event-stream')) return refuse(406, 'The client must accept text/event-stream');
    return session.wire.listen() ?? refuse(409, 'The session already has a stream; only one is allowed');
  };

  #sessionId(request: HttpRequest): string | undefined {
    return this.#sessionRule.idOf(request);
  }

  #noSession(): HttpReply {
    return refuse(404, 'Session not found: it ended, or was idle for long; send initialize again', sessionNotFound);
  }

  #post(request: HttpRequest): Promise<HttpReply> | HttpReply {
    if (!isJson(request)) return refuse(415, 'Content-Type must be application/json');
    if (request.body.length === 0) {
      return refuse(400, 'Parse error: the body is empty; send a JSON-RPC message', rpcCodes.parseError);
    }
    const read = readLine(request.body);
    if ('reply' in read) return jsonReply(400, read.reply);
    if ('nothing' in read) return { status: 202 };
    if ('batch' in read) return this.#postBatch(request, read.batch);
    const { message } = read;
    const { kind } = classifyInboundRequest({
      httpMethod: 'POST',
      protocolVersionHeader: headerOf(request, 'mcp-protocol-version'),
      mcpMethodHeader: headerOf(request, 'mcp-method'),
      mcpNameHeader: headerOf(request, 'mcp-name'),
      body: message,
    });
    return kind === 'legacy' ? this.#postOlder(request, [message], null) : this.#postModern(request, message);
  }

  async #postModern(request: HttpRequest, message: IncomingMessage): Promise<HttpReply> {
    const headers = new Headers();
    for (const name of Object.keys(request.headers)) headers.set(name, headerOf(request, name) ?? '');
    const { signal } = request;
    const webRequest = new Request('http://localhost/mcp', { method: 'POST', headers, signal });
    const response = await this.#modern.fetch(webRequest, { parsedBody: message });
    return fromResponse(response, 'method' in message ? message.method : undefined);
  }

  /** Only 2025-03-26 has batches. A request without a version is taken as one of that revision. */
  #postBatch(request: HttpRequest, values: readonly unknown[]): Promise<HttpReply> | HttpReply {
    const id = this.#sessionId(request);
    const version =
      id === undefined ? headerOf(request, 'mcp-protocol-version') : this.#sessions.find(id)?.gate.legacyVersion;
    if (id !== undefined && version === undefined) return this.#noSession();
    let problem: string | null = null;
    if (version !== undefined && version !== '2025-03-26') problem = 'batches are not part of this protocol revision';
    else if (values.length === 0) problem = 'a batch must not be empty';
    else if (values.length > maxBatch) problem = `a batch must not have more than ${maxBatch} messages`;
    if (problem !== null) return refuse(400, `Invalid request: ${problem}`, rpcCodes.invalidRequest);
    const reads = values.map(readMessage);
    const messages = reads.flatMap((read) => ('message' in read ? [read.message] : []));
    const replies = reads.flatMap((read) => ('reply' in read ? [read.reply] : []));
    return this.#postOlder(request, messages, replies);
  }

  /** @param replies to invalid messages of a batch; null if it is not a batch */
  async #postOlder(
    request: HttpRequest,
    messages: readonly IncomingMessage[],
    replies: readonly ErrorReply[] | null,
  ): Promise<HttpReply> {
    const fault = versionFault(request);
    if (fault !== null) return fault;
    const id = this.#sessionId(request);
    const session = id === undefined ? null : this.#sessions.find(id);
    if (id !== undefined && session === null) return this.#noSession();
    const hasInitialize = messages.some((message) => 'method' in message && message.method === 'initialize');
    if (session === null && hasInitialize) {
      if (replies === null) return this.#initialize(request, messages[0] as IncomingMessage);
      return refuse(400, 'Invalid request: initialize must stand alone', rpcCodes.invalidRequest);
    }
    const wire = session?.wire ?? (await (this.#shared ??= this.#openShared()));
    const admitted: IncomingMessage[] = [];
    const refusals: object[] = [...(replies ?? [])];
    for (const message of messages) {
      const admission = session === null ? this.#admitShared(message) : session.gate.admit(message);
      if (typeof admission === 'object') refusals.push(admission.reply);
      else if (admission === 'deliver') admitted.push(message);
    }
    const takesEvents = accepts(request, 'text/event-stream');
    return wire.post({
      messages: admitted,
      refusals,
      isBatch: replies !== null,
      takesEvents,
      signal: request.signal,
    });
  }

  /** Without a session only requests are delivered; notifications and responses are dropped. */
  #admitShared(message: IncomingMessage): 'deliver' | 'drop' | { reply: ErrorReply } {
    if (!isRequest(message)) return 'drop';
    const fault = paramsFault(message.method, message.params);
    return fault === null
      ? 'deliver'
      : { reply: errorReply(message.id, rpcCodes.invalidParams, `Invalid params: ${fault}`) };
  }

  async #openShared(): Promise<HttpWire> {
    const wire = new HttpWire({ sharedByClients: true });
    await createServer(this.#host, this.#sessionRule.shared).connect(wire);
    return wire;
  }

  async #initialize(request: HttpRequest, message: IncomingMessage): Promise<HttpReply> {
    const session = await this.#sessions.open(createServer(this.#host, this.#sessionRule.initialized));
    const admission = session.gate.admit(message);
    if (typeof admission === 'object') return jsonReply(200, admission.reply);
    const { signal } = request;
    const reply = await session.wire.post({
      messages: [message],
      refusals: [],
      isBatch: false,
      takesEvents: false,
      signal,
    });
    const answer: unknown = typeof reply.body === 'string' ? JSON.parse(reply.body) : null;
    if (!this.#sessionRule.keeps || !isObject(answer) || !('result' in answer)) {
      await session.mcp.close();
      return reply;
    }
    return this.#keep(session, reply);
  }

  async #keep(session: Session, reply: HttpReply): Promise<HttpReply> {
    if (this.#sessions.keep(session)) return { ...reply, headers: { ...reply.headers, [sessionHeader]: session.id } };
    await session.mcp.close();
    const message = 'Too many sessions are open and at work; end one with DELETE, or call without a session';
    return { ...refuse(503, message), headers: { 'content-type': 'application/json', 'retry-after': '5' } };
  }

  async close(): Promise<void> {
    const shared = await this.#shared;
    await Promise.allSettled([this.#modern.close(), this.#sessions.close(), shared?.close()]);
  }
}

export function createMcpEndpoint(host: McpEndpointHost): McpEndpoint {
  return new Endpoint(host);
}

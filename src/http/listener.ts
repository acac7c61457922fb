/**
 * The listener: sockets, limits, and the order in which a request is checked, served and counted.
 * Invariants: no body is kept before the request's access is checked. A request that does not arrive within the time limits is refused, or
 * its connection is closed. No request crashes the server. The reply to a request that failed says nothing about the program's internals.
 */
import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { headerOf, type HttpReply, type HttpRequest } from '../util/http-message.ts';
import { traced } from '../util/tracing/spans.ts';
import type { Access } from './access.ts';
import { drain, readBody } from './body.ts';
import { refuseConnection } from './connection-faults.ts';
import { clientOf, createRateLimit, type RateLimit } from './rate-limit.ts';
import { createRouter, isOpen, refusalReply, type FoundRoute, type Refusal, type Route } from './routes.ts';
import { Slots, type NoSlot, type Slot } from './slots.ts';
import { sendReply } from './send-reply.ts';
import { SenderRoutes, type KnownSender, type Senders } from './senders.ts';
import { clockMs } from '../util/clock.ts';
import { RoundLimit } from '../util/turns/round-limit.ts';

export interface ListenerLimits {
  bodyBytes: number;
  /** Requests that may be served at the same time. */
  maxRunning: number;
  /** Of one sender, where senders are known. */
  perSender: number;
  connections: number;
  /** Connections from one address, so that others still get one. */
  connectionsOfClient: number;
  /** Requests per second of one client; 0: no limit. */
  perSecond: number;
  /** Requests a minute of one sender, where senders are known; 0: no limit. */
  perMinute: number;
  /** Time limit from the first byte to the end of the headers (ms). */
  headersMs: number;
  /** Time limit from the first byte to the end of the body (ms). */
  requestMs: number;
  /** After this time without a request a connection is closed (ms). */
  idleMs: number;
  /** How often the time limits are checked (ms). */
  checkMs: number;
  /** How often it is checked, while an answer goes on, whether its sender may still see it (ms). */
  senderMs: number;
}

export const defaultLimits: ListenerLimits = {
  bodyBytes: 4 * 1024 * 1024,
  maxRunning: 256,
  perSender: 64,
  connections: 2000,
  connectionsOfClient: 1000,
  perSecond: 1000,
  perMinute: 0,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 30_000,
  checkMs: 2000,
  senderMs: 1000,
};

/** A finished request. */
export interface FinishedRequest {
  method: string;
  /** The route's path, or `(none)` without a route. Unlike the request's path it is from a bounded set. */
  route: string;
  /** 0: the client disconnected before the answer. */
  status: number;
  durationMs: number;
  /** Why the request was refused (`rate`, `token`); null if it was not. */
  refused: string | null;
  /** Id of who sent it; null where the server has one token, or the request was refused. */
  principal: number | null;
}

export interface ListenerOptions {
  routes: readonly Route[];
  access: Access;
  /** Absent: all senders see the same, if they have the token. Else `routes` are open to all, or say how to refuse what is not. */
  senders?: Senders | undefined;
  limits: ListenerLimits;
  /** Certificate and key in PEM; null for plain HTTP. */
  tls: { cert: Buffer; key: Buffer } | null;
  onRequest: (request: FinishedRequest) => void;
  /** Called if a handler throws, which is a defect, or if the listening socket fails. */
  onDefect: (error: unknown) => void;
}

/** How long the rest of a refused body is read (ms): a client that is still sending may not read the refusal. */
const drainMs = 2000;

/** Of a request for what everybody may see, which takes no slot (bytes). */
const openBodyBytes = 1024;

/** Of a round of the event loop, after which no more requests begin in it, and none whose body is whole goes on (ms). */
const roundMs = 10;

/** How long `close` waits for connections to end by themselves (ms). */
const closeGraceMs = 300;

interface Refused {
  refusal: Refusal;
  reason: string;
}
type Checked = { found: FoundRoute; sender: KnownSender | null; slot: Slot | null } | Refused;

export class Listener {
  readonly #options: ListenerOptions;
  readonly #server: Server;
  readonly #route: ReturnType<typeof createRouter>;
  readonly #senders: SenderRoutes | null;
  readonly #rate: RateLimit;
  readonly #quota: RateLimit;
  readonly #slots: Slots;
  readonly #rounds = new RoundLimit(roundMs);
  readonly #controllers = new Set<AbortController>();
  readonly #sockets = new Set<Duplex>();
  /** The connections on which a request is being served, with the end of the last one that has come. */
  readonly #lines = new Map<Duplex, Promise<void>>();
  /** Connections by client. */
  readonly #connections = new Map<string, number>();
  #isEnding = false;

  constructor(options: ListenerOptions) {
    const { limits, tls } = options;
    this.#options = options;
    this.#route = createRouter(options.routes);
    this.#senders = options.senders === undefined ? null : new SenderRoutes(options.senders);
    this.#rate = createRateLimit(limits.perSecond);
    this.#quota = createRateLimit(limits.perMinute / 60, limits.perMinute);
    const { maxRunning, perSender } = limits;
    this.#slots = new Slots({ maxRunning, ofSender: perSender, streamsOfSender: perSender });
    const times = {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
    };
    this.#server =
      tls === null
        ? createPlainServer(times)
        : createTlsServer({ ...times, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: limits.headersMs });
    this.#server.maxConnections = limits.connections;
    this.#server.on('request', (incoming, outgoing) => void this.#serveInTurn(incoming, outgoing));
    // A client with `Expect: 100-continue` waits before it sends its body. `#answer` lets it go on; a refused request gets the refusal instead.
    this.#server.on('checkContinue', (incoming, outgoing) => void this.#serveInTurn(incoming, outgoing));
    this.#server.on('clientError', refuseConnection);
    this.#server.on('connection', (socket: Socket) => this.#track(socket));
  }

  /** Number of requests that are being served. */
  get runningRequests(): number {
    return this.#slots.running;
  }

  /** Resolves with the port. Rejects with the system's error. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject);
        this.#server.on('error', this.#options.onDefect);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  #track(socket: Socket): void {
    const client = clientOf(socket.remoteAddress ?? '');
    const count = (this.#connections.get(client) ?? 0) + 1;
    this.#connections.set(client, count);
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      const left = this.#connections.get(client)! - 1;
      if (left === 0) this.#connections.delete(client);
      else this.#connections.set(client, left);
    });
    if (count > this.#options.limits.connectionsOfClient) socket.destroy();
  }

  /**
   * Serves the requests of a connection one after another: the next begins when the client has taken the answer before it. Until then nothing is read of
   * what the client goes on sending.
   */
  async #serveInTurn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { socket } = incoming;
    const before = this.#lines.get(socket);
    const served = Promise.withResolvers<void>();
    this.#lines.set(socket, served.promise);
    if (before !== undefined) {
      socket.pause();
      await before;
      if (this.#lines.get(socket) === served.promise) socket.resume();
    }
    // Where the client is gone meanwhile, nothing reports it: the answer never had the connection.
    if (before === undefined || !socket.destroyed) await this.#serve(incoming, outgoing);
    if (this.#lines.get(socket) === served.promise) this.#lines.delete(socket);
    served.resolve();
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const started = clockMs();
    const path = pathOf(incoming.url ?? '/');
    const { method = 'GET' } = incoming;
    const controller = new AbortController();
    const closed = new Promise<void>((done) => outgoing.once('close', done));
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) controller.abort();
    });
    this.#controllers.add(controller);
    await this.#rounds.begin();
    const checked = await this.#check(incoming, { method, path });
    let refused = 'refusal' in checked ? checked.reason : null;
    let isGone = false;
    try {
      if ('refusal' in checked) await this.#refuse(incoming, outgoing, checked.refusal, path);
      else {
        const fault = await this.#answer(incoming, outgoing, { method, path, ...checked, controller });
        if (fault === 'gone') isGone = true;
        else refused = fault;
      }
      await closed;
    } finally {
      this.#controllers.delete(controller);
      this.#options.onRequest({
        method: knownMethods.has(method) ? method : '(other)',
        route: ('found' in checked ? checked.found : this.#route(method, path))?.route.path ?? '(none)',
        status: isGone || !outgoing.headersSent ? 0 : outgoing.statusCode,
        durationMs: clockMs() - started,
        refused,
        principal: 'refusal' in checked ? null : (checked.sender?.access.principal ?? null),
      });
    }
  }

  /** All checks that need no body. The token is checked before the path, so that a client without it cannot learn which paths exist. */
  async #check(incoming: IncomingMessage, { method, path }: { method: string; path: string }): Promise<Checked> {
    const { access, onDefect } = this.#options;
    const refuse = (reason: string, refusal: Refusal): Refused => ({ reason, refusal });
    if (this.#isEnding) {
      return refuse('ending', { status: 503, message: 'The server is shutting down', headers: { 'retry-after': '5' } });
    }
    const waitMs = this.#rate.take(clientOf(incoming.socket.remoteAddress ?? ''), clockMs());
    if (waitMs > 0)
      return refuse('rate', laterReply(429, waitMs, 'Too many requests: wait as long as Retry-After says, and send fewer')); // prettier-ignore
    const malformed = authorityFault(incoming);
    if (malformed !== null) return refuse('malformed', { status: 400, message: malformed });
    const common = this.#route(method, path);
    const unproven = common?.route.unproven;
    if (unproven !== undefined) {
      const refusal = unproven(incoming);
      return refusal === null
        ? this.#checkRoute(common, method, { sender: null, isOpenRoute: false })
        : refuse('proof', refusal);
    }
    const denied = access.hostOrOriginDenial(incoming);
    if (denied !== null) return refuse(denied.reason, denied);
    const origin = access.allowedOrigin(incoming);
    // A CORS preflight is answered as a refusal with status 204: no route handles it.
    if (method === 'OPTIONS' && origin !== null) {
      return refuse('preflight', { status: 204, message: '', headers: preflightHeaders });
    }
    const isOpenRoute = isOpen(common, { method, headers: incoming.headers });
    const sender = isOpenRoute || this.#senders === null ? null : await this.#senders.find(incoming, onDefect);
    if (sender !== null && 'refusal' in sender) return sender;
    const denial = isOpenRoute || this.#senders !== null ? null : access.tokenDenial(incoming);
    if (denial !== null) return refuse(denial.reason, { ...denial, headers: { 'www-authenticate': 'Bearer' } });
    return this.#checkRoute(sender === null ? common : sender.route(method, path), method, { sender, isOpenRoute });
  }

  #checkRoute(
    found: FoundRoute | null,
    method: string,
    { sender, isOpenRoute }: { sender: KnownSender | null; isOpenRoute: boolean },
  ): Checked {
    const refuse = (reason: string, refusal: Refusal): Refused => ({ reason, refusal });
    if (found === null) {
      const paths = (sender?.routes ?? this.#options.routes).map((route) => route.path).join(', ');
      return refuse('path', { status: 404, message: `Not found. There are ${paths}` });
    }
    const { allowed, handler } = found;
    if (handler === null) {
      return refuse('method', {
        status: 405,
        message: `${method} is not served here; use ${allowed}`,
        headers: { allow: allowed },
      });
    }
    // What everybody may see costs nothing, and a balancer needs to know that the server is there, however busy it is.
    if (isOpenRoute) return { found, sender, slot: null };
    const principal = sender?.access.principal ?? null;
    const slot = this.#slots.take(principal);
    if (typeof slot === 'string') return refuse(slot, this.#noSlot(slot));
    const waitMs =
      principal === null || found.route.uncounted === true ? 0 : this.#quota.take(String(principal), clockMs());
    if (waitMs === 0) return { found, sender, slot };
    slot.release();
    return refuse('quota', laterReply(429, waitMs, `The quota of ${this.#options.limits.perMinute} requests a minute is used up: ask again when Retry-After says`)); // prettier-ignore
  }

  #noSlot(why: NoSlot): Refusal {
    if (why === 'busy')
      return laterReply(503, 1000, 'The server is busy: too many requests at once; ask again in a second');
    const { perSender } = this.#options.limits;
    return laterReply(429, 1000, `You have ${perSender} requests here that are not answered yet: wait for one of them, then ask again`); // prettier-ignore
  }

  async #refuse(incoming: IncomingMessage, outgoing: ServerResponse, refusal: Refusal, path: string): Promise<void> {
    const form = this.#route('GET', path)?.route.refusals ?? 'api';
    const reply: HttpReply =
      refusal.status === 204 ? { status: 204, headers: refusal.headers ?? {} } : refusalReply(form, refusal);
    // An unread body would block the next request on the connection.
    const unread = hasBody(incoming) && !incoming.complete;
    await sendReply(outgoing, this.#withCorsHeaders(incoming, reply), {
      close: unread || this.#isEnding,
      beforeEnd: () => (unread ? drain(incoming, drainMs) : Promise.resolve()),
    });
  }

  /** Adds the CORS headers for an allowed origin. */
  #withCorsHeaders(incoming: IncomingMessage, reply: HttpReply): HttpReply {
    const origin = this.#options.access.allowedOrigin(incoming);
    if (origin === null) return reply;
    const headers = {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'mcp-session-id',
      vary: 'origin',
    };
    return { ...reply, headers: { ...reply.headers, ...headers } };
  }

  /** Reads the body and answers. Returns why the request was refused, null if it was served, or `gone` if the client disconnected. */
  async #answer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    asked: Exclude<Checked, Refused> & { method: string; path: string; controller: AbortController },
  ): Promise<string | null> {
    const { limits, onDefect } = this.#options;
    const { method, path, found, sender, slot, controller } = asked;
    const mostBytes = slot === null ? openBodyBytes : limits.bodyBytes;
    const unwatch = sender === null ? null : this.#watch(incoming, outgoing, sender);
    try {
      if (incoming.headers.expect !== undefined && Number(incoming.headers['content-length'] ?? 0) <= mostBytes) {
        outgoing.writeContinue();
      }
      const read = await readBody(incoming, mostBytes);
      if ('fault' in read) {
        if (read.fault === 'gone') return 'gone';
        const message = `The body is too large: the limit is ${mostBytes} bytes`;
        await this.#refuse(incoming, outgoing, { status: 413, message }, path);
        return 'too large';
      }
      const request: HttpRequest = {
        method: method === 'HEAD' ? 'GET' : method,
        path,
        query: queryOf(incoming.url ?? ''),
        headers: incoming.headers,
        body: read.body,
        signal: controller.signal,
      };
      let reply: HttpReply;
      try {
        await this.#rounds.goOn();
        reply = await this.#handle(found, request);
      } catch (error) {
        onDefect(error);
        const message = 'The server failed to answer this request; its log has the reason';
        reply = refusalReply(found.route.refusals, { status: 500, message });
      }
      if (controller.signal.aborted && outgoing.destroyed) return 'gone';
      // An idle reply is a stream of events that may stay open for hours, so the request no longer counts as running.
      if (reply.idle === true && slot?.becomeStream() === false) {
        if (reply.body instanceof ReadableStream) await reply.body.cancel().catch(() => {});
        await this.#refuse(incoming, outgoing, this.#noSlot('sender'), path);
        return 'sender';
      }
      await sendReply(outgoing, this.#withCorsHeaders(incoming, reply), { close: this.#isEnding });
      return null;
    } finally {
      unwatch?.();
      slot?.release();
    }
  }

  /** A request is the root of a trace, or a part of its sender's. What is served to everybody is none: it is asked for every few seconds. */
  #handle({ route, handler }: FoundRoute, request: HttpRequest): Promise<HttpReply> {
    const answer = handler as NonNullable<typeof handler>;
    if (route.open === true || route.path === '/metrics') return answer(request);
    const { path } = route;
    const { method } = request;
    const attributes = { 'http.request.method': method, 'http.route': path };
    // A git host that proves itself with the body has no trace to be a part of.
    const parent = route.unproven === undefined ? headerOf(request, 'traceparent') : undefined;
    return traced(`${method} ${path}`, { kind: 'server', attributes, parent }, async (span) => {
      const reply = await answer(request);
      span.set('http.response.status_code', reply.status);
      if (reply.status >= 500) span.fail(String(reply.status));
      return reply;
    });
  }

  /** Breaks an answer off when its sender may not see it any more; the client finds out why with its next request. */
  #watch(incoming: IncomingMessage, outgoing: ServerResponse, sender: KnownSender): (() => void) | undefined {
    return this.#senders?.watch(incoming, sender, {
      everyMs: this.#options.limits.senderMs,
      end: () => outgoing.destroy(),
    });
  }

  /**
   * Refuses new requests. Resolves when the running requests are answered, or after `graceMs`. Streams of events are not waited for; `close`
   * ends them.
   */
  async finish(graceMs: number): Promise<void> {
    this.#isEnding = true;
    this.#server.close();
    this.#server.closeIdleConnections();
    await this.#slots.idle(graceMs);
  }

  /** Cancels running requests, gives them `closeGraceMs` to send their last output, and closes every connection. */
  async close(): Promise<void> {
    this.#isEnding = true;
    const closed = new Promise((done) => this.#server.close(done));
    for (const controller of this.#controllers) controller.abort();
    for (let leftMs = closeGraceMs; leftMs > 0 && this.#sockets.size > 0; leftMs -= 10) {
      this.#server.closeIdleConnections();
      await sleep(10);
    }
    this.#server.closeAllConnections();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH']);

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, accept, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id',
  'access-control-max-age': '600',
};

/** A refusal of a request that may be sent again later. */
function laterReply(status: 429 | 503, waitMs: number, message: string): Refusal {
  return { status, message, headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The path of a request target, which is a path or a URL. Empty for any other target; the empty path matches no route. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target.split(/[?#]/, 1)[0] ?? '/';
  try {
    return new URL(target).pathname;
  } catch {
    return '';
  }
}

/** Why it is not clear which host a request is for (RFC 9112, 3.2); null if it is. */
function authorityFault({ url = '/', headers, rawHeaders }: IncomingMessage): string | null {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return 'Bad request: more than one Host header';
  if (url.startsWith('/') || url === '*') return null;
  // A whole URL in place of a path, as for a proxy.
  const host = URL.parse(url)?.host;
  if (host === headers.host?.toLowerCase()) return null;
  return 'Bad request: the request names another host than its Host header';
}

function queryOf(target: string): string {
  return /\?([^#]*)/.exec(target)?.[1] ?? '';
}

/**
 * Notifications to a connection: changes of resources that it subscribed to, changes of lists that can change, and in the older revisions log
 * lines at or above the level that it set.
 * Invariant: a connection that closes leaves no subscription behind.
 */
import { ProtocolError, ProtocolErrorCode, type ServerEvent } from '@modelcontextprotocol/server';
import type { ProtocolServer } from './protocol-server.ts';
import { logLevels, type LogLevel } from './server-feed.ts';
import type { ServerHost } from './server-host.ts';

/**
 * `older`: a connection of an older revision, over stdio or in an HTTP session.
 * `modern`: one HTTP request of revision 2026-07-28; the SDK manages its subscription.
 * `pipe`: a stdio connection of 2026-07-28; it gets all events, and the SDK filters them by subscription.
 * `shared`: one connection for all HTTP clients of older revisions without a session, which cannot subscribe.
 * `sessionless`: the same for an endpoint that has no sessions, and says so.
 */
export type Connection = 'older' | 'modern' | 'pipe' | 'shared' | 'sessionless';

/** The log level of a client that set none. */
const defaultLevel: LogLevel = 'error';

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function notSubscribable(uri: string, host: ServerHost): ProtocolError {
  const subscribable = host.watch?.uris.join(', ') ?? 'none';
  return invalidParams(`${uri.slice(0, 200)} cannot be subscribed to: the resources that change are ${subscribable}`);
}

/** Registers the handlers for subscriptions and log levels, and sends events and log lines to the connection until it closes. */
export function feedConnection(server: ProtocolServer, host: ServerHost, connection: Connection): void {
  if (connection === 'modern' || connection === 'sessionless') return;
  if (connection === 'pipe') {
    server.onclose = host.feed.subscribe((event) => ignoreFailure(notify(server, event)));
    return;
  }
  if (connection === 'shared') {
    const refuseWithoutSession = (): never => {
      throw invalidParams('This needs a session: send initialize, and the session’s id with each request');
    };
    server.setRequestHandler('resources/subscribe', refuseWithoutSession);
    server.setRequestHandler('resources/unsubscribe', refuseWithoutSession);
    server.setRequestHandler('logging/setLevel', refuseWithoutSession);
    return;
  }
  const subscribed = new Map<string, () => void>();
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    if (subscribed.has(uri)) return {};
    const isAdded = host.additions?.resources.some(({ listed }) => listed.uri === uri) === true;
    // The program that added a resource also publishes its changes.
    const release = isAdded ? (): void => {} : (host.watch?.subscribe(uri) ?? null);
    if (release === null) throw notSubscribable(uri, host);
    subscribed.set(uri, release);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.get(uri)?.();
    subscribed.delete(uri);
    return {};
  });
  const stopEvents = host.feed.subscribe((event) => {
    if (event.kind === 'resource_updated') {
      if (subscribed.has(event.uri)) ignoreFailure(notify(server, event));
    } else if (host.additions?.changing === true) ignoreFailure(notify(server, event));
  });
  const stopLogs = feedLogs(server, host);
  server.onclose = () => {
    stopEvents();
    stopLogs();
    for (const release of subscribed.values()) release();
    subscribed.clear();
  };
}

/** A notification to a connection that has closed meanwhile is dropped without an error. */
function ignoreFailure(sending: Promise<void>): void {
  sending.catch(() => {});
}

function notify(server: ProtocolServer, event: ServerEvent): Promise<void> {
  switch (event.kind) {
    case 'resource_updated':
      return server.sendResourceUpdated({ uri: event.uri });
    case 'tools_list_changed':
      return server.sendToolListChanged();
    case 'prompts_list_changed':
      return server.sendPromptListChanged();
    case 'resources_list_changed':
      return server.sendResourceListChanged();
  }
}

function feedLogs(server: ProtocolServer, host: ServerHost): () => void {
  let minLevel = logLevels.indexOf(defaultLevel);
  server.setRequestHandler('logging/setLevel', ({ params }) => {
    minLevel = logLevels.indexOf(params.level);
    return {};
  });
  return host.feed.onLog(({ level, logger, data }) => {
    if (logLevels.indexOf(level) >= minLevel) {
      ignoreFailure(server.notification({ method: 'notifications/message', params: { level, logger, data } }));
    }
  });
}

/**
 * Notifications to a connection: changes of resources that it subscribed to, changes of lists that can change, and in the older revisions log
 * lines of the level that it set.
 * Invariant: nothing of a connection is left when it closes.
 */
import { ProtocolError, ProtocolErrorCode, type ServerEvent } from '@modelcontextprotocol/server';
import type { ProtocolServer } from './protocol-server.ts';
import { logLevels, type LogLevel } from './server-feed.ts';
import type { ServerHost } from './server-host.ts';

/**
 * `older`: a connection of an older revision that notifications can reach; `modern`: a request of 2026-07-28, whose subscriptions the SDK
 * manages; `pipe`: a connection of that revision, for which the SDK filters events by subscription; `shared`: a connection of several clients
 * without sessions, none of which can subscribe to anything.
 */
export type Connection = 'older' | 'modern' | 'pipe' | 'shared';

/** The log level of a client that set none. */
const usualLevel: LogLevel = 'error';

function refused(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function unsubscribable(uri: string, host: ServerHost): ProtocolError {
  const known = host.watch.uris.join(', ');
  return refused(`${uri.slice(0, 200)} cannot be subscribed to: the resources that change are ${known}`);
}

export function feedConnection(server: ProtocolServer, host: ServerHost, connection: Connection): void {
  if (connection === 'modern') return;
  if (connection === 'pipe') {
    server.onclose = host.feed.subscribe((event) => ignoreFailure(announce(server, event)));
    return;
  }
  if (connection === 'shared') {
    const refuseWithoutSession = (): never => {
      throw refused('This needs a session: send initialize, and the session’s id with each request');
    };
    server.setRequestHandler('resources/subscribe', refuseWithoutSession);
    server.setRequestHandler('resources/unsubscribe', refuseWithoutSession);
    server.setRequestHandler('logging/setLevel', refuseWithoutSession);
    return;
  }
  const subscribed = new Map<string, () => void>();
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    if (subscribed.has(uri)) return {};
    const added = host.additions?.resources.some(({ listed }) => listed.uri === uri) === true;
    const release = added ? (): void => {} : host.watch.want(uri);
    if (release === null) throw unsubscribable(uri, host);
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
      if (subscribed.has(event.uri)) ignoreFailure(announce(server, event));
    } else if (host.additions?.changing === true) ignoreFailure(announce(server, event));
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

function announce(server: ProtocolServer, event: ServerEvent): Promise<void> {
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
  let least = logLevels.indexOf(usualLevel);
  server.setRequestHandler('logging/setLevel', ({ params }) => {
    least = logLevels.indexOf(params.level);
    return {};
  });
  return host.feed.onLog(({ level, logger, data }) => {
    if (logLevels.indexOf(level) >= least) {
      ignoreFailure(server.notification({ method: 'notifications/message', params: { level, logger, data } }));
    }
  });
}

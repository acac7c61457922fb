/**
 * The notifications of a server for all its connections: changed resources, changed lists, log lines.
 * Invariant: it is also the bus of the SDK's subscriptions, so that connections of all revisions get the same notifications.
 */
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';

/** From the least to the most severe (RFC 5424). */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogLine {
  level: LogLevel;
  logger: string;
  data: Record<string, unknown>;
}

export class ServerFeed implements ServerEventBus {
  readonly #events = new Set<(event: ServerEvent) => void>();
  readonly #logs = new Set<(line: LogLine) => void>();

  publish(event: ServerEvent): void {
    for (const listener of this.#events) listener(event);
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#events.add(listener);
    return () => this.#events.delete(listener);
  }

  log(line: LogLine): void {
    for (const listener of this.#logs) listener(line);
  }

  onLog(listener: (line: LogLine) => void): () => void {
    this.#logs.add(listener);
    return () => this.#logs.delete(listener);
  }
}

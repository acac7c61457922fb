/**
 * Sessions of the older revisions over HTTP.
 * Invariants: a session's id cannot be guessed. There are never more than `maxSessions` sessions. A session with running requests or a
 * stream is not ended to make room for another, nor for its age. Any other session ends half an hour after its last request, or within a
 * minute after that.
 */
import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/server';
import { createGate, type Gate } from './gate.ts';
import { HttpWire } from './http-wire.ts';
import { clockMs } from '../../util/clock.ts';

export interface Session {
  id: string;
  gate: Gate;
  wire: HttpWire;
  mcp: McpServer;
  /** When the session was last used, by `clockMs()`. */
  usedAt: number;
}

export interface SessionLimits {
  maxSessions: number;
  idleMs: number;
}

const defaultLimits: SessionLimits = { maxSessions: 1000, idleMs: 30 * 60_000 };

function isIdle({ wire }: Session): boolean {
  return wire.openRequests === 0 && !wire.hasListener;
}

export class HttpSessions {
  readonly #byId = new Map<string, Session>();
  readonly #limits: SessionLimits;
  readonly #sweeper: NodeJS.Timeout;

  constructor(limits: SessionLimits = defaultLimits) {
    this.#limits = limits;
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(60_000, limits.idleMs));
    this.#sweeper.unref();
  }

  get count(): number {
    return this.#byId.size;
  }

  /** Null if there is no such session. A session that is found counts as used now. */
  find(id: string): Session | null {
    const session = this.#byId.get(id) ?? null;
    if (session !== null) session.usedAt = clockMs();
    return session;
  }

  /** Creates a session. `find` returns it only after `keep`. */
  async open(mcp: McpServer): Promise<Session> {
    const wire = new HttpWire({ sharedByClients: false });
    await mcp.connect(wire);
    return { id: randomUUID(), gate: createGate(), wire, mcp, usedAt: clockMs() };
  }

  /** Registers a session by its id. Returns false if there are too many sessions and none can be ended. */
  keep(session: Session): boolean {
    if (this.#byId.size >= this.#limits.maxSessions && !this.#endLeastRecentlyUsed()) return false;
    this.#byId.set(session.id, session);
    return true;
  }

  async end(session: Session): Promise<void> {
    this.#byId.delete(session.id);
    await session.mcp.close();
  }

  #endLeastRecentlyUsed(): boolean {
    const idle = [...this.#byId.values()].filter(isIdle);
    const [leastRecent] = idle.toSorted((a, b) => a.usedAt - b.usedAt);
    if (leastRecent === undefined) return false;
    void this.end(leastRecent);
    return true;
  }

  #sweep(): void {
    const oldest = clockMs() - this.#limits.idleMs;
    for (const session of this.#byId.values()) if (isIdle(session) && session.usedAt < oldest) void this.end(session);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.allSettled([...this.#byId.values()].map((session) => this.end(session)));
  }
}

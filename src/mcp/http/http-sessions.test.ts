import { McpServer } from '@modelcontextprotocol/server';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpSessions, type Session, type SessionLimits } from './http-sessions.ts';
import { until } from '../../util/testing/until.ts';

let sessions: HttpSessions;
afterEach(() => sessions.close());

function start(limits: SessionLimits): void {
  sessions = new HttpSessions(limits);
}

async function open(): Promise<{ session: Session; kept: boolean }> {
  const session = await sessions.open(new McpServer({ name: 'test', version: '1' }));
  return { session, kept: sessions.keep(session) };
}

describe('sessions', () => {
  it('are replaced in the order of their last use, unless they have a stream', async () => {
    start({ maxSessions: 3, idleMs: 60_000 });
    const [first, second, third] = [await open(), await open(), await open()];
    first.session.wire.listen();
    await wait(5);
    expect(sessions.find(second.session.id)).toBe(second.session);
    const fourth = await open();
    expect([fourth.kept, sessions.count]).toEqual([true, 3]);
    const left = [first, second, third, fourth].map(({ session }) => sessions.find(session.id) !== null);
    expect(left).toEqual([true, true, false, true]);
  });

  it('are refused if all have a stream', async () => {
    start({ maxSessions: 1, idleMs: 60_000 });
    const { session } = await open();
    session.wire.listen();
    expect((await open()).kept).toBe(false);
    expect(sessions.find(session.id)).toBe(session);
  });

  it('end after a long time without a request, unless they have a stream', async () => {
    start({ maxSessions: 10, idleMs: 100 });
    const [quiet, heard] = [await open(), await open()];
    heard.session.wire.listen();
    await until(() => sessions.count <= 1);
    expect(sessions.find(quiet.session.id)).toBeNull();
    expect(sessions.find(heard.session.id)).toBe(heard.session);
  });
});

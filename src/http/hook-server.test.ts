/** The server that hears git hosts, over real sockets with a catalogue in a file: what it lets in, and what it says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HookReceiver, HookSecrets, type Catalogue, type HookEvent, type HostName } from '../engine/hooks/hooks.ts';
import { gitHubPush, gitHubRepositoryOf, gitLabPush, messageOf, testSecret, zeros, type SentMessage } from '../engine/hooks/testing/sent-messages.ts'; // prettier-ignore
import { openCatalogue } from '../team/catalogue/open-catalogue.ts';
import { createHookServer } from './hook-server.ts';
import type { ListenerLimits } from './listener.ts';

const [c1, c2, c3] = ['1'.repeat(40), '2'.repeat(40), '3'.repeat(40)];

interface Served {
  catalogue: Catalogue;
  events: HookEvent[];
  port: number;
  /** The status and the body of the answer. */
  send(host: string, message: SentMessage): Promise<[number, unknown]>;
  push(
    host: HostName,
    change: { before: string; after: string; ref?: string; path?: string; delivery?: string },
  ): Promise<number>;
  get(path: string, headers?: Record<string, string>): Promise<[number, string]>;
}

async function serve({
  limits = {},
  token = null,
}: { limits?: Partial<ListenerLimits>; token?: string | null } = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-hooks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const catalogue = await openCatalogue({ location: join(folder, 'catalogue.db'), tenant: 'main', creates: true, allowsPlain: false }); // prettier-ignore
  onTestFinished(() => catalogue.close());
  await catalogue.wantEdition('e1', '1');
  for (const [name, url] of [
    ['github.example.org/team/shop', 'git@github.example.org:team/shop.git'],
    // Under a name of its own.
    ['bank', 'https://gitlab.example.org/Team/Bank.git'],
  ] as const)
    await catalogue.addRepository({ name, url, defaultRef: 'main', forkOf: null });
  const events: HookEvent[] = [];
  const defects: unknown[] = [];
  const listener = createHookServer({
    ...{ catalogue, receiver: new HookReceiver(catalogue, (event) => events.push(event)), limits, token },
    ...{ secrets: new HookSecrets(testSecret, 'test'), host: '127.0.0.1', tls: null, allowedHosts: [] },
    onDefect: (error) => defects.push(error),
  });
  const port = await listener.listen('127.0.0.1', 0);
  onTestFinished(async () => {
    await listener.close();
    expect(defects).toEqual([]);
  });
  const send: Served['send'] = async (host, { headers, body }) => {
    const response = await fetch(`http://127.0.0.1:${port}/hooks/${host}`, { method: 'POST', headers, body });
    return [response.status, await response.json()];
  };
  return {
    ...{ catalogue, events, port, send },
    async push(
      host,
      { before, after, ref = 'refs/heads/main', path = host === 'gitlab' ? 'team/bank' : 'team/shop', delivery },
    ) {
      // prettier-ignore
      const payload = (host === 'gitlab' ? gitLabPush : gitHubPush)(path, { ref, before, after });
      const event = host === 'gitlab' ? 'Push Hook' : 'push';
      return (await send(host, messageOf(host, event, payload, delivery === undefined ? {} : { delivery })))[0];
    },
    async get(path, headers = {}) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      return [response.status, await response.text()];
    },
  };
}

describe.each([
  ['github', 1],
  ['gitlab', 2],
  ['gitea', 1],
] as const)('a push of %s', (host, repository) => {
  it('is heard, once for each delivery, and a deletion too', async () => {
    const { push, catalogue, events } = await serve();
    expect(await push(host, { before: zeros, after: c1, delivery: 'd1' })).toBe(202);
    expect(await push(host, { before: c1, after: c2, delivery: 'd2' })).toBe(202);
    for (const delivery of ['d1', 'd2']) expect(await push(host, { before: zeros, after: c1, delivery })).toBe(202);
    expect(await catalogue.listRefs(repository)).toEqual([{ ref: 'main', heard: 2, commit: c2, heads: [] }]);
    expect((await catalogue.listJobs({ states: ['waiting'], limit: 9 })).map(({ commit }) => commit)).toEqual([c2]);
    expect(await push(host, { before: c2, after: c3, ref: 'refs/tags/v1', delivery: 'd3' })).toBe(202);
    expect(await push(host, { before: c2, after: zeros, delivery: 'd4' })).toBe(202);
    expect(await catalogue.listRefs(repository)).toEqual([{ ref: 'main', heard: 3, commit: null, heads: [] }]);
    expect(events.every(({ event }) => event === 'heard')).toBe(true);
  });
});

describe('a message', () => {
  it('without a valid proof is refused before anything is read of it, and changes nothing', async () => {
    const { send, catalogue, events } = await serve();
    for (const host of ['github', 'gitlab', 'gitea'] as const) {
      const payload = (host === 'gitlab' ? gitLabPush : gitHubPush)(host === 'gitlab' ? 'team/bank' : 'team/shop', { ref: 'refs/heads/main', before: zeros, after: c1 }); // prettier-ignore
      const forged = messageOf(host, 'push', payload, { secret: 'a guess of sixteen letters' });
      const missing = { headers: { 'content-type': 'application/json' }, body: forged.body };
      const [status, text] = await send(host, forged);
      expect([status, JSON.stringify(text)]).toEqual([401, expect.stringContaining('signature or the token')]);
      expect((await send(host, missing))[0]).toBe(401);
    }
    expect([await catalogue.listRefs(1), await catalogue.listRefs(2), events]).toEqual([[], [], []]);
  });

  it('gets the same answer whether its repository is known, unknown, archived, or says nothing', async () => {
    const { send, catalogue, events } = await serve();
    await catalogue.setRepositoryState(2, 'archived');
    const push = (path: string): object => gitHubPush(path, { ref: 'refs/heads/main', before: zeros, after: c1 });
    const archived = gitLabPush('team/bank', { ref: 'refs/heads/main', before: zeros, after: c1 });
    const answers = [
      await send('github', messageOf('github', 'push', push('team/shop'))),
      await send('github', messageOf('github', 'push', push('team/secret'))),
      await send('gitlab', messageOf('gitlab', 'Push Hook', archived)),
      await send('github', messageOf('github', 'ping', { zen: 'Design for failure.', hook_id: 1, repository: gitHubRepositoryOf('team/shop') })), // prettier-ignore
      await send('github', messageOf('github', 'star', {})),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['[202,{"received":true}]']));
    expect(events).toEqual([
      { event: 'heard', repository: 'github.example.org/team/shop', ref: 'main', commit: c1, push: 1 },
      { event: 'unknown', repository: 'github.example.org/team/secret', what: 'push' },
      { event: 'ignored', repository: 'bank', what: 'push' },
    ]);
  });

  it('that is no JSON, too large or too slow is refused', async () => {
    const { send, port } = await serve({ limits: { bodyBytes: 2000, requestMs: 100, headersMs: 100, checkMs: 20 } });
    const { headers } = messageOf('gitlab', 'Push Hook', {});
    expect((await send('gitlab', { headers, body: '{' }))[0]).toBe(400);
    expect((await send('gitlab', { headers, body: `{"a":"${'x'.repeat(3000)}"}` }))[0]).toBe(413);
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (piece) => (text += String(piece))).on('error', () => {});
    socket.write(
      `POST /hooks/gitlab HTTP/1.1\r\nhost: x\r\nx-gitlab-token: ${testSecret}\r\ncontent-length: 100\r\n\r\n{`,
    );
    await new Promise((done) => socket.once('close', done));
    expect(text).toContain('408');
  });

  it('comes by the name of a proxy, and another method or path is refused', async () => {
    const { send, get, catalogue } = await serve();
    const { headers, body } = messageOf('github', 'push', gitHubPush('team/shop', { ref: 'refs/heads/main', before: zeros, after: c1 })); // prettier-ignore
    expect((await send('github', { headers: { ...headers, host: 'hooks.example.org' }, body }))[0]).toBe(202);
    expect(await catalogue.listRefs(1)).toHaveLength(1);
    expect((await get('/hooks/github', headers))[0]).toBe(405);
    expect((await send('bitbucket', { headers, body }))[0]).toBe(404);
  });

  it('is refused with a time to come again while the catalogue is away', async () => {
    const { push, catalogue } = await serve();
    await catalogue.close();
    expect(await push('github', { before: zeros, after: c1 })).toBe(503);
  });
});

describe('a repository', () => {
  const about = (action: string, more: object = {}): SentMessage =>
    messageOf('github', 'repository', { action, repository: gitHubRepositoryOf('team/shop'), ...more });

  it('that is archived, moved or deleted on its host is so in the catalogue', async () => {
    const { send, push, catalogue, events } = await serve();
    const shop = async (): Promise<unknown> => (await catalogue.listRepositories()).find(({ id }) => id === 1);
    await send('github', about('archived'));
    expect(await shop()).toMatchObject({ state: 'archived' });
    await send('github', about('archived'));
    await send('github', about('unarchived'));
    expect(await shop()).toMatchObject({ state: 'active' });
    const moved = { action: 'renamed', repository: gitHubRepositoryOf('team/store'), changes: { repository: { name: { from: 'shop' } } } }; // prettier-ignore
    await send('github', messageOf('github', 'repository', moved));
    expect(await shop()).toMatchObject({ name: 'github.example.org/team/shop', url: 'git@github.example.org:team/store.git' }); // prettier-ignore
    // From now on the host calls it so.
    expect(await push('github', { path: 'team/store', before: zeros, after: c1 })).toBe(202);
    expect(await catalogue.listRefs(1)).toHaveLength(1);
    await send('github', messageOf('github', 'repository', { action: 'edited', repository: { ...gitHubRepositoryOf('team/store'), default_branch: 'trunk' }, changes: { default_branch: { from: 'main' } } })); // prettier-ignore
    expect(await shop()).toMatchObject({ defaultRef: 'trunk' });
    await send('github', messageOf('github', 'repository', { action: 'deleted', repository: gitHubRepositoryOf('team/store') })); // prettier-ignore
    expect(await shop()).toBeUndefined();
    expect(events.map((event) => ('what' in event ? `${event.event} ${event.what}` : event.event))).toEqual([
      ...['changed archived', 'ignored archived', 'changed unarchived', 'changed moved', 'heard'],
      ...['changed default branch', 'changed deleted'],
    ]);
  });

  it('that was added a moment ago is known', async () => {
    const { push, catalogue, events } = await serve();
    expect(await push('github', { path: 'team/new', before: zeros, after: c1 })).toBe(202);
    await catalogue.addRepository({ name: 'new', url: 'https://github.example.org/team/new', defaultRef: 'main', forkOf: null }); // prettier-ignore
    const { until } = await import('../util/testing/until.ts');
    await until(async () => {
      await push('github', { path: 'team/new', before: zeros, after: c1, delivery: `d${events.length}` });
      return events.at(-1)!.event === 'heard';
    });
  });
});

describe('metrics', () => {
  it('say what waits and what has failed, in the form of Prometheus, without a name of a repository', async () => {
    const { push, get, catalogue } = await serve();
    await push('github', { before: zeros, after: c1 });
    await push('gitlab', { before: zeros, after: c2 });
    const job = (await catalogue.takeJob({ worker: 'w', edition: 'e1', leaseMs: 60_000, maxStrikes: 3 }))!;
    await catalogue.failJob(job, { error: 'x', retryMs: null });
    const [status, text] = await get('/metrics');
    expect(status).toBe(200);
    const value = (name: string): string | undefined => new RegExp(`^${name.replaceAll(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1]; // prettier-ignore
    expect(value('code_scout_jobs{state="waiting"}')).toBe('1');
    expect(value('code_scout_jobs{state="failed"}')).toBe('1');
    expect(Number(value('code_scout_oldest_waiting_job_seconds'))).toBeGreaterThanOrEqual(0);
    expect(value('code_scout_branches_behind')).toBe('2');
    expect(value('code_scout_catalogue_up')).toBe('1');
    expect(text).toContain('code_scout_http_requests_total{method="POST",route="/hooks/github",status="202"} 1');
    expect(text).not.toMatch(/shop|bank/);
    await catalogue.close();
    expect((await get('/metrics'))[1]).toContain('\ncode_scout_catalogue_up 0\n');
  });

  it('need the token where there is one; health does not, and hooks have their own proof', async () => {
    const { get, push } = await serve({ token: 'a-token-of-sixteen-letters' });
    expect((await get('/metrics'))[0]).toBe(401);
    expect((await get('/metrics', { authorization: 'Bearer a-token-of-sixteen-letters' }))[0]).toBe(200);
    expect((await get('/health'))[0]).toBe(200);
    expect(await push('github', { before: zeros, after: c1 })).toBe(202);
  });
});

/** A listener whose senders may each see something else. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Access, Refusal } from '../team/access/access.ts';
import { AppError } from '../model/error.ts';
import { createAccess } from './access.ts';
import { Listener, defaultLimits, type FinishedRequest, type ListenerLimits } from './listener.ts';
import type { Route } from './routes.ts';
import { until } from '../util/testing/until.ts';

const open: Listener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

const accessOf = (principal: number): Access => ({
  ...{ principal, name: `p${principal}`, repositories: new Set([principal]), scopes: new Set(['read'] as const) },
});
const refusal: Refusal = { status: 401, challenge: 'Bearer resource_metadata="https://x"' };

/** A stream that says something once, and then nothing. */
function silent(cancelled: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('event: hello\n\n')),
    cancel: cancelled,
  });
}

interface Served {
  ask: (path: string, token?: string, method?: string, signal?: AbortSignal) => Promise<Response>;
  finished: FinishedRequest[];
  defects: unknown[];
  /** What a token gives now. */
  tokens: Map<string, Access | Refusal | Error>;
  cancelled: Promise<void>;
  read: string[];
  /** Requests for `/held` that are under way, by what answers them. */
  held: (() => void)[];
}

async function serve(limits: Partial<ListenerLimits> = {}): Promise<Served> {
  const tokens = new Map<string, Access | Refusal | Error>();
  const [finished, defects, read]: [FinishedRequest[], unknown[], string[]] = [[], [], []];
  const held: (() => void)[] = [];
  const cancelled = Promise.withResolvers<void>();
  const views = new Map<number, readonly Route[]>();
  const routesOf = async ({ principal }: Access): Promise<readonly Route[] | null> => {
    if (principal === 0) return null;
    const view: Route[] = [
      {
        path: `/own${principal}`,
        methods: { GET: async () => ({ status: 200, body: `of ${principal}` }) },
        refusals: 'api',
      },
      {
        path: '/part',
        methods: { GET: async () => ({ status: 200, body: 'a part' }) },
        refusals: 'api',
        uncounted: true,
      },
      { path: '/rpc', methods: { POST: async ({ body }) => ({ status: 200, body: `${principal} ${read.push(String(body))}` }) }, refusals: 'rpc' }, // prettier-ignore
      { path: '/held', methods: { GET: () => new Promise((done) => held.push(() => done({ status: 200 }))) }, refusals: 'api' }, // prettier-ignore
      { path: '/events', methods: { GET: async () => ({ status: 200, body: silent(() => cancelled.resolve()), idle: true }) }, refusals: 'api' }, // prettier-ignore
    ];
    if (!views.has(principal)) views.set(principal, view);
    return views.get(principal)!;
  };
  const check = async (header: string | undefined): Promise<Access | Refusal> => {
    const found = tokens.get(header ?? '') ?? refusal;
    if (found instanceof Error) throw found;
    return found;
  };
  const listener = new Listener({
    routes: [
      { path: '/rpc', methods: {}, refusals: 'rpc' },
      { path: '/open', methods: { GET: async () => ({ status: 200, body: 'to all' }) }, refusals: 'api', open: true },
    ],
    access: createAccess({ token: null, host: '127.0.0.1', usesTls: false, allowedHosts: [], allowedOrigins: [] }),
    senders: { checker: { check }, routesOf },
    limits: { ...defaultLimits, senderMs: 5, ...limits },
    tls: null,
    onRequest: (request) => finished.push(request),
    onDefect: (error) => defects.push(error),
  });
  open.push(listener);
  const port = await listener.listen('127.0.0.1', 0);
  const ask: Served['ask'] = (path, token, method = 'GET', signal = new AbortController().signal) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method, signal },
      headers: token === undefined ? {} : { authorization: token },
      ...(method === 'POST' ? { body: 'a secret' } : {}),
    });
  return { ask, finished, defects, tokens, cancelled: cancelled.promise, read, held };
}

/** A request that its client gives up when this is so. */
async function gone(send: (signal: AbortSignal) => Promise<unknown>, when: () => boolean): Promise<void> {
  const client = new AbortController();
  const sent = send(client.signal);
  await Promise.all([sent, until(when).then(() => client.abort())]);
}

describe('senders', () => {
  it('are each answered by their own routes, and know of no others', async () => {
    const { ask, tokens, finished } = await serve();
    tokens.set('one', accessOf(1)).set('two', accessOf(2)).set('nothing', accessOf(0));
    expect(await (await ask('/own1', 'one')).text()).toBe('of 1');
    expect(await (await ask('/rpc', 'two', 'POST')).text()).toBe('2 1');
    const unknown = await ask('/own1', 'two');
    expect([unknown.status, JSON.stringify(await unknown.json())]).toEqual([404, expect.not.stringContaining('/own1')]);
    // A path that nobody has is answered in the same way.
    const nowhere = await ask('/own9', 'two');
    expect(nowhere.status).toBe(404);
    expect((await ask('/own1', 'nothing')).status).toBe(403);
    expect((await ask('/rpc', 'one')).status).toBe(405);
    expect(finished.map(({ status, principal }) => [status, principal])).toEqual([
      ...[[200, 1], [200, 2], [404, null], [404, null], [403, null], [405, null]], // prettier-ignore
    ]);
    // What was refused is not told apart by what only some senders may see.
    expect(finished.map(({ route }) => route)).toEqual(['/own1', '/rpc', '(none)', '(none)', '(none)', '/rpc']);
  });

  it('that may not see anything are refused with the challenge, whatever the path, before their body is read', async () => {
    const { ask, read } = await serve();
    for (const path of ['/rpc', '/own1', '/nowhere']) {
      const refused = await ask(path, 'unknown', 'POST');
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, refusal.challenge]);
    }
    expect(await (await ask('/rpc', undefined, 'POST')).json()).toMatchObject({
      jsonrpc: '2.0',
      error: { code: -32000 },
    });
    expect(read).toEqual([]);
    expect(await (await ask('/open')).text()).toBe('to all');
  });

  it('wait where it cannot be known at the moment what they may see', async () => {
    const { ask, tokens, defects } = await serve();
    tokens.set('one', new AppError('DatabaseError', 'The catalogue is away'));
    const answer = await ask('/own1', 'one');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await answer.text()).not.toContain('catalogue');
    expect(defects).toHaveLength(1);
  });

  const ends: [string, Access | Refusal][] = [
    ['nothing any more', refusal],
    ['something else', accessOf(2)],
  ];
  it.each(ends)('are cut off from what goes on when they may see %s', async (_, then) => {
    const { ask, tokens, cancelled } = await serve();
    tokens.set('one', accessOf(1));
    const events = (await ask('/events', 'one')).body!.getReader();
    expect(new TextDecoder().decode((await events.read()).value)).toBe('event: hello\n\n');
    // As long as they may, nothing ends; and not while it cannot be known.
    tokens.set('one', new AppError('DatabaseError', 'The catalogue is away'));
    const second = (await ask('/open')).status;
    expect(second).toBe(200);
    tokens.set('one', then);
    await expect(events.read()).rejects.toThrow();
    await cancelled;
  });
});

describe('a sender with too many requests', () => {
  const waitSeconds = (response: Response): number => Number(response.headers.get('retry-after'));

  it('is told to wait for one of them, while others and what is open to all are answered', async () => {
    const { ask, tokens, finished, held } = await serve({ perSender: 2, maxRunning: 3 });
    for (const at of [1, 2, 3]) tokens.set(`${at}`, accessOf(at));
    const own = [ask('/held', '1'), ask('/held', '1')];
    await until(() => held.length === 2);
    const refused = await ask('/rpc', '1', 'POST');
    expect([refused.status, waitSeconds(refused)]).toEqual([429, 1]);
    expect(await refused.json()).toEqual({
      ...{ jsonrpc: '2.0', id: null },
      error: { code: -32000, message: expect.stringMatching(/2 requests .*not answered.*wait for one.*ask again/) as unknown },
    }); // prettier-ignore
    const other = ask('/held', '2');
    await until(() => held.length === 3);
    // All slots are taken: of one with none, too, nothing is begun.
    const busy = await ask('/own3', '3');
    expect([busy.status, waitSeconds(busy)]).toEqual([503, 1]);
    expect(await (await ask('/open')).text()).toBe('to all');
    held[0]!();
    expect((await Promise.race(own)).status).toBe(200);
    expect((await ask('/own1', '1')).status).toBe(200);
    for (const answer of held) answer();
    expect((await Promise.all([...own, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(finished.flatMap(({ refused: why, principal }) => (why === null ? [] : [[why, principal]]))).toEqual([['sender', null], ['busy', null]]); // prettier-ignore
  });

  it('is not held up by those that it has given up', async () => {
    const { ask, tokens, held, finished } = await serve({ perSender: 1 });
    tokens.set('1', accessOf(1));
    await expect(gone((signal) => ask('/held', '1', 'GET', signal), () => held.length === 1)).rejects.toThrow(); // prettier-ignore
    held[0]!();
    await until(() => finished.length === 1);
    expect((await ask('/own1', '1')).status).toBe(200);
  });

  it('keeps so many streams open, and no more', async () => {
    const { ask, tokens } = await serve({ perSender: 2 });
    for (const at of [1, 2]) tokens.set(`${at}`, accessOf(at));
    const streams = [await ask('/events', '1'), await ask('/events', '1')];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask('/events', '1')).status).toBe(429);
    // They are no work.
    expect((await ask('/own1', '1')).status).toBe(200);
    expect((await ask('/events', '2')).status).toBe(200);
    await streams[0]!.body!.cancel();
    await until(async () => (await ask('/events', '1')).status === 200);
  });

  it('has a quota a minute, which the others do not feel', async () => {
    const { ask, tokens, finished } = await serve({ perMinute: 3 });
    for (const at of [1, 2]) tokens.set(`${at}`, accessOf(at));
    let answered = 0;
    while ((await ask('/own1', '1')).status === 200) answered++;
    expect(answered).toBeGreaterThanOrEqual(3);
    const refused = await ask('/rpc', '1', 'POST');
    expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
      429,
      expect.stringContaining('3 requests a minute'),
    ]);
    expect(waitSeconds(refused)).toBeGreaterThan(0);
    expect((await ask('/own2', '2')).status).toBe(200);
    expect(finished.at(-2)!.refused).toBe('quota');
    // What is a part of a question that another node has counted.
    expect((await ask('/part', '1')).status).toBe(200);
  });
});

/** Questions of several senders at one node, which are held until the test lets them go. */
import { expect, it } from 'vitest';
import type { Engine } from '../../engine/types.ts';
import { tools } from '../../tools/registry.ts';
import type { Tool, ToolAnswer } from '../../tools/tool.ts';
import { until } from '../../util/testing/until.ts';
import { QuestionGone } from '../../util/turns/question.ts';
import { inAnotherTurn, SenderTurns, withoutTurn } from './in-turn.ts';
import { asSender } from './sender.ts';

/** The questions of senders, and those that are under way, in the order in which they began. */
function heldQuestions(): {
  ask: (sender: string, name: string, signal?: AbortSignal) => Promise<ToolAnswer>;
  underWay: string[];
  end: (name: string) => void;
} {
  // prettier-ignore
  const turns = new SenderTurns();
  const underWay: string[] = [];
  const ends = new Map<string, () => void>();
  const held: Tool = {
    ...tools[0]!,
    run: (_, name) =>
      new Promise((done) => {
        underWay.push(String(name));
        ends.set(String(name), () => done({ texts: [] }));
      }),
  };
  return {
    underWay,
    ask: (sender, name, signal = new AbortController().signal) => {
      const [tool] = turns.tools([held]);
      return asSender({ name: sender, authorization: '', signal }, () =>
        tool!.run({} as Engine, name, { signal, progress: null, say: {} as never }),
      );
    },
    end: (name) => {
      underWay.splice(underWay.indexOf(name), 1);
      ends.get(name)!();
    },
  };
}

it('a sender with many leaves others a place, and the next turn', async () => {
  const { ask, underWay, end } = heldQuestions();
  const many = Array.from({ length: 30 }, (_, at) => ask('ann', `ann${at}`));
  await until(() => underWay.length === 8);
  const others = ['bob', 'cleo', 'dora'].map((sender) => ask(sender, sender));
  await until(() => underWay.length === 11);
  expect(underWay.slice(8)).toEqual(['bob', 'cleo', 'dora']);
  // All places are taken by senders who have more of them waiting.
  const more = Array.from({ length: 16 }, (_, at) => ask('eve', `eve${at}`));
  await until(() => underWay.length === 16);
  const late = ask('finn', 'finn');
  // Within one round of those who wait.
  for (const name of ['ann0', 'eve0', 'bob']) end(name);
  await until(() => underWay.includes('finn'));
  for (let ended = 3; ended < 30 + 3 + 16 + 1; ended++) {
    await until(() => underWay.length > 0);
    expect(underWay.length).toBeLessThanOrEqual(16);
    end(underWay[0]!);
  }
  expect(await Promise.all([...many, ...others, ...more, late])).toHaveLength(50);
});

it('a question that its sender gives up while it waits is never begun', async () => {
  const { ask, underWay, end } = heldQuestions();
  const own = Array.from({ length: 8 }, (_, at) => ask('ann', `ann${at}`));
  await until(() => underWay.length === 8);
  const client = new AbortController();
  const givenUp = ask('ann', 'given up', client.signal);
  const after = ask('ann', 'after');
  client.abort();
  await expect(givenUp).rejects.toThrow(QuestionGone);
  for (let at = 0; at < 8; at++) end(`ann${at}`);
  await until(() => underWay.length === 1);
  expect(underWay).toEqual(['after']);
  end('after');
  await Promise.all([...own, after]);
});

it('a request waits for its snapshot before it takes a turn', async () => {
  const turns = new SenderTurns();
  const snapshots: (() => void)[] = [];
  const ready = (): Promise<unknown> => new Promise((_, fail) => snapshots.push(() => fail(new Error('not yet'))));
  const handler = turns.handler(() => Promise.resolve({ status: 200 }), 'ann', ready);
  const request = { method: 'GET', path: '/', headers: {}, body: Buffer.alloc(0), signal: new AbortController().signal }; // prettier-ignore
  const waiting = Array.from({ length: 20 }, () => handler(request));
  await until(() => snapshots.length === 20);
  const here = turns.handler(
    () => Promise.resolve({ status: 201 }),
    'ann',
    () => Promise.resolve(),
  );
  expect(await here(request)).toEqual({ status: 201 });
  for (const come of snapshots) come();
  expect((await Promise.all(waiting)).every(({ status }) => status === 200)).toBe(true);
});

/** Questions that wait for other nodes, and then work, each until the test lets them. */
function waitingQuestions(): {
  ask: (signal?: AbortSignal) => Promise<ToolAnswer>;
  waiting: (() => void)[];
  working: (() => void)[];
} {
  const turns = new SenderTurns();
  const waiting: (() => void)[] = [];
  const working: (() => void)[] = [];
  const held: Tool = {
    ...tools[0]!,
    run: async () => {
      // Of two nodes at once, as the messages of a search.
      await Promise.all([1, 2].map(() => withoutTurn(() => new Promise<void>((come) => waiting.push(come)))));
      await new Promise<void>((done) => working.push(done));
      return { texts: [] };
    },
  };
  return {
    ...{ waiting, working },
    ask: (signal = new AbortController().signal) =>
      turns.tools([held])[0]!.run({} as Engine, null, { signal, progress: null, say: {} as never }),
  };
}

it('a question has no turn while it waits for other nodes, and goes on in one', async () => {
  const { ask, waiting, working } = waitingQuestions();
  const all = Array.from({ length: 20 }, () => ask());
  await until(() => waiting.length === 40);
  // One of its nodes alone has answered.
  for (let at = 0; at < 40; at += 2) waiting[at]!();
  const late = ask();
  await until(() => waiting.length === 42);
  expect(working).toHaveLength(0);
  for (const come of waiting) come();
  for (let ended = 0; ended < 21; ended++) {
    await until(() => working.length > ended);
    expect(working.length - ended).toBeLessThanOrEqual(8);
    working[ended]!();
  }
  expect(await Promise.all([...all, late])).toHaveLength(21);
});

it('a question that is given up while it waits for other nodes takes no turn afterwards', async () => {
  const { ask, waiting, working } = waitingQuestions();
  const client = new AbortController();
  const givenUp = Array.from({ length: 20 }, () => ask(client.signal));
  await until(() => waiting.length === 40);
  client.abort();
  for (const come of waiting) come();
  for (const one of givenUp) await expect(one).rejects.toThrow(QuestionGone);
  const after = Array.from({ length: 8 }, () => ask());
  await until(() => waiting.length === 56);
  for (const come of waiting) come();
  await until(() => working.length === 8);
  for (const done of working) done();
  expect(await Promise.all(after)).toHaveLength(8);
});

it('a request has no turn while its handler waits', async () => {
  const turns = new SenderTurns();
  const snapshots: (() => void)[] = [];
  const handler = turns.handler(
    () => withoutTurn(() => new Promise((done) => snapshots.push(() => done({ status: 200 })))),
    'ann',
    () => Promise.resolve(),
  );
  const request = { method: 'GET', path: '/', headers: {}, body: Buffer.alloc(0), signal: new AbortController().signal }; // prettier-ignore
  const all = Array.from({ length: 20 }, () => handler(request));
  await until(() => snapshots.length === 20);
  for (const come of snapshots) come();
  expect((await Promise.all(all)).every(({ status }) => status === 200)).toBe(true);
});

it('what a question does while it waits without a turn has another one', async () => {
  const turns = new SenderTurns();
  const underWay: (() => void)[] = [];
  const { signal } = new AbortController();
  const work = (): Promise<void> => new Promise((done) => underWay.push(done));
  const [tool] = turns.tools([
    {
      ...tools[0]!,
      run: async () => {
        await withoutTurn(() => inAnotherTurn(signal, work));
        return { texts: [] };
      },
    },
  ]);
  const ask = (): Promise<ToolAnswer> =>
    asSender({ name: 'ann', authorization: '', signal }, () =>
      tool!.run({} as Engine, {}, { signal, progress: null, say: {} as never }),
    );
  const all = Promise.all(Array.from({ length: 12 }, ask));
  await until(() => underWay.length === 8);
  const others = turns.handler(
    () => Promise.resolve({ status: 200 }),
    'ann',
    () => Promise.resolve(),
  );
  const next = others({ method: 'GET', path: '/', headers: {}, body: Buffer.alloc(0), signal });
  expect(underWay).toHaveLength(8);
  for (let ended = 0; ended < 12; ended++) {
    await until(() => underWay.length > 0);
    expect(underWay.length).toBeLessThanOrEqual(8);
    underWay.shift()!();
  }
  expect(await all).toHaveLength(12);
  expect(await next).toEqual({ status: 200 });
});

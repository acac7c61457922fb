/** Threads in a process beside this one, with real processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { processLives } from './process-lives.ts';
import { killedCode, startSideThread } from './side-process.ts';
import type { Thread } from './thread.ts';

interface Answer {
  pid: number;
  data: unknown;
  told: string;
}

class Told {
  readonly answers: Answer[] = [];
  readonly ended = Promise.withResolvers<Error | null>();
  readonly thread: Thread;
  #waiting: (() => void)[] = [];

  constructor(purpose: string, begin: typeof startSideThread = startSideThread) {
    const limits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 };
    const start = {
      name: 'told-worker',
      source: 'util/testing/told-worker.ts',
      data: { some: new Map([[1, 'x']]) },
      limits,
    };
    this.thread = begin(purpose, start, {
      onMessage: (message) => {
        this.answers.push(message as Answer);
        for (const told of this.#waiting.splice(0)) told();
      },
      onEnd: (error) => this.ended.resolve(error),
    });
    all.push(this.thread);
  }

  async ask(told: string): Promise<Answer> {
    const before = this.answers.length;
    this.thread.post(told);
    while (this.answers.length === before) await new Promise<void>((done) => this.#waiting.push(done));
    return this.answers.at(-1)!;
  }
}

const all: Thread[] = [];
afterEach(() => {
  for (const thread of all.splice(0)) thread.end();
});

async function hasEnded(pid: number): Promise<boolean> {
  for (let left = 100; left > 0 && processLives(pid); left--) await sleep(50);
  return !processLives(pid);
}

describe('a thread beside this process', () => {
  it('gets what it starts with and what it is told, in order, in another process', async () => {
    const one = new Told('a');
    for (const word of ['first', 'second', 'third']) one.thread.post(word);
    const { pid, data } = await one.ask('fourth');
    while (one.answers.length < 4) await sleep(5);
    expect(one.answers.map(({ told }) => told)).toEqual(['first', 'second', 'third', 'fourth']);
    expect(data).toEqual({ some: new Map([[1, 'x']]) });
    expect(pid).not.toBe(process.pid);
  });

  it('shares the process with those of the same purpose, which ends soon behind the last', async () => {
    const [one, same, other] = [new Told('a'), new Told('a'), new Told('b')];
    const [first, second, third] = [await one.ask('?'), await same.ask('?'), await other.ask('?')];
    expect(second.pid).toBe(first.pid);
    expect(third.pid).not.toBe(first.pid);
    one.thread.end();
    await sleep(50);
    expect((await same.ask('still')).told).toBe('still');
    same.thread.end();
    expect(await hasEnded(first.pid)).toBe(true);
    expect(processLives(third.pid)).toBe(true);
    expect((await new Told('a').ask('again')).pid).not.toBe(first.pid);
  });

  it('says how it has ended, and leaves the others alone', async () => {
    const [other, thrown, left, full] = [new Told('a'), new Told('a'), new Told('a'), new Told('a')];
    const { pid } = await other.ask('?');
    thrown.thread.post('throw');
    expect(await thrown.ended.promise).toMatchObject({ message: 'as it was told' });
    left.thread.post('leave');
    expect(await left.ended.promise).toBeNull();
    full.thread.post('fill');
    expect(await full.ended.promise).toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
    expect((await other.ask('?')).pid).toBe(pid);
  });

  it('keeps its process when others end, by themselves and by who has them', async () => {
    const gone = new Told('a');
    gone.thread.post('leave');
    await gone.ended.promise;
    gone.thread.end();
    gone.thread.end();
    const { pid } = await new Told('a').ask('?');
    await sleep(2500);
    expect(processLives(pid)).toBe(true);
  });

  it('ends with an error where its process is killed, and the next has another', async () => {
    const one = new Told('a');
    const { pid } = await one.ask('?');
    process.kill(pid, 'SIGKILL');
    expect(await one.ended.promise).toMatchObject({ code: killedCode });
    expect((await new Told('a').ask('?')).pid).not.toBe(pid);
  });

  it('is not disturbed by what a terminal tells all processes', async () => {
    const one = new Told('a');
    const { pid } = await one.ask('?');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
    await sleep(100);
    expect((await one.ask('?')).pid).toBe(pid);
  });
});

it('is of this process where no other can be started, with all that it was told', async () => {
  vi.resetModules();
  const fresh = await import('./side-process.ts');
  const { execPath } = process;
  process.execPath = '/there/is/no/node';
  try {
    const one = new Told('a', fresh.startSideThread);
    one.thread.post('early');
    one.thread.post('late');
    while (one.answers.length < 2) await sleep(5);
    expect(one.answers.map(({ told }) => told)).toEqual(['early', 'late']);
    expect(one.answers[0]?.pid).toBe(process.pid);
    expect((await new Told('b', fresh.startSideThread).ask('?')).pid).toBe(process.pid);
    one.thread.end();
  } finally {
    process.execPath = execPath;
  }
});

it('is of this process where none may be started', async () => {
  vi.resetModules();
  vi.doMock('node:child_process', () => ({
    fork: () => {
      throw Object.assign(new Error('spawn EPERM'), { code: 'EPERM' });
    },
  }));
  const fresh = await import('./side-process.ts');
  vi.doUnmock('node:child_process');
  expect((await new Told('a', fresh.startSideThread).ask('?')).pid).toBe(process.pid);
});

it.each(['still', 'count'])('ends with the process that has it, however that ends, when told to %s', async (told) => {
  const program = `
    import { startSideThread } from ${JSON.stringify(new URL('side-process.ts', import.meta.url).href)};
    const start = { name: 'told-worker', source: 'util/testing/told-worker.ts', data: null, limits: {} };
    const thread = startSideThread('a', start, { onMessage: ({ pid }) => console.log(pid), onEnd: () => {} });
    thread.post('?');
    thread.post('${told}');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  // Both answers may come at once.
  const pid = Number.parseInt(line.toString(), 10);
  await sleep(100);
  expect(processLives(pid)).toBe(true);
  child.kill('SIGKILL');
  expect(await hasEnded(pid)).toBe(true);
});

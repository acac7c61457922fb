/** Threads in a side process, with real processes. */
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
  command: string;
}

class TestThread {
  readonly answers: Answer[] = [];
  readonly ended = Promise.withResolvers<Error | null>();
  readonly thread: Thread;
  #waiting: (() => void)[] = [];

  constructor(purpose: string, begin: typeof startSideThread = startSideThread) {
    const limits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 };
    const start = {
      name: 'command-worker',
      source: 'util/testing/command-worker.ts',
      data: { some: new Map([[1, 'x']]) },
      limits,
    };
    this.thread = begin(purpose, start, {
      onMessage: (message) => {
        this.answers.push(message as Answer);
        for (const done of this.#waiting.splice(0)) done();
      },
      onEnd: (error) => this.ended.resolve(error),
    });
    all.push(this.thread);
  }

  async ask(command: string): Promise<Answer> {
    const before = this.answers.length;
    this.thread.post(command);
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

describe('a thread in a side process', () => {
  it('gets its start data and its messages, in order, in another process', async () => {
    const one = new TestThread('a');
    for (const word of ['first', 'second', 'third']) one.thread.post(word);
    const { pid, data } = await one.ask('fourth');
    while (one.answers.length < 4) await sleep(5);
    expect(one.answers.map(({ command }) => command)).toEqual(['first', 'second', 'third', 'fourth']);
    expect(data).toEqual({ some: new Map([[1, 'x']]) });
    expect(pid).not.toBe(process.pid);
  });

  it('shares the process with others of the same purpose, which ends soon after the last', async () => {
    const [one, same, other] = [new TestThread('a'), new TestThread('a'), new TestThread('b')];
    const [first, second, third] = [await one.ask('?'), await same.ask('?'), await other.ask('?')];
    expect(second.pid).toBe(first.pid);
    expect(third.pid).not.toBe(first.pid);
    one.thread.end();
    await sleep(50);
    expect((await same.ask('still')).command).toBe('still');
    same.thread.end();
    expect(await hasEnded(first.pid)).toBe(true);
    expect(processLives(third.pid)).toBe(true);
    expect((await new TestThread('a').ask('again')).pid).not.toBe(first.pid);
  });

  it('reports how it has ended, and does not affect others', async () => {
    const [other, thrown, left, full] = [
      new TestThread('a'),
      new TestThread('a'),
      new TestThread('a'),
      new TestThread('a'),
    ];
    const { pid } = await other.ask('?');
    thrown.thread.post('throw');
    expect(await thrown.ended.promise).toMatchObject({ message: 'on command' });
    left.thread.post('leave');
    expect(await left.ended.promise).toBeNull();
    full.thread.post('fill');
    expect(await full.ended.promise).toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
    expect((await other.ask('?')).pid).toBe(pid);
  });

  it('keeps its process when others end, by themselves or by their owners', async () => {
    const gone = new TestThread('a');
    gone.thread.post('leave');
    await gone.ended.promise;
    gone.thread.end();
    gone.thread.end();
    const { pid } = await new TestThread('a').ask('?');
    await sleep(2500);
    expect(processLives(pid)).toBe(true);
  });

  it('ends with an error when its process is killed, and the next one gets a new process', async () => {
    const one = new TestThread('a');
    const { pid } = await one.ask('?');
    process.kill(pid, 'SIGKILL');
    // Windows does not tell a killed process from one that ended.
    const code = process.platform === 'win32' ? 'ERR_SIDE_PROCESS_ENDED' : killedCode;
    expect(await one.ended.promise).toMatchObject({ code });
    expect((await new TestThread('a').ask('?')).pid).not.toBe(pid);
  });

  it('is not affected by signals that a terminal sends to all processes', async () => {
    const one = new TestThread('a');
    const { pid } = await one.ask('?');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
    await sleep(100);
    expect((await one.ask('?')).pid).toBe(pid);
  });
});

it('runs in this process where no other can be started, with all messages sent before', async () => {
  vi.resetModules();
  const fresh = await import('./side-process.ts');
  const { execPath } = process;
  process.execPath = '/there/is/no/node';
  try {
    const one = new TestThread('a', fresh.startSideThread);
    one.thread.post('early');
    one.thread.post('late');
    while (one.answers.length < 2) await sleep(5);
    expect(one.answers.map(({ command }) => command)).toEqual(['early', 'late']);
    expect(one.answers[0]?.pid).toBe(process.pid);
    expect((await new TestThread('b', fresh.startSideThread).ask('?')).pid).toBe(process.pid);
    one.thread.end();
  } finally {
    process.execPath = execPath;
  }
});

it('runs in this process where starting another one is not permitted', async () => {
  vi.resetModules();
  vi.doMock('node:child_process', () => ({
    fork: () => {
      throw Object.assign(new Error('spawn EPERM'), { code: 'EPERM' });
    },
  }));
  const fresh = await import('./side-process.ts');
  vi.doUnmock('node:child_process');
  expect((await new TestThread('a', fresh.startSideThread).ask('?')).pid).toBe(process.pid);
});

it.each(['still', 'count'])('ends with the process that owns it, however that ends, after %s', async (command) => {
  const program = `
    import { startSideThread } from ${JSON.stringify(new URL('side-process.ts', import.meta.url).href)};
    const start = { name: 'command-worker', source: 'util/testing/command-worker.ts', data: null, limits: {} };
    const thread = startSideThread('a', start, { onMessage: ({ pid }) => console.log(pid), onEnd: () => {} });
    thread.post('?');
    thread.post('${command}');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  // Both answers may arrive at once.
  const pid = Number.parseInt(line.toString(), 10);
  await sleep(100);
  expect(processLives(pid)).toBe(true);
  child.kill('SIGKILL');
  expect(await hasEnded(pid)).toBe(true);
});

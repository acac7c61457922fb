/** In which side process a job runs. */
import { expect, it, vi } from 'vitest';
import type { Thread, ThreadListener, ThreadStart } from '../../runtime/thread.ts';
import type { IndexJob, ThreadJob } from './index-job.ts';
import { runInThread } from './index-thread.ts';

const purposes = vi.hoisted((): string[] => []);
vi.mock('../../runtime/side-process.ts', () => ({
  killedCode: 'ERR_SIDE_PROCESS_KILLED',
  startSideThread: (purpose: string, _: ThreadStart, { onMessage }: ThreadListener): Thread => {
    purposes.push(purpose);
    queueMicrotask(() => onMessage({ type: 'answered', answers: null }));
    return { post: () => {}, end: () => {}, isApart: Promise.resolve(true) };
  },
}));

const job = { memory: { threadHeapMb: 100, mostBytes: 2 ** 30 } } as IndexJob;

async function processOf(task: ThreadJob['task']): Promise<string> {
  await runInThread({ task, job }, {});
  return purposes.at(-1)!;
}

it('asks the compiler in a process of its own, so that the one of the first index can end and give its memory back', async () => {
  const ofIndex = await processOf('index');
  expect(await processOf('ask')).not.toBe(ofIndex);
  expect(await processOf('texts')).toBe(ofIndex);
  expect(await processOf('embed')).toBe(ofIndex);
});

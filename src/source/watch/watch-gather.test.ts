import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { until } from '../../util/testing/until.ts';
import { ChangeGatherer, type Batch, type GatherOptions } from './watch-gather.ts';

const open: ChangeGatherer[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const gatherer of open.splice(0)) gatherer.close();
});

function gather(options: Partial<GatherOptions>): { gatherer: ChangeGatherer; batches: Batch[] } {
  const batches: Batch[] = [];
  const gatherer = new ChangeGatherer({
    ...{ debounceMs: 30, batchMs: 100, maxMarks: 100 },
    onBatch: (batch) => {
      batches.push(batch);
      return Promise.resolve();
    },
    ...options,
  });
  open.push(gatherer);
  return { gatherer, batches };
}

const names = (batch: Batch | undefined): string[] => [...(batch?.marks.keys() ?? [])];

it('reports a single change once its file is quiet, whatever the length of a batch', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
  const { gatherer, batches } = gather({ batchMs: 3_600_000 });
  gatherer.mark('a', 'edited');
  gatherer.mark('a', 'moved');
  await vi.advanceTimersByTimeAsync(20);
  gatherer.mark('a', 'edited');
  await vi.advanceTimersByTimeAsync(29);
  expect(batches).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(batches).toEqual([{ marks: new Map([['a', 'moved']]), rescan: null }]);
});

it('does not let a file that is written all the time delay another', async () => {
  const { gatherer, batches } = gather({ batchMs: 3_600_000, debounceMs: 250 });
  const busy = setInterval(() => gatherer.mark('busy', 'edited'), 20);
  try {
    await sleep(300);
    gatherer.mark('other', 'edited');
    await until(() => batches.some((batch) => batch.marks.has('other')));
  } finally {
    clearInterval(busy);
  }
  expect(batches.map(names).find((marked) => marked.includes('other'))).not.toContain('busy');
});

it('reports a file that is written all the time now and then', async () => {
  const { gatherer, batches } = gather({ batchMs: 50, debounceMs: 40 });
  await until(() => {
    gatherer.mark('busy', 'edited');
    return batches.length >= 2;
  });
  expect(batches.map(names)).toEqual(batches.map(() => ['busy']));
});

it('gathers changes of many files', async () => {
  const { gatherer, batches } = gather({ batchMs: 3_600_000, debounceMs: 700 });
  // Each arrives well before the previous one is quiet.
  for (let index = 0; index < 60; index++) {
    gatherer.mark(`f${index}`, 'edited');
    await sleep(10);
  }
  await until(() => batches.length > 0);
  expect(batches.map((batch) => names(batch).length)).toEqual([60]);
});

it('makes one rescan of more changes than can be reported, and drops them', async () => {
  const { gatherer, batches } = gather({ maxMarks: 10 });
  for (let index = 0; index < 1000; index++) gatherer.mark(`f${index}`, 'edited');
  await until(() => batches.length > 0);
  expect(batches).toEqual([{ marks: new Map(), rescan: 'many changes at once' }]);
  gatherer.mark('later', 'edited');
  await until(() => batches.length > 1);
  expect(names(batches[1])).toEqual(['later']);
});

it('keeps marks that arrive during a batch for the next one', async () => {
  let end = (): void => {};
  const batches: Batch[] = [];
  const { gatherer } = gather({
    onBatch: (batch) => {
      batches.push(batch);
      return new Promise((resolve) => (end = resolve));
    },
  });
  gatherer.mark('a', 'edited');
  await until(() => batches.length === 1);
  gatherer.mark('b', 'edited');
  await sleep(100);
  expect(batches).toHaveLength(1);
  end();
  await until(() => batches.length === 2);
  expect(names(batches[1])).toEqual(['b']);
});

it('calls onFirst at once for the first change after a quiet time', async () => {
  let stirs = 0;
  const { gatherer, batches } = gather({ onFirst: () => stirs++ });
  gatherer.mark('a', 'edited');
  gatherer.mark('b', 'edited');
  expect([stirs, batches.length]).toEqual([1, 0]);
  await until(() => batches.length === 1 && !gatherer.isPending);
  gatherer.mark('a', 'edited');
  expect(stirs).toBe(2);
});

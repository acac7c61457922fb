/** What a poll costs, and the pause after it. */
import { expect, it } from 'vitest';
import { pollPauseMs, pollTree } from './watch-poll.ts';
import type { WatchedTree } from './watch-tree.ts';

it.each([
  ['cost nothing', { workMs: 0, busyMs: 0 }, 1000],
  ['worked all the time', { workMs: 100, busyMs: 100 }, 4900],
  ['waited for the file system', { workMs: 20, busyMs: 3000 }, 27_000],
  ['ran while other threads worked, as Node 22 counts', { workMs: 900, busyMs: 300 }, 14_700],
])('after a poll that %s there is a pause', (_, cost, pause) => {
  expect(pollPauseMs(cost, 1000)).toBeCloseTo(pause);
});

it('counts what the file system makes it wait, and not as work', async () => {
  const waits = new Int32Array(new SharedArrayBuffer(4));
  const folder = { path: '', files: new Map(), folders: new Map(), stamp: null, isOtherRepository: false };
  const tree = {
    nodes: new Map([['', folder]]),
    timeSlices: { isOver: () => false },
    stat: () => {
      Atomics.wait(waits, 0, 0, 300);
      return null;
    },
  } as unknown as WatchedTree;
  const { workMs, busyMs } = await pollTree(tree, () => {});
  expect(busyMs).toBeGreaterThan(290);
  expect(workMs).toBeLessThan(busyMs);
});

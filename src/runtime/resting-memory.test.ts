import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Runs in a separate process, since the heap belongs to a whole process. */
function heapAfterRest(isWatched: boolean, lists = 400): { before: number; after: number } {
  const module = new URL('./resting-memory.ts', import.meta.url).href;
  const script = `
    import { releaseMemoryAtRest } from ${JSON.stringify(module)};
    let lists = [];
    for (let i = 0; i < ${lists}; i++) { lists.push(new Array(40_000).fill(i)); if (i % 100 === 99) lists = []; }
    const before = process.memoryUsage().heapTotal;
    ${isWatched ? 'releaseMemoryAtRest(50);' : ''}
    setTimeout(() => console.log(JSON.stringify({ before, after: process.memoryUsage().heapTotal })), 1500);`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout) as ReturnType<typeof heapAfterRest>;
}

it('releases memory after work, which an idle process would keep otherwise', () => {
  const watched = heapAfterRest(true);
  expect(watched.before).toBeGreaterThan(40e6);
  expect(watched.after).toBeLessThan(watched.before / 2);
  const left = heapAfterRest(false);
  expect(left.after).toBeGreaterThan(left.before / 2);
});

it('releases memory at the first idle time after a start, however little', () => {
  const start = heapAfterRest(true, 20);
  expect(start.after).toBeLessThan(start.before);
});

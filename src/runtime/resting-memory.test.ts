import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** In a process of its own: the heap is the whole process's. */
function heapAfterRest(isWatched: boolean, lists = 400): { before: number; after: number } {
  const module = new URL('./resting-memory.ts', import.meta.url).href;
  const script = `
    import { giveBackAtRest } from ${JSON.stringify(module)};
    let lists = [];
    for (let i = 0; i < ${lists}; i++) { lists.push(new Array(40_000).fill(i)); if (i % 100 === 99) lists = []; }
    const before = process.memoryUsage().heapTotal;
    ${isWatched ? 'giveBackAtRest(50);' : ''}
    setTimeout(() => console.log(JSON.stringify({ before, after: process.memoryUsage().heapTotal })), 1500);`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout) as ReturnType<typeof heapAfterRest>;
}

it('gives the room that work has left back, which a process at rest keeps otherwise', () => {
  const watched = heapAfterRest(true);
  expect(watched.before).toBeGreaterThan(40e6);
  expect(watched.after).toBeLessThan(watched.before / 2);
  const left = heapAfterRest(false);
  expect(left.after).toBeGreaterThan(left.before / 2);
});

it('gives back at the first rest what a start has left, however little', () => {
  const start = heapAfterRest(true, 20);
  expect(start.after).toBeLessThan(start.before);
});

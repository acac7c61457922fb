/** In a process of its own: settings are of all of it. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

function run(steps: string): number {
  const script = `
    import { constants, PerformanceObserver } from 'node:perf_hooks';
    import { getHeapSpaceStatistics } from 'node:v8';
    import { growFreely, keepYoung } from ${JSON.stringify(new URL('heap-growth.ts', import.meta.url))};
    const kept = [];
    function keepUpTo(most, then) {
      for (let n = 0; n < 20_000; n++) kept.push({ n, text: 'kept ' + n });
      if (kept.length < most) setImmediate(keepUpTo, most, then);
      else then();
    }
    ${steps}
  `;
  const args = ['--expose-gc', '--input-type=module', '--no-warnings', '-e', script];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

/** Keeps ten megabytes, and 53 behind a collection of all, which is well between the bounds of four and of eight times; says how often all was collected. */
const collections = `
  let count = 0;
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count++;
  }).observe({ entryTypes: ['gc'] });
  keepUpTo(100_000, () => {
    gc();
    keepUpTo(600_000, () => setTimeout(() => console.log(count), 50));
  });
`;

it('spares heaps that may grow freely what others do until they have grown, until it is given up', () => {
  expect(run(`growFreely(); ${collections}`)).toBeLessThan(run(`growFreely()(); ${collections}`));
});

/** Keeps 35 megabytes; says how large the part for new objects is then (bytes). */
const young = `keepUpTo(400_000, () => {
  console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);
});`;

it('keeps the part for new objects as large as it is, until it is given up', () => {
  expect(run(`keepYoung(); ${young}`)).toBeLessThan(run(`keepYoung()(); ${young}`));
});

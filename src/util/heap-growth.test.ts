/** In a process of its own: settings are of all of it. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Keeps ten megabytes, and 70 behind a collection of all; says how often all was collected. */
function collections(isFree: boolean): number {
  const script = `
    import { constants, PerformanceObserver } from 'node:perf_hooks';
    import { growFreely } from ${JSON.stringify(new URL('heap-growth.ts', import.meta.url))};
    let count = 0;
    new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count++;
    }).observe({ entryTypes: ['gc'] });
    const growAsUsual = growFreely();
    if (!${isFree}) growAsUsual();
    const kept = [];
    function keepUpTo(most, then) {
      for (let n = 0; n < 20_000; n++) kept.push({ n, text: 'kept ' + n });
      if (kept.length < most) setImmediate(keepUpTo, most, then);
      else then();
    }
    keepUpTo(100_000, () => {
      gc();
      keepUpTo(800_000, () => setTimeout(() => console.log(count), 50));
    });
  `;
  const args = ['--expose-gc', '--input-type=module', '--no-warnings', '-e', script];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

it('spares heaps that may grow freely what others do until they have grown, until it is given up', () => {
  expect(collections(true)).toBeLessThan(collections(false));
});

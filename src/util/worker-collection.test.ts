import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { beginLarge, beginsLarge } from './worker-collection.ts';

/** Keeps some tens of megabytes, and says how often all of the heap was looked through for it. */
const work = `
  const { constants, PerformanceObserver } = require('node:perf_hooks');
  const { parentPort } = require('node:worker_threads');
  let collections = 0;
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++;
  }).observe({ entryTypes: ['gc'] });
  const kept = [];
  function keepMore() {
    for (let n = 0; n < 20_000; n++) kept.push({ n, text: 'kept ' + n });
    if (kept.length < 1_000_000) setImmediate(keepMore);
    else setTimeout(() => parentPort.postMessage(collections), 50);
  }
  keepMore();
`;

async function collections(): Promise<number> {
  const worker = new Worker(work, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 192 },
  });
  await once(worker, 'online');
  const [count] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  return count;
}

// Elsewhere such heaps cost memory, and are not asked for.
it.runIf(beginsLarge)('spares threads that begin large what others do until they have grown', async () => {
  const asUsual = await collections();
  const [first, second] = [beginLarge(300), beginLarge(300)];
  first();
  first();
  expect(await collections()).toBeLessThan(asUsual);
  second();
  expect(await collections()).toBeGreaterThan(0);
});

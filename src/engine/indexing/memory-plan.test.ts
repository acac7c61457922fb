import { describe, expect, it } from 'vitest';
import { planMemory } from './memory-plan.ts';

const MB = 1024 * 1024;

describe('the plan for a memory limit', () => {
  it.each([
    // No limit on a large machine: nothing is reduced.
    [0, 24_000, { workers: 19, workerHeapMb: 384, workerYoungMb: 192, plainGrammars: false, compiler: true }],
    // A small container.
    [0, 1000, { workers: 1, workerYoungMb: 24, threadHeapMb: 300, plainGrammars: true, compiler: true }],
    [
      600,
      24_000,
      { workers: 1, workerHeapMb: 256, workerYoungMb: 48, threadHeapMb: 360, plainGrammars: true, compiler: false },
    ],
    [1000, 24_000, { workers: 1, workerYoungMb: 96, plainGrammars: true, compiler: false }],
    [2000, 24_000, { workers: 3, workerYoungMb: 192, plainGrammars: false, compiler: true }],
    [200, 24_000, { workers: 1, workerHeapMb: 192, threadHeapMb: 128 }],
  ])('%i MB on a machine of %i MB', (wanted, machine, expected) => {
    expect(planMemory(wanted * MB, machine * MB)).toMatchObject(expected);
  });

  it('never gives a part more memory for a smaller limit', () => {
    const plans = Array.from({ length: 60 }, (_, n) => planMemory((100 + n * 100) * MB));
    for (const [at, plan] of plans.slice(1).entries()) {
      const less = plans[at]!;
      expect(less.workers * less.workerYoungMb).toBeLessThanOrEqual(plan.workers * plan.workerYoungMb);
      expect(less.vectorBytes).toBeLessThanOrEqual(plan.vectorBytes);
    }
  });
});

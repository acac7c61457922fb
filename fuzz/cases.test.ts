/** Every input that was ever found to fail passes; and each target runs its seeds and a few mutants, the same each time. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Executor } from './lib/executor.ts';
import { casesFolder, fuzzTarget, inputsIn } from './lib/fuzz-target.ts';
import { openTargets, targetNames } from './targets/table.ts';

const found = existsSync(casesFolder) ? readdirSync(casesFolder) : [];

describe('cases', () => {
  it.each(found)('of %s', async (target) => {
    const executor = new Executor(target, false);
    try {
      for (const input of inputsIn(join(casesFolder, target))) {
        const { verdicts } = await executor.run([input]);
        expect(verdicts, input.name).toEqual([{ kind: 'passed', isNew: false }]);
      }
    } finally {
      await executor.close();
    }
  });
});

describe('a few mutants', () => {
  /** By executions and without coverage: what runs does not depend on the machine. */
  const usualRuns = 48;
  /** Large mutants take seconds each. */
  const largest = 500;
  it.each(targetNames)('of %s', async (target) => {
    const few = (await openTargets(target)).testRuns ?? usualRuns;
    const report = await fuzzTarget({
      ...{ target, seed: 1, state: null, cases: null, minimiseMs: 0, coverage: false, largest, say: () => {} },
      isOver: (executions) => executions >= few,
    });
    expect(report.findings.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([]);
    expect(report.executions).toBeGreaterThanOrEqual(few);
  });
});

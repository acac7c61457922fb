import { expect, it } from 'vitest';
import { recorded, sums, type TargetRun } from './record.ts';

function run(target: string, figures: Partial<TargetRun>): TargetRun {
  return { target, cpuS: 1, executions: 10, coverage: 5, corpus: 2, peakMb: 100, findings: 0, ...figures };
}

const text = [
  { date: '2026-11-01T00:00:00Z', commit: 'a', targets: [run('scip', { coverage: 9, findings: 1 }), run('http', {})] },
  { date: '2026-11-03T00:00:00Z', commit: 'b', targets: [run('scip', { cpuS: 2.5, peakMb: 300 })] },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

it('adds up the runs of many days by target', () => {
  expect(sums(recorded(text), null)).toEqual([
    { ...run('http', {}), runs: 1 },
    { ...run('scip', { cpuS: 3.5, executions: 20, coverage: 9, peakMb: 300, findings: 1 }), runs: 2 },
  ]);
});

it('leaves out what was before a time', () => {
  const found = sums(recorded(text), new Date('2026-11-02'));
  expect(found).toEqual([{ ...run('scip', { cpuS: 2.5, peakMb: 300 }), runs: 1 }]);
});

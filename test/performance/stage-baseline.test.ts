/**
 * How `npm run bench -- stages --check` judges its measurements. The bench is a command of its own, because no test may
 * compare a measured time.
 */
import { expect, test } from 'vitest';
import { isOver, judge, readBaseline } from '../../bench/stages/stage-baseline.ts';

const stages = Object.keys(readBaseline().stages);

test.each([
  ['as much', 1, false],
  ['a fifth more', 1.2, false],
  ['more than a fifth more', 1.21, true],
  ['less', 0.5, false],
])('a stage that costs %s', (_, times, over) => {
  const baseline = { stages: { chunk: { ratios: { one: 0.4, other: 0.9 }, tolerance: 0.2 } } };
  const [verdict] = judge(new Map([['chunk', 0.4 * times]]), baseline, 'one');
  expect(isOver(verdict!)).toBe(over);
});

test.each([
  ['two fifths more than on the slowest known kind', 1.4, false],
  ['more than that', 1.41, true],
])('a stage that costs %s, on a kind of processor without a baseline', (_, times, over) => {
  const baseline = { stages: { chunk: { ratios: { one: 0.4, other: 0.9 }, tolerance: 0.2 } } };
  const [verdict] = judge(new Map([['chunk', 0.9 * times]]), baseline, 'third');
  expect(isOver(verdict!)).toBe(over);
});

test('a stage without a baseline is reported', () => {
  expect(() => judge(new Map([['new', 1]]), { stages: {} })).toThrow(/no baseline for new/);
});

test('a tolerance above a fifth has a reason', () => {
  for (const [stage, { tolerance, reason }] of Object.entries(readBaseline().stages))
    if (tolerance > 0.2) expect(reason, stage).toMatch(/\w+/);
  expect(stages.length).toBeGreaterThan(8);
});

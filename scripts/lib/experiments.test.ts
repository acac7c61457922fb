import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { experimentsOf, problemOf } from './experiments.ts';
import { at } from './repository.ts';

const one = {
  ...{ date: '2026-11-28', part: 'linking', tried: 'something', measure: 'CPU of a whole index' },
  ...{ effect: { hono: 0.98, trpc: [0.9, 1.1] }, where: '', kept: false, note: '' },
};

it('reads every line of the log, in the order of their days', () => {
  const experiments = experimentsOf(readFileSync(at('docs/history/experiments.jsonl'), 'utf8'));
  expect(experiments.length).toBeGreaterThan(100);
  const days = experiments.map(({ date }) => date);
  expect(days).toEqual(days.toSorted());
  const keys = experiments.map(({ part, tried, where }) => `${part}: ${tried} (${where})`);
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
});

it('takes a line of the right shape', () => {
  expect(problemOf(one)).toBeNull();
  expect(problemOf({ ...one, kept: null, effect: {} })).toBeNull();
});

it.each([
  ['no part', { ...one, part: '' }, 'has no part'],
  ['no day', { ...one, date: 'yesterday' }, 'has a date that is no day'],
  ['a ratio as text', { ...one, effect: { hono: '0.98' } }, 'has an effect that is no ratio: hono'],
  ['a range upside down', { ...one, effect: { hono: [1.1, 0.9] } }, 'has an effect that is no ratio: hono'],
  ['a percentage', { ...one, effect: { hono: 0 } }, 'has an effect that is no ratio: hono'],
  ['no verdict', { ...one, kept: undefined }, 'does not say whether it was kept'],
  ['a field of its own', { ...one, author: 'x' }, 'has a field author'],
  ['a list', [one], 'is no object'],
])('refuses a line with %s', (_, line, problem) => {
  expect(problemOf(line)).toBe(problem);
});

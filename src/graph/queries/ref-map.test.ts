import { expect, it } from 'vitest';
import { distinctRefs, groupByRef, RefMap, type SymbolRef } from './ref-map.ts';

const refs: SymbolRef[] = [
  { file: 2, key: 2 ** 48 - 1 },
  { file: 1, key: 0 },
  { file: 2, key: 0 },
  { file: 1, key: 0 },
];

it('keeps values by symbol, in the order of insertion', () => {
  const map = new RefMap<number>();
  for (const [at, ref] of refs.entries()) map.set(ref, at);
  expect(map.values()).toEqual([0, 3, 2]);
  expect(map.size).toBe(3);
  expect(refs.map((ref) => map.get({ ...ref }))).toEqual([0, 3, 2, 3]);
  expect([map.has({ file: 1, key: 1 }), map.has({ file: 3, key: 0 }), map.get({ file: 0, key: 2 })]).toEqual([
    false,
    false,
    undefined,
  ]);
});

it('gives each symbol once, and groups by symbol', () => {
  expect(distinctRefs(refs)).toEqual(refs.slice(0, 3));
  const groups = groupByRef([5, 6, 7, 8], (number) => refs[number - 5]!);
  expect(groups.values()).toEqual([[5], [6, 8], [7]]);
});

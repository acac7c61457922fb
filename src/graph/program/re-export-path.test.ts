import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Hops } from './re-export-path.ts';

it('enters each name of a file once', () => {
  const hop = fc.tuple(fc.nat({ max: 20 }), fc.constantFrom('a', 'b', '=', 'default'));
  fc.assert(
    fc.property(fc.array(hop, { maxLength: 90 }), (passed) => {
      const [hops, known] = [new Hops(), new Set<string>()];
      for (const [file, name] of passed) {
        const key = `${file} ${name}`;
        expect(hops.enter(file, name)).toBe(!known.has(key));
        known.add(key);
      }
    }),
  );
});

it('allows any number of entries one after another, but limits how deep they nest', () => {
  const hops = new Hops();
  for (let file = 0; file < 5000; file++) {
    expect(hops.enter(file, 'a')).toBe(true);
    hops.leave();
  }
  let depth = 0;
  while (hops.enter(depth, 'b')) depth++;
  expect(depth).toBeLessThan(1000);
});

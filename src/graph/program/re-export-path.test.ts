import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReExportPath } from './re-export-path.ts';

it('enters each name of a file once', () => {
  const step = fc.tuple(fc.nat({ max: 20 }), fc.constantFrom('a', 'b', '=', 'default'));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 90 }), (passed) => {
      const [path, known] = [new ReExportPath(), new Set<string>()];
      for (const [file, name] of passed) {
        const key = `${file} ${name}`;
        expect(path.enter(file, name)).toBe(!known.has(key));
        known.add(key);
      }
    }),
  );
});

it('allows any number of entries one after another, but limits how deep they nest', () => {
  const path = new ReExportPath();
  for (let file = 0; file < 5000; file++) {
    expect(path.enter(file, 'a')).toBe(true);
    path.leave();
  }
  let depth = 0;
  while (path.enter(depth, 'b')) depth++;
  expect(depth).toBeLessThan(1000);
});

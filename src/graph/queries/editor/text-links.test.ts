import { expect, test } from 'vitest';
import { growthExponent, linear, repeated } from '../../../util/testing/growth.ts';
import { pathsIn } from './text-links.ts';

test.each([
  ['// see ./a/b.ts and ../c++/d.h', ['./a/b.ts', '../c++/d.h']],
  ['//src/a.ts', ['/src/a.ts']],
  ['`docs/a-b/c.d.md`, @scope/name/index.js', ['docs/a-b/c.d.md', '@scope/name/index.js']],
  ['either/or, 1. and a+b', []],
])('the paths in %j', (text, paths) => {
  expect(pathsIn(text).map(({ written }) => written)).toEqual(paths);
});

test('paths are looked for in time that grows with the text alone', async () => {
  const textOf = (length: number): string => repeated('/-/+', length);
  expect(await growthExponent([8_000, 64_000], textOf, pathsIn)).toBeLessThan(linear);
});

/** How much memory the native parser's trees retain. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { dropLargeKernel } from './kernel.ts';
import { commentsOf, parseTree } from './tree.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how: { type: 'minor' | 'major' }) => void;

/** Bytes of the heap and of external memory after this many trees (some 150 kB each). */
function memoryAfter(trees: number): number {
  const text = `import a, { b as c } from 'm'; // comment\n${'export const x = { a: f(1, [b]), c: (d) => d.e };\n'.repeat(50)}`;
  for (let tree = 0; tree < trees; tree++) {
    parseTree(text, { lang: 'ts' }).kernel.lastEnd();
    collect({ type: 'minor' });
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('keeps one tree', () => {
  memoryAfter(5);
  collect({ type: 'major' });
  const before = memoryAfter(5);
  expect(memoryAfter(60) - before).toBeLessThan(3_000_000);
});

it('releases memory that a large text needed', () => {
  const { kernel } = parseTree('f(a, b, c);\n'.repeat(330_000), { lang: 'ts' });
  kernel.lastEnd();
  dropLargeKernel();
  expect(parseTree('a;', { lang: 'ts' }).kernel).not.toBe(kernel);
});

it('retains the memory that ordinary texts need', () => {
  const { kernel } = parseTree('f(a, b, c);\n'.repeat(1000), { lang: 'ts' });
  kernel.lastEnd();
  dropLargeKernel();
  expect(parseTree('a;', { lang: 'ts' }).kernel).toBe(kernel);
});

it('counts a hashbang as a comment of JavaScript', () => {
  const text = '#!/usr/bin/env node\n// one\na;';
  const comments = commentsOf(parseTree(text, { lang: 'js' }), text);
  expect(comments).toEqual([
    { type: 'Line', start: 0, end: 19 },
    { type: 'Line', start: 20, end: 26 },
  ]);
  expect(commentsOf(parseTree(text, { lang: 'ts' }), text)).toHaveLength(1);
});

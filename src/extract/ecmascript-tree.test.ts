/** What stays in memory of the native parser's trees. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { parseTree } from './ecmascript-tree.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how: { type: 'minor' | 'major' }) => void;

/** Parses trees so small (some 150 kB) that they are young when they are dropped; gives the bytes of the heap that is left. */
function heapAfter(trees: number): number {
  const text = `import a, { b as c } from 'm'; // comment\n${'export const x = { a: f(1, [b]), c: (d) => d.e };\n'.repeat(50)}`;
  for (let tree = 0; tree < trees; tree++) {
    parseTree(text, { lang: 'ts' });
    collect({ type: 'minor' });
  }
  return process.memoryUsage().heapUsed;
}

it('leaves a tree to minor collections', () => {
  heapAfter(5);
  collect({ type: 'major' });
  const before = heapAfter(5);
  expect(heapAfter(60) - before).toBeLessThan(3_000_000);
});

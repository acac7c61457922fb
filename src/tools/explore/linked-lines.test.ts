import { expect, it } from 'vitest';
import type { ExplorePiece } from '../../model/search.ts';
import { linkedLines } from './format.ts';

const callers = (count: number): unknown[] =>
  Array.from({ length: count }, (_, at) => ({
    node: { id: `src/a.ts#f${at}`, qualified: `f${at}`, kind: 'function', path: 'src/a.ts', line: at },
    site: { line: at },
  }));

function linesOf(count: number): string[] {
  const surroundings = {
    ...{ node: { kind: 'function' }, callers: callers(count), users: [], callees: [], types: [], tests: [] },
    unresolved: { in: { sites: 0 } },
  };
  const piece = { file: { path: 'src/b.ts' }, surroundings } as unknown as ExplorePiece;
  return linkedLines(piece, 3, { names: new Set(), callees: false });
}

it('names all callers where they are few, and counts the rest of many', () => {
  expect(linesOf(6)).toEqual([
    'Called by: f0 src/a.ts:0, f1 src/a.ts:1, f2 src/a.ts:2, f3 src/a.ts:3, f4 src/a.ts:4, f5 src/a.ts:5',
  ]);
  expect(linesOf(7)).toEqual(['Called by: f0 src/a.ts:0, f1 src/a.ts:1, f2 src/a.ts:2 and 4 more']);
});

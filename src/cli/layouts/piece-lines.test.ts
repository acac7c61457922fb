/** Of a piece that may be the answer, blocks are shown whole. */
import { expect, it } from 'vitest';
import { queryTerms } from '../../tools/search-repo/excerpt.ts';
import { pieceLines, type Piece } from './piece-lines.ts';

const lines = [
  'function load(path: string) {',
  ...Array.from({ length: 12 }, (_, at) => `  step${at}();`),
  '  if (isExpired(path)) {',
  '    first();',
  '    second();',
  '  }',
  ...Array.from({ length: 12 }, (_, at) => `  later${at}();`),
  '}',
];
const piece: Piece = {
  file: { path: 'src/load.ts', language: 'typescript', indexed: true, lines },
  chunk: {
    ...{ id: 'chunk_1', startLine: 1, endLine: lines.length, kind: 'definition' },
    ...{ symbols: ['load'], container: null },
  } as unknown as Piece['chunk'],
};

function shown(isLikely: boolean): number[] {
  const form = {
    ...{ shownPath: (path: string) => path, width: Infinity, full: false },
    ...{ terms: queryTerms('what happens with an expired path'), outlines: new Map() },
  };
  return pieceLines(piece, form, isLikely)
    .flatMap((line) => /^ +(\d+) {2}/.exec(line)?.[1] ?? [])
    .map(Number);
}

it('shows the block whose head has the words of the question', () => {
  expect(shown(true)).toEqual(expect.arrayContaining([1, 14, 15, 16, 17]));
  expect(shown(true)).toHaveLength(12);
  expect(shown(false)).toHaveLength(3);
});

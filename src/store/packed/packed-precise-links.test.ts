import { describe, expect, it } from 'vitest';
import type { PreciseAnswers } from '../../model/precise-links.ts';
import { packPreciseAnswers, unpackPreciseAnswers } from './packed-precise-links.ts';

const answers: PreciseAnswers = {
  whole: true,
  links: [
    { path: 'a\nb.ts', target: 2 ** 47, kind: 'call', line: 3, column: 7 },
    { path: 'é/x.ts', target: 1, kind: 'type', line: 1, column: 2 },
    { path: 'é/x.ts', target: 5, kind: 'read', line: 1, column: 1 },
  ],
  external: [
    { line: 1, column: 9 },
    { line: 1, column: 12 },
    { line: 400, column: 1 },
  ],
};

describe('packed precise links', () => {
  it.each([answers, { ...answers, whole: false }, { whole: true, links: [], external: [] }])(
    'are restored exactly',
    (given) => {
      expect(unpackPreciseAnswers(packPreciseAnswers(given))).toEqual(given);
    },
  );

  it('are refused if they are truncated', () => {
    const bytes = packPreciseAnswers(answers);
    const pathsEnd = bytes.length - 1;
    for (const end of [1, 4, pathsEnd]) expect(() => unpackPreciseAnswers(bytes.subarray(0, end))).toThrow(RangeError);
  });
});

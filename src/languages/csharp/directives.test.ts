/** Which texts a file with `#if` within a member or a list is read as. */
import { expect, it } from 'vitest';
import { readingsWithoutDirectives } from './directives.ts';

const lines = (...all: string[]): string => all.join('\r\n');

it('are none without a directive', () => {
  expect(readingsWithoutDirectives('#region a\nclass A {} // #if\n#endregion\n')).toEqual([]);
});

it('are all branches, then the first ones', () => {
  const text = lines('a(', '#if X', '  b', '  # elif Y // or', '  c', '#else', '  d', '#endif', '#pragma x', ')');
  const blanks = (line: string): string => ' '.repeat(line.length);
  expect(readingsWithoutDirectives(text)).toEqual([
    {
      text: lines('a(', '     ', '  b', blanks('  # elif Y // or'), '  c', '     ', '  d', '      ', '#pragma x', ')'),
      leftOutAt: null,
    },
    {
      text: lines('a(', '     ', '  b', blanks('  # elif Y // or'), '   ', '     ', '   ', '      ', '#pragma x', ')'),
      leftOutAt: 5,
    },
  ]);
});

it('go by what is around, and pass over what is never taken', () => {
  const text = '#if false\na\n#if X\nb\n#endif\n#else\nc\n#if Y\nd\n#else\ne\n#endif\n#endif\nf\n#endif\n#else\ng';
  expect(readingsWithoutDirectives(text)[1]).toEqual({
    text: text.replaceAll(/^(?:#.*|[abe])$/gm, (line) => ' '.repeat(line.length)),
    leftOutAt: 2,
  });
});

/** The texts that a file with `#if` inside a member or a list is parsed as. */
import { expect, it } from 'vitest';
import { readingsOfBodies, readingsWithoutDirectives } from './directives.ts';

const lines = (...all: string[]): string => all.join('\r\n');

it('has no readings without a directive', () => {
  expect(readingsWithoutDirectives('#region a\nclass A {} // #if\n#endregion\n')).toEqual([]);
});

it('reads all branches, then only the first ones', () => {
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

it('respects outer conditions, and skips branches that are never taken', () => {
  const text = '#if false\na\n#if X\nb\n#endif\n#else\nc\n#if Y\nd\n#else\ne\n#endif\n#endif\nf\n#endif\n#else\ng';
  expect(readingsWithoutDirectives(text)[1]).toEqual({
    text: text.replaceAll(/^(?:#.*|[abe])$/gm, (line) => ' '.repeat(line.length)),
    leftOutAt: 11,
  });
});

const all = (text: string): { start: number; end: number }[] => [{ start: 0, end: text.length }];

it('keeps alternative definitions, and chooses one branch inside bodies', () => {
  const text = lines(
    '#ifdef __cplusplus',
    'extern "C" {',
    '#endif',
    '#if A /* { */',
    'int f(void) { return 1; } // {',
    'struct s {',
    '#else',
    "int g(void) { return '{'; } /* {",
    '{ */ struct t {',
    '#endif',
    '  int n;',
    '};',
    'int h(int a)',
    '{',
    '#ifndef B',
    '  if (a) {',
    '#else',
    '  if (!a) {',
    '#endif',
    '  }',
    '}',
  );
  const seen = readingsOfBodies(text, all(text))[1]!;
  const blanked = new Set([1, 2, 3, 4, 7, 10, 15, 17, 18, 19]);
  const expected = text.split('\r\n').map((line, at) => (blanked.has(at + 1) ? ' '.repeat(line.length) : line));
  expect(seen).toEqual({ text: expected.join('\r\n'), leftOutAt: 18 });
});

it('has no readings where no parse error is near a directive', () => {
  const text = `#if A\nint a;\n#endif\n${'int b;\n'.repeat(100)}broken(\n`;
  expect(readingsOfBodies(text, [{ start: text.length - 8, end: text.length }])).toEqual([]);
  expect(readingsOfBodies(text, all(text))).toHaveLength(2);
});

import { describe, expect, it } from 'vitest';
import { displayWidth } from './display-width.ts';
import { foldLine, foldText } from './fold.ts';

describe('a line', () => {
  it.each([
    ['short', 10, ['short']],
    ['one two three four', 9, ['one two', '  three', '  four']],
    ['  one two three', 9, ['  one two', '    three']],
    ['a `b c d` e', 6, ['a', '  `b c d`', '  e']],
    ['averylongword b', 5, ['averylongword', '  b']],
    ['\u6f22\u5b57 \u6f22\u5b57', 6, ['\u6f22\u5b57', '  \u6f22\u5b57']],
  ])('%j in %i columns', (line, width, expected) => {
    expect(foldLine(line, width)).toEqual(expected);
  });

  it('loses no word, and is only too wide where one word is', () => {
    const text = 'The index is brought up to date first, whatever is asked of it';
    for (let width = 1; width < 70; width++) {
      const lines = foldLine(text, width);
      expect(lines.join(' ').split(/\s+/)).toEqual(text.split(' '));
      for (const line of lines) expect(displayWidth(line) <= width || line.trim().split(' ').length === 1).toBe(true);
    }
  });
});

it('a pipe gets lines as they are', () => {
  expect(foldText('one two three\n\nfour', null)).toBe('one two three\n\nfour');
  expect(foldText('one two three\n\nfour', 7)).toBe('one two\n  three\n\nfour');
});

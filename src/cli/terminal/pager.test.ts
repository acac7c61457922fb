import { expect, it } from 'vitest';
import { screenLines } from './pager.ts';

it.each([
  ['one\ntwo', 80, 2],
  ['x'.repeat(81), 80, 2],
  ['', 80, 1],
  [`\u001b[1m${'x'.repeat(80)}\u001b[22m`, 80, 1],
  [`\u001b]8;;file:///${'long'.repeat(30)}\u001b\\x\u001b]8;;\u001b\\`, 80, 1],
  ['日本'.repeat(20), 40, 2],
])('%j takes lines of a screen', (text, columns, expected) => {
  expect(screenLines(text, columns)).toBe(expected);
});

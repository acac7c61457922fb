import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextLines } from './text-lines.ts';

/** The lines as `split` returns them. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

describe('the lines of a text', () => {
  it('equal those of `split`, for any ranges in any order', () => {
    const text = fc.array(fc.constantFrom('\n', '\r\n', '\r', 'a', 'bc', 'é', '😀')).map((parts) => parts.join(''));
    const spans = fc.array(fc.tuple(fc.nat(12), fc.option(fc.nat(14), { nil: undefined })));
    fc.assert(
      fc.property(text, spans, (whole, asked) => {
        const [lines, expected] = [new TextLines(whole), linesOf(whole)];
        for (const [from, to] of asked) {
          expect(lines.slice(from, to)).toEqual(expected.slice(from, to));
          expect(linesOf(lines.text(from, to ?? Infinity))).toEqual(expected.slice(from, to));
        }
        expect(lines.length).toBe(expected.length);
        expect(JSON.stringify(lines)).toBe(JSON.stringify(expected));
      }),
    );
  });
});

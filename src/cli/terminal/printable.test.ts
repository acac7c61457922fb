import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLines } from './printable.ts';

describe('printable', () => {
  it.each([
    ['plain/path.ts', 'plain/path.ts'],
    ['naïve/日本語/😀.ts', 'naïve/日本語/😀.ts'],
    ['a\nb', String.raw`a\nb`],
    ['a\rb\tc', String.raw`a\rb\tc`],
    ['\u001b[31mred', String.raw`\x1b[31mred`],
    ['\u009b31m', String.raw`\x9b31m`],
    ['nul\0', String.raw`nul\x00`],
    ['evil\u202egpj.ts', String.raw`evil\u202egpj.ts`],
    ['\u2028\u2066', String.raw`\u2028\u2066`],
  ])('%j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it('keeps lines where lines are meant', () => {
    expect(printableLines('a\n\t\u001b[2Jb\n')).toBe('a\n\t\\x1b[2Jb\n');
  });

  it('prints JSON that reads back the same', () => {
    const value = { path: 'a\n\t\u001b\u009b\u202e"', list: [1] };
    const text = printableJson(value);
    expect(JSON.parse(text)).toEqual(value);
    expect(text).toBe(printableLines(text));
  });
});

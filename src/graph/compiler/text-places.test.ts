import { describe, expect, it } from 'vitest';
import { TextPlaces } from './text-places.ts';

describe('TextPlaces', () => {
  const text = 'a.b\r\n😀é.#x\n\n"q"()';
  const places = new TextPlaces(text);
  it.each([
    [1, 1, 0],
    [1, 3, 2],
    [2, 3, 7],
    [2, 5, 9],
    [4, 1, 13],
    [1, 2, null],
    [2, 1, null],
    [3, 1, null],
    [1, 9, null],
    [9, 1, null],
    [0, 1, null],
    [4, 4, null],
  ])('line %i, column %i is offset %j', (line, column, offset) => {
    expect(places.nameOffset({ line, column })).toBe(offset);
    if (offset !== null) expect(places.key(offset)).toBe(`${line}:${column}`);
  });

  it('names the end of the text', () => {
    expect(places.key(text.length)).toBe('4:6');
    expect(new TextPlaces('').key(0)).toBe('1:1');
  });
});

import { describe, expect, it } from 'vitest';
import { LineTable } from './positions.ts';
import { positionEncodings } from './schema.ts';

const lines = new LineTable('const é𝒳 = 1;\n  this.#field(a$b);\n');

describe('ranges', () => {
  const { utf8, utf16, utf32, unspecified } = positionEncodings;
  it.each([
    [utf16, [0, 10, 11], '=', 11],
    [unspecified, [0, 10, 11], '=', 11],
    [utf16, [0, 6, 9], 'é𝒳', 7],
    [utf32, [0, 9, 10], '=', 11],
    [utf32, [0, 6, 8], 'é𝒳', 7],
    [utf8, [0, 13, 14], '=', 11],
    [utf8, [0, 6, 12], 'é𝒳', 7],
    [utf16, [0, 6, 1, 3], 'é𝒳 = 1;', 7],
  ])('of encoding %i at %j are %j', (encoding, range, text, column) => {
    expect(lines.range(range, encoding)).toEqual({ line: 1, column, text });
  });

  it.each([
    [[0, 50, 51]],
    [[9, 0, 1]],
    [[0, 3, 2]],
    [[0, -1, 2]],
    [[-1, 0, 2]],
    [[0, 1]],
    [[1, 0, 0, 4]],
    [[0, 0, 99, 4]],
  ])('%j is not in the text', (range) => {
    for (const encoding of Object.values(positionEncodings)) expect(lines.range(range, encoding)).toBeNull();
  });

  it.each([
    [1, 7, [0, 6, 9]],
    [2, 8, [1, 7, 13]],
    [2, 15, [1, 14, 17]],
    [2, 18, [1, 17, 18]],
    [2, 99, [1, 98, 98]],
    [99, 1, [98, 0, 0]],
  ])('of the name at %i:%i is %j', (line, column, range) => {
    expect(lines.nameAt({ line, column })).toEqual(range);
  });
});

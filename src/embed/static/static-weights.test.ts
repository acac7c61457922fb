import { describe, expect, test } from 'vitest';
import { AppError } from '../../model/error.ts';
import { StaticModel } from './static-model.ts';
import { decodeWeights, encodeWeights, quantizeRows } from './static-weights.ts';
import { dimensions, exampleValues, exampleWeights, words } from './testing/example-weights.ts';

describe('the weights', () => {
  test('are read back from their file', () => {
    expect(decodeWeights(encodeWeights(exampleWeights()))).toEqual(exampleWeights());
  });

  test('differ by half a scale at most, also for rows of zeros', () => {
    const values = exampleValues();
    values.fill(0, 0, dimensions);
    const { scales, values: bytes } = quantizeRows(values, dimensions);
    for (const [i, value] of values.entries()) {
      const scale = scales[Math.floor(i / dimensions)]!;
      expect(Math.abs(bytes[i]! * scale - value)).toBeLessThanOrEqual(scale * 0.5001);
    }
    expect(scales[0]).toBe(0);
  });

  const file = encodeWeights(exampleWeights());
  const withHeader = (json: string): Buffer => {
    const head = Buffer.from(json);
    const prefix = Buffer.from('CSEM\0\0\0\0', 'latin1');
    prefix.writeUInt32LE(head.length, 4);
    return Buffer.concat([prefix, head]);
  };

  /** A list as long as the right one, so that the numbers are at the right offsets. */
  const withWords = (list: readonly string[]): Buffer => {
    const at = file.indexOf(words.join('\n'));
    const bytes = Buffer.from(file);
    const { length } = Buffer.from(words.join('\n'));
    bytes.write(list.join('\n').padEnd(length, 'x'), at);
    return bytes;
  };

  test.each<[what: string, bytes: Buffer, message: RegExp]>([
    ['nothing', Buffer.alloc(0), /another kind/],
    ['another file', Buffer.from('{"name": "code-scout"}'), /another kind/],
    ['a header that is cut', file.subarray(0, 20), /ends early/],
    ['numbers that are cut', file.subarray(0, file.length - 1), /length differs/],
    ['something behind the numbers', Buffer.concat([file, Buffer.alloc(1)]), /length differs/],
    ['a header that is no JSON', withHeader('{'), /header cannot be read/],
    ['a later format', withHeader('{"format": 2}'), /format is 2/],
    ['a header without numbers', withHeader('{"format": 1}'), /does not fit/],
    ['fewer words than its header says', withWords(['retry', 'count', 'more']), /does not fit/],
    ['more words than its header says', withWords(['retry', 'count', 'a', 'b', 'c']), /does not fit/],
  ])('are refused: %s', (_, bytes, message) => {
    expect(() => decodeWeights(bytes)).toThrow(message);
    expect(() => decodeWeights(bytes)).toThrow(AppError);
    expect(() => new StaticModel(bytes)).toThrow(message);
  });
});

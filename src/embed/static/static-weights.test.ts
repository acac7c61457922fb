import { describe, expect, test } from 'vitest';
import { AppError } from '../../model/error.ts';
import { StaticModel } from './static-model.ts';
import { decodeWeights, encodeWeights, quantizeRows, type StaticWeights } from './static-weights.ts';

const dimensions = 16;
const words = ['retry', 'count', '重试', 'größe'];
const buckets = 3;

/** Numbers of many sizes, the same each time. */
function exampleValues(): Float32Array {
  const size = (words.length + buckets) * dimensions;
  return Float32Array.from({ length: size }, (_, i) => Math.sin(i * 1.7) * 10 ** (Math.floor(i / dimensions) - 3));
}

function exampleWeights(): StaticWeights {
  return { dimensions, words, buckets, ...quantizeRows(exampleValues(), dimensions) };
}

describe('the weights', () => {
  test('come back from their file', () => {
    expect(decodeWeights(encodeWeights(exampleWeights()))).toEqual(exampleWeights());
  });

  test('are off by half a scale at most, also rows of zeros', () => {
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

  test.each<[what: string, bytes: Buffer, message: RegExp]>([
    ['nothing', Buffer.alloc(0), /another kind/],
    ['another file', Buffer.from('{"name": "code-scout"}'), /another kind/],
    ['a header that is cut', file.subarray(0, 20), /ends early/],
    ['numbers that are cut', file.subarray(0, file.length - 1), /another length/],
    ['something behind the numbers', Buffer.concat([file, Buffer.alloc(1)]), /another length/],
    ['a header that is no JSON', withHeader('{'), /header cannot be read/],
    ['a later format', withHeader('{"format": 2}'), /format is 2/],
    ['a header without numbers', withHeader('{"format": 1}'), /does not fit/],
  ])('are refused: %s', (_, bytes, message) => {
    expect(() => decodeWeights(bytes)).toThrow(message);
    expect(() => decodeWeights(bytes)).toThrow(AppError);
  });
});

describe('a static model', () => {
  const model = new StaticModel(exampleWeights());

  test('sums the rows, weighted by the logarithm of their counts, to length 1', () => {
    const { scales, values } = exampleWeights();
    const row = (index: number, k: number): number => scales[index]! * values[index * dimensions + k]!;
    const sums = Array.from({ length: dimensions }, (_, k) => row(0, k) * (1 + Math.log(2)) + row(1, k));
    const length = Math.hypot(...sums);
    const vector = model.embed('retryCount: RETRY');
    for (const [k, sum] of sums.entries()) expect(vector[k]).toBeCloseTo(sum / length, 6);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
  });

  test('knows words beyond ASCII, and gives words that it does not know a row all the same', () => {
    expect(model.embed('GRÖSSE größe')).not.toEqual(model.embed('GRÖSSE'));
    expect(Math.hypot(...model.embed('unheard'))).toBeCloseTo(1, 6);
    const again = model.embed('Unheard unheard');
    for (const [k, value] of model.embed('unheard').entries()) expect(again[k]).toBeCloseTo(value, 6);
  });

  test('gives zeros for a text without words', () => {
    expect(model.embed(' {}();\n')).toEqual(new Float32Array(dimensions));
  });

  test('gives the same for a text, whatever came before', () => {
    const first = model.embed('count the retries');
    model.embed('something else that counts, retry by retry');
    expect(model.embed('count the retries')).toEqual(first);
  });

  test('stays near the model of floats', () => {
    const values = exampleValues();
    const exact = (indexes: readonly number[]): number[] => {
      const sums = Array.from({ length: dimensions }, (_, k) =>
        indexes.reduce((sum, index) => sum + values[index * dimensions + k]!, 0),
      );
      const length = Math.hypot(...sums);
      return sums.map((sum) => sum / length);
    };
    const vector = model.embed('retry count größe');
    const cosine = exact([0, 1, 3]).reduce((sum, value, k) => sum + value * vector[k]!, 0);
    // A row of n values errs by at most √n / 254 of its largest one.
    expect(cosine).toBeGreaterThan(1 - (Math.sqrt(dimensions) / 254) ** 2);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';
import { emptyVectors, quantiseVectors } from '../quantised-vector.ts';
import { QuestionModel } from './question-model.ts';
import { encodeWeights, quantizeRows } from './static-weights.ts';
import { dimensions, exampleValues, exampleWeights } from './testing/example-weights.ts';
import { StaticModel } from './static-model.ts';

const folder = mkdtempSync(join(tmpdir(), 'static-model-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const part = fc.constantFrom(
  ...[
    'retry',
    'Retry',
    'RETRY',
    'URL',
    'URLs',
    'URLsOf',
    'HTTP',
    'x',
    'A',
    'aB',
    '_',
    '$',
    '-',
    '.',
    ' ',
    '\n',
    '(',
    '{',
  ],
  ...[
    '6',
    '64',
    '1234',
    '12345',
    '0x1F',
    'base64',
    's',
    'S',
    'constructor',
    '__proto__',
    'z'.repeat(32),
    'y'.repeat(33),
  ],
  ...['été', 'É', 'größe', 'GRÖSSE', 'straße', 'İstanbul', 'ǅ', 'ﬁ', 'найтиФайл', '\u0301', 'e\u0301', '٣', 'ª', '²'],
  ...['重试', '次数', 'を', 'テスト', 'ー', 'ไทย', '검색', '→', '—', '\u00a0', '\ufeff', '’'],
  ...['😀', '\ud83d', '\ude00', '𝒳', '𝒳y', '𠮷', '\ud835', '\udcb3', '👍🏽'],
);
const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));

/** Some words that occur in the texts above, and some that do not. */
const known = [
  'retry',
  'url',
  'urls',
  'of',
  'http',
  '64',
  'base',
  'été',
  'größe',
  '重试',
  '重',
  '𠮷',
  '𝒳y',
  'файл',
  'unmet',
];

describe('the whole of a static model', () => {
  it.each([16, 192, 3, 20])('yields the bits of the query model, in %i dimensions', (width) => {
    const values = Float32Array.from({ length: (known.length + 64) * width }, (_, i) => Math.sin(i * 1.7) * (i % 7));
    const file = encodeWeights({ dimensions: width, words: known, buckets: 64, ...quantizeRows(values, width) });
    const path = join(folder, `${width}.bin`);
    writeFileSync(path, file);
    const asked = new QuestionModel(pathToFileURL(path));
    const model = new StaticModel(file);
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 60 })), (own) => {
        expect(model.embed(own)).toEqual(asked.embed(own));
      }),
      { numRuns: 700 },
    );
    asked.close();
  });

  it('quantises as quantiseVectors does', () => {
    const model = new StaticModel(encodeWeights(exampleWeights()));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
        const vectors = emptyVectors(texts.length, dimensions);
        for (const [index, own] of texts.entries()) model.embedInto(vectors, index, own);
        const expected = quantiseVectors(
          texts.map((own) => model.embed(own)),
          dimensions,
        );
        expect(vectors).toEqual(expected);
      }),
    );
  });

  it('handles texts that are longer than all before, whatever is in them', () => {
    const path = join(folder, 'example.bin');
    writeFileSync(path, encodeWeights(exampleWeights()));
    const asked = new QuestionModel(pathToFileURL(path));
    const model = new StaticModel(encodeWeights(exampleWeights()));
    for (const own of ['retry ', 'größe', '重试 ', 'unheard 😀']) {
      for (const length of [1, 1023, 1024, 5000, 50_000]) {
        const long = `${own.repeat(length)} count`;
        expect(model.embed(long)).toEqual(asked.embed(long));
      }
    }
    asked.close();
  });
});

describe('a static model', () => {
  const model = new StaticModel(encodeWeights(exampleWeights()));

  test('sums the rows, weighted by the logarithm of their counts, to length 1', () => {
    const { scales, values } = exampleWeights();
    const row = (index: number, k: number): number => scales[index]! * values[index * dimensions + k]!;
    const sums = Array.from({ length: dimensions }, (_, k) => row(0, k) * (1 + Math.log(2)) + row(1, k));
    const length = Math.hypot(...sums);
    const vector = model.embed('retryCount: RETRY');
    for (const [k, sum] of sums.entries()) expect(vector[k]).toBeCloseTo(sum / length, 6);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
  });

  test('knows words beyond ASCII, and has a row for unknown words too', () => {
    expect(model.embed('GRÖSSE größe')).not.toEqual(model.embed('GRÖSSE'));
    expect(Math.hypot(...model.embed('unheard'))).toBeCloseTo(1, 6);
    const again = model.embed('Unheard unheard');
    for (const [k, value] of model.embed('unheard').entries()) expect(again[k]).toBeCloseTo(value, 6);
  });

  test('yields zeros for a text without words', () => {
    expect(model.embed(' {}();\n')).toEqual(new Float32Array(dimensions));
  });

  test('yields the same for a text, whatever came before', () => {
    const first = model.embed('count the retries');
    model.embed('something else that counts, retry by retry');
    expect(model.embed('count the retries')).toEqual(first);
  });

  test('stays close to the model of floats', () => {
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
    // The error of a row of n values is at most √n / 254 of its largest value.
    expect(cosine).toBeGreaterThan(1 - (Math.sqrt(dimensions) / 254) ** 2);
  });
});

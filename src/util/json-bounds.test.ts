import { describe, expect, it } from 'vitest';
import { JsonBounds, jsonExcess, maxJsonDepth, maxJsonValues } from './json-bounds.ts';

const excess = (text: string): string | null => jsonExcess(Buffer.from(text));
const list = (values: number): string => `[${'1,'.repeat(values - 1)}1]`;
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('JSON from outside', () => {
  it('may have as many values as the bound', () => {
    expect(excess(list(maxJsonValues - 1))).toBeNull();
    expect(excess(list(maxJsonValues))).toBe('has more than 5,000 values; ask for less in one request');
  });

  it('counts the keys of objects as values', () => {
    const object = (keys: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, at])));
    expect(excess(object(maxJsonValues - 1))).toBeNull();
    expect(excess(object(300_000))).toMatch(/more than 5,000 values/);
  });

  it('may be nested as deep as the bound, in any order of lists and objects', () => {
    expect(excess(nested(maxJsonDepth))).toBeNull();
    expect(excess(nested(maxJsonDepth + 1))).toBe('is nested deeper than 200 levels');
    expect(excess('{"a":['.repeat(101))).toBe('is nested deeper than 200 levels');
    // What is next to each other is not nested.
    expect(excess(`[${'[],{},'.repeat(1_000)}1]`)).toBeNull();
  });

  it('may have any marks in texts', () => {
    for (const text of ['[{,'.repeat(50_000), '\\"[{,'.repeat(50_000), '\\', '"', 'é[', ''])
      expect(excess(JSON.stringify({ text, next: [1] })), text.slice(0, 10)).toBeNull();
  });

  it('may come in pieces, which are cut anywhere', () => {
    const text = Buffer.from(JSON.stringify([{ a: '\\"[,', 'b\\"': ['\\', 'é'] }, '\\\\"', [[], 1]]));
    const values = 11;
    for (let first = 0; first <= text.length; first++)
      for (const second of [first, first + 1, text.length]) {
        const pieces = [text.subarray(0, first), text.subarray(first, second), text.subarray(second)];
        const found = (most: number): (string | null)[] => {
          const bounds = new JsonBounds(most);
          return pieces.map((piece) => bounds.excess(piece)).filter((one) => one !== null);
        };
        expect([found(values), found(values - 1).length > 0], `${first} ${second}`).toEqual([[], true]);
      }
  });

  it('need not be valid', () => {
    expect(['', '"', '"\\', ']]]]', '{"a":'].map(excess)).toEqual([null, null, null, null, null]);
  });
});

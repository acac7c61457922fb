import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifierTerms, splitIdentifier, stem, WordCounter, wordHash } from './words.ts';

describe('splitIdentifier', () => {
  it.each([
    ['HTTPServer', ['http', 'server']],
    ['getHTTPResponseCode', ['get', 'http', 'response', 'code']],
    ['snake_case_name', ['snake', 'case', 'name']],
    ['SCREAMING_SNAKE', ['screaming', 'snake']],
    ['kebab-case', ['kebab', 'case']],
    ['camelCase', ['camel', 'case']],
    ['PascalCase', ['pascal', 'case']],
    ['base64Encode', ['base64', 'encode']],
    ['sha256', ['sha256']],
    ['OAuth2Client', ['o', 'auth2', 'client']],
    ['parseURLs', ['parse', 'urls']],
    ['IDs', ['ids']],
    ['URLsSeen', ['urls', 'seen']],
    ['XMLHttpRequest', ['xml', 'http', 'request']],
    ['__init__', ['init']],
    ['$scope', ['scope']],
    ['dotted.name/path', ['dotted', 'name', 'path']],
    ['übergrößeTräger', ['übergröße', 'träger']],
    ['', []],
    ['___', []],
  ])('%s', (identifier, parts) => {
    expect(splitIdentifier(identifier)).toEqual(parts);
  });
});

describe('identifierTerms', () => {
  it.each([
    ['lookupTable', ['lookup', 'tabl'], 'lookuptable'],
    ['lookup_table', ['lookup', 'tabl'], 'lookuptable'],
    ['connections', ['connect'], null],
    ['base64Encode', ['base64', 'base', 'encod'], 'base64encode'],
    ['a1', [], null],
    ['IOError', ['error'], 'ioerror'],
    ['2024_01_02', [], null],
    ['检索代码', ['检索', '索代', '代码'], null],
    ['constructor', ['constructor'], null],
  ])('%s', (identifier, parts, whole) => {
    expect(identifierTerms(identifier)).toEqual({ parts, whole });
  });

  it('passes over a run too long to be a word', () => {
    expect(identifierTerms('x'.repeat(1000))).toEqual({ parts: [], whole: null });
  });
});

describe('stem', () => {
  it('brings the forms of a word together', () => {
    for (const word of ['connect', 'connected', 'connecting', 'connection', 'connections'])
      expect(stem(word)).toBe('connect');
  });
});

describe('WordCounter', () => {
  const counted = (text: string, counter = new WordCounter()): Record<string, number> => {
    const counts = new Map<string, number>();
    counter.count(text, ({ text: source, offset, length, hash }, count) => {
      const word = source.slice(offset, offset + length);
      expect(hash).toBe(wordHash(word));
      counts.set(word, (counts.get(word) ?? 0) + count);
    });
    return Object.fromEntries(counts);
  };

  it('counts words, not numbers, and keeps digits and underscores inside words', () => {
    expect(counted('foo = bar_2(foo, 12, 0xff, $x) // naïve 日本語')).toEqual({
      foo: 2,
      bar_2: 1,
      $x: 1,
      naïve: 1,
      日本語: 1,
    });
  });

  it('agrees with a regular expression on any text, however often it is used', () => {
    const counter = new WordCounter();
    const short = fc.string({ unit: fc.constantFrom(...'abcXYZ_$019 .,()\n-é日'), maxLength: 400 });
    // Long texts go through the table, short ones do not.
    const text = fc.oneof(
      short,
      fc.tuple(short, short).map(([a, b]) => `${`${a} `.repeat(30)}${b} ${'pad '.repeat(1200)}`),
    );
    fc.assert(
      fc.property(text, (source) => {
        const expected = new Map<string, number>();
        for (const [word] of source.matchAll(/[\p{L}\p{N}\p{M}_$]+/gu)) {
          if (!/^[0-9]/.test(word)) expected.set(word, (expected.get(word) ?? 0) + 1);
        }
        expect(counted(source, counter)).toEqual(Object.fromEntries(expected));
      }),
    );
  });

  it('grows past its first tables', () => {
    const words = Array.from({ length: 10_000 }, (_, i) => `word${i}x`);
    expect(Object.keys(counted(words.join(' ')))).toHaveLength(10_000);
  });
});

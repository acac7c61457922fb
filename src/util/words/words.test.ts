import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifierTerms, splitIdentifier, stem, termStart } from './words.ts';

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

/** The same as `splitIdentifier` beyond ASCII, by Unicode expressions. */
function splitByExpressions(identifier: string): string[] {
  const boundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
  return (identifier.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).flatMap((run) =>
    run.split(boundary).map((part) => part.toLowerCase()),
  );
}

/**
 * Characters beyond ASCII: case mappings that change lengths or depend on neighbours, marks, digits, scripts without spaces, surrogate pairs and lone
 * surrogates.
 */
const characters = fc.oneof(
  fc.constantFrom(...'aZ9_éÉñΣσςΟİIıǅʰ́٣Ⅷ汉字かカ한ก', '\u{10400}', '\u{10428}', '\u{20000}', '\ud800', '\udc00'),
  fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
);
const wideWords = fc.array(characters, { maxLength: 12 }).map((all) => `${all.join('')}é`);

describe('words beyond ASCII', () => {
  it('are split by the rules of Unicode', () => {
    fc.assert(
      fc.property(wideWords, (word) => {
        expect(splitIdentifier(word)).toEqual(splitByExpressions(word));
      }),
      { numRuns: 3000 },
    );
  });

  it('have terms according to their scripts', () => {
    const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
    fc.assert(
      fc.property(wideWords, (word) => {
        const expected = splitByExpressions(word).flatMap((part) => {
          const letters = [...part];
          if (unspaced.test(part))
            return letters.length < 3 ? [part] : letters.slice(1).map((one, at) => letters[at]! + one);
          const runs = /\d/.test(part)
            ? [...(/^\d+$/.test(part) ? [] : [part]), ...part.split(/\d+/).map(stem)]
            : [stem(part)];
          return runs.filter(({ length }) => length >= 3);
        });
        expect(identifierTerms(word).parts).toEqual([...new Set(expected)]);
      }),
      { numRuns: 3000 },
    );
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

  it.each([
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    'z5f4LCnuoyI3HYT6SU7UHQ',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
    'WOjCMHyqM9j82mUhWW8I6Wq',
  ])('skips encoded data: %s', (data) => {
    expect(identifierTerms(data)).toEqual({ parts: [], whole: null });
  });

  it.each([
    'base64EncodeSha256ToUtf8Text',
    'a1_b2_c3_d4_e5_f6_g7_h8_i9',
    'TestAdmitV1Beta1Deployment2',
    'sha256sha512ripemd160crc32',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    '12345678901234567890x',
    'x86_64_unknown_linux_gnu64',
    'f3a9c2d1e8b7',
  ])('accepts as a word: %s', (word) => {
    expect(identifierTerms(word)).not.toEqual({ parts: [], whole: null });
  });

  it('skips a run that is too long to be a word', () => {
    expect(identifierTerms('x'.repeat(1000))).toEqual({ parts: [], whole: null });
  });
});

describe('stem', () => {
  it('maps the forms of a word to one stem', () => {
    for (const word of ['connect', 'connected', 'connecting', 'connection', 'connections'])
      expect(stem(word)).toBe('connect');
  });
});

describe('termStart', () => {
  it('occurs in every word that has the term', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{3,12}$/),
        fc.constantFrom('', 's', 'ies', 'y', 'ed', 'ing', 'ational', 'ization', 'biliti', 'ement'),
        (head, end) => {
          const word = head + end;
          for (const term of identifierTerms(word).parts) expect(word).toContain(termStart(term));
        },
      ),
      { numRuns: 2000 },
    );
    for (const word of ['ays', 'eyed', 'ties', 'skies', 'dying']) expect(word).toContain(termStart(stem(word)));
  });
});

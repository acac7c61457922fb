import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requiredText } from './required-text.ts';

const pattern = (query: string, isRegex = true) => ({
  ...{ query, isRegex, case: 'sensitive' as const, wholeWord: false, multiline: false },
});

/** A pattern with matching texts, generated together. So no engine has to run the pattern, and every case has matches. */
interface Matched {
  query: string;
  matches: readonly string[];
}

/** Number of texts per pattern, so that the counts of a repetition differ. */
const rounds = [0, 1, 2] as const;

const leaves: readonly (readonly [query: string, ...matches: string[]])[] = [
  ['\\w', 'a', 'Z', '_', 'é'],
  ['.', 'b', '.', ' ', 'ß'],
  ['[abc]', 'a', 'b', 'c'],
  ['[^]x]', 'a', '-'],
  ['[\\]x]', ']', 'x'],
  ['\\.', '.'],
  ['\\n', '\n'],
  ['\\x41', 'A'],
  ['\\p{Lu}', 'Q', 'Ä'],
  ['(?i:abc)', 'abc'],
  ...['abc', 'abc', 'def', 'long text', 'word', 'de', 'x', 'é', 'mißt'].map((text) => [text, text] as const),
];

const leaf: fc.Arbitrary<Matched> = fc.constantFrom(...leaves).chain(([query, ...texts]) => {
  const match = fc.constantFrom(...texts);
  return fc.tuple(match, match, match).map((matches) => ({ query, matches }));
});

/** Repetition suffixes, with some of their counts. */
const repetitions: readonly (readonly [suffix: string, ...counts: number[]])[] = [
  ...Array.from({ length: 14 }, () => ['', 1] as const),
  ['?', 0, 1],
  ['*', 0, 1, 3],
  ['+', 1, 2],
  ['{2}', 2],
  ['{1}', 1],
  ['{0}', 0],
  ['{1,}', 1, 2],
  ['{0,2}', 0, 1, 2],
  ['+?', 1, 2],
  ['??', 0, 1],
  ['{2}?', 2],
];

const patterns = fc.letrec<{ alternation: Matched; sequence: Matched; repeated: Matched; atom: Matched }>((tie) => ({
  alternation: fc
    .tuple(fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }), fc.nat(), fc.nat(), fc.nat())
    .map(([branches, ...picks]) => ({
      query: branches.map(({ query }) => query).join('|'),
      matches: rounds.map((round) => branches[picks[round] % branches.length]!.matches[round]!),
    })),
  sequence: fc.array(tie('repeated'), { minLength: 1, maxLength: 4 }).map((parts) => ({
    query: parts.map(({ query }) => query).join(''),
    matches: rounds.map((round) => parts.map(({ matches }) => matches[round]!).join('')),
  })),
  repeated: fc
    .tuple(tie('atom'), fc.constantFrom(...repetitions), fc.nat())
    .map(([{ query, matches }, [suffix, ...counts], pick]) => ({
      query: suffix === '' ? query : `(?:${query})${suffix}`,
      matches: rounds.map((first) => {
        const count = counts[(pick + first) % counts.length]!;
        return Array.from({ length: count }, (_, round) => matches[(first + round) % matches.length]).join('');
      }),
    })),
  atom: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.tuple(fc.constantFrom('(', '(?:', '(?P<name>'), tie('alternation')).map(([open, { query, matches }]) => ({
      query: `${open}${query})`,
      matches,
    })),
  ),
}));

const surrounding = fc
  .array(fc.constantFrom('abc', 'de', 'x', '.', 'long text', ' word', 'é', 'ABC', ' ', '\n', 'a', 'b'), {
    maxLength: 4,
  })
  .map((pieces) => pieces.join(''));

describe('the text that a match must contain', () => {
  it.each<[string, string[][] | null]>([
    ['import', [['import']]],
    ['\\bload\\w+\\(', [['load']]],
    ['(value|header)\\s*[=:(]', [['value'], ['header']]],
    ['^\\s*(def|func|fn|function)\\s+\\w*att', [['att', 'def'], ['att', 'func'], ['att'], ['att', 'function']]],
    ['todo|fixme|hack', [['todo'], ['fixme'], ['hack']]],
    ['todo|fi', null],
    ['a.*b', null],
    ['abc?def', [['def']]],
    ['abc*defg', [['defg']]],
    ['abc+defg', [['defg']]],
    ['ab{2}cde', [['cde']]],
    ['(abc)+', [['abc']]],
    ['(abc)?def', [['def']]],
    ['(abc){0,3}def', [['def']]],
    ['foo\\.bar\\(', [['foo.bar(']]],
    ['[abc]def[^]]ghi', [['def', 'ghi']]],
    ['(?i)error', [['error']]],
    [
      '(?:abc|def)ghi',
      [
        ['ghi', 'abc'],
        ['ghi', 'def'],
      ],
    ],
    ['(?P<name>abc)def', [['abcdef']]],
    ['(?x) a b c d e f', null],
    ['\\x41bcd', [['bcd']]],
    ['\\p{Lu}bcd\\pNxyz', [['bcd', 'xyz']]],
    ['größe', null],
    ['maß_stab', [['_stab']]],
    ['first\\nsecond', [['first', 'second']]],
    ['(unclosed', null],
    ['un)opened', null],
    ['abc\\', null],
    ['\\b{start}abc', [['abc']]],
    ['', null],
    ['abc+?def', [['def']]],
    [
      '(abc(def|gh))ijk',
      [
        ['ijk', 'abc', 'def'],
        ['ijk', 'abc'],
      ],
    ],
  ])('reads %j', (query, expected) => {
    const found = requiredText(pattern(query));
    expect(found?.map((texts) => texts.toSorted()) ?? null).toEqual(expected?.map((texts) => texts.toSorted()) ?? null);
  });

  it('uses the literal text of a pattern that is not a regular expression', () => {
    expect(requiredText(pattern('foo.*bar(', false))).toEqual([['foo.*bar(']]);
    expect(requiredText(pattern('ab', false))).toBeNull();
    expect(requiredText(pattern('first line\nsecond', false))).toEqual([['first line', 'second']]);
  });

  it.each([
    ['(', ')'],
    ['[', ']'],
  ])('requires nothing of a pattern whose %s%s are nested too deep', (open, close) => {
    for (const depth of [300, 100_000]) {
      expect(requiredText(pattern(`needed${open.repeat(depth)}a${close.repeat(depth)}`))).toBeNull();
      expect(requiredText(pattern(`needed${open.repeat(depth)}`))).toBeNull();
    }
    expect(requiredText(pattern(`needed${open.repeat(100)}a${close.repeat(100)}`))).not.toBeNull();
  });

  it('never requires a text that a match may lack', () => {
    let asked = 0;
    fc.assert(
      fc.property(surrounding, patterns.alternation, surrounding, (before, { query, matches }, after) => {
        const required = requiredText(pattern(query));
        if (required === null) return;
        asked++;
        const lacking = matches
          .map((match) => before + match + after)
          .filter((text) => !required.some((texts) => texts.every((needed) => text.includes(needed))));
        expect(lacking, `${query} asks for ${JSON.stringify(required)}`).toEqual([]);
      }),
      { numRuns: 1500 },
    );
    // It must not be trivially empty.
    expect(asked).toBeGreaterThan(150);
  });
});

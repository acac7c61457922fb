import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requiredText } from './required-text.ts';

const pattern = (query: string, isRegex = true) => ({
  ...{ query, isRegex, case: 'sensitive' as const, wholeWord: false, multiline: false },
});

describe('what a text must hold', () => {
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

  it('takes a text that is no regular expression as it stands', () => {
    expect(requiredText(pattern('foo.*bar(', false))).toEqual([['foo.*bar(']]);
    expect(requiredText(pattern('ab', false))).toBeNull();
    expect(requiredText(pattern('first line\nsecond', false))).toEqual([['first line', 'second']]);
  });

  it('never asks for what a match may lack', () => {
    // Patterns that mean the same to JavaScript.
    const leaf = fc.constantFrom('abc', 'de', 'x', '\\w', '.', '[abc]', '\\.', 'long text', '\\bword', 'é');
    const { regex } = fc.letrec<{ regex: string; atom: string; repeated: string }>((tie) => ({
      regex: fc
        .array(
          fc.array(tie('repeated'), { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
          {
            minLength: 1,
            maxLength: 3,
          },
        )
        .map((all) => all.join('|')),
      repeated: fc
        .tuple(tie('atom'), fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{0,2}', '+?'))
        .map(([atom, times]) => (times === '' ? atom : `(?:${atom})${times}`)),
      atom: fc.oneof(
        { depthSize: 'small' },
        leaf,
        tie('regex').map((inner) => `(${inner})`),
      ),
    }));
    const piece = fc.constantFrom('abc', 'de', 'x', '.', 'long text', ' word', 'é', 'ABC', ' ', 'a', 'b');
    const text = fc.array(piece, { maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(regex, text, (query, one) => {
        const required = requiredText(pattern(query));
        if (required === null || !new RegExp(query, 'u').test(one)) return;
        expect(required.some((texts) => texts.every((needed) => one.includes(needed)))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

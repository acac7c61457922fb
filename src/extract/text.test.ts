import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommentBlocks, fold, receiverText, startsLine, stripCommentMarkers, type PlacedComment } from './text.ts';
import { growthExponent, linear, repeated } from '../util/testing/growth.ts';

describe('fold', () => {
  it.each([
    ['  a \n\t b  ', 20, 'a b'],
    ['abcdefghij', 10, 'abcdefghij'],
    ['abcdefghijk', 10, 'abcdefghi…'],
    ['abcd efghijk', 6, 'abcd…'],
    ['', 5, ''],
  ])('%j to %i characters', (text, limit, expected) => expect(fold(text, limit)).toBe(expected));

  it('gives the same as a regular expression for white space', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '\n', '\u00a0', 'é', '\u2028', '(') });
    fc.assert(
      fc.property(texts, (text) => {
        expect(fold(text, 400)).toBe(text.replace(/\s+/g, ' ').trim());
      }),
    );
  });
});

describe('stripCommentMarkers', () => {
  it.each([
    ['// a ', ' a'.trim()],
    ['/// doc', 'doc'],
    ['//! doc', 'doc'],
    ['//', ''],
    ['# a', 'a'],
    ['#!/bin/sh', '/bin/sh'],
    ['-- a', 'a'],
    ['--[[ a\n  b ]]', 'a\nb'],
    ['; a', 'a'],
    ['/* a */', 'a'],
    ['/** a\n *  b\n */', 'a\n b'],
    ['/***/', ''],
    ['/**/', ''],
    ['/* a **/', 'a'],
    ['/* unclosed', 'unclosed'],
    ['/* a/b */', 'a/b'],
    ['"""a\nb"""', 'a\nb'],
    ["'''a'''", 'a'],
    ['=begin\na\n=end\n', 'a'],
    ['<!-- a -->', 'a'],
  ])('%j', (raw, expected) => expect(stripCommentMarkers(raw)).toBe(expected));

  it('removes from a line comment what a regular expression for its marks removes', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '#', '!', '/', ' ', '\t', '\u00a0', 'é') });
    fc.assert(
      fc.property(fc.constantFrom('#', '//'), texts, (mark, text) => {
        const expected = `${mark}${text}`.replace(/^(\/\/[/!]?|#+!?)\s?/, '').trimEnd();
        expect(stripCommentMarkers(`${mark}${text}`)).toBe(expected);
      }),
    );
  });

  it.each<[string, (length: number) => string, string]>([
    ['stars', (length) => `/*${'*'.repeat(length)} x */`, 'x'],
    ['blanks', (length) => `/* x ${' '.repeat(length)}*/`, 'x'],
    ['ends', (length) => `=begin ${'=end '.repeat(length / 5)}x`, '=end'],
  ])('takes linear time for a run of %s', async (_, make, expected) => {
    expect(stripCommentMarkers(make(300_000))).toContain(expected);
    const sizes = [5_000, 80_000] as const;
    expect(await growthExponent(sizes, (length) => repeated(make(length), 1), stripCommentMarkers)).toBeLessThan(
      linear,
    );
  });
});

describe('startsLine', () => {
  it.each([
    ['  x', 2, true],
    ['a x', 2, false],
    ['a\n\tx', 3, true],
    ['\uFEFFx', 1, true],
    ['', 0, true],
  ])('%j at %i', (text, offset, expected) => expect(startsLine(text, offset)).toBe(expected));
});

describe('receiverText', () => {
  it.each([
    ['a.b.c', 'a.b.c'],
    ['this', 'this'],
    ['a?.b!', 'a?.b!'],
    ['p->q', 'p->q'],
    ['std::io', 'std::io'],
    ['Foo\\Bar', 'Foo\\Bar'],
    ['größe.höhe', 'größe.höhe'],
    ['a()', '?'],
    ['a().b', '?.b'],
    ['a[0]', '?'],
    ['a[0].b', '?.b'],
    ['self\n    .field', 'self.field'],
    ['items map weigh', '?'],
    ['super()', 'super'],
    ['super(A, self)', 'super'],
    ['super<Base>', 'super'],
    ['super().x', '?.x'],
    ['Vec::<u8>', 'Vec'],
    ['Map<String, List<Integer>>', 'Map'],
    ['"text"', '?'],
    ['.', '?'],
    ['', null],
    ['x'.repeat(100), '?'],
    [`${'a.'.repeat(50)}last`, '?.last'],
  ])('%j', (raw, expected) => expect(receiverText(`(${raw})`, 1, raw.length + 1)).toBe(expected));
});

it('reads the end of a long receiver only', async () => {
  const read = (chain: string): void => {
    for (let end = chain.length; end > chain.length - 8_000; end -= 8) expect(receiverText(chain, 0, end)).toBe('?');
  };
  expect(receiverText(`${'.then(f)'.repeat(50_000)}.last`, 0, 400_005)).toBe('?.last');
  // The cost does not depend on its length, or hardly.
  expect(await growthExponent([25_000, 400_000], (length) => repeated('.then(f)', length), read)).toBeLessThan(0.5);
});

describe('CommentBlocks', () => {
  const comment = (line: number, text: string, more: Partial<PlacedComment> = {}): PlacedComment => ({
    text,
    line,
    endLine: line,
    column: 1,
    ownLine: true,
    ...more,
  });

  it('joins neighbouring lines with the same column and finds them by their end', () => {
    const blocks = new CommentBlocks([
      comment(1, 'a'),
      comment(2, 'b'),
      comment(4, 'c'),
      comment(5, 'd', { column: 3 }),
      comment(7, 'trailing', { ownLine: false }),
      comment(9, 'block', { endLine: 11 }),
      comment(13, '  '),
    ]);
    expect([2, 3, 4, 5, 6, 8, 12, 14].map((line) => blocks.above(line))).toEqual([
      null,
      'a\nb',
      null,
      'c',
      'd',
      null,
      'block',
      null,
    ]);
  });

  it('cuts at a thousand characters', () => {
    expect(new CommentBlocks([comment(1, 'x'.repeat(5_000))]).above(2)).toHaveLength(1000);
  });
});

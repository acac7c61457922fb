/** Texts that nobody writes, as long as files may be: what reads a file before its grammar does goes over each part of them only a few times. */
import { describe, expect, it } from 'vitest';
import { expandMacros, macrosOf } from './c/macro-expansion.ts';
import { blankMacros } from './c/macros.ts';
import { readingsOfBodies } from './directives.ts';
import { templateCalls } from './elixir/summary/templates.ts';
import { joinConstructorLines } from './kotlin/misread-code.ts';
import { rewriteArgumentMacros } from './rust/argument-macros.ts';
import { rewriteItemMacros } from './rust/item-macros.ts';
import { itemMacrosOf } from './rust/offered-macros.ts';
import { rewritePatternAttributes } from './rust/pattern-attributes.ts';

const many = 500_000;
const openStrings = '\\"'.repeat(many);

// Each of these took from ten seconds to hours.
describe('a text is left as it is', () => {
  it.each<[what: string, rewrite: (text: string) => string, text: string]>([
    ['strings in a line', blankMacros, openStrings],
    ['comments in a directive', blankMacros, `#define a */ ${'/* '.repeat(many)}`],
    ['line ends behind a class', joinConstructorLines, `constructor\nclass a${'\n'.repeat(many)}`],
    ['classes in a line', joinConstructorLines, `constructor\n${'class a<'.repeat(many / 4)}`],
    ['strings in a macro', rewriteArgumentMacros, `a!(${openStrings}`],
    ['comments in a macro', rewriteArgumentMacros, `a!(${'/* '.repeat(many)}`],
    ['strings in an item', rewriteItemMacros, `a! {\nfn a() {${openStrings}}}`],
    ['attributes in a line', rewritePatternAttributes, '#[cfg#'.repeat(many / 4)],
  ])('%s', (_, rewrite, text) => {
    expect(rewrite(text)).toBe(text);
  });
});

describe('a text says nothing', () => {
  it.each<[what: string, read: () => unknown, found: unknown]>([
    ['definitions of macros in a line', () => expandMacros('#define a('.repeat(many / 5)), null],
    [
      'blanks in definitions of macros',
      () =>
        expandMacros(Array.from({ length: 9 }, (_, at) => `#define A${at}(b) a${' '.repeat(3_900)}\n`).join('##\n')),
      null,
    ],
    ['strings in a call', () => macrosOf(`A(${openStrings}`, { path: 'a.c', outside: [] }).unexpanded, 0],
    ['names in a template', () => templateCalls(`{${'0_'.repeat(99_000)}`), []],
    ['strings in a template', () => templateCalls(`{${'\\"'.repeat(99_000)}`), []],
    [
      'a word in a macro',
      () =>
        itemMacrosOf(`macro_rules! a { () => { ${'0'.repeat(many)} } }\n`, { path: 'a.rs', outside: [] }, null).names,
      [],
    ],
  ])('%s', (_, read, found) => {
    expect(read()).toEqual(found);
  });

  it.each([
    ['a condition of blanks', `#if defined${' '.repeat(2 * many)}a\n`],
    ['strings in a branch', `#if a\n${openStrings}\n#endif\n`],
  ])('%s', (_, text) => {
    expect(readingsOfBodies(text, [{ start: 0, end: 5 }])).toHaveLength(2);
  });
});

it('finds the makers of items among macros that call each other', () => {
  const chain = Array.from({ length: 20_000 }, (_, at) => `macro_rules! m${at} { () => { m${at + 1}!() } }\n`).join('');
  const text = `${chain}macro_rules! m20000 { () => { fn f() {} } }\n`;
  expect(itemMacrosOf(text, { path: 'a.rs', outside: [] }, null)).toMatchObject({ calls: [], unexpanded: 0 });
});

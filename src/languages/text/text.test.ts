/**
 * The rules of the languages without a grammar: their form, their cost on hostile lines, and which language gets a shared
 * extension.
 */
import { describe, expect, it } from 'vitest';
import { languageTable } from '../../extract/detect-language.ts';
import { chooseCandidate } from '../../extract/language-detector.ts';
import { extractByLines } from '../../extract/lines/line-extractor.ts';
import { text } from './text.ts';
import { growthExponent, linear } from '../../util/testing/growth.ts';

const patterns = text.flatMap(({ id, lines }) =>
  [...(lines?.definitions ?? []), ...(lines?.imports ?? [])].map(({ pattern }) => ({ id, pattern })),
);

/** Lines on which a backtracking pattern takes long. Lines are matched up to 2,000 characters. */
const hostileParts = [
  'a',
  ' ',
  'a ',
  '(',
  '((a',
  'a(',
  'a,',
  '"',
  '\\',
  'a<',
  '[a',
  '{',
  'a:',
  'a=',
  'a.',
  'public ',
  'static ',
  'def ',
  'function ',
  'import a ',
  'create ',
  '  let ',
  'type a ',
  '@a ',
  '-- ',
  '#',
  '$',
];
const hostile = (length: number): string[] =>
  hostileParts.flatMap((part) => {
    const run = part.repeat(length).slice(0, length - 10);
    return [run, `  ${run};`, `fn ${run}`];
  });

describe('line rules', () => {
  it('are anchored and stateless', () => {
    for (const { id, pattern } of patterns) {
      expect(pattern.source.startsWith('^'), `${id}: ${pattern.source}`).toBe(true);
      expect(pattern.global || pattern.sticky, `${id}: ${pattern.source}`).toBe(false);
    }
  });

  it('take linear time on hostile lines', async () => {
    const slow: string[] = [];
    for (const { id, pattern } of patterns) {
      const grown = await growthExponent([500, 8_000], hostile, (lines) => lines.forEach((line) => pattern.exec(line)));
      if (grown > linear) slow.push(`${grown.toFixed(2)} ${id}: ${pattern.source}`);
    }
    expect(slow).toEqual([]);
  });

  it.each([
    ['r', 'f <- # the function\n  function(x) 1\nz <-  \n  3\n', ['f', 'z']],
    ['haskell', 'foo :: -- | doc\n  Int\nbar :: \n  Int\n', ['foo', 'bar']],
    ['thrift', 'typedef i32\t\tUserId\nconst i32 \tMAX = 5\n', ['UserId', 'MAX']],
  ])('%s finds what has its value on the next line, or blanks before its name: %j', (id, source, names) => {
    const { definitions } = extractByLines(
      text.find((one) => one.id === id)!,
      source,
    );
    expect(definitions.map(({ name }) => name)).toEqual(names);
  });

  it('never throw, and give places inside the text', () => {
    for (const language of text) {
      const lines = [
        ...hostile(2_000).slice(0, 12),
        '{-',
        '/*',
        '```',
        '"""',
        "'",
        'é\u2028ñ',
        '\u0000',
        '__proto__: constructor',
      ];
      const { definitions, comments } = extractByLines(language, lines.join('\r\n'));
      for (const { line, endLine, column } of definitions)
        expect(1 <= line && line <= endLine && endLine <= lines.length && column > 0).toBe(true);
      for (const { line, endLine } of comments)
        expect(1 <= line && line <= endLine && endLine <= lines.length).toBe(true);
    }
  });
});

describe('shared extensions', () => {
  const table = languageTable(text);
  it.each([
    ['Shelf.m', '#import <Foundation/Foundation.h>\n', 'objectivec'],
    ['shelf.m', '% Adds.\nfunction y = shelf(x)\n', 'matlab'],
    ['shelf.v', 'module shelf(input clk);\n', 'verilog'],
    ['shelf.v', 'Require Import List.\nLemma a : True.\n', 'coq'],
    ['shelf.pl', 'use strict;\nmy $x = 1;\n', 'perl'],
    ['shelf.pl', ':- module(shelf, [add/2]).\nadd(X, Y) :- true.\n', 'prolog'],
    ['shelf.pro', '', 'prolog'],
    ['CMakeLists.txt', '', 'cmake'],
    ['notes.txt', '', 'plaintext'],
    ['LICENSE', '', 'plaintext'],
    ['a/Makefile', '', 'makefile'],
    ['build.gradle', '', 'groovy'],
    ['x.tfstate', '', 'json'],
  ])('%s is %s', (path, head, id) => {
    expect(chooseCandidate(table.candidates(path, head), path, head)?.id).toBe(id);
  });
});

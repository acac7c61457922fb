/** The rules of the languages without a grammar: their shape, their cost on hostile lines, and whose a shared ending is. */
import { describe, expect, it } from 'vitest';
import { languageTable } from '../../extract/detect-language.ts';
import { claimed } from '../../extract/language-detector.ts';
import { extractByLines } from '../../extract/lines/line-extractor.ts';
import { text } from './text.ts';

const patterns = text.flatMap(({ id, lines }) =>
  [...(lines?.definitions ?? []), ...(lines?.imports ?? [])].map(({ pattern }) => ({ id, pattern })),
);

/** Lines of the greatest length that is looked at, on which a pattern that backtracks takes long. */
const hostile = [
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
].flatMap((part) => [
  part.repeat(2_000).slice(0, 1_999),
  `  ${part.repeat(2_000).slice(0, 1_990)};`,
  `fn ${part.repeat(2_000).slice(0, 1_990)}`,
]);

describe('rules of lines', () => {
  it('are anchored and keep no state', () => {
    for (const { id, pattern } of patterns) {
      expect(pattern.source.startsWith('^'), `${id}: ${pattern.source}`).toBe(true);
      expect(pattern.global || pattern.sticky, `${id}: ${pattern.source}`).toBe(false);
    }
  });

  it('take no longer on hostile lines than on others', () => {
    const slow: string[] = [];
    for (const { id, pattern } of patterns) {
      // The processor's time: others use the machine too.
      const started = process.cpuUsage();
      for (const line of hostile) pattern.exec(line);
      const { user, system } = process.cpuUsage(started);
      const took = (user + system) / 1_000;
      // 81 lines of 2,000 characters: 60 ms would be 3 MB/s for a single rule.
      if (took > 60) slow.push(`${took.toFixed(0)} ms ${id}: ${pattern.source}`);
    }
    expect(slow).toEqual([]);
  });

  it('never throw and stay in the text', () => {
    for (const language of text) {
      const lines = [
        ...hostile.slice(0, 12),
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

describe('shared endings', () => {
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
    expect(claimed(table.candidates(path, head), path, head)?.id).toBe(id);
  });
});

/** No text makes the collector of Swift or the linker fail; deep nesting. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { brokenTexts } from './broken-texts.ts';
import { swift } from '../../src/languages/swift/swift.ts';
import { openPrograms } from './marked-sources.ts';
import { linkAll } from './marks.ts';

const programOf = await openPrograms([swift]);

it('reads and links a sample even if it is broken', () => {
  const sample = readFileSync(new URL('../../src/languages/swift/sample/Sample.swift', import.meta.url), 'utf8');
  const program = programOf(new Map(brokenTexts(sample).map((text, index) => [`f${index}.swift`, text])));
  expect(program.files.length).toBeGreaterThan(50);
  expect(linkAll(program)).toBeGreaterThan(100);
});

it.each([
  ['parentheses', `let x = ${'('.repeat(1000)}1${')'.repeat(1000)}`],
  ['blocks', `func f() { ${'if a { '.repeat(800)} g() ${'}'.repeat(800)} }`],
  ['closures', `let f = ${'{ '.repeat(800)} 1 ${'}'.repeat(800)}`],
  ['types', `${'struct A { '.repeat(800)} ${'}'.repeat(800)}`],
  ['members', `class A { func f() { self${'.b'.repeat(2000)} } }`],
  ['arrays of arrays', `let x: ${'['.repeat(1000)}Int${']'.repeat(1000)} = []`],
  [
    'cyclic inheritance',
    'class A: B { }\nclass B: A { func f() { g(); self.h() } }\nextension A { }\nlet a = A()\nlet b = a.x',
  ],
  ['cyclic aliases', 'typealias A = B\ntypealias B = A\nfunc f(a: A) { a.m() }'],
])('accepts deep and unclosed %s', (_, text) => {
  const program = programOf(new Map([['a.swift', text]]));
  expect(program.files).toHaveLength(1);
  expect(linkAll(program)).toBeGreaterThanOrEqual(0);
});

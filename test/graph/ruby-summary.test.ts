/** No text makes the collector of Ruby or the linker fail; deep nesting. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { brokenTexts } from './broken-texts.ts';
import { ruby } from '../../src/languages/ruby/ruby.ts';
import { openPrograms } from './marked-sources.ts';
import { linkAll } from './marks.ts';

const programOf = await openPrograms([ruby]);

it('reads and links a sample even if it is broken', () => {
  const sample = readFileSync(new URL('../../src/languages/ruby/sample/sample.rb', import.meta.url), 'utf8');
  const program = programOf(new Map(brokenTexts(sample).map((text, index) => [`f${index}.rb`, text])));
  expect(program.files.length).toBeGreaterThan(50);
  expect(linkAll(program)).toBeGreaterThan(100);
});

it.each([
  ['parentheses', `x = ${'('.repeat(2000)}1${')'.repeat(2000)}`],
  ['blocks', `${'a { '.repeat(1500)} g ${'}'.repeat(1500)}`],
  ['modules', `${'module A; '.repeat(1500)} f ${'; end'.repeat(1500)}`],
  ['members', `class A; def f; self${'.b'.repeat(3000)}; end; end`],
  ['paths', `x = ${'A::'.repeat(3000)}B`],
  ['conditions', `${'if a; '.repeat(1500)} x = 1 ${'; end'.repeat(1500)}`],
  ['cyclic inheritance', 'class A < B; include A; end; class B < A; end; A.new.m; A.m; B.new.f'],
  ['cyclic attributes', 'class A; attr_reader :a; def initialize; @a = a; end; def f; a.b; end; end'],
])('accepts deep and unclosed %s', (_, text) => {
  const program = programOf(new Map([['a.rb', text]]));
  expect(program.files).toHaveLength(1);
  expect(linkAll(program)).toBeGreaterThanOrEqual(0);
});

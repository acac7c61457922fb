/** No text makes the collector of PHP or the linker fail; deep nesting. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { brokenTexts } from './broken-texts.ts';
import { php } from '../../src/languages/php/php.ts';
import { openPrograms } from './marked-sources.ts';
import { linkAll } from './marks.ts';

const programOf = await openPrograms([php]);

it('reads and links a sample even if it is broken', () => {
  const sample = readFileSync(new URL('../../src/languages/php/sample/Sample.php', import.meta.url), 'utf8');
  const program = programOf(new Map(brokenTexts(sample).map((text, index) => [`f${index}.php`, text])));
  expect(program.files.length).toBeGreaterThan(50);
  expect(linkAll(program)).toBeGreaterThan(100);
});

it.each([
  ['parentheses', `<?php return ${'('.repeat(3000)}1${')'.repeat(3000)};`],
  ['blocks', `<?php ${'if (a()) { '.repeat(1500)} g(); ${'}'.repeat(1500)}`],
  ['closures', `<?php $f = ${'fn() => '.repeat(1500)} 1;`],
  ['members', `<?php class A { function f() { return $this${'->b'.repeat(3000)}; } }`],
  ['calls', `<?php ${'f('.repeat(2000)}1${')'.repeat(2000)};`],
  ['unions', `<?php function f(${'A|'.repeat(3000)}B $x) { $x->m(); }`],
  ['conditions', `<?php if (${'$a instanceof A && '.repeat(2000)} 1) { $a->m(); }`],
  [
    'cyclic inheritance',
    '<?php class A extends B { use A; } class B extends A {} function f(A $a) { $a->m(); parent::f(); }',
  ],
  ['cyclic names', '<?php use A as B; use B as A; new A(); new B(); $x = $y; $y = $x; $x->m();'],
])('accepts deep and unclosed %s', (_, text) => {
  const program = programOf(new Map([['a.php', text]]));
  expect(program.files).toHaveLength(1);
  expect(linkAll(program)).toBeGreaterThanOrEqual(0);
});

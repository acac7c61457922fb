/** No text makes the collector of C and C++ or the linker fail; deep nesting; the files that includes mean. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createIncludeResolver } from '../../src/languages/c/resolution/resolver.ts';
import { brokenTexts } from './broken-texts.ts';
import { c } from '../../src/languages/c/c.ts';
import { cpp } from '../../src/languages/cpp/cpp.ts';
import { openPrograms } from './marked-sources.ts';
import { linkAll } from './marks.ts';

const programOf = await openPrograms([c, cpp]);

const sampleOf = (path: string): string =>
  readFileSync(new URL(`../../src/languages/${path}`, import.meta.url), 'utf8');

describe.each(['c/sample/ring.c', 'c/sample/ring.h', 'cpp/sample/stack.cpp', 'cpp/sample/stack.h'])('%s', (path) => {
  it('is read and linked even if the text is broken', () => {
    const ending = path.slice(path.lastIndexOf('.'));
    const texts = new Map(brokenTexts(sampleOf(path)).map((text, index) => [`f${index}${ending}`, text]));
    texts.set('whole.h', sampleOf(path));
    const program = programOf(texts);
    expect(program.files.length).toBeGreaterThan(texts.size / 2);
    expect(linkAll(program)).toBeGreaterThan(100);
  });
});

it.each([
  ['parentheses', `int f(void) { return ${'('.repeat(3000)}1${')'.repeat(3000)}; }`],
  ['blocks', `int f(void) { ${'{'.repeat(3000)} g(); ${'}'.repeat(3000)} }`],
  ['pointers', `int ${'*'.repeat(3000)}x;`],
  ['structs', `${'struct s { '.repeat(1500)}int x; ${'} y; '.repeat(1500)}`],
  ['members', `int f(struct s *a) { return a${'->b'.repeat(3000)}; }`],
  ['namespaces', `${'namespace a { '.repeat(1500)}int x;${'}'.repeat(1500)}`],
  ['paths', `int x = ${'a::'.repeat(3000)}b;`],
  ['lists', `int x[] = ${'{'.repeat(3000)}1${'}'.repeat(3000)};`],
  ['cyclic aliases', 'namespace a = b; namespace b = a; using b::c; using a::c; int f() { return a::c() + c(); }'],
  ['cyclic types', 'typedef b a; typedef a b; struct s : s { a x; }; int f(a *p, s *q) { return p->x + q->y.z; }'],
])('accepts deep and unclosed %s', (_, text) => {
  const program = programOf(new Map([['a.cpp', text]]));
  expect(program.files).toHaveLength(1);
  expect(linkAll(program)).toBeGreaterThanOrEqual(0);
});

describe('includes', () => {
  const paths = ['src/a.c', 'src/a.h', 'include/lib/api.h', 'x/deep/only.h', 'x/twice.h', 'y/twice.h', 'x/stdio.h'];
  const resolver = createIncludeResolver({ paths, read: () => null });
  it.each([
    ['src/a.c', '"a.h', 'src/a.h'],
    ['src/sub/b.c', '"../a.h', 'src/a.h'],
    ['src/a.c', '<lib/api.h', 'include/lib/api.h'],
    ['src/a.c', '"only.h', 'x/deep/only.h'],
    ['src/a.c', '"twice.h', null],
    ['x/b.c', '"twice.h', 'x/twice.h'],
    ['src/a.c', '<stdio.h', null],
    ['src/a.c', '"../../../a.h', 'src/a.h'],
    ['src/a.c', '"../../../b/../a.h', null],
    ['src/a.c', '"/a.h', null],
    ['src/a.c', '"', null],
  ])('%s includes %s', (from, specifier, file) => {
    expect(resolver.resolve(from, specifier, false)).toBe(file);
  });
});

import { expect, it } from 'vitest';
import { AppError } from '../model/error.ts';
import { askedGlob, symbolGlob } from './asked-glob.ts';

const paths = (...globs: string[]): ((path: string) => boolean) => askedGlob(globs, { field: 'glob' });

it.each([
  ['*Service', ['UserService', 'userservice', 'a.b.Service'], ['Services', 'x']],
  ['{get,set}*', ['getUser', 'SETTINGS'], ['reset']],
  ['(get|set)?ser', ['getUser', 'setüser'], ['getuuser']],
  ['@(a|b)?(c|d)', ['a', 'bd'], ['ac2', 'c']],
  ['a{b,c{d,e}}f', ['abf', 'acdf', 'acef'], ['acf']],
  ['[a-c]x[!y]', ['bxz', 'BxЖ'], ['dxz', 'axy']],
  ['!_*', ['name'], ['_name']],
  ['!(a|b)*', ['cat'], ['apple', 'Bee']],
  [String.raw`operator\*`, ['operator*'], ['operatorx']],
  ['größe', ['GRÖSSE'.replace('SS', 'ß'), 'größe'], ['grosse']],
])('names match %s', (glob, matching, others) => {
  const matches = symbolGlob(glob);
  expect(matching.filter((name) => !matches(name))).toEqual([]);
  expect(others.filter(matches)).toEqual([]);
});

it.each([
  [['src/**'], ['src/a.ts', 'src/a/.b/c'], ['lib/src/a', 'srca']],
  [['**/*.{ts,tsx}'], ['a.ts', 'b/c/d.tsx'], ['a.tss', 'a/ts']],
  [['a/**/b'], ['a/b', 'a/x/y/b'], ['ab', 'a/xb']],
  [['*.md'], ['a.md'], ['docs/a.md', 'A.MD']],
  [
    ['x', 'y/*'],
    ['x', 'y/z'],
    ['y', 'z'],
  ],
  // Folders of routes have such names.
  [['app/(group)/[id]/page.tsx'], ['app/(group)/[id]/page.tsx', 'app/(group)/i/page.tsx'], ['app/group/i/page.tsx']],
  [['a[b'], ['a[b'], ['ab']],
])('paths match %j', (globs, matching, others) => {
  const matches = paths(...globs);
  expect(matching.filter((path) => !matches(path))).toEqual([]);
  expect(others.filter(matches)).toEqual([]);
});

it.each([
  ['+(a|b)', '+(…) is not supported'],
  ['x*(a|b)', '*(…) is not supported'],
  ['x!(a|b)', '!(…) is not supported'],
  ['{a,b}'.repeat(9), 'it has more than 256 alternatives'],
  [`${'{a,'.repeat(30)}b${'}'.repeat(30)}`, 'groups are nested deeper than 20'],
  ['a'.repeat(2001), 'it is longer than 2000 characters'],
])('%.20s is refused', (glob, why) => {
  expect(() => symbolGlob(glob)).toThrow(AppError);
  expect(() => symbolGlob(glob)).toThrow(why);
});

it('takes a bounded number of steps for what an expression would go back in for ever', () => {
  const text = 'a'.repeat(4000);
  for (const glob of ['*a'.repeat(200), `${'*a'.repeat(200)}b`, `${'**/*a'.repeat(100)}b`, '{*a,*a*a}*a*a*a*a*a*ab'])
    expect(symbolGlob(glob)(text)).toBe(!glob.endsWith('b'));
});

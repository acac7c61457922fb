import { expect, test } from 'vitest';
import { python } from '../../src/languages/python/python.ts';
import { openLinks } from './marked-sources.ts';

const linksOf = await openLinks([python]);

test.each([
  {
    name: 'a submodule of a package',
    sources: {
      'pkg/__init__.py': '',
      'pkg/mod.py': 'def ‹@f›f(): pass',
      'main.py': 'from pkg import mod\nimport pkg.mod as m\nmod.‹f›f()\nm.‹f›f()',
    },
  },
  {
    name: 'a submodule of a package that is a mere folder',
    sources: {
      'pkg/mod.py': 'def ‹@f›f(): pass',
      'pkg/other.py': 'from . import mod\nfrom .mod import f\nmod.‹f›f()\n‹f›f()',
      'main.py': 'from pkg import mod\nimport pkg.mod\nmod.‹f›f()\npkg.mod.‹f›f()',
    },
  },
  {
    name: 'of two stars the last that has the name',
    sources: {
      'a.py': 'def f(): pass\ndef ‹@g›g(): pass',
      'b.py': 'def ‹@f›f(): pass',
      'main.py': 'from a import *\nfrom b import *\n‹f›f()\n‹g›g()',
    },
  },
])('$name', ({ sources }) => {
  const { actual, expected } = linksOf(sources as unknown as Record<string, string>);
  expect(actual).toEqual(expected);
});

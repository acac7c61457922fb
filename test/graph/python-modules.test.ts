import { expect, test } from 'vitest';
import { python } from '../../src/languages/python/python.ts';
import { openLinkComparison } from './marked-sources.ts';

const linksOf = await openLinkComparison([python]);

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
    name: 'a submodule of a package without __init__.py',
    sources: {
      'pkg/mod.py': 'def ‹@f›f(): pass',
      'pkg/other.py': 'from . import mod\nfrom .mod import f\nmod.‹f›f()\n‹f›f()',
      'main.py': 'from pkg import mod\nimport pkg.mod\nmod.‹f›f()\npkg.mod.‹f›f()',
    },
  },
  {
    name: 'of two star imports, the last one that has the name',
    sources: {
      'a.py': 'def f(): pass\ndef ‹@g›g(): pass',
      'b.py': 'def ‹@f›f(): pass',
      'main.py': 'from a import *\nfrom b import *\n‹f›f()\n‹g›g()',
    },
  },
  {
    name: 'an import in alternative branches may mean any of them',
    sources: {
      'fast.py': 'def ‹@f1›f(): pass\nclass ‹@L1›Loop:\n  def ‹@r1›run(self): pass',
      'slow.py': 'def ‹@f2›f(): pass\nclass ‹@L2›Loop:\n  def ‹@r2›run(self): pass',
      'compat.py': `
import sys
if sys.platform == "win32":
  from slow import Loop
else:
  from fast import Loop
try:
  from fast import f
except ImportError:
  from slow import f
try:
  import fast as made
except ImportError:
  import slow as made
`,
      'main.py': `
from compat import f, made, Loop
import compat
‹f1,f2›f()
compat.‹f1,f2›f()
made.‹f1,f2›f()
compat.made.‹f1,f2›f()
‹L2,L1›Loop().‹r2,r1›run()
def go(loop: ‹L2,L1›Loop, other: compat.Loop):
  loop.‹r2,r1›run()
  other.‹r2,r1›run()
class Own(‹L2,L1›Loop): pass
`,
    },
  },
  {
    name: 'the fallback of a failing import may be meant too, but a variable and a replaced name may not',
    sources: {
      'fast.py': 'def ‹@f›f(): pass\ndef ‹@g›g(): pass\ndef ‹@h1›h(): pass',
      'other.py': 'def ‹@h2›h(): pass\ndef ‹@h3›j(): pass',
      'main.py': `
try:
  from fast import f
except ImportError:
  def ‹@own›f(): pass
def ‹@mine›g(): pass
try:
  from fast import g
except ImportError:
  pass
from fast import h
from other import h
try:
  from other import j
except ImportError:
  j = None
try:
  from nowhere import k
except ImportError:
  from other import j as k
‹f,own›f()
‹mine,g›g()
‹h2›h()
‹h3›j()
‹h3›k()
`,
    },
  },
  {
    name: 'stars in branches',
    sources: {
      'a.py': 'def ‹@f1›f(): pass\ndef ‹@g1›g(): pass',
      'b.py': 'def ‹@f2›f(): pass\ndef ‹@g2›g(): pass',
      'c.py': 'def ‹@f3›f(): pass\ndef h(): pass',
      'd.py': 'def ‹@h›h(): pass',
      'compat.py': 'from c import *\nif windows:\n  from a import *\nelse:\n  from b import *\nfrom d import *',
      'main.py':
        'import compat\nfrom compat import *\n‹f1,f2,f3›f()\ncompat.‹f1,f2,f3›f()\n‹g1,g2›g()\n‹h›h()\ncompat.‹h›h()',
    },
  },
  {
    name: 'a star import gives the names in __all__ of the module',
    sources: {
      'listed.py':
        '__all__ = ["f", "_g"]\ndef ‹@f›f(): pass\ndef ‹@g›_g(): pass\ndef ‹@h›h(): pass\nif f:\n  __all__ += ("k",)\ndef ‹@k›k(): pass',
      'plain.py': 'def ‹@p›p(): pass\ndef ‹@q›_q(): pass\ndef __r__(): pass',
      'main.py':
        'from listed import *\nfrom plain import *\nfrom plain import _q as q\n‹f›f()\n‹g›_g()\n‹-›h()\n‹k›k()\n‹p›p()\n‹-›_q()\n‹q›q()\n‹-›__r__()',
      'other.py': 'import listed\nfrom listed import h\nlisted.‹h›h()\n‹h›h()',
    },
  },
  {
    name: '__all__ made of other lists, in a package whose names come from its modules',
    sources: {
      'pkg/__init__.py': `
from . import a
from .a import *
from .b import *
from .c import __all__ as names_of_c
from .c import *
import pkg.deep.d
__all__ = ["own"] + list(a.__all__) + b.__all__
__all__.extend(names_of_c)
__all__ += pkg.deep.d.__all__
__all__ = [*__all__, "late"]
__all__.append("added")
__all__.remove("late")
from pkg.deep.d import *
def ‹@own›own(): pass
def late(): pass
def ‹@added›added(): pass
def unlisted(): pass
`,
      'pkg/a.py': '__all__ = ("a1",)\ndef ‹@a1›a1(): pass\ndef a2(): pass',
      'pkg/b.py': '__all__: list[str] = ["b1"]\ndef ‹@b1›b1(): pass\ndef b2(): pass',
      'pkg/c.py': '__all__ = ["c1"]\ndef ‹@c1›c1(): pass',
      'pkg/deep/__init__.py': '',
      'pkg/deep/d.py': '__all__ = ["d1"]\ndef ‹@d1›d1(): pass\ndef d2(): pass',
      'main.py':
        'from pkg import *\n‹own›own()\n‹a1›a1()\n‹-›a2()\n‹b1›b1()\n‹-›b2()\n‹c1›c1()\n‹d1›d1()\n‹-›d2()\n‹added›added()\n‹-›late()\n‹-›unlisted()',
    },
  },
  {
    name: 'with a computed __all__, a star import gives all public names',
    sources: {
      'm.py': '__all__ = [n for n in names()]\ndef ‹@f›f(): pass\ndef _g(): pass',
      'main.py': 'from m import *\n‹f›f()\n‹-›_g()',
    },
  },
  {
    name: 'lists that depend on each other in a cycle',
    sources: {
      'a.py': 'import b\nfrom b import *\n__all__ = b.__all__ + ["f"]\ndef ‹@f›f(): pass',
      'b.py': 'import a\nfrom a import *\n__all__ = a.__all__ + ["g"]\ndef ‹@g›g(): pass',
      'main.py': 'from a import *\n‹f›f()\n‹g›g()\n‹-›h()',
    },
  },
  {
    name: 'a name that is rebound further down',
    sources: {
      'a.py': 'def ‹@f›f(): pass\ndef ‹@g›g(): pass',
      'main.py':
        'from a import f, g\nfrom lib import h\n‹f›f()\n‹-›h()\ndef ‹@own›f(): pass\ndef ‹@h›h(): pass\n‹own›f()\n‹h›h()\ntry:\n  from lib import g\nexcept ImportError:\n  pass\n‹g›g()\ndef k(): ‹own›f()',
      'other.py': 'from main import f\n‹own›f()',
    },
  },
  {
    name: 'modules in the __all__ of a package',
    sources: {
      'pkg/__init__.py': '__all__ = ["mod", "gone"]',
      'pkg/mod.py': 'def ‹@f›f(): pass',
      'pkg/other.py': 'def f(): pass',
      'main.py': 'from pkg import *\nmod.‹f›f()\nother.‹-›f()\ngone.‹-›f()',
    },
  },
])('$name', ({ sources }) => {
  const { actual, expected } = linksOf(sources as unknown as Record<string, string>);
  expect(actual).toEqual(expected);
});

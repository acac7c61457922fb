/** Python functions behind other objects: decorated, partially applied, returned by properties and factories. */
import { expect, test } from 'vitest';
import { python } from '../../src/languages/python/python.ts';
import { openLinkComparison } from './marked-sources.ts';

const linksOf = await openLinkComparison([python]);

const cases: Record<string, string> = {
  'a decorator that wraps': `import functools
def ‹@deco›deco(f):
  @functools.wraps(f)
  def ‹@w›wrapper(*args, **kwargs):
    return ‹t,k()›f(*args, **kwargs)
  return wrapper
class X:
  def ‹@m›m(self): pass
@‹deco›deco
def ‹@t›target(): return X()
‹t›target()
‹t›target().‹m›m()
class K:
  @deco
  def ‹@k›k(self): return X()
  def run(self): self.‹k›k().‹m›m()
K().‹k›k()`,
  'a decorator with arguments': `from functools import wraps
class X:
  def ‹@m›m(self): pass
def retry(times):
  def decorate(f):
    @wraps(f)
    def wrapper(*a): return f(*a)
    return wrapper
  return decorate
@retry(3)
def ‹@t›target(): return X()
‹t›target().‹m›m()`,
  'an unknown decorator': `from lib import deco
class X:
  def ‹@m›m(self): pass
@deco
def ‹@t›target(): return X()
‹t›target()
@deco(1)
def ‹@u›other() -> X: pass
‹u›other()`,
  'a decorator that is a class': `class X:
  def ‹@m›m(self): pass
class Task:
  def ‹@init›__init__(self, f): self.f = f
  def ‹@call›__call__(self): return self.‹t()›f()
@Task
def ‹@t›target(): return X()
‹t›target()`,
  'the function under a decorator': `def maker(times):
  def decorate(f):
    def wrapper(*a): ‹t,u()›f(*a)
    return wrapper
  return decorate
@maker(1)
def ‹@t›target(): pass
@maker(times=2)
def ‹@u›other(): pass`,
  'a function that a method receives': `from typing import Callable
from lib import setup
Taken = Callable[['X'], None]
class X:
  def ‹@m›m(self): pass
class K:
  def plain(self, f: Callable[[X], None]): pass
  @setup
  def decorated(self, f: Taken): pass
  @classmethod
  def ofClass(cls, f: Taken): pass
  @staticmethod
  def free(f: Taken): pass
  def run(self):
    self.plain(lambda x: x.‹m›m())
    self.decorated(lambda x: x.‹m›m())
    self.ofClass(lambda x: x.‹m›m())
K.ofClass(lambda x: x.‹m›m())
K.free(lambda x: x.‹m›m())
K().free(lambda x: x.‹m›m())
K.plain(K(), lambda x: x.‹m›m())`,
  'functools.partial': `from functools import partial
import functools
class X:
  def ‹@m›m(self): pass
def ‹@f›f(a, b): return X()
g = partial(‹f›f, 1)
‹f()›g(2)
g(2).‹m›m()
functools.partial(f, 1)(2).‹m›m()
class K:
  def ‹@k›k(self, a): return X()
  def run(self):
    h = partial(self.‹k›k, 1)
    ‹k()›h().‹m›m()`,
  properties: `from functools import cached_property
import functools
class X:
  def ‹@m›m(self): pass
class K:
  @property
  def ‹@p›p(self): return X()
  @cached_property
  def ‹@q›q(self): return X()
  @functools.cached_property
  def ‹@r›r(self) -> X: pass
  @classmethod
  def ‹@c›make(cls): return cls()
  def run(self):
    self.‹p›p.‹m›m()
    self.‹q›q.‹m›m()
    self.‹r›r.‹m›m()
K().‹p›p.‹m›m()
K.‹c›make().‹q›q.‹m›m()`,
  'class attributes': `class X:
  def ‹@m›m(self): pass
class Y(X):
  pass
class K:
  x = X()
  kind = X
  table = {'a': X()}
  typed: 'X'
  def run(self):
    self.x.‹m›m()
    self.kind().‹m›m()
    self.table['a'].‹m›m()
    self.typed.‹m›m()
    K.x.‹m›m()
    type(self).x.‹m›m()
    self.__class__.x.‹m›m()
class L(K):
  def go(self): self.x.‹m›m()
K.x.‹m›m()
L().kind().‹m›m()`,
  factories: `class X:
  def ‹@m›m(self): pass
class Y:
  def ‹@n›m(self): pass
def make(kind):
  if kind: return X()
  return Y()
def typed() -> 'X': ...
def pick(): return X
def again(): return make_x()
def make_x():
  x = X()
  return x
class F:
  def create(self): return X()
  @staticmethod
  def new(): return X()
make(1).‹m,n›m()
typed().‹m›m()
pick()().‹m›m()
again().‹m›m()
F().create().‹m›m()
F.new().‹m›m()`,
};

test.each(Object.entries(cases))('%s', (_, text) => {
  const { actual, expected } = linksOf({ 'main.py': text });
  expect(actual).toEqual(expected);
});

/** Types that calls and classes get from their type parameters. */
import { expect, test } from 'vitest';
import { python } from '../../src/languages/python/python.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([python]);

const mw = `class Mw:
  def ‹@go›go(self): pass
class Other:
  def go(self): pass
`;

const cases: Record<string, string> = {
  'typing names that older versions lack': `import sys
from typing import Any
if sys.version_info >= (3, 11):
  from typing import Self
else:
  Self = Any
class A:
  def me(self) -> Self: ...
  def __enter__(self) -> Self: ...
  def ‹@a›m(self): pass
with A() as a: a.‹a›m(), a.me().‹a›m()`,
  'types in comments': `class ‹@A›A:
  def ‹@a›m(self): pass
class ‹@B›B:
  def ‹@b›m(self): pass
one = None  # type: ‹A›A
many = []  # type: list[‹B›B] # of them
class C:
  ‹@k›kept = None  # type: ‹A›A
  def __init__(self, x):
    self.‹@h›held = {
      1: x,
    }  # type: dict[str, ‹B›B]
    self.other = x  # type: ignore
  def f(self, a, *rest):
    # type: (‹A›A, *‹B›B) -> ‹B›B
    a.‹a›m()
    self.‹k›kept.‹a›m()
    self.‹h›held["x"].‹b›m()
def g(a, b=None):
  # type: (‹B›B, int) -> list[‹A›A]
  """Not: # type: () -> B"""
  a.‹b›m()
def h(a):
  a.‹?›m()  # type: (A) -> B
one.‹a›m(), many[0].‹b›m(), C(1).f(one).‹b›m(), g(one)[0].‹a›m()`,
  'type variables of functions': `from typing import Callable, TypeVar
${mw}T = TypeVar("T")
U = TypeVar("U", bound="Mw")
K = TypeVar("K")
def by_type(c: type[T]) -> T: return c()
def made(c: Callable[..., T]) -> T: return c()
def same(a: T) -> T: return a
def bounded(a: U) -> U:
  a.‹go›go()
  return a
def first(xs: list[T]) -> T: return xs[0]
def value(d: dict[K, T]) -> T: ...
def open(a: T):
  a.‹?›go()
def use(ms: list[Mw], d: dict[str, Mw], x):
  by_type(Mw).‹go›go()
  made(Mw).‹go›go()
  made(lambda: Mw()).‹go›go()
  same(Mw()).‹go›go()
  same(a=Mw()).‹go›go()
  same(x).‹?›go()
  bounded(Mw()).‹go›go()
  bounded(x).‹go›go()
  first(ms).‹go›go()
  value(d).‹go›go()`,
  'type variables of classes': `from typing import Generic, Protocol, TypeVar
${mw}T = TypeVar("T")
V = TypeVar("V")
class Box(Generic[T]):
  def __init__(self, v: T): self.v = v
  def get(self) -> T: return self.v
  def all(self) -> list[T]: ...
class Impl(Box[Mw]): pass
class Pair(Box[T], Protocol[V, T]): pass
def use(b: Box[Mw], i: Impl, p: Pair[Other, Mw]):
  b.get().‹go›go()
  b.v.‹go›go()
  for one in b.all(): one.‹go›go()
  i.get().‹go›go()
  i.v.‹go›go()
  p.get().‹go›go()
  Box(Mw()).get().‹go›go()
  Box[Mw](unknown).get().‹go›go()`,
  'a type variable for the receiver': `from typing import TypeVar
S = TypeVar("S", bound="A")
class A:
  def me(self: S) -> S: return self
  @classmethod
  def make(cls: type[S]) -> S: return cls()
class B(A):
  def ‹@n›n(self): pass
class Other:
  def n(self): pass
def use(b: B):
  b.me().‹n›n()
  B.make().‹n›n()`,
  'type parameters of classes and methods': `${mw}class Box[V]:
  def __init__(self, v: V): self.v = v
  def get(self) -> V: return self.v
  def same[X](self, x: X) -> X: return x
class Impl(Box[Mw]): pass
def of[X](c: type[X]) -> X: return c()
def use(b: Box[Mw], i: Impl):
  b.get().‹go›go()
  b.v.‹go›go()
  b.same(Mw()).‹go›go()
  i.get().‹go›go()
  Box(Mw()).get().‹go›go()
  of(Mw).‹go›go()`,
  'methods that have the names of types': `${mw}class ‹@kind›kind: pass
class A:
  def list(self): pass
  def kind(self): pass
  def find(self) -> list[Mw]: ...
  def first(self, x: ‹kind›kind): pass
  class ‹@inner›inner: pass
  def last(self) -> ‹inner›inner: ...
def use(a: A):
  for one in a.find(): one.‹go›go()`,
  'results of asynchronous generators and context managers': `from contextlib import asynccontextmanager
from typing import AsyncGenerator, AsyncIterator
${mw}@asynccontextmanager
async def cm() -> AsyncIterator[Mw]: yield Mw()
@asynccontextmanager
async def plain_cm(): yield Mw()
async def each() -> AsyncGenerator[Mw, None]: yield Mw()
async def plain_each(): yield Mw()
async def all() -> list[Mw]: return []
async def main():
  async with cm() as a: a.‹go›go()
  async with plain_cm() as b: b.‹go›go()
  async for c in each(): c.‹go›go()
  async for d in plain_each(): d.‹go›go()
  for e in await all(): e.‹go›go()
  for f in all(): f.‹?›go()`,
};

const sources: Record<string, Sources> = {
  ...Object.fromEntries(Object.entries(cases).map(([name, text]) => [name, { 'main.py': text }])),
  'type variables of other modules': {
    'types_.py': `from typing import TypeVar
T = TypeVar("T")
class KT: pass`,
    'box.py': `from typing import Generic, TypeVar
from types_ import T, KT
V = TypeVar("V")
class Box(Generic[V, T]):
  def __init__(self, v: V, t: T): self.t = t
  def get(self) -> T: return self.t
def same(k: KT, a: T) -> T: return a
def other(k: KT) -> KT: return k`,
    'main.py': `from box import Box, same, other
${mw}def use(b: Box[Other, Mw], x):
  b.get().‹go›go()
  b.t.‹go›go()
  same(x, Mw()).‹go›go()
  Box(Other(), Mw()).get().‹go›go()`,
  },
  'type aliases in other modules': {
    'al.py': `from typing import Union
class ‹@mode›Mode:
  def ‹@go›go(self): pass
class Other:
  def go(self): pass
‹@pair›Pair = tuple[str, int]
‹@table›Table = dict[str, Mode]
‹@same›Same = Mode
‹@either›Either = (
  Mode  # one
  | None
)
‹@many›Many = str | list[‹mode›Mode]
‹@open›Open = Mode | Other
‹@union›U = Union[str, int]
X = tuple[int, list[‹union›U]]`,
    'use.py': `import al
from al import Pair, Table, Same, Either, Many, Open, U
def f(a: ‹pair›Pair, b: ‹table›Table, c: ‹same›Same, d: ‹either›Either, e: ‹many›Many, g: ‹open›Open, h: ‹union›U):
  for one in b.values(): one.‹go›go()
  c.‹go›go()
  d.‹go›go()
  for one in e: one.‹go›go()
def g(a: al.‹pair›Pair, b: al.‹either›Either, c: al.‹union›U): pass
print(‹union›U, al.‹union›U)`,
    'star.py': `from al import *
def f(a: ‹same›Same, b: ‹pair›Pair): a.‹go›go()`,
  },
};

test.each(Object.entries(sources))('%s', (_, texts) => {
  const { actual, expected } = linksOf(texts);
  expect(actual).toEqual(expected);
});

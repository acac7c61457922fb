/** The class that has a member, where several could; attributes of objects; elements of lists. */
import { expect, test } from 'vitest';
import { python } from '../../src/languages/python/python.ts';
import { openLinkComparison } from './marked-sources.ts';

const linksOf = await openLinkComparison([python]);

const cases: Record<string, string> = {
  'the bases of a class in method resolution order': `class D:
  def ‹@d›m(self): pass
class B(D): pass
class C(D):
  def ‹@c›m(self): pass
  @classmethod
  def ‹@k›k(cls): pass
class A(B, C):
  def f(self):
    super().‹c›m()
A().‹c›m()
A.‹k›k()`,
  'the class of the receiver': `class Graph:
  def copy(self): return self.__class__()
  def of_type(self): return type(self)()
  @classmethod
  def make(cls): return cls()
  def kept(self, deep):
    if deep: return self
    made = self.__class__()
    made.first()
    return made
  def plain(self): return Graph()
  def ‹@g›add(self): pass
class Multi(Graph):
  def ‹@m›add(self): pass
def f(m: Multi, g: Graph):
  m.copy().‹m›add()
  m.of_type().‹m›add()
  m.kept().‹m›add()
  m.plain().‹g›add()
  Multi.make().‹m›add()
  g.copy().‹g›add()
  Graph.make().‹g›add()`,
  'super of a base outside of the project': `import outside
from other import Client
from flask import Flask as Base
class A(Client):
  def set_cookie(self):
    super().‹-›set_cookie()
class B(outside.Session, Base):
  def set_cookie(self): super(B, self).‹-›set_cookie()
class C(A):
  def set_cookie(self): super().‹set_cookie›set_cookie()
def made(base):
  class D(base):
    def go(self): super().‹?›go()`.replace('def set_cookie', 'def ‹@set_cookie›set_cookie'),
  'super with an explicit class': `class Root:
  def ‹@r›m(self): pass
class A(Root):
  def ‹@a›m(self): pass
class B(Root):
  def ‹@b›m(self): pass
class C(A, B):
  def m(self):
    super(A, self).‹b›m()
    super(C, self).‹a›m()
    super(Root, self).‹-›m()
class D(A):
  def m(self):
    super(A, self).‹r›m()`,
  descriptors: `from typing import Generic, TypeVar
T = TypeVar("T")
class Stats:
  def ‹@i›inc(self): pass
class Other:
  def inc(self): pass
class Plain:
  def __get__(self, instance, owner=None) -> Stats: ...
  def ‹@p›inc(self): pass
class Late(Generic[T]):
  def __init__(self, f): self.f = f
  def __get__(self, instance, owner=None) -> T: ...
class Open:
  def __get__(self, instance, owner=None): return self.x.unknown()
class C:
  plain = Plain()
  late: Late[Stats] = Late(3)
  made = Late[Stats](3)
  open = Open()
  def __init__(self): self.own = Plain()
  @property
  def given(self): return Plain()
def f(c: C):
  c.plain.‹i›inc()
  C.plain.‹i›inc()
  c.late.‹i›inc()
  c.made.‹i›inc()
  c.open.‹?›inc()
  c.own.‹p›inc()
  c.given.‹p›inc()`,
  'members that only subclasses have': `class A:
  def f(self): self.‹b,c›m()
class B(A):
  def ‹@b›m(self): pass
class C(A):
  def ‹@c›m(self): pass`,
  'items and elements by the special methods of a class': `class X:
  def ‹@m›m(self): pass
class Box:
  def __getitem__(self, key): return X()
class Walk:
  def __iter__(self): return self
  def __next__(self): return X()
Box()[0].‹m›m()
for one in Walk(): one.‹m›m()`,
  'elements added to a list, a set, a dictionary': `class X:
  def ‹@m›m(self): pass
items = []
items.append(X())
items[0].‹m›m()
table = {}
def put(key): table[key] = X()
table[name].‹m›m()
class Box:
  def __init__(self): self.all = []
  def add(self): self.all.append(X())
  def f(self):
    for one in self.all: one.‹m›m()`,
  'attributes whose assigned value has no known type': `class A:
  total = 0
  def __init__(self, c, x):
    self.‹@lit›lit = {}
    self.‹@made›made = dict(x)
    self.‹@all›all = {k: k for k in x}
    self.‹@either›either = {} if c else dict(x)
class Other:
  def __init__(self):
    self.lit, self.made, self.all, self.either = {}, {}, {}, {}
def f(a: A): a.‹lit›lit, a.‹made›made, a.‹all›all, a.‹either›either`,
  'None first, then an unknown value': `class G:
  def add(self): pass
class X:
  def ‹@x›m(self): pass
class O:
  def add(self): pass
  def m(self): pass
def f(gs):
  r = None
  for g in gs:
    r = g.__class__()
  r.‹?›add()
def g():
  r = None
  r.‹-›add()
class W:
  none = None
  made = None
  def __init__(self, x):
    self.none = dict(x)
    self.made = X()
    self.a = None
    self.b = None
    self.c = None
  def set(self, x):
    self.a = x.unknown()
    self.b = {}
  def use(self):
    self.none.‹?›add()
    self.made.‹x›m()
    self.a.‹?›add()
    self.b.‹?›add()
    self.c.‹-›add()`,
  'a receiver that is updated in place': `class S:
  def __init__(self, given):
    self.‹@m›m = 1
    self |= given
    self.‹a›add(given)
  def ‹@a›add(self, given): return self.‹m›m`,
  'the body of a class is read from top to bottom': `def ‹@f›hook(f): return f
def ‹@list›many(f): return f
class ‹@T›Thing: pass
class ‹@O›Other: pass
class S:
  first = [‹T›Thing, ‹list›many]
  @‹f›hook
  def ‹@h›hook(self): pass
  @‹h›hook
  def next(self, given=‹h›hook): pass
  Thing: ‹T›Thing = ‹T›Thing
  Other: ‹O›Other
  another: ‹O›Other
  later: "‹l›Later"
  ‹@l›Later = Thing
  many = ‹list›many(3)
  list = list(first)
  def inside(self): return ‹list›many, ‹T›Thing`,
  'assignments in a method to an attribute that a base class declares': `class R:
  def ‹@r›run(self): pass
class Base:
  ‹@k›kept = None
  def __init__(self):
    self.‹@n›n: int | None = None
    self.‹@made›made = None
class Middle(Base):
  def set(self):
    self.‹made›made = R()
class Sub(Middle):
  def close(self):
    self.‹n›n = self.‹k›kept = 1
    self.‹made›made = None
    self.‹made›made.‹r›run()
    return self.‹n›n
def f(s: Sub):
  s.‹n›n = s.‹k›kept`,
  'what is entered': `from contextlib import contextmanager, ExitStack
class Conn:
  def ‹@c›run(self): pass
class Manager:
  def __enter__(self) -> Conn: ...
  def ‹@m›run(self): pass
class Own:
  def __enter__(self): return self
  def ‹@o›run(self): pass
class Heir(Own): pass
class Pool:
  async def __aenter__(self): return Conn()
  def ‹@p›run(self): pass
class Open:
  def __enter__(self): return self.unknown()
  def run(self): pass
@contextmanager
def opened():
  yield Conn()
def f(plain: Conn):
  with Manager() as a, Heir() as b, opened() as c:
    a.‹c›run(), b.‹o›run(), c.‹c›run()
  with Open() as d, plain as e:
    d.‹?›run(), e.‹c›run()
  Manager().‹m›run()
  with ExitStack() as stack:
    stack.enter_context(Manager()).‹c›run()
async def g():
  async with Pool() as a:
    with Manager() as b:
      a.‹c›run(), b.‹c›run()`,
  slices: `class A:
  def ‹@a›m(self): pass
class B:
  def ‹@b›m(self): pass
class Text:
  def __getitem__(self, key) -> A: ...
  def ‹@t›m(self): pass
class Rows:
  def __getitem__(self, key): return self.get(key)
  def ‹@r›m(self): pass
all = [A(), B()]
all[:1][0].‹a›m()
all[0:][1].‹b›m()
all[1:][0].‹b›m()
all[1 : 2][0].‹b›m()
all[-1:][0].‹a,b›m()
all[::2][0].‹a,b›m()
for one in all[1:]: one.‹a,b›m()
Text()[1:].‹a›m()
Rows()[1:].‹r›m()`,
  'exceptions that tests expect': `import pytest
from pytest import raises
from own import raises as others
class E(Exception):
  def __init__(self, code): self.‹@c›code = code
class F(E):
  ‹@f›flag = 1
class Helper:
  def raises(self, kind): return self
  ‹@v›value = 1
def test_one(self):
  with pytest.raises(E, match="x") as a, raises((F, ValueError)) as b:
    pass
  a.value.‹c›code, b.value.‹f›flag
  with self.assertRaises(F) as d:
    pass
  d.exception.‹f›flag
  with others(E) as e:
    pass
  e.value.‹-›code
  with pytest.raises(KeyError) as g:
    pass
  g.value.‹-›code
  Helper().raises(E).‹v›value
  pytest.raises(F, test_one).value.‹f›flag`,
  'library functions that return their argument': `import copy
import itertools as it
from itertools import chain, zip_longest
from asyncio import create_task
class A:
  def ‹@a›m(self): pass
class B:
  def ‹@b›m(self): pass
class Own:
  def copy(self) -> B: ...
async def made(): return A()
async def f(some: list[A], others: list[B], own: Own):
  copy.copy(some[0]).‹a›m()
  own.copy().‹b›m()
  for a in chain(some, others): a.‹a,b›m()
  for b in chain.from_iterable([some]): b.‹a›m()
  for c, d in zip_longest(some, others): c.‹a›m(), d.‹b›m()
  for e in it.islice(others, 3): e.‹b›m()
  for key, group in it.groupby(some):
    for g in group: g.‹a›m()
  (await create_task(made())).‹a›m()`,
  'fields of named tuples by index': `from typing import NamedTuple
class A:
  def ‹@a›m(self): pass
class B:
  def ‹@b›m(self): pass
class Pair(NamedTuple):
  a: A
  b: B = B()
  def swapped(self) -> "Pair": ...
class Same(Pair): pass
def f(all: list[Pair], one: Same):
  for a, b in all: a.‹a›m(), b.‹b›m()
  c, d = one.swapped()
  c.‹a›m(), d.‹b›m()
  one[1].‹b›m()`,
  'an addition to an attribute does not declare it': `class A:
  def __init__(self): self.‹@n›n = {}
class B(A):
  def m(self):
    self.‹n›n += 1
    return self.‹n›n`,
};

test.each(Object.entries(cases))('%s', (_, text) => {
  const { actual, expected } = linksOf({ 'main.py': text });
  expect(actual).toEqual(expected);
});

/** Calls in a file give types to parameters, and functions pass on what they return. */
import { expect, test } from 'vitest';
import { python } from '../../src/languages/python/python.ts';
import { openLinkComparison } from './marked-sources.ts';

const linksOf = await openLinkComparison([python]);

const cases: Record<string, string> = {
  'an argument by its name': `class A:
  def ‹@m›m(self): pass
def f(x, y): y.‹m›m()
f(1, y=A())`,
  'variadic arguments': `class A:
  def ‹@m›m(self): pass
def f(*rest): rest[1].‹m›m()
f(1, A())`,
  'a function that returns its argument': `class A:
  def ‹@m›m(self): pass
class B:
  def ‹@n›n(self): pass
def same(x): return x
same(A()).‹m›m()
same(x=B()).‹n›n()`,
  'a function that returns a member of its argument, for each call': `class A:
  def ‹@m›m(self): pass
class B:
  def ‹@n›m(self): pass
class HasA:
  def __init__(self): self.one = A()
class HasB:
  def __init__(self): self.one = B()
def get(x): return x.one
get(HasA()).‹m›m()
get(x=HasB()).‹n›m()`,
  'a lambda in a variable': `class A:
  def ‹@m›m(self): pass
f = lambda x: x.‹m›m()
f(A())`,
  'a keyword for a field': `from dataclasses import dataclass
from typing import NamedTuple
@dataclass
class Base:
  ‹@n›name: str = ''
  ‹@i›items: list = None
  @property
  def made(self): pass
@dataclass(frozen=True)
class Line(Base):
  ‹@d›depth: int = 0
  @classmethod
  def make(cls): return cls(‹d›depth=1)
class Pair(NamedTuple):
  ‹@z›z: int
  w = 1
Line(‹d›depth=1, ‹n›name='x', ‹i›items=[], ‹-›made=1, ‹-›other=2)
Pair(‹z›z=1, ‹-›w=2)`,
  'a keyword for a parameter': `class Plain:
  depth: int = 0
  def __init__(self, depth): pass
class Heir(Plain):
  depth: int = 1
def Maker(depth): pass
Maker.depth = 1
Plain(‹-›depth=1), Heir(‹-›depth=1), Maker(‹-›depth=1)`,
};

test('a class that is passed to a function that calls it', () => {
  const { actual, expected } = linksOf({
    'm.py': `class Graph:
  def ‹@g›add(self): pass
class Multi(Graph):
  def ‹@m›add(self): pass
def empty(kind=Graph): return kind()
def kept(n, kind=Graph):
  g = kind()
  g.first()
  return g
def other(kind=None):
  kind = kind or Graph
  return kind()
empty().‹g›add()
empty(Multi).‹m›add()`,
    't.py': `from m import empty, kept, other, Multi
def make(): return Multi()
empty(Multi).‹m›add()
empty(kind=Multi).‹m›add()
empty(make).‹m›add()
empty(unknown.x).‹-›add()
empty().‹g›add()
kept(1, Multi).‹m›add()
kept(1).‹g›add()
other().‹g›add()`,
  });
  expect(actual).toEqual(expected);
});

test.each(Object.entries(cases))('%s', (_, text) => {
  const { actual, expected } = linksOf({ 'main.py': text });
  expect(actual).toEqual(expected);
});

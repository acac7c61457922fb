/** `isinstance` narrows variables and attributes, where the check applies and nowhere else. */
import { expect, test } from 'vitest';
import { python } from '../../src/languages/python/python.ts';
import { openLinkComparison } from './marked-sources.ts';

const linksOf = await openLinkComparison([python]);

const classes = `from typing import Union
class Q:
  def ‹@q›m(self): pass
class R:
  def ‹@r›m(self): pass
class S(R):
  def ‹@s›m(self): pass
class Other:
  def m(self): pass
`;

const cases: Record<string, string> = {
  attributes: `class K:
  def __init__(self, s): self.s = s
  def f(self):
    if isinstance(self.s, Q): self.s.‹q›m()
    self.s.‹?›m()
    return isinstance(self.s, R) and self.s.‹r›m()
  def g(self):
    if isinstance(self.s, Q):
      self.s = self.next()
      self.s.‹?›m()
  def h(self):
    if isinstance(self.s, Q):
      def later(): self.s.‹?›m()
      return [self.s.‹q›m() for one in []]
def f(k):
  assert isinstance(k.a.s, Q)
  k.a.s.‹q›m()
  k.b.s.‹?›m()
def g(k):
  if isinstance(k.s, Q):
    k = k.next
    k.s.‹?›m()
def h(k: K):
  k.s.‹?›m()`,
  'an excluded class, after an early exit': `def f(v: Union[Q, R]):
  if isinstance(v, Q):
    v.‹q›m()
    return
  v.‹r›m()
def g(v: Union[Q, R, S]):
  if isinstance(v, Q) or isinstance(v, S): return
  v.‹r›m()`,
  'an excluded class, in the else branch': `def f(v: Union[Q, R]):
  if isinstance(v, Q):
    v.‹q›m()
  else:
    v.‹r›m()
  v.‹q,r›m()
def g(v: Union[Q, R]):
  if not isinstance(v, Q):
    v.‹r›m()
  else:
    v.‹q›m()
def h(v: Union[Q, S]): return v.‹q›m() if not isinstance(v, R) else v.‹r›m()
def i(v: Union[Q, R, S]):
  if isinstance(v, Q): pass
  elif isinstance(v, S): v.‹s›m()
  else: v.‹r›m()`,
  'an excluded external class': `def f(v: Union[Q, R]):
  if isinstance(v, (str, unknown)): return
  v.‹q,r›m()`,
  'a variable has its last value': `def f():
  v = Q()
  v.‹q›m()
  v = R()
  v.‹r›m()
def g(v: Other):
  v.‹?›n()
def h(v):
  v = Q(v)
  v.‹q›m()
def i(c):
  v = Q()
  v.‹q›m()
  v = R()
  if c: v = S()
  v.‹q,r,s›m()
def j(all):
  v = Q()
  v.‹q›m()
  v = R()
  v.‹q,r›m()
  for k, v in all: pass
def k():
  v = Q()
  def later(): v.‹q,r›m()
  v = R()
  v.‹r›m()
  return later
def l(all):
  for one in all:
    v = Q()
    v.‹q›m()
    v = R()
    v.‹r›m()
  return v.‹q,r›m()
def n():
  v = Q()
  v.x = 1
  vv = v.‹q›m()
  v = R()
  if v <= vv: v.‹r›m()
def m():
  v = list(all)
  v = list()
  v.append(Q())
  v[0].‹q›m()`,
  'a check that excludes everything': `def f(v):
  if isinstance(v, Q): return
  v.‹?›m()
f(Q())`,
};

test.each(Object.entries(cases))('%s', (_, text) => {
  const { actual, expected } = linksOf({ 'main.py': `${classes}${text}` });
  expect(actual).toEqual(expected);
});

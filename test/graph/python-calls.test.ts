/** What calls of a file tell of its functions' parameters, and what functions give back. */
import { expect, test } from 'vitest';
import { python } from '../../src/languages/python/python.ts';
import { openLinks } from './marked-sources.ts';

const linksOf = await openLinks([python]);

const cases: Record<string, string> = {
  'an argument by its name': `class A:
  def ‹@m›m(self): pass
def f(x, y): y.‹m›m()
f(1, y=A())`,
  'arguments in a row': `class A:
  def ‹@m›m(self): pass
def f(*rest): rest[1].‹m›m()
f(1, A())`,
  'a function that gives its argument back': `class A:
  def ‹@m›m(self): pass
class B:
  def ‹@n›n(self): pass
def same(x): return x
same(A()).‹m›m()
same(x=B()).‹n›n()`,
  'a lambda that a variable holds': `class A:
  def ‹@m›m(self): pass
f = lambda x: x.‹m›m()
f(A())`,
};

test.each(Object.entries(cases))('%s', (_, text) => {
  const { actual, expected } = linksOf({ 'main.py': text });
  expect(actual).toEqual(expected);
});

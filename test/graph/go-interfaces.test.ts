/** Interfaces that types implement implicitly. */
import { describe, expect, test } from 'vitest';
import { implicitImplementations } from '../../src/graph/links/method-sets.ts';
import { go } from '../../src/languages/go/go.ts';
import { openPrograms } from './marked-sources.ts';
import { readMarks, targetNames, type Sources } from './marks.ts';

const programOf = await openPrograms([go]);

interface Case {
  name: string;
  files: Sources;
  /** `type: interface (method of the interface > method that runs, …)`. */
  expected: string[];
}

const cases: Case[] = [
  {
    name: 'methods of several files and packages; pointers; types that are no structs',
    files: {
      'go.mod': 'module m\n',
      'a.go':
        'package m\ntype ‹@I›I interface { ‹@iRun›Run(n int) (string, error); ‹@iStop›Stop() }\ntype Empty interface{}\n',
      'x/x.go': 'package x\ntype ‹@X›X struct{}\nfunc (x *X) ‹@xRun›Run(int) (s string, e error) { return }\n',
      'x/y.go': 'package x\nfunc (x X) ‹@xStop›Stop() {}\n',
      'z.go':
        'package m\ntype ‹@F›F func()\nfunc (F) ‹@fRun›Run(n int) (string, error) { return "", nil }\nfunc (F) ‹@fStop›Stop() {}\n',
    },
    expected: ['X: I (iRun > xRun, iStop > xStop)', 'F: I (iRun > fRun, iStop > fStop)'],
  },
  {
    name: 'different numbers or types of parameters and results, and missing methods, do not match',
    files: {
      'a.go': `package m
type ‹@I›I interface { ‹@iDo›Do(a int, b ...string) error }
type A struct{}
func (A) Do(a int) error { return nil }
type B struct{}
func (B) Do(a int, b ...string) {}
type C struct{}
func (C) Do(a int, b []string) error { return nil }
type D struct{}
func (D) Do(a string, b ...string) error { return nil }
type E struct{ Do func(a int, b ...string) error }
type ‹@G›G struct{}
func (G) ‹@gDo›Do(_ int, rest ...string) error { return nil }`,
    },
    expected: ['G: I (iDo > gDo)'],
  },
  {
    name: 'embedded interfaces and embedded types; the nearest method counts',
    files: {
      'a.go': `package m
import "io"
type ‹@R›R interface { ‹@r›Read() }
type ‹@RW›RW interface { R; ‹@w›Write() }
type ‹@RC›RC interface { R; io.Closer }
type ‹@Base›Base struct{}
func (Base) ‹@bRead›Read() {}
func (*Base) ‹@bWrite›Write() {}
type ‹@Outer›Outer struct { *Base }
func (Outer) ‹@oWrite›Write() {}
type ‹@Wrap›Wrap struct { R }`,
    },
    expected: [
      'Base: R (r > bRead)',
      'Outer: R (r > bRead)',
      'Wrap: R ()',
      'Base: RW (w > bWrite, r > bRead)',
      'Outer: RW (w > oWrite, r > bRead)',
      'Base: RC (r > bRead)',
      'Outer: RC (r > bRead)',
      'Wrap: RC ()',
    ],
  },
  {
    name: 'methods that are not exported belong to their package; aliases and type parameters fit what they stand for',
    files: {
      'go.mod': 'module m\n',
      'a.go': `package m
type H = map[string]any
type ‹@I›I interface { ‹@ihid›hidden() }
type ‹@J›J interface { ‹@j›Take(H) }
type ‹@S›Store[T any] interface { ‹@get›Get() T }
type ‹@A›A struct{}
func (A) ‹@ahid›hidden() {}`,
      'x/x.go': `package x
import "m"
type ‹@X›X struct{}
func (X) hidden() {}
func (X) ‹@xt›Take(m map[string]any) {}
func (X) ‹@xg›Get() m.A { return m.A{} }`,
    },
    expected: ['A: I (ihid > ahid)', 'X: J (j > xt)', 'X: S (get > xg)'],
  },
  {
    name: 'nothing to implement',
    files: { 'a.go': 'package m\ntype N interface{ ~int | string }\ntype A int\n' },
    expected: [],
  },
];

describe('implicit implementations', () => {
  test.each(cases)('$name', ({ files, expected }) => {
    const { texts, marks } = readMarks(files);
    const nameOf = targetNames(marks);
    const actual = implicitImplementations(programOf(texts)).map(({ type, contract, methods }) => {
      const pairs = methods.map(({ declared, implemented }) => `${nameOf(declared)} > ${nameOf(implemented)}`);
      return `${nameOf(type)}: ${nameOf(contract)} (${pairs.join(', ')})`;
    });
    expect(actual).toEqual(expected);
  });
});

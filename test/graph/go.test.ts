/** Links of Go: packages, methods by receiver, embedding, containers, narrowing, generics. */
import { describe, expect, test } from 'vitest';
import { startInference } from '../../src/graph/infer/inference.ts';
import { linkSite } from '../../src/graph/links/shared-links.ts';
import { go } from '../../src/languages/go/go.ts';
import { openLinkComparison, openPrograms, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([go]);
const programOf = await openPrograms([go]);

interface Case {
  name: string;
  files: Sources;
}

function one(name: string, body: string): Case {
  return { name, files: { 'a.go': `package a\n${body}` } };
}

const dep = 'type Dep struct{ ‹@n›n int }\nfunc (d *Dep) ‹@go_›Go() *Dep { return d }\n';

const packages: Case[] = [
  {
    name: 'files of a package see each other; others by import, alias, dot and with a version in the path',
    files: {
      'go.mod': 'module example.org/shop\n',
      'a.go': 'package shop\nfunc f() { ‹g›g(); ‹Limit›Limit++ }\n',
      'b.go': 'package shop\nfunc ‹@g›g() {}\nvar ‹@Limit›Limit = 1\n',
      'stock/v2/stock.go':
        'package stock\ntype ‹@Item›Item struct { ‹@ID›ID int }\nfunc ‹@New›New() *‹Item›Item { return &‹Item›Item{‹ID›ID: 1} }\nfunc (i *Item) ‹@Sell›Sell() {}\n',
      'cmd/main.go': `package main
import (
  "example.org/shop"
  "example.org/shop/stock/v2"
  . "example.org/shop/stock/v2"
  st "example.org/shop/stock/v2"
  "fmt"
)
func main() {
  fmt.‹-›Println(shop.‹Limit›Limit)
  stock.‹New›New().‹Sell›Sell()
  var i st.‹Item›Item
  i.‹Sell›Sell()
  ‹New›New().‹ID›ID = 2
}`,
    },
  },
  {
    name: 'a package whose name is not that of its folder; variables of other files before a dot',
    files: {
      'go.mod': 'module example.org/m\n',
      'go-yaml/y.go': 'package yaml\nfunc ‹@Parse›Parse() {}\n',
      'x/lib/l.go': 'package strange\nfunc ‹@Do›Do() {}\n',
      'a.go':
        'package m\nimport (\n"example.org/m/go-yaml"\n"fmt"\n)\nfunc f() { yaml.‹Parse›Parse(); ‹shared›shared.‹Run›Run(); fmt.Println() }\n',
      'b.go':
        'package m\nimport "example.org/m/x/lib"\ntype T struct{}\nfunc (T) ‹@Run›Run() {}\nvar ‹@shared›shared T\nfunc g() { strange.‹Do›Do() }\n',
    },
  },
  {
    name: 'test packages: inside and outside; files that builds leave out are programs of their own',
    files: {
      'go.mod': 'module m\n',
      'a.go': 'package m\nfunc ‹@f›f() {}\nfunc ‹@F›F() {}\nfunc ‹@main›run() {}\n',
      'gen.go': '//go:build ignore\n\npackage main\nfunc ‹@own›run() {}\nfunc main() { ‹own›run(); ‹-›f() }\n',
      'a_test.go': 'package m\nfunc t() { ‹f›f(); ‹main›run() }\n',
      'x_test.go': 'package m_test\nimport "m"\nfunc t() { m.‹F›F(); ‹-›f(); ‹h›h() }\n',
      'y_test.go': 'package m_test\nfunc ‹@h›h() {}\n',
    },
  },
  {
    name: 'methods, fields and embedded types across files and packages',
    files: {
      'go.mod': 'module m\n',
      'a.go': 'package m\nimport "m/base"\ntype T struct {\n *base.‹Base›Base\n ‹@name›name string\n}\n',
      'b.go':
        'package m\nfunc (t *T) ‹@A›A() { t.‹B›B(); t.‹name›name = ""; t.‹Hello›Hello(); t.Base.‹Hello›Hello(); t.‹?›Nothing() }\n',
      'c.go': 'package m\nfunc (t T) ‹@B›B() { t.‹A›A() }\nfunc g() { f := T.‹B›B; f(T{}); (*T).‹A›A(nil) }\n',
      'base/b.go': 'package base\ntype ‹@Base›Base struct{}\nfunc (Base) ‹@Hello›Hello() {}\n',
    },
  },
];

const values: Case[] = [
  one(
    'parameters, results, several results',
    `${dep}
func pair() (*Dep, error) { return nil, nil }
func named() (d *Dep, n int) { d.‹go_›Go(); return }
func f(p Dep, q ...*Dep) {
  d, err := pair()
  d.‹go_›Go().‹n›n++
  if d2, _ := named(); d2 != nil { d2.‹go_›Go() }
  p.‹go_›Go(); q[0].‹go_›Go()
  for _, x := range q { x.‹go_›Go() }
  var a, b = pair()
  a.‹go_›Go()
  _, _ = err, b
}`,
  ),
  one(
    'slices, maps, channels, arrays, and types defined by them',
    `${dep}
type Deps []*Dep
type Table map[Dep]*Dep
type Queue chan *Dep
func f(s [][]Dep, m map[*Dep]Deps, ch <-chan *Dep, t Table, q Queue) {
  s[0][1].‹go_›Go(); s[0][1:][0].‹go_›Go()
  for k, v := range m { k.‹go_›Go(); v[0].‹go_›Go(); for _, d := range v { d.‹go_›Go() } }
  for d := range ch { d.‹go_›Go() }
  for d := range q { d.‹go_›Go() }
  (<-q).‹go_›Go()
  for k := range t { k.‹go_›Go() }
  d, ok := <-ch; d.‹go_›Go(); _ = ok
  if d, ok := m[nil]; ok { d[0].‹go_›Go() }
  select { case d := <-ch: d.‹go_›Go(); case d, ok := <-ch: d.‹go_›Go(); _ = ok }
  list := append([]*Dep{}, nil); list[0].‹go_›Go()
  made := make(map[string]*Dep); made["x"].‹go_›Go()
  new(Dep).‹go_›Go()
}`,
  ),
  one(
    'composite literals: fields of structs, keys of maps, elided types',
    `${dep}
type ‹@In›In struct { ‹@x›x int }
type Out struct { ‹@in›in In; ‹@all›all []In; ‹@by›by map[In]*In }
const ‹@key›key = "k"
type Named map[string]In
var v = Out{‹in›in: ‹In›In{‹x›x: 1}, ‹all›all: []‹In›In{{‹x›x: 2}, {3}}, ‹by›by: map[In]*In{{‹x›x: 1}: {‹x›x: 2}}}
var n = Named{‹key›key: {‹x›x: 1}}
var tests = []struct{ ‹@name›name string; ‹@want›want In }{{‹name›name: "a", ‹want›want: In{‹x›x: 1}}}
func f() { for _, tt := range tests { _ = tt.‹want›want.‹x›x } }`,
  ),
  one(
    'assertions and type switches',
    `${dep}
type Other struct{}
func (Other) ‹@o›O() {}
func f(x any) {
  if d, ok := x.(*Dep); ok { d.‹go_›Go() }
  x.(Other).‹o›O()
  switch v := x.(type) {
  case *Dep: v.‹go_›Go()
  case Other: v.‹o›O()
  case nil, int: _ = v
  }
}`,
  ),
  one(
    'names are visible from their declaration on',
    `${dep}
type Other struct{ ‹@d›d *Dep }
func (Other) ‹@o›O() {}
func f(x Other) {
  x.‹o›O()
  if x := x.‹d›d; x != nil { x.‹go_›Go() }
  { x.‹o›O(); x := x.d; x.‹go_›Go() }
  x.‹o›O()
}`,
  ),
  one(
    'interfaces, embedded ones, and methods of types that are defined by others',
    `${dep}
type ‹@R›Reader interface { ‹@Read›Read() *Dep }
type RW interface { ‹R›Reader; ‹@Write›Write() }
type Kind int
const ( A Kind = iota; ‹@B›B; C )
func (k Kind) ‹@Str›String() string { return "" }
type Handler func(d *Dep) *Dep
func (h Handler) ‹@Serve›Serve() { h(nil).‹go_›Go() }
type Alias = Dep
func (a *Alias) ‹@via›Via() {}
type Copy Dep
func f(rw RW, h Handler, a *Alias, c Copy) {
  rw.‹Read›Read().‹go_›Go(); rw.‹Write›Write(); ‹B›B.‹Str›String(); C.‹Str›String(); Kind(1).‹Str›String()
  Handler(nil).‹Serve›Serve(); a.‹go_›Go(); a.‹via›Via(); (&Dep{}).‹via›Via(); Alias{}.‹n›n++; c.‹n›n++
}`,
  ),
  one(
    'closures, function values, defer and go',
    `${dep}
var ‹@OnChange›OnChange = func(d *Dep) *Dep { return d.‹go_›Go() }
func ‹@make_›makeIt() func(d *Dep) *Dep { return func(d *Dep) *Dep { return d } }
func f(d *Dep) {
  ‹OnChange()›OnChange(d).‹go_›Go()
  ‹make_›makeIt()(d).‹go_›Go()
  run := makeIt
  ‹make_()›run()
  go func(d *Dep) { d.‹go_›Go() }(d)
  defer d.‹go_›Go()
L:
  for { break L }
}`,
  ),
  one(
    'generics: functions by their arguments, types by their type arguments',
    `${dep}
type List[T any] struct { ‹@items›items []T; next *List[T] }
func (l *List[E]) ‹@At›At(i int) E { l.‹items›items[i]; return l.items[i] }
func (l *List[E]) All() []E { return l.items }
func Map[A, B any](xs []A, f func(A) B) []B { return nil }
func ‹@First›First[T any](xs ...T) T { return xs[0] }
func Zero[T any]() (t T) { return }
func f(l *List[*Dep], ds []*Dep) {
  l.‹At›At(1).‹go_›Go(); l.next.‹At›At(1).‹go_›Go()
  for _, d := range l.All() { d.‹go_›Go() }
  ‹First›First(ds...).‹go_›Go(); First(ds[0]).‹go_›Go()
  Zero[*Dep]().‹go_›Go()
  ‹First›First[*Dep](nil).‹go_›Go()
  Map(ds, func(d *Dep) *List[Dep] { return nil })[0].‹At›At(1).‹go_›Go()
  (&List[Dep]{}).‹At›At(0).‹go_›Go()
}`,
  ),
  one(
    'conversions call nothing',
    `
type ‹@T›T struct{}
func f(x any) { ‹T›T(x); _ = string(x.(T)) }`,
  ),
];

describe('Go', () => {
  test.each([...packages, ...values])('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });

  test('a conversion to a type of another file is not a call', () => {
    const { actual, expected } = linksOf({
      'a.go': 'package a\nfunc f() { ‹T›T(1); ‹U›U(1).‹m›m(); ‹I›I(nil).‹n›n() }\n',
      'b.go': 'package a\ntype ‹@T›T int\ntype ‹@U›U struct{}\nfunc (U) ‹@m›m() {}\ntype ‹@I›I interface{ ‹@n›n() }\n',
    });
    expect(actual).toEqual(expected);
    const program = programOf(
      new Map([
        ['a.go', 'package a\nfunc f() { T(1) }\n'],
        ['b.go', 'package a\ntype T int\n'],
      ]),
    );
    const { targets, callees } = linkSite(startInference(program), program.file('a.go')!, 0);
    expect([targets.length, callees.length]).toEqual([1, 0]);
  });
});

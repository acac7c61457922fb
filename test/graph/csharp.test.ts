/** Links of C#: namespaces and usings, members, overloads, extension methods, partial and generic types, lambdas, patterns. */
import { describe, expect, it, test } from 'vitest';
import { openSummaryCollector } from '../../bench/graph/tree-summary.ts';
import { csharp } from '../../src/languages/csharp/csharp.ts';
import { entityWidth, siteWidth } from '../../src/model/file-summary.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([csharp], { everySite: true });
const collect = await openSummaryCollector(csharp);

function one(name: string, text: string): [string, Sources] {
  return [name, { 'A.cs': text }];
}

const dep =
  'class ‹@Dep›Dep { public Dep ‹@go›Go() { return this; } public static Dep ‹@make›Make() => null; public string Name; }\n';

const cases: [string, Sources][] = [
  [
    'types of the namespace, of the enclosing ones, imported ones, static ones, aliases, full names',
    {
      'Main.cs': `using Shop.Stock; using static Shop.Tools.Maths; using Alias = Shop.Stock.‹Item›Item; using System;
namespace Shop.App {
  class Main { ‹Near›Near near; ‹Around›Around around; ‹Item›Item item; ‹Item›Alias other; Shop.Stock.‹Item›Item full; Stock.‹Item›Item part; ‹-›Console c;
    void F() { near.‹goNear›Go(); item.‹sell›Sell(); other.‹sell›Sell(); ‹add›Add(1, 2); full.‹sell›Sell(); part.‹sell›Sell(); Shop.Stock.Item.‹makeItem›Make(); new ‹Item›Item(); ‹-›Console.‹-›WriteLine(); } } }`,
      'Near.cs': 'namespace Shop.App;\npublic class ‹@Near›Near { public void ‹@goNear›Go() {} }',
      'Around.cs': 'namespace Shop { class ‹@Around›Around {} }',
      'Item.cs': `namespace Shop.Stock { public class ‹@Item›Item { public void ‹@sell›Sell() {} public static Item ‹@makeItem›Make() => null; } }
`,
      'Maths.cs': 'namespace Shop.Tools { static class Maths { public static int ‹@add›Add(int a, int b) => a + b; } }',
    },
  ],
  [
    'a nested namespace belongs to the unit of its file',
    {
      'A.cs': 'namespace A { namespace B { class ‹@X›X {} } }',
      'B.cs': 'using A.B; class Y { ‹X›X x; }',
    },
  ],
  one(
    'simple names: locals, fields, properties, inherited, of the enclosing class',
    `class Base { protected int ‹@deep›deep; public void ‹@m›M() {} }
class Outer : ‹Base›Base { int ‹@x›x; static int ‹@s›S { get; set; } public int ‹@p›P => ‹x›x;
  void ‹@own›Own() { ‹deep›deep = ‹x›x; int ‹@l›x2 = 1; ‹l›x2++; this.‹x›x = ‹s›S; ‹m›M(); base.‹m›M(); ‹p›P.‹-›ToString(); }
  class Inner { void F(Outer o) { o.‹own›Own(); ‹s›S = 1; } } }`.replace('class Base', 'class ‹@Base›Base'),
  ),
  one(
    'constructors: by arguments, this, base, left out, initializers, new()',
    `class P { public int ‹@X›X { get; set; } public ‹@p0›P() {} public ‹@p1›P(int a) : ‹p0()›this() {} }
class Q : P { public ‹@q›Q() : ‹p1()›base(1) {} }
class ‹@N›N {}
class T { P ‹@f›f = ‹p0()›new(); void F() { new ‹p0()›P(); new ‹p1()›P(2) { ‹X›X = 1 }; new ‹q()›Q(); new ‹N()›N(); P p = ‹p1()›new(1); p.‹X›X++; ‹f›f.‹X›X = 2; } }`,
  ),
  one(
    'interfaces, explicit members, abstract ones, structs, records, enums',
    `interface ‹@I›I { void ‹@im›M(); int ‹@ip›P { get; } }
class C : ‹I›I { void I.M() {} int I.P => 1; }
record Rec(int ‹@A›A, Dep2 ‹@D›D) { public int Sum() => ‹A›A + ‹D›D.‹V›V; }
struct Dep2 { public int ‹@V›V; }
enum Level { ‹@Low›Low = 1, High }
class U { void F(I i, Rec r) { i.‹im›M(); var x = i.‹ip›P + r.‹A›A; r.‹D›D.‹V›V = 1; switch (Level.‹Low›Low) { case Level.‹Low›Low: break; } } }`,
  ),
  one(
    'overloads: by number, by type, optional and named arguments, params; nothing where several fit',
    `class Animal {} class Dog : Animal {} class Cat : Animal {}
class A { void ‹@none›F() {} void ‹@int›F(int a) {} void ‹@string›F(string a) {} void ‹@animal›F(Animal a) {} void ‹@dog›F(Dog a) {}
  void ‹@opt›G(int a, string b = "x", bool c = true) {} void ‹@rest›H(string f, params object[] args) {}
  void K(Cat c, object o) { ‹none›F(); ‹int›F(1); ‹string›F("a"); ‹animal›F(c); ‹dog›F(new Dog()); ‹opt›G(1); ‹opt›G(1, c: false); ‹rest›H("a", 1, 2, 3); } }`,
  ),
  [
    'extension methods: by what they extend, in used namespaces only; members go first',
    {
      'Ext.cs': `namespace Ext { public static class E {
  public static Dep ‹@onDep›Twice(this Dep d, int n) => d; public static string ‹@onString›Twice(this string s, int n) => s; public static T ‹@onAny›Any<T>(this T t) => t;
  public static Dep Go(this Dep d) => d; } }`,
      'Dep.cs': dep,
      'Use.cs': `using Ext; class U { void F(Dep d, string s, Unknown u) { d.‹onDep›Twice(1).‹go›Go(); s.‹onString›Twice(2); d.‹go›Go(); d.‹onAny›Any(); E.‹onDep›Twice(d, 1); u.‹-›Twice(1); } }`,
      'Not.cs': 'class V { void F(string s) { s.‹-›Twice(1); } }',
    },
  ],
  [
    'an extension method on an external type is linked if it is the only one of its name, and never among several',
    {
      'Ext.cs': `namespace Ext { public static class E {
  public static IThings ‹@add›AddShop(this IThings t) => t; public static IThings AddShop(this IThings t, int n) => t;
  public static string ‹@shout›Shout(this string s) => s; public static int ‹@second›Second<T>(this IEnumerable<T> s) => 1;
  public static int ‹@describe›Describe(this object o) => 1; public static IThings Where(this IThings t) => t; public static int Both(this IThings t) => 1; public static int Take(this string s, int n) => 1; static int Hidden(this string s) => 1; }
  public static class Other { public static int Both(this Host h) => 1; } }`,
      'Use.cs': `using Ext; class Plain {} class Use { void F(Builder b, IThings t, Uri u, int[] l, Plain p) {
  t.‹add›AddShop(); b.Services.‹add~›AddShop().‹add~›AddShop(); new Things().‹add~›AddShop(); b.‹-›AddShop(1, 2); p.‹-›AddShop();
  u.Host.‹shout~›Shout(); u.‹-›Shout(); l.‹-›Shout(); l.‹second›Second(); p.‹describe›Describe(); b.Services.‹?›Where(); b.Services.‹?›Both();
  Assert.‹-›Shout(); u.Host.‹?›Take(null); } } class Deep : Controller { void F() { Url.‹?›Shout(); this.Url.‹?›Shout(); } }`,
      'Not.cs': 'class V { void F(Builder b) { b.Services.‹-›AddShop(); } }',
    },
  ],
  one(
    'a result of an external generic type may be its type argument, but is not known to be',
    `${dep}class U { IOptions<Dep> ‹@o›o; Maker<string> no; IOptions<Maker<Dep>> deep; void F(IServices s) {
  ‹o›o.‹-›Value.‹?›Go(); o.‹-›Go(); no.Value.‹-›Go(); o.Value.‹-›Absent(); s.‹-›Get<Dep>().‹?›Go(); s.Get<string>().‹-›Go(); deep.Value.Made.‹?›Go(); new Lazily<Dep>().Made().‹?›Go(); } }`,
  ),
  [
    'partial classes see their other parts',
    {
      'A.cs':
        'namespace N { partial class ‹@P›P : B { int ‹@a›a; void F() { ‹b›b = 1; ‹g›G(); ‹m›M(); } } class B { public void ‹@m›M() {} } }',
      'B.cs': 'namespace N { partial class P { int ‹@b›b; void ‹@g›G() { ‹a›a = 2; this.‹a›a = 1; ‹m›M(); } } }',
      'C.cs': 'class U { void F(N.‹P›P p) { p.‹g›G(); } }',
    },
  ],
  one(
    'generic types have the names of plain ones',
    `class ‹@box0›Box { public int ‹@size›Size; } class ‹@box1›Box<T> : ‹box0›Box { public T ‹@value›Value; public Box<R> ‹@map›Map<R>(R r) => null; }
${dep}class U { ‹box0›Box a; ‹box1›Box<Dep> b; void F() { b.‹value›Value.‹go›Go(); b.‹size›Size = 1; a.‹-›Value = 2; new ‹box1›Box<Dep>().‹value›Value.‹go›Go(); b.‹map›Map(new Dep()).‹value›Value.‹go›Go(); b.Map<Dep>(null).Value.‹go›Go(); } }`,
  ),
  [
    'a method group means the overload that the expected delegate chooses, also in another part of the class, and extensions',
    {
      'A.cs': `using System; namespace N {
  class Context {} delegate void Two(Context c, int n);
  partial class Policy {
    static void ‹@one›Empty(Context c) {}
    static void ‹@takesOne›One(Action<Context> on) {} static void ‹@takesTwo›Both(Two on) {}
    void F(Other o, Context c) {
      ‹takesOne›One(‹one›Empty); ‹takesTwo›Both(‹two›Empty); ‹takesOne›One(o.‹otherOne›Do); ‹takesTwo›Both(o.‹otherTwo›Do);
      ‹takesNone›None(c.‹close›Close); Action<Context> held = ‹one›Empty;
    }
    static void ‹@takesNone›None(Action on) {}
  }
  class Other { public void ‹@otherOne›Do(Context c) {} public void ‹@otherTwo›Do(Context c, int n) {} }
  static class Extensions { public static void ‹@close›Close(this Context c) {} }
}`,
      'B.cs': 'using System; namespace N { partial class Policy { static void ‹@two›Empty(Context c, int n) {} } }',
    },
  ],
  one(
    'lambdas: by delegates, functions and containers; method groups; delegates are called',
    `using System; using System.Linq; using System.Collections.Generic;
${dep}delegate Dep Change(Dep d);
class U { event Change ‹@changed›Changed; Func<Dep, Dep> ‹@f›f; List<Dep> list; Dictionary<string, Dep> map; void ‹@take›Take(Change c) {} void ‹@each›Each(Dep d) {}
  void F() { ‹take›Take(d => d.‹go›Go()); ‹f›f(null).‹go›Go(); Change c = d => { return d.‹go›Go(); }; c(null).‹go›Go(); ‹changed›Changed += d => d.‹go›Go();
    list.Where(d => d.‹go›Go() != null).Select(d => d.Go()).First().‹go›Go(); list.ForEach(‹each›Each); list[0].‹go›Go(); map["a"].‹go›Go();
    foreach (var d in list) d.‹go›Go(); foreach (var e in map) e.Value.‹go›Go(); var q = from d in list where d.‹go›Go() != null select d.‹go›Go(); } }`,
  ),
  one(
    'casts, tests, patterns, switches, conditions, out variables, tuples',
    `${dep}class U { bool ‹@try›Try(out Dep d) { d = null; return true; } (Dep, int) Pair() => default;
  void F(object o, Dep n) { ((Dep)o).‹go›Go(); (o as Dep)?.‹go›Go().‹go›Go(); if (o is Dep d && d.‹go›Go() != null) d.‹go›Go(); if (‹try›Try(out Dep e)) e.‹go›Go(); if (‹try›Try(out var g)) g.‹?›Go();
    switch (o) { case Dep x when x.Name != null: x.‹go›Go(); break; } var w = o switch { Dep y => y.‹go›Go(), _ => null }; (n ?? Dep.‹make›Make()).‹go›Go(); var (a, b) = Pair(); a.‹go›Go();
    n!.‹go›Go(); n?.Name.‹-›Trim(); } }`,
  ),
  one(
    'await, local functions, nested types, indexers, static members of types',
    `using System.Threading.Tasks; ${dep}class U { Dep this[int i] => null; async Task<Dep> ‹@load›Load() { return null; } class In { public static Dep ‹@st›St; }
  async Task F(U u) { (await ‹load›Load()).‹go›Go(); var d = await this.‹load›Load(); d.‹go›Go(); u[1].‹go›Go(); In.‹st›St.‹go›Go(); Dep ‹@loc›Loc(int n) { return n > 0 ? ‹loc›Loc(n - 1) : null; } ‹loc›Loc(1).‹go›Go(); } }`,
  ),
  one(
    'attributes, constrained type parameters, nameof, unknown receivers',
    `class ‹@Mark›MarkAttribute : System.Attribute {} ${dep}
[‹Mark›Mark] class U<T> where T : ‹Dep›Dep { void F(T t, Unknown u) { t.‹go›Go(); var n = nameof(‹Dep›Dep); u.‹-›Go(); u.Other().‹-›Go(); } }`,
  ),
  one(
    'an explicit implementation is no member of its class',
    `interface I { void ‹@ie›E(int a); void ‹@io›Only(); }
class C : ‹I›I { void I.E(int a) {} void I.Only() {} void H() { new D().‹-›Own(); } public void ‹@ce›E(long a) {}
  void F(I i, C c) { i.‹ie›E(1); c.‹ce›E(1); i.‹io›Only(); ‹ce›E(2); } }
class D : External { void External.Own() {} }`.replace('interface I', 'interface ‹@I›I'),
  ),
  one(
    'overloads by nullable types',
    `using System;
class W { void ‹@i›P(int a) {} void ‹@in›P(int? a) {} void ‹@u›P(ushort a) {} void ‹@un›P(ushort? a) {} void ‹@g›P(Guid? a) {} void ‹@o›P(object a) {}
  void F(int a, int? b, object c, bool d) { ‹i›P(a); ‹in›P(b); ‹o›P(c); ‹un›P((ushort?)null); ‹u›P((ushort)c); ‹un›P(d ? (ushort?)null : (ushort)c);
    ‹g›P(d ? (Guid?)c : null); ‹i›P(b.Value); ‹i›P(b.GetValueOrDefault()); } }`,
  ),
  one(
    'overloads by the types of library members',
    `using System;
class W { void ‹@i›P(int a) {} void ‹@l›P(long a) {} void ‹@d›P(decimal a) {} void ‹@s›P(string a) {} void ‹@b›P(bool a) {} void ‹@t›P(DateTime a) {} void ‹@o›P(object a) {}
  void F(object c) { ‹l›P(Convert.ToInt64(c)); ‹d›P(Convert.ToDecimal(c)); ‹s›P(string.Empty); ‹s›P(c.ToString()); ‹b›P(c.Equals(c)); ‹t›P(DateTime.UtcNow);
    ‹t›P(DateTime.Parse("")); ‹l›P(long.MaxValue); ‹i›P(int.Parse("")); } }`,
  ),
  [
    'of overloads, a private one is not seen in another class, and one without type parameters is preferred',
    {
      'A.cs': `class A { private static void ‹@priv›M(string a) {} public static void ‹@pub›M(object a) {} void F() { ‹priv›M(""); }
  public static void ‹@plain›G() {} public static void ‹@generic›G<T>() {} }`,
      'B.cs': 'class B { void F() { A.‹pub›M(""); A.‹plain›G(); A.‹generic›G<int>(); } }',
    },
  ],
];

describe('C#', () => {
  test.each(cases)('%s', (_, files) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});

describe('never throws', () => {
  const sample = cases
    .map(([, files]) =>
      Object.values(files)
        .join('\n')
        .replace(/‹[^›]*›/g, ''),
    )
    .join('\n');

  it('for any part of a file', () => {
    for (let end = 0; end <= sample.length; end += 97) {
      expect(collect('A.cs', sample.slice(0, end)).entities.length % entityWidth).toBe(0);
      expect(collect('A.cs', sample.slice(end, end + 2000)).sites.length % siteWidth).toBe(0);
    }
  });

  it.each([
    ['nested calls', `class A { int x = ${'f('.repeat(3000)}1${')'.repeat(3000)}; }`],
    ['nested blocks', `class A { void f() ${'{'.repeat(3000)}${'}'.repeat(3000)} }`],
    ['long sums', `class A { string x = "a"${' + f(1)'.repeat(3000)}; }`],
    ['long chains', `class A { object x = a${'.b()'.repeat(3000)}; object y = a${'?.b()'.repeat(2000)}; }`],
    ['nested types', `class A { ${'List<'.repeat(2000)}A${'>'.repeat(2000)} x; }`],
    ['nested classes and namespaces', `${'namespace N { '.repeat(400)}${'class A { '.repeat(400)}${'}'.repeat(800)}`],
    [
      'names of objects',
      'class __proto__ { int constructor, hasOwnProperty; void toString() { constructor = __proto__.x; } }',
    ],
    [
      'stray words',
      'using ; namespace ; class { enum } => :: case new int[ try ( switch { case [ ] this[ delegate record (, operator',
    ],
  ])('for %s', (_, source) => {
    expect(collect('A.cs', source).strings[0]).toBe('*');
  });
});

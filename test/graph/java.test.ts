/** Links of Java: packages and imports, inherited and enclosing members, overloads, generics, lambdas, patterns. */
import { describe, expect, test } from 'vitest';
import { java } from '../../src/languages/java/java.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([java], { everySite: true });

interface Case {
  name: string;
  files: Sources;
}

function one(name: string, text: string): Case {
  return { name, files: { 'A.java': text } };
}

const modules: Case[] = [
  {
    name: 'types of the same package, imported ones, nested ones, full names',
    files: {
      'src/com/shop/Main.java': `package com.shop;
import com.shop.stock.‹Item›Item;
import com.shop.stock.‹Shelf›Shelf.‹Row›Row;
import com.shop.open.*;
import java.util.‹-›Scanner;
class Main {
  ‹Near›Near near; ‹Item›Item item; ‹Row›Row row; ‹Opened›Opened opened; ‹-›Scanner scanner; com.shop.stock.‹Shelf›Shelf.‹Row›Row other;
  void f() { near.‹go›go(); item.‹sell›sell(); row.‹fill›fill(); com.shop.stock.‹Item›Item.‹make›make().‹sell›sell(); new com.shop.stock.‹Item›Item(); scanner.‹-›next(); }
}`,
      'src/com/shop/Near.java': 'package com.shop;\nclass ‹@Near›Near { void ‹@go›go() {} }',
      'src/com/shop/stock/Item.java':
        'package com.shop.stock;\npublic class ‹@Item›Item { public void ‹@sell›sell() {} public static Item ‹@make›make() { return null; } }',
      'lib/Shelf.java':
        'package com.shop.stock;\npublic class ‹@Shelf›Shelf { public static class ‹@Row›Row { public void ‹@fill›fill() {} } }',
      'src/com/shop/open/Opened.java': 'package com.shop.open;\npublic class ‹@Opened›Opened {}',
    },
  },
  {
    name: 'static imports, single and on demand, inherited members too',
    files: {
      'A.java': `package a;
import static b.Tools.‹wrap1,wrap2›wrap;
import static b.Tools.‹LIMIT›LIMIT;
import static b.More.*;
class A { int f() { ‹wrap1›wrap(1); ‹wrap2›wrap(1, 2); ‹deep›deep(); return ‹LIMIT›LIMIT + ‹SIZE›SIZE; } }`,
      'B.java':
        'package b;\npublic class Tools { public static int ‹@LIMIT›LIMIT = 1; public static void ‹@wrap1›wrap(int a) {} public static void ‹@wrap2›wrap(int a, int b) {} }',
      'C.java':
        'package b;\nclass Base { static void ‹@deep›deep() {} }\npublic class More extends Base { public static final int ‹@SIZE›SIZE = 2; }',
    },
  },
  {
    name: 'files without a package see the files of their folder',
    files: {
      'x/A.java': 'class A { ‹B›B b; }',
      'x/B.java': 'class ‹@B›B {}',
      'y/B.java': 'class B {}',
    },
  },
];

const members: Case[] = [
  one(
    'static methods of interfaces, which nothing inherits, unlike constants and static methods of classes',
    `interface Fn { int ‹@MAX›MAX = 1; static Fn ‹@ofFn›of(Object o) { return null; } static void ‹@mine›mine() { ‹mine›mine(); } }
class Base { static void ‹@made›made() {} }
interface Seq extends Fn {}
class Outer {
  static Outer ‹@ofOuter›of(Object o) { return null; }
  class Inner extends Base implements Seq { void f() { ‹ofOuter›of(‹MAX›MAX); ‹made›made(); Fn.‹ofFn›of(1); } }
}`,
  ),
  one(
    'simple names: locals, fields, inherited, of the enclosing class',
    `class Base { int ‹@deep›deep; void ‹@m›m() {} }
class ‹@Outer›Outer extends Base {
  int ‹@x›x; static int ‹@s›s;
  void ‹@own›own() { ‹deep›deep = ‹x›x; int ‹@l›x = 1; ‹l›x++; this.‹x›x = ‹s›s; ‹m›m(); super.‹m›m(); }
  class Inner extends Other { void f() { ‹own›own(); ‹x›x = 1; ‹hidden›m(); Outer.this.‹m›m(); } }
  Runnable r = new Runnable() { public void run() { ‹own›own(); } };
}
class Other { void ‹@hidden›m() {} }`,
  ),
  one(
    'a field, a method and a class of one name are three symbols',
    `class ‹@size›size { }
class A { int ‹@field›size; int ‹@method›size() { return ‹field›size; } void f(A a) { a.‹field›size = a.‹method›size(); ‹size›size s; } }`,
  ),
  one(
    'inheritance: classes before interfaces, default methods, interfaces of interfaces, super of an interface',
    `interface ‹@I›I { default void ‹@im›m() {} void ‹@need›need(); int ‹@K›K = 1; }
interface J extends ‹I›I { default void ‹@jm›m() { I.super.‹im›m(); } }
class B implements ‹I›I { public void ‹@bm›m() {} public void need() {} }
class C extends B implements J { void f(J j) { ‹bm›m(); j.‹jm›m(); j.‹need›need(); int k = ‹K›K + C.‹K›K; } }`,
  ),
  one(
    'constructors: by arguments, this(…), super(…), of anonymous classes; the class where none is written',
    `class ‹@P›P { ‹@p0›P() {} ‹@p1›P(int a) { ‹p0()›this(); } }
class Q extends P { ‹@q›Q() { ‹p1()›super(1); } }
class ‹@N›N {}
class T { void f() { new ‹p0()›P(); new ‹p1()›P(2); new ‹q()›Q(); new ‹N()›N(); new ‹p1()›P(1) { void g() { ‹p0()›h(); } void h() {} }; } }`.replace(
      '‹p0()›h(); } void h() {}',
      '‹h›h(); } void ‹@h›h() {}',
    ),
  ),
  one(
    'enums, their constants, bodies and cases',
    `enum ‹@Level›Level { ‹@LOW›LOW(1) { int ‹@lowRank›rank() { return ‹weight›weight; } }, ‹@HIGH›HIGH(2);
  final int ‹@weight›weight;
  ‹@made›Level(int weight) { this.‹weight›weight = weight; }
  int ‹@rank›rank() { return 0; } }
class A { void f(Level l) { Level.‹LOW›LOW.‹rank›rank(); l.‹rank›rank();
  switch (l) { case ‹LOW›LOW: break; case ‹HIGH›HIGH: break; }
  l.‹-›ordinal(); Level.‹-›values(); } }`,
  ),
  one(
    'records: components are fields and methods',
    `record Point(int ‹@x›x, Point ‹@next›next) {
  Point { if (‹x›x < 0) throw new IllegalArgumentException(); }
  int ‹@sum›sum() { return ‹x›x + ‹next›next().‹sum›sum(); }
  int twice(Point p) { return p.‹x›x() + p.next().‹x›x; } }`,
  ),
  one(
    'nested types, inherited ones, and annotations with their elements',
    `class A { static class ‹@In›In { void ‹@go›go() {} } }
class B extends A { ‹In›In i; A.‹In›In j; void f() { i.‹go›go(); new ‹In›In().‹go›go(); new A.‹In›In(); } }
@interface ‹@Mark›Mark { int ‹@level›level(); }
@‹Mark›Mark(‹level›level = 1) class C {}`,
  ),
];

const overloads: Case[] = [
  one(
    'by types of the library, which extend others, also where they are inferred',
    `import java.util.*; import java.util.function.*; import java.util.stream.Stream; import java.io.*;
class A { interface Make<T> extends Function<T, String> {} interface Give extends Supplier<A> {}
  void ‹@iterable›f(Iterable<String> a) {} void ‹@stream›f(Stream<String> a) {} void ‹@iterator›f(Iterator<String> a) {}
  void ‹@function›g(Function<A, String> a) {} void ‹@comparator›g(Comparator<A> a) {}
  void ‹@one›h(Make<A> m, Predicate<A> p) {} void ‹@two›h(Make<A> m, BiPredicate<A, A> p) {}
  void ‹@print›out(PrintStream s) {} void ‹@write›out(PrintWriter s) {}
  static A ‹@none›of() { return null; } static A ‹@some›of(Comparator<A> c) { return null; }
  String name() { return ""; } static void take(Give g) {}
  void k(ArrayList<String> a, Stream<String> s, Supplier<? extends Set<String>> t, BiPredicate<A, A> p, Predicate<A> q) {
    ‹iterable›f(a); ‹stream›f(s); ‹iterator›f(a.iterator()); ‹stream›f(a.stream()); ‹iterable›f(t.get()); ‹stream›f(s.filter(x -> true));
    Function<List<String>, A> l = list -> { ‹iterable›f(list); return null; };
    ‹function›g(Function.identity()); ‹comparator›g(Comparator.naturalOrder()); ‹two›h(A::name, p); ‹one›h(A::name, q.negate()); ‹print›out(System.err); take(A::‹none›of); } }`,
  ),
  one(
    'a class of the project with the name of one of the library',
    `class Stream { void ‹@mine›f(Stream a) {} void ‹@theirs›f(java.util.stream.Stream<String> a) {}
  void k(java.util.stream.Stream<String> a, Stream b) { ‹theirs›f(a); ‹mine›f(b); } }`,
  ),
  one(
    'the type that a call writes for the type parameter of its result',
    `class Arrays { static <E, T> T ‹@make›make(E of) { return null; } }
class A { static A ‹@any›all(Iterable<?> values) { return null; } static A ‹@chars›all(char... values) { return null; } static A ‹@longs›all(long... values) { return null; }
  void f() { ‹chars›all(Arrays.<String, char[]>‹make›make("a")); ‹longs›all(Arrays.<String, long[]>‹make›make("a")); } }`,
  ),
  one(
    'a single function of fixed length does not take what its type excludes, so the one with a rest parameter is meant',
    `import java.util.function.Supplier;
class A { static void ‹@rest›check(boolean is, String text, Object... values) {} static void ‹@lazy›check(boolean is, Supplier<String> text) {}
  void f(Supplier<String> s) { ‹rest›check(true, "a"); ‹rest›check(true, "a", 1); ‹lazy›check(true, s); ‹lazy›check(true, () -> "a"); } }`,
  ),
  one(
    'an array is passed for a rest parameter as it is, also behind an annotation',
    `class A { static <T> A ‹@one›of(T element) { return null; } static <T> A ‹@all›of(T @NonNull ... elements) { return null; }
  A f(String... names) { ‹one›of("a"); ‹all›of("a", "b"); return ‹all›of(names); } }`,
  ),
  one(
    'the bound of a type parameter excludes arguments',
    `import java.util.*;
class A { <T extends Collection<?>> void ‹@list›check(T list, String text) {} <T extends CharSequence> void ‹@text›check(T text, String name) {}
  void f(String s) { ‹text›check(s, "s"); } }`,
  ),
  one(
    'results of the library choose',
    `class A { void ‹@text›add(String a) {} void ‹@number›add(long a) {} void ‹@whole›add(int a) {} void ‹@any›add(Object a) {}
  void f(Object o, double d, String s) { ‹text›add(String.format("a")); ‹number›add(Double.doubleToLongBits(d)); ‹whole›add(s.length()); ‹text›add(o.toString()); } }`,
  ),
  one(
    'a reference means the function that suits what is expected of it',
    `import java.util.function.*;
class A { static int ‹@none›of() { return 1; } static int ‹@number›of(int a) { return 1; } static int ‹@text›of(String a) { return 1; } static int ‹@two›of(String a, String b) { return 1; }
  static void take(Supplier<Integer> s) {} static void each(Function<String, Integer> f) {} static void both(BiFunction<String, String, Integer> f) {}
  void f() { take(A::‹none›of); each(A::‹text›of); both(A::‹two›of); Function<String, Integer> g = A::‹text›of; } }`,
  ),
  one(
    'by number, by primitive type, by class and its ancestors, variable arity last',
    `class Animal {} class Dog extends Animal {} class Cat extends Animal {}
class A {
  void ‹@none›f() {} void ‹@int›f(int a) {} void ‹@long›f(long a) {} void ‹@string›f(String a) {}
  void ‹@animal›f(Animal a) {} void ‹@dog›f(Dog a) {} void ‹@object›f(Object a) {} void ‹@open›f(String a, int... b) {} void ‹@ints›f(int[] a) {}
  void g(long l, byte b, Cat c, Object o, int[] n) {
    ‹none›f(); ‹int›f(1); ‹long›f(1L); ‹long›f(l); ‹string›f("a" + 1); ‹animal›f(c); ‹dog›f(new Dog()); ‹object›f(o); ‹object›f((Object) c);
    ‹open›f("a", 1, 2); ‹ints›f(n); ‹ints›f(new int[] { 1 }); ‹int›f(b); ‹int›f(n.length); ‹string›f(o.toString());
  }
}`,
  ),
  one(
    'nested types of one name, elements of arrays, null for variable arity, bases by the last part of names',
    `class P { enum Kind { ON } } class Q { enum Kind { ON } }
class A { void ‹@p›f(P.Kind k) {} void ‹@q›f(Q.Kind k) {} void ‹@ints›g(int a) {} void ‹@longs›g(long a) {} void ‹@bytes›h(byte[] a, byte... b) {} void ‹@chars›h(char[] a, char... b) {}
  void ‹@reader›r(java.io.Reader a) {} void ‹@input›r(java.io.InputStream a) {}
  void i(P.Kind k, long[] l, byte[] b, java.io.StringReader s) { ‹p›f(k); ‹q›f(Q.Kind.ON); ‹longs›g(l[0]); ‹bytes›h(b, null); ‹chars›h(new char[1], 'a', 'b'); ‹reader›r(s); ‹input›r(new java.io.ByteArrayInputStream(b)); } }`,
  ),
  one(
    'argument types from the names of library methods',
    `class Own implements java.io.Closeable, Runnable { public void close() {} public void run() {} } class Plain {}
class A { void ‹@bytes›f(byte[] a) {} void ‹@string›f(String a) {} void ‹@closeable›f(java.io.Closeable a) {} void ‹@object›f(Object a) {} void ‹@double›g(double a) {} void ‹@int›g(int a) {}
  void ‹@arrays›h(Object[] a) {} void h(Object a) {}
  void i(Number n, int[][] m) { ‹bytes›f("a".getBytes()); ‹closeable›f(new Own()); ‹object›f(new Plain()); ‹double›g(n.doubleValue()); ‹int›g(Integer.MAX_VALUE); ‹arrays›h(m); } }`,
  ),
  one(
    'inherited ones take part; overridden ones do not',
    `class B { void ‹@one›f(int a) {} void ‹@two›f(String a) {} }
class C extends B { void ‹@mine›f(int a) {} void g() { ‹mine›f(1); ‹two›f("a"); super.‹one›f(1); } }`,
  ),
  one(
    'what fits equally well is meant together; functions by how many they take',
    `class A {
  interface One { void a(int x); } interface Two { void b(int x, int y); }
  void ‹@r1›f(java.io.Reader a) {} void ‹@r2›f(java.io.Writer a) {}
  void ‹@one›g(One o) {} void ‹@two›g(Two o) {}
  void h() { ‹r1,r2›f(unknown()); ‹one›g(x -> {}); ‹two›g((x, y) -> {}); } }`,
  ),
];

const dep = 'class Dep { Dep ‹@go›go() { return this; } static Dep ‹@make›make() { return null; } String name; }\n';

const types: Case[] = [
  one(
    'a result of an external generic type may be its type argument, but is not known to be',
    `${dep}class U { Provider<Dep> prov; Provider<String> no; Mono<Dep> ‹@mono›mono; void f() { prov.‹-›get().‹?›go(); no.get().‹-›go(); prov.get().‹-›other(); ‹mono›mono.‹-›go(); mono.filter(1).block().‹?›go(); } }`,
  ),
  one(
    'containers: loops, streams, optionals, maps, arrays',
    `import java.util.*;
${dep}class A { List<Dep> list = new ArrayList<>(); Map<String, Dep> map; Dep[] array; Optional<Dep> maybe;
  void f() {
    for (var d : list) d.‹go›go();
    for (Map.Entry<String, Dep> e : map.entrySet()) e.getValue().‹go›go();
    list.get(0).‹go›go(); map.get("a").‹go›go(); array[0].‹go›go(); maybe.orElseThrow().‹go›go();
    list.stream().filter(d -> d.‹go›go() != null).map(Dep::‹go›go).findFirst().get().‹go›go();
    list.forEach(d -> { d.‹go›go(); }); map.values().iterator().next().‹go›go();
    map.forEach((k, v) -> v.‹go›go()); map.computeIfAbsent("k", k -> Dep.‹make›make()).‹go›go();
    var made = List.of(new Dep()); made.get(0).‹go›go(); list.‹-›size();
  } }`,
  ),
  one(
    'generic classes and methods',
    `import java.util.function.Function;
${dep}class Box<T extends Dep> { T ‹@value›value; T get() { return ‹value›value; } void f() { value.‹go›go(); } <R> R ‹@map›map(Function<T, R> f) { return f.apply(value); } }
class Holder<A> extends Wrap<A> { } class Wrap<B> { B inner; B ‹@inner›inner() { return inner; } }
class Use { Box<Dep> box; Holder<Dep> holder; static <T> T ‹@same›same(T t) { return t; } static <T> T make(Class<T> type) { return null; }
  void f() { box.get().‹go›go(); box.‹value›value.‹go›go(); holder.‹inner›inner().‹go›go(); ‹same›same(new Dep()).‹go›go(); make(Dep.class).‹go›go();
    box.‹map›map(d -> d.‹go›go()).‹go›go(); } }`,
  ),
  one(
    'lambdas by their functional interface: arguments, variables, results, casts',
    `${dep}interface Task<T> { T ‹@run›run(Dep d); static <R> R ‹@done›done(Task<R> t) { return t.run(null); } default void ‹@twice›twice() {} }
class A { void ‹@take›take(Task<Dep> t) { t.‹run›run(null).‹go›go(); }
  Task<Dep> give() { return d -> d.‹go›go(); }
  void f() { ‹take›take(d -> d.‹go›go()); Task<Dep> t = d -> { return d.‹go›go(); }; ((Task<Dep>) (d -> d.‹go›go())).‹twice›twice();
    Task.‹done›done(d -> d).‹go›go(); ‹take›take(d -> { Dep e = d; return e.‹go›go(); }); java.util.function.Supplier<Dep> s = Dep::‹make›make; s.get().‹go›go(); } }`,
  ),
  one(
    'method and constructor references',
    `${dep}class A { ‹@A0›A() {} void ‹@m›m(Object o) {} void f(java.util.List<Dep> l) { l.forEach(this::‹m›m); l.stream().map(Dep::‹go›go).forEach(x -> x.‹go›go());
  java.util.function.Supplier<A> s = ‹A0()›A::new; s.get(); } }`,
  ),
  one(
    'casts, conditions, chains, assignments in conditions',
    `${dep}class A { void f(Object o, boolean b) { ((Dep) o).‹go›go(); (b ? new Dep() : Dep.make()).‹go›go(); Dep d; if ((d = Dep.make()) != null) d.‹go›go().‹go›go(); new Dep().go().‹go›go(); "a".‹-›length(); } }`,
  ),
  one(
    'patterns: instanceof, denied ones, records, switches; tests without a name',
    `${dep}record Pair(Dep a, Dep b) {}
class A { void f(Object o) {
  if (o instanceof Dep d && d.‹go›go() != null) d.‹go›go();
  else if (o instanceof Pair d) d.a().‹go›go();
  if (o instanceof Pair(Dep x, var y)) x.‹go›go();
  if (o instanceof Dep) { ((Dep) o).go(); o.‹go›go(); }
  switch (o) { case Dep q -> q.‹go›go(); case Pair(Dep l, Dep r) -> r.‹go›go(); default -> {} }
  if (!(o instanceof Dep e)) return;
  e.‹go›go(); } }`,
  ),
  one(
    'comparisons of the class narrow as instanceof does',
    `${dep}class A { void f(Object o) {
  if (o.getClass() == Dep.class) o.‹go›go();
  if (Dep.class.isInstance(o) && o.‹go›go() != null) { o.‹go›go(); }
  if (Dep.class.isAssignableFrom(o.getClass())) { o.‹go›go(); } else { o.‹-›go(); }
  if (o.getClass() != Dep.class) o.‹-›go(); } }`,
  ),
  {
    name: 'members that reflection looks up by a string',
    files: {
      'A.java': `package a;
import java.lang.invoke.*;
class A { static void ‹@s›s() {} int ‹@f›f; void ‹@m›m() {}
  void g(MethodHandles.Lookup l) throws Exception {
    A.class.getDeclaredMethod("‹s›s"); l.findStatic(A.class, "‹s›s", null); getClass().getField("‹f›f"); Class<A> c = A.class; c.getMethod("‹m›m");
    Class.forName("b.‹B›B").getMethod("‹run›run"); ((A) A.class.newInstance()).‹m›m(); A.class.getConstructor().newInstance().‹m›m(); A.class.‹-›getName(); } }`,
      'B.java': 'package b;\npublic class ‹@B›B { public void ‹@run›run() {} }',
    },
  },
  {
    name: 'classes that extend a library container pass on its element type',
    files: {
      'A.java': `import java.util.*;
${dep}class Deps extends ArrayList<Dep> { void ‹@own›own() {} }
class Nodes<N> implements Collection<N> { public Iterator<N> ‹@it›iterator() { return null; } }
class A { void f(Deps d, Nodes<Dep> n) { d.get(0).‹go›go(); d.stream().forEach(x -> x.‹go›go()); n.stream().map(x -> x.‹go›go()); n.‹it›iterator().next().‹go›go(); d.‹own›own();
  for (var x : d) x.‹go›go(); } }`,
    },
  },
  one(
    'try, catch, loops, labels, local classes, shadowing',
    `class Res implements AutoCloseable { public void ‹@close›close() {} }
class Bad extends Exception { void ‹@why›why() {} }
class A { void f() {
  try (Res ‹@r›r = new Res(); var s = new Res()) { ‹r›r.‹close›close(); s.‹close›close(); } catch (Bad e) { e.‹why›why(); e.‹-›getMessage(); }
  outer: for (int ‹@i›i = 0, n = ‹i›i; ‹i›i < n; ‹i›i++) { continue outer; }
  class Local { void ‹@lm›lm() {} } new Local().‹lm›lm();
  int ‹@v›v = 0; Runnable q = () -> { int w = ‹v›v; }; } }`,
  ),
];

const all = { modules, members, overloads, types };

describe.each(Object.entries(all))('%s', (_, cases) => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});

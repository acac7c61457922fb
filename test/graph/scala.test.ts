/** Links of Scala: packages and imports, traits, companions, case classes, patterns, comprehensions; Java beside it. */
import { describe, expect, it, test } from 'vitest';
import { openSummaryCollector } from '../../bench/graph/tree-summary.ts';
import { scala } from '../../src/languages/scala/scala.ts';
import { java } from '../../src/languages/java/java.ts';
import { entityWidth, siteWidth } from '../../src/model/file-summary.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([scala, java], { everySite: true });
const collect = await openSummaryCollector(scala);

function one(name: string, text: string): [string, Sources] {
  return [name, { 'A.scala': text }];
}

const dep = 'class ‹@Dep›Dep { def ‹@go›go(): Dep = this; val ‹@name›name: String = "" }\n';

const cases: [string, Sources][] = [
  [
    'types of the package, imported ones, renamed ones, wildcard imports, full names, package clauses',
    {
      'Main.scala': `package shop
package app
import shop.stock.{‹Item›Item, ‹Shelf›Shelf => Rack}
import shop.open._
import java.util.Scanner
class Main { val near: ‹Near›Near = new ‹Near›Near; val item: ‹Item›Item = null; val rack: ‹Shelf›Rack = null; val o: ‹Opened›Opened = null; val full: shop.stock.‹Item›Item = null; val a: ‹Around›Around = null; val s: ‹-›Scanner = null
  def f() = { near.‹goNear›go(); item.‹use›use(); rack.‹fill›fill(); full.‹use›use(); new shop.stock.‹Item›Item() } }`,
      'Near.scala': 'package shop.app\nclass ‹@Near›Near { def ‹@goNear›go() = {} }',
      'Around.scala': 'package shop\nclass ‹@Around›Around',
      'Item.scala':
        'package shop.stock\nclass ‹@Item›Item { def ‹@use›use() = {} }\nclass ‹@Shelf›Shelf { def ‹@fill›fill() = {} }',
      'Open.scala': 'package shop.open\nclass ‹@Opened›Opened',
    },
  ],
  [
    'types with a version for each platform and each language version',
    {
      'core/shared/src/main/scala/Reads.scala':
        'package json\nobject ‹@Reads›Reads extends ‹Env›Env with ‹Macros›Macros\ntrait ‹@Use›Use { val r = ‹Reads›Reads.‹instant›instant(1); val m = ‹Reads›Reads.‹make›make() }',
      'core/jvm/src/main/scala/Env.scala': 'package json\ntrait ‹@Env›Env { def ‹@instant›instant(n: Int): Int = n }',
      'core/js-native/src/main/scala/Env.scala': 'package json\ntrait Env { def other(n: Int): Int = n }',
      'core/shared/src/main/scala-2/Macros.scala': 'package json\ntrait Macros { def old(): Int = 1 }',
      'core/shared/src/main/scala-3/Macros.scala': 'package json\ntrait ‹@Macros›Macros { def ‹@make›make(): Int = 1 }',
      'lib/a/Two.scala': 'package json\nclass Two',
      'lib/b/Two.scala': 'package json\nclass Two',
      'use/Other.scala': 'package json\nclass Other { val t: ‹?›Two = null }',
    },
  ],
  [
    'Scala sees Java’s classes of the same package, and Java sees Scala’s',
    {
      'A.scala':
        'package a\nclass ‹@S›S { def ‹@sf›f(): Int = 1 }\nclass U { def g(j: ‹J›J) = { j.‹jf›f(); new ‹J›J().‹jf›f() } }',
      'J.java': 'package a;\npublic class ‹@J›J { public void ‹@jf›f() { new ‹S›S().‹sf›f(); } }',
    },
  ],
  one(
    'simple names: locals, members, inherited ones, traits, of the enclosing class, super, self',
    `class ‹@Base›Base(val ‹@deep›deep: Int) { def ‹@m›m(): Int = 1 }
trait ‹@T›T { def ‹@t›t(): Int }
class Outer(‹@x›x: Int) extends ‹Base›Base(‹x›x) with ‹T›T { self => var ‹@y›y = 1
  def ‹@own›own(): Int = { ‹y›y = ‹deep›deep; val ‹@l›l = ‹x›x; ‹l›l; this.‹y›y = 2; ‹m›m(); super.‹m›m(); ‹t›t(); self.‹y›y }
  class In { def f() = ‹own›own() } }`,
  ),
  one(
    'companions and objects through the type’s name',
    `class ‹@Foo›Foo { def ‹@go›go(): Int = Foo.‹K›K }
object Foo { val ‹@K›K = 1; def ‹@make›make(): Foo = new ‹Foo›Foo }
object ‹@Obj›Obj { def ‹@run›run(): Foo = Foo.‹make›make() }
class U { def f() = { Foo.‹make›make().‹go›go(); ‹Obj›Obj.‹run›run().‹go›go() } }`,
  ),
  one(
    'imports of the members of a value',
    `class ‹@B›B[C] { def ‹@head›head(x: String): Dep = null; def ‹@opt›opt: Dep = null; val ‹@inner›inner: In = null }
class In { def ‹@deep›deep = 1 }
object B { def make[C]: B[C] = new B[C] }
${dep}class U(‹@held›held: B[Int]) { val ‹@made›made = B.make[String]
  def a = { import ‹made›made._; ‹head›head("x").‹go›go(); ‹opt›opt.‹go›go(); import inner._; ‹deep›deep }
  def b(p: B[Int]) = { import p.{‹head›head => other, ‹opt›opt}; ‹head›other("x").‹go›go(); ‹opt›opt; ‹-›head("x") }
  def d = { import ‹held›held.‹inner›inner._; ‹deep›deep; ‹-›absent } }`,
  ),
  [
    'implicit classes and extensions, where they are imported',
    {
      'S.scala': `package app
object Syntax { implicit class StrOps(val s: String) { def ‹@shout›shout(n: Int): Dep = null; def ‹@plain›plain: Dep = null }
  extension (s: String) def ‹@yell›yell(n: Int): Dep = null
  implicit class DepOps(d: Dep) { def ‹@more›more: Dep = d; def go(): Int = 1 }
  implicit class BaseOps(b: lib.Base) { def ‹@base›base(n: Int) = 1 } }
${dep}`,
      'U.scala': `package app
import Syntax._
class U { def f(s: String, d: Dep, n: Int, o: lib.Other) = { s.‹shout›shout(1).‹go›go(); s.‹plain›plain.‹go›go(); "a".‹yell›yell(2).‹go›go(); d.‹more›more.‹go›go(); n.‹-›shout(1); d.‹-›plain; o.‹base~›base(1); o.name.‹yell~›yell(1) } }`,
      'V.scala': 'package app\nimport Syntax.StrOps\nclass V { def f(s: String) = { s.‹shout›shout(1) } }',
      'W.scala': 'package app\nclass W { def f(s: String) = { s.‹-›shout(1); s.‹-›plain } }',
    },
  ],
  one(
    'functions whose parameters are written as `_`',
    `${dep}class U(xs: List[Dep], f: Dep) { def take(d: Dep): Dep = d; def two(d: Dep, n: Int): Dep = d
  def a = xs.map(_.‹go›go().‹name›name); def b = xs.foreach(two(_, 1).‹go›go()); def c = xs.map { _.‹name›name }; def d = xs.map(take(_)).map(_.‹go›go())
  def e = xs.reduce(_.‹go›go() two _.‹go›go()); def g = xs.filter(!_.‹go›go()); def h = xs.map(x => take(_.‹?›go())); def i: Dep => Dep = _.‹go›go()
  def k = xs.map((_: Dep).‹go›go()) match { case _ => f.‹go›go() } }`,
  ),
  one(
    'members of the companion after the name of a type, those of the type on its instances',
    `class Base { def take(n: Int): Int = n; def ‹@held›held(n: Int): Int = n }
trait Reads extends Base { def ‹@reads›reads: String => Int }
object Reads { def ‹@make›reads(f: String => Int): Reads = null; def ‹@taken›take(n: Int): Reads = null }
class U { def f(r: Reads) = { Reads.‹make›reads(_.length); Reads.‹taken›take(1); r.‹reads›reads("a"); r.‹held›held(1) } }`,
  ),
  one(
    'self types: a trait has the members of the types that it must be mixed into, the last first',
    `trait Sender { def send(n: Int): Unit }
trait Worker extends Sender { def ‹@send›send(n: Int): Unit = {}; def ‹@stop›stop(): Unit = {} }
trait Reply { this: Sender with Worker => def f() = { ‹send›send(1); this.‹stop›stop() } }
trait Named { self: Worker => def f() = ‹stop›stop() }`,
  ),
  one(
    'infix calls with several arguments',
    `class Future { def ‹@one›!!(m: Any): Int = 1; def ‹@two›!!(m: Any, f: Int): Int = 2; def ‹@a›ask(m: Any): Int = 1; def ‹@b›ask(m: Any, n: Int): Int = 2
  def f(o: Future) = { o ‹two›!! ("a", 1); o ‹one›!! "a"; o ‹b›ask ("a", 1); o ‹a›ask "a" } }`,
  ),
  one(
    'overloads: the number of a function’s parameters, a whole list for repeated ones, types of the library',
    `class Box { def ‹@both›first(p: (Int, Int) => Boolean): Int = 1; def ‹@partial›first(p: PartialFunction[Int, Any]): Int = 2
  def ‹@few›make(a: String, xs: Int*): Int = 1; def ‹@more›make(a: String, b: Boolean, xs: Int*): Int = 2
  def ‹@seq›put(a: Seq[Int]): Int = 1; def ‹@iterator›put(a: Iterator[Int]): Int = 2
  def f(xs: Vector[Int]) = { ‹both›first((a: Int, b: Int) => true); ‹partial›first { case 1 => 2 }; ‹few›make("a", xs: _*); ‹more›make("a", xs.isEmpty, xs: _*); ‹seq›put(xs); ‹iterator›put(xs.iterator) } }`,
  ),
  one(
    'types of the library under another name',
    `import scala.collection.immutable.{Seq => ISeq}
import java.util.{List => JList}
${dep}class U(xs: ISeq[Dep]) { def f() = { xs.foreach(_.‹go›go()); ‹seq›all(Seq(new Dep)) }
  def ‹@seq›all[C[X] <: Traversable[X]](a: C[Dep]): Int = 1; def ‹@java›all(a: JList[Dep]): Int = 2 }`,
  ),
  one(
    'imports of an object’s members',
    `package a\nimport a.Tools._
object Tools { def ‹@help›help(): Int = 1 }
class U { def f() = ‹help›help() }`,
  ),
  one(
    'case classes are called to be made; their parameters are members; patterns take them apart',
    `${dep}case class ‹@P›P(‹@d›d: Dep, n: Int)
class U { def f(o: Any) = { ‹P›P(new Dep, 1).‹d›d.‹go›go(); o match { case q: P => q.‹d›d; case r @ ‹P›P(_, _) => r.‹d›d; case ‹P›P(x, _) => x; case e: Dep => e.‹go›go() } } }`,
  ),
  one(
    'overloads: the number of parameters of lambdas and placeholders, type arguments for implicit ones',
    `trait ‹@C›C[T] { def ‹@put›put(t: T): Int }
object ‹@Co›C { def ‹@made›apply[T](implicit c: ‹C›C[T]): ‹C›C[T] = c
  def ‹@own›put[T](a: Int, t: T)(implicit c: ‹C›C[T]) = ‹made()›C[T].‹put›put(t) }
object O { def ‹@one›r[A, R](f: A => R)(implicit c: ‹C›C[A]): R = ???
  def ‹@two›r[A, B, R](f: (A, B) => R): R = ???
  def ‹@any›gen[T](implicit c: ‹C›C[T]): ‹C›C[T] = c
  def ‹@ofC›s(c: ‹C›C[Int]): Int = 1
  def ‹@ofText›s(c: String): Int = 2
  def g(h: (Int, Int, Int) => Int) = { ‹one›r(h(1, 2, _: Int)); ‹two›r(h(1, _: Int, _: Int)); ‹two›r((a: Int, b: Int) => a)
    ‹ofC›s(‹any›gen[Int]); ‹ofText›s("a" + 1 + "b") } }`,
  ),
  one(
    'overloads: a lambda in braces whose parameter has a type',
    `class ‹@B›B { def ‹@go›go() = 1 }
object O { def ‹@fun›m[A](f: A => Int): Int = 1
  def ‹@text›m(a: String, b: Int = 1): Int = 2
  def g() = ‹fun›m { b: ‹B›B =>
    b.‹go›go()
  } }`,
  ),
  one(
    'overloads: widened numbers, what methods of the library keep or convert, references by the expected function, results that are applied',
    `import scala.collection.JavaConverters._
import java.util.{List => JList, Collection => JCollection}
class D { def ‹@long›x(a: Long) = 1
  def ‹@double›x(a: Double) = 2
  def ‹@seq›c(a: Seq[Int]) = 1
  def ‹@map›c(a: Map[Int, Int]) = 2
  def ‹@jlist›c(a: JList[Int]) = 3
  def ‹@iter›i(a: Iterator[Int]) = 1
  def ‹@coll›i(a: Iterable[Int]) = 2
  def ‹@whole›w(a: Int*): Int = ‹many›w(a, 1)
  def ‹@many›w(a: Seq[Int], b: Int): Int = 1
  def ‹@java›w(a: JCollection[Int], b: Int): Int = 2
  def ‹@text›t(a: String): Int = 1
  def ‹@num›t(a: Int): Int = 2
  def ‹@pair›act: (Int, Int) => Int = null
  def ‹@set›act(f: (Int, Int) => Int): D = this
  def f(n: Int, j: JList[Int], s: Iterator[Int], all: List[Int]) = { ‹long›x(n); ‹double›x(1.0); ‹seq›c(j.asScala); ‹jlist›c(j)
    ‹iter›i(s.map(_ + 1)); ‹coll›i(all.map(_ + 1)); all.map(‹num›t); ‹pair›act(1, 2); ‹set›act(null) } }`,
  ),
  one(
    'overloads: a text is a sequence of characters',
    `class T { def ‹@char›x(a: Char) {}
  def ‹@chars›x(a: Seq[Char]) {}
  def f() { ‹chars›x("--") } }`,
  ),
  one(
    'overloads: by number, by type, defaults, names',
    `class Animal; class Dog extends Animal; class Cat extends Animal
class A { def ‹@none›f(): Int = 0; def ‹@int›f(a: Int): Int = a; def ‹@string›f(a: String): Int = 1; def ‹@animal›f(a: Animal): Int = 2; def ‹@dog›f(a: Dog): Int = 3
  def ‹@opt›g(a: Int, b: String = "x"): Int = 1
  def k(c: Cat) = { ‹none›f(); ‹int›f(1); ‹string›f("a"); ‹animal›f(c); ‹dog›f(new Dog); ‹opt›g(1); ‹opt›g(1, b = "y") } }`,
  ),
  one(
    'containers: lambdas, comprehensions, cases, options, maps',
    `${dep}class A { val list: List[Dep] = Nil; val map: Map[String, Dep] = null; val opt: Option[Dep] = None
  def f() = { list.map(x => x.‹go›go()).head.‹go›go(); list.filter { d => d.‹go›go() == d }.foreach(d => d.‹name›name); for { d <- list; e = d.‹go›go() } yield e.‹go›go(); for (d <- list) d.‹go›go()
    list(0).‹?›size; opt.map(_.name); opt.get.‹go›go(); map.values.foreach(d => d.‹go›go()); list.foreach { case d => d.‹go›go() } } }`,
  ),
  one(
    'functions without parentheses, infix calls, casts, anonymous classes, conditions',
    `${dep}trait R { def ‹@one›one: Dep; def ‹@add›add(r: R): R }
class A { def ‹@dep›dep: Dep = new ‹Dep›Dep
  def f(r: R, o: Any) = { ‹dep›dep.‹go›go(); r.‹one›one.‹go›go(); r ‹add›add r; o.asInstanceOf[Dep].‹go›go(); new R { def one = ‹dep›dep; def add(r: R) = r }.‹-›hash; (if (o == r) dep else new Dep).‹go›go() } }`,
  ),
  one(
    'generic classes, bounds, type aliases',
    `${dep}class Box[T](val ‹@value›value: T) { def ‹@get›get(): T = ‹value›value }
class U { type ‹@D›D = Dep; def f[B <: ‹Dep›Dep](b: Box[Dep], t: B, d: ‹D›D) = { b.‹value›value.‹go›go(); b.‹get›get().‹go›go(); t.‹go›go(); d.‹go›go() } }`,
  ),
  one(
    'constructors: explicit ones, those of bases',
    `class ‹@P›P(val a: Int) { def ‹@p2›this(a: Int, b: Int) = this(a); def ‹@go›go(): Int = 1 }
class U { def f() = { new ‹P›P(1).‹go›go(); new ‹p2()›P(1, 2).‹go›go() } }`,
  ),
  one(
    'unknown names are not linked',
    `${dep}class U { def f(u: Unknown) = { u.‹-›go(); u.x.‹-›go(); val (a, b) = u.pair(); a.‹?›go() } }`,
  ),
];

describe('Scala', () => {
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
      expect(collect('A.scala', sample.slice(0, end)).entities.length % entityWidth).toBe(0);
      expect(collect('A.scala', sample.slice(end, end + 2000)).sites.length % siteWidth).toBe(0);
    }
  });

  it.each([
    ['nested calls', `object O { val x = ${'f('.repeat(2000)}1${')'.repeat(2000)} }`],
    ['long chains', `object O { val x = a${'.b()'.repeat(2000)} }`],
    ['long sums', `object O { val x = "a"${' + f(1)'.repeat(2000)} }`],
    ['nested types', `object O { val x: ${'List['.repeat(1000)}A${']'.repeat(1000)} = null }`],
    ['nested classes', `${'class A { '.repeat(400)}${'}'.repeat(400)}`],
    ['names of objects', 'class __proto__ { val constructor = 1; def toString() = { constructor = __proto__.x } }'],
    ['stray words', 'import ; package ; class { enum } => case match ( def . given with extension ( val (a, b = new '],
  ])('for %s', (_, source) => {
    expect(collect('A.scala', source).strings[0]).toBe('*');
  });
});

/** Links of Kotlin: packages and imports, members, extensions, companions, lambdas with and without receivers; Java beside it. */
import { describe, expect, it, test } from 'vitest';
import { openSummaryCollector } from '../../bench/graph/tree-summary.ts';
import { kotlin } from '../../src/languages/kotlin/kotlin.ts';
import { java } from '../../src/languages/java/java.ts';
import { entityWidth, siteKinds, siteWidth } from '../../src/model/file-summary.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([kotlin, java], { everySite: true });
const collect = await openSummaryCollector(kotlin);

function one(name: string, text: string): [string, Sources] {
  return [name, { 'A.kt': text }];
}

const dep = 'class ‹@Dep›Dep { fun ‹@go›go(): Dep = this; val ‹@name›name: String = "" }\n';

const cases: [string, Sources][] = [
  [
    'types and functions of the package, imported ones, renamed ones, star imports, full names',
    {
      'src/Main.kt': `package shop.app
import shop.stock.‹Item›Item
import shop.stock.‹Shelf›Shelf as Rack
import shop.stock.‹sell›sell
import shop.open.*
import java.util.Scanner
class Main { val near: ‹Near›Near = ‹Near›Near(); val item: ‹Item›Item? = null; val rack: ‹Shelf›Rack = ‹Shelf›Rack(); val full: shop.stock.‹Item›Item? = null; val s: ‹-›Scanner? = null
  fun f() { near.‹goNear›go(); item?.‹use›use(); ‹sell›sell(); ‹opened›opened(); rack.‹fill›fill(); full!!.‹use›use(); ‹helper›helper(); shop.stock.‹Item›Item() } }`,
      'src/Near.kt': 'package shop.app\nclass ‹@Near›Near { fun ‹@goNear›go() {} }\nfun ‹@helper›helper() {}',
      'src/Item.kt':
        'package shop.stock\nclass ‹@Item›Item { fun ‹@use›use() {} }\nclass ‹@Shelf›Shelf { fun ‹@fill›fill() {} }\nfun ‹@sell›sell() {}',
      'src/Open.kt': 'package shop.open\nfun ‹@opened›opened() {}',
    },
  ],
  [
    'calls with type arguments that look like comparisons, with what follows them; comparisons',
    {
      'A.kt': `class ‹@Own›Own { fun ‹@end›end(): Own = this }
class ‹@Box›Box { fun <T> ‹@pick›pick(at: Int): Own = Own2(); fun <T> ‹@each›each(run: () -> Unit): Own = Own2() }
fun ‹@Own2›Own2(): Own = throw Error()
fun <T> ‹@make›make(given: Int): T = throw Error()
class ‹@Top›Top(val ‹@high›high: Int) { fun ‹@less›less(b: Int, c: Boolean) = (high < b) == (c) }
fun f(box: Box, n: Int) {
  box.‹pick›pick<‹Own›Own>(n).‹end›end()
  val later = box.‹each›each<‹Own›Own> { ‹Own2›Own2() }
  later.‹end›end()
  ‹make›make<‹Own›Own>(1).‹end›end()
  val made = ‹make›make<‹Own›Own>(n) ?: return
  made.‹end›end()
}`,
    },
  ],
  one(
    'a class whose constructor takes the arguments, where a member of its name does not',
    `class ‹@Own›Own(level: Int, wide: Boolean) { constructor() : this(1, false)
  fun ‹@end›end() {} }
class Shop { fun f() { ‹Own›Own().‹end›end(); ‹own›Own(true).‹end›end() }
  private fun ‹@own›Own(wide: Boolean) = ‹Own›Own(1, wide) }`,
  ),
  one(
    'the companion of a class after its name, not that of its superclass; both inside of the class',
    `open class Base { companion object { fun ‹@base›get(a: String, n: Int): Base = Base(); fun ‹@only›only() {} } }
class Sub : Base() { companion object { fun ‹@sub›get(a: CharSequence, n: Int): Sub = Sub() }
  fun f() { ‹only›only() } }
fun g(a: String) { Sub.‹sub›get(a, 1); Base.‹base›get(a, 1) }`,
  ),
  one(
    'without a receiver: the innermost receiver that has a function which takes the arguments',
    `class Writer { fun ‹@text›emit(text: String, wrap: Boolean = false) {} }
fun write(action: Writer.() -> Unit) {}
class Spec { fun ‹@spec›emit(to: Writer, inline: Boolean) {}
  override fun toString(): String { write { ‹spec›emit(this, true); ‹spec›emit(this, inline = false); ‹text›emit("a"); ‹text›emit("a", wrap = true) }; return "" } }`,
  ),
  one(
    'overloads: types of the library, which extend others, also where they are inferred or tested',
    `import java.io.*
import java.lang.reflect.*
open class Name
class Part : Name()
fun TypeMirror.toName(): Part = Part()
fun KType.toName() = Name()
class Spec { fun ‹@out›to(out: Appendable) {} fun ‹@file›to(out: File) {} fun ‹@flush›to(out: Flushable) {}
  fun ‹@name›take(n: Name) {} fun ‹@type›take(n: Type) {} fun ‹@cls›of(c: Class<*>) {} fun ‹@kcls›of(c: KClass<*>) {}
  fun ‹@any›on(t: Type) {} fun ‹@wild›on(t: WildcardType) {} fun ‹@int›num(s: String) {} fun ‹@self›num(s: Name) {}
  fun f(c: Class<*>, x: Unknown, t: Type, p: Part) { StringWriter().use { writer -> ‹out›to(writer) }; buildString { ‹out›to(this) }
    ‹name›take(x.type.toName()); ‹kcls›of(c.kotlin); ‹cls›of(x.javaClass); when (t) { is WildcardType -> ‹wild›on(t) }; ‹any›on(t); ‹self›num(p) } }`,
  ),
  one(
    'the superclass of a class without a primary constructor',
    `open class Sink(val to: Int) { open fun ‹@write›write(n: Int) {} }
class Hash : Sink { constructor(n: Int) : super(n)
  override fun write(n: Int) { super.‹write›write(n) } }`,
  ),
  one(
    'scope functions that pass their receiver as a parameter leave the receiver around as it is',
    `class Item { fun go() {} fun ‹@here›here() {} }
class Shop { fun ‹@go›go() {}
  fun f(i: Item) { i.let { ‹go›go(); it.‹here›here() }; i.also { ‹go›go() }; i.apply { ‹here›here() }; i.run { ‹here›here() } } }`,
  ),
  [
    'extensions of a class, called on what stands around: of outside, of a type parameter, in a lambda; of a companion',
    {
      'A.kt': `package a
import ext.Device
open class ‹@Cell›Cell
class ‹@Diff›Diff {
  companion object
 }
fun ‹Diff›Diff.Companion.‹@rep›repeating(n: Int): ‹Diff›Diff = ‹Diff›Diff()
fun ‹@free›free(n: Int) = 1
class Tree {
  fun ‹-›Device.pids(): Int = ‹grep›grep(1) + ‹free›free(1)
  private fun ‹-›Device.‹@grep›grep(n: Int): Int = 1
  private fun <C : ‹Cell›Cell> C.outer(n: Long) = ‹shown›shown(n)
  private fun <C : ‹Cell›Cell> C.‹@shown›shown(n: Long): Int = 1
  fun go() { ‹-›dsl { ‹grep›grep(1); ‹free›free(2) }; ‹-›grep(2); ‹Diff›Diff.‹rep›repeating(1) }
 }
fun outside() { ‹-›shown(1) }`,
    },
  ],
  [
    'Kotlin sees Java’s classes of the same package, and Java sees Kotlin’s',
    {
      'A.kt': 'package a\nclass ‹@K›K { fun ‹@kf›f() {} }\nclass U { fun g(j: ‹J›J) { j.‹jf›f(); ‹J›J().‹jf›f() } }',
      'J.java': 'package a;\npublic class ‹@J›J { public void ‹@jf›f() { new ‹K›K().‹kf›f(); } }',
    },
  ],
  [
    'top-level declarations of a file, through its class in Java',
    {
      'p/Tree.kt':
        'package p\nclass Tree { private fun grow() {} }\nfun ‹@grow›grow(n: Int): Tree = Tree()\nfun ‹@grow2›grow(a: Int, b: Int) {}\nfun Tree.cut() {}',
      'p/shared.kt': 'package p\nfun ‹@share›share() {}',
      'p/Near.java':
        'package p;\nclass Near { void f() { TreeKt.‹grow›grow(1); TreeKt.‹grow2›grow(1, 2); SharedKt.‹share›share(); } }',
      'q/Far.java':
        'package q;\nimport p.TreeKt;\nclass Far { void f() { TreeKt.‹grow›grow(1); SharedKt.‹-›share(); } }',
    },
  ],
  one(
    'simple names: locals, properties, inherited, of the class around; constructors’ parameters',
    `open class ‹@Base›Base(val ‹@deep›deep: Int) { fun ‹@m›m() {} }
class Outer(val ‹@x›x: Int, ‹@p›p: Int) : ‹Base›Base(‹x›x) { var ‹@y›y = ‹p›p; val ‹@z›z: Int get() = ‹y›y
  fun ‹@own›own() { ‹y›y = ‹deep›deep + ‹x›x; val ‹@l›l = 1; ‹l›l; this.‹y›y = ‹z›z; ‹m›m(); super.‹m›m() }
  inner class In { fun f() { ‹own›own(); this@Outer.‹own›own() } } }`,
  ),
  one(
    'companions, objects, enums, and their members through the type’s name',
    `class ‹@Foo›Foo { companion object { const val ‹@K›K = 1; fun ‹@make›make(): Foo = ‹Foo›Foo() }
  fun ‹@go›go() { ‹make›make(); ‹K›K } }
object ‹@Obj›Obj { fun ‹@run›run() {} }
enum class Level { ‹@Low›LOW, HIGH { override fun rank() = 2 }; open fun ‹@rank›rank() = 1 }
fun f() { Foo.‹K›K; Foo.‹make›make().‹go›go(); ‹Obj›Obj.‹run›run(); Level.‹Low›LOW.‹rank›rank() }`,
  ),
  [
    'extensions: by what they extend, where they are imported; members go first; the receiver inside',
    {
      'ext/E.kt': `package ext
import a.Dep
fun Dep.‹@onDep›twice(n: Int = 1): Dep { ‹go›go(); this.‹go›go(); return this }
fun String.‹@onString›twice(): String = this
fun Dep.go() {}
val Dep.‹@size›size: Int get() = 1`,
      'a/D.kt': `package a\n${dep}`,
      'a/U.kt': `package a
import ext.twice
fun use(d: Dep, s: String, u: Unknown) { d.‹onDep›twice().‹go›go(); s.‹onString›twice(); "a".‹onString›twice(); d.‹go›go(); u.‹-›once() }`,
      'a/V.kt': 'package a\nfun other(s: String) { s.‹-›twice() }',
    },
  ],
  [
    'extensions on what comes from outside: the one that can be meant by its name, of several none; anything takes any',
    {
      'ext/E.kt': `package ext
import lib.Base
fun Base.‹@block›block(n: Int = 1) {}
fun String.‹@shout›shout() = this
fun Int.‹@times›times2() = 1
fun Base.both() {}
fun String.both() {}
fun <T> Iterable<T>.first() = 1
fun Any.‹@describe›describe() = 1
class Scope { fun Base.hidden() {}
  fun f(b: lib.Other) { b.make().hidden() } }`,
      'use/U.kt': `package use
import ext.*
import lib.Other
import lib.Base
class Derived : Other() 
class Plain
fun f(o: Other, s: String, d: Derived, p: Plain, u: java.net.URI, l: List<Int>) {
  o.‹block~›block(); o.‹-›block(1, 2); d.‹block~›block(2); p.‹-›block(); Base().‹block›block()
  o.name.‹shout~›shout(); s.trim().‹shout~›shout(); u.‹-›shout(); l.‹-›shout(); l.size.‹times›times2(); s.‹-›times2()
  o.make().‹?›both(); o.make().‹?›first(); o.make().‹?›hidden(); p.‹describe›describe(); s.‹describe›describe() }`,
      'not/N.kt': 'package not\nfun f(o: lib.Other) { o.‹-›block(); o.name.‹-›shout() }',
    },
  ],
  one(
    'a result of an external generic type may be its type argument, but is not known to be',
    `${dep}class U { val ‹@t›t = Local<Dep>(); fun f(p: Provider<Dep>) { ‹t›t.‹-›get().‹?›go(); p.get().‹?›go(); p.get().‹?›name; find<Dep>().‹?›go(); find<String>().‹-›go()
  var c = t.get(); if (c == null) { c = ‹Dep›Dep() }; c.‹?›go() } }`,
  ),
  one(
    'the field of a property, in its accessors',
    `${dep}class U { var ‹@a›a: Dep = Dep()
    get() { field.‹go›go(); return field }
    set(value) { field = value.‹go›go() }
  val b = Dep()
    get() = field.‹go›go()
  fun f() { ‹a›a.‹go›go() } }`,
  ),
  one(
    'with a receiver, and top-level functions where no member accepts the arguments',
    `${dep}fun ‹@grow›grow(n: Int): Int = n
fun ‹@two›two(a: Int, b: Int = 1) {}
class U(val d: Dep) { fun ‹@own›grow() { ‹grow›grow(1); ‹own›grow() }; fun two(a: String, b: String, c: String) { ‹two›two(1) }
  fun f() { with(d) { ‹go›go(); ‹name›name }; with(d) { ‹go›go() }.‹go›go(); with(d, { ‹go›go() }) } }`,
  ),
  one(
    'overloads: by number, by type, defaults, names, lambdas behind the parentheses; in several files',
    `open class Animal; class Dog : Animal(); class Cat : Animal()
class A { fun ‹@none›f() {} ; fun ‹@int›f(a: Int) {} ; fun ‹@string›f(a: String) {} ; fun ‹@animal›f(a: Animal) {} ; fun ‹@dog›f(a: Dog) {}
  fun ‹@opt›g(a: Int, b: String = "x", c: Boolean = true) {} ; fun ‹@block›h(a: Int = 1, b: () -> Unit) {}
  fun k(c: Cat) { ‹none›f(); ‹int›f(1); ‹string›f("a"); ‹animal›f(c); ‹dog›f(Dog()); ‹opt›g(1); ‹opt›g(1, c = false); ‹block›h { }; ‹block›h(2) { } } }`,
  ),
  [
    'functions of one name in several files of a package',
    {
      'A.kt': 'package a\nfun ‹@one›f(a: Int) {}',
      'B.kt': 'package a\nfun ‹@two›f(a: String) {}',
      'C.kt': 'package b\nimport a.f\nfun g() { ‹one›f(1); ‹two›f("a") }',
    },
  ],
  one(
    'a constructor parameter that a property of its name hides: only initializers see it',
    `interface In { fun ‹@plain›go() }
class Wrap : ‹In›In { override fun ‹@wrapped›go() {} fun ‹@more›more() {} }
fun ‹@wrap›wrap(a: ‹In›In): ‹Wrap›Wrap { a.‹plain›go(); return ‹Wrap()›Wrap() }
class C(source: ‹In›In) {
  private val source = ‹wrap›wrap(source)
  val first = source.‹plain›go()
  init { source.‹plain›go() }
  fun f() { source.‹wrapped›go(); source.‹more›more() }
  val later get() = source.‹more›more()
}`
      .replace('interface In', 'interface ‹@In›In')
      .replace('class Wrap', 'class ‹@Wrap›Wrap'),
  ),
  one(
    'overloads by results of the library, and by what an extension returns for its receiver',
    `fun <T> Collection<T>.‹@copy›copied(): List<T> = java.util.ArrayList(this)
class ‹@Names›Names(private val names: List<String>) { val ‹@own›own = names.‹copy›copied()
  val ‹@simple›simple get() = ‹own›own[0] }
class A { fun ‹@text›f(a: String) {}
  fun ‹@names›f(a: ‹Names›Names) {}
  fun ‹@array›g(a: Array<String>) {}
  fun ‹@list›g(a: List<String>) {}
  fun ‹@regex›h(a: Regex) {}
  fun ‹@plain›h(a: String) {}
  fun k(n: ‹Names›Names, all: Array<String>, s: String) { ‹text›f(n.‹simple›simple); ‹list›g(all.asList()); ‹array›g(all); ‹regex›h(Regex.fromLiteral(s)) } }`,
  ),
  one(
    'overloads by named arguments, class literals, results of apply without a receiver, and types of the library',
    `import kotlin.reflect.KClass
class ‹@P›P { fun ‹@one›m(a: Int = 1, b: Int = 2) {}
  fun ‹@two›m(a: Int = 1, c: String = "") {}
  fun ‹@class›k(a: Class<*>) {}
  fun ‹@kclass›k(a: KClass<*>) {}
  fun ‹@p›k(a: ‹P›P) {}
  fun ‹@me›me() = ‹-›apply { }
  fun ‹@text›t(a: String) {}
  fun ‹@number›t(a: Int) {}
  fun ‹@other›t(a: ‹P›P) {}
  fun f(x: Any) { ‹one›m(b = 1); ‹two›m(c = ""); ‹one›m(b = 1, a = 2)
    ‹kclass›k(‹P›P::class); ‹class›k(‹P›P::class.‹-›java); ‹p›k(‹me›me()); ‹text›t(x.‹-›toString()); ‹other›t(‹me›me().‹me›me()) } }`,
  ),
  one(
    'constructors: primary, secondary, delegated',
    `class ‹@P›P(val a: Int) { ‹@p2›constructor(a: Int, b: Int) : this(a) { }
  fun ‹@go›go() {} }
fun f() { ‹P›P(1).‹go›go(); ‹p2()›P(1, 2).‹go›go() }`,
  ),
  one(
    'lambdas: it, parameters, containers, function types, functional interfaces, references',
    `${dep}fun interface Task { fun ‹@run›run(d: Dep): Dep }
class A { val list: List<Dep> = listOf(); val map: Map<String, Dep> = mapOf()
  fun ‹@take›take(n: Int, f: (Dep) -> Dep): Dep = f(‹Dep›Dep()).‹go›go()
  fun ‹@task›task(t: Task) { t.‹run›run(Dep()).‹go›go() }
  fun ‹@each›each(d: Dep) {}
  fun g() { ‹take›take(1) { it.‹go›go() }.‹go›go(); ‹task›task(Task { d -> d }); list.map { it.‹go›go() }.first().‹go›go(); list.filter { d -> d.‹go›go() == d }.forEach { it.‹name›name }
    for (d in list) d.‹go›go(); for ((k, v) in map) v.‹go›go(); list[0].‹go›go(); map["a"]!!.‹go›go(); list.forEach(::‹each›each); map.values.first().‹go›go(); map.forEach { (k, v) -> v.‹go›go() } } }`,
  ),
  one(
    'lambdas with receivers: own builders, apply, also, let, run',
    `${dep}class Html { fun ‹@body›body(block: Body.() -> Unit) {} ; val ‹@title›title = "" }
class Body { fun ‹@text›text(s: String) {} }
fun ‹@html›html(block: Html.() -> Unit): Html = Html().apply(block)
fun f(d: Dep) { ‹html›html { ‹title›title; ‹body›body { ‹text›text("a"); this.‹text›text("b") } }
  d.apply { ‹go›go() }.‹go›go(); d.also { it.‹go›go() }.‹go›go(); d.let { it.‹go›go() }.‹go›go(); d.run { ‹name›name } }`,
  ),
  one(
    'tests and casts, when, elvis, safe calls, lazy values, destructuring',
    `${dep}class A { val ‹@lz›lz by lazy { ‹Dep›Dep() }
  fun f(o: Any, n: Dep?) { (o as Dep).‹go›go(); if (o is Dep && o.‹go›go() == o) o.‹go›go(); when (o) { is Dep -> o.‹go›go(); else -> {} }
    (n ?: Dep()).‹go›go(); n?.‹go›go()?.‹go›go(); ‹lz›lz.‹go›go(); val t = object : Runnable { override fun run() { ‹lz›lz.‹go›go() } }; val w = if (n != null) n else Dep(); w.‹go›go() } }`,
  ),
  one(
    'generic classes and functions, type aliases, bounds',
    `${dep}class Box<T>(val ‹@value›value: T) { fun ‹@get›get(): T = ‹value›value }
typealias ‹@D›D = Dep
fun <T : Dep> ‹@same›same(t: T): T { t.‹go›go(); return t }
fun f(b: Box<Dep>, d: ‹D›D) { b.‹value›value.‹go›go(); b.‹get›get().‹go›go(); ‹same›same(Dep()).‹go›go(); d.‹go›go() }`,
  ),
  [
    'a type and factory functions of the same name in several files',
    {
      'io/a/Make.kt':
        'package io\nfun ‹@make›Channel(n: Int): Channel = TODO()\nfun ‹@text›Channel(s: String): Channel = TODO()',
      'io/b/Channel.kt': 'package io\ninterface ‹@Channel›Channel { fun ‹@read›read() {} }',
      'io/c/More.kt': 'package io\nfun ‹@more›Channel(d: Double): Channel = TODO()',
      'app/Use.kt':
        'package app\nimport io.*\nclass Use(val c: ‹Channel›Channel) { fun f() { c.‹read›read(); ‹make›Channel(1).‹read›read(); ‹text›Channel("a"); ‹more›Channel(1.5) } }',
      'app/Named.kt':
        'package app\nimport io.‹make›Channel\nclass Named(val c: ‹Channel›Channel) { fun f() { c.‹read›read(); ‹make›Channel(1).‹read›read() } }',
    },
  ],
  one(
    'annotations, interfaces, delegation, infix functions, unknown receivers',
    `annotation class ‹@Mark›Mark
interface ‹@I›I { fun ‹@need›need(); val ‹@v›v: Int }
@‹Mark›Mark class C(i: ‹I›I) : ‹I›I by i { infix fun ‹@plus›add(o: C): C = this }
fun f(c: C, i: I, u: Unknown) { c.‹need›need(); i.‹v›v; c ‹plus›add c; u.‹-›need(); u.x().‹-›need() }`,
  ),
];

describe('Kotlin', () => {
  test.each(cases)('%s', (_, files) => {
    // The grammar requires a line break before the end of a body.
    const lines = Object.entries(files).map(([path, text]) => [path, text.replaceAll(' }', '\n}')]);
    const { actual, expected } = linksOf(Object.fromEntries(lines) as Sources);
    expect(actual).toEqual(expected);
  });
});

/** The kinds of the sites at a column of a text. */
function siteKindsAt(text: string, column: number): number[] {
  const { sites } = collect('A.kt', text);
  const starts = Array.from({ length: sites.length / siteWidth }, (_, site) => site * siteWidth);
  return starts.filter((at) => sites[at + 3] === column).map((at) => sites[at]!);
}

it.each([
  ['++a.b', 19],
  ['--a.b', 19],
  ['a.b--', 17],
])('%s reads and writes the member', (update, column) => {
  expect(siteKindsAt(`fun f(a: A) { ${update} }`, column)).toEqual([siteKinds.update]);
});

it('takes a function that is handed on for a value, not for a call', () => {
  expect(siteKindsAt('fun f() { h(::g) }', 15)).toEqual([siteKinds.read]);
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
      expect(collect('A.kt', sample.slice(0, end)).entities.length % entityWidth).toBe(0);
      expect(collect('A.kt', sample.slice(end, end + 2000)).sites.length % siteWidth).toBe(0);
    }
  });

  it.each([
    ['nested calls', `val x = ${'f('.repeat(2000)}1${')'.repeat(2000)}`],
    ['nested lambdas', `fun f() { ${'run { '.repeat(600)}it${' }'.repeat(600)} }`],
    ['long sums', `val x = "a"${' + f(1)'.repeat(3000)}`],
    ['long chains', `val x = a${'.b()'.repeat(2000)}`],
    ['nested types', `val x: ${'List<'.repeat(1000)}A${'>'.repeat(1000)}`],
    ['nested classes', `${'class A { '.repeat(400)}${'}'.repeat(400)}`],
    ['names of objects', 'class __proto__ { val constructor = 1; fun toString() { constructor = __proto__.x } }'],
    [
      'stray words',
      'import ; package ; class { enum } -> :: when ( fun . ( companion by is in { val (a, b = object : ',
    ],
  ])('for %s', (_, source) => {
    expect(collect('A.kt', source).strings[0]).toBe('*');
  });
});

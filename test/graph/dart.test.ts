/** Links of Dart: libraries and their parts, members, constructors, cascades, mixins, generic types, patterns and records. */
import { describe, expect, test } from 'vitest';
import { dart } from '../../src/languages/dart/dart.ts';
import { openSummaryCollector } from '../../bench/graph/tree-summary.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const collect = await openSummaryCollector(dart);
const linksOf = await openLinkComparison([dart], { everySite: true });

function one(name: string, text: string): [string, Sources] {
  return [name, { 'a.dart': text }];
}

const dep = 'class ‹@Dep›Dep { Dep ‹@go›go() => this; int get ‹@size›size => 1; final Dep? ‹@next›next = null; }\n';

const cases: [string, Sources][] = [
  [
    'imports: whole, cut down, with a prefix, by platform, of packages; what is exported again',
    {
      'pubspec.yaml': 'name: shop\n',
      'lib/main.dart': `import 'near.dart';
import 'src/item.dart' show ‹Item›Item, ‹sell›sell;
import 'src/rack.dart' as racks;
import 'stub.dart' if (dart.library.io) 'real.dart';
import 'package:shop/all.dart';
import 'package:other/other.dart';
import 'package:http/http.dart' as http;
racks.‹Rack›Rack? own;
class Main { final ‹Near›Near near = ‹Near›Near(); ‹Item›Item? item; ‹-›Client? c; http.‹-›Client? d;
  void f() { near.‹goNear›go(); item?.‹use›use(); ‹sell›sell(); racks.‹Rack›Rack().‹fill›fill(); ‹open›open(); ‹Deep›Deep(); ‹Other›Other(); ‹-›Hidden(); http.‹-›get(); racks.‹top›top; } }`,
      'lib/near.dart': 'class ‹@Near›Near { void ‹@goNear›go() {} }',
      'lib/src/item.dart': 'class ‹@Item›Item { void ‹@use›use() {} }\nvoid ‹@sell›sell() {}\nclass Hidden {}',
      'lib/src/rack.dart': 'class ‹@Rack›Rack { void ‹@fill›fill() {} }\nconst ‹@top›top = 1;',
      'lib/stub.dart': 'void ‹@open›open() {}',
      'lib/real.dart': 'void really() {}',
      'lib/all.dart': "export 'src/deep.dart';\nexport 'src/some.dart' show ‹Some›Some;",
      'lib/src/deep.dart': 'class ‹@Deep›Deep {}',
      'lib/src/some.dart': 'class ‹@Some›Some {}\nclass Hidden {}',
      'packages/other/pubspec.yaml': 'name: other\n',
      'packages/other/lib/other.dart': 'class ‹@Other›Other {}',
    },
  ],
  [
    'parts: by file name and by library name',
    {
      'lib.dart':
        "library my.lib;\npart 'part.dart';\npart 'src/old.dart';\nclass ‹@A›A { void ‹@m›m() { ‹_inPart›_inPart(); ‹old›old(); } }",
      'part.dart': "part of 'lib.dart';\nvoid ‹@_inPart›_inPart() { ‹A›A().‹m›m(); ‹old›old(); }",
      'src/old.dart': 'part of my.lib;\nvoid ‹@old›old() { ‹A›A(); ‹_inPart›_inPart(); }',
      'user.dart': "import 'lib.dart';\nvoid f() { ‹old›old(); }",
    },
  ],
  one(
    'constructors: unnamed, named, factories, redirections, those of the superclass',
    `class ‹@Base›Base { Base.‹@named›named(int x); ‹@made›Base(); }
class Sub extends ‹Base›Base { final int ‹@x›x;
  ‹@sub›Sub(this.‹x›x) : ‹made()›super();
  Sub.‹@other›other(int y) : ‹x›x = y, super.‹named›named(y);
  Sub.‹@again›again() : this.‹other›other(1);
  factory Sub.‹@open›open() => ‹sub()›Sub(1);
  factory Sub.‹@to›to() = ‹Far›Far.‹farMade›made;
  int ‹@go›go() => ‹x›x; }
class ‹@Far›Far extends Sub { Far.‹@farMade›made() : super.‹open›open(); }
void f() { ‹made()›Base(); Base.‹named›named(1); Sub.‹open›open().‹go›go(); const Sub.‹again›again().‹go›go(); new ‹sub()›Sub(1).‹go›go(); Sub.‹to()›to(); }`,
  ),
  one(
    'members by declared types, by values, through getters, of this and super; static ones',
    `${dep}class ‹@Base›Base { void ‹@inBase›m() {} }
class K extends ‹Base›Base { final ‹Dep›Dep ‹@d›d = ‹Dep›Dep(); late final ‹@e›e = ‹Dep›Dep(); static ‹Dep›Dep ‹@s›s = ‹Dep›Dep(); ‹Dep›Dep get ‹@g›g => ‹d›d;
  set ‹@t›t(int v) {} static void ‹@st›st() {}
  void ‹@m›m() { ‹d›d.‹go›go().‹go›go(); this.‹d›d.‹size›size; ‹e›e.‹go›go(); ‹g›g.‹go›go(); ‹s›s.‹go›go(); super.‹inBase›m(); ‹st›st(); ‹t›t = 1; this.‹t›t = 2; ‹d›d.‹next›next?.‹next›next!.‹go›go(); }
  void n(‹Dep›Dep p, [‹Dep›Dep? q]) { p.‹go›go(); q?.‹go›go(); final r = ‹m›m; K.‹s›s.‹go›go(); K.‹st›st(); var v = ‹Dep›Dep(); v.‹go›go(); } }`,
  ),
  one(
    'a Flutter state and its widget',
    `${dep}class ‹@View›View extends StatefulWidget { const View(this.‹dep›dep); final ‹Dep›Dep ‹@dep›dep; State<‹View›View> createState() => ‹State›_State(); }
class ‹@State›_State extends State<‹View›View> { void f() { widget.‹dep›dep.‹go›go(); this.widget.‹dep›dep; } }
class Other extends ConsumerState<‹View›View> { void f(_State s) { widget.‹dep›dep; s.widget.‹dep›dep; } }`,
  ),
  one(
    'cascades',
    `${dep}class B { ‹Dep›Dep ‹@dep›dep = ‹Dep›Dep(); int ‹@n›n = 0; void ‹@add›add(int a) {} }
B f() => B()..‹add›add(1)..‹n›n = 2..‹dep›dep.‹go›go();
void g(B? b) { b?..‹add›add(1)..‹dep›dep.‹go›go(); f()..‹n›n; }`,
  ),
  one(
    'mixins, enums, class modifiers, extension types',
    `mixin ‹@M›M { void ‹@inMixin›mixed() {} }
mixin N on ‹M›M { void f() { this.‹inMixin›mixed(); } }
class K with ‹M›M { void g() { this.‹inMixin›mixed(); } }
class Alias = K with ‹M›M;
sealed class ‹@S›S {}
final class T extends ‹S›S {}
enum ‹@E›E with ‹M›M { ‹@a›a(1), ‹@b›b.‹named›named(2); const ‹@made›E(this.‹n›n); const E.‹@named›named(this.‹n›n); final int ‹@n›n; E get ‹@next›next => ‹a›a; }
extension type ‹@Id›Id(int ‹@value›value) { int get ‹@twice›twice => ‹value›value * 2; Id.‹@zero›zero() : ‹value›value = 0; }
void h(K k, E e) { k.‹inMixin›mixed(); E.‹a›a.‹n›n; e.‹next›next.‹next›next.‹inMixin›mixed(); E.values.‹-›length; ‹Id›Id(1).‹twice›twice; Id.‹zero›zero().‹twice›twice; Alias().‹inMixin›mixed(); for (final v in E.values) v.‹n›n; }`,
  ),
  one(
    'generic types: futures, lists, maps, type parameters and their bounds, constructors that infer them',
    `${dep}class Box<T extends ‹Dep›Dep> { final T ‹@v›value; Box(this.‹v›value); Box.‹@of›of(T t) : ‹v›value = t; T ‹@get›get() => ‹v›value; void f() { ‹v›value.‹go›go(); } }
Future<‹Dep›Dep> ‹@later›later() async => ‹Dep›Dep();
void f(List<‹Dep›Dep> l, Map<String, ‹Dep›Dep> m, Box<‹Dep›Dep> b) async {
  (await ‹later›later()).‹go›go(); final d = await ‹later›later(); d.‹go›go();
  for (final x in l) x.‹go›go(); l[0].‹go›go(); m['a']!.‹go›go(); b.‹get›get().‹go›go(); b.‹v›value.‹go›go();
  for (var x in [‹Dep›Dep()]) { x.‹go›go(); } <‹Dep›Dep>[][0].‹go›go(); l.map((e) => e.‹go›go()); Box<‹Dep›Dep>(d).‹get›get().‹go›go(); Box.‹of›of(d).‹get›get().‹go›go();
  final all = <String, ‹Dep›Dep>{}; all['x']?.‹go›go(); await for (final x in ‹later›later()) {} }`,
  ),
  one(
    'calls with one type argument: as a value, labelled, awaited, after an operator, and with members of the result',
    `${dep}class ‹@K›Box<T> { ‹@new›Box(this.‹v›value, {this.‹o›other}); final T ‹@v›value; final T? ‹@o›other; T ‹@get›get() => ‹v›value; }
class ‹@L›Only<T> { ‹@only›Only({this.‹l›label}); final T? ‹@l›label; }
T ‹@id›id<T>(T value) => value;
Future<T> ‹@later›later<T>(T value) async => value;
Box<‹Dep›Dep> ‹@arrow›arrow(‹Dep›Dep d) => ‹new()›Box<‹Dep›Dep>(d);
final top = ‹new()›Box<‹Dep›Dep>(‹Dep›Dep());
void f(‹Dep›Dep d, bool b) async {
  final a = ‹new()›Box<‹Dep›Dep>(d); a.‹get›get().‹go›go(); var c = ‹new()›Box<‹Dep›Dep>(d).‹get›get().‹go›go(); c.‹size›size;
  final o = ‹only()›Only<‹Dep›Dep>(label: d); o.‹l›label?.‹go›go(); final e = ‹id›id<‹Dep›Dep>(d.‹go›go()); e.‹go›go(); top.‹get›get().‹go›go();
  final l = await ‹later›later<‹Dep›Dep>(d); l.‹go›go(); if (!‹id›id<bool>(b)) {} f(‹id›id<‹Dep›Dep>(d).‹go›go(), d.‹size›size < 1 && d.‹size›size > (2)); }`,
  ),
  one(
    'patterns, records, tests and casts',
    `${dep}(‹Dep›Dep, {‹Dep›Dep named}) pair() => (‹Dep›Dep(), named: ‹Dep›Dep());
void f(Object o, Object? p) {
  if (o is ‹Dep›Dep) o.‹go›go(); if (o is ‹Dep›Dep && o.‹size›size > 1) {} (o as ‹Dep›Dep).‹go›go();
  if (o case ‹Dep›Dep d when d.‹size›size > 1) d.‹go›go();
  if (p case final ‹Dep›Dep q?) q.‹go›go();
  switch (o) { case ‹Dep›Dep(:final ‹next›next, ‹size›size: > 1): next?.‹go›go(); case final ‹Dep›Dep d: d.‹go›go(); default: break; }
  final r = switch (o) { ‹Dep›Dep x => x.‹go›go(), _ => ‹Dep›Dep() }; r.‹go›go();
  final (a, named: b) = pair(); a.‹go›go(); b.‹go›go(); pair().$1.‹go›go();
  var [c, ...rest] = [‹Dep›Dep()]; c.‹go›go(); o is ‹Dep›Dep ? o.‹go›go() : null;
}`,
  ),
  one(
    'a variable is what a pattern says that it is; a constructor’s type arguments; super of a class that is not the project’s',
    `${dep}sealed class R<T> {}
class ‹@Ok›Ok<T> extends R<T> { final T ‹@v›value; Ok(this.‹v›value); }
class ‹@Bad›Bad<T> extends R<T> { final ‹Dep›Dep ‹@e›error; Bad(this.‹e›error); void f() { super.‹?›none(); } }
void f(R<‹Dep›Dep> r) {
  switch (r) { case ‹Ok›Ok<‹Dep›Dep>(): r.‹v›value.‹go›go(); case ‹Bad›Bad(): r.‹e›error.‹go›go(); }
  if (r case ‹Ok›Ok<‹Dep›Dep>()) r.‹v›value.‹go›go();
  return switch (r) { ‹Ok›Ok<‹Dep›Dep>() => r.‹v›value.‹go›go(), ‹Bad›Bad() => r.‹e›error };
}
class S extends Widget { void f() { super.‹-›initState(); final l = List<‹Dep›Dep>.filled(1, ‹Dep›Dep()); l[0].‹go›go(); Ok<‹Dep›Dep>(‹Dep›Dep()).‹v›value.‹go›go(); } }`,
  ),
  one(
    'functions as values: lambdas by their parameter’s type, names that shadow others, local functions, closures',
    `${dep}typedef Handler = void Function(‹Dep›Dep d);
class V { final void Function(‹Dep›Dep d)? ‹@onTap›onTap; final Handler ‹@h›h; V({this.‹onTap›onTap, required this.‹h›h}); }
void run(int n, void Function(‹Dep›Dep d) f, {Handler? then}) {}
void g(‹Dep›Dep d) { run(1, (x) => x.‹go›go(), then: (y) { y.‹go›go(); }); V(onTap: (z) => z.‹go›go(), h: (z) { z.‹go›go(); }).‹h›h(d);
  ‹Dep›Dep ‹@inner›inner() => d; ‹inner›inner().‹go›go(); final f = () => d; f().‹go›go(); '\${d.‹go›go()} $d'; }
class W { int ‹@x›x = 0; void m(int x) { x; this.‹x›x; } void n() { ‹x›x++; { final x = 1; x; } } }`,
  ),
];

describe('links of Dart', () => {
  test.each(cases)('%s', (_, sources) => {
    const { actual, expected } = linksOf(sources);
    expect(actual).toEqual(expected);
  });

  const depth = 4_000;
  test.each([
    ['calls', `var x = ${'f('.repeat(depth)}${')'.repeat(depth)};`],
    ['members', `var x = a${'.b(1)'.repeat(depth)};`],
    ['types', `${'A<'.repeat(depth)}B${'>'.repeat(depth)} x;`],
    ['function types', `void f(${'void a('.repeat(depth)}${')'.repeat(depth)}) {}`],
    ['patterns', `void f() { if (x case ${'A(b: '.repeat(depth)}1${')'.repeat(depth)}) {} }`],
    ['blocks', `void f() ${'{'.repeat(depth)}${'}'.repeat(depth)}`],
    ['broken brackets', `class A { void f() => ${'(['.repeat(depth)}`],
  ])('%s without an end are left out', (_, text) => {
    expect(() => collect('a.dart', text)).not.toThrow();
  });
});

/**
 * Links of Dart that its dialect resolves: inherited names, extensions, parts of libraries, containers, `call`, mixins.
 */
import { describe, expect, test } from 'vitest';
import { dart } from '../../src/languages/dart/dart.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([dart], { everySite: true });

function one(name: string, text: string): [string, Sources] {
  return [name, { 'a.dart': text }];
}

const dep = 'class ‹@Dep›Dep { Dep ‹@go›go() => this; int get ‹@size›size => 1; }\n';

const cases: [string, Sources][] = [
  one(
    'inherited names that stand alone; what the file declares comes before them, what the class declares before that',
    `${dep}class Base { void ‹@m›m() {} final ‹Dep›Dep ‹@d›d = ‹Dep›Dep(); void ‹@own›own() {} void top() {} static int ‹@s›s = 1; }
mixin ‹@M›M { void ‹@mixed›mixed() {} ‹Dep›Dep ‹@get›get() => ‹Dep›Dep(); }
void ‹@top›top() {}
class K extends Base with ‹M›M { void ‹@mine›own() {}
  void f() { ‹m›m(); ‹d›d.‹go›go(); ‹mine›own(); super.‹own›own(); ‹mixed›mixed(); ‹get›get().‹go›go(); ‹top›top(); ‹-›none(); [1].forEach((_) => ‹m›m()); '\${‹d›d.‹size›size} $‹d›d'; } }
mixin N on Base { void g() { ‹m›m(); ‹d›d.‹go›go(); } }
enum E with ‹M›M { a; void h() { ‹mixed›mixed(); } }`,
  ),
  one(
    'the last mixin comes before other mixins and the superclass, also for super',
    `class Base { void m() {} void ‹@n›n() {} }
mixin A { void m() {} void ‹@o›o() {} }
mixin B { void ‹@m›m() {} }
class K extends Base with A, B { void f() { ‹m›m(); super.‹m›m(); super.‹n›n(); ‹o›o(); } }
void g(K k) { k.‹m›m(); k.‹n›n(); k.‹o›o(); }`,
  ),
  [
    'extensions: of own and external types, with getters, named without a receiver, in re-exports',
    {
      'a.dart': `import 'ext.dart';
import 'dep.dart';
void f(‹Dep›Dep d, String s, List<‹Dep›Dep> l, int n) { d.‹twice›twice().‹go›go(); s.‹isCode›isCode; l.‹second›second(); d.‹self›self.‹go›go(); d.‹far›far(); n.‹-›isCode; Named(d).‹?›none; Named.‹st›st(); }`,
      'dep.dart': dep,
      'ext.dart': `import 'dep.dart';
export 'far.dart';
extension Named on ‹Dep›Dep { ‹Dep›Dep ‹@twice›twice() => ‹go›go().‹go›go(); ‹Dep›Dep get ‹@self›self => this; void again() { ‹twice›twice(); this.‹twice›twice(); ‹size›size; } static void ‹@st›st() { ‹st›st(); } }
extension on String { bool get ‹@isCode›isCode => ‹-›length == 2; }
extension Lists<T> on List<T> { T ‹@second›second() => this[1]; }`,
      'far.dart': "import 'dep.dart';\nextension on ‹Dep›Dep { void ‹@far›far() {} }",
      'unseen.dart': 'extension on String { bool get isCode => true; }',
    },
  ],
  one(
    'extensions apply to the type of an extended or inherited member that is named alone',
    `${dep}class ‹@Base›Base { final ‹Dep›Dep ‹@d›d = ‹Dep›Dep(); }
class Sub extends ‹Base›Base { void f() { ‹d›d.‹twice›twice().‹go›go(); } }
extension on ‹Base›Base { void g() { ‹d›d.‹twice›twice().‹go›go(); } }
extension on ‹Dep›Dep { ‹Dep›Dep ‹@twice›twice() => this; }
extension on Other { int twice() => 1; }`,
  ),
  [
    'a part sees the imports of its library, also with a prefix',
    {
      'lib.dart':
        "import 'dep.dart';\nimport 'far.dart' as far;\nimport 'some.dart' show ‹Some›Some;\npart 'part.dart';\nvoid ‹@inLib›inLib() {}",
      'part.dart':
        "part of 'lib.dart';\n‹Dep›Dep? d; far.‹Far›Far? g;\nvoid f() { ‹inLib›inLib(); ‹Dep›Dep().‹go›go(); far.‹Far›Far(); ‹Some›Some(); }",
      'dep.dart': dep,
      'far.dart': 'class ‹@Far›Far {}',
      'some.dart': 'class ‹@Some›Some {}',
    },
  ],
  one(
    'containers, futures and streams pass on their element type',
    `${dep}Future<‹Dep›Dep> ‹@later›later() async => ‹Dep›Dep();
void f(List<‹Dep›Dep> l, Map<String, ‹Dep›Dep> m, Stream<‹Dep›Dep> s) async {
  l.where((e) => e.‹size›size > 1).first.‹go›go(); l.firstWhere((e) => e.‹size›size > 1, orElse: () => l.last).‹go›go(); l.map((e) => e.‹go›go()).toList()[0].‹go›go();
  l.fold(0, (sum, e) => sum + e.‹size›size); for (final e in l.reversed) e.‹go›go(); l.sort((a, b) => a.‹size›size.compareTo(b.‹size›size));
  m.forEach((k, v) => v.‹go›go()); m.values.first.‹go›go(); for (final e in m.entries) e.value.‹go›go(); for (final MapEntry(:value) in m.entries) value.‹go›go(); m.putIfAbsent('a', () => ‹Dep›Dep()).‹go›go();
  ‹later›later().then((d) => d.‹go›go()); await for (final e in s) e.‹go›go(); s.listen((e) { e.‹go›go(); }); l.whereType<‹Dep›Dep>().single.‹go›go(); l..forEach((e) => e.‹go›go()); [...l][0].‹go›go(); [for (final e in l) e.‹go›go()][0].‹go›go(); }`,
  ),
  one(
    'objects that are called, and types from named arguments',
    `${dep}class F { ‹Dep›Dep ‹@call›call(int n) => ‹Dep›Dep(); }
T ‹@id›id<T>({int n = 0, required T value}) => value;
void f(F g, ‹Dep›Dep d) { g(1).‹go›go(); g.‹call›call(1).‹go›go(); ‹id›id(value: d).‹go›go(); ‹id›id<‹Dep›Dep>(value: d).‹go›go(); }`,
  ),
];

describe('links of Dart that its dialect resolves', () => {
  test.each(cases)('%s', (_, sources) => {
    const { actual, expected } = linksOf(sources);
    expect(actual).toEqual(expected);
  });
});

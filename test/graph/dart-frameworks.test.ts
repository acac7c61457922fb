/**
 * Links of Dart through state management frameworks, whose classes and functions pass on the type that they were given.
 */
import { describe, expect, test } from 'vitest';
import { dart } from '../../src/languages/dart/dart.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([dart], { everySite: true });

const dep = 'class ‹@Dep›Dep { Dep ‹@go›go() => this; int get ‹@size›size => 1; }\n';

const cases: [string, Sources][] = [
  [
    'the state of a notifier, a cubit, a bloc and an action; one that the project declares comes first',
    {
      'a.dart': `${dep}class N extends PureNotifier<‹Dep›Dep> { void f() { state = ‹-›state.‹go›go(); this.‹-›state.‹size›size; } }
class ‹@Mine›Mine<T> extends StateNotifier<T> {}
class M extends ‹Mine›Mine<‹Dep›Dep> { void f() { ‹-›state.‹go›go(); } }
class C extends Cubit<‹Dep›Dep> { void f() { ‹-›state.‹go›go(); } }
class B extends Bloc<Event, ‹Dep›Dep> { void f() { ‹-›state.‹go›go(); } }
class A extends ReduxAction<N, ‹Dep›Dep> { ‹Dep›Dep reduce() => ‹-›state.‹go›go(); }
class W extends AutoDisposeFamilyAsyncNotifier<‹Dep›Dep> { void f() { ‹-›state.‹-›go(); } }
abstract class ‹@Own›OwnNotifier<T> { int get ‹@state›state => 1; }
class O extends ‹Own›OwnNotifier<‹Dep›Dep> { void f() { ‹state›state.‹-›go(); } }
class P extends StateNotifier<‹Dep›Dep> { int get ‹@p›state => 1; void f() { ‹p›state.‹-›go(); } }`,
    },
  ],
  [
    'the value of a provider, where other code reads it',
    {
      'a.dart': `import 'p.dart';
import 'dep.dart';
class Page extends ConsumerWidget { void build(BuildContext context, WidgetRef ref) {
  ref.‹-›read(‹one›one).‹go›go(); ref.‹-›watch(‹two›two).‹go›go(); ref.‹-›notifier(‹two›two).‹bump›bump(); ref.‹-›read(‹two›two.‹-›notifier).‹bump›bump(); ref.‹-›notifier(‹three›three).‹bump›bump();
  context.‹-›read<‹Dep›Dep>().‹go›go(); final e = Provider.‹-›of<‹Dep›Dep>(context); e.‹go›go(); Provider.‹-›of<‹Dep›Dep>(context, listen: false).‹go›go(); Other.‹-›of<‹Dep›Dep>(context).‹-›go(); final d = ref.‹-›watch(‹one›one); d.‹go›go(); ref.‹-›read(‹later›later).‹-›go(); ref.‹-›read(‹ours›ours).‹-›go(); ref.‹-›read(‹typed›typed).‹go›go(); } }
class ‹@Box›Box { ‹Box›Box ‹@read›read(Object o) => this; }
void g(‹Box›Box ref) { ref.‹read›read(‹one›one).‹?›go(); }
void h() { run((ref, task) { ref.‹?›read(‹one›one).‹go›go(); }); }`,
      'p.dart': `import 'dep.dart';
final ‹@one›one = Provider((ref) => ‹Dep›Dep());
final ‹@typed›typed = Provider<‹Dep›Dep>((ref) { throw ''; });
final ‹@two›two = NotifierProvider<‹N›N, ‹Dep›Dep>((ref) => ‹N›N());
final ‹@three›three = ChangeNotifierProvider((ref) => ‹N›N());
final ‹@later›later = FutureProvider((ref) async => ‹Dep›Dep());
class ‹@NP›MyProvider<T> { ‹@np›MyProvider(T f); }
final ‹@ours›ours = ‹np()›MyProvider<‹Dep›Dep>(‹Dep›Dep());
class ‹@N›N extends Notifier<‹Dep›Dep> { void ‹@bump›bump() {} }`,
      'dep.dart': dep,
    },
  ],
  [
    'builders get the type argument as the type of their parameter',
    {
      'a.dart': `${dep}Widget f() => Consumer<‹Dep›Dep>(builder: (context, d, child) { d.‹go›go(); return Text('\${d.‹size›size}'); });
void g(n) { run(ValueListenableBuilder<‹Dep›Dep>(valueListenable: n, builder: (_, d, __) => d.‹go›go())); BlocBuilder<Cubit, ‹Dep›Dep>(builder: (_, d) => d.‹go›go()); Consumer(builder: (_, d, __) => d.‹?›go()); }`,
    },
  ],
  [
    'builders of the project’s own classes get the types that these classes declare',
    {
      'a.dart': `${dep}class ‹@C›Consumer<T> { ‹@new›Consumer({int Function(Object a, String b)? ‹@b›builder}); }
void f() { ‹new()›Consumer<‹Dep›Dep>(builder: (_, d) => d.‹-›go()); }`,
    },
  ],
];

describe('links of Dart through frameworks', () => {
  test.each(cases)('%s', (_, sources) => {
    const { actual, expected } = linksOf(sources);
    expect(actual).toEqual(expected);
  });
});

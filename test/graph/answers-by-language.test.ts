/** How rules of single languages show in the answers about the graph, on a real index. */
import { expect, it } from 'vitest';
import type { ReachedNode } from '../../src/model/graph.ts';
import { indexed } from './real-index.ts';

const files: Record<string, string> = {
  'package.json': '{"name":"sample"}',
  'src/a.ts': 'export function price() { return 1; }\n',
  'src/barrel.ts': "export { price as cost } from './a';\n",
  'js/index.d.ts':
    'interface Base { shut(): void }\ninterface Site extends Base { open(): void }\ndeclare function site(): Site;\ndeclare namespace site { class Door { knock(): void } }\nexport = site;\n',
  'js/index.js':
    "const Door = require('./door');\nfunction site() { return { open() {}, shut() { helped(); } }; }\nfunction helped() {}\nmodule.exports = site;\nmodule.exports.Door = Door;\n",
  'js/door.js': 'class Door { constructor() {} knock() {} }\nmodule.exports = Door;\n',
  'js/use.js':
    "const site = require('.');\nconst { Door } = require('./index');\nfunction run() { site().open(); site().shut(); new Door().knock(); }\n",
  'js/bare.js':
    "const Door = require('./door');\nconst Kept = require('./door');\nfunction made(Any = Kept) { new Any(); }\n",
  'ui/store.ts':
    'export function load() { return { count(): number { return 1; } }; }\nexport function keep(n: number) { return n; }\n',
  'ui/shown.test.tsx':
    'import { load } from "./store";\nit("one", () => {\n  const shown = memo(load);\n  const Shown = memo(() => load());\n});\n' +
    'it("two", () => {\n  const Shown = memo(() => 1);\n});\n',
  'ui/Child.vue': '<template><b>{{ label }}</b></template>\n<script setup>defineProps(["label"])</script>\n',
  'ui/Auto.vue': '<template><b/></template>\n<script setup>const own = 1</script>\n',
  'ui/App.vue':
    '<template>\n  <Child v-for="n in store.count()" @pick="pick(n)" /><Auto/>\n  <p>{{ keep(2) }}</p>\n</template>\n' +
    '<script setup lang="ts">\nimport Child from "./Child.vue";\nimport { load, keep } from "./store";\nconst store = load();\nfunction pick(n: number) { keep(n); }\n</script>\n',
  'ui/Options.vue':
    '<template><child @pick="pick(1)" /></template>\n<script>\nimport Child from "./Child.vue";\nimport { keep } from "./store";\n' +
    'export default { components: { Child }, methods: { pick(n) { return keep(n); } } };\n</script>\n',
  'ui/Defined.vue':
    '<template><b @click="choose(1)" /></template>\n<script>\nimport { keep } from "./store";\n' +
    'export default defineComponent({ methods: { choose(n) { return keep(n); } } });\n</script>\n',
  'ui/Page.svelte':
    '<script>\nimport App from "./App.vue";\nimport { keep } from "./store";\n</script>\n<App on:x={keep} />{#if keep(3)}x{/if}\n',
  'ui/Long.vue': `<script setup>\nimport { keep } from "./store";\n${Array.from({ length: 20 }, (_, at) => `const v${at} = ${at};\n`).join('')}</script>\n<template>{{ keep(9) }}</template>\n`,
  'ui/main.ts': 'import App from "./App.vue";\nmount(App);\n',
  'common/Clock.kt': 'package p\nexpect fun now(): Int\nfun late() = now() > 1\n',
  'jvm/Clock.jvm.kt': 'package p\nactual fun now(): Int = read()\nfun read() = 1\n',
  'c/feed.h':
    'struct reader;\nint feed(struct reader *r);\nint undone(void);\nint port(void);\nextern int fed;\nstatic int part(void);\n',
  'c/feed.c':
    '#include "feed.h"\nstruct reader { int n; };\nint fed = 0;\nint feed(struct reader *r) { return fed + r->n; }\n',
  'c/part.c': 'static int part(void) { return 1; }\n',
  'c/main.c': '#include "feed.h"\nint main(void) { return feed(0) + undone() + port(); }\n',
  'c/own.c': 'static int feed(int x) { return x; }\nint own(void) { return feed(1); }\n',
  'c/linux.c': '#include "feed.h"\nint port(void) { return 1; }\n',
  'c/windows.c': '#include "feed.h"\nint port(void) { return 2; }\n',
  'cc/shape.hpp':
    'namespace geo { class Shape { public: int area() const; int twice() const { return 2 * area(); } }; }\n',
  'cc/shape.cc': '#include "shape.hpp"\nnamespace geo { int Shape::area() const { return 1; } }\n',
  'j/Item.java':
    'class Item {\n  private final Dep dep = make(\n    1);\n  Dep dep() { return dep; }\n  void use(Item o) { o.dep(); }\n}\nclass Dep {}\n',
  's/Box.scala':
    'package s\nclass Box { def size: Int = 1; def fill() = 2; def put(n: Int) = n; val lid = 1 }\n' +
    'class User(box: Box) { def near = box.size; def far = List(box).map(_.fill) ; def held = List(1).map(box.put) }\n',
  'Cargo.toml': '[package]\nname = "sample"\n',
  'src/lib.rs':
    'pub fn add(a: i32) -> i32 { a }\npub fn twice(a: i32) -> i32 { add(add(a)) }\n#[cfg(test)]\nmod tests {\n' +
    '    use super::*;\n    #[test]\n    fn adds() { assert_eq!(add(1), 1); helper(); }\n    fn helper() { add(2); }\n}\n#[test]\nfn test_twice() { twice(3); }\nfn test_of_water() { twice(4); }\n',
  'src/context.rs':
    'pub trait Context<T> { fn contextual(self) -> T; fn other(self); }\nimpl<T, E> Context<T> for Result<T, E> { fn contextual(self) -> T { todo!() } fn other(self) {} }\n' +
    'fn use_it(r: Result<u8, u8>) { r.contextual(); }\nfn guessing() { let g = |y| { y.drops_it(); y.other(); }; }\nimpl Held { fn drops_it(&self) {} }\nstruct Held;\nimpl Drop for Held { fn drop(&mut self) {} }\nimpl Held { fn drops(&self) {} }\n',
};
const { engine } = await indexed(files);

const lines = (reached: readonly ReachedNode[]): string[] =>
  reached.map(({ node, edges }) => {
    const kinds = edges.flatMap(({ sites }) => sites.map(({ kind }) => kind));
    const via = edges.find((edge) => edge.via !== null)?.via?.path;
    return `${node.id}${node.isTest ? ' (test)' : ''} ${kinds.join(',')}${via === undefined ? '' : ` via ${via}`}`;
  });

it('a change affects the files that re-export a symbol, although they do not call it', async () => {
  expect(lines((await engine.graph.impact({ symbol: 'src/a.ts#price' })).reached)).toEqual(['src/barrel.ts reexport']);
  const callers = await engine.graph.callers({ symbol: 'src/a.ts#price', maxDepth: 1 });
  expect([callers.reached.length, callers.otherUses]).toEqual([0, 0]);
});

it('JavaScript has the callers of the declarations beside it, and is reported as their definition', async () => {
  const callers = async (symbol: string): Promise<string[]> =>
    lines((await engine.graph.callers({ symbol, maxDepth: 1 })).reached);
  expect(await callers('js/index.js#site')).toEqual(['js/use.js#run call,call via js/index.d.ts']);
  expect(await callers('site')).toEqual(['js/use.js#run call,call via js/index.d.ts']);
  expect(await callers('open')).toEqual(['js/use.js#run call via js/index.d.ts']);
  expect(await callers('shut')).toEqual(['js/use.js#run call via js/index.d.ts']);
  expect(await callers('Door.knock')).toEqual(['js/use.js#run call via js/index.d.ts']);
  expect(await callers('helped')).toEqual(['js/index.js#site.shut call']);
  const { reached } = await engine.graph.callees({ symbol: 'js/use.js#run', maxDepth: 1 });
  expect(reached.map(({ node }) => node.id)).toEqual(
    expect.arrayContaining(['js/index.js#site', 'js/door.js#Door.knock']),
  );
  const reads = (await engine.graph.impact({ symbol: 'js/index.js#site.shut' })).reached;
  expect(reads.map(({ node }) => node.id)).toContain('js/use.js#run');
  const reachedFrom = async (symbol: string): Promise<string[]> =>
    lines((await engine.graph.impact({ symbol, maxDepth: 1 })).reached);
  expect(await reachedFrom('js/door.js#Door.knock')).toEqual(['js/use.js#run call via js/index.d.ts']);
});

it('a class has callers that construct it under another name, and is one symbol where CommonJS binds it in many files', async () => {
  const { reached, target } = await engine.graph.callers({ symbol: 'Door', maxDepth: 1 });
  expect(target.id).toBe('js/door.js#Door');
  expect(lines(reached)).toEqual(['js/bare.js#made call via js/door.js', 'js/use.js#run construct via js/index.d.ts']);
});

it('components call what their markup calls, and the markup that renders a component calls it', async () => {
  const callers = async (symbol: string): Promise<string[]> =>
    lines((await engine.graph.callers({ symbol, maxDepth: 1 })).reached);
  expect(await callers('keep')).toEqual([
    'ui/App.vue#App call',
    'ui/App.vue#pick call',
    'ui/Defined.vue#default.methods.choose call',
    'ui/Long.vue#Long call',
    'ui/Options.vue#default.methods.pick call',
    'ui/Page.svelte#Page call',
  ]);
  expect(await callers('load')).toEqual([
    'ui/App.vue#store call',
    'ui/shown.test.tsx (test) pass',
    'ui/shown.test.tsx#~one.Shown (test) call',
  ]);
  expect(await callers('load.count')).toEqual(['ui/App.vue#App call']);
  expect(await callers('ui/App.vue#pick')).toEqual(['ui/App.vue#App call']);
  expect(await callers('ui/Options.vue#default.methods.pick')).toEqual(['ui/Options.vue#Options call']);
  expect(await callers('ui/Defined.vue#default.methods.choose')).toEqual(['ui/Defined.vue#Defined call']);
  expect(await callers('ui/Child.vue#Child')).toEqual(['ui/App.vue#App render']);
  expect(await callers('App')).toEqual(['ui/Page.svelte#Page render']);
  // No file imports it, but frameworks do.
  expect(await callers('Auto')).toEqual(['ui/App.vue#App render']);
  const { reached } = await engine.graph.impact({ symbol: 'ui/store.ts#keep' });
  expect(reached.map(({ node }) => node.id)).toContain('ui/main.ts');
});

it("Kotlin's actual functions have the callers of the expected ones", async () => {
  const { reached } = await engine.graph.callers({ symbol: 'jvm/Clock.jvm.kt#now', maxDepth: 1 });
  expect(lines(reached)).toEqual(['common/Clock.kt#late call via common/Clock.kt']);
  const { reached: called } = await engine.graph.callees({ symbol: 'late', maxDepth: 2 });
  expect(called.map(({ node }) => node.id).sort()).toEqual([
    'common/Clock.kt#now',
    'jvm/Clock.jvm.kt#now',
    'jvm/Clock.jvm.kt#read',
  ]);
});

it('a method and a field of one name are reported as the method', async () => {
  const { reached, target } = await engine.graph.callers({ symbol: 'j/Item.java#Item.dep', maxDepth: 1 });
  expect([target.kind, target.line, lines(reached)]).toEqual(['method', 4, ['j/Item.java#Item.use call']]);
});

it('in Scala, naming a function without parameters calls it', async () => {
  const callers = async (name: string): Promise<string[]> =>
    lines((await engine.graph.callers({ symbol: `s/Box.scala#Box.${name}`, maxDepth: 1 })).reached);
  expect(await callers('size')).toEqual(['s/Box.scala#User.near call']);
  expect(await callers('fill')).toEqual(['s/Box.scala#User.far call']);
  // It has a parameter, so naming it hands it on.
  expect(await callers('put')).toEqual(['s/Box.scala#User.held pass']);
});

it("Rust's test modules are tests", async () => {
  const { reached, files: code, testFiles } = await engine.graph.impact({ symbol: 'src/lib.rs#add' });
  expect(lines(reached).sort()).toEqual([
    'src/lib.rs#test_of_water call',
    'src/lib.rs#test_twice (test) call',
    'src/lib.rs#tests.adds (test) call',
    'src/lib.rs#tests.helper (test) call',
    'src/lib.rs#twice call,call',
  ]);
  expect([code, testFiles]).toEqual([1, 1]);
});

const meant = async (symbol: string, file?: string): Promise<string[]> => {
  const choice = await engine.graph.resolve({ symbol, ...(file === undefined ? {} : { file }) });
  return choice.kind === 'one'
    ? [choice.node.id]
    : choice.kind === 'several'
      ? choice.candidates.map(({ id }) => id)
      : [];
};

it('a declaration in a C header belongs to the symbol that the one defining file has', async () => {
  expect(await meant('c/feed.h#feed')).toEqual(['c/feed.c#feed']);
  expect(await meant('feed', 'c/feed.h')).toEqual(['c/feed.c#feed']);
  expect(await meant('feed')).toEqual(['c/feed.c#feed', 'c/own.c#feed']);
  expect(await meant('c/own.c#feed')).toEqual(['c/own.c#feed']);
  expect(await meant('part')).toEqual(['c/part.c#part']);
  expect(await meant('fed')).toEqual(['c/feed.c#fed']);
  const { reached } = await engine.graph.callers({ symbol: 'c/feed.h#feed', maxDepth: 1 });
  expect(lines(reached)).toEqual(['c/main.c#main call']);
});

it('a C++ class has the members that are defined outside of it', async () => {
  expect(await meant('Shape.area')).toEqual(['cc/shape.cc#geo.Shape.area']);
  expect(await meant('Shape.twice')).toEqual(['cc/shape.hpp#geo.Shape.twice']);
  const { reached } = await engine.graph.callers({ symbol: 'geo::Shape::area', maxDepth: 1 });
  expect(lines(reached)).toEqual(['cc/shape.hpp#geo.Shape.twice call']);
});

it('a declaration is a symbol of its own where no file or several files define it', async () => {
  expect(await meant('undone')).toEqual(['c/feed.h#undone']);
  expect(await meant('port')).toEqual(['c/feed.h#port', 'c/linux.c#port', 'c/windows.c#port']);
  expect(await meant('c/feed.h#port')).toEqual(['c/feed.h#port']);
});

it('a method of a trait that only foreign types implement points to its implementations', async () => {
  const { reached, implementations } = await engine.graph.callers({ symbol: 'src/context.rs#Context.contextual' });
  expect(reached).toEqual([]);
  expect(implementations?.map(({ node, calls }) => [node.id, calls])).toEqual([
    ['src/context.rs#Result.contextual', 1],
  ]);
});

it('what the language calls by itself is never without callers for sure', async () => {
  const runsByItself = async (symbol: string): Promise<boolean | undefined> =>
    (await engine.graph.callers({ symbol })).runsByItself;
  expect(await runsByItself('src/context.rs#Held.drop')).toBe(true);
  expect(await runsByItself('src/context.rs#Held.drops')).toBe(false);
});

it('callees count a call by name alone as callers do', async () => {
  const [callers, callees] = [
    await engine.graph.callers({ symbol: 'src/context.rs#Held.drops_it', maxDepth: 1 }),
    await engine.graph.callees({ symbol: 'src/context.rs#guessing', maxDepth: 1 }),
  ];
  expect(lines(callers.reached)).toEqual(['src/context.rs#guessing call']);
  expect(lines(callees.reached)).toEqual(['src/context.rs#Held.drops_it call']);
  expect(callees.unresolved.samples.map(({ name }) => name)).toEqual(['other']);
});

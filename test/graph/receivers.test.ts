/**
 * Links through the receiver of a member: `this`, annotated and inferred types, containers, inheritance, contextual
 * types.
 */
import { describe, expect, test } from 'vitest';
import { linksOf, type Sources } from './linked-sources.ts';

interface Case {
  name: string;
  files: Sources;
}

function ts(name: string, text: string): Case {
  return { name, files: { 'a.ts': text } };
}

function js(name: string, text: string): Case {
  return { name, files: { 'a.js': text } };
}

const classes: Case[] = [
  ts(
    'this, super and new',
    `class A {
  /*@made@*/constructor() {}
  /*@m@*/m() {}
}
class /*@B@*/B extends /*<A>*/A {
  constructor() { /*<A>*//*<made()>*/super(); this./*<m>*/m(); super./*<m>*/m(); }
  /*@n@*/n() { this./*<n>*/n(); [1].map(() => this./*<n>*/n()); }
}
new /*<B>*/B()./*<m>*/m();`
      .replace('class A', 'class /*@A@*/A')
      .replace('/*<A>*//*<made()>*/super', '/*<A>*/super'),
  ),
  ts(
    'a construction runs the constructor, the class’s own or an inherited one',
    `class A { /*@made@*/constructor() {} }
class B extends A {}
class /*@C@*/C {}
new /*<made()>*/A(); new /*<made()>*/B(); new /*<C()>*/C();`,
  ),
  ts(
    'fields, static members, private names and parameter properties',
    `class Dep { /*@go@*/go() {} }
class K {
  /*@f@*/f = new Dep();
  static /*@s@*/s = new Dep();
  #hidden = new Dep();
  constructor(private /*@p@*/p: Dep, readonly q = new Dep()) {}
  static /*@create@*/create() { this./*<s>*/s./*<go>*/go(); return new K(new Dep()); }
  m() { this./*<f>*/f./*<go>*/go(); this.#hidden./*<go>*/go(); this./*<p>*/p./*<go>*/go(); this.q./*<go>*/go(); }
}
K./*<create>*/create()./*<f>*/f;
K.s./*<go>*/go();`,
  ),
  ts(
    'fields that the constructor assigns',
    `class Dep { /*@go@*/go() {} }
class K {
  /*@dep@*/dep;
  constructor() { this.dep = new Dep(); }
  m() { this./*<dep>*/dep./*<go>*/go(); }
}`,
  ),
  ts(
    'fields and variables that start as `null`',
    `class Dep { /*@go@*/go() {} }
class K {
  /*@dep@*/dep = null;
  #last = undefined;
  set() { this.dep = new Dep(); this.#last = new Dep(); this.dep = null; }
  m() { this./*<dep>*/dep./*<go>*/go(); this.#last./*<go>*/go(); }
}
let held = null;
held = new Dep();
held = null;
held./*<go>*/go();`,
  ),
  js(
    'null first, then an unknown value',
    `class Other { /*@go@*/go() {} }
class K {
  constructor() { this.none = null; this.given = null; }
  *set() { this.given = yield 1; }
  m() { this.none./*<->*/go(); this.given./*<?>*/go(); }
}
function* f() {
  let none = null, given = null;
  given = yield 1;
  none./*<->*/go();
  given./*<?>*/go();
}`,
  ),
  ts(
    'getters and setters',
    `class Dep { /*@go@*/go() {} }
class K {
  get /*@dep@*/dep(): Dep { return new Dep(); }
  get other() { return new Dep(); }
  set dep(value) {}
}
new K()./*<dep>*/dep./*<go>*/go();
new K().other./*<go>*/go();
new K()./*<dep>*/dep = 1;`,
  ),
  ts(
    'inheritance over several steps and from another file',
    `class A { /*@m@*/m() {} /*@over@*/over() {} static /*@st@*/st() {} }
class B extends A { /*@mine@*/over() { super./*<over>*/over(); } }
class C extends B {}
new C()./*<m>*/m(); new C()./*<mine>*/over(); C./*<st>*/st();`,
  ),
  ts(
    'interface calls, extended interfaces, and merged ones',
    `interface A { /*@a@*/a(): void }
interface B extends /*<-A->*/A { /*@b@*/b(): void }
interface B { /*@c@*/c(): void }
function f(x: B) { x./*<a>*/a(); x./*<b>*/b(); x./*<c>*/c(); }`.replace('/*<-A->*/', ''),
  ),
  ts(
    'abstract members and implements',
    `interface Shape { /*@area@*/area(): number }
abstract class Base implements /*<Shape>*/Shape { abstract /*@own@*/area(): number; twice() { return this./*<own>*/area(); } }
function f(s: Shape, b: Base) { s./*<area>*/area(); b./*<own>*/area(); }`.replace(
      'interface Shape',
      'interface /*@Shape@*/Shape',
    ),
  ),
  ts(
    'methods that return this',
    `class Builder { /*@add@*/add() { return this; } /*@set@*/set(): this { return this; } }
class Wide extends Builder { /*@wide@*/wide() {} }
new Builder()./*<add>*/add()./*<set>*/set()./*<add>*/add();
new Wide().add()./*<wide>*/wide();
new Wide().set()./*<wide>*/wide();`,
  ),
  ts(
    'class expressions and mixed-in arrow fields',
    `const K = class { /*@m@*/m() {} /*@arrow@*/arrow = () => { this./*<m>*/m(); }; };
new K()./*<m>*/m(); new K()./*<arrow>*/arrow();`,
  ),
  ts(
    'static blocks and nested classes',
    `class Outer {
  static /*@n@*/n() {}
  static { this./*<n>*/n(); }
  m() { return new (class { /*@x@*/x() { this./*<x>*/x(); } })(); }
}`,
  ),
  ts(
    'overloads are one symbol',
    `function /*@f@*/f(a: string): void;
function f(a: number): void;
function f(a: unknown) {}
class K { /*@m@*/m(a: string): void; m(a: number): void; m(a: unknown) {} }
/*<f>*/f(1); new K()./*<m>*/m('');`,
  ),
  ts(
    'a class and a namespace of one name',
    `class /*@K@*/K { m() {} }
namespace K { export function /*@help@*/help() {} }
K./*<help>*/help(); new /*<K>*/K();`,
  ),
  js(
    'functions with this that are called with new',
    `function /*@Person@*/Person(name) { this./*@name@*/name = name; this./*@speak@*/speak = function () {}; }
Person.prototype./*@walk@*/walk = function () { this./*<name>*/name; this./*<run>*/run(); };
Person.prototype./*@run@*/run = function run() { this./*<walk>*/walk(); };
Person./*@of@*/of = function () { return new Person(); };
const p = new /*<Person>*/Person('a');
p./*<walk>*/walk(); p./*<speak>*/speak(); Person./*<of>*/of()./*<walk>*/walk();`,
  ),
  js(
    'a prototype that is an object',
    `function Person() {}
Person.prototype = { /*@walk@*/walk() { this./*<run>*/run(); }, /*@run@*/run: function () {} };
new Person()./*<walk>*/walk();`,
  ),
  js(
    'an object to which methods are added',
    `const app = {};
app./*@use@*/use = function use() { this./*<handle>*/handle(); };
app./*@handle@*/handle = function handle() {};
app./*<use>*/use();`,
  ),
];

const annotations: Case[] = [
  ts(
    'variables, parameters, properties and return types',
    `class K { /*@m@*/m() {} /*@next@*/next: K; }
let a: K;
a./*<m>*/m();
function f(k: K, ...rest: K[]): K { k./*<m>*/m(); rest[0]./*<m>*/m(); return k; }
f(a)./*<m>*/m();
a./*<next>*/next./*<next>*/next./*<m>*/m();
const g = (): K => null!;
g()./*<m>*/m();
const h: () => K = null!;
h()./*<m>*/m();`,
  ),
  ts(
    'inferred return types, await and async',
    `class K { /*@m@*/m() {} }
function make() { return new K(); }
const arrow = () => make();
async function later() { return make(); }
async function declared(): Promise<K> { return make(); }
async function use() {
  make()./*<m>*/m();
  arrow()./*<m>*/m();
  (await later())./*<m>*/m();
  const k = await declared();
  k./*<m>*/m();
  later().then((x) => x./*<m>*/m());
  const [one, two] = await Promise.all([later(), declared()]);
  one./*<m>*/m();
  two./*<m>*/m();
}`,
  ),
  ts(
    'unions, optional chains, non-null and casts',
    `class A { /*@ma@*/m() {} }
class B { /*@mb@*/m() {} }
function f(x: A | B, y?: A, z: unknown, w: A | null) {
  x./*<ma,mb>*/m();
  y?./*<ma>*/m();
  y!./*<ma>*/m();
  (z as B)./*<mb>*/m();
  (<A>z)./*<ma>*/m();
  w?.m?.();
  (z ?? new A())./*<ma>*/m();
}`,
  ),
  ts(
    'type aliases, intersections, indexed access, typeof, ReturnType',
    `class A { /*@m@*/m() {} /*@inner@*/inner = new B(); }
class B { /*@n@*/n() {} }
type Alias = A;
type Both = A & B;
const instance = new A();
function make() { return instance; }
function f(a: Alias, b: Both, c: A['inner'], d: typeof instance, e: ReturnType<typeof make>, g: Readonly<Partial<A>>) {
  a./*<m>*/m(); b./*<m>*/m(); b./*<n>*/n(); c./*<n>*/n(); d./*<m>*/m(); e./*<m>*/m(); g./*<m>*/m();
}`,
  ),
  ts(
    'generics with an unconstrained parameter',
    `class K { /*@m@*/m() {} }
class Box<T> { value: T; constructor(v: T) {} /*@get@*/get(): T { return this.value; } map<U>(f: (t: T) => U): Box<U> { return null!; } }
function identity<T>(x: T): T { return x; }
function first<T>(list: T[]): T { return list[0]; }
function create<T>(type: new () => T): T { return new type(); }
function run<T>(f: () => T): T { return f(); }
const box: Box<K> = null!;
box./*<get>*/get()./*<m>*/m();
box.value./*<m>*/m();
new Box<K>(new K()).get()./*<m>*/m();
identity(new K())./*<m>*/m();
identity<K>(null!)./*<m>*/m();
first([new K()])./*<m>*/m();
create(K)./*<m>*/m();
run(() => new K())./*<m>*/m();
class Sub extends Box<K> {}
new Sub(new K()).get()./*<m>*/m();
function bounded<T extends K>(x: T) { x./*<m>*/m(); }
box.map((k) => k)./*<get>*/get()./*<m>*/m();`,
  ),
  ts(
    'arrays, maps, sets, records and their methods',
    `class K { /*@m@*/m() {} }
const list: K[] = [];
const map = new Map<string, K>();
const set: Set<K> = new Set();
const record: Record<string, K> = {};
list[0]./*<m>*/m();
list.find((k) => k./*<m>*/m())!./*<m>*/m();
list.filter(Boolean).map((k) => k./*<m>*/m());
list.forEach(({ m }) => /*<m()>*/m());
list.reduce((sum, k) => k./*<m>*/m(), 0);
map.get('')!./*<m>*/m();
map.forEach((k) => k./*<m>*/m());
for (const [, k] of map) k./*<m>*/m();
for (const k of map.values()) k./*<m>*/m();
for (const k of set) k./*<m>*/m();
for (const k of Object.values(record)) k./*<m>*/m();
record.any./*<m>*/m();
list.map((k) => ({ k })).forEach((o) => o.k./*<m>*/m());
[...list][0]./*<m>*/m();`,
  ),
  ts(
    'tuples and arrays of literals',
    `class A { /*@ma@*/m() {} }
class B { /*@mb@*/m() {} }
const pair: [A, B] = null!;
const [a, b] = pair;
a./*<ma>*/m(); b./*<mb>*/m();
const [c, d] = [new A(), new B()];
c./*<ma>*/m(); d./*<mb>*/m();`,
  ),
  ts(
    'enum and namespace members',
    `enum /*@E@*/E { /*@One@*/One, /*@Two@*/Two = 'two' }
namespace N { export enum F { /*@Three@*/Three } export const /*@c@*/c = 1; const hidden = 2; export namespace In { export function /*@g@*/g() {} } }
/*<E>*/E./*<One>*/One; E['/*@x@*/Two']; N.F./*<Three>*/Three; N./*<c>*/c; N.In./*<g>*/g();
let e: /*<E>*/E; let one: E./*<One>*/One;`.replace("E['/*@x@*/Two']", "E[/*<Two>*/'Two']"),
  ),
  ts(
    'a global declaration',
    `declare global { interface Window { /*@boot@*/boot(): void } function /*@here@*/here(): void }
declare const w: Window;
w./*<boot>*/boot(); /*<here>*/here();
export {};`,
  ),
];

const narrowing: Case[] = [
  ts(
    'instanceof in if, &&, ?: and while',
    `class A { /*@ma@*/m() {} }
function f(x: unknown) {
  if (x instanceof A) { x./*<ma>*/m(); } else { x./*<?>*/m(); }
  x instanceof A && x./*<ma>*/m();
  x instanceof A ? x./*<ma>*/m() : 0;
  while (x instanceof A) x./*<ma>*/m();
  if (x instanceof A && x.m()) x./*<ma>*/m();
}`,
  ),
  ts(
    'destructuring: objects, nested, renamed, defaults, rest, parameters',
    `class A { /*@m@*/m() {} }
class B { /*@a@*/a = new A(); list = [new A()]; }
const { /*<a>*/a, list: [first] } = new B();
a./*<m>*/m(); first./*<m>*/m();
const { a: { m } } = new B();
/*<m()>*/m();
function f({ a, list: renamed }: B, { b = new B() }: { b?: B }, [c]: A[]) {
  a./*<m>*/m(); renamed[0]./*<m>*/m(); b./*<a>*/a./*<m>*/m(); c./*<m>*/m();
}
let d; ({ a: d } = new B());
d./*<m>*/m();
const { list, ...rest } = new B();
rest./*<a>*/a;`,
  ),
  ts(
    'for…of, for await and destructuring in loops',
    `class A { /*@m@*/m() {} }
async function* many(): AsyncGenerator<A> {}
async function f(list: A[], pairs: Array<[string, A]>, objects: { a: A }[]) {
  for (const a of list) a./*<m>*/m();
  for (const [, a] of pairs) a./*<m>*/m();
  for (const { a } of objects) a./*<m>*/m();
  for (const [i, a] of list.entries()) a./*<m>*/m();
  for await (const a of many()) a./*<m>*/m();
}`,
  ),
  ts(
    'a variable that is assigned later, and alternatives',
    `class A { /*@ma@*/m() {} }
class B { /*@mb@*/m() {} }
let x;
x = new A();
x./*<ma>*/m();
const y = Math.random() > 1 ? new A() : new B();
y./*<ma,mb>*/m();
const z = x || new A();
z./*<ma>*/m();`,
  ),
];

const contexts: Case[] = [
  ts(
    'parameters of callbacks whose type the called function declares',
    `class Context { /*@json@*/json() {} }
type Handler = (c: Context) => void;
class App { /*@get@*/get(path: string, ...handlers: Handler[]) { return this; } use(handler: { (c: Context): void }) {} on(options: { handle: Handler; more(c: Context): void }) {} }
const app = new App();
app./*<get>*/get('/', (c) => c./*<json>*/json());
app.get('/', (c) => {}, function (c) { c./*<json>*/json(); });
app.use((c) => c./*<json>*/json());
app.on({ handle: (c) => c./*<json>*/json(), more(c) { c./*<json>*/json(); } });
const handler: Handler = (c) => c./*<json>*/json();
const handlers: Handler[] = [(c) => c.json()];
const object: { handle: Handler } = { handle: (c) => c./*<json>*/json() };
const satisfied = ((c) => c./*<json>*/json()) satisfies Handler;
function take(handler: Handler = (c) => c.json()) {}`,
  ),
  ts(
    'through generics',
    `class K { /*@m@*/m() {} }
function each<T>(list: T[], f: (t: T) => void) {}
function using<T>(value: T, f: (t: T) => void) {}
each([new K()], (k) => k./*<m>*/m());
using(new K(), (k) => k./*<m>*/m());
class Stream<T> { on(f: (t: T) => void) {} }
new Stream<K>().on((k) => k./*<m>*/m());
new Promise<K>((resolve) => {}).then((k) => k./*<m>*/m());`,
  ),
  ts(
    'functions that return functions',
    `class K { /*@m@*/m() {} }
type Factory = () => (k: K) => void;
const factory: Factory = () => (k) => k./*<m>*/m();
function make(): (k: K) => void { return (k) => k./*<m>*/m(); }`,
  ),
  ts(
    'properties of typed literals',
    `interface Options { /*@name@*/name: string; /*@nested@*/nested: { /*@deep@*/deep: number } }
const o: Options = { /*<name>*/name: '', /*<nested>*/nested: { /*<deep>*/deep: 1 } };
function f(options: Options) {}
f({ /*<name>*/name: '', nested: { deep: 1 } });
const list: Options[] = [{ /*<name>*/name: '', nested: null! }];
function g(): Options { return { /*<name>*/name: '', nested: null! }; }`,
  ),
];

const values: Case[] = [
  ts(
    'object literals: methods, accessors, shorthand, spread, nested',
    `function /*@f@*/f() {}
const base = { /*@b@*/b() {} };
const o = { ...base, f, /*@m@*/m() { this./*<m>*/m(); }, get /*@g@*/g() { return base; }, /*@arrow@*/arrow: () => {}, in: { /*@deep@*/deep() {} } };
o./*<b>*/b(); o./*<f>*/f(); o./*<m>*/m(); o./*<g>*/g./*<b>*/b(); o./*<arrow>*/arrow(); o.in./*<deep>*/deep(); o[/*<m>*/'m']();`,
  ),
  ts(
    'as const and frozen objects',
    `const /*@codes@*/codes = { /*@ok@*/ok: 1 } as const;
const frozen = Object.freeze({ /*@go@*/go() {} });
/*<codes>*/codes./*<ok>*/ok; frozen./*<go>*/go();`,
  ),
  ts(
    'shadowing: parameters, blocks, functions, catch, class names',
    `function /*@f@*/f() {}
function g(/*@param@*/f: () => void) { /*<param>*/f(); }
{ const /*@inner@*/f = () => {}; /*<inner>*/f(); }
function h() { function /*@local@*/f() {} /*<local>*/f(); }
try {} catch (/*@caught@*/f) { /*<caught>*/f; }
for (const /*@each@*/f of []) /*<each>*/f;
/*<f>*/f();
var late = () => /*<hoisted>*/hoisted();
function /*@hoisted@*/hoisted() {}
if (1) { var /*@v@*/v = 1; }
/*<v>*/v;`,
  ),
  ts(
    'built-in members of objects',
    `class K { /*@own@*/own() {} }
const o = { a: 1 };
o./*<?>*/constructor; o./*<?>*/toString(); new K()./*<?>*/hasOwnProperty('x'); new K()./*<?>*/__proto__;
function /*@toString@*/toString() {}
/*<toString>*/toString();`,
  ),
  ts(
    'an unknown receiver links to nothing, even if a name matches',
    `class K { onlyHere() {} }
declare const x: any;
x./*<?>*/onlyHere();
function f(y) { y./*<?>*/onlyHere(); }
JSON./*<->*/parse('');`,
  ),
  ts(
    'a call of a variable runs the function in it',
    `function /*@f@*/f() {}
class K { static /*@make@*/make() {} }
const g = f;
const make = K.make;
const { make: again } = K;
/*<f()>*/g(); /*<make()>*/make(); /*<make()>*/again();
const bound = { run: f };
bound./*<f()>*/run();
const /*@arrow@*/arrow = () => {};
/*<arrow()>*/arrow();`,
  ),
  ts(
    'calls by tag, IIFE and optional call',
    `function /*@tag@*/tag(s: TemplateStringsArray) { return new K(); }
class K { /*@m@*/m() {} }
/*<tag>*/tag\`x\`./*<m>*/m();
(function /*@named@*/named() { /*<named>*/named(); })();
(() => new K())()./*<m>*/m();
/*<tag>*/tag?.(null!);`,
  ),
  ts(
    'decorators',
    `function /*@Injectable@*/Injectable(options: object) { return (target: unknown) => {}; }
function /*@Plain@*/Plain(target: unknown) {}
@/*<Injectable>*/Injectable({})
@/*<Plain>*/Plain
class K {
  @/*<Plain>*/Plain field = 1;
  @/*<Injectable>*/Injectable({}) method(@/*<Plain>*/Plain p: string) {}
}`,
  ),
  {
    name: 'JSX: functions, classes, members, attributes and children',
    files: {
      'a.tsx': `interface Props { /*@title@*/title: string; onPick(value: Item): void }
class Item { /*@m@*/m() {} }
function /*@Card@*/Card({ title }: Props) { return <div>{title}</div>; }
class /*@Page@*/Page { render() { return null; } }
const UI = { /*@Button@*/Button: () => null };
const handle = () => {};
const view = <>
  </*<Card>*/Card title="x" onPick={(item) => item./*<m>*/m()}><UI./*<Button>*/Button /></Card>
  </*<Page>*/Page />
  {[1].map(() => </*<Card>*/Card {...{}} />)}
</>;`,
    },
  },
];

describe.each([
  { group: 'classes', cases: classes },
  { group: 'annotations', cases: annotations },
  { group: 'narrowing and destructuring', cases: narrowing },
  { group: 'contexts', cases: contexts },
  { group: 'values', cases: values },
])('$group', ({ cases }) => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});

/** Members of types that are composed of others, and modules that add members to each other's types. */
import { expect, test } from 'vitest';
import { linksOf } from './linked-sources.ts';
const cases: Record<string, Record<string, string>> = {
  'mapped types': {
    'a.ts': `class X { /*@m@*/m() {} /*@n@*/n(): void {} x = 1 }
interface T { /*@one@*/one: X; /*@two@*/two(): X }
type Mine<A> = { [K in keyof A]: A[K] };
type Opt<A> = { readonly [K in keyof A]?: A[K] };
type Getters<A> = { [K in keyof A]: () => A[K] };
declare const a: Partial<T>, b: Pick<T, 'one'>, c: Omit<T, 'one'>, d: Readonly<T>, e: Required<T>, f: Mine<T>, g: Opt<T>, h: Record<'a' | 'b', X>, j: Getters<T>;
j./*<?>*/one;
a./*<one>*/one?./*<m>*/m(); a./*<two>*/two!()./*<m>*/m();
b./*<one>*/one./*<m>*/m();
c./*<two>*/two()./*<m>*/m();
d./*<one>*/one./*<m>*/m();
e./*<one>*/one./*<m>*/m();
f./*<one>*/one./*<m>*/m(); f./*<two>*/two()./*<m>*/m();
g./*<one>*/one?./*<m>*/m();
h.a./*<m>*/m(); h['b']./*<m>*/m();
`,
  },
  'utility types of the language': {
    'a.ts': `class X { /*@m@*/m() {} }
declare const h: Record<string, X>, k: { [P in 'a' | 'b']: X }, n: NonNullable<X | null>, r: ReturnType<() => X>, i: InstanceType<typeof X>, w: Awaited<Promise<X>>, ex: Exclude<X | string, string>, ext: Extract<X | string, X>;
h.foo./*<m>*/m(); h['x']./*<m>*/m(); k.a./*<m>*/m(); n./*<m>*/m(); r./*<m>*/m(); i./*<m>*/m(); w./*<m>*/m(); ex./*<m>*/m(); ext./*<m>*/m();
for (const v of Object.values(h)) v./*<m>*/m();
`,
  },
  'members that a module adds to the types of another': {
    'x.ts': `export interface /*@I@*/I { a(): void }\nexport class X { base() {} }`,
    'aug.ts': `import './x';\ndeclare module './x' { interface I { /*@extra@*/extra(): void } interface X { /*@more@*/more(): void } }`,
    'use.ts': `import './aug';\nimport { type I, X } from './x';\ndeclare const i: I;\ni./*<extra>*/extra(); new X()./*<more>*/more();`,
  },
  'methods of a type that is also a map': {
    'a.ts': `interface Call { (): void } type G = { /*@extend@*/extend(): G; } & Record<'a' | 'b', Call>; declare const g: G;
g./*<extend>*/extend()./*<extend>*/extend()./*<extend>*/extend();
class X { /*@pick@*/pick(): X { return this; } } declare const some: X | X[]; some./*<pick>*/pick()./*<pick>*/pick(); some.map((x) => x)[0]./*<pick>*/pick();
`,
  },
  'overloads by string literals and by built-in types': {
    'a.ts': `class A { /*@a@*/a() {} } class B { /*@b@*/b() {} } class C { /*@c@*/c() {} }
function make(kind: 'a'): A; function make(kind: 'b'): B; function make(kind: number): C; function make(kind: string | number): any {}
make('a')./*<a>*/a(); make('b')./*<b>*/b(); make(1)./*<c>*/c();
interface El { on(event: 'open', cb: (a: A) => void): void; on(event: 'close' | 'end', cb: (b: B) => void): void; get(n: number): A; get(n: string): B; get(flag: boolean): C; get(at: A, n?: number): A }
declare const el: El; const s = 'x'; const num = 5; let flag = true;
el.on('open', (x) => x./*<a>*/a()); el.on('close', (x) => x./*<b>*/b()); el.on('end', (x) => x./*<b>*/b());
el.get(1)./*<a>*/a(); el.get('q')./*<b>*/b(); el.get(true)./*<c>*/c(); el.get(s)./*<b>*/b(); el.get(num)./*<a>*/a(); el.get(flag)./*<c>*/c(); el.get(new A())./*<a>*/a();
`,
  },
  'overloads by the number of arguments, by functions, by options': {
    'a.ts': `class A { /*@a@*/a() {} } class B { /*@b@*/b() {} } class C { /*@c@*/c() {} }
interface Options { deep: boolean }
declare function f(x: number): A; declare function f(x: number, y: number): B; declare function f(x: number, cb: () => void, ...rest: number[]): C;
f(1)./*<a>*/a(); f(1, 2)./*<b>*/b(); f(1, () => {})./*<c>*/c(); f(1, () => {}, 3)./*<c>*/c();
class K { get(options: Options): A; get(name: string): B; get(x: any): any {} static of(n: number): A; static of(): B; static of(n?: number): any {} }
new K().get('x y')./*<b>*/b(); new K().get({ deep: true })./*<a>*/a(); K.of()./*<b>*/b(); K.of(1)./*<a>*/a();
`,
  },
  'overloads of an interface with optional parameters': {
    'a.ts': `class A { /*@a@*/a() {} } class B { /*@b@*/b() {} }
interface Finder { find(name: number, deep?: boolean): A; find(name: string, deep?: boolean, { all }?: { all?: boolean }): B; (n: number, deep?: boolean): A; (s: string, deep?: boolean): B }
declare const finder: Finder; finder.find(1)./*<a>*/a(); finder.find('x')./*<b>*/b(); finder.find('x', true)./*<b>*/b(); finder(1)./*<a>*/a(); finder('x')./*<b>*/b();
`,
  },
  'call signatures of an object, chosen for each call': {
    'a.ts': `class A { /*@a@*/a() {} } class B { /*@b@*/b() {} } class C { /*@c@*/c() {} }
interface Handle { (kind: 'a', cb: (a: A) => void): A; (kind: 'b', cb: (b: B) => void): B; (kind: number, cb: (c: C) => void): C }
interface App { on: Handle } declare const app: App; declare const handle: Handle;
app.on('a', (x) => x./*<a>*/a())./*<a>*/a(); app.on('b', (x) => x./*<b>*/b())./*<b>*/b(); app.on(1, (x) => x./*<c>*/c())./*<c>*/c();
handle('b', (x) => x./*<b>*/b())./*<b>*/b(); handle('a', (x) => x./*<a>*/a())./*<a>*/a();
interface Other { (kind: 'a', cb: (b: B) => void): B; (kind: 'b', cb: (a: A) => void): A }
function twice(one: Handle, other: Other) { one('a', (x) => x./*<a>*/a()); other('a', (x) => x./*<b>*/b()); one('b', (x) => x./*<b>*/b()); }
`,
  },
  'overloads by whether an argument is a function': {
    'a.ts': `class A { /*@a@*/a() {} } class B { /*@b@*/b() {} } class C { /*@c@*/c() {} }
interface Options { name?: string; deep?: boolean } interface Callable { (): void; name?: string } type Get<T> = () => T; interface More extends Callable { deep: boolean }
interface Factory { <T>(options: Options): A; <T>(get: () => T, options?: Options): B } declare const make: Factory; function named() {} const held = () => 1;
make({ deep: true })./*<a>*/a(); make(() => 1)./*<b>*/b(); make(function () {}, {})./*<b>*/b(); make(named)./*<b>*/b(); make(held)./*<b>*/b();
declare function run(get: Get<number>): A; declare function run(options: Options, get?: Get<number>): B; declare function run(list: string[]): C;
run(() => 1)./*<a>*/a(); run({})./*<b>*/b(); run({}, () => 1)./*<b>*/b();
declare function open(one: Callable): A; declare function open(one: Options | Get<string>): B; open(() => {})./*<a>*/a(); open({ deep: true })./*<b>*/b();
declare function wide(one: More): A; declare function wide(one: {}): B; declare function wide(one: Get<string>): C; wide(() => '')./*<b>*/b();
declare function plain(one: { x: number }): A; declare function plain(one: Function): B; plain(() => 1)./*<b>*/b();
`,
  },
  'a type argument any, which does not take its parameter’s constraint': {
    'a.ts': `interface Action { /*@type@*/type: string } class A { /*@a@*/a() {} } class B extends A { /*@b@*/b() {} }
type Reducer<S = any, T extends Action = Action> = (state: S, action: T) => S;
declare const usual: Reducer<number>; declare const any: Reducer<any, any>; declare const own: Reducer<any, Action>; declare const all: { [name: string]: Reducer<any, any> };
usual(1, { /*<type>*/type: '' }); any(1, { /*<->*/type: '' }); own(1, { /*<type>*/type: '' }); all.x(1, { /*<->*/type: '' });
class Box<T extends A, U extends A = A> { value!: T; other!: U; /*@own@*/own(): this { return this; } deep!: Box<Box<Box<Box<any, B>, B>, B>, B> }
declare const box: Box<any, B>; box.value./*<?>*/a(); box.other./*<b>*/b(); box./*<own>*/own().other./*<b>*/b(); box.deep.value.value.value./*<own>*/own();
type AnyBox = Box<any, any>; class More<T extends AnyBox> { held!: T; m() { this.held./*<own>*/own(); } } declare const unknown: Box<unknown & B>; unknown.value./*<b>*/b();
`,
  },
  'a `this` parameter, for which a call passes no argument': {
    'a.ts': `class A { /*@a@*/a() {} } class B { /*@b@*/b() {} }
function f(this: A, b: B) { this./*<a>*/a(); b./*<b>*/b(); const inner = () => { if (b) this./*<a>*/a(); }; function other() { this./*<?>*/a(); } }
class C { c = function (this: B) { this./*<b>*/b(); }; /*@d@*/d() {} m() { this./*<d>*/d(); } open(this: any) { this./*<d>*/d(); } own<T extends A>(this: T) { this./*<a>*/a(); } }
declare function on(cb: (this: A, b: B) => void): void; interface Listen { (this: A, cb: (b: B) => void): A } declare const listen: Listen;
on(function (b) { this./*<a>*/a(); b./*<b>*/b(); }); on((b) => b./*<b>*/b()); listen((b) => b./*<b>*/b())./*<a>*/a();
function pick(this: A, kind: 'a'): A; function pick(this: A, kind: 'b'): B; function pick(this: A, kind: string): any {}
pick('b')./*<b>*/b();
`,
  },
  'what lists, maps, constructions, spreads and assignments expect': {
    'a.ts': `interface Row { /*@group@*/group: string; /*@rank@*/rank?: number; /*@go@*/go(): void } interface On { (row: Row): void }
declare const rows: Row[], byName: Map<string, Row>, sinks: On[], wide: boolean; const found = [];
rows.push({ /*<group>*/group: '' }, { /*<group>*/group: '' }); rows.splice(0, 1, { /*<group>*/group: '' }); byName.set('a', { /*<group>*/group: '' }); sinks.push((row) => row./*<go>*/go());
found.push({ /*<->*/group: '' });
interface Maker<T extends { options: unknown }, D = T['options']> { new (options: D): T } interface Shop { options: Options } interface Options { /*@name@*/name: string; /*@size@*/size?: number }
declare const Shop: Maker<Shop>; new Shop({ /*<name>*/name: '', ...(wide ? { /*<size>*/size: 1 } : {}) });
const row: Row = { /*<group>*/group: '', ...(wide && { /*<rank>*/rank: 1 }), /*<go>*/go() {} };
interface Port { onRow: On; last: Row } declare const port: Port; let kept: Row;
port.onRow = (row) => row./*<go>*/go(); port.onRow ??= (row) => row./*<go>*/go(); port.last = { /*<group>*/group: '', /*<go>*/go() {} }; kept = { /*<group>*/group: '', /*<go>*/go() {} };
const loose = { run(a: any) {} } as any; loose.run = (row) => row./*<?>*/go();
`,
  },
  'type parameters that are left out, with a bound and a default': {
    'a.ts': `interface Base { id: string } interface One extends Base { /*@one@*/one: number } interface Two extends Base { /*@two@*/two: number }
type Of<T extends Base = One | Two> = T; type Raw<T extends Base = Two> = T extends any ? Of<T> : never; declare const both: Of, raw: Raw, given: Of<Two>;
both./*<one>*/one; both./*<two>*/two; raw./*<two>*/two; given./*<two>*/two; given./*<?>*/one;
interface Box<T extends Base = One> { value: T } declare const box: Box; box.value./*<one>*/one; class Sub<T extends Base, U extends Base = T> { other!: U } declare const sub: Sub<Two>; sub.other./*<two>*/two;
`,
  },
  'a union of many types': {
    'a.ts': `${Array.from({ length: 18 }, (_, at) => `interface T${at} { /*@f${at}@*/f${at}: number }`).join('\n')}
declare const one: ${Array.from({ length: 18 }, (_, at) => `T${at}`).join(' | ')}; one./*<f0>*/f0; one./*<f17>*/f17;
`,
  },
};
test.each(Object.entries(cases))('%s', (_, sources) => {
  const { actual, expected } = linksOf(sources);
  expect(actual).toEqual(expected);
});

/**
 * Links through combined constructs: exports of namespaces, mixins, generators, inheritance across files, nested
 * contextual types.
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

const cases: Case[] = [
  {
    name: 'calls in a file give types to a parameter of a returned function',
    files: {
      'a.js': `class A { /*@m@*/m() {} }
function first() { return () => 1; }
function f(x) { x./*<m>*/m(); }
f(new A());`,
    },
  },
  ts(
    'a declared type any',
    `class A { /*@m@*/m() {} }
const a: any = new A(), b: unknown = new A();
a./*<?>*/m(); b./*<?>*/m();
function f(x: any, h: (a: A) => void) { x./*<?>*/m(); }
f(0, (y: any) => y./*<?>*/m());
f(0, (y) => y./*<m>*/m());`,
  ),
  {
    name: 'the exports object as a value',
    files: { 'a.js': 'exports./*@f@*/f = function () {};\nexports./*<f>*/f();\nmodule.exports./*<f>*/f();' },
  },
  ts(
    'values of an index signature',
    `class A { /*@m@*/m() {} }
interface Named { [name: string]: A; }
function f(x: Named) { x.any./*<m>*/m(); x['other']./*<m>*/m(); }`,
  ),
  ts(
    'names that a namespace exports',
    `const /*@outer@*/outer = 1;
namespace N { const /*@x@*/x = 1; export { /*<x>*/x }; function /*@y@*/y() {} export { y as z }; }
N./*<x>*/x; N./*<y>*/z(); /*<outer>*/outer;`,
  ),
  {
    name: 'a namespace export is not an export of its module',
    files: {
      'a.ts': 'export namespace N { const x = 1; export { x }; }',
      'b.ts': "import { x } from './a';\n/*<?>*/x;",
    },
  },
  ts(
    'mixins',
    `class K { /*@m@*/m() {} }
function Mixin(Base: typeof K) { return class extends Base { /*@n@*/n() {} }; }
class A extends Mixin(K) {}
new A()./*<n>*/n(); new A()./*<m>*/m();`,
  ),
  ts(
    'generic bases',
    `class K { /*@m@*/m() {} }
class Base<T> { /*@item@*/item: T; }
class A extends Base<K> { f() { this./*<item>*/item./*<m>*/m(); } }
interface Repo<T> { /*@find@*/find(): Promise<T>; all(): T[] }
interface KRepo extends Repo<K> {}
async function g(r: KRepo) { (await r./*<find>*/find())./*<m>*/m(); for (const k of r.all()) k./*<m>*/m(); }`,
  ),
  ts(
    'destructured parameters of callbacks',
    `class Req { /*@query@*/query() {} }
interface Context { /*@req@*/req: Req }
function get(path: string, handler: (c: Context) => void) {}
get('/', ({ req }) => req./*<query>*/query());
get('/', async function ({ /*<req>*/req: r }) { r./*<query>*/query(); });`,
  ),
  ts(
    'this in functions of an object',
    `const o = { /*@m@*/m: function () { this./*<n>*/n(); }, /*@n@*/n() {} };
o./*<m>*/m();`,
  ),
  ts(
    'generators',
    `class K { /*@m@*/m() {} }
function* declared(): Generator<K> {}
function* inferred() { yield new K(); }
async function* later() { yield new K(); }
async function f() {
  for (const k of declared()) k./*<m>*/m();
  for (const k of inferred()) k./*<m>*/m();
  for await (const k of later()) k./*<m>*/m();
}`,
  ),
  ts(
    'new this and static this',
    `class K { static /*@create@*/create() { return new this(); } /*@m@*/m() {} static other() { this./*<create>*/create()./*<m>*/m(); } }`,
  ),
  {
    name: 'required properties',
    files: {
      'a.js': 'exports./*@sub@*/sub = { /*@f@*/f() {} };',
      'b.js': "const { f } = require('./a').sub;\n/*<f()>*/f();\nconst sub = require('./a').sub;\nsub./*<f>*/f();",
    },
  },
  {
    name: 'chained assignments to exports',
    files: {
      'a.js': 'exports./*@b@*/a = exports.b = function () {};\nmodule.exports.c = exports.b;',
      'b.js': "const { a, b, c } = require('./a');\n/*<b()>*/a(); /*<b()>*/b(); /*<b()>*/c();",
    },
  },
  {
    name: 'several dynamic imports',
    files: {
      'a.ts': 'export default function /*@d@*/d() {}\nexport function /*@f@*/f() {}',
      'b.ts':
        "async function g() { const [m, { f }] = await Promise.all([import('./a'), import('./a')]); m./*<d>*/default(); /*<f()>*/f(); import('./a').then((m) => m./*<d>*/default()); }",
    },
  },
  {
    name: 'default of a default',
    files: {
      'a.ts': 'export default class /*@K@*/K {}',
      'b.ts': "export { default } from './a';\nexport { default as Named } from './a';",
      'c.ts': "import K, { Named } from './b';\nnew /*<K>*/K(); new /*<K>*/Named();",
    },
  },
  {
    name: 'heritage from other files, interfaces and anonymous classes',
    files: {
      'a.ts': 'export abstract class Base { /*@m@*/m() {} }\nexport interface I { /*@i@*/i(): void }',
      'b.ts':
        "import * as a from './a';\nexport default class extends a.Base implements a./*<->*/I2 { i() { this./*<m>*/m(); } }".replace(
          '/*<->*/I2',
          'I',
        ),
      'c.ts': "import B from './b';\nimport { I } from './a';\nnew B()./*<m>*/m();\nfunction f(x: I) { x./*<i>*/i(); }",
    },
  },
  ts(
    'class fields with a typed callback',
    `class C { /*@json@*/json() {} }
type H = (c: C) => void;
class K { h: H = (c) => c./*<json>*/json(); list: H[] = [(c) => c./*<json>*/json()]; }
const record: Record<string, H> = { a: (c) => c./*<json>*/json() };
const map: { [name: string]: H } = { a: (c) => c./*<json>*/json() };`,
  ),
  ts(
    'optional callbacks',
    `class C { /*@json@*/json() {} }
interface Options { done?: ((c: C) => void) | null }
function f(o?: Options) {}
f({ done: (c) => c./*<json>*/json() });`,
  ),
  ts(
    'labels of the same name in two classes',
    `class A { /*@ma@*/run() {} } class B { /*@mb@*/run() {} }
const a = new A(), b = new B();
a./*<ma>*/run(); b./*<mb>*/run();
function pick(x: A): void; function f(list: B[]) { list.map((x) => x./*<mb>*/run()); }`,
  ),
  ts(
    'satisfies and const contexts',
    `interface R { /*@run@*/run(): void }
const r = { /*@impl@*/run() {} } satisfies R;
r./*<impl>*/run();`,
  ),
];

describe('combined constructs', () => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});

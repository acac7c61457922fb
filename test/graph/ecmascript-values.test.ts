/** JavaScript values that get members after they are made, and calls of anonymous functions. */
import { expect, test } from 'vitest';
import { linksOf, type Sources } from './linked-sources.ts';

const js = (text: string): Sources => ({ 'a.js': text });

const cases: Record<string, Sources> = {
  'elements of arrays by index': js(`function /*@f@*/f() {} function /*@g@*/g() {}
const list = [f, [g]];
list[0/*<f()>*/](); list[1][0/*<g()>*/]();
const map = { 1: f };
map[1/*<f()>*/]();`),
  'indexes are unknown after a slice of a list': js(`function /*@f@*/f() {} function /*@g@*/g() {}
[f, g].slice(1)[0/*<f,g()>*/](); [f].concat([g])[1/*<f,g()>*/](); [[f]].flat()[0/*<f()>*/]();`),
  'super of a class outside of the project': {
    'a.js': `import { Base } from 'outside'; 
class A extends Base { send() { super./*<->*/send(); } } export function mix(B) { return class extends B { close() { super./*<?>*/close(); } }; }
class C extends A { send() { super./*<send>*/send(); } }`.replace('{ send', '{ /*@send@*/send'),
  },
  'the result of a call is called': js(`function /*@f@*/f() {} function make() { return f; }
make(/*<f()>*/)();`),
  'call, apply and bind': js(`function /*@f@*/f() { return g; } function /*@g@*/g() {}
f./*<f()>*/call(null); f./*<f()>*/apply(null, []); f.call(null/*<g()>*/)();
const bound = f.bind(null); /*<f()>*/bound();`),
  'a constant whose type has a call signature, under another name': {
    'a.ts': `interface Factory { (n: number): string } export const /*@make@*/make: Factory = function (n: number) { return String(n); } as any;
export const held = { make };`,
    'b.js': `const all = require('./a');
const { make, make: again } = all; const third = again; const own = all.make;
/*<make()>*/make(1); /*<make()>*/again(1); /*<make()>*/third(1); /*<make()>*/own(1); all./*<make()>*/make(1);
function f(cb) { const { make: inner } = cb; inner(1); }`,
  },
  'an object that is read with a computed key': js(`function /*@f@*/f() {} function /*@g@*/g() {}
const table = { a: f, b: g };
for (const key in table) table[key/*<f,g()>*/]();`),
  'arguments of an anonymous function': js(`class A { /*@m@*/m() {} }
(function (a) { a./*<m>*/m(); })(new A());
const f = (...all) => all[1]./*<m>*/m(); f(0, new A());`),
  'a function that returns a member of its argument, for each call':
    js(`class A { /*@m@*/m() {} } class B { /*@n@*/m() {} }
function get(x) { return x.a.b; }
get({ a: { b: new A() } })./*<m>*/m(); get({ a: { b: new B() } })./*<n>*/m();`),
  'a function that returns its argument': js(`class A { /*@m@*/m() {} } class B { /*@n@*/n() {} }
function same(x) { return x; }
same(new A())./*<m>*/m(); same(new B())./*<n>*/n();`),
  'elements that are added to a list, a map, an object': js(`class A { /*@m@*/m() {} } class B { /*@n@*/n() {} }
const list = []; list.push(new A()); list[0]./*<m>*/m(); for (const one of list) one./*<m>*/m();
const map = new Map(); map.set('k', new B()); map.get('k')./*<n>*/n();
const table = {}; function put(key) { table[key] = new A(); } table['x' + 1]./*<m>*/m();
class C { constructor() { this.all = []; this.all.push(new B()); } f() { this.all.forEach((b) => b./*<n>*/n()); } }`),
  'what prototypes inherit': js(`function A() {} A.prototype./*@m@*/m = function () {};
function B() {} B.prototype = Object.create(A.prototype); new B()./*<m>*/m();
function C() {} require('util').inherits(C, A); C.prototype.f = function () { this./*<m>*/m(); };
function D() {} Object.setPrototypeOf(D.prototype, A.prototype); new D()./*<m>*/m();
function E() {} Object.assign(E.prototype, { /*@n@*/n() {} }); new E()./*<n>*/n();`),
  'a property defined by Object.defineProperty': js(`function /*@f@*/f() {}
const o = {}; Object.defineProperty(o, 'p', { value: f }); o./*<f()>*/p();
const q = {}; Object.defineProperty(q, 'p', { get() { return f; } }); q./*<f()>*/p();`),
  'objects made from other objects': js(`const base = { /*@m@*/m() {} }, other = { /*@n@*/n() {} };
Object.create(base)./*<m>*/m();
const both = Object.assign({}, base, other); both./*<m>*/m(); both./*<n>*/n();`),
  'members that a module adds to an import that it exports as a whole': {
    'server.js': 'class /*@S@*/Server { /*@send@*/send() {} } module.exports = Server;',
    'reply.js': 'class /*@R@*/Reply { /*@get@*/get() {} } module.exports = Reply;',
    'index.js': `const Server = require('./server'); const Reply = require('./reply');
Server.Reply = Reply; Server./*@extra@*/extra = function () {}; Server.Server = Server;
Server./*<extra>*/extra(); module.exports = Server;`,
    'use.js': `const Server = require('.'); const { /*<R>*/Reply, /*<extra>*/extra } = require('./index');
new Server()./*<send>*/send(); Server./*<extra>*/extra(); extra(); new Reply()./*<get>*/get();
new Server./*<R>*/Reply()./*<get>*/get(); const Same = Server.Server; new Same()./*<send>*/send();
new (require('./index')./*<R>*/Reply)()./*<get>*/get();`,
    'use.mjs': `import Server, { /*<R>*/Reply } from './index.js'; Server./*<extra>*/extra(); new Reply()./*<get>*/get();
new Server()./*<send>*/send(); Server./*<?>*/missing();`,
  },
  'members that a file adds to the result of a call': {
    'make.js': `import outside from 'outside';
export function make() { const made = outside(); made./*@create@*/create = () => make(); return made; }
class A { /*@m@*/m() {} }
const a = new A(); a./*<m>*/m(); a.n = 1;
export const api = make(); api./*@all@*/all = function () {}; api./*<all>*/all(); api./*<create>*/create()./*<create>*/create();`,
    'use.js': `import { api, make } from './make.js'; api./*<all>*/all(); api./*<create>*/create(); make()./*<create>*/create();
api./*<->*/other();`,
  },
  'members of a namespace that is merged with a function': {
    'a.ts': `export function /*@f@*/f(): string { return f./*<inner>*/inner(); }
export namespace f { export function /*@inner@*/inner(): string { return ''; } export const /*@k@*/k = 1; }`,
    'b.ts': `import { f } from './a'; f./*<inner>*/inner(); f./*<k>*/k; /*<f>*/f();`,
    'c.d.ts': `declare function /*@g@*/g(): void; declare namespace g { function /*@h@*/h(): void; } export = g;`,
    'd.ts': `import g = require('./c'); g./*<h>*/h(); /*<g>*/g();`,
  },
};

test.each(Object.entries(cases))('%s', (_, sources) => {
  const { actual, expected } = linksOf(sources);
  expect(actual).toEqual(expected);
});

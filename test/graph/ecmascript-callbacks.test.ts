/** What functions get that other functions call: callbacks, spread arguments, elements of sets, maps and iterable objects. */
import { expect, test } from 'vitest';
import { linksOf, type Sources } from './linked-sources.ts';

const js = (text: string): Sources => ({ 'a.js': text });

const cases: Record<string, Sources> = {
  'a set and a map that are made from a list':
    js(`function /*@f@*/f() {} function /*@g@*/g() {} class A { /*@m@*/m() {} }
const list = [f, g]; for (const one of new Set(list)) /*<f,g()>*/one();
for (const [key, value] of new Map([[f, g]])) { /*<f()>*/key(); /*<g()>*/value(); }
new Map([['k', new A()]]).get('k')./*<m>*/m(); for (const one of Array.from(new Set([new A()]))) one./*<m>*/m();`),
  'spread arguments of a known list': js(`function /*@f@*/f() {} function /*@g@*/g() {}
function both(x, y) { /*<f()>*/x(); /*<g()>*/y(); }
const pair = [f, g]; both(...pair);
function last(n, x) { /*<g()>*/x(); }
last(1, ...[g]);
function unknown(x, y) { /*<f,g()>*/x(); /*<f,g()>*/y(); }
unknown(...pair.slice(1));`),
  'a callback gets what the called function passes to its parameter': {
    'a.js': `class A { /*@m@*/m() {} } class B { /*@n@*/n() {} }
export function each(list, visit) { for (const one of list) visit(new A(), one); }
function later(done) { return () => done(new B()); }
function never(a, done) { done = null; }
each([], (a) => a./*<m>*/m()); later(function (b) { b./*<n>*/n(); }); never(1, (x) => x./*<?>*/m());`,
    'b.js': `import { each } from './a.js';
each([1], (a) => a./*<m>*/m());`,
  },
  'a callback that is handed further': js(`class A { /*@m@*/m() {} }
function all(visit) { const list = [new A()]; list.forEach(visit); }
all((a) => a./*<m>*/m());`),
  'a named function that is handed to a method of a list': js(`class A { /*@m@*/m() {} } class B { /*@n@*/n() {} }
function show(a) { a./*<m>*/m(); } function shown(b) { b./*<n>*/n(); }
[new A()].forEach(show); Array.from([new B()], shown);`),
  'elements of an object that is iterable': {
    'a.ts': `class Item { /*@m@*/m() {} }
class Many { *[Symbol.iterator]() { yield new Item(); } }
class Typed { [Symbol.iterator](): Iterator<Item> { return null!; } }
class Steps { [Symbol.iterator]() { return { next: () => { if (this) return { done: true }; return { value: new Item(), done: false }; } }; } }
class Later { async *[Symbol.asyncIterator]() { yield new Item(); } }
for (const one of new Many()) one./*<m>*/m(); for (const one of new Typed()) one./*<m>*/m();
for (const one of new Steps()) one./*<m>*/m(); const [first] = new Many(); first./*<m>*/m(); [...new Many()][0]./*<m>*/m();
async function f() { for await (const one of new Later()) one./*<m>*/m(); }`,
  },
  'properties that Object.defineProperties adds':
    js(`function /*@f@*/f() {} function /*@g@*/g() {} const descr = { value: g };
const o = {}; Object.defineProperties(o, { p: { value: f }, q: descr, r: { get() { return f; } } });
o./*<f()>*/p(); o./*<g()>*/q(); o./*<f()>*/r();`),
  'this and arguments by call, apply and bind': js(`class A { /*@m@*/m() {} } function /*@f@*/f() {}
function own(x) { this(); x./*<m>*/m(); } own.call(f, new A());
function held() { this./*<m>*/m(); } held.apply(new A());
const bound = function () { this./*<m>*/m(); }.bind(new A());
function spread(x, y) { /*<f()>*/x(); y./*<m>*/m(); } spread.apply(null, [f, new A()]);`),
};

test.each(Object.entries(cases))('%s', (_, sources) => {
  const { actual, expected } = linksOf(sources);
  expect(actual).toEqual(expected);
});

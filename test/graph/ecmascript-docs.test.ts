/** Types that JSDoc comments give in JavaScript. */
import { expect, test } from 'vitest';
import { linksOf, type Sources } from './linked-sources.ts';

const cases: Record<string, Sources> = {
  'types of parameters, results, variables and members': {
    'a.js': `export class A { /*@a@*/a() {} /*@same@*/same() {} }
export default class B { /*@b@*/b() {} /*@same2@*/same() {} }`,
    'b.js': `import { A } from './a.js';
/**
 * @typedef { import('./a.js').default } B
 * @typedef {Object} Options
 */
/**
 * Does something.
 * @param {A} one - which is an A
 * @param {?B} [two=null]
 * @param {(A|null)[]} list
 * @param {Map<string, B>} map
 * @param {import("./a.js").A} three
 * @param {Options} options
 * @param {Options} options.one
 * @return {Promise<B>}
 */
export async function f(one, two = null, list, map, three, options) {
  one./*<a>*/a(); one./*<same>*/same(); two./*<same2>*/same(); for (const x of list) x./*<a>*/a(); map.get('')./*<b>*/b(); three./*<same>*/same(); options./*<?>*/same();
}
/** @param {B} one */
const g = (one) => one./*<same2>*/same();
class C {
  /** @type {B} */
  field = null;
  /** @param {A} one @param {Array<A>} list */
  constructor(one, list) { this.one = one; this.list = list; /** @type {B | undefined} */ this.two = undefined; }
  /** @param {Object<string, A>} all */
  static m(all) { all.x./*<a>*/a(); }
  /** @returns {B} */
  make() { return unknown(); }
  n() { this.one./*<same>*/same(); this.two./*<same2>*/same(); this.field./*<b>*/b(); this.make()./*<same2>*/same(); this.list[0]./*<a>*/a(); }
}
/** @type {A} */
let later;
export const h = () => later./*<same>*/same();`,
  },
  'a comment counts only directly before a declaration, and only if it names types of the project': {
    'a.js': `class A { /*@a@*/a() {} } class B { /*@b@*/b() {} }
/** @param {Object} one @param {Nobody} two @param {function(A): B} three @param {*} four @param {A|Object} five @param {{ a: A }} six @param {Array} seven */
function f(one, two, three, four, five, six, seven) { one./*<a>*/a(); two./*<b>*/b(); three./*<?>*/a(); four./*<?>*/a(); five./*<?>*/a(); six./*<?>*/a(); seven[0]./*<?>*/a(); }
f(new A(), new B());
/** @returns {Object} */
function make() { return new A(); }
make()./*<a>*/a();
/** @returns {B | Somebody} */
function either() { return new A(); }
either()./*<a>*/a();
/** @param {A} one */
on(function (one) { one./*<?>*/a(); });
/** @param {A} one */
let x; function g(one) { one./*<?>*/a(); }
/* @param {A} one */
function h(one) { one./*<?>*/a(); }
/** @param {A} one.two @param {A} oneMore @param {A */
function k(one) { one./*<?>*/a(); }
/** @returns {B} */
class C { m() { return this; } /*@c@*/c() {} }
new C().m()./*<c>*/c();`,
    'b.ts': `class A { a() {} }
/** @param {A} one */
export function f(one) { one./*<?>*/a(); }`,
  },
};

test.each(Object.entries(cases))('%s', (_, sources) => {
  const { actual, expected } = linksOf(sources);
  expect(actual).toEqual(expected);
});

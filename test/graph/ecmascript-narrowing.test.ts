/** Conditions narrow the type of a variable in their branches, and after statements that leave the block. */
import { expect, test } from 'vitest';
import { linksOf, type Sources } from './linked-sources.ts';

const ts = (text: string): Sources => ({
  'a.ts': `class A { /*@m@*/m() {} } class B { /*@n@*/n() {} }
declare function isA(x: unknown): x is A; declare function assertB(x: unknown): asserts x is B;
export function f(x: unknown) {\n${text}\n}`,
});

const cases: Record<string, Sources> = {
  'a type predicate narrows in its branch only': ts(
    'if (isA(x)) x./*<m>*/m(); else x./*<?>*/m();\nisA(x) && x./*<m>*/m();',
  ),
  'a type predicate narrows after an early exit': ts('if (!isA(x)) return;\nconst y = x; y./*<m>*/m(); x./*<m>*/m();'),
  'instanceof that leaves': ts('if (!(x instanceof A)) { throw 1; }\nx./*<m>*/m();'),
  'instanceof and its negation narrow': ts('if (!(x instanceof A)) { x./*<?>*/m(); } else { x./*<m>*/m(); }'),
  'an alternative': ts('return !(x instanceof A) || x./*<m>*/m();'),
  'an assertion': ts('x./*<?>*/n(); assertB(x); x./*<n>*/n();'),
  'instanceof narrows a member by its path': {
    'a.ts': `class Base { /*@b@*/m() {} } class A extends Base { /*@m@*/m() {} } class B extends Base { /*@n@*/n() {} }
class Box { held: Base = new Base(); #own: unknown; all: Base[] = [];
  f(box: Box) {
    this.held = new B();
    if (this.held instanceof A) { this.held./*<m>*/m(); [1].map(() => this.held./*<m>*/m()); box.held./*<b>*/m(); }
    this.held./*<b>*/m(); box.held instanceof B && box.held./*<n>*/n();
    if (this.#own instanceof A) this.#own./*<m>*/m();
    if (!(box.held instanceof A)) return;
    box.held./*<m>*/m(); this.held./*<b>*/m();
    function g(this: Box) { return this.held./*<b>*/m(); }
  }
}`,
  },
  'a function without a declared predicate narrows nothing': {
    'a.ts':
      'class A { /*@m@*/m() {} }\nfunction isIt(x: A) { return true; }\nexport const f = (x: A) => isIt(x) && x./*<m>*/m();',
  },
};

test.each(Object.entries(cases))('%s', (_, sources) => {
  const { actual, expected } = linksOf(sources);
  expect(actual).toEqual(expected);
});

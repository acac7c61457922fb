/** Names in JavaScript and TypeScript that nothing declares, or that only one branch declares. */
import { expect, test } from 'vitest';
import { linksOf, type Sources } from './linked-sources.ts';

const cases: Record<string, Sources> = {
  'a name that is only assigned is a variable of the file': {
    'a.js': '/*@total@*/total = 1;\nfunction f() { /*<total>*/total++; }\nfor (/*@key@*/key in {}) /*<key>*/key;',
  },
  'a name that is only assigned is not a variable where the program declares it': {
    'globals.d.ts': 'declare var /*@state@*/state: number;',
    'a.js': '/*<state>*/state = 1;\n/*<state>*/state;',
  },
  'nor in TypeScript': { 'a.ts': 'export {};\n/*<->*/total = 1;\n/*<->*/total;' },
  'a function in a branch without a block is visible only there': {
    'a.js': 'if (x) function f() {}\nelse function /*@g@*/g() { /*<g>*/g(); }\n/*<->*/f();',
  },
  'the parameter of a type predicate': {
    'a.ts': 'export function isA(/*@value@*/value: unknown): /*<value>*/value is string { return !value; }',
  },
};

test.each(Object.entries(cases))('%s', (_, sources) => {
  const { actual, expected } = linksOf(sources);
  expect(actual).toEqual(expected);
});

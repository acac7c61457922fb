import { afterAll, expect, it } from 'vitest';
import { createLanguageDetector } from '../engine/indexing/language-detector.ts';
import { qualifiedName, withoutDuplicateMarks } from '../model/link.ts';
import { assetUrl } from '../util/assets.ts';
import { Extractor } from './extract.ts';

const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
const languages = createLanguageDetector({ extensions: [], disabled: [] });
afterAll(() => extractor.close());

async function names(path: string, text: string): Promise<string[]> {
  const language = await languages.detect(path, text);
  const { definitions } = await extractor.extract(language!, path, text);
  return definitions.map(qualifiedName);
}

const cases: Record<string, [path: string, text: string, expected: string[]]> = {
  'by the title of the test, with inner definitions': [
    'a.test.ts',
    `describe('a full store', () => {
  function setup() {}
  class Fake { load() {} }
});
describe('an empty store', () => {
  function setup() { const inner = () => 1; }
  class Fake { load() {} }
});`,
    [
      '~a-full-store.setup',
      '~a-full-store.Fake',
      '~a-full-store.Fake.load',
      '~an-empty-store.setup',
      '~an-empty-store.setup.inner',
      '~an-empty-store.Fake',
      '~an-empty-store.Fake.load',
    ],
  ],
  'by number where titles are equal or missing': [
    'a.ts',
    `function outer() {
  each((x) => {
    const help = () => 1;
  });
  each((x) => {
    const help = () => 2;
  });
  it('works', () => {
    const run = () => 1;
  });
  it('works', () => {
    const run = () => 2;
  });
}`,
    ['outer', 'outer.~1.help', 'outer.~2.help', 'outer.~works.run', 'outer.~works-2.run'],
  ],
  'by the nearest title': [
    'a.test.js',
    `describe('outer', () => {
  it("first: 'x'", () => {
    if (process.env.CI) {
      function App() {}
    }
  });
  it(\`second\`, async () => {

    function App() {}
  });
});`,
    ['~first-x.App', '~second.App'],
  ],
  'at several levels': [
    'a.test.js',
    `describe('full', () => {
  function setup() {
    each(() => { function one() {} });
    each(() => { function one() {} });
  }
});
describe('empty', () => {
  function setup() {
    each(() => { function one() {} });
  }
});`,
    ['~full.setup', '~full.setup.~1.one', '~full.setup.~2.one', '~empty.setup', '~empty.setup.one'],
  ],
  'with members that are defined later': [
    'a.test.js',
    `describe('full', () => {
  function Foo() {}
  Foo.prototype.go = function () {};
});
describe('empty', () => {
  function Foo() {}
  Foo.prototype.go = function () { const inner = () => 1; };
});`,
    ['~full.Foo', '~full.Foo.go', '~empty.Foo', '~empty.Foo.go', '~empty.Foo.go.inner'],
  ],
  'an export of several functions stays one symbol': [
    'a.js',
    `exports.open = function () { exports.log = function () { return 1; }; };
exports.close = function () { exports.log = function () { return 2; }; };`,
    ['open', 'log', 'close', 'log'],
  ],
  'assignments to the name itself': [
    'a.js',
    `module.exports = module.exports.default = function () {};
var f = f.g = function () {};
each(() => { function help() {} });
each(() => { function help() {} });`,
    ['exports', 'f', '~1.help', '~2.help'],
  ],
  'definitions outside of functions keep their names': [
    'a.ts',
    `describe('here', () => {
  function setup() {}
});
export function setup() {}
if (x) { function late() {} } else { function late() {} }`,
    ['~here.setup', 'setup', 'late', 'late'],
  ],
  'several declarations in one scope stay one symbol': [
    'a.ts',
    `describe('here', () => {
  function f(a: 1): 1;
  function f(a: 2): 2;
  function f(a: number) { return a; }
  interface Both {}
  const Both = () => 1;
});
describe('there', () => {
  function f() {}
});`,
    ['~here.f', 'Both', 'Both', '~there.f'],
  ],
  'a member that several functions assign stays one symbol': [
    'a.js',
    `function Foo() { if (x) { this.bar = () => 1; } else { this.bar = () => 2; } }
Foo.prototype.go = function () { this.bar = () => 3; };
if (y) { exports.up = function () {}; } else { exports.up = function () {}; }
class K { log() {} reset() { this.log = () => 1; } }`,
    ['Foo', 'Foo.bar', 'Foo.bar', 'Foo.go', 'Foo.bar', 'up', 'up', 'K', 'K.log', 'K.reset', 'K.log'],
  ],
  'by whole words of a long title': [
    'a.test.js',
    `it('should return the updated state of a component', () => {
  function App() {}
});
it('${'x'.repeat(40)}', () => {
  function App() {}
});`,
    ['~should-return-the-updated-state.App', `~${'x'.repeat(32)}.App`],
  ],
  'a setter beside its getter': [
    'a.ts',
    `class Box {
  get size() { return 1; }
  set size(n) { const check = () => n; }
  set only(n) {}
  static get both() { return 1; }
  static set both(n) {}
}
const literal = { get w() { return 1; }, set w(x) {} };`,
    [
      'Box',
      'Box.size',
      'Box.size(set)',
      'Box.size(set).check',
      'Box.only',
      'Box.both',
      'Box.both(set)',
      'literal',
      'literal.w',
      'literal.w(set)',
    ],
  ],
  Python: [
    'a.py',
    'class A:\n    @property\n    def x(self):\n        def get(): pass\n    @x.setter\n    def x(self, v):\n        def get(): pass\n',
    ['A', 'A.x', 'A.x.get', 'A.x(set)', 'A.x(set).get'],
  ],
  Go: [
    'a_test.go',
    'package a\n\nfunc TestIt(t *testing.T) {\n\tt.Run("full", func(t *testing.T) {\n\t\ttype state struct{ n int }\n\t})\n\tt.Run("empty", func(t *testing.T) {\n\t\ttype state struct{ n int }\n\t})\n}\n',
    ['TestIt', 'TestIt.~full.state', 'TestIt.~full.state.n', 'TestIt.~empty.state', 'TestIt.~empty.state.n'],
  ],
  Java: [
    'A.java',
    'class A {\n  Runnable make(int a) { return new Runnable() { public void run() {} }; }\n  Runnable make() { return new Runnable() { public void run() {} }; }\n}\n',
    ['A', 'A.make(int)', 'A.make(int).run', 'A.make()', 'A.make().run'],
  ],
};

it.each(Object.entries(cases))('%s', async (_, [path, text, expected]) => {
  expect(await names(path, text)).toEqual(expected);
});

it('costs one pass over many definitions with the same name', async () => {
  const file = (title: (at: number) => string): string =>
    Array.from({ length: 4000 }, (_, at) => `it(${title(at)}, () => {\n  function App() {}\n});\n`).join('');
  for (const [title, last] of [
    [(at: number) => `'case ${at}'`, '~case-3999.App'],
    [() => "'same'", '~same-4000.App'],
    [() => 'title', '~4000.App'],
  ] as const) {
    const found = await names('a.test.js', file(title));
    expect(new Set(found).size).toBe(4000);
    expect(found.at(-1)).toBe(last);
  }
});

it.each([
  [null, null],
  ['Outer', 'Outer'],
  ['~mark', null],
  ['Outer.~mark', 'Outer'],
  ['~mark.Outer.~other.Inner', 'Outer.Inner'],
  ['Foo.~Foo', 'Foo.~Foo'],
  ['~mark.Foo.~Foo.~other.Local', 'Foo.~Foo.Local'],
])('%s stands in the source as %s', (container, written) => {
  expect(withoutDuplicateMarks(container)).toBe(written);
});

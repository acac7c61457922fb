import { describe, expect, it } from 'vitest';
import { classifyImport } from '../../languages/javascript/modules.ts';
import type { Language } from '../../languages/language.ts';
import type { Extraction } from '../../model/extraction.ts';
import { extractEcmascript } from './ecmascript.ts';

const language = { classifyImport } as Language;

function extract(text: string, path = 'file.tsx'): Extraction {
  const { extraction, issues } = extractEcmascript(language, path, text);
  expect(issues.filter(({ code }) => code === 'internal')).toEqual([]);
  expect(extraction).not.toBeNull();
  return extraction!;
}

/** `+kind container.name(signature)`; `-` where it is not exported. */
function definitions(text: string, path?: string): string[] {
  return extract(text, path).definitions.map(({ exported, kind, container, name, signature }) => {
    const full = container === null ? name : `${container}.${name}`;
    return `${exported ? '+' : '-'}${kind} ${full}${signature === null ? '' : ` ${signature}`}`;
  });
}

function imports(text: string, path?: string): string[] {
  return extract(text, path).imports.map((one) => {
    const names = one.names.map(({ name, alias }) => (alias === null ? name : `${name}=${alias}`)).join(',');
    const marks = [one.isDynamic && 'dynamic', one.isReexport && 'reexport', one.isTypeOnly && 'type'].filter(Boolean);
    return [one.type, one.module, names, one.alias ?? '', ...marks].join(' ').trim().replace(/ {2,}/g, ' ');
  });
}

describe('definitions', () => {
  const cases: [what: string, text: string, expected: string[], path?: string][] = [
    ['a function', 'export async function* f<T>(a: T, ...b): T[] {}', ['+function f (a: T, ...b): T[]']],
    ['a function by list', 'function f() {} export { f as g };', ['+function f ()']],
    ['a function by default', 'function f() {} export default f;', ['+function f ()']],
    ['a default without a name', 'export default function (a) {}', ['+function default (a)']],
    ['a default class', 'export default class { m() {} }', ['+class default', '+method default.m ()']],
    ['a default arrow', 'export default (a) => a;', ['+function default (a)']],
    ['an export assignment', 'function f() {} export = f;', ['+function f ()'], 'a.ts'],
    ['arrows', 'const f = a => a, g = async ({ b }) => {};', ['-function f (a)', '-function g ({ b })']],
    ['an arrow that is cast', 'const f = ((a: A) => a) as F;', ['-function f (a: A)']],
    ['a comment in a signature', 'function f(a /* first, */, // one\n b,\n) {}', ['-function f (a, b)']],
    ['variables', 'let a = 1, b: T;', ['-variable a = 1', '-variable b : T']],
    [
      'patterns',
      'const { a, b: [c, { d = 1 }], ...e } = f();',
      ['a', 'c', 'd', 'e'].map((name) => `-variable ${name}`),
    ],
    ['no variables in functions', 'function f() { const a = 1; { let b; } }', ['-function f ()']],
    [
      'functions in functions',
      'function f() { const g = () => 1; class C {} function h() {} }',
      ['-function f ()', '-function f.g ()', '-class f.C', '-function f.h ()'],
    ],
    [
      'functions of objects in objects, without the data in them',
      'const a = { b: { c() {}, d: 1, e: { f: () => 1, g: {} } }, h: { i: 2 } };',
      [
        '-variable a = { b: { c() {}, d: 1, e: { f: () => 1, g: {} } }, h: { i: 2 } }',
        '-property a.b : { c() {}, d: 1, e: { f: () => 1, g: {} } }',
        '-method a.b.c ()',
        '-property a.b.e : { f: () => 1, g: {} }',
        '-method a.b.e.f ()',
        '-property a.h : { i: 2 }',
      ],
    ],
    [
      'functions of objects that make a value',
      "export const a = defineStore('a', { state: { n: 1 }, actions: { go() {} }, get() {} });\nnew App({ run() {} }); const b = new App({ run() {} });\nfunction f() { const c = make({ no() {} }); }",
      [
        "+variable a = defineStore('a', { state: { n: 1 }, actions: { go() {} }, get() {} })",
        '+property a.actions : { go() {} }',
        '+method a.actions.go ()',
        '+method a.get ()',
        '-variable b = new App({ run() {} })',
        '-method b.run ()',
        '-function f ()',
      ],
    ],
    [
      'functions of objects that are exported',
      'module.exports = { a: { b() {}, c: 1 }, d: { e: 2 } };',
      ['+variable a : { b() {}, c: 1 }', '+method a.b ()', '+variable d : { e: 2 }'],
    ],
    ['no variables in blocks', 'if (a) { const b = 1; } for (const c of d) {}', []],
    [
      'overloads',
      'export function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a) {}',
      ['+function f (a)'],
    ],
    ['overloads alone', 'declare function f(a: 1): 1;\ndeclare function f(a: 2): 2;', ['-function f (a: 1): 1']],
    [
      'a class',
      'export class A<T> extends B<T> implements C { private a; protected b; #c = 1; static d() {} }',
      [
        '+class A <T> extends B<T> implements C',
        '-property A.a',
        '+property A.b',
        '-property A.#c = 1',
        '+method A.d ()',
      ],
    ],
    [
      'accessors',
      'class A { get a() {} set a(b) {} accessor c = 1 }',
      ['-class A', '-method A.a ()', '-method A.a (b)', '-property A.c = 1'],
    ],
    [
      'members that are functions',
      'class A { a = () => {}; b = function (c) {} }',
      ['-class A', '-method A.a ()', '-method A.b (c)'],
    ],
    [
      'properties of parameters',
      'export class A { constructor(private a: B, readonly c = 1, d) {} }',
      ['+class A', '+method A.constructor (private a: B, readonly c = 1, d)', '-property A.a : B', '+property A.c = 1'],
    ],
    [
      'keys of all sorts',
      "class A { 'a b' = 1; [Symbol.iterator]() {} [f()] = 2; 3 = 4 }",
      ['-class A', '-property A.a b = 1', '-method A.[Symbol.iterator] ()', '-property A.3 = 4'],
    ],
    [
      'overloads of methods',
      'class A { m(a: 1); m(a: 2); m(a) {} static m() {} }',
      ['-class A', '-method A.m (a)', '-method A.m ()'],
    ],
    [
      'an interface',
      "interface A<T> extends B { a?: T; 'b-c'(): void; m(): 1; m(a): 2; new (): A; [k: string]: B }",
      ['-interface A <T> extends B', '-property A.a ?: T', '-method A.b-c (): void', '-method A.m (): 1'],
    ],
    [
      'an alias',
      'type A = { a: 1 } & B & { b(): void };',
      ['-typeAlias A = { a: 1 } & B & { b(): void }', '-property A.a : 1', '-method A.b (): void'],
    ],
    [
      'an enum',
      "export const enum E { A = 1, 'b c', D }",
      ['+enum E', '+enumMember E.A = 1', '+enumMember E.b c', '+enumMember E.D'],
    ],
    [
      'a namespace',
      'export namespace A.B { export let c; let d; }',
      ['+module A.B', '+variable A.B.c', '-variable A.B.d'],
    ],
    ['an ambient module', "declare module 'x' { function f(): void }", ['+module x', '+function x.f (): void']],
    ['a module without a body', "declare module 'x';", ['+module x']],
    [
      'an object',
      "export const o = { a: 1, m() {}, 'n o': () => {}, ...p, q, [r]: 2 } as const;",
      [
        "+variable o = { a: 1, m() {}, 'n o': () => {}, ...p, q, [r]: 2 } as const",
        '+property o.a : 1',
        '+method o.m ()',
        '+method o.n o ()',
        '+property o.[r] : 2',
      ],
    ],
    ['a declaration file', 'declare const a: 1; interface B {}', ['+variable a : 1', '+interface B'], 'a.d.ts'],
    [
      'a declaration file that is a module',
      'declare const a: 1; export interface B {}',
      ['-variable a : 1', '+interface B'],
      'a.d.ts',
    ],
    [
      'names of Object',
      'function constructor() {} function __proto__() {} class toString {} export { __proto__ };',
      ['-function constructor ()', '+function __proto__ ()', '-class toString'],
    ],
    ['an alias of a namespace', 'export import A = B.C; import D = B.E;', ['+variable A'], 'a.ts'],
  ];
  for (const [what, text, expected, path] of cases) {
    it(what, () => expect(definitions(text, path)).toEqual(expected));
  }
});

describe('CommonJS', () => {
  const cases: [what: string, text: string, expected: string[]][] = [
    [
      'exports.a',
      'exports.a = function (b) {}; module.exports.c = 1; exports.d = void 0;',
      ['+function a (b)', '+variable c = 1'],
    ],
    ['module.exports = name', 'function a() {} module.exports = a;', ['+function a ()']],
    ['module.exports = function', 'module.exports = function (a) {};', ['+function exports (a)']],
    ['module.exports = class', 'module.exports = class A { m() {} };', ['+class A', '+method A.m ()']],
    [
      'module.exports = {}',
      'function a() {} const b = 1, c = 2; module.exports = { a, d: b, e() {}, f: 3 };',
      ['+function a ()', '+variable b = 1', '-variable c = 2', '+function e ()', '+variable f : 3'],
    ],
    [
      'chains',
      'var app = exports = module.exports = {}; app.run = function () {};',
      ['+variable app = exports = module.exports = {}', '+method app.run ()'],
    ],
    [
      'prototypes',
      'function A() {} A.prototype.m = function (a) {}; A.prototype = { n() {} }; B.prototype.o = () => {};',
      ['-function A ()', '-method A.m (a)', '-method A.n ()', '-method B.o ()'],
    ],
    ['members of this', 'function A() { this.m = function () {}; this.a = 1; }', ['-function A ()', '-method A.m ()']],
    ['no members of what is local', '(function (a) { a.b = function () {}; })(c);', []],
  ];
  for (const [what, text, expected] of cases) it(what, () => expect(definitions(text, 'a.js')).toEqual(expected));
});

describe('components', () => {
  const cases: [what: string, text: string, kind: string][] = [
    ['a function', 'function A() { return <p/>; }', 'component'],
    ['an arrow', 'const A = () => <></>;', 'component'],
    ['one of two branches', 'const A = (a) => (a ? null : <p/>);', 'component'],
    ['behind a condition', 'function A(a) { if (!a) return null; return a && <p/>; }', 'component'],
    ['a list', 'const A = ({ a }) => a.map((b) => <p/>);', 'component'],
    ['createElement', "const A = () => React.createElement('p');", 'component'],
    ['memo', 'const A = memo(B);', 'component'],
    ['forwardRef', 'const A = React.forwardRef<B, C>((a, b) => null);', 'component'],
    ['connect', 'const A = connect(a)(B);', 'component'],
    ['styled', 'const A = styled.div.attrs({})`a`;', 'component'],
    ['a class', 'class A extends React.PureComponent<B> {}', 'component'],
    ['a small letter', 'function a() { return <p/>; }', 'function'],
    ['an element inside only', 'function A() { render(<p/>); return 1; }', 'function'],
    ['a function inside', 'function A() { return () => <p/>; }', 'function'],
    ['a small variable', 'const a = memo(() => 1);', 'variable'],
    ['another class', 'class A extends Other {}', 'class'],
  ];
  for (const [what, text, kind] of cases) {
    it(what, () => expect(extract(text).definitions[0]!.kind).toBe(kind));
  }
});

describe('imports', () => {
  const cases: [text: string, expected: string[], path?: string][] = [
    ["import a, { b as c, type d, default as e } from './x.js';", ['local ./x.js default=a,b=c,d,default=e']],
    ["import * as fs from 'fs';", ['builtin fs fs']],
    ["import 'x/y.css';", ['external x/y.css']],
    [
      "import type A from '#a'; import { type B, type C } from '@/b';",
      ['local #a default=A type', 'local @/b B,C type'],
    ],
    ["import a = require('node:a'); import type b = require('b');", ['builtin node:a a', 'external b b type'], 'a.ts'],
    [
      "export { a as b, default as c } from 'x'; export type { D } from 'y';",
      ['external x a=b,default=c reexport', 'external y D reexport type'],
    ],
    ["export * from 'x'; export * as y from 'y';", ['external x * reexport', 'external y *=y reexport']],
    [
      "const a = require('a'), { b, c: d = 1 } = require('b'), e = require('c').f;",
      ['external a a', 'external b b,c=d', 'external c f=e'],
      'a.js',
    ],
    [
      "const a = require('a')('b'); require('c'); f(require(`d`)); require(e);",
      ['external a', 'external c', 'external d'],
      'a.js',
    ],
    ["const a = __importStar(require('a'));", ['external a a'], 'a.js'],
    [
      "const { a } = await import('a'); const b = await import(`b`); (await import('c')).d();",
      ['external a a dynamic', 'external b b dynamic', 'external c dynamic'],
    ],
    [
      "import('a').then(({ b, c: d }) => b); import('e').then((f) => f);",
      ['external a b,c=d dynamic', 'external e f dynamic'],
    ],
    ["let a: import('a').B.C<typeof import('d')>;", ['external a B type', 'external d type']],
    ['import(`a/${b}`); import(c);', []],
  ];
  for (const [text, expected, path] of cases) it(text, () => expect(imports(text, path)).toEqual(expected));
});

/** `$a` stands for `require('a')`, which is an import wherever the walk finds it. */
describe('where the walk goes', () => {
  const cases: [text: string, expected: string, path?: string][] = [
    ['a($a, ...$b); $c.d.e(); $f?.g?.(); $h!.i(); ($j as B).k(); $l[0].m();', 'abcfhjl'],
    ["a['b']($a); a[$b](); (() => $c)(); $d()();", 'abcd'],
    [
      'class A extends $a { constructor() { super($b); } m() { this.#p($c); } #p() {} [$d] = $e; static { $f } }',
      'abcdef',
    ],
    ['new ($a)($b); new a.b($c); new ($d())();', 'abcd'],
    ['a`b ${$a}`; $b`c`;', 'ab'],
    ['<A.B c={$a} {...$b}><p>{$c}</p><this.H />{...$d}</A.B>;', 'abcd'],
    ['class A extends M($a, N($b, c.d)) {}', 'ab'],
    ['let a = $a satisfies F; let b = $b as const; function f(a = $c, { b = $d, [$e]: c }) {}', 'abcde'],
    ['@$a @b.c($b) class A { @e($c) m(@f($d) g) {} }', 'abcd'],
    ['const a = <B>$a; ', 'a', 'a.ts'],
    ['function f() { const g = () => $a; $b; } const o = { p: $c, q() { $d } };', 'abcd'],
    [
      'if ($a) $b; else $c; switch ($d) { case $e: $f; } try { $g; } catch ({ h = $h }) { $i; } do $j; while ($k);',
      'abcdefghijk',
    ],
    ['for (a of $a) for (c in $b) for ($c; $d; $e) $f; with ($g) $h;', 'abcdefgh', 'a.js'],
    ['a = $a ?? $b, c ? $c : $d, !$e, [$f], { i: $g, [$h]: i, ...$i }; throw $j;', 'abcdefghij'],
    ['namespace A { enum B { c = $a } } export default class { p = $b }', 'ab'],
  ];
  for (const [text, expected, path] of cases) {
    const full = text.replaceAll(/\$(\w)/g, "require('$1')");
    it(text, () => expect(extract(full, path).imports.map(({ module }) => module)).toEqual([...expected]));
  }

  it('into types that may contain imports', () => {
    const text =
      "type A<T extends import /* of a */ ('a').B = C<import\n('b').D>> = { e(f: typeof import('c')): [T] };";
    const classes =
      "class A implements B<import('d').C> { [k: string]: import('e').D; } let x = f<import('g')>(<import('h')>y);";
    expect(imports(`${text}\n${classes}`, 'a.ts').map((one) => one.split(' ')[1])).toEqual([...'abcdegh']);
  });

  it('lists no references: the file summary has them', () => {
    const { references, summary } = extract('a(b.c);');
    expect([references, summary!.sites.length > 0]).toEqual([[], true]);
  });
});

describe('doc comments', () => {
  const cases: [what: string, text: string, expected: string | null][] = [
    ['a block', '/**\n * One.\n *\n * Two.\n */\nfunction f() {}', 'One.\n\nTwo.'],
    ['before a decorator', '/** One. */\n@a()\nexport class A {}', 'One.'],
    ['over a directive', '/** One. */\n// eslint-disable-next-line\nfunction f() {}', 'One.'],
    ['plain lines', '// One\n// two.\nfunction f() {}', 'One\ntwo.'],
    ['the nearest', '/** Other. */\n\n/** One. */\nfunction f() {}', 'One.'],
    ['on the same line', '/** One. */ function f() {}', 'One.'],
    ['not over a blank line', '/** Other. */\n\nfunction f() {}', null],
    ['not of the line before', 'let a; // Other.\nfunction f() {}', null],
    ['not a directive', '// @ts-expect-error\nfunction f() {}', null],
    ['of the first overload', '/** One. */\nfunction f(a): 1;\nfunction f(a) {}', 'One.'],
  ];
  for (const [what, text, expected] of cases) {
    it(what, () => expect(extract(text).definitions.findLast(({ name }) => name !== 'a')!.docstring).toBe(expected));
  }
});

describe('places', () => {
  it('counts columns in UTF-16 and lines by line feeds alone', () => {
    const text = '\ufeffconst 𝒙 = "😀"; function f() {}\r\u2028\n  export class A {}\n';
    expect(extract(text).definitions.map(({ name, line, column }) => [name, line, column])).toEqual([
      ['𝒙', 1, 8],
      ['f', 1, 28],
      ['A', 2, 16],
    ]);
  });

  it('spans statements, decorators and exports, but for one of several names', () => {
    const text = '@a\nexport class A {}\nexport const b = 1;\nlet c,\n  d;\n';
    const spans = extract(text).definitions.map((one) => [one.startLine, one.startColumn, one.endLine, one.endColumn]);
    expect(spans).toEqual([
      [1, 1, 2, 18],
      [3, 1, 3, 20],
      [4, 5, 4, 6],
      [5, 3, 5, 4],
    ]);
  });

  it('lists comments, but for a #! line', () => {
    const { comments } = extract('#!/usr/bin/env node\n// One\n/* two\n * three */ a; <p>{/* four */}</p>', 'a.jsx');
    expect(comments.map(({ text, line, endLine }) => ({ text, line, endLine }))).toEqual([
      { text: 'One', line: 2, endLine: 2 },
      { text: 'two\nthree', line: 3, endLine: 4 },
      { text: 'four', line: 4, endLine: 4 },
    ]);
  });
});

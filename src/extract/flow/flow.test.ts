/** Flow rewritten as TypeScript: what each construct of Flow becomes, and that a TypeScript parser reads the result. */
import { expect, test } from 'vitest';
import { parseTree } from '../ecmascript/tree.ts';
import { withoutFlow } from './flow.ts';
import { mayBeFlow } from './marks.ts';

/** One blank for several; lengths are checked below. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

test.each([
  [
    'exact objects and what may be null',
    'type A = {| a?: ?string, b: ?number |};',
    'type A = { a?: string, b: number };',
  ],
  [
    'objects with more',
    'type A = { a: 1, ... }; type B = {...}; type C = { a: 1, ..., };',
    'type A = { a: 1, }; type B = { }; type C = { a: 1, };',
  ],
  [
    'spread, variance, indexers',
    'type A = { ...B, +a: T, -[string]: T, [k: K]: T, [T]: U };',
    'type A = { a: T, [k:any ]: T, [k: K]: T, };',
  ],
  [
    'methods and calls',
    'type A = { m(string, ?B): void, (C): D, get x(): E };',
    'type A = { m(string, {}): void, (C): D, get x(): E };',
  ],
  [
    'functions without names for what they take',
    'type F = (string, A.B, ?C, ...Array<D>) => ?E;',
    'type F = (string, any, {}, ...any ) => E;',
  ],
  [
    'functions without parentheses',
    'type F = string => void; type G = A | () => B; type H = ?(x: A) => B;',
    'type F = any ; type G = A | any ; type H = (x: A) => B;',
  ],
  ['casts', 'const a = ((b: any): C).d; f((x: ?T));', 'const a = ((b ) ).d; f((x ));'],
  [
    'types of values, any and all',
    'type A = typeof b; type C = Array<*>; type D = mixed; type E = empty;',
    'type A = typeof b; type C = Array<_>; type D = any ; type E = never;',
  ],
  [
    'library types',
    'type A = $ReadOnlyArray<B>; type C = $ReadOnly<{| a: D |}>;',
    'type A = ReadonlyArray <B>; type C = Readonly <{ a: D }>;',
  ],
  [
    'opaque types',
    'opaque type A = B; export opaque type C: D = E; declare opaque type F;',
    'type A = B; export type C = E;',
  ],
  [
    'imports of types',
    "import typeof A from 'a'; import { type B, typeof C } from 'b'; import type D, { E } from 'd';",
    "import type A from 'a'; import { type B, type C } from 'b'; import D, { E } from 'd';",
  ],
  [
    'type parameters',
    'class A<+T: B = C> extends D<T> {} function f<T: E>(x: T): T {} const g = <T>(x: T) => x;',
    'class A< T = C> extends D<T> {} function f<T >(x: T): T {} const g = (x: T) => x;',
  ],
  [
    'parameters that may be left out',
    'function f(a?: A, b: B, c?: C) {} function g(a?: A = 1) {}',
    'function f(a : A, b: B, c?: C) {} function g(a : A = 1) {}',
  ],
  [
    'constructors, accessors, fields',
    'class A { +b: B; static +c: C; constructor(x: D): void {} set e(x: E): void {} }',
    'class A { b: B; static c: C; constructor(x: D) {} set e(x: E) {} }',
  ],
  ['checks', 'function f(x: mixed): boolean %checks { return !!x; }', 'function f(x: any ): boolean { return !!x; }'],
  ['enums', 'enum E of string { A = "a", ... }', 'enum E { A = "a", }'],
  [
    'declarations',
    'declare export function f(x: A): B; declare class C { m(): void, n: D } declare module.exports: E;',
    'export declare function f(x: A): B; declare class C { m(): void; n: D }',
  ],
  [
    'declared modules and classes',
    'declare module "m" { declare export class A mixins B { @@iterator(): C; (x: D): E; constructor(x?: F): void; } declare type G = ?H; }',
    'declare module "m" { export class A { iterator(): C; constructor(x?: F) ; } type G = H; }',
  ],
  [
    'components',
    "component Foo(a: A, 'b-c' as d: D, ...rest: R) renders E { return <F />; }",
    'function Foo(a: A, d: D, ...rest: R) { return <F />; }',
  ],
  ['access of what may be null, empty arguments', "type A = B?.['c']; type D = E<>;", "type A = B ['c']; type D = E ;"],
  [
    'what is no type stays',
    'const a = b ? (c) : d; const e = f?.g ?? h; x = { "|}": `{|${y}` };',
    'const a = b ? (c) : d; const e = f?.g ?? h; x = { "|}": `{|${y}` };',
  ],
])('%s', (_, flow, expected) => {
  const written = withoutFlow(flow) ?? '';
  expect(squeezed(written)).toBe(squeezed(expected));
  expect(written).toHaveLength(flow.length);
  expect(parseTree(written, { lang: 'tsx', sourceType: 'module' }).error).toBeNull();
});

test('lines are kept, and other text is refused', () => {
  const flow = '// é\ntype A = {|\r\n  a: (\n    string,\n  ) => ?B,\n|};\n';
  expect(
    withoutFlow(flow)
      ?.split('\n')
      .map((line) => line.length),
  ).toEqual(flow.split('\n').map((line) => line.length));
  const broken = 'type A = (B\n<C>, ...D\n<E>) => { [F\n<G>]: H };\n';
  expect(
    withoutFlow(broken)
      ?.split('\n')
      .map((line) => line.length),
  ).toEqual(broken.split('\n').map((line) => line.length));
  expect(withoutFlow('const a = ;')).toBeNull();
  expect(withoutFlow('('.repeat(50_000))).toBeNull();
});

test('only what may be Flow is passed to its parser', () => {
  expect(mayBeFlow('/**\n * @flow strict\n */\nf();')).toBe(true);
  expect(mayBeFlow('export type A = {| a: 1 |};')).toBe(true);
  expect(mayBeFlow('import '.repeat(280_000))).toBe(false);
  expect(mayBeFlow('\n'.repeat(1_900_000))).toBe(false);
  expect(mayBeFlow('function f(a: ?string) {}')).toBe(true);
  expect(mayBeFlow("import { typeof A } from 'a';")).toBe(true);
  expect(mayBeFlow("const a = b ? c : d;\nimport a from 'a';\nx = typeof y;")).toBe(false);
});

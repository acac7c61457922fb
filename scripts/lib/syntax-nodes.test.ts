/** Compares how the module of trees reads the native parser's memory with the package's own reader. */
import { readFileSync } from 'node:fs';
import { parseSync, type ParserOptions } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { parseRaw } from '../../src/extract/ecmascript/raw-transfer.ts';
import { readCodeUnits } from '../../src/util/words/code-units.ts';
import { at } from './repository.ts';
import { syntaxNodes } from './syntax-nodes.ts';
import { renamedFields } from './syntax-specials.ts';

const { layout } = syntaxNodes();

interface TreeModule {
  memory: { buffer: ArrayBuffer };
  room(bytes: number): number;
  setTree(at: number, from: number): void;
  tree(): number;
}

function openTrees(): TreeModule {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: Runtime }).WebAssembly;
  const module = new Module(readFileSync(at('dist', 'ecmascript.wasm')));
  return new Instance(module, { host: { writeNumber: () => 0 } }).exports as unknown as TreeModule;
}

interface Runtime {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
}

/** Names of the module's fields in the package's trees, where they differ. */
const writtenAs = new Map(Object.entries(renamedFields).map(([written, field]) => [field, written]));

function classOf(type: string): string {
  if (layout.classes.has(type)) return type;
  if (type.startsWith('Class')) return 'ClassNode';
  if (type.endsWith('AccessorProperty')) return 'PropertyDefinition';
  return type.includes('Function') ? 'FunctionNode' : type.replace('TSAbstract', '');
}

const literalKinds = ['string', 'number', 'boolean', 'bigint', 'regexp', 'null'];
/** Operators and punctuation have names of their own, which other tests cover. */
const isWord = /^[a-z]/;

/** Reads the module's nodes as objects. */
class Reader {
  readonly #module = openTrees();
  #view = new DataView(new ArrayBuffer(0));

  read(text: string, options: ParserOptions): unknown {
    const { bytes, from } = parseRaw(text, options);
    const to = this.#module.room(bytes.length);
    new Uint8Array(this.#module.memory.buffer).set(bytes, to);
    this.#module.setTree(to, from);
    const tree = this.#module.tree();
    this.#view = new DataView(this.#module.memory.buffer);
    return this.#node(tree);
  }

  #node(address: number): unknown {
    if (address === 0) return null;
    const type = layout.types[this.#view.getInt32(address, true)]!;
    const node: Record<string, unknown> = { type };
    if (type !== 'Program')
      [node['start'], node['end']] = [4, 8].map((offset) => this.#view.getInt32(address + offset, true));
    let offset = 12;
    for (const [field, kind] of layout.classes.get(classOf(type))!) {
      const size = { bool: 1, f64: 8 }[kind] ?? 4;
      offset = Math.ceil(offset / size) * size;
      node[writtenAs.get(field) ?? field] = this.#value(kind.replace(' | null', ''), address + offset);
      offset += size;
    }
    return type === 'Literal' ? literalOf(node) : node;
  }

  #value(type: string, place: number): unknown {
    if (type === 'bool') return this.#view.getUint8(place) === 1;
    if (type === 'f64') return this.#view.getFloat64(place, true);
    const number = this.#view.getUint32(place, true);
    if (type === 'Word') return layout.words[number];
    if (type === 'LiteralKind') return literalKinds[number];
    if (type === 'Text') return number === 0 ? null : this.#text(number);
    return type === 'List' ? this.#list(number) : this.#node(number);
  }

  #list(address: number): unknown[] {
    const length = this.#view.getInt32(address, true);
    return Array.from({ length }, (_, index) => this.#node(this.#view.getUint32(address + 4 + index * 4, true)));
  }

  #text(address: number): string {
    const start = this.#view.getUint32(address, true);
    const bytes = new Uint8Array(this.#view.buffer, start, this.#view.getInt32(address + 4, true));
    const text = Buffer.from(bytes).toString();
    return text.includes('\uFFFD') ? readCodeUnits(bytes, 0, bytes.length) : text;
  }
}

function literalOf({ type, start, end, kind, text, number, truth }: Record<string, unknown>): unknown {
  const value = { string: text, number, boolean: truth }[kind as string];
  return { type, start, end, kind, value };
}

/** The package's tree, reduced to the module's fields and in the module's form. */
function expected(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(expected);
  if (node === null || typeof node !== 'object') return node ?? null;
  const all = node as Record<string, unknown> & { type: string; start: number; end: number };
  const { type, start, end } = all;
  if (type === 'Literal') return expectedLiteral(all);
  const fields = layout.classes.get(classOf(type))!;
  const known = [...fields].map(([field, kind]): [string, unknown] => {
    const name = writtenAs.get(field) ?? field;
    // The module uses this field only for exports without a declaration.
    if (name === 'exportKind' && (all['declaration'] ?? null) !== null) return [name, 'Value'];
    return [name, expectedValue(kind, all[name])];
  });
  return { type, ...(type === 'Program' ? {} : { start, end }), ...Object.fromEntries(known) };
}

function expectedLiteral({ type, start, end, value, ...rest }: Record<string, unknown>): unknown {
  let kind = value === null ? 'null' : typeof value;
  if ('bigint' in rest) kind = 'bigint';
  else if ('regex' in rest) kind = 'regexp';
  return { type, start, end, kind, value: ['string', 'number', 'boolean'].includes(kind) ? value : undefined };
}

function expectedValue(type: string, value: unknown): unknown {
  if (type === 'bool') return value === true;
  if (type.startsWith('List')) return expected(value ?? []);
  if (type !== 'Word') return expected(value);
  if (value === true) return 'True';
  if (typeof value !== 'string') return '';
  // For operators and punctuation, only their presence is compared.
  return isWord.test(value)
    ? value.replaceAll(/(?:^|[- ])(\w)/g, (_, letter: string) => letter.toUpperCase())
    : expect.stringMatching(/^[A-Z]/);
}

const typescript = `
  import type { A, B as C } from 'a'; import d, * as e from "e"; import { type F } from 'f'; import G = require('g'); import H = A.B.C;
  export { a, b as c }; export * from 'x'; export * as y from 'y'; export { default as z, type q } from 'z'; export default class {}
  export type { T1 } from 't'; export as namespace N; export import I = A.B;
  declare module 'm' { const a: 1; } declare module 'empty'; declare global { interface Window { a: string } }
  namespace a.b.c.d { export const e = 1; } namespace p.q {} module old {}
  abstract class K<in out T extends object = {}, const U> extends L<T> implements M.N.O<T>, P {
    static #private = 1; declare readonly a?: string; b!: number; accessor c = 1; abstract d: string; abstract accessor e: number;
    @dec() private static async *f<T>(this: K, @p a: A, b?: B, ...c: C[]): AsyncGenerator<T> {}
    constructor(private readonly a: A, public b = 1, override c?: C) { super(); this.#private in this; }
    abstract g(): void; get h() { return 1 } set h(v) {} static { f(); } [key: string]: any; 'quoted'() {} [computed]() {} 1() {}
  }
  function over(a: string): void; function over(a: any) {} async function* gen(a = 1, { b, ...c }: X = {}, [d, , ...e]: Y, ...f) { yield* a; yield; await b; }
  interface J<T> extends Q<T>, R.S { (a: A): B; new (a: A): B; m?(this: T, a: A): void; readonly p?: string; [i: number]: T; get x(): 1; set x(v: 1) }
  type T2 = A | B & C; type T3 = A[] | [a: A, b?: B, ...c: C[]] | [A?, ...B[]]; type T4 = A extends infer X extends Y ? X : never;
  type T5 = { readonly [K in keyof A as B]?: A[K] }; type T6 = { -readonly [K in A]-?: 1 }; type T7 = { +readonly [K in A]+?: 1 };
  type T8 = typeof import('m').a; type T9 = import('m', { with: { a: 'b' } }).b.c<D>; type T10 = \`a\${B}c\`; type T11 = unique symbol; type T12 = new (a: A) => B;
  type T13 = abstract new () => B; type T14 = <T>(this: A, a: T) => a is string; type T15 = (a: any) => asserts a; type T16 = typeof a.b<C>; type T17 = (string | number)[];
  type T18 = any | unknown | never | void | null | undefined | bigint | symbol | object | boolean | this | intrinsic; type T19 = -1 | 'a' | true | 1n;
  type T20 = asserts; enum E { A, B = 1, 'C', ['D'] = 2 } const enum E2 {} declare enum E3 {} declare function df(): void; declare let dl: A;
  let x = <A>b; let y = a as B satisfies C; let z = a!; const fn = f<A>; new F<A>(); tag<A>\`a\`; let w: A, v!: B = 1; label: for (;;) { break label; }
  using r = a; for (const a of b) ; for await (const a of b) ; for (let a in b) continue; do {} while (a); while (a) ; with_: if (a) ; else ;
  switch (a) { case 1: case 2: b(); default: } try { } catch { } finally { } try {} catch (e: any) { throw e } debugger;
  a ??= b; a ||= c; a &&= d; a **= 2; a = b ? c : d; a?.b?.[c]?.(d); (a?.b).c; delete a[b]; void 0; typeof a; !a; ~a; +a; -a; a++; --b; a, b;
  a == b; a != b; a === b; a !== b; a < b; a <= b; a > b; a >= b; a << b; a >> b; a >>> b; a + b - c * d / e % f ** g; a | b ^ c & d; a in b; a instanceof b; a && b || c ?? d;
  ({ a, b: c, [d]: e, get f() { return 1 }, set f(v) {}, async *g() {}, ...h, 'i': 1, 2: 3 }); ({ a, b = 1, c: d.e, ...f } = g); [a, , b = 1, ...c] = d;
  [1, , 2, ...a]; /re/gu; 10n; 0xff; 1e21; 'é'; "\\ud83d"; \`a\${b}c\${d}\`; import.meta.url; new.target; import('a'); import('a', b); async () => await a; x => ({}); function f() { 'use strict'; return new.target }
  class A1 extends (B as any) {} export = a; super_.a; @dec class D1 {} export default abstract class {} export default interface I1 {}
`;

const elements = `const a = <A.B.C d="e" f={g} {...h} i:j="k" l=<m/>>text &amp; {n} {...o} {/* p */}<></><q.r/><this.s/><this/><t:u/></A.B.C>;`;

describe('the reader of trees', () => {
  it.each<[name: string, text: string, options: ParserOptions]>([
    ['TypeScript', typescript, { lang: 'ts', sourceType: 'module' }],
    ['elements', elements, { lang: 'tsx', sourceType: 'module' }],
    [
      'a declaration file',
      'export declare const a: A; declare const b; export default function c(): void;',
      { lang: 'dts' },
    ],
    ['letters of several bytes', `const ünder = { 'é': '😀' }; ünder['€'] // 😀\n.b;`, { lang: 'ts' }],
    ['directives', `'use client'; "use strict";\nfunction a() { 'use server'; b(); }`, { lang: 'ts' }],
    [
      'JavaScript',
      'with (a) b = 010; function f(a, a) {} a = function () {}; <!-- html',
      { lang: 'tsx', sourceType: 'script' },
    ],
    ['nothing', '', { lang: 'ts' }],
  ])('reads %s as the package does', (_, text, options) => {
    const given = { ...options, preserveParens: false };
    const { program } = parseSync('file', text, given);
    expect(new Reader().read(text, given)).toEqual(expected(program));
  });

  it('knows all types that the package has', () => {
    const text = readFileSync(at('node_modules', 'oxc-parser', 'src-js', 'generated', 'deserialize', 'ts.js'), 'utf8');
    const types = new Set([...text.matchAll(/type: "(\w+)"/g)].map(([, type]) => type!));
    for (const other of ['JSXClosingElement', 'JSXOpeningFragment', 'JSXClosingFragment']) types.delete(other);
    expect(layout.types).toEqual(expect.arrayContaining([...types]));
  });
});

/** Overload lists of TypeScript: which signature each call means, and what questions about one signature answer. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { entityFields, siteWidth } from '../../src/model/file-summary.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import { meantSignatures } from '../../src/graph/infer/overloads/signature-lists.ts';
import { linkSite } from '../../src/graph/links/shared-links.ts';
import { programOf, type Sources } from './linked-sources.ts';
import { indexedInTest } from './real-index.ts';

/** Lines of the signatures that the calls in the last line of `a.ts` may mean, in the order of the calls. */
function signaturesIn(sources: Sources): number[][] {
  const program = programOf(sources);
  const i = startInference(program);
  const file = program.file('a.ts')!;
  const last = sources['a.ts']!.trimEnd().split('\n').length;
  const found: number[][] = [];
  for (let site = 0; site < file.siteCount; site++) {
    const links = linkSite(i, file, site);
    const at = site * siteWidth;
    if (file.summary.sites[at + 2] !== last) continue;
    const callee = file.summary.sites[at + 1]!;
    for (const target of new Set([...links.targets, ...links.callees])) {
      const { entity, file: of } = target;
      const name = of.name(entity);
      if (name !== 'f' && name !== 'constructor') continue;
      found.push(meantSignatures(i, { file, callee }, target).map((one) => of.get(one, entityFields.line)));
    }
  }
  return found;
}

/** Each case has its calls in the last line, behind the signatures `f`. A call that does not tell has an empty list. */
const cases: Record<string, [text: string, expected: number[][]]> = {
  'the number of arguments, with optional and rest parameters': [
    `declare function f(a: string): 1;
declare function f(a: string, b?: number): 2;
declare function f(a: string, b: number, ...more: string[]): 3;
f('a'); f('a', 1); f('a', 1, 'b', 'c');`,
    [[1], [2], [3]],
  ],
  'the number of type arguments that a call writes': [
    `declare function f<A, B>(a: A): 1;
declare function f<A extends object, B = A, C = B>(a: unknown): 2;
f<{}>({}); f<string, number>('a'); f<{}, 1, 2>({});`,
    [[2], [1], [2]],
  ],
  'texts, and aliases of more texts than a summary keeps types': [
    `type Name = ${Array.from({ length: 40 }, (_, at) => `'name${at}'`).join(' | ')};
declare function f(a: Name): 1;
declare function f(a: string): 2;
f('name39'); f('other');`,
    [[2], [3]],
  ],
  'primitives, also as results of operators': [
    `declare function f(a: boolean): 1;
declare function f(a: number): 2;
declare function f(a: string): 3;
declare function f(a: bigint): 4;
declare const n: number; f(-n); f(!n); f(n * 2); f(n > 1); f('a' + n); f(\`\${n}\`); f(typeof n); f(1n); f(1 + 2);`,
    [[2], [1], [2], [1], [3], [3], [3], [4], [2]],
  ],
  'what a type parameter allows': [
    `declare function f<T extends (a: number) => void>(a: T): 1;
declare function f<T extends string>(a: T): 2;
declare function f<T>(a: T): 3;
f('a'); f(() => {}); f(1);`,
    [[2], [1], [3]],
  ],
  'a type argument that a call writes': [
    `declare function f<T>(a: T): 1;
declare function f<T>(a: T | null): 2;
f<string>(null); f<string>('a'); f(null);`,
    [[2], [1], [1]],
  ],
  'required members, and members that a type does not name': [
    `interface A { x: number; y?: number } interface B { x: number; z: number }
class C { x = 1; z = 2; }
declare function f(a: A): 2;
declare function f(a: B): 3;
declare function f(a: { w: string }): 4;
f({ x: 1 }); f({ x: 1, z: 2 }); f({ w: '' }); f({ x: 1, y: 2 });`,
    [[3], [4], [5], [3]],
  ],
  'members that are all optional, of which a value has none': [
    `class Schema { parse() {} }
declare function f(a: Schema, params?: { message?: string }): 2;
declare function f(a: Schema, b: Schema): 3;
f(new Schema(), new Schema()); f(new Schema(), { message: '' });`,
    [[3], [2]],
  ],
  'a discriminating text of a member': [
    `interface A { kind: 'a' } interface B { kind: 'b' }
declare function f(a: A): 2;
declare function f(a: B): 3;
declare const a: A; declare const b: B; f(a); f(b);`,
    [[2], [3]],
  ],
  'functions: parameters, and results that tell a type': [
    `declare function f(a: (x: unknown) => x is string): 1;
declare function f(a: (x: unknown) => unknown): 2;
declare function f(a: (x: unknown, y: number) => void): 3;
f((x: unknown): x is string => true); f((x) => x); f((x, y) => {}); f((x, y?: number) => {});`,
    [[1], [2], [3], [2]],
  ],
  'arrays, tuples with a rest, and enums': [
    `enum E { A } class S { s = 1; }
declare function f(a: readonly [S, ...S[]]): 2;
declare function f(a: []): 3;
declare function f(a: readonly string[]): 4;
declare function f(a: object): 5;
f([new S()]); f([new S(), new S()]); f([]); f(['a']);`,
    [[2], [2], [3], [4]],
  ],
  'arguments that are spread': [
    `declare function f(a: string): 1;
declare function f(a: string, b: string): 2;
declare function f(...all: string[]): 3;
declare const all: string[]; f(...all); f('a', ...all);`,
    [[3], [3]],
  ],
  'a type that only the compiler computes': [
    `type Key<T> = T extends string ? T : never;
declare function f<K extends Key<string>>(a: K): 2;
declare function f(a: string): 3;
f('a');`,
    [[2]],
  ],
  'signatures that differ behind the arguments of a call': [
    `declare function f(a: Unknown): 1;
declare function f(a: Unknown, b?: number): 2;
declare const x: any; f(x); f(x, 1);`,
    [[1], [2]],
  ],
  'type parameters of one name with other constraints': [
    `declare function f<T extends number>(a: T): 1;
declare function f<T extends string>(a: T): 2;
declare const x: any; f('a'); f(x);`,
    [[2], []],
  ],
  'an argument of which nothing is known': [
    `declare function f(a: number): 1;
declare function f(a: string): 2;
declare function f(a: string, b: string): 3;
declare const x: any; f(x); f(x, 'a');`,
    [[], [3]],
  ],
  'some signatures that an argument excludes, where another is unknown': [
    `declare function f(a: number, b: number): 1;
declare function f(a: string, b: number): 2;
declare function f(a: string, b: string): 3;
declare const x: any; f('a', x);`,
    [[2, 3]],
  ],
  'methods and constructors, static ones apart': [
    `class A { static f(a: number): 1; static f(a: string): 2; static f(a: any): any {}
f(a: string): 3;
f(a: number): 4;
f(a: any): any {}
constructor(a: string);
constructor(a: number);
constructor(a: any) {} }
A.f(''); new A(1).f(1); new A('').f('');`,
    [[1], [6], [3], [5], [2]],
  ],
  'calls of interface methods in another file': [
    `import type { Emitter } from './types';
export function run(e: Emitter) { e.f('a', () => {}); e.f('b', () => {}); }`,
    [[2], [3]],
  ],
};
const files: Sources = {
  'types.d.ts':
    "export interface Emitter {\n  f(name: 'a', of: () => void): this;\n  f(name: 'b', of: () => void): this;\n}\n",
};

test.each(Object.entries(cases))('%s', (_, [text, expected]) => {
  expect(signaturesIn({ ...files, 'a.ts': text })).toEqual(expected);
});

describe('callers', () => {
  const sources = {
    'package.json': '{"name":"sample"}',
    'parse.ts': `export function parse(text: string): 1;
export function parse(value: number, strict?: boolean): 2;
export function parse(value: any): any {}
export class Reader { read(a: 'x' | string[]): 1; read(a: () => void): 2; read(a: any): any {} }
`,
    'use.ts': `import { parse, Reader } from './parse';
declare const some: any;
export function text() { parse('a'); parse('b'); }
export function number() { parse(1); }
export function unknown() { parse(some); }
export function both() { parse('a'); parse(2, true); }
export function read(r: Reader) { r.read([]); }
`,
  };
  const callers = async (symbol: string): Promise<unknown> => {
    const { engine } = await indexedInTest(sources);
    const { target, reached, signatures } = await engine.graph.callers({ symbol, maxDepth: 1 });
    const names = reached.map(
      ({ node, edges }) => `${node.name} ${edges.flatMap(({ sites }) => sites.map(({ line }) => line)).join()}`,
    );
    return { id: target.id, names: names.toSorted(), signatures };
  };

  it('of all signatures together are counted by signature', async () => {
    expect(await callers('parse')).toEqual({
      id: 'parse.ts#parse',
      names: ['both 6,6', 'number 4', 'text 3,3', 'unknown 5'],
      signatures: {
        signatures: [
          { name: 'parse(string)', line: 1, calls: 3 },
          { name: 'parse(number,boolean?)', line: 2, calls: 2 },
        ],
        undecided: 1,
      },
    });
  });

  it('of one signature are those of its calls, and what could not be told apart is counted', async () => {
    expect(await callers('parse(text: string)')).toEqual({
      id: 'parse.ts#parse(string)',
      names: ['both 6', 'text 3,3'],
      signatures: { signatures: [{ name: 'parse(string)', line: 1, calls: 3 }], undecided: 1 },
    });
    expect(await callers('parse.ts#parse(number,boolean?)')).toMatchObject({ names: ['both 6', 'number 4'] });
    expect(await callers("Reader.read('x'|string[])")).toMatchObject({
      names: ['read 7'],
      signatures: { undecided: 0 },
    });
    expect(await callers('Reader.read(Function)')).toMatchObject({ names: [], signatures: { undecided: 0 } });
  });

  it('of types that no signature has are those of all', async () => {
    expect(await callers('parse(Date)')).toMatchObject({ id: 'parse.ts#parse', signatures: { undecided: 1 } });
  });

  it('are right after an edit of the signatures alone', async () => {
    const { root, engine } = await indexedInTest(sources);
    writeFileSync(join(root, 'parse.ts'), `export function parse(more: Date): 0;\n${sources['parse.ts']}`);
    await engine.index();
    const { signatures } = await engine.graph.callers({ symbol: 'parse', maxDepth: 1 });
    expect(signatures?.signatures.map(({ name, calls }) => [name, calls])).toEqual([
      ['parse(Date)', 0],
      ['parse(string)', 3],
      ['parse(number,boolean?)', 2],
    ]);
  });
});

/** Who calls what, by the definitions of the index: what a call leads to is one of them, and so is what it stands in. */
import { expect, test } from 'vitest';
import { extractEcmascript } from '../../src/extract/ecmascript.ts';
import { linksOfFile } from '../../src/graph/file-links.ts';
import { startInference } from '../../src/graph/inference.ts';
import { languageOf } from '../../bench/lib/graph-facts.ts';
import { javascript } from '../../src/languages/javascript/javascript.ts';
import { typescript } from '../../src/languages/typescript/typescript.ts';
import { qualifiedName } from '../../src/model/link.ts';
import { programOf, type Sources } from './linked-sources.ts';

const languages = { javascript, typescript };

/** The names of a file's definitions, in their order. */
function definitionsOf(path: string, text: string): string[] {
  const { extraction } = extractEcmascript(languages[languageOf(path)], path, text);
  return extraction!.definitions.map((definition) => qualifiedName(definition));
}

/** `caller > callee` of every call, `?name` for a callee that nobody knows; without what stands at the top of a file no caller. */
function callsIn(sources: Sources): string[] {
  const program = programOf(sources);
  const i = startInference(program);
  const names = program.files.map(({ path }) => definitionsOf(path, sources[path]!));
  const calls = program.files.flatMap((file) => {
    const made = linksOfFile(i, file, (target) => {
      const definition = target.file.definition(target.entity);
      return definition === -1 ? null : definition;
    });
    const callers = names[file.index]!;
    const linked = [...made.links].flatMap(([to, links]) =>
      links
        .filter(({ kind }) => kind === 'call' || kind === 'construct')
        .map(({ container, target }) => `${callers[container] ?? ''} > ${names[to]![target]!}`),
    );
    const open = [...made.open.values()].flat().filter(({ kind }) => kind === 'call');
    return [...linked, ...open.map(({ container, name }) => `${callers[container] ?? ''} > ?${name}`)];
  });
  return calls.map((call) => call.trimStart()).toSorted();
}

test.each<[string, Sources, string[]]>([
  [
    'overloads without an implementation',
    {
      'types.d.ts': `export declare function parse(x: string): number;
export declare function parse(x: number): string;
export interface Emitter {
  on(name: 'a', f: () => void): this;
  on(name: 'b', f: () => void): this;
  off(name: string): void;
}
export declare class Reader { read(n: number): string; read(n: string): string; static of(n: 1): Reader; static of(n: 2): Reader; }
export type Shape = { area(a: 1): 1; area(a: 2): 2 };
`,
      'abstract.ts': 'export abstract class Base { abstract go(n: 1): 1; abstract go(n: 2): 2; }\n',
      'use.ts': `import { parse, Reader, type Emitter, type Shape } from './types';
import type { Base } from './abstract';
export function run(e: Emitter, s: Shape, b: Base) {
  parse(''); parse(2); e.on('b', () => {}); e.off('a'); Reader.of(2).read(''); s.area(2); b.go(2);
}
`,
    },
    [
      'run > Base.go',
      'run > Emitter.off',
      'run > Emitter.on',
      'run > Reader.of',
      'run > Reader.read',
      'run > Shape.area',
      'run > parse',
      'run > parse',
    ],
  ],
  [
    'overloads with an implementation',
    {
      'a.ts':
        'function f(a: 1): 1;\nfunction f(a: 2): 2;\nfunction f(a: unknown) { return a; }\nfunction g() { f(1); }\n',
    },
    ['g > f'],
  ],
])('%s', (_, sources, expected) => {
  expect(callsIn(sources)).toEqual(expected);
});

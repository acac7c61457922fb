import { describe, expect, it } from 'vitest';
import type { Docs } from './docs.ts';
import { readDefinitions, readImports, type RecordModule, type RecordSource } from './records.ts';

/** A text of the module's table: a range of the source, or bytes of the module's memory. */
type Name = [start: number, length: number] | Uint8Array;

/** The module's memory, filled with tables like its own; addresses are in bytes. */
class Memory {
  readonly #numbers: number[] = [0];
  readonly #texts: Name[] = [];

  add(numbers: number[]): number {
    return (this.#numbers.push(...numbers) - numbers.length) * 4;
  }

  text(name: Name): number {
    return this.#texts.push(name) - 1;
  }

  table(records: number[][]): number {
    return this.add(records.map((fields) => this.add(fields)));
  }

  source(text: string, tables: Partial<Record<keyof RecordModule, number>>): RecordSource {
    const places = this.#texts.map((name) => (Array.isArray(name) ? name : this.#written(name)));
    const textTable = this.add(places.flat());
    const numbers = Int32Array.from(this.#numbers);
    const all = { definitionCount: 0, importCount: 0, decoratorTable: 0, nameTable: 0, ...tables, textTable };
    const module = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, () => value]));
    return { module: module as unknown as RecordModule, numbers, bytes: Buffer.from(numbers.buffer), text };
  }

  #written(bytes: Uint8Array): [number, number] {
    const words = new Int32Array(Math.ceil(bytes.length / 4));
    new Uint8Array(words.buffer).set(bytes);
    return [~this.add([...words]), bytes.length];
  }
}

function docsOf(text: string): Docs {
  return { text, comments: [], endedCount: 0, words: [] };
}

const span = [1, 10, 1, 1, 2, 5];

describe('definitions', () => {
  it('get their container from their parent, or from a name of another file', () => {
    const text = 'function f(a,  b) {}\n@d(1) x';
    const memory = new Memory();
    const [outer, inner, elsewhere] = [[9, 1] as Name, Buffer.from('é𝒳'), Buffer.from('Other')].map((name) =>
      memory.text(name),
    );
    const decoratorTable = memory.add([22, 23]);
    const definitionTable = memory.table([
      [outer!, 5, -1, -1, ...span, 1, 0, 1, 10, 18, 0, 0],
      [inner!, 7, 0, -1, ...span, 0, 21, 2, 11, 12, 0, 1],
      [outer!, 6, 1, -1, ...span, 0, 21, 0, 0, 0, 0, 0],
      [outer!, 6, -1, elsewhere!, ...span, 0, 21, 0, 0, 0, 0, 0],
    ]);
    const source = memory.source(text, { definitionTable, definitionCount: 4, decoratorTable });
    const found = readDefinitions(source, docsOf(text));
    expect(found[0]).toEqual({
      name: 'f',
      kind: 'function',
      container: null,
      line: 1,
      column: 10,
      startLine: 1,
      startColumn: 1,
      endLine: 2,
      endColumn: 5,
      exported: true,
      docstring: null,
      decorators: [],
      signature: '(a, b)',
    });
    expect(
      found
        .slice(1)
        .map(({ name, kind, container, decorators, signature }) => [name, kind, container, decorators, signature]),
    ).toEqual([
      ['é𝒳', 'property', 'f', ['d'], '(a)'],
      ['f', 'method', 'f.é𝒳', [], null],
      ['f', 'method', 'Other', [], null],
    ]);
  });

  it('have containers that are cut to their innermost part', () => {
    const text = 'x'.repeat(200);
    const memory = new Memory();
    const name = memory.text([0, 200]);
    const definitionTable = memory.table(
      [-1, 0, 1].map((parent) => [name, 10, parent, -1, ...span, 0, 0, 0, 0, 0, 0, 0]),
    );
    const found = readDefinitions(memory.source(text, { definitionTable, definitionCount: 3 }), docsOf(text));
    expect(found.map(({ container }) => container)).toEqual([null, text, `…${'x'.repeat(99)}.${text}`]);
  });
});

describe('imports', () => {
  it('have names, an alias for the module as a whole, and flags', () => {
    const text = `import d, { a as b } from './m';`;
    const memory = new Memory();
    const [module, other, standard, d, a, b, all] = (
      [[27, 3], Buffer.from('é'), Buffer.from('default'), [7, 1], [12, 1], [17, 1], Buffer.from('*')] as Name[]
    ).map((name) => memory.text(name));
    const nameTable = memory.add([standard!, d!, a!, b!, all!, -1]);
    const importTable = memory.table([
      [module!, -1, 0, 2, 0, 1, 1],
      [other!, b!, 2, 1, 6, 2, 3],
      [other!, -1, 0, 0, 1, 2, 3],
    ]);
    const source = memory.source(text, { importTable, importCount: 3, nameTable });
    const classify = (name: string): 'local' | 'external' => (name.startsWith('.') ? 'local' : 'external');
    const plain = { isDynamic: false, isReexport: false, isTypeOnly: false };
    expect(readImports(source, classify)).toEqual([
      {
        ...{ module: './m', type: 'local', alias: null, ...plain, line: 1, column: 1 },
        names: [
          { name: 'default', alias: 'd' },
          { name: 'a', alias: 'b' },
        ],
      },
      {
        ...{ module: 'é', type: 'external', alias: 'b', isDynamic: false, isReexport: true, isTypeOnly: true },
        ...{ names: [{ name: '*', alias: null }], line: 2, column: 3 },
      },
      { ...{ module: 'é', type: 'external', names: [], alias: null, ...plain }, isDynamic: true, line: 2, column: 3 },
    ]);
  });

  it('may have lone surrogates in names', () => {
    const memory = new Memory();
    const module = memory.text(
      Buffer.from([0x61, 0xed, 0xa0, 0xbd, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xb8, 0x80]),
    );
    const importTable = memory.table([[module, -1, 0, 0, 0, 1, 1]]);
    const source = memory.source('', { importTable, importCount: 1 });
    expect(readImports(source, () => 'external')[0]!.module).toBe('a\ud83dé😀\ude00');
  });
});

/** The engine on small test grammars (real parsers, queries of a few lines) and on texts that are hard to parse. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Language, TreeSitterGrammar } from '../../languages/language.ts';
import type { Extraction } from '../../model/extraction.ts';
import { assetUrl } from '../../util/assets.ts';
import { timeLimit, TreeSitterExtractor } from './tree-sitter.ts';

const extractor = new TreeSitterExtractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());

function language(grammar: TreeSitterGrammar): Language {
  return { id: 'x', name: 'X', extensions: ['.x'], nature: 'code', parser: 'tree-sitter', keywords: [], grammar };
}

const python: TreeSitterGrammar = {
  wasm: 'tree-sitter-python.wasm',
  query: `
    (class_definition name: (identifier) @name body: (block) @body) @definition.class
    (function_definition name: (identifier) @name parameters: (parameters) @params body: (block) @body) @definition.function
    (expression_statement (assignment left: (identifier) @name)) @definition.variable
    (expression_statement (assignment left: (pattern_list (identifier) @name))) @definition.variable
    (import_statement) @import
    (class_definition type_parameters: (type_parameter (type (identifier) @reference.none))) @scope
    (class_definition superclasses: (argument_list (identifier) @reference.inherit))
    (call function: (identifier) @reference.call)
    (call function: (attribute object: (_) @receiver attribute: (identifier) @reference.call))
    (call function: (identifier) @reference.type)
    (type (identifier) @reference.type)
    (comment) @comment
  `,
};

function read(text: string, hooks: Partial<TreeSitterGrammar> = {}, limitMs?: number): Promise<Extraction> {
  const grammar = { ...python, ...hooks };
  return extractor.extract(language(grammar), grammar, { path: 'a', text }, limitMs);
}

const names = (extraction: Extraction): string[] =>
  extraction.definitions.map(
    ({ kind, container, name }) => `${kind} ${container === null ? '' : `${container}.`}${name}`,
  );

describe('definitions', () => {
  it('nests, turns functions into methods, drops local variables', async () => {
    const found = await read('class A:\n  x = 1\n  def f(self):\n    y = 1\n    def g(): pass\nz = 2\n');
    expect(names(found)).toEqual(['class A', 'property A.x', 'method A.f', 'function A.f.g', 'variable z']);
  });

  it('lists the names of one statement in order', async () => {
    expect(names(await read('a, b = 1, 2\n'))).toEqual(['variable a', 'variable b']);
  });

  it('uses the comment above, unless something precedes the definition on its line or the hook returns another text', async () => {
    const docs = async (text: string, hooks?: Partial<TreeSitterGrammar>): Promise<(string | null)[]> =>
      (await read(text, hooks)).definitions.map((definition) => definition.docstring);
    expect(await docs('# doc\na = 1; b = 2\n')).toEqual(['doc', null]);
    expect(await docs('# doc\n\na = 1\n')).toEqual([null]);
    expect(await docs('#!/bin/python\na = 1\n')).toEqual([null]);
    expect(await docs('# doc\na = 1\n', { docstring: () => ' own ' })).toEqual(['own']);
    expect(await docs('# doc\na = 1\n', { docstring: () => '' })).toEqual([null]);
  });

  it('removes comments, blanks and last commas from signatures', async () => {
    const found = await read('def f(\n  a,  # first\n  b,\n) -> int:\n  pass\n');
    expect(found.definitions[0]!.signature).toBe('(a, b) -> int');
  });

  it('calls the hooks', async () => {
    const text = 'def a(): pass\ndef b(): pass\nc = 1\n';
    const found = await read(text, {
      refineKind: ({ name, kind }) => (name === 'a' ? null : kind),
      container: ({ name }) => (name === 'b' ? 'Declared' : null),
      exported: ({ source, node }) => source[node.startIndex] === 'c',
      decorators: ({ root }) => [root.type],
    });
    expect(names(found)).toEqual(['method Declared.b', 'variable c']);
    expect(found.definitions.map(({ exported, decorators }) => [exported, decorators])).toEqual([
      [false, ['module']],
      [true, ['module']],
    ]);
  });

  it('drops the variables of a function that the hook calls a property', async () => {
    const found = await read('class A:\n  def size(self):\n    x = 1\n', {
      refineKind: ({ kind }) => (kind === 'method' ? 'property' : kind),
    });
    expect(names(found)).toEqual(['class A', 'property A.size']);
  });

  it('locates a part of a name where it is', async () => {
    const found = await read('value_of_x = 1\n', { nameText: (node) => node.text.slice('value_of_'.length) });
    expect(found.definitions[0]).toMatchObject({ name: 'x', line: 1, column: 10 });
  });

  it('keeps names that objects inherit', async () => {
    const text = 'def constructor(): pass\ndef __proto__(): constructor(); __proto__()\n';
    const found = await read(text);
    expect(names(found)).toEqual(['function constructor', 'function __proto__']);
    expect(found.references.map(({ name, container }) => [name, container])).toEqual([
      ['constructor', 1],
      ['__proto__', 1],
    ]);
  });

  it('cuts very long containers to their innermost part', async () => {
    const depth = 200;
    const lines = Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}class Level${level}:`);
    const found = await read(`${lines.join('\n')}\n${' '.repeat(depth)}pass\n`);
    expect(found.definitions).toHaveLength(depth);
    const last = found.definitions[depth - 1]!;
    expect(last.container!.length).toBeLessThanOrEqual(301);
    expect(last.container).toMatch(/^….*\.Level197\.Level198$/);
  });
});

describe('references', () => {
  it('uses the first pattern, and skips the name of a definition and a type parameter in its scope', async () => {
    const found = await read('class A[T](B):\n  def f(x: T, y: U): x.y.z(f(1))\ndef g(x: T): pass\n');
    expect(found.references.map(({ kind, receiver, name, container }) => [kind, receiver, name, container])).toEqual([
      ['inherit', null, 'B', 0],
      ['type', null, 'U', 1],
      ['call', 'x.y', 'z', 1],
      ['call', null, 'f', 1],
      ['type', null, 'T', 2],
    ]);
  });

  it('ends a receiver that encloses the name before the operator between them', async () => {
    const query = '(call function: (attribute attribute: (identifier) @reference.call) @receiver)';
    const found = await read('a.b . c()\n', { query });
    expect(found.references).toMatchObject([{ name: 'c', receiver: 'a.b' }]);
  });

  it('asks the hook about captures with a note', async () => {
    const query = '(call function: (identifier) @reference.call.name) (type (identifier) @reference.type)';
    const found = await read('def f(x: A): A(); b()\n', {
      query,
      refineReference: ({ name, note }) => (note === 'name' && name === 'A' ? 'construct' : null),
    });
    expect(found.references.map(({ kind, name }) => [kind, name])).toEqual([
      ['type', 'A'],
      ['construct', 'A'],
    ]);
  });
});

describe('a bad query', () => {
  it.each(['(comment) @remark', '(comment) @definition.thing', '(comment) @reference.thing', '(nothing) @comment'])(
    'is refused: %s',
    async (query) => {
      await expect(read('x\n', { query })).rejects.toThrow(
        /^the query of tree-sitter-python.wasm: (@\S+ is unknown. Captures are @definition|Bad node name)/,
      );
    },
  );
});

describe('hard texts', () => {
  it('finds what it can in a broken file, with the line of the first error', async () => {
    const found = await read('def f(): pass\nx = (1\ndef g(: pass\n');
    expect(names(found)).toContain('function f');
    expect(found.issues).toMatchObject([{ code: 'syntax', line: expect.any(Number) as number }]);
  });

  it('finds the same in windows as in one piece', async () => {
    // Longer than two windows, with definitions, comments and calls at every offset of their borders.
    const one = (index: number): string =>
      `# doc ${index}\ndef function_${index}(argument):\n    return call_${index}(argument).end()\n\n`;
    const count = 15_000;
    const found = await read(Array.from({ length: count }, (_, index) => one(index)).join(''));
    expect(found.issues).toEqual([]);
    expect(found.comments).toHaveLength(count);
    expect(found.definitions).toHaveLength(count);
    expect(found.references).toHaveLength(2 * count);
    expect(
      found.definitions.every(
        ({ name, docstring, line }, at) =>
          name === `function_${at}` && docstring === `doc ${at}` && line === 4 * at + 2,
      ),
    ).toBe(true);
    expect(found.references.every(({ container }, at) => container === at >> 1)).toBe(true);
  });

  it('stops when time is up, and then reads the next file as usual', async () => {
    const stopped = await read('x = [\n'.repeat(20_000), {}, 1);
    expect(stopped.issues).toMatchObject([{ code: 'timeout' }]);
    expect(names(await read('def f(): pass\n'))).toEqual(['function f']);
  });

  it('does not parse what is too long', async () => {
    const found = await read(`def f(): pass\n#${'x'.repeat(5_000_000)}\n`);
    expect(found.definitions).toEqual([]);
    expect(found.issues).toMatchObject([{ code: 'tooLong' }]);
  });

  it('gives up the outermost of too many open matches, and reports it', async () => {
    const found = await read(`def before(): pass\nx${'.then(f)'.repeat(3_000)}\n`);
    expect(names(found)).toEqual(['function before']);
    expect(found.issues).toMatchObject([{ code: 'tooDeep' }]);
    expect(found.references.length).toBeGreaterThan(500);
  });

  it.each([
    ['nested lists', `def before(): pass\nx = ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
    ['a wide node with an error at its end', `def before(): pass\n${'x = 1\n'.repeat(50_000)})\n`],
    ['a long name', `def before(): pass\n${'a'.repeat(500_000)} = 1\n`],
    ['comments on one line', `def before(): pass\n${'x = 1; '.repeat(30_000)}# end\n`],
    ['nothing but noise', `def before(): pass\n${'\u0000\uD800 "\'`\\'.repeat(10_000)}`],
  ])('survives %s', async (_, text) => {
    expect((await read(text)).definitions[0]!.name).toBe('before');
  });
});

describe('a text that the grammar cannot parse completely', () => {
  const text = 'def a(x,\n#if\n  y z\n#else\n  y):\n  pass\ndef b(): pass\n';
  const without = (pattern: RegExp, leftOutAt: number | null): { text: string; leftOutAt: number | null } => ({
    text: text.replaceAll(pattern, (part) => part.replaceAll(/[^\n]/g, ' ')),
    leftOutAt,
  });

  it('is read by the first of its other readings that is complete', async () => {
    const whole = await read(text, { readings: () => [without(/#.*/g, null), without(/#.*| {2}y z/g, 3)] });
    expect(names(whole)).toEqual(['function a', 'function b']);
    expect(whole.issues).toMatchObject([{ code: 'syntax', line: 3 }]);
    expect(whole.definitions.map(({ line }) => line)).toEqual([1, 7]);
    const nothingLost = await read(text, { readings: () => [without(/#.*| {2}y z/g, null)] });
    expect([names(nothingLost), nothingLost.issues]).toEqual([['function a', 'function b'], []]);
  });

  it('stays as it is where none is', async () => {
    const broken = await read(text, { readings: () => [without(/#.*/g, null)] });
    expect(broken).toEqual(await read(text));
    expect(broken.issues).toMatchObject([{ code: 'syntax' }]);
  });

  it('is read only once where it is complete', async () => {
    const readings = (): never => {
      throw new Error('asked');
    };
    expect(names(await read('def a(): pass\n', { readings }))).toEqual(['function a']);
  });
});

it('gives a text time by its length, and never more than ten seconds', () => {
  expect([10_000, 100_000, 10_000_000].map(timeLimit)).toEqual([3100, 4000, 10_000]);
});

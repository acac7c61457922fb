import { anything, array, assert, constantFrom, integer, oneof, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { chunkText } from '../extract/chunks/chunks.ts';
import { definitionKinds } from '../model/definition.ts';
import { packDefinitions } from '../store/packed/packed-definitions.ts';
import { packImports } from '../store/packed/packed-imports.ts';
import { packReferences } from '../store/packed/packed-references.ts';
import { readExtraction } from './extraction.ts';

const source = 'class Lamp\n  def sweep\n    turn 90\n  end\nend\n\ndef moor\n  call sweep\nend\n';

test('definitions nest by their lines, and references belong to the innermost', () => {
  const { definitions, references, imports, comments, issues } = readExtraction(
    {
      definitions: [
        { name: 'moor', kind: 'function', line: 7, endLine: 9, exported: false, signature: ' a,\n b ' },
        { name: 'sweep', kind: 'method', line: 2, endLine: 4, docstring: 'Sweeps.' },
        { name: 'Lamp', kind: 'class', line: 1, endLine: 5 },
      ],
      references: [
        { name: 'sweep', kind: 'call', line: 8 },
        { name: 'turn', kind: 'call', line: 3, receiver: 'this' },
        { name: 'Lamp', kind: 'type', line: 6 },
      ],
      imports: [
        { module: './harbour', line: 6, names: ['quay'] },
        { module: 'sea', line: 6 },
      ],
      comments: [{ text: 'a word', line: 6 }],
    },
    source,
  );
  expect(
    definitions.map(({ name, container, line, column, endLine }) => [name, container, line, column, endLine]),
  ).toEqual([
    ['Lamp', null, 1, 7, 5],
    ['sweep', 'Lamp', 2, 7, 4],
    ['moor', null, 7, 5, 9],
  ]);
  expect(definitions[2]).toMatchObject({ exported: false, signature: 'a, b' });
  expect(references.map(({ name, container, column }) => [name, container, column])).toEqual([
    ['turn', 1, 5],
    ['Lamp', -1, 1],
    ['sweep', 2, 8],
  ]);
  expect(imports.map(({ module, type, names }) => [module, type, names.length])).toEqual([
    ['./harbour', 'local', 1],
    ['sea', 'external', 0],
  ]);
  expect(comments).toEqual([{ text: 'a word', line: 6, endLine: 6 }]);
  expect(issues).toEqual([]);
});

test.each([
  ['nothing', undefined],
  ['a text', 'definitions'],
  ['lists that are none', { definitions: 7, references: 'x', imports: {}, comments: true }],
  [
    'entries that are none',
    { definitions: [null, 7, {}, { name: 'x', kind: 'gizmo', line: 1 }, { name: 'x', kind: 'class', line: 0 }] },
  ],
])('%s is told, and gives nothing', (_, given) => {
  const { definitions, references, imports, comments, issues } = readExtraction(given, source);
  expect([definitions, references, imports, comments].flat()).toEqual([]);
  expect(issues).toMatchObject([{ code: 'internal' }]);
});

const line = oneof(integer({ min: -2, max: 12 }), anything());
const definition = record(
  {
    name: oneof(constantFrom('Lamp', 'sweep', 'moor'), string()),
    kind: constantFrom(...definitionKinds),
    line,
    column: oneof(integer({ min: -1, max: 30 }), anything()),
    startLine: line,
    endLine: line,
    container: oneof(string(), anything()),
    signature: anything(),
    docstring: anything(),
    exported: anything(),
  },
  { requiredKeys: ['name', 'kind', 'line'] },
);
const reference = record({ name: string(), kind: constantFrom('call', 'type', 'gizmo'), line, receiver: anything() });
const whatever = oneof(
  record({
    definitions: array(oneof(definition, anything())),
    references: array(oneof(reference, anything())),
    imports: array(oneof(record({ module: string(), line, names: anything(), alias: anything() }), anything())),
    comments: array(oneof(record({ text: string(), line, endLine: line }), anything())),
  }),
  anything(),
);

test('whatever a plugin returns can be stored and cut into chunks', () => {
  assert(
    property(whatever, (given) => {
      const extraction = readExtraction(given, source);
      const { definitions, references, imports } = extraction;
      const lines = source.split('\n').length;
      for (const [at, one] of definitions.entries()) {
        expect(one.startLine).toBeGreaterThanOrEqual(1);
        expect(one.startLine).toBeLessThanOrEqual(one.line);
        expect(one.line).toBeLessThanOrEqual(one.endLine);
        expect(one.endLine).toBeLessThanOrEqual(lines);
        expect(one.startLine).toBeGreaterThanOrEqual(definitions[at - 1]?.startLine ?? 1);
        // No two overlap without one being in the other.
        for (const earlier of definitions.slice(0, at))
          expect(earlier.endLine < one.startLine || earlier.endLine >= one.endLine).toBe(true);
      }
      for (const { container } of references) expect(container).toBeLessThan(definitions.length);
      packDefinitions(definitions);
      packReferences(references);
      packImports(imports);
      const chunks = chunkText(source, extraction, false);
      expect(chunks.map(({ startLine }) => startLine)).toEqual([
        1,
        ...chunks.slice(0, -1).map(({ endLine }) => endLine + 1),
      ]);
    }),
    { numRuns: 500 },
  );
});

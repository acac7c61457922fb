import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityFields, entityWidth, noSummary, operands, ops, type FileSummary } from '../../model/file-summary.ts';
import { symbolKeys } from '../../model/link.ts';
import {
  decodeSummary,
  encodeSummary,
  packSummary,
  unpackSummary,
  unpackSummaryPositions,
  type DefinitionName,
  type EncodedSummary,
} from './packed-summary.ts';

const header = { unit: '', globals: [], extensions: [] };
const fields = entityFields;

function widthAt(nodes: Int32Array, at: number): number {
  return nodes[at] === ops.list ? 2 + nodes[at + 1]! : 1 + operands[nodes[at]!]!.length;
}

const anyNumber = fc.oneof(fc.integer({ min: -2, max: 300 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));

const anyNodes = fc
  .array(
    fc.oneof(
      fc.array(anyNumber, { maxLength: 5 }).map((items) => [ops.list, items.length, ...items]),
      fc
        .tuple(fc.constantFrom(...Object.keys(operands).map(Number)), fc.tuple(anyNumber, anyNumber, anyNumber))
        .map(([op, numbers]) => [op, ...numbers.slice(0, operands[op]!.length)]),
    ),
    { maxLength: 30 },
  )

  .map((nodes) => withoutLoops(Int32Array.from(nodes.flat())));

/** Nodes without references to themselves. */
function withoutLoops(nodes: Int32Array): Int32Array {
  for (let at = 0; at < nodes.length; at += widthAt(nodes, at)) {
    const kinds = operands[nodes[at]!] ?? [];
    nodes.set(
      kinds.map((kind, place) => (kind === 'node' && nodes[at + 1 + place] === at ? 0 : nodes[at + 1 + place]!)),
      at + 1,
    );
  }
  return nodes;
}

function anyTable(width: number): fc.Arbitrary<Int32Array> {
  return fc
    .array(fc.array(anyNumber, { minLength: width, maxLength: width }), { maxLength: 12 })
    .map((records) => Int32Array.from(records.flat()));
}

/** Known kinds, because the lists of some kinds have entities. */
const anyEntities = anyTable(entityWidth).map((entities) =>
  entities.map((number, at) => (at % entityWidth === fields.kind ? Math.abs(number) % 15 : number)),
);

const anyText = fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'binary' }), fc.constant('\ud800'));

const anySummary: fc.Arbitrary<FileSummary> = fc.record({
  strings: fc.oneof(fc.uniqueArray(fc.string({ unit: 'binary-ascii' })), fc.uniqueArray(anyText)),
  nodes: anyNodes,
  scopes: anyTable(3),
  entities: anyEntities,
  exports: anyTable(4),
  sites: anyTable(5),
  expected: anyTable(2),
  modules: fc.constant([]),
  global: fc.boolean(),
  unit: fc.constant(''),
});

const anyDefinitions: fc.Arbitrary<DefinitionName[]> = fc.array(
  fc.record({
    name: fc.oneof(fc.constantFrom('open', 'close', 'Store'), anyText),
    container: fc.constantFrom(null, 'open', 'Store', 'Store.open', 'elsewhere'),
  }),
);

function encoded(summary: FileSummary, definitions: readonly DefinitionName[] = []): EncodedSummary {
  return encodeSummary({ header, summary }, definitions);
}

function withTables(tables: Uint8Array): EncodedSummary {
  return { front: encoded(noSummary()).front, tables };
}

describe('the numbers of a summary', () => {
  it('are restored with the texts and the keys of the definitions', () => {
    fc.assert(
      fc.property(anySummary, anyDefinitions, (summary, definitions) => {
        const read = decodeSummary(encoded(summary, definitions));
        expect(read.summary).toEqual(summary);
        expect(read.keys).toEqual(symbolKeys(definitions));
      }),
      { numRuns: 300 },
    );
  });

  it('are read in part: the positions alone', () => {
    const column = (table: Int32Array, width: number, at: number): Int32Array =>
      table.filter((_, index) => index % width === at);
    fc.assert(
      fc.property(anySummary, anyDefinitions, (summary, definitions) => {
        const { entities, sites } = unpackSummaryPositions(packSummary({ header, summary }, definitions));
        expect(entities.kinds).toEqual(column(summary.entities, entityWidth, fields.kind));
        expect(entities.lines).toEqual(column(summary.entities, entityWidth, fields.line));
        expect(entities.columns).toEqual(column(summary.entities, entityWidth, fields.column));
        expect(sites.kinds).toEqual(column(summary.sites, 5, 0));
        expect(sites.lines).toEqual(column(summary.sites, 5, 2));
        expect(sites.columns).toEqual(column(summary.sites, 5, 3));
      }),
      { numRuns: 100 },
    );
  });

  it('have the same bytes as in existing indexes', () => {
    const nodes = [ops.none, ops.name, 0, 0, ops.member, 1, 1, ops.list, 2, 1, 4, ops.named, 15, 0, 7, ops.list, 1, 2];
    const entities = new Int32Array(entityWidth * 2).fill(-1);
    entities.set([300, 2, 1, 7, 4], 0);
    entities.set([2, 3, 0, 7, 2], entityWidth);
    const summary: FileSummary = {
      ...noSummary(),
      strings: ['one', 'zwölf', 'three'],
      nodes: Int32Array.from(nodes),
      entities,
      scopes: Int32Array.of(0, -1, 0, 1, 0, 0),
      exports: Int32Array.of(0, 1, 2, 3),
      sites: Int32Array.of(0, 4, 12, 8, 2, 0, 4, 12, 6, 3),
      expected: Int32Array.of(-5, 70_000),
      global: true,
    };
    const { tables } = encoded(summary, [
      { name: 'one', container: null },
      { name: 'two', container: 'one' },
      { name: 'three', container: 'elsewhere' },
    ]);
    expect(Buffer.from(tables).toString('hex')).toBe(
      '0305066f6e650d7a77c3b66c660a74687265650674776f12656c73657768657265030000060201091206000104142040030607080300000002000000020201020606060002010200001ed804d304040603000e000803010000000201020100000000020102010201000004000204060a000008001800100304020209e0c50801',
    );
  });

  it('may be many, and then few again', () => {
    const nodes = Int32Array.from({ length: 800_001 }, (_, at) => (at % 2 === 1 ? ops.spread : at % 70_000));
    nodes[0] = ops.none;
    const sites = Int32Array.from({ length: 500_000 }, (_, at) => (at % 5 === 2 ? at : at % 3_000));
    const large: FileSummary = { ...noSummary(), nodes, sites, strings: ['large', 'é'.repeat(300_000)] };
    for (const summary of [
      noSummary(),
      large,
      noSummary(),
      { ...large, strings: ['x'.repeat(2_000_000)] },
      noSummary(),
    ])
      expect(unpackSummary(packSummary({ header, summary }, [])).summary).toEqual(summary);
  });

  it.each([
    ['an unknown op', [63]],
    ['a list that runs past the end', [ops.list, 3, 1, 2]],
    ['a list of negative length', [ops.list, -1]],
    ['a list without a length', [ops.list]],
    ['a missing operand', [ops.member, 1]],
    ['a negative op', [-5]],
  ])('are refused with %s', (_, nodes) => {
    const before = encoded(noSummary());
    expect(() => encoded({ ...noSummary(), nodes: Int32Array.from(nodes) })).toThrow(RangeError);
    expect(encoded(noSummary())).toEqual(before);
  });

  it('are refused if they are truncated, and changed bytes do no harm', () => {
    fc.assert(
      fc.property(anySummary, fc.nat(), fc.nat(255), (summary, place, byte) => {
        const { tables } = encoded(summary);
        const at = place % tables.length;
        expect(() => decodeSummary(withTables(tables.subarray(0, at)))).toThrow(RangeError);
        expectReadOrRefused(Buffer.from(tables).fill(byte, at, at + 1));
      }),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), expectReadOrRefused));
  });
});

function expectReadOrRefused(bytes: Uint8Array): void {
  try {
    const { nodes, scopes, entities, exports, sites, expected } = decodeSummary(withTables(bytes)).summary;
    const tables = [nodes, scopes, entities, exports, sites, expected];
    expect(tables.reduce((sum, table) => sum + table.length, 0)).toBeLessThanOrEqual(bytes.length);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
  }
}

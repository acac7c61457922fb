import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TermTable } from '../model/chunk-words.ts';
import { entityFields, entityKinds, entityWidth, noFacts, operands, ops, type LinkFacts } from '../model/link-facts.ts';
import { packingKernel } from './packing-kernel.ts';

/** The plain way to pack. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function signed(value: number): number[] {
  return varint(value < 0 ? -2 * value - 1 : 2 * value);
}

const streams = ['op', 'node', 'string', 'scope', 'entity', 'number', 'list'] as const;
type Stream = (typeof streams)[number];

/** By the place of a list, what its items are where they are no nodes. */
function listsOf({ nodes, entities }: LinkFacts): Map<number, 'string' | 'entity'> {
  const lists = new Map<number, 'string' | 'entity'>();
  for (let at = 0; at < nodes.length; at += widthAt(nodes, at))
    if (nodes[at] === ops.named) lists.set(nodes[at + 1]!, 'string');
  for (let at = 0; at < entities.length; at += entityWidth) {
    const kind = entities[at + entityFields.kind]!;
    if (kind === entityKinds.function || kind === entityKinds.method)
      lists.set(entities[at + entityFields.listA]!, 'entity');
    if (kind !== entityKinds.import) lists.set(entities[at + entityFields.listB]!, 'entity');
  }
  return lists;
}

function widthAt(nodes: Int32Array, at: number): number {
  return nodes[at] === ops.list ? 2 + nodes[at + 1]! : 1 + operands[nodes[at]!]!.length;
}

function packedNodes(facts: LinkFacts): number[] {
  const { nodes } = facts;
  const lists = listsOf(facts);
  const bytes: Record<Stream, number[]> = { op: [], node: [], string: [], scope: [], entity: [], number: [], list: [] };
  const last = { scope: 0, entity: 0 };
  let newString = 0;
  const put = (kind: Exclude<Stream, 'op' | 'list'>, value: number, at: number): void => {
    if (kind === 'node') bytes.node.push(...signed(value === 0 ? 0 : at - value));
    else if (kind === 'string') {
      bytes.string.push(...signed(newString - value));
      newString = Math.max(newString, value + 1);
    } else if (kind === 'number') bytes.number.push(...signed(value));
    else {
      bytes[kind].push(...signed(value - last[kind]));
      last[kind] = value;
    }
  };
  for (let at = 0; at < nodes.length; at += widthAt(nodes, at)) {
    const numbers = nodes.subarray(at + 1, at + widthAt(nodes, at));
    if (nodes[at] !== ops.list) {
      bytes.op.push(nodes[at]!);
      operands[nodes[at]!]!.forEach((kind, place) => put(kind, numbers[place]!, at));
      continue;
    }
    const [count = 0, ...items] = numbers;
    const kind = lists.get(at);
    bytes.op.push(kind === undefined ? ops.list : kind === 'string' ? 64 : 65);
    bytes.number.push(...varint(count));
    if (kind !== undefined) for (const item of items) put(kind, item, at);
    else items.reduceRight((before, item) => (bytes.list.push(...signed(before - item)), item), at);
  }
  return [...varint(nodes.length), ...streams.flatMap((stream) => [...varint(bytes[stream].length), ...bytes[stream]])];
}

interface Rules {
  none?: Record<number, number>;
  alone?: number[];
  byLine?: number;
}

function packedTable(table: Int32Array, width: number, { none = {}, alone = [], byLine = -1 }: Rules = {}): number[] {
  const bytes = varint(table.length);
  for (let column = 0; column < width; column++) {
    let before = 0;
    for (let at = column; at < table.length; at += width) {
      if (alone.includes(column) || (column === byLine && at > width && table[at - 1] !== table[at - 1 - width]))
        before = 0;
      if (table[at] === none[column]) bytes.push(0);
      else {
        const difference = table[at]! - before;
        const first = difference < 0 ? -2 * difference - 1 : 2 * difference;
        bytes.push(...varint(first + (column in none ? 1 : 0)));
        before = table[at]!;
      }
    }
  }
  return bytes;
}

const fields = entityFields;
const entityRules: Rules = {
  none: {
    ...{ [fields.flags]: 0, [fields.parent]: -1, [fields.type]: 0, [fields.value]: 0, [fields.ownScope]: -1 },
    ...{ [fields.definition]: -1, [fields.listA]: 0, [fields.listB]: 0, [fields.context]: 0, [fields.assignedTo]: -1 },
  },
  alone: [fields.kind, fields.flags],
  byLine: fields.column,
};

function packedTexts(texts: readonly string[]): number[] {
  const packed = texts.map((text) => {
    const isPlain = /^[\0-\x7f]*$/.test(text);
    const bytes = isPlain ? Buffer.from(text) : text.split('').flatMap(unitBytes);
    return [...varint(bytes.length * 2 + (isPlain ? 0 : 1)), ...bytes];
  });
  return [...varint(texts.length), ...packed.flat()];
}

function unitBytes(unit: string): number[] {
  const code = unit.charCodeAt(0);
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 + (code >> 6), 0x80 + (code & 63)];
  return [0xe0 + (code >> 12), 0x80 + ((code >> 6) & 63), 0x80 + (code & 63)];
}

function packedNames(names: readonly number[]): number[] {
  const bytes = varint(names.length / 2);
  for (let at = 0; at < names.length; at += 2)
    bytes.push(...signed(names[at]! - (names[at - 2] ?? 0)), ...varint(names[at + 1]!));
  return bytes;
}

function packedPlainly(facts: LinkFacts, texts: readonly string[], names: readonly number[]): Buffer {
  return Buffer.from([
    ...varint(facts.strings.length),
    ...packedTexts(texts),
    ...packedNames(names),
    ...packedNodes(facts),
    ...packedTable(facts.scopes, 3),
    ...packedTable(facts.entities, entityWidth, entityRules),
    ...packedTable(facts.exports, 4),
    ...packedTable(facts.sites, 5, { alone: [0], byLine: 3 }),
    ...packedTable(facts.expected, 2),
    facts.global ? 1 : 0,
  ]);
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

/** A node does not refer to itself. */
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

/** Kinds that there are: of those a list may be one of entities. */
const anyEntities = anyTable(entityWidth).map((entities) =>
  entities.map((number, at) => (at % entityWidth === fields.kind ? Math.abs(number) % 15 : number)),
);

const anyText = fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'binary' }), fc.constant('\ud800'));

const anyFacts: fc.Arbitrary<LinkFacts> = fc.record({
  strings: fc.oneof(fc.array(fc.string({ unit: 'binary-ascii' })), fc.array(anyText)),
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

const anyNames = fc.array(fc.tuple(fc.nat(5_000), fc.nat())).map((names) => names.flat());

function packed(facts: LinkFacts, texts = facts.strings, names: readonly number[] = []): Buffer {
  return Buffer.from(Uint8Array.from(packingKernel().packFacts(facts, texts, names)));
}

function numbersOf({ nodes, scopes, entities, exports, sites, expected }: LinkFacts) {
  return { nodes, scopes, entities, exports, sites, expected };
}

describe('the numbers of facts', () => {
  it('are packed as the plain way packs them, and come back', () => {
    fc.assert(
      fc.property(anyFacts, fc.array(anyText), anyNames, (facts, more, names) => {
        const texts = [...facts.strings, ...more];
        const bytes = packed(facts, texts, names);
        expect(bytes).toEqual(packedPlainly(facts, texts, names));
        const read = packingKernel().readFacts(bytes);
        expect(read.numbers).toEqual(numbersOf(facts));
        expect(read.end).toBe(bytes.length - 1);
        const { length } = [...varint(facts.strings.length), ...packedTexts(texts)];
        expect(read.textsEnd).toBe(length);
      }),
      { numRuns: 300 },
    );
  });

  it('may be as many as make the memory grow, and few again', () => {
    const first = packingKernel();
    const nodes = Int32Array.from({ length: 800_001 }, (_, at) => (at % 2 === 1 ? ops.spread : at % 70_000));
    nodes[0] = ops.none;
    const sites = Int32Array.from({ length: 500_000 }, (_, at) => (at % 5 === 2 ? at : at % 3_000));
    const large: LinkFacts = { ...noFacts(), nodes, sites, strings: ['large', 'é'.repeat(300_000)] };
    for (const facts of [noFacts(), large, noFacts(), { ...large, strings: ['x'.repeat(2_000_000)] }, noFacts()]) {
      const bytes = packed(facts);
      expect(packingKernel().readFacts(bytes).numbers).toEqual(numbersOf(facts));
      if (facts.nodes.length === 1) expect(bytes).toEqual(packedPlainly(facts, [], []));
    }
    // So large a memory is not kept.
    expect(packingKernel()).not.toBe(first);
    expect(packingKernel()).toBe(packingKernel());
  });

  it.each([
    ['an op that there is not', [63]],
    ['a list that runs past the end', [ops.list, 3, 1, 2]],
    ['a list of less than nothing', [ops.list, -1]],
    ['an operand too few', [ops.member, 1]],
    ['an op below all', [-5]],
  ])('are refused with %s', (_, nodes) => {
    expect(() => packed({ ...noFacts(), nodes: Int32Array.from(nodes) })).toThrow(RangeError);
    expect(packed(noFacts())).toEqual(packedPlainly(noFacts(), [], []));
  });

  it('are refused where they are cut, and where they are anything else read without harm', () => {
    const kernel = packingKernel();
    fc.assert(
      fc.property(anyFacts, fc.nat(), fc.nat(255), (facts, place, byte) => {
        const bytes = packed(facts);
        const at = place % bytes.length;
        expect(() => kernel.readFacts(bytes.subarray(0, Math.min(at, bytes.length - 2)))).toThrow(RangeError);
        const changed = Buffer.from(bytes).fill(byte, at, at + 1);
        expectReadOrRefused(changed);
        expect(kernel.readFacts(bytes).numbers).toEqual(numbersOf(facts));
      }),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), expectReadOrRefused));
  });
});

function expectReadOrRefused(bytes: Uint8Array): void {
  try {
    const { numbers, textsEnd, end } = packingKernel().readFacts(bytes);
    const count = Object.values(numbers).reduce((sum, table) => sum + table.length, 0);
    expect(count).toBeLessThanOrEqual(bytes.length);
    expect(textsEnd).toBeLessThanOrEqual(end);
    expect(end).toBeLessThanOrEqual(bytes.length);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
  }
}

function packedTerms({ hashes, starts, chunks, counts }: TermTable): Buffer {
  const place = (chunk: number, count: number): number[] =>
    count === 1 ? varint(chunk * 2) : [...varint(chunk * 2 + 1), ...varint(count)];
  const bytes: number[] = [];
  for (let term = 0; term < hashes.length; term++) {
    bytes.push(...varint(hashes[term]! - (term === 0 ? 0 : hashes[term - 1]!)));
    const [from, end] = [starts[term]!, starts[term + 1]!];
    if (end - from === 1) bytes.push(...place(chunks[from]! * 2, counts[from]!));
    else {
      const places: number[] = [];
      for (let at = from; at < end; at++)
        places.push(...place(chunks[at]! - (at === from ? 0 : chunks[at - 1]!), counts[at]!));
      bytes.push(...varint(places.length * 4 + 2), ...places);
    }
  }
  return Buffer.from(bytes);
}

const anyPlaces = fc.array(fc.tuple(fc.nat(300), fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100_000 }))), {
  minLength: 1,
  maxLength: 60,
});

describe('terms', () => {
  it('are packed as the plain way packs them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1 << 22), anyPlaces)), fc.boolean(), (terms, asLists) => {
        const table = { hashes: [] as number[], starts: [0], chunks: [] as number[], counts: [] as number[] };
        for (const [step, places] of terms) {
          table.hashes.push((table.hashes.at(-1) ?? 0) + step);
          let chunk = 0;
          for (const [more, count] of places) {
            table.chunks.push((chunk += more));
            table.counts.push(count);
          }
          table.starts.push(table.chunks.length);
        }
        const { hashes, starts, chunks, counts } = table;
        const arrays = [hashes, starts, chunks, counts].map((list) => Int32Array.from(list));
        const [a, b, c, d] = arrays as [Int32Array, Int32Array, Int32Array, Int32Array];
        const given = asLists ? table : { hashes: a, starts: b, chunks: c, counts: d };
        expect(Buffer.from(packingKernel().packTerms(given))).toEqual(packedTerms(table));
      }),
    );
  });
});

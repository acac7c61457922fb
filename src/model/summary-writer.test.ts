import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SummaryWriter } from './summary-writer.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  entityWidth,
  noSummary,
  ops,
  operands,
  scopeKinds,
  scopeWidth,
} from './file-summary.ts';
import { fieldOf, shownNode } from './testing/shown-summary.ts';

const at = { line: 3, column: 5 };

describe('an empty file', () => {
  it('has the node for none and its own scope', () => {
    expect(new SummaryWriter().finish([])).toEqual(noSummary());
  });

  it('has the unit and the flag that were set', () => {
    const writer = new SummaryWriter();
    writer.global = true;
    writer.unit = 'go:a';
    expect(writer.finish([])).toMatchObject({ global: true, unit: 'go:a' });
  });
});

describe('names', () => {
  it('of strings and modules are numbered, each text once', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 })), (texts) => {
        const writer = new SummaryWriter();
        const distinct = [...new Set(texts)];
        expect(distinct.map((text) => writer.stringIndex(text))).toEqual(distinct.map(() => -1));
        expect(texts.map((text) => writer.string(text))).toEqual(texts.map((text) => distinct.indexOf(text)));
        expect(texts.map((text) => writer.stringIndex(text))).toEqual(texts.map((text) => distinct.indexOf(text)));
        expect(texts.map((text) => writer.module(text))).toEqual(texts.map((text) => distinct.indexOf(text)));
        expect(distinct.map((_, index) => writer.text(index))).toEqual(distinct);
        expect(writer.finish([])).toMatchObject({ strings: distinct, modules: distinct });
      }),
    );
  });
});

describe('scopes', () => {
  it('come back as they were written, with the owner that was set last', () => {
    const writer = new SummaryWriter();
    const outer = writer.scope(0, scopeKinds.function, 4);
    const inner = writer.scope(outer, scopeKinds.block, -1);
    writer.setScopeOwner(inner, 9);
    expect([outer, inner]).toEqual([1, 2]);
    expect([writer.scopeParent(inner), writer.scopeKind(inner), writer.scopeOwner(inner)]).toEqual([
      1,
      scopeKinds.block,
      9,
    ]);
    expect([writer.scopeParent(0), writer.scopeKind(0), writer.scopeOwner(0)]).toEqual([-1, scopeKinds.file, -1]);
    const { scopes } = writer.finish([]);
    expect(scopes).toEqual(Int32Array.of(-1, scopeKinds.file, -1, 0, scopeKinds.function, 4, 1, scopeKinds.block, 9));
    expect(scopes.length / scopeWidth).toBe(3);
  });
});

describe('entities', () => {
  const fields = Object.keys(entityFields) as (keyof typeof entityFields)[];
  const nothing = {
    flags: 0,
    parent: -1,
    type: 0,
    value: 0,
    ownScope: -1,
    definition: -1,
    listA: 0,
    listB: 0,
    context: 0,
    assignedTo: -1,
  };

  it('have the declared fields, and defaults for the others', () => {
    const writer = new SummaryWriter();
    const bare = writer.entity({ name: 'a', kind: entityKinds.variable, scope: 2 }, at);
    const full = writer.entity({
      ...{ name: 'b', kind: entityKinds.method, scope: 3, line: 8, column: 9 },
      ...{ flags: 64, parent: 10, type: 11, value: 12, ownScope: 13 },
    });
    const imported = writer.declare('a', entityKinds.import, at, 0);
    expect(writer.entityCount).toBe(3);
    const summary = writer.finish([]);
    const all = (entity: number): object =>
      Object.fromEntries(fields.map((field) => [field, fieldOf(summary, entity, field)]));
    expect(all(bare)).toEqual({ ...nothing, ...at, name: 0, kind: entityKinds.variable, scope: 2 });
    expect(all(full)).toEqual({
      ...nothing,
      ...{ name: 1, kind: entityKinds.method, scope: 3, line: 8, column: 9 },
      ...{ flags: 64, parent: 10, type: 11, value: 12, ownScope: 13 },
    });
    expect(all(imported)).toEqual({
      ...nothing,
      ...at,
      name: 0,
      kind: entityKinds.import,
      scope: 0,
      listA: -1,
      listB: -1,
    });
    expect([summary.entities.length, fields.length]).toEqual([3 * entityWidth, entityWidth]);
  });

  it('accept fields and flags after their declaration', () => {
    const writer = new SummaryWriter();
    const [first, second] = ['a', 'b'].map((name) => writer.declare(name, entityKinds.variable, at, 0));
    writer.set(second!, entityFields.context, 7);
    writer.addFlags(second!, entityFlags.static);
    writer.addFlags(second!, entityFlags.async);
    expect([writer.get(first!, entityFields.context), writer.get(second!, entityFields.context)]).toEqual([0, 7]);
    expect([writer.get(first!, entityFields.flags), writer.get(second!, entityFields.flags)]).toEqual([0, 3]);
  });
});

describe('nodes', () => {
  it('follow one another, each as long as its operands', () => {
    const writer = new SummaryWriter();
    const nodes = [
      writer.node(1),
      writer.node(2, 20),
      writer.node(3, 30, 31),
      writer.node(4, 40, 41, 42),
      writer.node(5),
    ];
    expect(nodes).toEqual([1, 2, 4, 7, 11]);
    expect(nodes.map((node) => writer.opOf(node))).toEqual([1, 2, 3, 4, 5]);
    expect([0, 1, 2].map((index) => writer.operand(nodes[3]!, index))).toEqual([40, 41, 42]);
    expect([...writer.finish([]).nodes]).toEqual([0, 1, 2, 20, 3, 30, 31, 4, 40, 41, 42, 5]);
  });

  it('of lists give their items back', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 }))), (lists) => {
        const writer = new SummaryWriter();
        const nodes = lists.map((list) => writer.list(list));
        expect(nodes.map((node) => writer.items(node))).toEqual(lists);
        const room = lists.reduce((sum, { length }) => sum + (length === 0 ? 0 : length + 2), 1);
        expect(writer.node(ops.none)).toBe(room);
        expect(nodes.map((node) => node === 0)).toEqual(lists.map((list) => list.length === 0));
        for (const node of nodes.filter((one) => one !== 0)) expect(writer.opOf(node)).toBe(ops.list);
      }),
    );
  });

  it.each([
    [[], '-'],
    [['-', '-'], '-'],
    [['a'], 'a'],
    [['-', 'a', '-'], 'a'],
    [['a', 'a'], 'either(a, a)'],
    [['a', '-', 'b', 'c', 'd', 'e'], 'either(a, b, c, d)'],
  ])('for one of %j are %s', (names, expected) => {
    const writer = new SummaryWriter();
    const node = writer.either(names.map((name) => (name === '-' ? 0 : writer.name(name, 0))));
    expect(shownNode(writer.finish([]), node)).toBe(expected);
  });

  it('have shorthand methods', () => {
    const writer = new SummaryWriter();
    const scope = writer.scope(0, scopeKinds.block, -1);
    const [name, entity] = [writer.name('a', scope), writer.entityNode(6)];
    const member = writer.member(name, 'b');
    expect([writer.operand(name, 0), writer.operand(name, 1)]).toEqual([writer.stringIndex('a'), scope]);
    const summary = writer.finish([]);
    expect([entity, member].map((node) => shownNode(summary, node))).toEqual(['entity(#6)', "member(a, 'b')"]);
  });

  it('have operands for every op except lists, which state their length', () => {
    const codes = Object.values(ops).filter((op) => op !== ops.list);
    expect(
      Object.keys(operands)
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual(codes.toSorted((a, b) => a - b));
    expect(new Set(Object.values(ops)).size).toBe(Object.values(ops).length);
    expect(codes.every((op) => operands[op]!.length <= 3)).toBe(true);
  });
});

describe('sites, exports and expected types', () => {
  it('keep their order', () => {
    const writer = new SummaryWriter();
    writer.site(1, 2, at, 4);
    writer.site(5, 6, { line: 7, column: 8 }, 9);
    writer.export('a', 1, 2, 3);
    writer.export('a', 4, 5, 6);
    writer.expect(7, 8);
    writer.expect(9, 10);
    const summary = writer.finish([]);
    expect([...summary.sites]).toEqual([1, 2, 3, 5, 4, 5, 6, 7, 8, 9]);
    expect([...summary.exports]).toEqual([0, 1, 2, 3, 0, 4, 5, 6]);
    expect([...summary.expected]).toEqual([7, 8, 9, 10]);
  });

  it('leave out the sites of a type that stands in two places', () => {
    const writer = new SummaryWriter();
    writer.site(1, 2, at, 0);
    const node = writer.withoutSites(() => {
      writer.site(3, 4, at, 0);
      return writer.name('T', 0);
    });
    writer.site(5, 6, at, 0);
    const summary = writer.finish([]);
    expect([...summary.sites]).toEqual([1, 2, 3, 5, 0, 5, 6, 3, 5, 0]);
    expect(shownNode(summary, node)).toBe('T');
  });
});

describe('definitions', () => {
  it.each([
    ['where it begins', { line: 2, column: 4 }, entityKinds.function, 'a', 1],
    ['after a backquote', { line: 2, column: 3 }, entityKinds.function, 'a', 1],
    ['of the first line', { line: 1, column: 1 }, entityKinds.function, 'a', 0],
    ['on another line', { line: 3, column: 4 }, entityKinds.function, 'a', -1],
    ['beyond the last', { line: 9, column: 4 }, entityKinds.function, 'a', -1],
    ['in another column', { line: 2, column: 5 }, entityKinds.function, 'a', -1],
    ['a parameter in front', { line: 2, column: 3 }, entityKinds.parameter, 'a', -1],
    ['a parameter at the place', { line: 2, column: 4 }, entityKinds.parameter, 'a', 1],
    ['one without a name in front', { line: 2, column: 3 }, entityKinds.function, '', -1],
  ])('are found by their place: %s', (_, place, kind, name, expected) => {
    const writer = new SummaryWriter();
    const other = writer.declare('b', entityKinds.variable, { line: 40, column: 1 }, 0);
    const entity = writer.declare(name, kind, place, 0);
    const summary = writer.finish([
      { line: 1, column: 1 },
      { line: 2, column: 4 },
    ]);
    expect([fieldOf(summary, other, 'definition'), fieldOf(summary, entity, 'definition')]).toEqual([-1, expected]);
  });

  it('at one place: the last one is taken', () => {
    const writer = new SummaryWriter();
    const entity = writer.declare('a', entityKinds.variable, at, 0);
    expect(fieldOf(writer.finish([at, at]), entity, 'definition')).toBe(1);
  });
});

it('a summary does not change when later writers reuse the buffers of its writer', () => {
  const written = (seed: number): SummaryWriter => {
    const writer = new SummaryWriter();
    for (let n = 0; n < 2_000; n++) {
      writer.declare(`${seed}-${n}`, entityKinds.variable, { line: seed, column: n }, 0);
      writer.site(seed, n, { line: seed, column: n }, 0);
      writer.node(ops.name, n, seed);
    }
    return writer;
  };
  const first = written(1).finish([]);
  const copy = structuredClone(first);
  const second = written(2).finish([]);
  expect(first).toEqual(copy);
  expect([second.entities.length, second.sites.length, second.nodes.length]).toEqual([30_000, 10_000, 6_001]);
  expect(new SummaryWriter().finish([])).toEqual(noSummary());
});

import { describe, expect, it } from 'vitest';
import { SummaryWriter } from './summary-writer.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  entityWidth,
  exportForms,
  ops,
  primitives,
  type FileSummary,
} from './file-summary.ts';

const place = { line: 1, column: 1 };

function variable(writer: SummaryWriter, name: string, value = 0): number {
  return writer.entity({ name, kind: entityKinds.variable, scope: 0, value }, place);
}

function object(writer: SummaryWriter): number {
  return writer.entityNode(writer.entity({ name: '', kind: entityKinds.object, scope: 0 }, place));
}

function nothing(writer: SummaryWriter): number {
  return writer.node(ops.primitive, primitives.nothing);
}

/** Distinct calls: values of unknown type. */
function calls(writer: SummaryWriter, count: number): number[] {
  return Array.from({ length: count }, (_, at) => writer.node(ops.call, writer.name(`make${at}`, 0), 0, 0));
}

function read(summary: FileSummary, entity: number, field: keyof typeof entityFields): number {
  return summary.entities[entity * entityWidth + entityFields[field]]!;
}

/** The alternatives that an entity's value is made of. */
function alternatives(summary: FileSummary, entity: number): number[] {
  const node = read(summary, entity, 'value');
  return summary.nodes[node] === ops.either ? items(summary, summary.nodes[node + 1]!) : [node];
}

function items({ nodes }: FileSummary, list: number): number[] {
  return [...nodes.subarray(list + 2, list + 2 + nodes[list + 1]!)];
}

/** Entities of that name from index `from` on. */
function added(summary: FileSummary, name: string, from: number): number[] {
  const found: number[] = [];
  for (let entity = from; entity < summary.entities.length / entityWidth; entity++)
    if (summary.strings[read(summary, entity, 'name')] === name) found.push(entity);
  return found;
}

describe('values of a variable', () => {
  it('are its initial value and the values assigned to it, at most four', () => {
    const writer = new SummaryWriter();
    const values = calls(writer, 6);
    const entity = variable(writer, 'x', values[0]);
    for (const value of values.slice(1)) writer.assign(writer.name('x', 0), value, place, 0);
    expect(alternatives(writer.finish([]), entity)).toEqual(values.slice(0, 4));
  });

  it('leave out `null` where another value is known or possible', () => {
    const writer = new SummaryWriter();
    const [made] = calls(writer, 1) as [number];
    const [given, unknown, empty] = ['given', 'unknown', 'empty'].map((name) =>
      variable(writer, name, nothing(writer)),
    );
    writer.assign(writer.name('given', 0), made, place, 0);
    writer.assign(writer.name('given', 0), nothing(writer), place, 0);
    writer.assign(writer.name('unknown', 0), 0, place, 0);
    const none = writer.get(empty!, entityFields.value);
    writer.assign(writer.name('empty', 0), none, place, 0);
    const summary = writer.finish([]);
    expect(alternatives(summary, given!)).toEqual([made]);
    expect(alternatives(summary, unknown!)).toEqual([0]);
    expect(alternatives(summary, empty!)).toEqual([none, none]);
  });

  it('include at most eight elements', () => {
    const writer = new SummaryWriter();
    const entity = variable(writer, 'list');
    const values = calls(writer, 9);
    for (const value of values) writer.assign(writer.node(ops.index, writer.name('list', 0), 0), value, place, 0);
    const summary = writer.finish([]);
    const { nodes } = summary;
    const type = nodes[read(summary, entity, 'value') + 1]!;
    const elements = items(summary, nodes[nodes[type + 1]! + 1]!).map((element) => nodes[element + 1]);
    expect(elements).toEqual(values.slice(0, 8));
  });

  it('belong to a variable that the assignment declares, in languages where assigning declares', () => {
    for (const declaresByAssigning of [false, true]) {
      const writer = new SummaryWriter();
      writer.declaresByAssigning = declaresByAssigning;
      const [value] = calls(writer, 1) as [number];
      const from = writer.entityCount;
      writer.assign(writer.name('x', 0), value, place, 0);
      const summary = writer.finish([]);
      expect(added(summary, 'x', from).map((entity) => alternatives(summary, entity))).toEqual(
        declaresByAssigning ? [[value]] : [],
      );
    }
  });
});

describe('members without a declaration', () => {
  it('are declared once, by the assignments to them', () => {
    const writer = new SummaryWriter();
    const owner = object(writer);
    variable(writer, 'o', owner);
    const values = calls(writer, 2);
    const from = writer.entityCount;
    for (const value of values) writer.assign(writer.member(writer.name('o', 0), 'm'), value, place, 0);
    const summary = writer.finish([]);
    const [member, ...others] = added(summary, 'm', from);
    expect(others).toEqual([]);
    expect(read(summary, member!, 'parent')).toBe(summary.nodes[owner + 1]);
    expect(read(summary, member!, 'flags')).toBe(entityFlags.assigned | entityFlags.static);
    expect(alternatives(summary, member!)).toEqual(values);
  });

  it('can be members of members only in languages that nest members', () => {
    for (const nestsMembers of [false, true]) {
      const writer = new SummaryWriter();
      writer.nestsMembers = nestsMembers;
      variable(writer, 'o', object(writer));
      const inner = object(writer);
      const member = writer.member(writer.name('o', 0), 'inner');
      const from = writer.entityCount;
      writer.assign(member, inner, place, 0);
      writer.assign(writer.member(member, 'm'), calls(writer, 1)[0]!, place, 0);
      const summary = writer.finish([]);
      const parents = added(summary, 'm', from).map((entity) => read(summary, entity, 'parent'));
      expect(parents).toEqual(nestsMembers ? [summary.nodes[inner + 1]] : []);
    }
  });

  it('belong to the single value that the module exports', () => {
    const writer = new SummaryWriter();
    const owner = object(writer);
    const member = writer.entity(
      { name: 'm', kind: entityKinds.property, scope: 0, parent: -2, flags: entityFlags.assigned },
      place,
    );
    writer.export('m', exportForms.own, member, 0);
    writer.export('=', exportForms.own, writer.operand(owner, 0), 0);
    const summary = writer.finish([]);
    expect(read(summary, member, 'parent')).toBe(summary.nodes[owner + 1]);
    expect(read(summary, member, 'flags')).toBe(entityFlags.assigned | entityFlags.static);
  });

  it('are aliases where they are assigned to an import', () => {
    const writer = new SummaryWriter();
    writer.entity({ name: 'lib', kind: entityKinds.import, scope: 0 }, place);
    variable(writer, 'own');
    const from = writer.entityCount;
    writer.assign(writer.member(writer.name('lib', 0), 'm'), writer.name('own', 0), place, 0);
    const summary = writer.finish([]);
    const [member] = added(summary, 'm', from);
    expect(read(summary, member!, 'flags') & entityFlags.alias).not.toBe(0);
  });

  it('are global variables where the object is the global object', () => {
    for (const isGlobal of [false, true]) {
      const writer = new SummaryWriter();
      if (isGlobal) writer.globalObjects = new Set(['globalThis']);
      variable(writer, 'help');
      const from = writer.entityCount;
      writer.assign(writer.member(writer.name('globalThis', 0), 'help'), writer.name('help', 0), place, 0);
      const summary = writer.finish([]);
      const flags = added(summary, 'help', from).map((entity) => read(summary, entity, 'flags'));
      expect(flags).toEqual(isGlobal ? [entityFlags.assigned | entityFlags.alias | entityFlags.global] : []);
    }
  });
});

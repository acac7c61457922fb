/**
 * How the numbers of facts stand in packed bytes: nodes apart by op and operand, each kind of operand in a stream of its own, since alike
 * compresses best; tables column by column, mostly as differences.
 */
import {
  entityFields,
  entityKinds,
  entityWidth,
  exportWidth,
  operands,
  ops,
  scopeWidth,
  siteWidth,
} from '../../model/link-facts.ts';

/** Streams of nodes by the kind of what is in them; `assembly/nodes.ts` has the same numbers. */
const streamOf = { op: 0, node: 1, string: 2, scope: 3, entity: 4, number: 5, list: 6 } as const;

/** What a number is told against: that of the record before, that of a record on the same line (the column before says it), or nothing. */
const against = { before: 0, line: 1, nothing: 2 } as const;

/** A column of a table. */
interface Column {
  against: keyof typeof against;
  /** The value that stands for none and is passed over by the differences; null where there is no such value. */
  none: number | null;
  /** Kinds of entities of which it leads to a list of entities, a bit each. */
  listKinds: number;
}

/** Of tables that are packed behind nodes, in this order. */
const widths = {
  scopes: scopeWidth,
  entities: entityWidth,
  exports: exportWidth,
  sites: siteWidth,
  expected: 2,
} as const;
export const tableNames = ['scopes', 'entities', 'exports', 'sites', 'expected'] as const;

/** Fields of entities that most have not, with what stands for that. */
const noneOf: ReadonlyMap<number, number> = new Map([
  [entityFields.flags, 0],
  [entityFields.parent, -1],
  [entityFields.type, 0],
  [entityFields.value, 0],
  [entityFields.ownScope, -1],
  [entityFields.definition, -1],
  [entityFields.listA, 0],
  [entityFields.listB, 0],
  [entityFields.context, 0],
  [entityFields.assignedTo, -1],
]);

const listKindsOf: ReadonlyMap<number, number> = new Map([
  [entityFields.listA, (1 << entityKinds.function) | (1 << entityKinds.method)],
  [entityFields.listB, ~(1 << entityKinds.import)],
]);

const againstOf = {
  scopes: {},
  entities: { [entityFields.kind]: 'nothing', [entityFields.flags]: 'nothing', [entityFields.column]: 'line' },
  exports: {},
  // The kind is the first, line and column are the third and fourth.
  sites: { 0: 'nothing', 3: 'line' },
  expected: {},
} as const satisfies Record<keyof typeof widths, Record<number, Column['against']>>;

function columnsOf(table: keyof typeof widths): Column[] {
  const rules: Record<number, Column['against'] | undefined> = againstOf[table];
  return Array.from({ length: widths[table] }, (_, column) => ({
    against: rules[column] ?? 'before',
    none: table === 'entities' ? (noneOf.get(column) ?? null) : null,
    listKinds: table === 'entities' ? (listKindsOf.get(column) ?? 0) : 0,
  }));
}

/** As `assembly/layout.ts` reads them. */
const [opCount, mostOperands, mostColumns, columnNumbers] = [64, 3, 15, 4];

function describeOp(op: number): number[] {
  const kinds = op === ops.list ? undefined : operands[op];
  const streams = (kinds ?? []).map((kind) => streamOf[kind]);
  return padded([kinds === undefined ? -1 : kinds.length, ...streams], 1 + mostOperands);
}

function describeTable(table: keyof typeof widths): number[] {
  const columns = columnsOf(table);
  const numbers = columns.flatMap((column) => [
    against[column.against],
    column.none === null ? 0 : 1,
    column.none ?? 0,
    column.listKinds,
  ]);
  return padded([columns.length, ...numbers], 1 + mostColumns * columnNumbers);
}

function padded(numbers: readonly number[], length: number): number[] {
  if (numbers.length > length) throw new Error(`there is no room for ${numbers.length} numbers of the layout of facts`);
  return [...numbers, ...new Array<number>(length - numbers.length).fill(0)];
}

/** For the module that packs facts. */
export function describeFacts(): number[] {
  return [
    ops.list,
    ops.named,
    entityFields.kind,
    ...Array.from({ length: opCount }, (_, op) => describeOp(op)).flat(),
    ...tableNames.flatMap(describeTable),
  ];
}

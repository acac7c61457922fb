/** File summaries as text, for tests: nodes as expressions, entities by their names. */
import { entityFields, entityWidth, operands, ops, primitives, type FileSummary } from '../file-summary.ts';

const opNames = new Map<number, string>(Object.entries(ops).map(([name, op]) => [op, name]));

/** A node as text: `a` for a name, `null`, `-` for none, `either(a, b)`, `call(a, -, -)`. Strings are in quotes; scopes and entities are `#1`. */
export function shownNode(summary: FileSummary, node: number): string {
  const { nodes, strings } = summary;
  const op = nodes[node]!;
  if (op === ops.none) return '-';
  if (op === ops.name) return strings[nodes[node + 1]!]!;
  if (op === ops.primitive && nodes[node + 1] === primitives.nothing) return 'null';
  if (op === ops.list)
    return items(summary, node)
      .map((item) => shownNode(summary, item))
      .join(', ');
  const shown = (operands[op] ?? []).map((kind, at) => {
    const value = nodes[node + 1 + at]!;
    if (kind === 'node') return shownNode(summary, value);
    if (kind === 'string') return `'${strings[value]}'`;
    return kind === 'number' ? String(value) : `#${value}`;
  });
  return `${opNames.get(op)}(${shown.join(', ')})`;
}

function items({ nodes }: FileSummary, list: number): number[] {
  return [...nodes.subarray(list + 2, list + 2 + nodes[list + 1]!)];
}

export function fieldOf({ entities }: FileSummary, entity: number, field: keyof typeof entityFields): number {
  return entities[entity * entityWidth + entityFields[field]]!;
}

export function valueOf(summary: FileSummary, entity: number): string {
  return shownNode(summary, fieldOf(summary, entity, 'value'));
}

/** The entities with this name, in the order in which they were written. */
export function entitiesNamed(summary: FileSummary, name: string): number[] {
  const all = Array.from({ length: summary.entities.length / entityWidth }, (_, entity) => entity);
  return all.filter((entity) => summary.strings[fieldOf(summary, entity, 'name')] === name);
}

/** The types of a function's parameters as text, which distinguishes overloads: `String,int[]`. */
import {
  entityFields,
  entityFlags,
  entityKinds,
  entityWidth,
  ops,
  primitives,
  type FileSummary,
} from '../file-summary.ts';

const primitiveNames: ReadonlyMap<number, string> = new Map([
  [primitives.string, 'String'],
  [primitives.number, 'Number'],
  [primitives.boolean, 'Bool'],
]);

/** How deep arrays and packaged types are followed. */
const maxDepth = 8;

/** The functions and methods among a file's entities, by the index of their definition. */
export function functionsByDefinition({ entities }: FileSummary): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (let at = 0; at < entities.length; at += entityWidth) {
    const kind = entities[at + entityFields.kind];
    const definition = entities[at + entityFields.definition]!;
    if (definition !== -1 && (kind === entityKinds.function || kind === entityKinds.method))
      found.set(definition, at / entityWidth);
  }
  return found;
}

/**
 * The types of a function's parameters as they are written, without packages and type arguments. `?` stands for a type without a name,
 * `…` follows the element type of a rest parameter. Where a language records the types as text (a `literalType` as the parameter's context), they are
 * these texts.
 */
export function parameterTypes(summary: FileSummary, entity: number): string {
  const { entities, nodes } = summary;
  const list = entities[entity * entityWidth + entityFields.listA]!;
  const count = list > 0 && nodes[list] === ops.list ? nodes[list + 1]! : 0;
  const types = Array.from({ length: count }, (_, at) => {
    const parameter = nodes[list + 2 + at]! * entityWidth;
    const written = entities[parameter + entityFields.context]!;
    if (written !== 0 && nodes[written] === ops.literalType) return summary.strings[nodes[written + 1]!]!;
    const type = typeText(summary, entities[parameter + entityFields.type]!, 0);
    const isRest = (entities[parameter + entityFields.flags]! & entityFlags.rest) !== 0;
    return isRest ? `${type.replace(/\[\]$/, '')}…` : type;
  });
  // C++: a method may have the same parameters with and without `const`, which is written behind them.
  if (isConstMethod(entities, entity)) types.push('const');
  return types.join(',');
}

/** A function's argument labels, `x:_:`; with types `x:Int,_:String`. A label that is not written is the name of its parameter. */
export function labelsOf(
  { entities, nodes, strings, ...rest }: FileSummary,
  entity: number,
  hasTypes: boolean,
): string {
  const list = entities[entity * entityWidth + entityFields.listA]!;
  const count = list > 0 && nodes[list] === ops.list ? nodes[list + 1]! : 0;
  const parts = Array.from({ length: count }, (_, at) => {
    const parameter = nodes[list + 2 + at]! * entityWidth;
    const label = entities[parameter + entityFields.context]!;
    const text = strings[label === 0 ? entities[parameter + entityFields.name]! : nodes[label + 1]!]!;
    const summary = { entities, nodes, strings, ...rest };
    return hasTypes ? `${text}:${typeText(summary, entities[parameter + entityFields.type]!, 0)}` : `${text}:`;
  });
  return parts.join(hasTypes ? ',' : '');
}

function isConstMethod(entities: Int32Array, entity: number): boolean {
  const at = entity * entityWidth;
  return (
    entities[at + entityFields.kind] === entityKinds.method &&
    (entities[at + entityFields.flags]! & entityFlags.constant) !== 0
  );
}

function typeText(summary: FileSummary, node: number, depth: number): string {
  const { nodes, strings } = summary;
  if (node === 0 || depth > maxDepth) return '?';
  switch (nodes[node]) {
    case ops.named: {
      const path = nodes[node + 1]!;
      return plainName(strings[nodes[path + 1 + nodes[path + 1]!]!] ?? '?');
    }
    // A type with its package is written as a value.
    case ops.cast:
      return typeText(summary, nodes[node + 1]!, depth + 1);
    case ops.typeOf:
      return typeText(summary, nodes[node + 1]!, depth + 1);
    case ops.member:
      return plainName(strings[nodes[node + 2]!]!);
    case ops.primitiveType:
      return primitiveNames.get(nodes[node + 1]!) ?? '?';
    case ops.arrayOf:
      return `${typeText(summary, nodes[node + 1]!, depth + 1)}[]`;
    default:
      return '?';
  }
}

/**
 * A type's name without the number of its type parameters (C#: `` List`1 ``), and without characters that have a meaning in a
 * qualified name.
 */
function plainName(name: string): string {
  return name.replace(/`\d+$/, '').replaceAll(/[.()~,#]/g, '');
}

/** The parameter types of TypeScript's signatures as text, as short as people name them: `string,'open'|'close',Options?`. */
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
  [primitives.string, 'string'],
  [primitives.number, 'number'],
  [primitives.boolean, 'boolean'],
  [primitives.regexp, 'RegExp'],
  [primitives.bigint, 'bigint'],
  // `null`, `undefined`, `void` and `never` are one type for the summary.
  [primitives.nothing, 'nullish'],
  [primitives.any, 'any'],
]);

/** How deep types are followed. */
const maxDepth = 6;
/** How many alternatives of a type are named. */
const maxAlternatives = 4;

/**
 * The types of a function's parameters: names without type arguments. `?` follows the type of an optional parameter, `…` the element type of a rest
 * parameter; `unknown` stands for a type that has no name and is no function, array or text.
 */
export function signatureTypes(summary: FileSummary, entity: number): string {
  const { entities } = summary;
  return itemsOf(summary, entities[entity * entityWidth + entityFields.listA]!)
    .map((parameter) => {
      const at = parameter * entityWidth;
      const type = typeText(summary, entities[at + entityFields.type]!, 0);
      const flags = entities[at + entityFields.flags]!;
      if ((flags & entityFlags.rest) !== 0) return `${type.replace(/\[\]$/, '')}…`;
      return (flags & entityFlags.optional) === 0 ? type : `${type}?`;
    })
    .join(',');
}

function itemsOf({ nodes }: FileSummary, list: number): readonly number[] {
  return list > 0 && nodes[list] === ops.list ? [...nodes.subarray(list + 2, list + 2 + nodes[list + 1]!)] : [];
}

function typeText(summary: FileSummary, node: number, depth: number): string {
  const { nodes, strings, entities } = summary;
  const operand = nodes[node + 1]!;
  if (node <= 0 || depth > maxDepth) return 'unknown';
  switch (nodes[node]) {
    case ops.named:
      return strings[itemsOf(summary, operand).at(-1)!]!;
    case ops.primitiveType:
      return primitiveNames.get(operand) ?? 'unknown';
    case ops.literalType:
      return `'${strings[operand]!.replaceAll(/[()'",.#~]/g, '_')}'`;
    case ops.arrayOf:
      return `${typeText(summary, operand, depth + 1)}[]`;
    case ops.tuple:
      return 'unknown[]';
    case ops.shape:
      return entities[operand * entityWidth + entityFields.kind] === entityKinds.function ? 'Function' : 'object';
    case ops.union: {
      const parts = [...new Set(itemsOf(summary, operand).map((one) => typeText(summary, one, depth + 1)))];
      return parts.length > maxAlternatives ? `${parts.slice(0, maxAlternatives).join('|')}|unknown` : parts.join('|');
    }
    case ops.intersection:
      return itemsOf(summary, operand)
        .map((one) => typeText(summary, one, depth + 1))
        .join('&');
    default:
      return 'unknown';
  }
}

/** The state of one walk that collects link facts from an ESTree program, and what every part of it does. */
import type { Node } from 'oxc-parser';
import type { FactsWriter } from '../../model/facts-writer.ts';
import { ops, primitives, scopeKinds } from '../../model/link-facts.ts';
import { locate, type Places } from '../ecmascript-places.ts';

export interface Collector {
  readonly writer: FactsWriter;
  readonly places: Places;
  readonly text: string;
  /** Innermost class entity: whose member a field or method is. */
  classEntity: number;
  /** What the function that is walked returns so far; null outside functions. */
  returns: number[] | null;
  depth: number;
  readonly primitiveNodes: Map<number, number>;
}

export function placeOf({ places }: Collector, offset: number): { line: number; column: number } {
  locate(places, offset);
  return { line: places.line, column: places.column };
}

export function primitive(collector: Collector, code: number): number {
  let node = collector.primitiveNodes.get(code);
  if (node === undefined) {
    node = collector.writer.node(ops.primitive, code);
    collector.primitiveNodes.set(code, node);
  }
  return node;
}

export function literalCode(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return primitives.string;
    case 'number':
      return primitives.number;
    case 'boolean':
      return primitives.boolean;
    case 'bigint':
      return primitives.bigint;
    default:
      return value === null ? primitives.nothing : primitives.regexp;
  }
}

/** The scope that `var` and functions' names go to. */
export function hoistingScope({ writer }: Collector, scope: number): number {
  let at = scope;
  while (writer.scopeKind(at) === scopeKinds.block) at = writer.scopeParent(at);
  return at;
}

/** The static name of a property key; null when it is computed or has none. */
export function keyName(node: { key?: unknown; computed?: boolean }): string | null {
  const key = node.key as Node | undefined;
  if (key === undefined) return null;
  if (key.type === 'Literal')
    return typeof key.value === 'string' || typeof key.value === 'number' ? String(key.value) : null;
  if (node.computed === true) return null;
  if (key.type === 'Identifier') return key.name;
  return key.type === 'PrivateIdentifier' ? `#${key.name}` : null;
}

/** What an expression is without what does not change its value: parentheses, `!`, optional chains. */
export function bare(node: Node): Node {
  let at = node;
  while (at.type === 'ParenthesizedExpression' || at.type === 'TSNonNullExpression' || at.type === 'ChainExpression') {
    at = at.expression;
  }
  return at;
}

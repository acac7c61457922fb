/** The state of one walk that collects link facts from an ESTree program, and what every part of it does. */
import type { Node } from 'oxc-parser';
import type { FactsWriter } from '../../model/facts-writer.ts';
import { ops, primitives, scopeKinds, siteKinds } from '../../model/link-facts.ts';
import { type Places, locate } from '../ecmascript-places.ts';

/** The parts of the walk that meet again inside each other; they know each other by the functions of this file alone. */
interface Walkers {
  expression: (c: Collector, node: Node, scope: number, site: number) => number;
  type: (c: Collector, node: Node, scope: number) => number;
  statement: (c: Collector, node: Node, scope: number) => void;
  /** The scope of what follows a statement in its block. */
  after: (c: Collector, statement: Node, scope: number) => number;
}

export interface Collector {
  readonly writer: FactsWriter;
  readonly places: Places;
  readonly walkers: Walkers;
  /** Innermost class entity: whose member a field or method is. */
  classEntity: number;
  /** What the function that is walked returns so far; null outside functions. */
  returns: number[] | null;
  /** What the generator that is walked yields so far; null elsewhere. */
  yields: number[] | null;
  depth: number;
  readonly primitiveNodes: Map<number, number>;
}

/** How deep a walk may be to go on into a node: statements stop first, so that what they hold still has room. */
const maxDepths = { expression: 400, statement: 300 };

/** Visits an expression: notes its sites, gives its node (0: nothing is known). `site`: how its name is used. */
export function collectExpression(
  c: Collector,
  node: Node | null | undefined,
  scope: number,
  site: number = siteKinds.read,
): number {
  if (node === null || node === undefined || c.depth > maxDepths.expression) return 0;
  c.depth++;
  const result = c.walkers.expression(c, node, scope, site);
  c.depth--;
  return result;
}

/** Visits a type: notes its sites, gives its node (0: nothing is known). */
export function collectType(c: Collector, node: Node | null | undefined, scope: number): number {
  if (node === null || node === undefined || c.depth > maxDepths.expression) return 0;
  c.depth++;
  const result = c.walkers.type(c, node, scope);
  c.depth--;
  return result;
}

export function collectStatements(c: Collector, statements: readonly Node[], scope: number): void {
  let at = scope;
  for (let index = 0; index < statements.length; index++) {
    const statement = statements[index]!;
    collectStatement(c, statement, at);
    // Names at the top of a file are exported, which a scope within it cannot be.
    if (c.returns !== null) at = c.walkers.after(c, statement, at);
  }
}

export function collectStatement(c: Collector, node: Node | null | undefined, scope: number): void {
  if (node === null || node === undefined || c.depth > maxDepths.statement) return;
  c.depth++;
  c.walkers.statement(c, node, scope);
  c.depth--;
}

/** The place of an offset, to be read before the next one is asked for. */
export function located({ places }: Collector, offset: number): Readonly<{ line: number; column: number }> {
  locate(places, offset);
  return places;
}

/** The place of an offset, to be kept. */
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

/** The state of one walk over a Swift file, and the helpers of all its parts. */
import { placeOf } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';

export { placeOf, type Place } from '../../collecting.ts';

/** Deeper nodes are left out; real code nests less than a hundred levels. */
export const maxDepth = 400;

/** A recursion that does not go through `Collector.visit` stops at this depth. */
export const maxInnerDepth = 300;

/** The `parent` of an entity that has none and is not found by its name either: a closure, an import. */
export const unnamedParent = -2;

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** The current scope of the summary: new sites and entities get it. */
  scope: number;
  /** The type whose body surrounds the current place; -1 for none. */
  owner: number;
  /** Values of local variables by name; null outside of functions, closures, accessors and blocks. */
  locals: Map<string, number> | null;
  /** Values that the surrounding function or closure returns; null where its result type is declared. */
  returns: number[] | null;
  /** Node of the expected result of the surrounding function; 0: unknown. */
  result: number;
  /** Node of the expected value of the next expression; 0: unknown. */
  expected: number;
  /** The current closure, for `$0`. */
  closure: Closure | null;
  depth: number;
  /** Visits a statement or an expression, once. Returns the expression's node (0: unknown). */
  visit(node: SyntaxNode): number;
}

export interface Closure {
  entity: number;
  /** The entities of the parameters, in order. */
  parameters: number[];
  /** Whether the closure declares its parameters, so `$0` is not available. */
  isNamed: boolean;
}

export function textOf({ source }: Collector, node: SyntaxNode): string {
  const text = source.slice(node.startIndex, node.endIndex);
  return text.length > 2 && text.startsWith('`') && text.endsWith('`') ? text.slice(1, -1) : text;
}

/** Named children without comments. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return (node.namedChildren as SyntaxNode[]).filter(({ type }) => type !== 'comment' && type !== 'multiline_comment');
}

export function partOf(node: SyntaxNode, type: string): SyntaxNode | null {
  return partsOf(node).find((child) => child.type === type) ?? null;
}

/** Runs `work` in a new block. */
export function inBlock(c: Collector, work: () => void): void {
  const { locals, scope } = c;
  c.locals = new Map(locals ?? []);
  work();
  Object.assign(c, { locals, scope });
}

/** Declares a local variable. */
export function declareVariable(
  c: Collector,
  name: SyntaxNode,
  { type, value }: { type: number; value: number },
): void {
  const text = textOf(c, name);
  const draft = { name: text, kind: entityKinds.variable, flags: entityFlags.implemented, ...placeOf(name) };
  const entity = c.writer.entity({ ...draft, scope: c.scope, type, value });
  c.locals?.set(text, c.writer.entityNode(entity));
}

export function namedType({ writer, scope }: Collector, name: string, args = 0): number {
  return writer.node(ops.named, writer.list([writer.string(name)]), scope, args);
}

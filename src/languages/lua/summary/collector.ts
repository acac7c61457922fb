/** The state of one walk over a Lua file, and the helpers of all its parts. */
import { nameless } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';

export { nameless, partOf, partsOf, placeOf } from '../../collecting.ts';

/** A block of the source, with the names that it declares. */
export interface Block {
  readonly parent: Block | null;
  readonly names: Set<string>;
  /** Whether the block is part of a function. */
  readonly inFunction: boolean;
  /** Whether this block declares `self` as the receiver of a method. */
  hasReceiver: boolean;
  /** How many scopes the block has opened for names that were declared before. */
  redeclarations: number;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** The current scope in the summary, for new sites and entities. */
  scope: number;
  block: Block;
  /** Return values of the surrounding function, or of the file. */
  returns: number[];
  /** Global names that the file declares. */
  readonly globals: Set<string>;
  /** Current depth of nested nodes, which `boundedVisit` limits. */
  depth: number;
  /** Visits a statement or an expression, once. Returns the expression's node (0: unknown). */
  visit(node: SyntaxNode): number;
}

/** The block that declares a name; null where it is global. */
export function declaringBlock(c: Collector, name: string): Block | null {
  for (let block: Block | null = c.block; block !== null; block = block.parent) if (block.names.has(name)) return block;
  return null;
}

/** Runs `work` in a new block. */
export function withinBlock(c: Collector, work: () => void): void {
  const { scope, block } = c;
  c.scope = c.writer.scope(scope, scopeKinds.block, -1);
  c.block = { parent: block, names: new Set(), inFunction: block.inFunction, hasReceiver: false, redeclarations: 0 };
  work();
  Object.assign(c, { scope, block });
}

/** Limit of the scopes that one block opens for names declared again, because each lookup of a name goes through all of them. */
const maxRedeclarations = 60;

/**
 * Declares a name for the code that follows. If the name is already declared, this opens a new scope, because earlier code means
 * the earlier declaration.
 */
export function declare(c: Collector, name: string): void {
  if (c.block.redeclarations < maxRedeclarations && declaringBlock(c, name) !== null) {
    c.block.redeclarations++;
    c.scope = c.writer.scope(c.scope, scopeKinds.block, -1);
  }
  c.block.names.add(name);
  if (name === 'self') c.block.hasReceiver = false;
}

export function declareVariable(c: Collector, name: SyntaxNode, value: number): void {
  const { writer, block } = c;
  const place = { line: name.startPosition.row + 1, column: name.startPosition.column + 1 };
  if (block.redeclarations >= maxRedeclarations && block.names.has(name.text)) {
    // Without a new scope, the declaration counts as an assignment to the existing variable.
    writer.assign(writer.name(name.text, c.scope), value, place, c.scope);
    return;
  }
  declare(c, name.text);
  writer.entity({ name: name.text, kind: entityKinds.variable, ...place, scope: c.scope, value });
}

/** Declares a table as an object without a name. */
export function declareObject(c: Collector, node: SyntaxNode): number {
  const { row, column } = node.startPosition;
  const draft = { name: '', kind: entityKinds.object, line: row + 1, column: column + 1, scope: c.scope };
  return c.writer.entity({ ...draft, parent: nameless });
}

export interface Property {
  name: string;
  at: SyntaxNode;
  value: number;
}

export function declareProperty(c: Collector, object: number, { name, at, value }: Property): void {
  const { row, column } = at.startPosition;
  const draft = { name, kind: entityKinds.property, line: row + 1, column: column + 1, scope: c.scope };
  c.writer.entity({ ...draft, parent: object, value });
}

/** The entity that a node stands for, if the entity has this kind; else -1. */
export function entityIn({ writer }: Collector, node: number, kind: number): number {
  if (node === 0 || writer.opOf(node) !== ops.entity) return -1;
  const entity = writer.operand(node, 0);
  return writer.get(entity, entityFields.kind) === kind ? entity : -1;
}

/** The content of a string literal; null for any other expression. */
export function stringIn(node: SyntaxNode | null): string | null {
  return node?.type === 'string' ? (node.childForFieldName('content')?.text ?? '') : null;
}

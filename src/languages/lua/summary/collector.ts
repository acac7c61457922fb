/** The state of one walk over a Lua file, and the helpers of all its parts. */
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';

export { partOf, partsOf, placeOf } from '../../collecting.ts';

/** The declarations of a block. */
export interface Block {
  readonly parent: Block | null;
  readonly names: Set<string>;
  /** Whether the block is part of a function. */
  readonly inFunction: boolean;
  /** Whether `self` in this block is the object whose method it belongs to. */
  isThis: boolean;
  /** How many scopes the block has opened for names that were declared before. */
  redeclared: number;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** Scope in the summary: new sites and entities are written with it. */
  scope: number;
  block: Block;
  /** Return values of the surrounding function, or of the file. */
  returns: number[];
  /** Global names that the file declares. */
  readonly globals: Set<string>;
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
  c.block = { parent: block, names: new Set(), inFunction: block.inFunction, isThis: false, redeclared: 0 };
  work();
  Object.assign(c, { scope, block });
}

/** Limit of the scopes that one block opens for redeclared names: each lookup goes through all of them. */
const maxScopes = 60;

/** Declares a name from here on. The code before may mean another declaration of that name, so a second one opens a new scope. */
export function declare(c: Collector, name: string): void {
  if (c.block.redeclared < maxScopes && declaringBlock(c, name) !== null) {
    c.block.redeclared++;
    c.scope = c.writer.scope(c.scope, scopeKinds.block, -1);
  }
  c.block.names.add(name);
  if (name === 'self') c.block.isThis = false;
}

export function declareVariable(c: Collector, name: SyntaxNode, value: number): void {
  const { writer, block } = c;
  const place = { line: name.startPosition.row + 1, column: name.startPosition.column + 1 };
  if (block.redeclared >= maxScopes && block.names.has(name.text)) {
    // Treated as an assignment to the existing variable.
    writer.assign(writer.name(name.text, c.scope), value, place, c.scope);
    return;
  }
  declare(c, name.text);
  writer.entity({ name: name.text, kind: entityKinds.variable, ...place, scope: c.scope, value });
}

/** An object literal without a name of its own. */
export function declareObject(c: Collector, node: SyntaxNode): number {
  const { row, column } = node.startPosition;
  const draft = { name: '', kind: entityKinds.object, line: row + 1, column: column + 1, scope: c.scope };
  return c.writer.entity({ ...draft, parent: -2 });
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

/** The entity of a node, if it has this kind; else -1. */
export function entityIn({ writer }: Collector, node: number, kind: number): number {
  if (node === 0 || writer.opOf(node) !== ops.entity) return -1;
  const entity = writer.operand(node, 0);
  return writer.get(entity, entityFields.kind) === kind ? entity : -1;
}

/** The content of a string literal; null for any other expression. */
export function stringIn(node: SyntaxNode | null): string | null {
  return node?.type === 'string' ? (node.childForFieldName('content')?.text ?? '') : null;
}

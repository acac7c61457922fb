/** The state of one walk over a Lua file, and what every part of it does. */
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';

export { partOf, partsOf, placeOf } from '../../collecting.ts';

/** What a block declares. */
export interface Block {
  readonly around: Block | null;
  readonly names: Set<string>;
  /** It is a part of a function. */
  readonly inFunction: boolean;
  /** Its `self` is what a function is of. */
  isThis: boolean;
  /** How many scopes it began for names that were there. */
  again: number;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** Scope of the facts that sites and entities are written with. */
  scope: number;
  block: Block;
  /** What the function around returns, or the file. */
  returns: number[];
  /** Names that the file gives to the whole program. */
  readonly globals: Set<string>;
  depth: number;
  /** Visits a statement or an expression once; gives the expression's node (0: nothing is known). */
  visit(node: SyntaxNode): number;
}

/** The block that declares a name; null where it is global. */
export function declaringBlock(c: Collector, name: string): Block | null {
  for (let block: Block | null = c.block; block !== null; block = block.around) if (block.names.has(name)) return block;
  return null;
}

/** Does `work` in a block of its own. */
export function withinBlock(c: Collector, work: () => void): void {
  const { scope, block } = c;
  c.scope = c.writer.scope(scope, scopeKinds.block, -1);
  c.block = { around: block, names: new Set(), inFunction: block.inFunction, isThis: false, again: 0 };
  work();
  Object.assign(c, { scope, block });
}

/** Scopes that one block begins for names that it declares again: every look-up goes through all of them. */
const mostScopes = 60;

/** Declares a name where the walk stands; what stands before it may mean another of that name, so that a second one begins a scope. */
export function declare(c: Collector, name: string): void {
  if (c.block.again < mostScopes && declaringBlock(c, name) !== null) {
    c.block.again++;
    c.scope = c.writer.scope(c.scope, scopeKinds.block, -1);
  }
  c.block.names.add(name);
  if (name === 'self') c.block.isThis = false;
}

export function declareVariable(c: Collector, name: SyntaxNode, value: number): void {
  const { writer, block } = c;
  const place = { line: name.startPosition.row + 1, column: name.startPosition.column + 1 };
  if (block.again >= mostScopes && block.names.has(name.text)) {
    // As if it were given to the one that is there.
    writer.assign(writer.name(name.text, c.scope), value, place, c.scope);
    return;
  }
  declare(c, name.text);
  writer.entity({ name: name.text, kind: entityKinds.variable, ...place, scope: c.scope, value });
}

/** An object that has no name of its own. */
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

/** The entity that a node stands for, if it is one of that kind; else -1. */
export function entityIn({ writer }: Collector, node: number, kind: number): number {
  if (node === 0 || writer.opOf(node) !== ops.entity) return -1;
  const entity = writer.operand(node, 0);
  return writer.get(entity, entityFields.kind) === kind ? entity : -1;
}

/** What is written between quotes; null for any other expression. */
export function stringIn(node: SyntaxNode | null): string | null {
  return node?.type === 'string' ? (node.childForFieldName('content')?.text ?? '') : null;
}

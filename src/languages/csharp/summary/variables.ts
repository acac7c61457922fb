/** Declarations of variables: locals, loop variables and pattern variables. */
import type { SyntaxNode } from '../../language.ts';
import { ops } from '../../../model/file-summary.ts';
import {
  declareLocal,
  field,
  setContext,
  nameOf,
  ofType,
  partsOf,
  valuesIn,
  within,
  type Collector,
} from '../../nominal-summary.ts';
import { visitImplicitConstruction } from './calls.ts';
import { typeOf } from './types.ts';

export interface Declarator {
  name: SyntaxNode;
  type: number;
  /** Visits the initial value and returns it; 0 for none. */
  visitValue: () => number;
}

/** Calls `declare` for each variable of a declaration. The names of a tuple are declared as local variables at once. */
export function visitDeclarators(c: Collector, node: SyntaxNode, declare: (declarator: Declarator) => void): void {
  const writtenType = field(node, 'type');
  const type = writtenType === undefined ? 0 : typeOf(c, writtenType);
  for (const part of partsOf(node)) {
    if (part.type !== 'variable_declarator') continue;
    const name = field(part, 'name') ?? partsOf(part)[0];
    if (name === undefined) continue;
    const valueNode = valuesIn(part).find(
      (child) => child.startIndex >= name.endIndex && child.type !== 'bracketed_argument_list',
    );
    const visitValue = (): number => (valueNode === undefined ? 0 : valueOf(c, valueNode, { type, writtenType }));
    if (name.type === 'tuple_pattern') declareTuple(c, name, visitValue());
    else declare({ name, type, visitValue });
  }
}

/** Visits an initial value; `new()` has the declared type. */
function valueOf(
  c: Collector,
  node: SyntaxNode,
  { type, writtenType }: { type: number; writtenType: SyntaxNode | undefined },
): number {
  if (node.type === 'implicit_object_creation_expression' && type !== 0 && writtenType !== undefined)
    return visitImplicitConstruction(c, node, type);
  return c.visit(node);
}

export function visitDeclaration(c: Collector, node: SyntaxNode): number {
  visitDeclarators(c, node, ({ name, type, visitValue }) => {
    const initial = visitValue();
    setContext(c, initial, ofType(c, type));
    declareLocal(c, { name, type, value: initial });
  });
  return 0;
}

/** `var (a, b) = …`, which may be nested. */
export function declareTuple(c: Collector, node: SyntaxNode, value: number, depth = 0): void {
  if (depth > 20) return;
  for (const [index, part] of partsOf(node).entries()) {
    const item = value === 0 ? 0 : c.writer.node(ops.item, value, index);
    if (part.type === 'identifier') declareLocal(c, { name: part, type: 0, value: item });
    else declareTuple(c, part, item, depth + 1);
  }
}

/** `foreach (var a in b)`. */
export function visitForEach(c: Collector, node: SyntaxNode): number {
  within(c, { kind: 'block' }, () => {
    const writtenType = field(node, 'type');
    const type = writtenType === undefined ? 0 : typeOf(c, writtenType);
    const right = field(node, 'right');
    const values = right === undefined ? 0 : c.visit(right);
    const value = values === 0 ? 0 : c.writer.node(ops.element, values);
    const left = field(node, 'left');
    if (left?.type === 'identifier') declareLocal(c, { name: left, type, value });
    else if (left !== undefined) declareTuple(c, left, value);
    const body = field(node, 'body');
    if (body !== undefined) c.visit(body);
  });
  return 0;
}

/** `catch (A a)`. */
export function visitCatchDeclaration(c: Collector, node: SyntaxNode): number {
  const writtenType = field(node, 'type');
  const name = field(node, 'name');
  const type = writtenType === undefined ? 0 : typeOf(c, writtenType);
  if (name !== undefined) declareLocal(c, { name, type, value: 0 });
  return 0;
}

/** `A a` in a pattern or after `out`. Without a written type, nothing is known of the variable. */
export function visitBinding(c: Collector, node: SyntaxNode): number {
  const writtenType = field(node, 'type');
  const name = field(node, 'name');
  const type = writtenType === undefined ? 0 : typeOf(c, writtenType);
  for (const part of partsOf(node))
    if (part !== writtenType && part.id !== writtenType?.id && part.id !== name?.id) c.visit(part);
  if (name !== undefined && name.type === 'identifier' && nameOf(c, name) !== '')
    declareLocal(c, { name, type, value: 0 });
  return 0;
}

/** `from a in b`, `let a = b`, `join a in b`: visible in the rest of the query. */
export function visitClause(c: Collector, node: SyntaxNode): number {
  const writtenType = field(node, 'type');
  const parts = partsOf(node).filter((part) => part.id !== writtenType?.id);
  const [name, ...rest] = parts;
  const type = writtenType === undefined ? 0 : typeOf(c, writtenType);
  const [first = 0] = rest.slice(0, 1).map((part) => c.visit(part));
  const isLet = node.type === 'let_clause';
  const value = first === 0 || isLet ? first : c.writer.node(ops.element, first);
  if (name?.type === 'identifier') declareLocal(c, { name, type, value });
  for (const part of rest.slice(1)) c.visit(part);
  return 0;
}

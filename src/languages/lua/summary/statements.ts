/** Assignments, declarations, loops and returns. */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { declareVariable, partOf, partsOf, placeOf, withinBlock, type Collector } from './collector.ts';
import { globalName, visitTarget } from './names.ts';
import { takesSelf, writeFunction } from './functions.ts';

/** `local a, b = x, y`. */
export function visitLocal(c: Collector, node: SyntaxNode): number {
  const assignment = partOf(node, 'assignment_statement');
  const list = partOf(assignment ?? node, 'variable_list');
  const names = list === null ? [] : partsOf(list).filter((part) => part.type === 'identifier');
  const expressionList = assignment === null ? null : partOf(assignment, 'expression_list');
  const values = visitValues(c, expressionList, names);
  for (let index = 0; index < names.length; index++) declareVariable(c, names[index]!, values[index] ?? 0);
  return 0;
}

/**
 * The values of the names, by position. The first result of `pcall` is only whether the call succeeded, so the known value belongs
 * to the second name.
 */
function visitValues(c: Collector, expressionList: SyntaxNode | null, names: readonly SyntaxNode[]): number[] {
  const expressions = expressionList === null ? [] : partsOf(expressionList);
  const values = expressions.map((expression, index) => valueFor(c, expression, names[index] ?? null));
  const [only] = expressions;
  const isPcall =
    expressions.length === 1 && only?.type === 'function_call' && only.childForFieldName('name')?.text === 'pcall';
  return isPcall && names.length > 1 ? [0, values[0] ?? 0] : values;
}

/** The value of an expression that is assigned to a target. A function gets the place of the target's name. */
function valueFor(c: Collector, expression: SyntaxNode, target: SyntaxNode | null): number {
  const table = target === null ? null : defaultTable(expression, target);
  if (table !== null) {
    c.visit(expression.childForFieldName('left')!);
    return c.visit(table);
  }
  if (expression.type !== 'function_definition' || target === null) return c.visit(expression);
  const isMember = target.type.endsWith('_index_expression');
  const at = isMember ? (target.childForFieldName('field') ?? target) : target;
  const self = isMember && takesSelf(expression) ? ('parameter' as const) : null;
  return c.writer.entityNode(writeFunction(c, expression, { at, name: at.type === 'identifier' ? at.text : '', self }));
}

/** The table after `or` in `M = M or {}`. */
function defaultTable(expression: SyntaxNode, target: SyntaxNode): SyntaxNode | null {
  const left = expression.type === 'binary_expression' ? expression.childForFieldName('left') : null;
  const right = left === null ? null : expression.childForFieldName('right');
  return left?.text === target.text && right?.type === 'table_constructor' ? right : null;
}

export function visitAssignment(c: Collector, node: SyntaxNode): number {
  const list = partOf(node, 'variable_list');
  const targets = list === null ? [] : partsOf(list);
  const values = visitValues(c, partOf(node, 'expression_list'), targets);
  for (let index = 0; index < targets.length; index++) assignTo(c, targets[index]!, values[index] ?? 0);
  return 0;
}

function assignTo(c: Collector, target: SyntaxNode, value: number): void {
  const { writer } = c;
  const name = globalName(c, target);
  // The first assignment to a global variable declares it.
  if (name !== null && !c.globals.has(name.text)) {
    c.globals.add(name.text);
    const flags = entityFlags.implemented | entityFlags.global;
    writer.entity({ name: name.text, kind: entityKinds.variable, flags, scope: 0, value }, placeOf(name));
    return;
  }
  const node = visitTarget(c, target);
  const at = target.type.endsWith('_index_expression') ? (target.childForFieldName('field') ?? target) : target;
  if (node !== 0) writer.assign(node, value, placeOf(at), c.scope);
}

/** `for k, v in pairs(t) do … end`, `for i = 1, 10 do … end`. */
export function visitFor(c: Collector, node: SyntaxNode): number {
  const clause = node.childForFieldName('clause');
  const body = node.childForFieldName('body');
  withinBlock(c, () => {
    if (clause?.type === 'for_generic_clause') loopOver(c, clause);
    else if (clause !== null) {
      const name = clause.childForFieldName('name');
      for (const part of partsOf(clause)) if (part.id !== name?.id) c.visit(part);
      if (name !== null) declareVariable(c, name, 0);
    }
    if (body !== null) for (const part of partsOf(body)) c.visit(part);
  });
  return 0;
}

/** Declares the variables of `for k, v in …`; after `pairs` and `ipairs`, the second one is an element of the table. */
function loopOver(c: Collector, clause: SyntaxNode): void {
  const names = partOf(clause, 'variable_list');
  const expressionList = partOf(clause, 'expression_list');
  const [first, ...others] = expressionList === null ? [] : partsOf(expressionList);
  const isPairs = first?.type === 'function_call' && /^i?pairs$/.test(first.childForFieldName('name')?.text ?? '');
  const table = isPairs ? first.childForFieldName('arguments')?.firstNamedChild : null;
  const iterated = table ? c.visit(table) : 0;
  if (first !== undefined && !isPairs) c.visit(first);
  for (const other of others) c.visit(other);
  const element = iterated === 0 ? 0 : c.writer.node(ops.element, iterated);
  for (const [index, name] of (names === null ? [] : partsOf(names)).entries())
    if (name.type === 'identifier') declareVariable(c, name, index === 1 ? element : 0);
}

/** Only the first returned value is recorded. */
export function visitReturn(c: Collector, node: SyntaxNode): number {
  const list = partOf(node, 'expression_list');
  const values = list === null ? [] : partsOf(list).map((part) => c.visit(part));
  if (values[0] !== undefined) c.returns.push(values[0]);
  return 0;
}

/** Visits a statement with blocks. The declarations of a block end with the block. */
export function visitBlocks(c: Collector, node: SyntaxNode): number {
  for (const part of partsOf(node)) {
    if (part.type === 'block') withinBlock(c, () => partsOf(part).forEach((statement) => c.visit(statement)));
    else c.visit(part);
  }
  return 0;
}

/** `repeat … until condition`: the condition sees the declarations of the block. */
export function visitRepeat(c: Collector, node: SyntaxNode): number {
  const body = node.childForFieldName('body');
  const condition = node.childForFieldName('condition');
  withinBlock(c, () => {
    if (body !== null) for (const part of partsOf(body)) c.visit(part);
    if (condition !== null) c.visit(condition);
  });
  return 0;
}

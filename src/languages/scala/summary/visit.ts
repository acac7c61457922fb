/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import {
  declareParameter,
  field,
  setContext,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  primitive,
  primitiveValue,
  useName,
  visitBlock,
  visitParts,
  within,
  writeLambda,
  writeReturn,
  type Collector,
  type Visit,
} from '../../nominal-summary.ts';
import { visitArguments } from './arguments.ts';
import { visitImport } from './imported.ts';
import { visitCall, visitConstruction, visitField, visitGenericFunction, visitInfix } from './calls.ts';
import {
  declareParameters,
  visitEnumCase,
  visitExtension,
  visitFunction,
  visitMembers,
  visitTypeAlias,
  visitValue,
} from './declarations.ts';
import { runsGenerator, runsToString, runsUpdate, visitPrefix } from './operators.ts';
import { visitPattern } from './patterns.ts';
import { visitPlaceholder, withPlaceholders } from './placeholders.ts';
import { isType, typeOf } from './types.ts';

export const visitors = new Map<string, Visit>();

function register(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors.set(name, visit);
}

function visitName(c: Collector, node: SyntaxNode): number {
  const text = nameOf(c, node);
  if (text === 'this') return c.writer.node(ops.this, c.frame.scope);
  if (text === 'super') return c.writer.node(ops.super, c.frame.scope);
  return useName(c, node);
}

function visitLambda(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  return writeLambda(c, node, (entity) => {
    const parts = partsOf(node);
    const parameters = field(node, 'parameters');
    const body = parts.filter((part) => part.id !== parameters?.id);
    if (parameters?.type === 'identifier') {
      const draft = { name: nameOf(c, parameters), place: placeOf(parameters), owner: entity, type: 0 };
      writer.set(entity, entityFields.listA, writer.list([declareParameter(c, draft)]));
    } else if (parameters !== undefined)
      writer.set(entity, entityFields.listA, declareParameters(c, parameters, entity));
    let value = 0;
    for (const part of body) value = c.visit(part);
    return value;
  });
}

/** `{ case a => b }`: a function whose parameter is the matched value. */
function visitCases(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  return writeLambda(c, node, (entity) => {
    const parameter = declareParameter(c, { name: '', place: placeOf(node), owner: entity, type: 0 });
    writer.set(entity, entityFields.listA, writer.list([parameter]));
    return visitClauses(c, node, writer.entityNode(parameter));
  });
}

function visitClauses(c: Collector, node: SyntaxNode, value: number): number {
  const values = partsOf(node).map((clause) =>
    within(c, { kind: 'block' }, () => {
      const pattern = field(clause, 'pattern');
      if (pattern !== undefined) visitPattern(c, pattern, value);
      let last = 0;
      for (const part of partsOf(clause)) if (part.id !== pattern?.id) last = c.visit(part);
      return last;
    }),
  );
  return c.writer.either(values);
}

function visitMatch(c: Collector, node: SyntaxNode): number {
  const [subject, body] = [field(node, 'value'), field(node, 'body')];
  const value = subject === undefined ? 0 : c.visit(subject);
  return body === undefined ? 0 : visitClauses(c, body, value);
}

function visitFor(c: Collector, node: SyntaxNode): number {
  return within(c, { kind: 'block' }, () => {
    let last = 0;
    const yields = (node.children as SyntaxNode[]).some(({ type }) => type === 'yield');
    for (const part of partsOf(node)) {
      if (part.type === 'enumerators') visitEnumerators(c, part, yields);
      else last = c.visit(part);
    }
    return last === 0 ? 0 : c.writer.node(ops.array, c.writer.list([last]));
  });
}

function visitEnumerators(c: Collector, node: SyntaxNode, yields: boolean): void {
  const parts = partsOf(node);
  const isGenerator = (part: SyntaxNode): boolean => c.source.slice(part.startIndex, part.endIndex).includes('<-');
  const last = parts.findLast(isGenerator);
  for (const [index, part] of parts.entries()) {
    const hasGuard = parts[index + 1]?.type === 'guard' || partOf(partsOf(part), 'guard') !== undefined;
    visitEnumerator(c, part, { yields, isLast: part === last, hasGuard });
  }
}

/** A part of a `for`: `a <- b`, `a = b`, or a guard. */
function visitEnumerator(
  c: Collector,
  node: SyntaxNode,
  how: { yields: boolean; isLast: boolean; hasGuard: boolean },
): void {
  const [pattern, source, ...rest] = partsOf(node);
  if (pattern === undefined) return;
  if (source === undefined || node.type === 'guard') {
    c.visit(pattern);
    return;
  }
  const value = c.visit(source);
  const isEach = c.source.slice(pattern.endIndex, source.startIndex).includes('<-');
  if (isEach) runsGenerator(c, source, { values: value, ...how });
  visitPattern(c, pattern, value === 0 || !isEach ? value : c.writer.node(ops.element, value));
  for (const part of rest) c.visit(part);
}

function visitAssignment(c: Collector, node: SyntaxNode): number {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  let target = 0;
  if (left?.type === 'identifier') target = useName(c, left, siteKinds.write);
  else if (left?.type === 'field_expression') target = visitField(c, left, siteKinds.write);
  else if (left?.type === 'call_expression') return visitUpdate(c, left, right);
  else if (left !== undefined) target = c.visit(left);
  const value = right === undefined ? 0 : c.visit(right);
  setContext(c, value, target);
  return 0;
}

/** `a(k) = b`. */
function visitUpdate(c: Collector, left: SyntaxNode, right: SyntaxNode | undefined): number {
  const callee = field(left, 'function');
  const list = field(left, 'arguments');
  const object = callee === undefined ? 0 : c.visit(callee);
  const args = list === undefined ? [] : visitArguments(c, list);
  const value = right === undefined ? 0 : c.visit(right);
  runsUpdate(c, left, { object, args: [...args, value] });
  return 0;
}

function visitIf(c: Collector, node: SyntaxNode): number {
  const [test, ...branches] = partsOf(node);
  if (test !== undefined) c.visit(test);
  return c.writer.either(branches.map((part) => within(c, { kind: 'block' }, () => c.visit(part))));
}

/** `self: A =>`: another name for `this`, with a type if it has one. */
function visitSelf(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const name = partOf(parts, 'identifier');
  const typeNode = parts.find(isType);
  const type = typeNode === undefined ? 0 : typeOf(c, typeNode);
  const { scope } = c.frame;
  if (name === undefined) return 0;
  const value = c.writer.node(ops.this, scope);
  const kind = entityKinds.variable;
  c.writer.entity({ name: nameOf(c, name), kind, ...placeOf(name), scope, value: type === 0 ? value : 0, type });
  return 0;
}

register('identifier', visitName);
register(
  'field_expression',
  withPlaceholders((c, node) => visitField(c, node)),
);
register('call_expression', withPlaceholders(visitCall));
register('generic_function', withPlaceholders(visitGenericFunction));
register('infix_expression', withPlaceholders(visitInfix));
register('prefix_expression', withPlaceholders(visitPrefix));
register('instance_expression', withPlaceholders(visitConstruction));
register('lambda_expression', visitLambda);
register('case_block', visitCases);
register('match_expression', withPlaceholders(visitMatch));
register('catch_clause', (c, node) => {
  for (const part of partsOf(node)) visitClauses(c, part, 0);
  return 0;
});
register('for_expression', visitFor);
register('assignment_expression', withPlaceholders(visitAssignment));
register('if_expression', visitIf);
register('block indented_block', visitBlock);
register('arguments', (c, node) => (visitArguments(c, node), 0));
register('return_expression', (c, node) => {
  writeReturn(c, visitParts(c, node));
  return 0;
});
register('throw_expression while_expression do_while_expression', (c, node) => (visitParts(c, node), 0));
register('tuple_expression', (c, node) =>
  c.writer.node(ops.array, c.writer.list(partsOf(node).map((part) => c.visit(part)))),
);
register('ascription_expression', (c, node) => {
  const [value, typeNode] = partsOf(node);
  const operand = value === undefined ? 0 : c.visit(value);
  const type = typeNode === undefined || !isType(typeNode) ? 0 : typeOf(c, typeNode);
  return type === 0 ? operand : c.writer.node(ops.cast, type, operand);
});
register('interpolated_string_expression', (c, node) => {
  for (const part of partsOf(node)) {
    if (part.type === 'identifier') continue;
    for (const inner of partsOf(part)) {
      const value = c.visit(inner);
      if (inner.type === 'interpolation') runsToString(c, inner, value);
    }
  }
  return primitive(c, primitives.string);
});
register('string', (c) => primitive(c, primitives.string));
register('integer_literal', (c) => primitiveValue(c, 'Int'));
register('floating_point_literal', (c) => primitiveValue(c, 'Double'));
register('character_literal', (c) => primitiveValue(c, 'Char'));
register('boolean_literal', (c) => primitiveValue(c, 'Boolean'));
register('null_literal', (c) => primitive(c, primitives.nothing));
register('function_definition function_declaration', visitFunction);
register('val_definition var_definition val_declaration var_declaration', visitValue);
register('type_definition', visitTypeAlias);
register('simple_enum_case full_enum_case', visitEnumCase);
// Declarations at the top level see one another in any order, so they are visited together.
register('compilation_unit', (c, node) => {
  visitMembers(c, partsOf(node));
  return 0;
});
register('class_definition trait_definition object_definition enum_definition package_object', (c, node) => {
  visitMembers(c, [node]);
  return 0;
});
register('package_clause', (c, node) => {
  const body = field(node, 'body');
  if (body !== undefined) visitMembers(c, partsOf(body));
  return 0;
});
register('extension_definition', visitExtension);
register('given_definition', (c, node) =>
  within(c, { kind: 'block' }, () => {
    for (const part of partsOf(node)) if (part.type !== 'identifier') c.visit(part);
    return 0;
  }),
);
register('self_type', visitSelf);
register('import_declaration', visitImport);
register('annotation', (c, node) => {
  for (const part of partsOf(node)) {
    if (isType(part)) typeOf(c, part, siteKinds.decorate);
    else c.visit(part);
  }
  return 0;
});
register('wildcard', visitPlaceholder);
register('modifiers access_modifier operator_identifier package_identifier type_parameters', () => 0);
for (const type of 'type_identifier stable_type_identifier generic_type function_type tuple_type compound_type infix_type'.split(
  ' ',
))
  register(type, (c, node) => (typeOf(c, node), 0));

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
import { visitPattern } from './patterns.ts';
import { visitPlaceholder, withPlaceholders } from './placeholders.ts';
import { isType, typeOf } from './types.ts';

export const visitors = new Map<string, Visit>();

function on(names: string, visit: Visit): void {
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

/** `{ case a => b }`: a function of the matched value. */
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
    for (const part of partsOf(node)) {
      if (part.type === 'enumerators') for (const one of partsOf(part)) visitEnumerator(c, one);
      else last = c.visit(part);
    }
    return last === 0 ? 0 : c.writer.node(ops.array, c.writer.list([last]));
  });
}

/** `a <- b`, `a = b`. */
function visitEnumerator(c: Collector, node: SyntaxNode): void {
  const [pattern, source, ...rest] = partsOf(node);
  if (pattern === undefined) return;
  if (source === undefined || node.type === 'guard') {
    c.visit(pattern);
    return;
  }
  const value = c.visit(source);
  const isEach = c.source.slice(pattern.endIndex, source.startIndex).includes('<-');
  visitPattern(c, pattern, value === 0 || !isEach ? value : c.writer.node(ops.element, value));
  for (const part of rest) c.visit(part);
}

function visitAssignment(c: Collector, node: SyntaxNode): number {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  let target = 0;
  if (left?.type === 'identifier') target = useName(c, left, siteKinds.write);
  else if (left?.type === 'field_expression') target = visitField(c, left, siteKinds.write);
  else if (left !== undefined) target = c.visit(left);
  const value = right === undefined ? 0 : c.visit(right);
  setContext(c, value, target);
  return 0;
}

function visitIf(c: Collector, node: SyntaxNode): number {
  const [test, ...branches] = partsOf(node);
  if (test !== undefined) c.visit(test);
  return c.writer.either(branches.map((part) => within(c, { kind: 'block' }, () => c.visit(part))));
}

/** `self: A =>`. */
function visitSelf(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const name = partOf(parts, 'identifier');
  const written = parts.find(isType);
  const type = written === undefined ? 0 : typeOf(c, written);
  const { scope } = c.frame;
  if (name === undefined) return 0;
  const value = c.writer.node(ops.this, scope);
  const kind = entityKinds.variable;
  c.writer.entity({ name: nameOf(c, name), kind, ...placeOf(name), scope, value: type === 0 ? value : 0, type });
  return 0;
}

on('identifier', visitName);
on(
  'field_expression',
  withPlaceholders((c, node) => visitField(c, node)),
);
on('call_expression', withPlaceholders(visitCall));
on('generic_function', withPlaceholders(visitGenericFunction));
on('infix_expression', withPlaceholders(visitInfix));
on('prefix_expression', withPlaceholders(visitParts));
on('instance_expression', withPlaceholders(visitConstruction));
on('lambda_expression', visitLambda);
on('case_block', visitCases);
on('match_expression', withPlaceholders(visitMatch));
on('catch_clause', (c, node) => {
  for (const part of partsOf(node)) visitClauses(c, part, 0);
  return 0;
});
on('for_expression', visitFor);
on('assignment_expression', withPlaceholders(visitAssignment));
on('if_expression', visitIf);
on('block indented_block', visitBlock);
on('arguments', (c, node) => (visitArguments(c, node), 0));
on('return_expression', (c, node) => {
  writeReturn(c, visitParts(c, node));
  return 0;
});
on('throw_expression while_expression do_while_expression', (c, node) => (visitParts(c, node), 0));
on('tuple_expression', (c, node) =>
  c.writer.node(ops.array, c.writer.list(partsOf(node).map((part) => c.visit(part)))),
);
on('ascription_expression', (c, node) => {
  const [value, written] = partsOf(node);
  const operand = value === undefined ? 0 : c.visit(value);
  const type = written === undefined || !isType(written) ? 0 : typeOf(c, written);
  return type === 0 ? operand : c.writer.node(ops.cast, type, operand);
});
on('interpolated_string_expression', (c, node) => {
  for (const part of partsOf(node)) if (part.type !== 'identifier') visitParts(c, part);
  return primitive(c, primitives.string);
});
on('string', (c) => primitive(c, primitives.string));
on('integer_literal', (c) => primitiveValue(c, 'Int'));
on('floating_point_literal', (c) => primitiveValue(c, 'Double'));
on('character_literal', (c) => primitiveValue(c, 'Char'));
on('boolean_literal', (c) => primitiveValue(c, 'Boolean'));
on('null_literal', (c) => primitive(c, primitives.nothing));
on('function_definition function_declaration', visitFunction);
on('val_definition var_definition val_declaration var_declaration', visitValue);
on('type_definition', visitTypeAlias);
on('simple_enum_case full_enum_case', visitEnumCase);
// The declarations at the top level see one another, whatever their order.
on('compilation_unit', (c, node) => {
  visitMembers(c, partsOf(node));
  return 0;
});
on('class_definition trait_definition object_definition enum_definition package_object', (c, node) => {
  visitMembers(c, [node]);
  return 0;
});
on('package_clause', (c, node) => {
  const body = field(node, 'body');
  if (body !== undefined) visitMembers(c, partsOf(body));
  return 0;
});
on('extension_definition', visitExtension);
on('given_definition', (c, node) =>
  within(c, { kind: 'block' }, () => {
    for (const part of partsOf(node)) if (part.type !== 'identifier') c.visit(part);
    return 0;
  }),
);
on('self_type', visitSelf);
on('import_declaration', visitImport);
on('annotation', (c, node) => {
  for (const part of partsOf(node)) {
    if (isType(part)) typeOf(c, part, siteKinds.decorate);
    else c.visit(part);
  }
  return 0;
});
on('wildcard', visitPlaceholder);
on('modifiers access_modifier operator_identifier package_identifier type_parameters', () => 0);
for (const type of 'type_identifier stable_type_identifier generic_type function_type tuple_type compound_type infix_type'.split(
  ' ',
))
  on(type, (c, node) => (typeOf(c, node), 0));

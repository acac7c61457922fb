/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { ops, primitives, siteKinds } from '../../../model/file-summary.ts';
import { mayBeObject } from '../../implicit-calls.ts';
import {
  field,
  setContext,
  ofType,
  partsOf,
  primitive,
  primitiveValue,
  useName,
  visitAll,
  visitBlock,
  valuesIn,
  visitParts,
  within,
  writeReturn,
  type Collector,
  type Visit,
} from '../../nominal-summary.ts';
import {
  visitArguments,
  visitCall,
  visitConditionalAccess,
  visitConstruction,
  visitElementBinding,
  visitGenericName,
  visitMember,
  visitMemberBinding,
  visitTarget,
  visitUntypedConstruction,
  visitWith,
} from './calls.ts';
import { visitAttributes, visitLambda, visitLocalFunction, visitMethod } from './methods.ts';
import { visitUsing } from './names.ts';
import {
  binaryResult,
  runsAwait,
  runsBinary,
  runsConversion,
  runsConversionFrom,
  runsDispose,
  runsEnd,
  runsIndexer,
  runsToString,
  visitUnary,
} from './operators.ts';
import { isType, typeOf } from './types.ts';
import { visitDelegate, visitNamespace, visitType } from './types-declared.ts';
import { visitBinding, visitCatchDeclaration, visitClause, visitDeclaration, visitForEach } from './variables.ts';

/** Items of an array beyond this number are dropped: they rarely have another type than the first ones. */
const maxItems = 16;

export const visitors = new Map<string, Visit>();

function on(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors.set(name, visit);
}

function visitAssignment(c: Collector, node: SyntaxNode): number {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  const sign = field(node, 'operator')?.type ?? '=';
  const target = left === undefined ? 0 : visitTarget(c, left, sign === '=' ? siteKinds.write : siteKinds.update);
  const value = right === undefined ? 0 : c.visit(right);
  setContext(c, value, target);
  if (left?.type !== 'identifier') c.writer.handOn([value]);
  if (sign !== '=' && right !== undefined)
    runsBinary(c, { left: target, right: value, sign: sign.slice(0, -1), node: right });
  return value === 0 ? target : value;
}

/** `(A) a`, `a as A`. */
function visitCast(c: Collector, node: SyntaxNode): number {
  const isAs = node.type === 'as_expression';
  const writtenType = field(node, isAs ? 'right' : 'type');
  const operand = field(node, isAs ? 'left' : 'value');
  const type = writtenType === undefined || !isType(writtenType) ? 0 : typeOf(c, writtenType);
  const value = operand === undefined ? 0 : c.visit(operand);
  if (type === 0) return value;
  setContext(c, value, ofType(c, type));
  if (!isAs && writtenType !== undefined) {
    runsConversion(c, writtenType, value);
    runsConversionFrom(c, writtenType, value);
  }
  return c.writer.node(ops.cast, type, value);
}

/** `a is A`. */
function visitTest(c: Collector, node: SyntaxNode): number {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  if (left !== undefined) c.visit(left);
  if (right !== undefined) typeOf(c, right);
  return primitive(c, primitives.boolean);
}

/** Visits an expression that contains types; returns the last type. */
function visitTypes(c: Collector, node: SyntaxNode): number {
  let type = 0;
  for (const part of partsOf(node)) {
    if (isType(part)) type = typeOf(c, part);
    else c.visit(part);
  }
  return type;
}

const comparisons: ReadonlySet<string> = new Set('== != < > <= >= && ||'.split(' '));

/** Visits `a + b + c`. Long sums nest to the left, so a loop walks them and not recursion. */
function visitBinary(c: Collector, node: SyntaxNode): number {
  const spine: { right: SyntaxNode; sign: string }[] = [];
  let at = node;
  while (at.type === 'binary_expression') {
    const [left, right] = [field(at, 'left'), field(at, 'right')];
    if (left === undefined || right === undefined) break;
    spine.push({ right, sign: field(at, 'operator')?.type ?? '' });
    at = left;
  }
  let value = at.type === 'binary_expression' ? visitParts(c, at) : c.visit(at);
  for (let index = spine.length - 1; index >= 0; index--) {
    const { right, sign } = spine[index]!;
    const other = c.visit(right);
    runsBinary(c, { left: value, right: other, sign, node: right });
    if (comparisons.has(sign)) value = primitive(c, primitives.boolean);
    else if (sign === '??') value = c.writer.either([value, other]);
    else if (c.writer.opOf(other) === ops.primitive || value === 0 || isNumber(c, value, other)) value = other;
    else value = binaryResult(c, value, sign);
  }
  return value;
}

/** Whether a number stands before a value that may be an object: `2 * a`. */
function isNumber(c: Collector, value: number, other: number): boolean {
  return !mayBeObject(c, value) && c.writer.opOf(value) === ops.cast && mayBeObject(c, other);
}

function visitConditional(c: Collector, node: SyntaxNode): number {
  const [test, ...branches] = valuesIn(node);
  if (test !== undefined) c.visit(test);
  return c.writer.either(branches.map((part) => c.visit(part)));
}

function visitItem(c: Collector, node: SyntaxNode): number {
  const [object, subscript] = [field(node, 'expression'), field(node, 'subscript')];
  const value = object === undefined ? 0 : c.visit(object);
  const [key = 0] = subscript === undefined ? [] : visitArguments(c, subscript);
  runsIndexer(c, node, value);
  return value === 0 ? 0 : c.writer.node(ops.index, value, key);
}

/** Visits a switch expression. Its value is the value of one of the arms. */
function visitArms(c: Collector, node: SyntaxNode): number {
  const values = partsOf(node).map((part, index) => {
    if (index === 0 && part.type !== 'switch_expression_arm') {
      c.visit(part);
      return 0;
    }
    return visitBlock(c, part);
  });
  return c.writer.either(values);
}

/** `T { A: p } a`, `[p, q]`. */
function visitRecursivePattern(c: Collector, node: SyntaxNode): number {
  return visitBinding(c, node);
}

/** `A: p` in a pattern: only p is visited, since the type of which A is a member is not known here. */
function visitSubpattern(c: Collector, node: SyntaxNode): number {
  const [, ...rest] = partsOf(node);
  for (const part of rest) c.visit(part);
  return 0;
}

/** `using (a) { … }`, `using (var a = b) { … }`. */
function visitUsingStatement(c: Collector, node: SyntaxNode): number {
  return within(c, { kind: 'block' }, () => {
    const isAsync = (node.children as SyntaxNode[])[0]?.type === 'await';
    const [first, ...rest] = valuesIn(node);
    if (first === undefined) return 0;
    const value = c.visit(first);
    if (first.type === 'variable_declaration') runsDispose(c, first, isAsync);
    else runsEnd(c, first, { value, isAsync });
    let last = value;
    for (const part of rest) last = c.visit(part);
    return last;
  });
}

function visitReturn(c: Collector, node: SyntaxNode): number {
  const [part] = valuesIn(node);
  if (part !== undefined) writeReturn(c, c.visit(part));
  return 0;
}

on('identifier', (c, node) => useName(c, node));
on('generic_name', visitGenericName);
on('qualified_name', (c, node) => visitMember(c, node));
on('alias_qualified_name', (c, node) => {
  const name = field(node, 'name');
  return name === undefined ? 0 : c.visit(name);
});
on('member_access_expression', (c, node) => visitMember(c, node));
on('conditional_access_expression', visitConditionalAccess);
on('member_binding_expression', visitMemberBinding);
on('element_binding_expression', visitElementBinding);
on('this', (c) => c.writer.node(ops.this, c.frame.scope));
on('base', (c) => c.writer.node(ops.super, c.frame.scope));
on('invocation_expression', visitCall);
on('object_creation_expression', visitConstruction);
on('implicit_object_creation_expression anonymous_object_creation_expression', visitUntypedConstruction);
on('with_expression', visitWith);
on('lambda_expression anonymous_method_expression', visitLambda);
on('assignment_expression', visitAssignment);
on('cast_expression as_expression', visitCast);
on('is_expression', visitTest);
on('is_pattern_expression', (c, node) => {
  visitParts(c, node);
  return primitive(c, primitives.boolean);
});
on('binary_expression', visitBinary);
on('conditional_expression', visitConditional);
on('element_access_expression', visitItem);
on('await_expression', (c, node) => {
  const value = visitParts(c, node);
  runsAwait(c, node, value);
  return value === 0 ? 0 : c.writer.node(ops.await, value);
});
on('array_creation_expression', (c, node) => {
  const type = visitTypes(c, node);
  return ofType(c, type);
});
on('implicit_array_creation_expression collection_expression', (c, node) => {
  const items = partsOf(node).flatMap((part) =>
    (part.type === 'initializer_expression' ? partsOf(part) : [part]).map((item) => c.visit(item)),
  );
  return c.writer.node(ops.array, c.writer.list(items.slice(0, maxItems)));
});
on('tuple_expression', (c, node) => c.writer.node(ops.array, c.writer.list(visitArguments(c, node))));
on('typeof_expression sizeof_expression', (c, node) => (visitTypes(c, node), 0));
on('default_expression', (c, node) => ofType(c, visitTypes(c, node)));
on('switch_expression', visitArms);
on('switch_section block for_statement fixed_statement catch_clause query_expression', visitBlock);
on('foreach_statement', visitForEach);
on('using_statement', visitUsingStatement);
on('local_declaration_statement', (c, node) => {
  const value = visitParts(c, node);
  const words = node.children as SyntaxNode[];
  if (words.some(({ type }) => type === 'using')) runsDispose(c, node, words[0]?.type === 'await');
  return value;
});
on('prefix_unary_expression postfix_unary_expression', visitUnary);
on('interpolation', (c, node) => {
  const parts = valuesIn(node).filter((part) => part.type !== 'interpolation_brace');
  const [first] = parts;
  let value = 0;
  for (const part of parts) {
    const visited = c.visit(part);
    if (part === first) value = visited;
  }
  runsToString(c, node, value);
  return value;
});
on('variable_declaration', visitDeclaration);
on('catch_declaration', visitCatchDeclaration);
on('declaration_pattern declaration_expression var_pattern', visitBinding);
on('recursive_pattern list_pattern', visitRecursivePattern);
on('subpattern', visitSubpattern);
on('type_pattern', (c, node) => (visitTypes(c, node), 0));
on('from_clause let_clause join_clause', visitClause);
on('return_statement', visitReturn);
on('local_function_statement', visitLocalFunction);
on('string_literal verbatim_string_literal raw_string_literal', (c) => primitive(c, primitives.string));
on('interpolated_string_expression', (c, node) => {
  visitParts(c, node);
  return primitive(c, primitives.string);
});
on('integer_literal', (c) => primitiveValue(c, 'int'));
on('real_literal', (c) => primitiveValue(c, 'double'));
on('character_literal', (c) => primitiveValue(c, 'char'));
on('boolean_literal', (c) => primitiveValue(c, 'boolean'));
on('null_literal', (c) => primitive(c, primitives.nothing));
on('class_declaration struct_declaration record_declaration interface_declaration enum_declaration', visitType);
on('delegate_declaration', visitDelegate);
on('namespace_declaration file_scoped_namespace_declaration', visitNamespace);
on('using_directive', visitUsing);
on('method_declaration constructor_declaration', (c, node) => {
  // A member outside of any class, in a broken file.
  within(c, { kind: 'block' }, () => visitMethod(c, node, { entity: -1, isInterface: false }));
  return 0;
});
on('preproc_if preproc_elif', (c, node) => {
  const condition = field(node, 'condition');
  for (const part of partsOf(node)) if (part.id !== condition?.id) c.visit(part);
  return 0;
});
on(
  'preproc_pragma preproc_define preproc_undef preproc_region preproc_endregion preproc_line preproc_error preproc_nullable',
  () => 0,
);
on('attribute_list global_attribute', (c, node) => (visitAttributes(c, [node]), 0));
on('argument_list bracketed_argument_list', (c, node) => (visitArguments(c, node), 0));
on('arrow_expression_clause parenthesized_expression', (c, node) => {
  let value = 0;
  for (const part of valuesIn(node)) value = c.visit(part);
  return value;
});
on('expression_statement if_statement while_statement do_statement try_statement switch_statement', visitAll);
on(
  'modifier implicit_type predefined_type extern_alias_directive labeled_statement_name discard parameter_list type_parameter_list',
  () => 0,
);
on('goto_statement break_statement continue_statement', () => 0);
on('labeled_statement', (c, node) => {
  for (const part of partsOf(node).slice(1)) c.visit(part);
  return 0;
});
// A type where an expression is expected, in a broken file.
on('nullable_type array_type tuple_type pointer_type ref_type', (c, node) => (typeOf(c, node), 0));

/** Expressions: every one is visited once, its sites are noted, and the node that inference needs comes back (0: nothing is known). */
import type { Node } from 'oxc-parser';
import { ops, primitives, siteKinds } from '../../model/link-facts.ts';
import { assignment } from './assignments.ts';
import { callOf, withArguments } from './calls.ts';
import { collectClass } from './classes.ts';
import { type Collector, bare, collectExpression, collectType, literalCode, primitive, located } from './collector.ts';
import { setContext } from './contexts.ts';
import { element } from './elements.ts';
import { collectFunction } from './functions.ts';
import { narrowedScope } from './narrowing.ts';
import { objectOf } from './objects.ts';
import { typeArguments } from './type-parameters.ts';

export function expression(c: Collector, node: Node, scope: number, site: number): number {
  const { writer } = c;
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier': {
      if (node.name === 'undefined') return primitive(c, primitives.nothing);
      const name = writer.name(node.name, scope);
      writer.site(site, name, located(c, node.start), scope);
      return name;
    }
    case 'Literal':
      return primitive(c, literalCode(node.value));
    case 'TemplateLiteral':
      for (const part of node.expressions) collectExpression(c, part, scope);
      return primitive(c, primitives.string);
    case 'MemberExpression':
    case 'JSXMemberExpression':
      return memberOf(c, node, scope, site);
    case 'CallExpression':
      return callOf(c, node, scope);
    case 'NewExpression': {
      const callee = collectExpression(c, node.callee, scope, siteKinds.construct);
      return withArguments(c, { op: ops.construct, callee, args: node.arguments, types: node.typeArguments }, scope);
    }
    case 'TaggedTemplateExpression': {
      const callee = collectExpression(c, node.tag, scope, siteKinds.call);
      for (const part of node.quasi.expressions) collectExpression(c, part, scope);
      return writer.node(ops.call, callee, 0, typeArguments(c, node.typeArguments, scope));
    }
    case 'ThisExpression':
      return writer.node(ops.this, scope);
    case 'Super':
      return writer.node(ops.super, scope);
    case 'AwaitExpression': {
      const value = collectExpression(c, node.argument, scope);
      return value === 0 ? 0 : writer.node(ops.await, value);
    }
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
      return collectExpression(c, node.expression, scope, site);
    case 'TSInstantiationExpression': {
      typeArguments(c, node.typeArguments, scope);
      return collectExpression(c, node.expression, scope, site);
    }
    default:
      return composite(c, node, scope, site);
  }
}

/** Expressions that are made of others. */
function composite(c: Collector, node: Node, scope: number, site: number): number {
  const { writer } = c;
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSSatisfiesExpression':
      return assertion(c, node, scope, site);
    case 'LogicalExpression':
      return logical(c, node, scope);
    case 'ConditionalExpression': {
      collectExpression(c, node.test, scope);
      const inside = narrowedScope(c, node.test, scope);
      const yes = collectExpression(c, node.consequent, inside);
      const otherwise = narrowedScope(c, node.test, scope, false);
      return writer.either([yes, collectExpression(c, node.alternate, otherwise)]);
    }
    case 'AssignmentExpression':
      return assignment(c, node, scope);
    case 'SequenceExpression': {
      let last = 0;
      for (const part of node.expressions) last = collectExpression(c, part, scope);
      return last;
    }
    case 'ObjectExpression':
      return objectOf(c, node, scope);
    case 'ArrayExpression': {
      const items = node.elements.map((element) => collectExpression(c, element, scope));
      return writer.node(ops.array, writer.list(items.slice(0, 8)));
    }
    case 'SpreadElement': {
      const value = collectExpression(c, node.argument, scope);
      return value === 0 ? 0 : writer.node(ops.spread, value);
    }
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return writer.node(
        ops.entity,
        collectFunction(c, node, scope, { name: node.id?.name ?? '', at: node.id?.start ?? node.start }),
      );
    case 'ClassExpression':
      return writer.node(
        ops.entity,
        collectClass(c, node, scope, { name: node.id?.name ?? '', at: node.id?.start ?? node.start }),
      );
    case 'ImportExpression': {
      const source = node.source;
      collectExpression(c, source, scope);
      if (source.type !== 'Literal' || typeof source.value !== 'string') return 0;
      return writer.node(ops.module, writer.module(source.value));
    }
    default:
      return operation(c, node, scope);
  }
}

/** Expressions whose own value says little. */
function operation(c: Collector, node: Node, scope: number): number {
  switch (node.type) {
    case 'BinaryExpression':
      if (node.left.type !== 'PrivateIdentifier') collectExpression(c, node.left, scope);
      collectExpression(c, node.right, scope);
      return node.operator === '+' ? primitive(c, primitives.other) : primitive(c, primitives.boolean);
    case 'UnaryExpression':
      collectExpression(c, node.argument, scope);
      return primitive(c, node.operator === 'typeof' ? primitives.string : primitives.other);
    case 'UpdateExpression':
      collectExpression(c, node.argument, scope, siteKinds.write);
      return primitive(c, primitives.number);
    case 'YieldExpression': {
      const value = collectExpression(c, node.argument, scope);
      if (value !== 0) c.yields?.push(node.delegate ? c.writer.node(ops.spread, value) : value);
      return 0;
    }
    case 'JSXElement':
    case 'JSXFragment':
      element(c, node, scope);
      return 0;
    case 'JSXExpressionContainer':
      return collectExpression(c, node.expression, scope);
    case 'JSXSpreadChild':
      return collectExpression(c, node.expression, scope);
    case 'V8IntrinsicExpression':
      for (const argument of node.arguments) collectExpression(c, argument, scope);
      return 0;
    default:
      return 0;
  }
}

function assertion(
  c: Collector,
  node: Node & { type: 'TSAsExpression' | 'TSTypeAssertion' | 'TSSatisfiesExpression' },
  scope: number,
  site: number,
): number {
  const { writer } = c;
  const value = collectExpression(c, node.expression, scope, site);
  const type = collectType(c, node.typeAnnotation, scope);
  setContext(c, value, () => writer.node(ops.cast, type, 0));
  const isConst =
    node.typeAnnotation.type === 'TSTypeReference' &&
    node.typeAnnotation.typeName.type === 'Identifier' &&
    node.typeAnnotation.typeName.name === 'const';
  if (isConst || node.type === 'TSSatisfiesExpression') return value;
  return type === 0 ? 0 : writer.node(ops.cast, type, value);
}

function memberOf(
  c: Collector,
  node: Node & { type: 'MemberExpression' | 'JSXMemberExpression' },
  scope: number,
  site: number,
): number {
  const { writer } = c;
  const object = collectExpression(c, node.object, scope);
  if (node.type === 'MemberExpression' && node.computed) {
    const key = bare(node.property);
    if (key.type === 'Literal' && typeof key.value === 'string') {
      const member = writer.member(object, key.value);
      writer.site(site, member, located(c, key.start), scope);
      return member;
    }
    if (key.type === 'Literal' && typeof key.value === 'number' && Number.isInteger(key.value) && key.value < 1000)
      return object === 0 ? 0 : writer.node(ops.item, object, key.value);
    const index = collectExpression(c, node.property, scope);
    return object === 0 ? 0 : writer.node(ops.index, object, index);
  }
  const { property } = node as { property: { type: string; name: string; start: number } };
  const name = property.type === 'PrivateIdentifier' ? `#${property.name}` : property.name;
  // Without a known receiver the site stays: it counts as unresolved.
  const member = writer.member(object, name);
  writer.site(site, member, located(c, property.start), scope);
  const isExports = name === 'exports' && node.object.type === 'Identifier' && node.object.name === 'module';
  return isExports ? writer.name(name, scope) : member;
}

function logical(c: Collector, node: Node & { type: 'LogicalExpression' }, scope: number): number {
  const left = collectExpression(c, node.left, scope);
  if (node.operator === '??') return c.writer.either([left, collectExpression(c, node.right, scope)]);
  if (node.operator === '||')
    return c.writer.either([left, collectExpression(c, node.right, narrowedScope(c, node.left, scope, false))]);
  return collectExpression(c, node.right, narrowedScope(c, node.left, scope));
}

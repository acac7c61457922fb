/** Expressions: every one is visited once, its sites are noted, and the node that inference needs comes back (0: nothing is known). */
import type { Node } from 'oxc-parser';
import {
  entityFields,
  entityFlags,
  entityKinds,
  exportForms,
  heritage,
  ops,
  primitives,
  scopeKinds,
  siteKinds,
} from '../../model/link-facts.ts';
import { collectClass } from './classes.ts';
import { bare, keyName, literalCode, placeOf, primitive, type Collector } from './collector.ts';
import { collectFunction, isFunction, type FunctionNode } from './functions.ts';
import { assignPattern } from './patterns.ts';
import { collectType, typeArguments } from './types.ts';

const maxDepth = 400;

export function collectExpression(
  c: Collector,
  node: Node | null | undefined,
  scope: number,
  site: number = siteKinds.read,
): number {
  if (node === null || node === undefined || c.depth > maxDepth) return 0;
  c.depth++;
  const result = expression(c, node, scope, site);
  c.depth--;
  return result;
}

function expression(c: Collector, node: Node, scope: number, site: number): number {
  const { writer } = c;
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier': {
      if (node.name === 'undefined') return primitive(c, primitives.nothing);
      const name = writer.name(node.name, scope);
      writer.site(site, name, placeOf(c, node.start), scope);
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
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSSatisfiesExpression': {
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
    case 'LogicalExpression':
      return logical(c, node, scope);
    case 'ConditionalExpression': {
      collectExpression(c, node.test, scope);
      const inside = narrowedScope(c, node.test, scope);
      const yes = collectExpression(c, node.consequent, inside);
      return writer.either([yes, collectExpression(c, node.alternate, scope)]);
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
    case 'YieldExpression':
      collectExpression(c, node.argument, scope);
      return 0;
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
      writer.site(site, member, placeOf(c, key.start), scope);
      return member;
    }
    const index = collectExpression(c, node.property, scope);
    return object === 0 ? 0 : writer.node(ops.index, object, index);
  }
  const { property } = node as { property: { type: string; name: string; start: number } };
  const name = property.type === 'PrivateIdentifier' ? `#${property.name}` : property.name;
  // Without a known receiver the site stays: it counts as unresolved.
  const member = writer.member(object, name);
  writer.site(site, member, placeOf(c, property.start), scope);
  return member;
}

function callOf(c: Collector, node: Node & { type: 'CallExpression' }, scope: number): number {
  const { writer } = c;
  const target = bare(node.callee);
  const [first] = node.arguments;
  const isRequire = target.type === 'Identifier' && target.name === 'require';
  if (isRequire && first?.type === 'Literal' && typeof first.value === 'string') {
    return writer.node(ops.module, writer.module(`\0${first.value}`));
  }
  if (target.type === 'Super') {
    const callee = writer.node(ops.super, scope);
    writer.site(siteKinds.construct, callee, placeOf(c, target.start), scope);
    return withArguments(c, { op: ops.construct, callee, args: node.arguments, types: null }, scope);
  }
  const callee = collectExpression(c, node.callee, scope, siteKinds.call);
  return withArguments(c, { op: ops.call, callee, args: node.arguments, types: node.typeArguments }, scope);
}

interface CallDraft {
  op: number;
  callee: number;
  args: readonly Node[];
  types: Node | null | undefined;
}

function withArguments(c: Collector, { op, callee, args, types }: CallDraft, scope: number): number {
  const { writer } = c;
  const nodes = args.map((argument) => collectExpression(c, argument, scope));
  const call = writer.node(op, callee, writer.list(nodes), typeArguments(c, types, scope));
  for (const [position, argument] of nodes.entries()) {
    if (argument !== 0 && writer.opOf(argument) === ops.entity)
      setContext(c, argument, () => writer.node(ops.argument, call, position));
  }
  return call;
}

/** Says what a function or object literal has to be, where `value` is one. */
export function setContext({ writer }: Collector, value: number, context: () => number): void {
  if (value === 0) return;
  if (writer.opOf(value) === ops.call || writer.opOf(value) === ops.construct) {
    const type = context();
    if (writer.opOf(type) === ops.cast) writer.expect(value, writer.operand(type, 0));
    return;
  }
  if (writer.opOf(value) !== ops.entity) return;
  const entity = writer.operand(value, 0);
  if (writer.get(entity, entityFields.context) !== 0) return;
  const kind = writer.get(entity, entityFields.kind);
  if (kind === entityKinds.function || kind === entityKinds.object) writer.set(entity, entityFields.context, context());
}

function logical(c: Collector, node: Node & { type: 'LogicalExpression' }, scope: number): number {
  const left = collectExpression(c, node.left, scope);
  if (node.operator !== '&&') return c.writer.either([left, collectExpression(c, node.right, scope)]);
  return collectExpression(c, node.right, narrowedScope(c, node.left, scope));
}

/** A scope in which what `test` tells of a variable's class is known; `scope` itself when it tells nothing. */
export function narrowedScope(c: Collector, test: Node, scope: number): number {
  const at = bare(test);
  if (at.type === 'LogicalExpression' && at.operator === '&&')
    return narrowedScope(c, at.right, narrowedScope(c, at.left, scope));
  if (at.type !== 'BinaryExpression' || at.operator !== 'instanceof' || at.left.type !== 'Identifier') return scope;
  const { writer } = c;
  const path = pathOf(c, at.right, scope);
  if (path === 0) return scope;
  const inside = writer.scope(scope, scopeKinds.block, -1);
  writer.entity({
    name: at.left.name,
    kind: entityKinds.variable,
    flags: entityFlags.narrowed,
    ...placeOf(c, at.left.start),
    scope: inside,
    value: writer.node(ops.instance, path),
  });
  return inside;
}

/** A dotted path without sites: what stands there is visited elsewhere. */
function pathOf(c: Collector, node: Node, scope: number): number {
  if (node.type === 'Identifier') return c.writer.name(node.name, scope);
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return 0;
  const object = pathOf(c, node.object, scope);
  return object === 0 ? 0 : c.writer.member(object, node.property.name);
}

function assignment(c: Collector, node: Node & { type: 'AssignmentExpression' }, scope: number): number {
  const { writer } = c;
  const left = node.left as Node;
  if (left.type === 'ObjectPattern' || left.type === 'ArrayPattern') {
    const value = collectExpression(c, node.right, scope);
    assignPattern(c, left, value, scope);
    return value;
  }
  if (commonJsExport(c, node, scope)) return 0;
  const target = collectExpression(c, left, scope, siteKinds.write);
  const right = bare(node.right);
  const named = nameAt(left);
  const value =
    isFunction(right) && right.id == null && named !== null && node.operator === '='
      ? writer.node(ops.entity, collectFunction(c, right, scope, { ...named, parent: -2 }))
      : collectExpression(c, node.right, scope);
  if (target !== 0 && value !== 0 && node.operator === '=') {
    writer.assign(target, value, placeOf(c, named?.at ?? left.start), scope);
  }
  return value;
}

function nameAt(target: Node): { name: string; at: number } | null {
  if (target.type === 'Identifier') return { name: target.name, at: target.start };
  if (target.type !== 'MemberExpression' || target.computed) return null;
  const { property } = target;
  return property.type === 'Identifier' ? { name: property.name, at: property.start } : null;
}

function isExports(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'exports';
  return (
    node.type === 'MemberExpression' &&
    !node.computed &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}

/** `module.exports = …`, `exports.x = …`, also in a row (`exports = module.exports = …`). */
function commonJsExport(c: Collector, node: Node & { type: 'AssignmentExpression' }, scope: number): boolean {
  const { writer } = c;
  const left = bare(node.left as Node);
  const owner = left.type === 'MemberExpression' && !left.computed ? bare(left.object) : null;
  const whole = isExports(left);
  if (!whole && (owner === null || !isExports(owner))) return false;
  if (node.right.type === 'AssignmentExpression' && commonJsExport(c, node.right, scope)) {
    if (whole) return true;
  }
  if (whole) {
    const value = node.right.type === 'AssignmentExpression' ? 0 : collectExpression(c, node.right, scope);
    if (value !== 0) exportNode(c, '=', value);
    return true;
  }
  const { property } = left as { property: { name: string; start: number } };
  const right = bare(node.right);
  const named = { name: property.name, at: property.start, parent: -2 };
  const value = isFunction(right)
    ? writer.node(ops.entity, collectFunction(c, right, scope, named))
    : right.type === 'AssignmentExpression'
      ? 0
      : collectExpression(c, node.right, scope);
  const entity = writer.entity({
    name: property.name,
    kind: entityKinds.property,
    flags: entityFlags.assigned | (right.type === 'Identifier' ? entityFlags.alias : 0),
    ...placeOf(c, property.start),
    scope,
    parent: -2,
    value,
  });
  writer.export(property.name, exportForms.own, entity, 0);
  return true;
}

/** Exports an expression under a name. */
export function exportNode({ writer }: Collector, name: string, value: number): void {
  const op = writer.opOf(value);
  if (op === ops.entity) writer.export(name, exportForms.own, writer.operand(value, 0), 0);
  else if (op === ops.name && writer.operand(value, 1) === 0)
    writer.export(name, exportForms.local, writer.operand(value, 0), 0);
  else writer.export(name, exportForms.own, -1, value);
}

function objectOf(c: Collector, node: Node & { type: 'ObjectExpression' }, scope: number): number {
  const { writer } = c;
  const object = writer.entity({ name: '', kind: entityKinds.object, ...placeOf(c, node.start), scope });
  const mixed: number[] = [];
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = collectExpression(c, property.argument, scope);
      if (spread !== 0) mixed.push(heritage.mixesIn, spread);
      continue;
    }
    if (property.computed) collectExpression(c, property.key, scope);
    const name = keyName(property);
    const value = bare(property.value as Node);
    if (name !== null) {
      const expected = writer.node(ops.expectedMember, object, writer.string(name));
      writer.site(siteKinds.write, expected, placeOf(c, property.key.start), scope);
    }
    if (name !== null && isFunction(value)) {
      if (property.kind === 'get' || property.kind === 'set') accessor(c, { property, value, name, object }, scope);
      else collectFunction(c, value, scope, { name, at: property.key.start, parent: object, isMember: true });
      continue;
    }
    const expressionNode = collectExpression(c, property.value, scope);
    if (name === null) continue;
    writer.entity({
      name,
      kind: entityKinds.property,
      flags: value.type === 'Identifier' ? entityFlags.alias : 0,
      ...placeOf(c, property.key.start),
      scope,
      parent: object,
      value: expressionNode,
    });
  }
  writer.set(object, entityFields.listA, writer.list(mixed));
  return writer.node(ops.entity, object);
}

interface AccessorDraft {
  property: { kind: string; key: Node };
  value: FunctionNode;
  name: string;
  object: number;
}

function accessor(c: Collector, { property, value, name, object }: AccessorDraft, scope: number): void {
  const { writer } = c;
  const body = collectFunction(c, value, scope, {
    name,
    at: property.key.start,
    parent: object,
    flags: entityFlags.accessorBody,
  });
  writer.entity({
    name,
    kind: entityKinds.property,
    flags: property.kind === 'get' ? entityFlags.getter : entityFlags.setter,
    ...placeOf(c, property.key.start),
    scope,
    parent: object,
    type: property.kind === 'get' ? writer.get(body, entityFields.type) : 0,
    value: property.kind === 'get' ? writer.get(body, entityFields.value) : 0,
  });
}

function element(c: Collector, node: Node & { type: 'JSXElement' | 'JSXFragment' }, scope: number): void {
  if (node.type === 'JSXElement') {
    const { name, attributes } = node.openingElement;
    const intrinsic = name.type === 'JSXNamespacedName' || (name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name));
    if (!intrinsic) collectExpression(c, name, scope, siteKinds.render);
    for (const attribute of attributes) {
      if (attribute.type === 'JSXSpreadAttribute') collectExpression(c, attribute.argument, scope);
      else collectExpression(c, attribute.value as Node | null, scope);
    }
  }
  for (const child of node.children) collectExpression(c, child as Node, scope);
}

/** Classes and what else has members: interfaces, type literals, object literals. */
import type { Node } from 'oxc-parser';
import { keyName, unwrap } from './ecmascript-names.ts';
import { decoratorNames, visitDecorators, visitWrappers } from './ecmascript-calls.ts';
import {
  functionOf,
  functionSignature,
  visitFunction,
  visitTypeParameters,
  type FunctionNode,
} from './ecmascript-functions.ts';
import { locate } from './ecmascript-places.ts';
import {
  define,
  signatureBetween,
  visibilities,
  visit,
  type NodeOf,
  type Visibility,
  type Walk,
} from './ecmascript-walk.ts';

export type ClassNode = NodeOf<'ClassDeclaration'>;
type Member = ClassNode['body']['body'][number];
type Property = NodeOf<'PropertyDefinition'> | NodeOf<'AccessorProperty'>;

/** Where a node starts with its decorators, which may stand before `export`. */
export function startOf(node: { start: number; decorators: readonly { start: number }[] }): number {
  const first = node.decorators[0];
  return first === undefined ? node.start : Math.min(first.start, node.start);
}

/** A class from its decorators to its members, which belong to definition `index` (-1: to none). */
export function visitClass(walk: Walk, node: ClassNode, index: number): void {
  const outer = walk.current;
  if (index !== -1) walk.current = index;
  visitDecorators(walk, node.decorators);
  visitTypeParameters(walk, node.typeParameters);
  visit(walk, node.superClass);
  visit(walk, node.superTypeArguments);
  for (const { expression, typeArguments } of node.implements ?? []) {
    visit(walk, expression);
    visit(walk, typeArguments);
  }
  const overloads: Overloads = { name: null, index: -1 };
  for (const member of node.body.body) visitMember(walk, member, index, overloads);
  walk.current = outer;
}

/** The definition that the declarations before the current one began, while they are overloads of one name. */
export interface Overloads {
  name: string | null;
  index: number;
}

/** Takes one more overload, or the implementation, into the definition that the first one began. */
export function extendOverload(walk: Walk, index: number, at: number, end: number): void {
  const { places } = walk;
  const definition = walk.definitions[index]!;
  locate(places, at);
  definition.line = places.line;
  definition.column = places.column;
  locate(places, end);
  definition.endLine = places.line;
  definition.endColumn = places.column;
}

function visitMember(walk: Walk, member: Member, owner: number, overloads: Overloads): void {
  switch (member.type) {
    case 'MethodDefinition':
    case 'TSAbstractMethodDefinition':
      visitMethod(walk, member, owner, overloads);
      return;
    case 'PropertyDefinition':
    case 'TSAbstractPropertyDefinition':
    case 'AccessorProperty':
    case 'TSAbstractAccessorProperty':
      visitProperty(walk, member, owner);
      break;
    default:
      visit(walk, member);
  }
  overloads.name = null;
}

function visibilityOf(member: { accessibility?: string | null }, name: string): Visibility {
  return member.accessibility === 'private' || name.startsWith('#') ? visibilities.hidden : visibilities.inherited;
}

function visitMethod(walk: Walk, node: NodeOf<'MethodDefinition'>, owner: number, overloads: Overloads): void {
  const { key, value, computed, decorators } = node;
  const outer = walk.current;
  const name = owner === -1 ? null : keyName(walk.text, key, computed);
  if (name !== null) {
    const signature = functionSignature(walk, value, key.end);
    const id = `${node.static ? 'static ' : ''}${node.kind} ${name.name}`;
    if (overloads.name === id) {
      walk.current = overloads.index;
      extendOverload(walk, walk.current, name.at, node.end);
      if (value.body !== null) walk.definitions[walk.current]!.signature = signature;
    } else {
      walk.current = define(walk, {
        name: name.name,
        kind: 'method',
        at: name.at,
        start: startOf(node),
        end: node.end,
        signature,
        visibility: visibilityOf(node, name.name),
        decorators: decoratorNames(walk.text, decorators),
        parent: owner,
      });
    }
    overloads.name = value.body === null ? id : null;
    overloads.index = walk.current;
  }
  visitDecorators(walk, decorators);
  if (computed) visit(walk, key);
  visitFunction(walk, value, visit);
  walk.current = outer;
}

function visitProperty(walk: Walk, node: Property, owner: number): void {
  const { key, value, computed, decorators, typeAnnotation } = node;
  const outer = walk.current;
  const name = owner === -1 ? null : keyName(walk.text, key, computed);
  const inner = value === null ? null : unwrap(value);
  const called = inner === null ? null : functionOf(inner);
  if (name !== null) {
    const nameEnd = computed ? name.at + name.name.length : key.end;
    walk.current = define(walk, {
      name: name.name,
      kind: called === null ? 'property' : 'method',
      at: name.at,
      start: startOf(node),
      end: node.end,
      signature:
        called === null ? signatureBetween(walk, nameEnd, node.end) : functionSignature(walk, called, called.start),
      visibility: visibilityOf(node, name.name),
      decorators: decoratorNames(walk.text, decorators),
      parent: owner,
    });
  }
  visitDecorators(walk, decorators);
  if (computed) visit(walk, key);
  visit(walk, typeAnnotation);
  if (inner?.type === 'ClassExpression' && name !== null) {
    visitClass(walk, inner, walk.current);
    visitWrappers(walk, value!, inner);
  } else visit(walk, value);
  walk.current = outer;
}

/** Members of an interface or a type literal, one level deep. */
export function visitTypeMembers(
  walk: Walk,
  members: readonly NodeOf<'TSInterfaceBody'>['body'][number][],
  owner: number,
): void {
  const outer = walk.current;
  const overloads: Overloads = { name: null, index: -1 };
  for (const member of members) {
    walk.current = owner;
    const isMethod = member.type === 'TSMethodSignature';
    if (isMethod || member.type === 'TSPropertySignature') {
      const name = keyName(walk.text, member.key, member.computed);
      if (name !== null) {
        const id = isMethod ? `${member.kind} ${name.name}` : null;
        if (id !== null && overloads.name === id) {
          walk.current = overloads.index;
          extendOverload(walk, walk.current, name.at, member.end);
        } else walk.current = defineTypeMember(walk, member, name.name, name.at);
        overloads.name = id;
        overloads.index = walk.current;
      }
      if (member.computed) visit(walk, member.key);
    }
    visit(walk, member);
  }
  walk.current = outer;
}

function defineTypeMember(
  walk: Walk,
  member: NodeOf<'TSMethodSignature'> | NodeOf<'TSPropertySignature'>,
  name: string,
  at: number,
): number {
  const isMethod = member.type === 'TSMethodSignature';
  const nameEnd = member.computed ? at + name.length : member.key.end;
  const from = isMethod ? walk.text.indexOf('(', member.typeParameters?.end ?? nameEnd) : nameEnd;
  return define(walk, {
    name,
    kind: isMethod ? 'method' : 'property',
    at,
    start: member.start,
    end: member.end,
    signature: signatureBetween(walk, from, member.end),
    visibility: visibilities.inherited,
  });
}

/** Members of an object literal, one level deep: functions as methods. */
export function visitObjectMembers(walk: Walk, node: NodeOf<'ObjectExpression'>, owner: number): void {
  const outer = walk.current;
  for (const property of node.properties) {
    walk.current = owner;
    if (property.type !== 'Property' || property.shorthand) {
      visit(walk, property);
      continue;
    }
    const value = unwrap(property.value);
    const called = functionOf(value);
    const name = keyName(walk.text, property.key, property.computed);
    if (name !== null) walk.current = defineObjectMember(walk, property, name.name, { at: name.at, called });
    if (property.computed) visit(walk, property.key);
    if (value.type === 'ClassExpression' && name !== null) visitClass(walk, value, walk.current);
    else visit(walk, property.value);
  }
  walk.current = outer;
}

function defineObjectMember(
  walk: Walk,
  property: NodeOf<'Property'>,
  name: string,
  { at, called }: { at: number; called: FunctionNode | null },
): number {
  const nameEnd = property.computed ? at + name.length : property.key.end;
  const from = property.method || property.kind !== 'init' ? nameEnd : (called?.start ?? nameEnd);
  return define(walk, {
    name,
    kind: called === null ? 'property' : 'method',
    at,
    start: property.start,
    end: property.end,
    signature: called === null ? signatureBetween(walk, nameEnd, property.end) : functionSignature(walk, called, from),
    visibility: visibilities.inherited,
  });
}

/** The object literal behind `{…} as const`, `Object.freeze({…})`. */
export function objectOf(node: Node): NodeOf<'ObjectExpression'> | null {
  const value = unwrap(node);
  if (value.type === 'ObjectExpression') return value;
  if (value.type !== 'CallExpression' || value.arguments.length !== 1) return null;
  const { callee } = value;
  const frozen = callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'freeze';
  return frozen ? objectOf(value.arguments[0]!) : null;
}

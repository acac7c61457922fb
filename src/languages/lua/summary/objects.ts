/** Objects made by metatables and by class libraries. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import { declareObject, entityIn, partsOf, placeOf, type Collector } from './collector.ts';

/** Name of the member that holds an object's prototype. */
const prototype = '__proto__';

/** `setmetatable(object, metatable)`: gives the object its prototype and returns the object. */
export function setMetatable(c: Collector, args: readonly SyntaxNode[]): number {
  const [first, second] = args;
  if (first === undefined) return 0;
  const { writer } = c;
  const target = c.visit(first);
  const metatable = second === undefined ? 0 : c.visit(second);
  const inherited = inheritedFrom(c, metatable);
  const object = entityIn(c, target, entityKinds.object);
  const call = literalMember(c, metatable, '__call');
  if (object !== -1) {
    inherit(c, object, first, inherited);
    if (call !== 0) addProperty(c, { object, name: '__call', at: first, value: call });
    return target;
  }
  const isVariable = target !== 0 && (writer.opOf(target) === ops.name || writer.opOf(target) === ops.this);
  if (isVariable && inherited !== 0) {
    writer.assign(writer.member(target, prototype), inherited, placeOf(first), c.scope);
    if (call !== 0) writer.assign(writer.member(target, '__call'), call, placeOf(first), c.scope);
  }
  return writer.either([target, inherited]);
}

/** What an object inherits from a metatable: the `__index` of the metatable, and the metatable itself unless it is an object literal. */
function inheritedFrom(c: Collector, metatable: number): number {
  if (metatable === 0) return 0;
  const object = entityIn(c, metatable, entityKinds.object);
  if (object !== -1) return literalMember(c, metatable, '__index');
  return c.writer.either([c.writer.member(metatable, '__index'), metatable]);
}

/** The value of a member of an object literal; 0 where the node is no object literal or has no such member. */
function literalMember(c: Collector, node: number, name: string): number {
  const object = entityIn(c, node, entityKinds.object);
  const string = c.writer.stringIndex(name);
  if (object === -1 || string === -1) return 0;
  for (let entity = object + 1; entity < c.writer.entityCount; entity++) {
    const isMember = c.writer.get(entity, entityFields.parent) === object;
    if (isMember && c.writer.get(entity, entityFields.name) === string) return c.writer.get(entity, entityFields.value);
  }
  return 0;
}

interface AddedProperty {
  object: number;
  name: string;
  at: SyntaxNode;
  value: number;
}

function addProperty({ writer, scope }: Collector, { object, name, at, value }: AddedProperty): void {
  const draft = { name, kind: entityKinds.property, scope, parent: object, value };
  writer.entity({ ...draft, line: at.startPosition.row + 1, column: 0 });
}

/** Gives an object the prototype `value`, unless that is unknown (0). */
function inherit(c: Collector, object: number, at: SyntaxNode, value: number): void {
  if (value !== 0) addProperty(c, { object, name: prototype, at, value });
}

/** Functions of common class libraries that create a class. */
const classWords = /^(?:class|Class|defclass)$/;
/** Methods of common class libraries that derive a class. */
const extendMethods = /^(?:extend|subclass|inherit|derive)$/;

/** Declares the class that `class('Dog', Animal)`, `class(Animal)` or `Animal:extend()` creates. Returns null for other calls. */
export function declareClassByCall(c: Collector, call: SyntaxNode, name: SyntaxNode): number | null {
  const list = call.childForFieldName('arguments');
  const args = list === null ? [] : partsOf(list);
  const last = name.type.endsWith('_index_expression') ? (name.childForFieldName('field')?.text ?? '') : name.text;
  if (classWords.test(last)) {
    const base = args.find((arg) => arg.type === 'identifier' || arg.type === 'dot_index_expression') ?? null;
    return declareClass(c, call, base);
  }
  const method = name.type.endsWith('_index_expression')
    ? (name.childForFieldName('method') ?? name.childForFieldName('field'))
    : null;
  const table = method === null ? null : name.childForFieldName('table');
  // `class.Dog(Animal)` declares Dog.
  if (table?.type === 'identifier' && classWords.test(table.text) && /^[A-Z]/.test(method?.text ?? ''))
    return declareClass(c, call, args[0]?.type === 'identifier' ? args[0] : null);
  // A table in lower case is no class: in `list:extend(others)`, `extend` is an ordinary method.
  const isExtendCall = extendMethods.test(method?.text ?? '') && /^(?:\w+\.)*[A-Z]\w*$/.test(table?.text ?? '');
  return isExtendCall ? declareClass(c, call, table) : null;
}

function declareClass(c: Collector, call: SyntaxNode, base: SyntaxNode | null): number {
  const { writer } = c;
  const object = declareObject(c, call);
  if (base !== null) {
    const value = writer.withoutSites(() => c.visit(base));
    inherit(c, object, call, value);
    const at = base.type === 'identifier' ? base : (base.childForFieldName('field') ?? base);
    if (value !== 0) writer.site(siteKinds.extends, value, placeOf(at), c.scope);
  }
  return writer.entityNode(object);
}

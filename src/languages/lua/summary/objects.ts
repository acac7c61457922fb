/** Objects made by metatables and by class libraries. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import { declareObject, entityIn, partsOf, placeOf, type Collector } from './collector.ts';

/** Name of the member that holds an object's prototype. */
const prototype = '__proto__';

/** `setmetatable(object, metatable)` returns the object. */
export function setMetatable(c: Collector, args: readonly SyntaxNode[]): number {
  const [first, second] = args;
  if (first === undefined) return 0;
  const { writer } = c;
  const target = c.visit(first);
  const table = second === undefined ? 0 : c.visit(second);
  const inherited = inheritedBy(c, table);
  const object = entityIn(c, target, entityKinds.object);
  const call = memberOf(c, table, '__call');
  if (object !== -1) {
    inherit(c, object, first, inherited);
    if (call !== 0) addProperty(c, { object, name: '__call', at: first, value: call });
    return target;
  }
  const isPlain = target !== 0 && (writer.opOf(target) === ops.name || writer.opOf(target) === ops.this);
  if (isPlain && inherited !== 0) {
    writer.assign(writer.member(target, prototype), inherited, placeOf(first), c.scope);
    if (call !== 0) writer.assign(writer.member(target, '__call'), call, placeOf(first), c.scope);
  }
  return writer.either([target, inherited]);
}

/** What an object inherits from a metatable: its `__index`, and the table itself where that is a variable of the program. */
function inheritedBy(c: Collector, table: number): number {
  if (table === 0) return 0;
  const object = entityIn(c, table, entityKinds.object);
  if (object !== -1) return memberOf(c, table, '__index');
  return c.writer.either([c.writer.member(table, '__index'), table]);
}

/** The value of a member that an object literal gives; 0 where there is none. */
function memberOf(c: Collector, node: number, name: string): number {
  const object = entityIn(c, node, entityKinds.object);
  const string = c.writer.stringIndex(name);
  if (object === -1 || string === -1) return 0;
  for (let entity = object + 1; entity < c.writer.entityCount; entity++) {
    const isIts = c.writer.get(entity, entityFields.parent) === object;
    if (isIts && c.writer.get(entity, entityFields.name) === string) return c.writer.get(entity, entityFields.value);
  }
  return 0;
}

interface Added {
  object: number;
  name: string;
  at: SyntaxNode;
  value: number;
}

function addProperty({ writer, scope }: Collector, { object, name, at, value }: Added): void {
  const draft = { name, kind: entityKinds.property, scope, parent: object, value };
  writer.entity({ ...draft, line: at.startPosition.row + 1, column: 0 });
}

function inherit(c: Collector, object: number, at: SyntaxNode, value: number): void {
  if (value !== 0) addProperty(c, { object, name: prototype, at, value });
}

const classWords = /^(?:class|Class|defclass)$/;
const extendMethods = /^(?:extend|subclass|inherit|derive)$/;

/** The object that `class('Dog', Animal)`, `class(Animal)` or `Animal:extend()` makes; null for other calls. */
export function madeClass(c: Collector, call: SyntaxNode, name: SyntaxNode): number | null {
  const list = call.childForFieldName('arguments');
  const args = list === null ? [] : partsOf(list);
  const last = name.type.endsWith('_index_expression') ? (name.childForFieldName('field')?.text ?? '') : name.text;
  if (classWords.test(last)) {
    const base = args.find((arg) => arg.type === 'identifier' || arg.type === 'dot_index_expression') ?? null;
    return classOf(c, call, base);
  }
  const method = name.type.endsWith('_index_expression')
    ? (name.childForFieldName('method') ?? name.childForFieldName('field'))
    : null;
  const table = method === null ? null : name.childForFieldName('table');
  // `class.Dog(Animal)` declares Dog.
  if (table?.type === 'identifier' && classWords.test(table.text) && /^[A-Z]/.test(method?.text ?? ''))
    return classOf(c, call, args[0]?.type === 'identifier' ? args[0] : null);
  // Lower case is no class: `list:extend(others)` is an ordinary method.
  const isExtendCall = extendMethods.test(method?.text ?? '') && /^(?:\w+\.)*[A-Z]\w*$/.test(table?.text ?? '');
  return isExtendCall ? classOf(c, call, table) : null;
}

function classOf(c: Collector, call: SyntaxNode, base: SyntaxNode | null): number {
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

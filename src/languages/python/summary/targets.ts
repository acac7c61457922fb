/** Assignments to names, attributes and entries. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import { assignedBinding, nameText, placeNow, placeOf, type Collector } from './collector.ts';
import { enclosingMethod, resolveName, type Frame } from './frames.ts';
import { isUnpackingTarget } from './hoisting.ts';
import { runs, runsAugmented, runsIteration } from './implicit-calls.ts';
import { keyName, maxKeyLength, plainString, visitParts } from './literals.ts';
import { nodeOfName } from './names.ts';
import { codeOf, codes, lastOf, partsOf, withoutComments } from './node-codes.ts';

/** Limit of nested targets. */
const maxDepth = 100;

/** Binds `value` (0: unknown) to a target of any form. */
export function assignTo(c: Collector, node: SyntaxNode, value: number): void {
  const code = codeOf(node);
  if (code === codes.identifier) assignName(c, node, value);
  else if (code === codes.attribute) assignAttribute(c, node, { value, type: 0 });
  else if (code === codes.subscript) assignEntry(c, node, value);
  else if (isUnpackingTarget(code)) unpack(c, node, value);
  else c.visit(node);
}

function assignName(c: Collector, node: SyntaxNode, value: number): void {
  const name = nameText(c, node);
  if (name === '') return;
  const binding = assignedBinding(c, name, node);
  if (value !== 0) binding.values.push(value);
  else binding.hasUnknownValues = true;
  writeSite(c, node, name);
}

/** `x += v` counts as a change of the object in place, so the variable gets no new value. */
function updateName(c: Collector, node: SyntaxNode): void {
  const name = nameText(c, node);
  if (name === '') return;
  assignedBinding(c, name, node);
  writeSite(c, node, name);
}

/**
 * Writes a site for an assignment to a name of the file or of a class; with `everySite`, also to a local name. The place that
 * declares the name gets none.
 */
export function writeSite(c: Collector, node: SyntaxNode, name: string): void {
  const binding = resolveName(c.frame, name);
  if (binding === null || binding.at === node.startIndex) return;
  const { kind } = binding.frame;
  if (!c.everySite && (kind === 'function' || kind === 'comprehension')) return;
  c.writer.site(siteKinds.write, nodeOfName(c, name, binding), placeNow(node), c.scope);
}

interface AttributeValue {
  value: number;
  /** Type of the annotation; 0 for none. */
  type: number;
  /** Whether the assignment is `x += v`, so that the attribute must exist already. */
  isUpdate?: boolean;
}

/** `self.x = v`, `Class.x = v`, `other.x = v`. */
export function assignAttribute(
  c: Collector,
  node: SyntaxNode,
  { value, type, isUpdate = false }: AttributeValue,
): void {
  const parts = partsOf(node);
  const object = parts[0];
  const last = lastOf(parts);
  if (object === undefined || last === undefined || last === object) return;
  const name = nameText(c, last);
  const objectNode = c.visit(object);
  if (name === '') return;
  const method = enclosingMethod(c.frame);
  const binding = codeOf(object) === codes.identifier ? resolveName(c.frame, nameText(c, object)) : null;
  const owner = binding !== null && binding.receiver !== 0 ? (method?.parent ?? null) : null;
  const place = placeOf(last);
  const isInitial = method !== null && c.writer.get(method.entity, entityFields.name) === c.writer.string('__init__');
  if (type !== 0 && owner !== null && declareAttribute(c, owner, { name, place, value, type })) return;
  // `cls` is written as the class. In the target of an assignment, it is written as `this` of the class method, like `self`.
  const target = owner === null || method === null ? objectNode : c.writer.node(ops.this, method.scope);
  c.attributeWrites.push({
    target: c.writer.member(target, name),
    name,
    value,
    place,
    scope: c.scope,
    owner,
    isInitial,
    isUpdate,
    mayDeclare: !isUpdate && (owner !== null || isDeclaredHere(c, binding)),
  });
}

/** Whether a name is a class or function of this file, which can get new attributes. */
function isDeclaredHere(c: Collector, binding: ReturnType<typeof resolveName>): boolean {
  return (
    binding !== null &&
    binding.variable === -1 &&
    binding.declared.length === 1 &&
    c.writer.get(binding.declared[0]!, entityFields.kind) !== entityKinds.import
  );
}

/** Declares the attribute of `self.x: T = v`; returns false where the class has an attribute with that name already. */
function declareAttribute(
  c: Collector,
  owner: Frame,
  { name, place, value, type }: AttributeValue & { name: string; place: { line: number; column: number } },
): boolean {
  if (owner.names.has(name) || owner.annotated?.has(name) === true) return false;
  (owner.annotated ??= new Set()).add(name);
  const { scope } = c;
  c.writer.entity({ name, kind: entityKinds.property, ...place, scope, parent: owner.entity, type, value });
  return true;
}

/** Declares the attributes that methods assign, those of `__init__` first, and writes sites for the other assignments. */
export function finishAttributes(c: Collector): void {
  const declared = new Set<string>();
  const { writer } = c;
  for (const isInitial of [true, false]) {
    for (const write of c.attributeWrites) {
      if (write.isInitial !== isInitial) continue;
      const { owner, name, target, value, place, scope } = write;
      if (write.mayDeclare) writer.assign(target, value, place, scope);
      if (write.mayDeclare && owner !== null && !owner.names.has(name) && owner.annotated?.has(name) !== true) {
        const key = `${owner.entity} ${name}`;
        if (!declared.has(key)) {
          declared.add(key);
          // A declaration in `__init__` gets no site. In another method, the assignment may mean an attribute of a base class, so it gets one.
          if (isInitial) continue;
        }
      }
      writer.site(write.isUpdate ? siteKinds.update : siteKinds.write, target, place, scope);
    }
  }
}

/**
 * Records an element that is added to a list, set or dictionary. The collection must be in a variable or an attribute of `self`.
 */
export function recordElement(c: Collector, object: number, value: number, node: SyntaxNode): void {
  const { writer } = c;
  if (object === 0 || value === 0 || writer.opOf(value) === ops.primitive) return;
  const isOwnAttribute = writer.opOf(object) === ops.member && writer.opOf(writer.operand(object, 0)) === ops.this;
  if (writer.opOf(object) !== ops.name && !isOwnAttribute) return;
  writer.assign(writer.node(ops.index, object, 0), value, placeNow(node), c.scope);
}

/** `d['k'] = v`: if `d` is a variable and the key a literal, the value is recorded for the key, otherwise as an element. */
function assignEntry(c: Collector, node: SyntaxNode, value: number): void {
  const parts = partsOf(node);
  const object = parts[0];
  const key = parts[1];
  if (object === undefined) return;
  const objectNode = c.visit(object);
  for (let at = 1; at < parts.length; at++) c.visit(parts[at]!);
  if (key !== undefined) runs(c, key, objectNode, '__setitem__');
  if (key === undefined || parts.length !== 2 || objectNode === 0 || value === 0) return;
  const name = c.writer.opOf(objectNode) === ops.name ? plainString(c, key) : null;
  if (name === null || name.text.length > maxKeyLength) {
    recordElement(c, objectNode, value, key);
    return;
  }
  if (c.writer.opOf(value) === ops.primitive) return;
  c.writer.assign(c.writer.member(objectNode, keyName(name.text)), value, placeNow(key), c.scope);
}

/** `del d[k]`, and `d[k] += v`, whose item is read before it is stored. */
export function visitStoredItem(c: Collector, node: SyntaxNode, ...methods: readonly string[]): void {
  const [object, key, ...more] = withoutComments(partsOf(node));
  if (object === undefined || key === undefined) return;
  const value = c.visit(object);
  for (const part of [key, ...more]) c.visit(part);
  for (const method of methods) runs(c, key, value, method);
}

/** `a, *b = value`: assigns each target its part of the value. */
function unpack(c: Collector, node: SyntaxNode, value: number): void {
  const code = codeOf(node);
  if (code === codes.comment) return;
  const parts = withoutComments(partsOf(node));
  if (c.depth > maxDepth) return;
  c.depth++;
  if (code === codes.as_pattern_target || code === codes.parenthesized_expression) {
    for (const part of parts) assignTo(c, part, value);
  } else if (code === codes.list_splat_pattern || code === codes.list_splat) {
    for (const part of parts) assignTo(c, part, value === 0 ? 0 : restOf(c, value));
  } else {
    runsIteration(c, value, { node, target: null });
    for (const [index, part] of parts.entries()) assignTo(c, part, itemFor(c, part, { value, index }));
  }
  c.depth--;
}

/** The value of `*rest`: an array of the elements. */
function restOf(c: Collector, value: number): number {
  return c.writer.node(ops.array, c.writer.list([c.writer.node(ops.element, value)]));
}

/** The part of an unpacked sequence for the target at `index`; the whole sequence for `*rest`. */
function itemFor(c: Collector, target: SyntaxNode, { value, index }: { value: number; index: number }): number {
  if (value === 0) return 0;
  const code = codeOf(target);
  if (code === codes.list_splat_pattern || code === codes.list_splat) return value;
  const { writer } = c;
  if (writer.opOf(value) !== ops.array) return writer.node(ops.item, value, index);
  const list = writer.operand(value, 0);
  const count = list === 0 ? 0 : writer.operand(list, 0);
  for (let at = 0; at <= index && at < count; at++)
    if (isSpread(c, writer.operand(list, at + 1))) return writer.node(ops.item, value, index);
  return index < count ? writer.operand(list, index + 1) : 0;
}

function isSpread({ writer }: Collector, node: number): boolean {
  return node !== 0 && writer.opOf(node) === ops.spread;
}

/** `x += v`: writes `x`. Returns the value of `v`. */
export function visitAugmented(c: Collector, node: SyntaxNode): number {
  const parts = partsOf(node);
  const left = parts[0];
  const right = lastOf(parts);
  if (left === undefined || right === undefined || right === left) {
    visitParts(c, node);
    return 0;
  }
  const value = c.visit(right);
  const code = codeOf(left);
  if (code === codes.attribute) assignAttribute(c, left, { value: 0, type: 0, isUpdate: true });
  else if (code === codes.identifier) updateName(c, left);
  else if (code === codes.subscript) visitStoredItem(c, left, '__getitem__', '__setitem__');
  else assignTo(c, left, 0);
  if (code === codes.attribute || code === codes.identifier) {
    const before = c.source.slice(Math.max(0, right.startIndex - 20), right.startIndex);
    const operator = /([-+*/%@&|^<>]{1,2})=\s*$/.exec(before)?.[1];
    const old = operator === undefined ? 0 : c.writer.withoutSites(() => c.visit(left));
    if (operator !== undefined) runsAugmented(c, { operator, left: old, right: value, node: right });
  }
  return value;
}

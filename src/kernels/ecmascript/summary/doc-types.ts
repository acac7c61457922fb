/**
 * Types from documentation comments, for JavaScript without type annotations. Types of other forms than those read here (functions, records) are skipped.
 * Names in these types are not sites.
 */
import { Ints } from '../ints';
import { AssignmentPattern, Identifier, List, NodeType } from '../generated/nodes';
import { take } from '../memory';
import { unitAt } from '../source';
import { ascii, is, Text } from '../texts';
import {
  fieldFlags,
  fieldType,
  fieldValue,
  flagAsync,
  flagGenerator,
  kindTypeAlias,
  opArrayOf,
  opCast,
  opDocumented,
  opEntity,
  opModule,
  opNamed,
  opPrimitiveType,
  opThis,
  opTypeOf,
  opUnion,
  primitiveBoolean,
  primitiveNothing,
  primitiveNumber,
  primitiveString,
} from '../generated/codes';
import {
  afterSpace,
  docBefore,
  docCount,
  docStart,
  isDoc,
  describesName,
  isWordUnit,
  nextTag,
  typeEnd,
  typeStart,
} from './doc-comments';
import { writer } from './writer';

const maxDepth = 16;

/** The reading position in a type, and its end. */
let at: i32 = 0;
let end: i32 = 0;
let depth: i32 = 0;

/** Declares the types that comments define. */
export function declareDocTypes(): void {
  for (let doc = 0; doc < docCount(); doc++) {
    if (!isDoc(doc)) continue;
    for (let tagEnd = nextTag(doc, docStart(doc), 'typedef'); tagEnd !== -1;) {
      const type = readType(0);
      const offset = afterSpace(tagEnd);
      const name = wordFrom(offset);
      if (type !== 0 && name !== null) writer.set(writer.entity(name, kindTypeAlias, offset, 0), fieldType, type);
      tagEnd = nextTag(doc, tagEnd, 'typedef');
    }
  }
}

/** Reads the types of a function's parameters from its comment. */
export function documentParameters(offset: i32, params: List, entities: Ints, ownScope: i32): void {
  // A declared parameter `this` has no entity in the list, so that parameters and entities would not correspond.
  const doc = docCount() === 0 || entities.length !== params.length ? -1 : docBefore(offset);
  if (doc === -1) return;
  for (let index = 0; index < params.length; index++) {
    let node = params.get(index);
    if (node.type === NodeType.AssignmentPattern) node = changetype<AssignmentPattern>(node).left;
    const entity = entities.get(index);
    if (node.type !== NodeType.Identifier || writer.get(entity, fieldType) !== 0) continue;
    const type = parameterType(doc, changetype<Identifier>(node).name, ownScope);
    if (type !== 0) writer.set(entity, fieldValue, writer.node2(opDocumented, type, writer.get(entity, fieldValue)));
  }
}

function parameterType(doc: i32, name: Text, scope: i32): i32 {
  for (let tagEnd = nextTag(doc, docStart(doc), 'param'); tagEnd !== -1; tagEnd = nextTag(doc, tagEnd, 'param')) {
    if (describesName(tagEnd, name)) return readType(scope);
  }
  return 0;
}

/** Reads the type of a function's result from its comment. */
export function documentResult(offset: i32, entity: i32, ownScope: i32): void {
  const doc = docCount() === 0 ? -1 : docBefore(offset);
  if (doc === -1 || writer.get(entity, fieldType) !== 0) return;
  // Where a function returns `this`, a call tells more than the comment. The comment of an async function or a generator may name the type inside the promise.
  const value = writer.get(entity, fieldValue);
  if ((writer.get(entity, fieldFlags) & (flagAsync | flagGenerator)) !== 0 || writer.opOf(value) === opThis) return;
  if (nextTag(doc, docStart(doc), 'returns') === -1 && nextTag(doc, docStart(doc), 'return') === -1) return;
  const type = readType(ownScope);
  if (type !== 0) writer.set(entity, fieldValue, writer.node2(opDocumented, type, value));
}

/** A value with the type from the comment before its declaration. @param offset where the declaration begins */
export function documented(value: i32, offset: i32, scope: i32): i32 {
  if (docCount() === 0 || writer.opOf(value) === opEntity) return value;
  const doc = docBefore(offset);
  if (doc === -1 || nextTag(doc, docStart(doc), 'type') === -1) return value;
  const type = readType(scope);
  return type === 0 ? value : writer.node2(opDocumented, type, value);
}

/** Reads the type of the last tag found. @returns its node; 0 where it cannot be read */
function readType(scope: i32): i32 {
  at = typeStart;
  end = typeEnd;
  depth = 0;
  const type = readUnion(scope);
  return peek() === 0 ? type : 0;
}

/** Skips blanks and the start of comment lines. @returns the unit after them, which is not skipped; 0 at the end */
function peek(): i32 {
  let isLineStart = false;
  for (; at < end; at++) {
    const unit = unitAt(at);
    if (unit === 0x0a) isLineStart = true;
    else if (unit > 0x20 && !(isLineStart && unit === 0x2a)) return unit;
  }
  return 0;
}

/** Skips this unit if it comes next. @returns whether it did */
function skips(unit: i32): bool {
  if (peek() !== unit) return false;
  at++;
  return true;
}

function readUnion(scope: i32): i32 {
  if (++depth > maxDepth) return 0;
  const types = Ints.of(2);
  do {
    const type = readModified(scope);
    if (type === 0) return 0;
    types.push(type);
  } while (skips(0x7c /* | */));
  depth--;
  return types.length === 1 ? types.get(0) : writer.node1(opUnion, writer.list(types));
}

/** A type with its modifiers: `?T`, `!T`, `T=`, `T[]`. */
function readModified(scope: i32): i32 {
  if (!skips(0x3f /* ? */)) skips(0x21 /* ! */);
  let type = readUnmodified(scope);
  while (type !== 0 && skips(0x5b /* [ */)) type = skips(0x5d /* ] */) ? writer.node1(opArrayOf, type) : 0;
  skips(0x3d /* = */);
  return type;
}

/** A type without modifiers: a primitive, a name, an import, or a type in parentheses. */
function readUnmodified(scope: i32): i32 {
  if (skips(0x28 /* ( */)) {
    const type = readUnion(scope);
    return skips(0x29 /* ) */) ? type : 0;
  }
  const name = takeWord();
  if (name === null) return 0;
  if (is(name, 'import')) return readImported(scope);
  const code = primitiveOf(name);
  return code === -1 ? readNamed(name, scope) : writer.node1(opPrimitiveType, code);
}

function primitiveOf(name: Text): i32 {
  if (is(name, 'string')) return primitiveString;
  if (is(name, 'number')) return primitiveNumber;
  if (is(name, 'boolean')) return primitiveBoolean;
  return is(name, 'null') || is(name, 'undefined') || is(name, 'void') ? primitiveNothing : -1;
}

/** `a.b.C<T>`, also `C.<T>`. */
function readNamed(first: Text, scope: i32): i32 {
  const path = Ints.of(2);
  path.push(writer.string(first));
  while (skips(0x2e /* . */) && peek() !== 0x3c /* < */) {
    const part = takeWord();
    if (part === null) return 0;
    path.push(writer.string(part));
  }
  const types = readTypeArguments(scope);
  if (types === -1) return 0;
  // `Object<K, V>` is a record; plain `Object` is no useful type.
  const isMap = path.length === 1 && is(first, 'Object');
  if (isMap && types === 0) return 0;
  if (isMap) path.set(0, writer.string(ascii('Record')));
  return writer.node3(opNamed, writer.list(path), scope, types);
}

/** `import('m').A`, after its first word. */
function readImported(scope: i32): i32 {
  if (!skips(0x28 /* ( */)) return 0;
  const quote = peek();
  if (quote !== 0x27 /* ' */ && quote !== 0x22 /* " */) return 0;
  const start = ++at;
  while (at < end && unitAt(at) !== quote) at++;
  const source = textOf(start, at);
  at++;
  if (source === null || !skips(0x29 /* ) */)) return 0;
  let value = writer.node1(opModule, writer.module(source));
  if (!skips(0x2e /* . */)) return writer.node1(opTypeOf, value);
  do {
    const part = takeWord();
    if (part === null) return 0;
    value = writer.member(value, part);
  } while (skips(0x2e /* . */));
  const types = readTypeArguments(scope);
  return types === -1 ? 0 : writer.node2(opCast, writer.node1(opTypeOf, value), types);
}

/** The list of type arguments, 0 where there are none; -1 where it cannot be read. */
function readTypeArguments(scope: i32): i32 {
  if (!skips(0x3c /* < */)) return 0;
  const types = Ints.of(2);
  do {
    const type = readUnion(scope);
    if (type === 0) return -1;
    types.push(type);
  } while (skips(0x2c /* , */));
  return skips(0x3e /* > */) ? writer.list(types) : -1;
}

/** The next word; null where there is none, or where it cannot name a type. */
function takeWord(): Text | null {
  peek();
  const word = at < end ? wordFrom(at) : null;
  if (word === null || is(word, 'typeof') || is(word, 'keyof') || is(word, 'function')) return null;
  at += word.length;
  return word;
}

function wordFrom(offset: i32): Text | null {
  let to = offset;
  while (isWordUnit(unitAt(to))) to++;
  return to === offset || unitAt(to) > 127 ? null : textOf(offset, to);
}

/** The ASCII text between two offsets; null where it is not ASCII. */
function textOf(from: i32, to: i32): Text | null {
  const text = Text.of(take(<usize>(to - from)), to - from);
  for (let offset = from; offset < to; offset++) {
    const unit = unitAt(offset);
    if (unit > 127) return null;
    store<u8>(text.address + <usize>(offset - from), <u8>unit);
  }
  return text;
}

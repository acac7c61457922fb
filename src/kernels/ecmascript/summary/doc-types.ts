/**
 * Types from documentation comments, for JavaScript without types of its own. Forms that cannot name a type of the project are skipped.
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
  isNamed,
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
    if (isNamed(tagEnd, name)) return readType(scope);
  }
  return 0;
}

/** Reads the type of a function's result from its comment. */
export function documentResult(offset: i32, entity: i32, ownScope: i32): void {
  const doc = docCount() === 0 ? -1 : docBefore(offset);
  if (doc === -1 || writer.get(entity, fieldType) !== 0) return;
  // The result `this` is better known at the call, and the comment of an async function may omit the promise.
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

/** The type of the tag that was found last; 0 where it names no known type. */
function readType(scope: i32): i32 {
  at = typeStart;
  end = typeEnd;
  depth = 0;
  const type = unionType(scope);
  return next() === 0 ? type : 0;
}

/** The next unit after blanks and the start of a comment line; 0 at the end. */
function next(): i32 {
  let isLineStart = false;
  for (; at < end; at++) {
    const unit = unitAt(at);
    if (unit === 0x0a) isLineStart = true;
    else if (unit > 0x20 && !(isLineStart && unit === 0x2a)) return unit;
  }
  return 0;
}

function takes(unit: i32): bool {
  if (next() !== unit) return false;
  at++;
  return true;
}

function unionType(scope: i32): i32 {
  if (++depth > maxDepth) return 0;
  const types = Ints.of(2);
  do {
    const type = listedType(scope);
    if (type === 0) return 0;
    types.push(type);
  } while (takes(0x7c));
  depth--;
  return types.length === 1 ? types.get(0) : writer.node1(opUnion, writer.list(types));
}

/** A type with its modifiers: `?T`, `!T`, `T=`, `T[]`. */
function listedType(scope: i32): i32 {
  if (!takes(0x3f)) takes(0x21);
  let type = plainType(scope);
  while (type !== 0 && takes(0x5b)) type = takes(0x5d) ? writer.node1(opArrayOf, type) : 0;
  takes(0x3d);
  return type;
}

function plainType(scope: i32): i32 {
  if (takes(0x28)) {
    const type = unionType(scope);
    return takes(0x29) ? type : 0;
  }
  const name = takeWord();
  if (name === null) return 0;
  if (is(name, 'import')) return importedType(scope);
  const code = primitiveOf(name);
  return code === -1 ? namedType(name, scope) : writer.node1(opPrimitiveType, code);
}

function primitiveOf(name: Text): i32 {
  if (is(name, 'string')) return primitiveString;
  if (is(name, 'number')) return primitiveNumber;
  if (is(name, 'boolean')) return primitiveBoolean;
  return is(name, 'null') || is(name, 'undefined') || is(name, 'void') ? primitiveNothing : -1;
}

/** `a.b.C<T>`, also `C.<T>`. */
function namedType(first: Text, scope: i32): i32 {
  const path = Ints.of(2);
  path.push(writer.string(first));
  while (takes(0x2e) && next() !== 0x3c) {
    const part = takeWord();
    if (part === null) return 0;
    path.push(writer.string(part));
  }
  const types = typeArguments(scope);
  if (types === -1) return 0;
  const isMap = path.length === 1 && is(first, 'Object');
  if (isMap && types === 0) return 0;
  if (isMap) path.set(0, writer.string(ascii('Record')));
  return writer.node3(opNamed, writer.list(path), scope, types);
}

/** `import('m').A`, after its first word. */
function importedType(scope: i32): i32 {
  if (!takes(0x28)) return 0;
  const quote = next();
  if (quote !== 0x27 && quote !== 0x22) return 0;
  const start = ++at;
  while (at < end && unitAt(at) !== quote) at++;
  const source = textOf(start, at);
  at++;
  if (source === null || !takes(0x29)) return 0;
  let value = writer.node1(opModule, writer.module(source));
  if (!takes(0x2e)) return writer.node1(opTypeOf, value);
  do {
    const part = takeWord();
    if (part === null) return 0;
    value = writer.member(value, part);
  } while (takes(0x2e));
  const types = typeArguments(scope);
  return types === -1 ? 0 : writer.node2(opCast, writer.node1(opTypeOf, value), types);
}

/** The list of type arguments, 0 where there are none; -1 where it cannot be read. */
function typeArguments(scope: i32): i32 {
  if (!takes(0x3c)) return 0;
  const types = Ints.of(2);
  do {
    const type = unionType(scope);
    if (type === 0) return -1;
    types.push(type);
  } while (takes(0x2c));
  return takes(0x3e) ? writer.list(types) : -1;
}

/** The next word; null where there is none, or where it cannot name a type. */
function takeWord(): Text | null {
  next();
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

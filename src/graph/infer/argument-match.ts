/**
 * How well an argument matches a parameter, to choose among functions of one name: by the names of their declared types, else by their values.
 * Invariant: an argument or a parameter of which nothing is known excludes no function.
 */
import { entityFields, entityFlags, entityKinds, heritage, ops, primitives } from '../../model/file-summary.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { containerOf } from './container-types.ts';
import { ancestors } from '../heritage/heritage.ts';
import { extendedType, isExternalType } from '../members/external-types.ts';
import { nominalMembers, lookUpNominal } from '../heritage/nominal.ts';
import type { Argument } from '../questions/arguments.ts';
import { type Inference, typeValue } from '../questions/questions.ts';
import { alternatives, nameOf, type Value, type Member, type Typed } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';

/** At most this many types are searched for an ancestor. */
const maxAncestors = 40;

/** The last name of a declared type (`int`, `String`, `Foo[]`, `int?`); null for a type without a name. */
export function typeName(file: ProgramFile, node: number): string | null {
  switch (file.op(node)) {
    case ops.named: {
      const path = file.list(file.operand(node, 0));
      return file.text(path[path.length - 1]!);
    }
    // A `cast` is a type with its package (`java.util.List`).
    case ops.cast: {
      const type = file.operand(file.operand(node, 0), 0);
      return file.op(type) === ops.member ? file.text(file.operand(type, 1)) : null;
    }
    case ops.arrayOf: {
      // `a: _*` passes a whole list, whatever its elements are.
      if (file.operand(node, 0) === 0) return '[]';
      const element = typeName(file, file.operand(node, 0));
      return element === null ? null : `${element}[]`;
    }
    case ops.union: {
      const inner = typeName(file, nonNull(file, node));
      return inner === null ? null : `${inner}?`;
    }
    default:
      return null;
  }
}

/** The type of which a type is the nullable form; 0 for any other type. */
export function nonNull(file: ProgramFile, union: number): number {
  if (file.op(union) !== ops.union) return 0;
  const types = file.list(file.operand(union, 0));
  const inner = types.filter(
    (type) => file.op(type) !== ops.primitiveType || file.operand(type, 0) !== primitives.nothing,
  );
  return inner.length === 1 && types.length === 2 ? inner[0]! : 0;
}

export function isNull(value: Value | null): boolean {
  return value?.kind === 'primitive' && value.code === primitives.nothing;
}

/** Ranks of numeric types: a value converts to a type of a higher rank. */
const numericRanks: Readonly<Record<string, number>> = {
  byte: 1,
  sbyte: 1,
  short: 2,
  char: 2,
  ushort: 2.5,
  int: 3,
  uint: 3.5,
  long: 4,
  ulong: 4.5,
  float: 5,
  double: 6,
  decimal: 7,
};

/** The classes that box primitive types; of C#'s own types, the names of the platform. */
const boxes: ReadonlyMap<string, string> = new Map([
  ['sbyte', 'SByte'],
  ['ushort', 'UInt16'],
  ['uint', 'UInt32'],
  ['ulong', 'UInt64'],
  ['decimal', 'Decimal'],
  ['byte', 'Byte'],
  ['short', 'Short'],
  ['char', 'Character'],
  ['int', 'Integer'],
  ['long', 'Long'],
  ['float', 'Float'],
  ['double', 'Double'],
  ['boolean', 'Boolean'],
]);

export const unboxed: ReadonlyMap<string, string> = new Map([...boxes].map(([primitive, box]) => [box, primitive]));

/** The score of a match of which nothing is known. */
const unknownScore = 0.5;

/** The score of an external class whose name ends with that of the parameter's type: by convention that is the name of its base (`StringReader`). */
const likelyScore = 2;
/** The score of an argument that cannot match. */
const noMatch = -Infinity;

/**
 * The score of an argument for a parameter: the higher the better.
 * - 3: the parameter has the type of the argument.
 * - between 3 and 2: the parameter has the type of an ancestor.
 * - at most 2.5: the argument is converted.
 * - 1: the parameter takes any argument.
 * - 0.5: nothing is known.
 * - -Infinity: the argument cannot match.
 * The score of an array is the score of its elements, plus 0.2.
 * @param node the parameter's type
 */
export function match(i: Inference, member: Member, node: number, given: Argument): number {
  if (node === 0) return unknownScore;
  return matchOf(i, member, node, ofLibrary(i, given));
}

/** An argument of an external type that the project extends is one of the library's type. */
function ofLibrary(i: Inference, argument: Argument): Argument {
  const { value, type } = argument;
  if (value?.kind !== 'instance' || !isExternalType(i, value)) return argument;
  return { ...argument, type: type ?? value.file.name(value.entity), value: { kind: 'external' } };
}

function matchOf(i: Inference, member: Member, node: number, argument: Argument): number {
  const { file } = member;
  const inner = nonNull(file, node);
  if (inner !== 0 || isNullable(argument.type)) return nullableMatch(i, member, { node, inner }, argument);
  const name = typeName(file, node);
  const isParameter = isTypeParameter(i, file, node);
  const isPrimitive = name !== null && boxes.has(name);
  if (isFunctionNode(argument)) return isPrimitive || isParameter ? noMatch : functionMatch(i, member, node, argument);
  const { type, value } = argument;
  if (isNull(value)) return isPrimitive ? noMatch : 1;
  const given = type ?? libraryName(value) ?? primitiveName(value, file);
  // Types of the project are compared by their entities further down, because nested types may share names.
  if (name !== null && given === name && value?.kind !== 'instance')
    return isOfLibrary(value) && isOfProject(i, member, node) ? noMatch : 3;
  const { numberRanks } = dialectOf(file);
  const [from, to] = [numberRanks?.get(given ?? ''), numberRanks?.get(name ?? '')];
  if (from !== undefined && to !== undefined) return wideningScore(from, to);
  if (isParameter) return boundMatch(i, member, node, argument);
  const isArray = given?.endsWith('[]') === true;
  if (file.op(node) === ops.arrayOf) {
    if (!isArray) return given === null && (value === null || value.kind === 'list') ? unknownScore : noMatch;
    const element = { ...argument, type: given.slice(0, -2), value: value?.kind === 'list' ? value.of : null };
    // Arrays of primitives match only equal types. The 0.2 prefers an array parameter to one of type `Object`, which takes any array too.
    return boxes.has(element.type) ? noMatch : match(i, member, file.operand(node, 0), element) + 0.2;
  }
  if (isArray) return isRoot(file, name) ? 1 : arrayMatch(i, member, node, value);
  if (given !== null && boxes.has(given)) return primitiveMatch(given, name);
  if (isPrimitive) {
    if (given === null) return value === null || value.kind === 'external' ? unknownScore : noMatch;
    return unboxed.get(given) === name ? 2 : noMatch;
  }
  if (isRoot(file, name)) return 1;
  // An argument of type `Object` needs a cast to match any other type.
  if (given === 'Object') return noMatch;
  if (given === 'String') return isTextType(file, name) ? 2 : noMatch;
  const isNamed = given !== null && name !== null && value?.kind !== 'instance';
  const byBases = isNamed && isOfLibrary(value) ? libraryMatch(i, member, { node, name }, given) : undefined;
  if (byBases !== undefined) return byBases;
  if (isNamed && given.endsWith(name)) return likelyScore;
  return value === null
    ? unknownScore
    : valueMatch(i, typeValue(i, file, node, member.environment), { value, given, name });
}

/** The name of the library's type that a value has, as that of a declared type: arrays by their elements (`int[]`); null where it is not known. */
function libraryName(value: Value | null): string | null {
  const name = nameOf(value);
  if (name !== '[]' || value?.kind !== 'list') return name ?? null;
  const element = libraryName(value.of);
  return element === null ? null : `${element}[]`;
}

function isOfLibrary(value: Value | null): boolean {
  return value !== null && value.kind !== 'instance' && value.kind !== 'static' && value.kind !== 'primitive';
}

/** Whether a parameter has a type of the project. */
function isOfProject(i: Inference, { file, environment }: Member, node: number): boolean {
  return alternatives(typeValue(i, file, node, environment)).some(
    (part) => part.kind === 'instance' && !isExternalType(i, part),
  );
}

/** The score of a type of the library for another one, by what the library's types extend; undefined where that is not known of both. */
function libraryMatch(
  i: Inference,
  member: Member,
  { node, name }: { node: number; name: string },
  given: string,
): number | undefined {
  const { libraryBases } = dialectOf(member.file);
  if (libraryBases?.(name) === undefined || libraryBases(given) === undefined) return undefined;
  if (isOfProject(i, member, node)) return undefined;
  const distance = libraryDistance(libraryBases, given, name);
  return distance === -1 ? noMatch : 3 - distance / 20;
}

/** The number of steps from a type of the library to one that it extends; -1 where it does not. */
function libraryDistance(basesOf: (name: string) => readonly string[] | undefined, from: string, to: string): number {
  let level: readonly string[] = [from];
  for (let distance = 0; level.length > 0 && distance < maxAncestors; distance++) {
    if (level.includes(to)) return distance;
    level = level.flatMap((name) => basesOf(name) ?? []);
  }
  return -1;
}

function isNullable(name: string | null): name is `${string}?` {
  return name?.endsWith('?') === true;
}

/** The score where the parameter or the argument is nullable; a type as nullable as the parameter's is preferred. @param inner 0 for a plain parameter */
function nullableMatch(
  i: Inference,
  member: Member,
  { node, inner }: { node: number; inner: number },
  argument: Argument,
): number {
  const given = isNullable(argument.type) ? argument.type.slice(0, -1) : null;
  if (given === null && isNull(argument.value)) return 1.1;
  const found = match(i, member, inner || node, given === null ? argument : { ...argument, type: given });
  if ((inner !== 0) === (given !== null)) return found;
  // A nullable value has to be unwrapped for a plain one; as an object it is boxed.
  const name = typeName(member.file, node);
  return given !== null && boxes.has(given) && name !== null && boxes.has(name) ? noMatch : found - 0.2;
}

/** The score of an argument for a type parameter. One with a bound (`M` of `<M extends Map<K, V>>`) is preferred to one that takes anything. */
function boundMatch(i: Inference, member: Member, node: number, argument: Argument): number {
  const bound = member.file.get(typeParameter(i, member.file, node), entityFields.type);
  if (bound === 0 || isTypeParameter(i, member.file, bound)) return 1;
  const ofBound = match(i, member, bound, argument);
  // The closer bound is the more special one.
  return ofBound === noMatch ? noMatch : 1.1 + ofBound / 100;
}

/** Whether a type is the root class, of which every object is an instance. */
export function isRoot(file: ProgramFile, name: string | null): boolean {
  return name === 'Object' || (name !== null && name === dialectOf(file).rootType);
}

/** Whether a text is or converts to a type. */
function isTextType(file: ProgramFile, name: string | null): boolean {
  if (name === null) return false;
  return name === 'CharSequence' || name === 'Comparable' || dialectOf(file).textTypes?.has(name) === true;
}

/** The score of an array as the argument for a parameter that is a collection. */
function arrayMatch(i: Inference, { file, environment }: Member, node: number, value: Value | null): number {
  const { takesArray } = dialectOf(file);
  if (takesArray === undefined || value?.kind !== 'list') return noMatch;
  return takesArray(typeValue(i, file, node, environment)) ? 2 : noMatch;
}

function isFunctionNode({ file, node, value }: Argument): boolean {
  if (value?.kind === 'function' || value?.kind === 'static') return true;
  return node !== 0 && file.op(node) === ops.entity && file.kind(file.operand(node, 0)) === entityKinds.function;
}

function primitiveName(value: Value | null, { rules }: ProgramFile): string | null {
  if (value?.kind !== 'primitive') return null;
  if (value.code === primitives.string) return 'String';
  // Where numbers are objects (Kotlin, Scala), the class of a literal is unknown.
  if (value.code === primitives.number) return rules.callsTypes ? null : 'int';
  return value.code === primitives.boolean ? 'boolean' : null;
}

/** The score of a number for a number of another type: one of a higher rank takes it. */
function wideningScore(from: number, to: number): number {
  return from < to ? 2.5 - (to - from) / 10 : noMatch;
}

/** The score of a primitive argument. @param given its type @param name the name of the parameter's type; null for a type without a name */
function primitiveMatch(given: string, name: string | null): number {
  if (name === null) return noMatch;
  const [from, to] = [numericRanks[given], numericRanks[name]];
  if (from !== undefined && to !== undefined) return wideningScore(from, to);
  if (boxes.get(given) === name) return 1.5;
  return name === 'Object' || name === 'Comparable' || (name === 'Number' && given !== 'boolean') ? 1 : noMatch;
}

export function isTypeParameter(i: Inference, file: ProgramFile, node: number): boolean {
  return typeParameter(i, file, node) !== -1;
}

/** The type parameter that a type node names; -1 for any other type. */
export function typeParameter(i: Inference, file: ProgramFile, node: number): number {
  if (file.op(node) !== ops.named) return -1;
  const path = file.list(file.operand(node, 0));
  if (path.length > 1) return -1;
  const meaning = lookUpNominal(i, file, { name: path[0]!, scope: file.operand(node, 1), meaning: 'type' });
  const [entity] = meaning.declared;
  return entity !== undefined && file.kind(entity) === entityKinds.typeParameter ? entity : -1;
}

/**
 * The score of a function: whether a lambda has the expected number of parameters. Parameters are not counted for a function reference, or where
 * some are optional.
 */
function functionMatch(i: Inference, member: Member, node: number, { file, node: argument }: Argument): number {
  const given =
    file.op(argument) === ops.entity ? file.list(file.get(file.operand(argument, 0), entityFields.listA)) : null;
  const hasOptional = given?.some((parameter) => file.has(parameter, entityFlags.optional)) === true;
  const declared = given === null || hasOptional ? null : given.length;
  const { countOfParameters } = dialectOf(file);
  const count = declared === null || countOfParameters === undefined ? declared : countOfParameters(declared);
  const [part] = alternatives(typeValue(i, member.file, node, member.environment));
  switch (part?.kind) {
    case 'primitive':
    case 'list':
    case 'map':
      return noMatch;
    case 'callback':
      return count === null ? 1 : part.parameters.length === count ? 2 : noMatch;
    case 'function': {
      const expected = part.file.count(part.file.get(part.entity, entityFields.listA));
      return count === null ? 1 : expected === count ? 2 : noMatch;
    }
    case 'instance': {
      const [signature] = nominalMembers(i, part, { name: '()', meaning: 'function' });
      if (signature === undefined) {
        // An interface may extend one of the library's.
        const extended = containerOf(i, part);
        if (extended?.kind !== 'callback') return noMatch;
        return count === null ? 1 : extended.parameters.length === count ? 2 : noMatch;
      }
      return count === null
        ? 1
        : signature.file.list(signature.file.get(signature.entity, entityFields.listA)).length === count
          ? 2
          : noMatch;
    }
    default:
      return unknownScore;
  }
}

/** The score of a value for a parameter's type. */
function valueMatch(
  i: Inference,
  expected: Value | null,
  { value, given, name }: { value: Value; given: string | null; name: string | null },
): number {
  if (expected === null) return unknownScore;
  const [to] = alternatives(expected);
  const [from] = alternatives(value);
  if (to === undefined || from === undefined) return unknownScore;
  if (to.kind === 'instance') {
    if (from.kind !== 'instance') return from.kind === 'external' && given === null ? unknownScore : noMatch;
    const distance = distanceTo(i, from, to);
    return distance === -1 ? noMatch : 3 - Math.min(distance, 20) / 20;
  }
  // No class of a project extends a text or a number.
  if (from.kind === 'instance')
    return to.kind === 'primitive' && isKnown(to.code) ? noMatch : externalMatch(i, from, name);
  if (from.kind === 'primitive' && to.kind === 'primitive' && areDifferent(from.code, to.code)) return noMatch;
  if (from.kind === to.kind) return to.kind === 'external' ? unknownScore : 2;
  // Strings and numbers have no subtypes, so an argument of another declared type does not match.
  if (to.kind === 'primitive' && from.kind === 'external' && given !== null) return noMatch;
  return from.kind === 'external' || to.kind === 'external' ? unknownScore : noMatch;
}

/** Whether two primitive types are known and different. */
function isKnown(code: number): boolean {
  return code !== primitives.any && code !== primitives.other;
}

function areDifferent(code: number, other: number): boolean {
  return code !== other && isKnown(code) && isKnown(other);
}

/** Whether the library's type `base` extends another one. */
export function isLibraryBase(file: ProgramFile, base: string, name: string): boolean {
  const { libraryBases } = dialectOf(file);
  return libraryBases !== undefined && libraryDistance(libraryBases, base, name) !== -1;
}

/** The score of a class of the project for an external type: by the names of the class's bases. */
function externalMatch(i: Inference, from: Typed, name: string | null): number {
  let hasUnknownBase = false;
  const visited = new Set<string>();
  const queue: Typed[] = [from];
  for (let at = queue.shift(); at !== undefined && visited.size < maxAncestors; at = queue.shift()) {
    const { file, entity } = at;
    const key = `${file.index} ${entity}`;
    if (visited.has(key)) continue;
    visited.add(key);
    const pairs = file.list(file.get(entity, entityFields.listA));
    const bases = Object.values(heritage).flatMap((relation) => ancestors(i, at, relation));
    if (bases.length < pairs.length / 2) hasUnknownBase = true;
    for (let pair = 1; pair < pairs.length; pair += 2) {
      const base = typeName(file, pairs[pair]!);
      if (name !== null && base !== null && (base.endsWith(name) || isLibraryBase(file, base, name)))
        return likelyScore;
    }
    queue.push(...bases);
  }
  return hasUnknownBase ? unknownScore : noMatch;
}

/** The name of a type after those of its enclosing types. */
function fullName({ file, entity }: Target): string {
  const parent = file.get(entity, entityFields.parent);
  return parent < 0 ? file.name(entity) : `${fullName({ file, entity: parent })}.${file.name(entity)}`;
}

/** Whether two types are one class, or copies of a class in one package. */
function isSame(one: Typed, other: Typed): boolean {
  if (one.file === other.file) return one.entity === other.entity;
  return fullName(one) === fullName(other) && one.file.summary.unit === other.file.summary.unit;
}

/** Whether a type is another one or extends it. */
export function isSubtype(i: Inference, from: Typed, to: Typed): boolean {
  return distanceTo(i, from, to) !== -1;
}

/** The type of an instance that an extension of the type represents, as `self` in the extension; any other type itself. */
function declaredAs(i: Inference, type: Typed): Typed {
  const isExtension = type.file.rules.extendsExternal && type.file.has(type.entity, entityFlags.extension);
  const declared = isExtension ? extendedType(i, type) : null;
  return declared === null ? type : { ...type, file: declared.file, entity: declared.entity };
}

/** The number of steps from a class to an ancestor; -1 for a type that is no ancestor. */
function distanceTo(i: Inference, extending: Typed, extended: Typed): number {
  const visited = new Set<string>();
  const [from, to] = [declaredAs(i, extending), declaredAs(i, extended)];
  let level: Typed[] = [from];
  for (let distance = 0; level.length > 0 && visited.size < maxAncestors; distance++) {
    const next: Typed[] = [];
    for (const at of level) {
      if (isSame(at, to)) return distance;
      const key = `${at.file.index} ${at.entity}`;
      if (visited.has(key)) continue;
      visited.add(key);
      for (const relation of [heritage.extends, heritage.implements, heritage.mixesIn])
        next.push(...ancestors(i, at, relation));
    }
    level = next;
  }
  return -1;
}

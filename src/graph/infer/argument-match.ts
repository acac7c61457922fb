/**
 * How well an argument matches a parameter, where functions share a name: by the written types of both, else by their values.
 * Invariant: where nothing is known, nothing is excluded or preferred.
 */
import { entityFields, entityFlags, entityKinds, heritage, ops, primitives } from '../../model/file-summary.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { ancestors } from '../heritage/heritage.ts';
import { nominalMembers, seenFrom } from '../heritage/nominal.ts';
import type { Argument } from '../questions/arguments.ts';
import { type Inference, typeValue } from '../questions/questions.ts';
import { alternatives, type Value, type Member, type Typed } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';

const maxAncestors = 40;

/** `int`, `String`, `Foo[]`; null for a type parameter and for a type without a name. */
export function typeName(file: ProgramFile, node: number): string | null {
  switch (file.op(node)) {
    case ops.named: {
      const path = file.list(file.operand(node, 0));
      return file.text(path[path.length - 1]!);
    }
    // A type with its package.
    case ops.cast: {
      const type = file.operand(file.operand(node, 0), 0);
      return file.op(type) === ops.member ? file.text(file.operand(type, 1)) : null;
    }
    case ops.arrayOf: {
      const of = typeName(file, file.operand(node, 0));
      return of === null ? null : `${of}[]`;
    }
    default:
      return null;
  }
}

export function isNull(value: Value | null): boolean {
  return value?.kind === 'primitive' && value.code === primitives.nothing;
}

const sizes: Readonly<Record<string, number>> = { byte: 1, short: 2, char: 2, int: 3, long: 4, float: 5, double: 6 };

const boxes: ReadonlyMap<string, string> = new Map([
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

const unlikely = 0.5;

/** By convention a class's name ends with that of its base (`StringReader`): for external classes nothing else is known. */
const likely = 2;
const no = -Infinity;

/** Higher is better; -Infinity when it cannot match. */
export function match(i: Inference, member: Member, node: number, argument: Argument): number {
  if (node === 0) return unlikely;
  const { file } = member;
  const name = typeName(file, node);
  const isParameter = isTypeParameter(i, file, node);
  const isPrimitive = name !== null && boxes.has(name);
  if (isFunctionNode(argument)) return isPrimitive || isParameter ? no : functionMatch(i, member, node, argument);
  const { type, value } = argument;
  if (isNull(value)) return isPrimitive ? no : 1;
  const own = type ?? primitiveName(value, file);
  // Types of the project are compared by identity, because nested ones share names.
  if (name !== null && own === name && value?.kind !== 'instance') return 3;
  if (isParameter) return 1;
  const isArray = own?.endsWith('[]') === true;
  if (file.op(node) === ops.arrayOf) {
    if (!isArray) return own === null && (value === null || value.kind === 'list') ? unlikely : no;
    const element = { ...argument, type: own.slice(0, -2), value: value?.kind === 'list' ? value.of : null };
    // An array of primitives matches only that array; any array is an object, but an array parameter is the better match.
    return boxes.has(element.type) ? no : match(i, member, file.operand(node, 0), element) + 0.2;
  }
  if (isArray) return isRoot(file, name) ? 1 : arrayMatch(i, member, node, value);
  if (own !== null && boxes.has(own)) return primitiveMatch(own, name);
  if (isPrimitive) {
    if (own === null) return value === null || value.kind === 'external' ? unlikely : no;
    return unboxed.get(own) === name ? 2 : no;
  }
  if (isRoot(file, name)) return 1;
  // A value known only as an object needs a cast to be more.
  if (own === 'Object') return no;
  if (own === 'String') return name === 'CharSequence' || name === 'Comparable' ? 2 : no;
  if (own !== null && name !== null && value?.kind !== 'instance' && own.endsWith(name)) return likely;
  return value === null ? unlikely : valueMatch(i, typeValue(i, file, node, member.environment), { value, own, name });
}

/** Whether a type is the root class, of which every object is an instance. */
function isRoot(file: ProgramFile, name: string | null): boolean {
  return name === 'Object' || (name !== null && name === dialectOf(file).rootType);
}

/** An array as an argument for an iterable collection. */
function arrayMatch(i: Inference, { file, environment }: Member, node: number, value: Value | null): number {
  const { takesArray } = dialectOf(file);
  if (takesArray === undefined || value?.kind !== 'list') return no;
  return takesArray(typeValue(i, file, node, environment)) ? 2 : no;
}

function isFunctionNode({ file, node, value }: Argument): boolean {
  if (value?.kind === 'function' || value?.kind === 'static') return true;
  return node !== 0 && file.op(node) === ops.entity && file.kind(file.operand(node, 0)) === entityKinds.function;
}

function primitiveName(value: Value | null, { rules }: ProgramFile): string | null {
  if (value?.kind !== 'primitive') return null;
  if (value.code === primitives.string) return 'String';
  // Where numbers are objects, nothing says which class a literal has.
  if (value.code === primitives.number) return rules.callsTypes ? null : 'int';
  return value.code === primitives.boolean ? 'boolean' : null;
}

function primitiveMatch(own: string, name: string | null): number {
  if (name === null) return no;
  const [from, to] = [sizes[own], sizes[name]];
  if (from !== undefined && to !== undefined) return from < to ? 2.5 - (to - from) / 10 : no;
  if (boxes.get(own) === name) return 1.5;
  return name === 'Object' || name === 'Comparable' || (name === 'Number' && own !== 'boolean') ? 1 : no;
}

export function isTypeParameter(i: Inference, file: ProgramFile, node: number): boolean {
  if (file.op(node) !== ops.named) return false;
  const path = file.list(file.operand(node, 0));
  if (path.length > 1) return false;
  const seen = seenFrom(i, file, { name: path[0]!, scope: file.operand(node, 1), meaning: 'type' });
  const [entity] = seen.declared;
  return entity !== undefined && file.kind(entity) === entityKinds.typeParameter;
}

/** Whether a lambda has the number of parameters that is expected; the parameters of a function reference are not counted. */
function functionMatch(i: Inference, member: Member, node: number, { file, node: at }: Argument): number {
  const given = file.op(at) === ops.entity ? file.list(file.get(file.operand(at, 0), entityFields.listA)) : null;
  const hasOptional = given?.some((parameter) => file.has(parameter, entityFlags.optional)) === true;
  const declared = given === null || hasOptional ? null : given.length;
  const { countOfParameters } = dialectOf(file);
  const count = declared === null || countOfParameters === undefined ? declared : countOfParameters(declared);
  const [part] = alternatives(typeValue(i, member.file, node, member.environment));
  switch (part?.kind) {
    case 'primitive':
    case 'list':
    case 'map':
      return no;
    case 'callback':
      return count === null ? 1 : part.parameters.length === count ? 2 : no;
    case 'instance': {
      const [signature] = nominalMembers(i, part, { name: '()', meaning: 'function' });
      if (signature === undefined) return no;
      return count === null
        ? 1
        : signature.file.list(signature.file.get(signature.entity, entityFields.listA)).length === count
          ? 2
          : no;
    }
    default:
      return unlikely;
  }
}

/** How well a value matches a parameter's type. */
function valueMatch(
  i: Inference,
  expected: Value | null,
  { value, own, name }: { value: Value; own: string | null; name: string | null },
): number {
  if (expected === null) return unlikely;
  const [to] = alternatives(expected);
  const [from] = alternatives(value);
  if (to === undefined || from === undefined) return unlikely;
  if (to.kind === 'instance') {
    if (from.kind !== 'instance') return from.kind === 'external' && own === null ? unlikely : no;
    const distance = distanceTo(i, from, to);
    return distance === -1 ? no : 3 - Math.min(distance, 20) / 20;
  }
  if (from.kind === 'instance') return externalMatch(i, from, name);
  if (from.kind === 'primitive' && to.kind === 'primitive' && isOther(from.code, to.code)) return no;
  if (from.kind === to.kind) return to.kind === 'external' ? unlikely : 2;
  // Strings and numbers have no subtypes, so a value declared as something else does not match.
  if (to.kind === 'primitive' && from.kind === 'external' && own !== null) return no;
  return from.kind === 'external' || to.kind === 'external' ? unlikely : no;
}

function isOther(code: number, other: number): boolean {
  const isKnown = (one: number): boolean => one !== primitives.any && one !== primitives.other;
  return code !== other && isKnown(code) && isKnown(other);
}

/** Whether a class of the project can match an external type of that name: the names of its bases are known. */
function externalMatch(i: Inference, from: Typed, name: string | null): number {
  let hasUnknownBase = false;
  const seen = new Set<string>();
  const queue: Typed[] = [from];
  for (let at = queue.shift(); at !== undefined && seen.size < maxAncestors; at = queue.shift()) {
    const { file, entity } = at;
    const key = `${file.index} ${entity}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const pairs = file.list(file.get(entity, entityFields.listA));
    const bases = Object.values(heritage).flatMap((relation) => ancestors(i, at, relation));
    if (bases.length < pairs.length / 2) hasUnknownBase = true;
    for (let pair = 1; pair < pairs.length; pair += 2) {
      const base = typeName(file, pairs[pair]!);
      if (name !== null && base?.endsWith(name) === true) return likely;
    }
    queue.push(...bases);
  }
  return hasUnknownBase ? unlikely : no;
}

/** The name with those of the enclosing types; empty where one has no name. */
function fullName({ file, entity }: Target): string {
  const parent = file.get(entity, entityFields.parent);
  return parent < 0 ? file.name(entity) : `${fullName({ file, entity: parent })}.${file.name(entity)}`;
}

/** Whether they are one class, or copies of it in one package. */
function isSame(one: Typed, other: Typed): boolean {
  if (one.file === other.file) return one.entity === other.entity;
  return fullName(one) === fullName(other) && one.file.summary.unit === other.file.summary.unit;
}

/** Steps from a class to one of its ancestors; -1 when it is not one. */
function distanceTo(i: Inference, from: Typed, to: Typed): number {
  const seen = new Set<string>();
  let level: Typed[] = [from];
  for (let distance = 0; level.length > 0 && seen.size < maxAncestors; distance++) {
    const next: Typed[] = [];
    for (const at of level) {
      if (isSame(at, to)) return distance;
      const key = `${at.file.index} ${at.entity}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const relation of [0, 1, 2]) next.push(...ancestors(i, at, relation));
    }
    level = next;
  }
  return -1;
}

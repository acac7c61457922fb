/**
 * Which of the functions that share a name a call runs: by the number of its arguments, then by what is known of their types.
 * Invariant: an argument of which nothing is known excludes nothing; functions that fit equally well are all meant, unless one
 * overrides the other.
 */
import { entityFields, entityFlags, entityKinds, ops, primitives } from '../model/link-facts.ts';
import { type FileFacts, spaces } from './file-facts.ts';
import { ancestors, type Typed } from './heritage.ts';
import { memberTargets } from './members.ts';
import { starImport } from './names.ts';
import { type Member, nominalMembers, seenFrom, valueOfMember } from './nominal.ts';
import { type Inference, nodeValue, typeValue } from './questions.ts';
import { alternatives, union, type Target, type Value } from './values.ts';

/** Candidates that are looked at: a visitor has a method for each kind of node. */
const maxCandidates = 1000;

/** Functions that fit equally well: of more nobody can tell. */
const maxMeant = 8;
const maxAncestors = 40;

/** The functions that an `overload` node means; empty when its callee is no function of ours. */
export function overloadTargets(i: Inference, file: FileFacts, node: number): Member[] {
  const callee = file.operand(node, 0);
  const args = { file, list: file.operand(node, 1) };
  const choose = (candidates: readonly Member[]): Member[] => {
    const found = chosen(i, candidates.slice(0, maxCandidates), args);
    return found.length > maxMeant && args.list !== -1 ? [] : found;
  };
  if (file.op(callee) === ops.name) return choose(namedFunctions(i, file, callee));
  if (file.op(callee) !== ops.member) return [];
  const name = file.text(file.operand(callee, 1));
  const receiver = nodeValue(i, file, file.operand(callee, 0));
  return alternatives(receiver).flatMap((part) => choose(memberTargets(i, part, name, 'function')));
}

/** What an `overload` node is as a value. */
export function overloadValue(i: Inference, file: FileFacts, node: number): Value | null {
  const targets = overloadTargets(i, file, node);
  if (targets.length > 0) return union(targets.map((target) => valueOfMember(i, target)));
  const callee = file.operand(node, 0);
  if (file.op(callee) !== ops.member)
    return file.op(callee) === ops.name ? { kind: 'external' } : nodeValue(i, file, callee);
  const receiver = nodeValue(i, file, file.operand(callee, 0));
  // What no class of ours declares is inherited from one that is not.
  return receiver?.kind === 'external' || receiver?.kind === 'instance' ? { kind: 'external' } : null;
}

function namedFunctions(i: Inference, file: FileFacts, callee: number): Member[] {
  const a = file.operand(callee, 0);
  const seen = seenFrom(i, file, { name: a, scope: file.operand(callee, 1), meaning: 'function' });
  if (seen.members.length > 0) return [...seen.members];
  const exported =
    seen.declared.length > 0 ? i.program.followEntities(file, seen.declared, spaces.any) : starImport(i, file, a);
  if (exported?.kind !== 'entities') return [];
  return exported.entities
    .filter((entity) => isFunction(exported.file, entity))
    .map((entity) => ({ file: exported.file, entity, environment: null, self: null }));
}

function isFunction(file: FileFacts, entity: number): boolean {
  const kind = file.kind(entity);
  return kind === entityKinds.method || kind === entityKinds.function;
}

/** The methods of a base that a method stands in for: of its name, with parameters of the same types as written. */
export function overriddenIn(i: Inference, method: Target, base: Typed): Member[] {
  const { file, entity } = method;
  const own = parametersOf(method);
  const same = memberTargets(i, base, file.name(entity), 'function').filter(
    (one) => parametersOf(one).length === own.length && !one.file.has(one.entity, entityFlags.static),
  );
  const alike = same.filter((one) =>
    parametersOf(one).every((parameter, position) => {
      const type = parameterTypeName(one.file, parameter);
      return type === null || type === parameterTypeName(file, own[position]!);
    }),
  );
  // A type parameter has another name where it is bound.
  return ofFirstOwner(alike.length > 0 ? alike : same.length === 1 ? same : []);
}

function parameterTypeName(file: FileFacts, parameter: number): string | null {
  const type = file.get(parameter, entityFields.type);
  return type === 0 ? null : typeName(file, type);
}

export interface Arguments {
  file: FileFacts;
  /** A list node; -1 for a reference. */
  list: number;
}

/** Of several functions those that a call with these arguments means. */
export function chosen(i: Inference, candidates: readonly Member[], args: Arguments): Member[] {
  if (candidates.length < 2) return [...candidates];
  if (args.list === -1) return ofFirstOwner(candidates);
  const given = args.file.list(args.list);
  const fixed = candidates.filter((one) => !isOpen(one) && parametersOf(one).length === given.length);
  const open = candidates.filter((one) => isOpen(one) && given.length >= parametersOf(one).length - 1);
  const scored = (group: readonly Member[]): Member[] => best(i, group, { file: args.file, given });
  const exact = scored(fixed);
  if (exact.length > 0) return exact;
  const loose = scored(open);
  if (loose.length > 0) return loose;
  // What is known of the types fits none: a type that was told wrong.
  const counted = fixed.length > 0 ? fixed : open;
  return ofFirstOwner(counted);
}

function parametersOf({ file, entity }: Target): readonly number[] {
  return file.list(file.get(entity, entityFields.listA));
}

function isOpen(member: Member): boolean {
  const last = parametersOf(member).at(-1);
  return last !== undefined && member.file.has(last, entityFlags.rest);
}

/** What an ancestor declares is overridden by, or further from the call than, what stands first. */
function ofFirstOwner(members: readonly Member[]): Member[] {
  const [first] = members;
  if (first === undefined) return [];
  const owner = first.file.get(first.entity, entityFields.parent);
  return members.filter(({ file, entity }) => file === first.file && file.get(entity, entityFields.parent) === owner);
}

function best(
  i: Inference,
  group: readonly Member[],
  { file, given }: { file: FileFacts; given: readonly number[] },
): Member[] {
  if (group.length < 2) return [...group];
  const known = given.map((node) => argumentOf(i, file, node));
  const scores = group.map((member) => score(i, member, known));
  const most = Math.max(...scores);
  return most === -Infinity ? [] : ofFirstOwner(group.filter((_, index) => scores[index] === most));
}

/** What is known of an argument before it meets a parameter. */
interface Argument {
  file: FileFacts;
  node: number;
  /** Name of its type as declared; null when nobody wrote one. */
  type: string | null;
  value: Value | null;
}

function argumentOf(i: Inference, file: FileFacts, node: number): Argument {
  if (node === 0) return { file, node, type: null, value: null };
  // A function's own type is that of the parameter it meets.
  if (file.op(node) === ops.entity && file.kind(file.operand(node, 0)) === entityKinds.function)
    return { file, node, type: null, value: null };
  if (file.op(node) === ops.construct)
    return { file, node, type: constructedName(file, file.operand(node, 0)), value: nodeValue(i, file, node) };
  const declared = declaredType(i, file, node, 0);
  return {
    file,
    node,
    type: declared === null ? null : typeName(declared.file, declared.node),
    value: nodeValue(i, file, node),
  };
}

function constructedName(file: FileFacts, callee: number): string | null {
  if (file.op(callee) === ops.name) return file.text(file.operand(callee, 0));
  return file.op(callee) === ops.member ? file.text(file.operand(callee, 1)) : null;
}

const maxSteps = 12;

interface TypeNode {
  file: FileFacts;
  node: number;
}

/** The type that is written for an expression: its variable's, its function's result, a cast's. */
function declaredType(i: Inference, file: FileFacts, node: number, depth: number): TypeNode | null {
  if (node === 0 || depth > maxSteps) return null;
  const ofEntity = (target: { file: FileFacts; entity: number } | undefined): TypeNode | null => {
    if (target === undefined) return null;
    const type = target.file.get(target.entity, entityFields.type);
    if (type !== 0) return { file: target.file, node: type };
    const value = target.file.get(target.entity, entityFields.value);
    return declaredType(i, target.file, value, depth + 1);
  };
  switch (file.op(node)) {
    case ops.cast:
      return { file, node: file.operand(node, 0) };
    case ops.name: {
      const name = { name: file.operand(node, 0), scope: file.operand(node, 1) };
      const seen = seenFrom(i, file, { ...name, meaning: 'variable' });
      const [entity] = seen.declared;
      return ofEntity(seen.members[0] ?? (entity === undefined ? undefined : { file, entity }));
    }
    case ops.member:
      return ofEntity(
        memberTargets(i, nodeValue(i, file, file.operand(node, 0)), file.text(file.operand(node, 1)), 'variable')[0],
      );
    case ops.index: {
      const array = declaredType(i, file, file.operand(node, 0), depth + 1);
      if (array === null || array.file.op(array.node) !== ops.arrayOf) return null;
      return { file: array.file, node: array.file.operand(array.node, 0) };
    }
    case ops.call: {
      const callee = file.operand(node, 0);
      return file.op(callee) === ops.overload ? ofEntity(overloadTargets(i, file, callee)[0]) : null;
    }
    default:
      return null;
  }
}

/** `int`, `String`, `Foo[]`; null for a type parameter and what has no name. */
function typeName(file: FileFacts, node: number): string | null {
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

/** Sum over the arguments; -Infinity when one cannot be what the parameter takes. */
function score(i: Inference, member: Member, given: readonly Argument[]): number {
  const parameters = parametersOf(member);
  const open = isOpen(member);
  let sum = 0;
  for (const [position, argument] of given.entries()) {
    const parameter = parameters[Math.min(position, parameters.length - 1)]!;
    let node = member.file.get(parameter, entityFields.type);
    const inRest = open && position >= parameters.length - 1;
    const isWhole =
      inRest &&
      given.length === parameters.length &&
      (argument.type?.endsWith('[]') === true || isNull(argument.value));
    if (inRest && !isWhole && member.file.op(node) === ops.arrayOf) node = member.file.operand(node, 0);
    sum += match(i, member, node, argument);
  }
  return sum;
}

function isNull(value: Value | null): boolean {
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

const unboxed: ReadonlyMap<string, string> = new Map([...boxes].map(([primitive, box]) => [box, primitive]));

const unlikely = 0.5;

/** By convention a class's name ends with that of its base (`StringReader`): all there is to know of the library's. */
const likely = 2;
const no = -Infinity;

function match(i: Inference, member: Member, node: number, argument: Argument): number {
  if (node === 0) return unlikely;
  const { file } = member;
  const name = typeName(file, node);
  const isParameter = isTypeParameter(i, file, node);
  const isPrimitive = name !== null && boxes.has(name);
  if (isFunctionNode(argument)) return isPrimitive || isParameter ? no : functionMatch(i, member, node, argument);
  const { type, value } = argument;
  if (isNull(value)) return isPrimitive ? no : 1;
  const own = type ?? primitiveName(value);
  // Types of ours are told apart by what they are: nested ones share names.
  if (name !== null && own === name && value?.kind !== 'instance') return 3;
  if (isParameter) return 1;
  const isArray = own?.endsWith('[]') === true;
  if (file.op(node) === ops.arrayOf) {
    if (!isArray) return own === null && (value === null || value.kind === 'list') ? unlikely : no;
    const element = { ...argument, type: own.slice(0, -2), value: value?.kind === 'list' ? value.of : null };
    // An array of numbers is of those numbers.
    return boxes.has(element.type) ? no : match(i, member, file.operand(node, 0), element);
  }
  if (isArray) return name === 'Object' ? 1 : no;
  if (own !== null && boxes.has(own)) return primitiveMatch(own, name);
  if (isPrimitive) {
    if (own === null) return value === null || value.kind === 'external' ? unlikely : no;
    return unboxed.get(own) === name ? 2 : no;
  }
  if (name === 'Object') return 1;
  // What is known as any object needs a cast to be more.
  if (own === 'Object') return no;
  if (own === 'String') return name === 'CharSequence' || name === 'Comparable' ? 2 : no;
  if (own !== null && name !== null && value?.kind !== 'instance' && own.endsWith(name)) return likely;
  return value === null ? unlikely : valueMatch(i, typeValue(i, file, node, member.environment), { value, own });
}

function isFunctionNode({ file, node, value }: Argument): boolean {
  if (value?.kind === 'function' || value?.kind === 'static') return true;
  return node !== 0 && file.op(node) === ops.entity && file.kind(file.operand(node, 0)) === entityKinds.function;
}

function primitiveName(value: Value | null): string | null {
  if (value?.kind !== 'primitive') return null;
  if (value.code === primitives.string) return 'String';
  if (value.code === primitives.number) return 'int';
  return value.code === primitives.boolean ? 'boolean' : null;
}

function primitiveMatch(own: string, name: string | null): number {
  if (name === null) return no;
  const [from, to] = [sizes[own], sizes[name]];
  if (from !== undefined && to !== undefined) return from < to ? 2.5 - (to - from) / 10 : no;
  if (boxes.get(own) === name) return 1.5;
  return name === 'Object' || name === 'Comparable' || (name === 'Number' && own !== 'boolean') ? 1 : no;
}

function isTypeParameter(i: Inference, file: FileFacts, node: number): boolean {
  if (file.op(node) !== ops.named) return false;
  const path = file.list(file.operand(node, 0));
  if (path.length > 1) return false;
  const seen = seenFrom(i, file, { name: path[0]!, scope: file.operand(node, 1), meaning: 'type' });
  const [entity] = seen.declared;
  return entity !== undefined && file.kind(entity) === entityKinds.typeParameter;
}

/** Whether a lambda has as many parameters as what is expected of it; of a reference nothing is counted. */
function functionMatch(i: Inference, member: Member, node: number, { file, node: at }: Argument): number {
  const count = file.op(at) === ops.entity ? file.list(file.get(file.operand(at, 0), entityFields.listA)).length : null;
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
      return count === null ? 1 : parametersOf(signature).length === count ? 2 : no;
    }
    default:
      return unlikely;
  }
}

/** Whether a value can be what a parameter's type says. */
function valueMatch(
  i: Inference,
  expected: Value | null,
  { value, own }: { value: Value; own: string | null },
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
  if (from.kind === 'instance') return to.kind === 'external' || to.kind === 'callback' ? unlikely : no;
  if (from.kind === to.kind) return to.kind === 'external' ? unlikely : 2;
  return from.kind === 'external' || to.kind === 'external' ? unlikely : no;
}

/** With the types around it; empty where one has no name. */
function fullName({ file, entity }: Target): string {
  const parent = file.get(entity, entityFields.parent);
  return parent < 0 ? file.name(entity) : `${fullName({ file, entity: parent })}.${file.name(entity)}`;
}

/** A class, or another copy of it in the same package. */
function isSame(one: Typed, other: Typed): boolean {
  if (one.file === other.file) return one.entity === other.entity;
  return fullName(one) === fullName(other) && one.file.facts.unit === other.file.facts.unit;
}

/** Steps from a class to one of its ancestors; -1 when it is none. */
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

/**
 * Chooses which of several functions of one name a call means: by the number of its arguments, then by their types as far as these are known.
 * Invariants: an unknown argument excludes no function; functions that match equally well are all meant, unless one overrides the other.
 */
import { suitsImplicitReceiver } from './implicit-receivers.ts';
import { libraryType } from './library-types.ts';
import { entityFields, entityFlags, entityKinds, exportForms, ops, primitives } from '../../../model/file-summary.ts';
import {
  isLibraryBase,
  isNull,
  isRoot,
  isSubtype,
  match,
  nonNull,
  typeName,
  typeParameter,
} from '../argument-match.ts';
import type { Argument, Arguments, ImplicitReceiverExtensions } from '../../questions/arguments.ts';
import { extensionTargets, possibleExtensions } from './extension-functions.ts';
import { functionResult } from '../callables.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Exported } from '../../program/exported.ts';
import { spaces } from '../../program/spaces.ts';
import { dialectOf } from '../../languages/dialect.ts';
import { memberTargets } from '../../members/members.ts';
import { starImport } from '../../resolve/names.ts';
import { inNearestPackage } from '../../resolve/nearest-declaration.ts';
import { exportersOf } from '../../program/nearest-in-package.ts';
import { sharedFolders } from '../../../util/shared-folders.ts';
import { isFunction, lookUpNominal, valueOfMember } from '../../heritage/nominal.ts';
import { type Inference, nodeValue } from '../../questions/questions.ts';
import {
  alternatives,
  memberOfExternal,
  named,
  nameOf,
  union,
  type Member,
  type Value,
  type Typed,
} from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** The maximum number of candidates that are examined. A visitor may have hundreds: a method for each kind of node. */
const maxCandidates = 1000;

const noExtensions: ImplicitReceiverExtensions = { suiting: [], others: [] };

/** The maximum number of equally good functions that a call means; with more, the call is unresolved. A name without a call may mean more. */
const maxMeant = 8;

/** The functions that an `overload` node (the callee of a call) means; empty when none is of the project. */
export function overloadTargets(i: Inference, file: ProgramFile, node: number): Member[] {
  const callee = file.operand(node, 0);
  const args = { file, list: file.operand(node, 1) };
  const choose = (candidates: readonly Member[]): Member[] => {
    const found = chooseOverloads(i, candidates.slice(0, maxCandidates), args);
    return found.length > maxMeant && args.list !== -1 ? [] : found;
  };
  if (file.op(callee) === ops.name) return choose(functionsByName(i, file, callee, args));
  if (file.op(callee) !== ops.member) return [];
  const { name, count } = withArity(file.text(file.operand(callee, 1)));
  const receiver = nodeValue(i, file, file.operand(callee, 0));
  const found = alternatives(receiver).flatMap((part) =>
    choose(functionsOf(i, file, part, name).filter((member) => hasArity(member, count))),
  );
  if (found.length > 0 || !file.rules.hasExtensions) return found;
  const receiverNode = file.operand(callee, 0);
  const extensions = extensionTargets(i, file, name, argumentOf(i, file, receiverNode)).filter((one) =>
    hasArity(one, count),
  );
  const given = dialectOf(file).extensionArguments?.(args, receiverNode) ?? args;
  return chooseOverloads(i, extensions.slice(0, maxCandidates), given);
}

/** All functions that a name or member without a call may mean, in languages with method groups. */
export function functionGroup(i: Inference, file: ProgramFile, node: number): readonly Member[] {
  if (file.op(node) === ops.name) return namedFunctions(i, file, node);
  const name = file.text(file.operand(node, 1));
  const members = alternatives(nodeValue(i, file, file.operand(node, 0))).flatMap((part) =>
    memberTargets(i, part, name, 'function'),
  );
  return members.length > 0 ? members : extensionsNamed(i, file, node);
}

function functionsOf(i: Inference, file: ProgramFile, part: Value, name: string): readonly Member[] {
  const near = part.kind === 'module' ? inNearestPackage(i, file, part.file, name) : null;
  if (near?.kind !== 'entities') return memberTargets(i, part, name, 'function');
  return near.entities.map((entity) => ({ file: near.file, entity, environment: null, self: null }));
}

/** The extensions that a `member` node means without a call, in languages where a mere name calls an extension. */
export function extensionsNamed(i: Inference, file: ProgramFile, node: number): Member[] {
  const receiver = file.operand(node, 0);
  const name = file.text(file.operand(node, 1));
  return extensionTargets(i, file, name, argumentOf(i, file, receiver));
}

/** The value of an `overload` node. */
export function overloadValue(i: Inference, file: ProgramFile, node: number): Value | null {
  const targets = overloadTargets(i, file, node);
  if (targets.length > 0) return union(targets.map((target) => valueOfMember(i, target)));
  const callee = file.operand(node, 0);
  if (file.op(callee) !== ops.member) {
    if (file.op(callee) === ops.name && !file.rules.callsByName) return { kind: 'external' };
    return madeByLibrary(file, callee, nodeValue(i, file, callee));
  }
  if (!file.rules.callsByName) return externalValue(i, file, callee);
  const value = nodeValue(i, file, callee) ?? externalValue(i, file, callee);
  return value?.kind === 'external' ? (extensionsAsFunction(i, file, callee) ?? value) : value;
}

/** What a call of a name means that is a type of the library (`StringWriter()`), where calls of types construct them. */
function madeByLibrary(file: ProgramFile, callee: number, value: Value | null): Value | null {
  if (value?.kind !== 'external' || file.op(callee) !== ops.name || dialectOf(file).libraryBases === undefined)
    return value;
  const name = file.text(file.operand(callee, 0));
  return /^\p{Lu}/u.test(name) ? named(value, name) : value;
}

/**
 * Of the extensions that a call on a receiver of the library may mean, the one whose result the results of all others extend; null where there is none.
 * It says what the call returns, not which of them runs.
 */
function extensionsAsFunction(i: Inference, file: ProgramFile, callee: number): Value | null {
  if (!file.rules.hasExtensions || file.rules.companions !== 'visible') return null;
  const name = file.text(file.operand(callee, 1));
  const receiver = file.operand(callee, 0);
  const possible = possibleExtensions(i, file, name, () => argumentOf(i, file, receiver));
  if (possible.length === 0 || possible.length > maxMeant) return null;
  const functions = possible.map((member) => valueOfMember(i, member));
  const results = functions.map((one) => functionResult(i, one));
  const general = results.findIndex(
    (to) => to?.kind === 'instance' && results.every((from) => from?.kind === 'instance' && isSubtype(i, from, to)),
  );
  return functions[general] ?? null;
}

function externalValue(i: Inference, file: ProgramFile, callee: number): Value | null {
  const receiver = nodeValue(i, file, file.operand(callee, 0));
  // A member of an instance that no class of the project declares is inherited from an external class.
  if (receiver?.kind === 'external') return memberOfExternal(receiver);
  return receiver?.kind === 'instance' ? { kind: 'external' } : null;
}

/** The functions that a call without a receiver may mean. */
function functionsByName(i: Inference, file: ProgramFile, callee: number, args: Arguments): Member[] {
  const found = namedFunctions(i, file, callee);
  return dialectOf(file).taken?.(i, { file, callee, args }, found) ?? found;
}

function namedFunctions(i: Inference, file: ProgramFile, callee: number): Member[] {
  const { name, count } = withArity(file.text(file.operand(callee, 0)));
  const string = count === -1 ? file.operand(callee, 0) : file.stringOf(name);
  // The file does not have the plain name as a string, so this is no method call but the construction of a generic type (`new List<T>()`).
  if (string === -1) return [];
  return functionsNamed(i, file, { name: string, scope: file.operand(callee, 1) }).filter((one) =>
    hasArity(one, count),
  );
}

/** Splits a name as C#'s collector writes it: the method's name, and the number of type arguments of the call; -1 for none. */
export function withArity(text: string): { name: string; count: number } {
  const at = text.lastIndexOf('`');
  return at <= 0 ? { name: text, count: -1 } : { name: text.slice(0, at), count: Number(text.slice(at + 1)) };
}

/** Whether a function has this number of type parameters; true for -1. */
export function hasArity({ file, entity }: Target, count: number): boolean {
  return count === -1 || file.list(file.get(entity, entityFields.listB)).length === count;
}

function functionsNamed(i: Inference, file: ProgramFile, { name, scope }: { name: number; scope: number }): Member[] {
  const nominal = lookUpNominal(i, file, { name, scope, meaning: 'function' });
  if (nominal.members.length > 0) return [...nominal.members];
  const { suiting, others } = dialectOf(file).implicitReceiverExtensions?.(i, file, { name, scope }) ?? noExtensions;
  if (suiting.length > 0) return suiting;
  const atTop = functionsAtTop(i, file, nominal.declared, { name, scope });
  return atTop.length > 0 ? atTop : others;
}

/**
 * The top-level functions that a name without a receiver means; those in the nearest files first.
 * @param declared the entities of the name that the file declares or imports; if there are none, star imports and the file's package are searched
 */
export function functionsAtTop(
  i: Inference,
  file: ProgramFile,
  declared: readonly number[],
  { name, scope }: { name: number; scope: number },
): Member[] {
  const exported = namedAtTop(i, file, declared, name);
  if (exported?.kind !== 'entities') return [];
  return sameNamed(i, exported.file, exported.entities)
    .toSorted((a, b) => sharedFolders(file.path, b.file.path) - sharedFolders(file.path, a.file.path))
    .filter((target) => isFunction(target.file, target.entity))
    .filter((target) => suitsImplicitReceiver(i, target, { file, scope }))
    .map((target) => ({ ...target, environment: null, self: null }));
}

function namedAtTop(i: Inference, file: ProgramFile, declared: readonly number[], name: number): Exported | null {
  return declared.length > 0
    ? i.program.followEntities(file, declared, spaces.any)
    : starImport(i, file, name, spaces.value);
}

/** The top-level class that a name means, where one of its constructors takes the arguments; none otherwise. */
export function classAtTop(
  i: Inference,
  declared: readonly number[],
  name: number,
  args: Arguments,
): readonly Member[] {
  const exported = namedAtTop(i, args.file, declared, name);
  if (exported?.kind !== 'entities') return [];
  return exported.entities
    .filter((entity) => exported.file.kind(entity) === entityKinds.class)
    .map((entity): Typed => ({ kind: 'instance', file: exported.file, entity, environment: null }))
    .filter((type) => memberTargets(i, type, 'constructor', 'function').some((one) => takesAll(one, args)))
    .map(({ file, entity }) => ({ file, entity, environment: null, self: null }));
}

/**
 * The given entities of one name, or, where they are top-level functions and a package may have overloads in several files: all functions of the
 * name in the file's package.
 */
function sameNamed(i: Inference, file: ProgramFile, entities: readonly number[]): readonly Target[] {
  const given = entities.map((entity): Target => ({ file, entity }));
  const [first] = entities;
  const isTopLevel = first !== undefined && file.get(first, entityFields.scope) === 0 && isFunction(file, first);
  const unit = isTopLevel && file.rules.callsTypes ? i.program.unit(file) : null;
  if (first === undefined || unit === null) return given;
  const name = file.name(first);
  return exportersOf(i.program, unit, name).flatMap((holder) =>
    holder
      .exports(name)
      .filter(({ form, a }) => form === exportForms.own && a !== -1 && isFunction(holder, a))
      .map(({ a }): Target => ({ file: holder, entity: a })),
  );
}

/** The methods of a base that a method overrides: those of its name whose parameters have the same type names. */
export function overriddenIn(i: Inference, method: Target, base: Typed): Member[] {
  const { file, entity } = method;
  const parameters = parametersOf(method);
  const sameCount = memberTargets(i, base, file.name(entity), 'function').filter(
    (one) => parametersOf(one).length === parameters.length && !one.file.has(one.entity, entityFlags.static),
  );
  const sameTypes = sameCount.filter((one) =>
    parametersOf(one).every((parameter, position) => {
      const type = parameterTypeName(one.file, parameter);
      return type === null || type === parameterTypeName(file, parameters[position]!);
    }),
  );
  // The base may name a type parameter that the class binds, so types need not be equal where only one method has the number of parameters.
  return ofFirstOwner(sameTypes.length > 0 ? sameTypes : sameCount.length === 1 ? sameCount : []);
}

function parameterTypeName(file: ProgramFile, parameter: number): string | null {
  const type = file.get(parameter, entityFields.type);
  // Whether a reference may be null is no part of a signature.
  return type === 0 ? null : (typeName(file, type)?.replace(/\?$/, '') ?? null);
}

/** The candidates that a call with these arguments means. */
export function chooseOverloads(i: Inference, all: readonly Member[], args: Arguments): Member[] {
  if (all.length < 2) return [...all];
  // Parts of a class in several files see each other's private members, so these are only second best.
  const visible = all.filter(({ file, entity }) => file === args.file || !file.has(entity, entityFlags.private));
  const seen = visible.length > 0 ? visible : all;
  if (args.list === -1) return ofFirstOwner(seen);
  const { chosen } = dialectOf(args.file);
  if (chosen !== undefined) {
    return chosen(i, seen, args).map(
      (one) => seen.find(({ file, entity }) => file === one.file && entity === one.entity) ?? asMember(one),
    );
  }
  const named = seen.filter((one) => hasParametersNamed(one, args));
  const candidates = named.length > 0 ? named : seen;
  const given = argumentsIn(args);
  const isArray = memoised(() => argumentOf(i, args.file, given.at(-1)!).type?.endsWith('[]') === true);
  // An array for the rest parameter is passed as it is, as to a parameter of that type.
  const takesAsWritten = (one: Member): boolean =>
    isVariadic(one)
      ? given.length > 0 && parametersOf(one).length === given.length && isArray()
      : takes(one, given.length);
  const fixed = candidates.filter(takesAsWritten);
  const variadic = candidates.filter(
    (one) => isVariadic(one) && given.length >= parametersOf(one).length - 1 && !fixed.includes(one),
  );
  // A function that no other one competes with is meant whatever its types are.
  const isAlone = fixed.length + variadic.length < 2;
  const scored = (group: readonly Member[]): Member[] =>
    isAlone ? [...group] : best(i, group, { file: args.file, given });
  const exact = scored(fixed);
  if (exact.length > 0) return exact;
  const loose = scored(variadic);
  if (loose.length > 0) return loose;
  // The types exclude all candidates, so some type was inferred wrongly: only the number of arguments decides.
  const counted = fixed.length > 0 ? fixed : variadic;
  return ofFirstOwner(counted.length > 0 ? counted : runWhereNamed(candidates));
}

/** Of functions that take no arguments: those that a mere name calls, so that the arguments are for what they return. */
function runWhereNamed(candidates: readonly Member[]): readonly Member[] {
  return candidates.filter((one) => dialectOf(one.file).runsWhereNamed?.(one) === true);
}

/** Whether a function has a parameter for each named argument. */
function hasParametersNamed(member: Member, { file, list }: Arguments): boolean {
  return file
    .list(list)
    .every((node) => file.op(node) !== ops.keyword || parameterNamed(member, file.text(file.operand(node, 0))) !== -1);
}

function parameterNamed(member: Member, name: string): number {
  return parametersOf(member).find((parameter) => member.file.name(parameter) === name) ?? -1;
}

function asMember(target: Target): Member {
  return { ...target, environment: null, self: null };
}

function memoised<T>(compute: () => T): () => T {
  let known: { value: T } | null = null;
  return () => (known ??= { value: compute() }).value;
}

export function argumentsIn({ file, list, receiver }: Arguments): readonly number[] {
  return receiver === undefined ? file.list(list) : [receiver, ...file.list(list)];
}

function parametersOf({ file, entity }: Target): readonly number[] {
  return file.list(file.get(entity, entityFields.listA));
}

/** Whether a function without a rest parameter can be called with a number of arguments; optional parameters need none. */
function takes({ file, entity }: Member, count: number): boolean {
  const parameters = parametersOf({ file, entity });
  if (count > parameters.length) return false;
  const isNeeded = (parameter: number): boolean => !file.has(parameter, entityFlags.optional);
  return (
    parameters.slice(count).every((parameter) => !isNeeded(parameter)) || parameters.filter(isNeeded).length === count
  );
}

/** Whether a function can be called with as many arguments as these. */
export function takesAll(member: Member, { file, list, receiver }: Arguments): boolean {
  if (list === -1) return true;
  const count = file.count(list) + (receiver === undefined ? 0 : 1);
  return isVariadic(member) ? count >= parametersOf(member).length - 1 : takes(member, count);
}

/** Whether a function takes these arguments: their number, their names, and their types as far as these are known. */
export function suitsArguments(i: Inference, member: Member, args: Arguments): boolean {
  if (!takesAll(member, args) || !hasParametersNamed(member, args)) return false;
  const given = argumentsIn(args).map((node) => argumentOf(i, args.file, node));
  return given.length === 0 || score(i, member, given) !== -Infinity;
}

function isVariadic(member: Member): boolean {
  const last = parametersOf(member).at(-1);
  return last !== undefined && member.file.has(last, entityFlags.rest);
}

/** The members that have the owner of the first. Those of the owner's ancestors are overridden, or further from the call. */
export function ofFirstOwner(members: readonly Member[]): Member[] {
  const [first] = members;
  if (first === undefined) return [];
  const owner = first.file.get(first.entity, entityFields.parent);
  return members.filter(({ file, entity }) => file === first.file && file.get(entity, entityFields.parent) === owner);
}

/** Among functions that match a call equally well: those that another build takes instead of the first. */
function otherBuilds(asking: ProgramFile, fitting: readonly Member[]): readonly Member[] {
  const [first] = fitting;
  return first === undefined ? [] : (dialectOf(first.file).otherBuilds?.(asking, fitting) ?? []);
}

/** The members of a group with the best score. */
function best(
  i: Inference,
  group: readonly Member[],
  { file, given }: { file: ProgramFile; given: readonly number[] },
): Member[] {
  const args = given.map((node) => argumentOf(i, file, node));
  const scores = group.map((member) => score(i, member, args));
  const bestScore = Math.max(...scores);
  if (bestScore === -Infinity) return [];
  const fitting = group.filter((_, index) => scores[index] === bestScore);
  const found = [...ofFirstOwner(fitting), ...otherBuilds(file, fitting)];
  // A function with exactly as many parameters is preferred to one with more, optional parameters.
  const withoutDefaults = found.filter((member) => parametersOf(member).length === given.length);
  const fewest = withoutDefaults.length > 0 ? withoutDefaults : found;
  // Of functions that match equally well, one without type parameters is more specific.
  const plain = fewest.filter(
    ({ file: declaring, entity }) => declaring.count(declaring.get(entity, entityFields.listB)) === 0,
  );
  return plain.length > 0 ? plain : fewest;
}

/** An argument, to be compared with parameters. */
export function argumentOf(i: Inference, file: ProgramFile, node: number): Argument {
  if (node === 0) return { file, node, type: null, value: null };
  if (file.op(node) === ops.keyword)
    return { ...argumentOf(i, file, file.operand(node, 1)), name: file.text(file.operand(node, 0)) };
  // A function expression has no type of its own: it takes that of its parameter.
  if (file.op(node) === ops.entity && file.kind(file.operand(node, 0)) === entityKinds.function)
    return { file, node, type: null, value: null };
  if (file.op(node) === ops.construct)
    return { file, node, type: constructedName(file, file.operand(node, 0)), value: nodeValue(i, file, node) };
  const declared = declaredType(i, file, node, 0);
  const value = nodeValue(i, file, node);
  const isExternal = value?.kind === 'external';
  if (declared === null) {
    const isOfLibrary = isExternal || value?.kind === 'list' || value?.kind === 'map' || value?.kind === 'callback';
    return { file, node, type: isOfLibrary ? (libraryType(file, node) ?? typeOnReceiver(i, file, node)) : null, value };
  }
  // Where the value is external, a type parameter is unbound, and its name says nothing; but it has the members of its bound.
  const parameter = isExternal ? typeParameter(i, declared.file, declared.node) : -1;
  const known = parameter === -1 ? declared.node : declared.file.get(parameter, entityFields.type);
  const type = typeName(declared.file, known);
  return { file, node, type: narrowedName(file, type, value), value };
}

/** The name of the type that a method of the library returns, by the type of its receiver; null where it is not known. */
function typeOnReceiver(i: Inference, file: ProgramFile, node: number): string | null {
  const { libraryResultOn } = dialectOf(file);
  if (libraryResultOn === undefined) return null;
  const callee = file.op(node) === ops.call ? file.operand(node, 0) : node;
  const member = file.op(callee) === ops.overload ? file.operand(callee, 0) : callee;
  if (file.op(member) !== ops.member) return null;
  return deeper(i, () => {
    const receiver = argumentOf(i, file, file.operand(member, 0));
    const type = nameOf(receiver.value) ?? receiver.type;
    return type === null ? null : libraryResultOn(type, file.text(file.operand(member, 1)));
  });
}

/** The name of the library's type that a test narrowed a variable to (`is Closeable`), else that of the declared type. */
function narrowedName(file: ProgramFile, type: string | null, value: Value | null): string | null {
  const narrowed = nameOf(value);
  if (type === null || narrowed === undefined || narrowed === type) return type;
  const extendsDeclared = isRoot(file, type) || isLibraryBase(file, narrowed, type);
  return extendsDeclared && dialectOf(file).libraryBases?.(narrowed) !== undefined ? narrowed : type;
}

function constructedName(file: ProgramFile, callee: number): string | null {
  if (file.op(callee) === ops.name) return file.text(file.operand(callee, 0));
  return file.op(callee) === ops.member ? file.text(file.operand(callee, 1)) : null;
}

/** How many variables and calls are followed to a declared type. */
const maxSteps = 12;

/** How deep arguments and calls may nest. */
const maxDepth = 40;

/**
 * Runs `work` one level deeper. Arguments lead to calls, and calls to arguments: where the chain exceeds a limit, the result is null and not
 * memoised.
 */
function deeper<T>(i: Inference, work: () => T): T | null {
  if (i.depth >= maxDepth || i.steps <= 0) {
    i.cut = -1;
    return null;
  }
  i.depth++;
  i.steps--;
  const found = work();
  i.depth--;
  return found;
}

interface TypeNode {
  file: ProgramFile;
  node: number;
}

/** The declared type of an expression: that of its variable, of its function's result, or of a cast. */
function declaredType(i: Inference, file: ProgramFile, node: number, depth: number): TypeNode | null {
  if (node === 0 || depth > maxSteps) return null;
  const ofEntity = (target: { file: ProgramFile; entity: number } | undefined): TypeNode | null => {
    if (target === undefined) return null;
    const type = target.file.get(target.entity, entityFields.type);
    if (type !== 0) return { file: target.file, node: type };
    const value = target.file.get(target.entity, entityFields.value);
    return declaredType(i, target.file, value, depth + 1);
  };
  switch (file.op(node)) {
    case ops.cast:
    case ops.documented:
      return { file, node: file.operand(node, 0) };
    case ops.either:
      return commonType(
        file
          .list(file.operand(node, 0))
          .filter((one) => file.op(one) !== ops.primitive || file.operand(one, 0) !== primitives.nothing)
          .map((one) => declaredType(i, file, one, depth + 1)),
      );
    case ops.name: {
      const name = { name: file.operand(node, 0), scope: file.operand(node, 1) };
      const meaning = lookUpNominal(i, file, { ...name, meaning: 'variable' });
      const [entity] = meaning.declared;
      return ofEntity(meaning.members[0] ?? (entity === undefined ? undefined : { file, entity }));
    }
    case ops.member:
      return (
        unwrapped(i, file, node, depth) ??
        ofEntity(
          memberTargets(i, nodeValue(i, file, file.operand(node, 0)), file.text(file.operand(node, 1)), 'variable')[0],
        )
      );
    case ops.index: {
      const array = declaredType(i, file, file.operand(node, 0), depth + 1);
      if (array === null || array.file.op(array.node) !== ops.arrayOf) return null;
      return { file: array.file, node: array.file.operand(array.node, 0) };
    }
    case ops.call: {
      const callee = file.operand(node, 0);
      if (file.op(callee) !== ops.overload) return null;
      const value = unwrapped(i, file, file.operand(callee, 0), depth);
      if (value !== null) return value;
      return deeper(i, () => {
        const [called] = overloadTargets(i, file, callee);
        return writtenArgument(i, file, { call: node, called }) ?? ofEntity(called);
      });
    }
    default:
      return null;
  }
}

/** The type of the value in a nullable one, where a member is that value (`n.Value`). */
function unwrapped(i: Inference, file: ProgramFile, member: number, depth: number): TypeNode | null {
  if (file.op(member) !== ops.member) return null;
  if (dialectOf(file).ofNullable?.has(file.text(file.operand(member, 1))) !== true) return null;
  const nullable = declaredType(i, file, file.operand(member, 0), depth + 1);
  const inner = nullable === null ? 0 : nonNull(nullable.file, nullable.node);
  return nullable === null || inner === 0 ? null : { file: nullable.file, node: inner };
}

/** The type of a choice between expressions: that of all of them, nullable where that of one is. */
function commonType(types: readonly (TypeNode | null)[]): TypeNode | null {
  const names = types.map((type) => (type === null ? null : typeName(type.file, type.node)));
  const [first] = names;
  if (first === null || first === undefined) return null;
  const isSame = names.every((name) => name?.replace(/\?$/, '') === first.replace(/\?$/, ''));
  return isSame ? (types[names.findIndex((name) => name!.endsWith('?'))] ?? types[0]!) : null;
}

/** The type that a call writes for the type parameter that the called function returns (`Arrays.<char[]>make()`); null where it writes none. */
function writtenArgument(
  i: Inference,
  file: ProgramFile,
  { call, called }: { call: number; called: Member | undefined },
): TypeNode | null {
  const written = file.list(file.operand(call, 2));
  if (called === undefined || written.length === 0) return null;
  const { file: declaring, entity } = called;
  const returned = typeParameter(i, declaring, declaring.get(entity, entityFields.type));
  const node =
    returned === -1 ? undefined : written[declaring.list(declaring.get(entity, entityFields.listB)).indexOf(returned)];
  return node === undefined || node === 0 ? null : { file, node };
}

/** The sum of the scores of all arguments; -Infinity when one of them cannot match its parameter. */
export function score(i: Inference, member: Member, given: readonly Argument[]): number {
  const parameters = parametersOf(member);
  const hasRest = isVariadic(member);
  let sum = 0;
  for (const [position, argument] of given.entries()) {
    const byName = argument.name === undefined ? -1 : parameterNamed(member, argument.name);
    const parameter = byName === -1 ? parameters[Math.min(position, parameters.length - 1)]! : byName;
    let node = member.file.get(parameter, entityFields.type);
    const isInRest = hasRest && (byName === -1 ? position >= parameters.length - 1 : byName === parameters.at(-1));
    // An array may be passed as the whole list of a rest parameter.
    const isWholeList =
      isInRest &&
      given.length === parameters.length &&
      (argument.type?.endsWith('[]') === true || isNull(argument.value));
    if (isInRest && !isWholeList && member.file.op(node) === ops.arrayOf) node = member.file.operand(node, 0);
    sum += match(i, member, node, argument);
  }
  return sum;
}

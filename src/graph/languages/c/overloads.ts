/**
 * C++: which of several functions of one name a call means: by the number of its arguments, then by their types as far as these are known.
 * Invariants: an unknown argument excludes no function; functions of which none is known to fit better are all meant; all declarations of one signature
 * are one function, which is linked at its definition.
 */
import { entityFields, entityFlags, ops } from '../../../model/file-summary.ts';
import { hasFlag } from '../../program/global-declarations.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { extendedType } from '../../members/external-types.ts';
import { scopePath } from '../../program/scope-path.ts';
import type { Target } from '../../program/targets.ts';
import type { Arguments } from '../../questions/arguments.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Member } from '../../questions/values.ts';
import { isConstMethod, isConstObject, isConstThis, isSameType, typeOfNode } from './argument-types.ts';
import { type Parameter, type Rank, rankOf, ranks } from './conversions.ts';
import { isFunction } from './names.ts';
import { isC } from './namespaces.ts';
import { signatureOf } from './signatures.ts';
import { type CType, declaredType, typeText, unknownType } from './types.ts';

/** With more functions than these that match equally well, nothing is known of the call. */
const maxMeant = 8;

/** Of the candidates, those that a call with these arguments means. */
export function chosenByArguments(i: Inference, candidates: readonly Member[], args: Arguments): readonly Target[] {
  const nodes = args.file.list(args.list);
  const counted = candidates.filter((one) => takes(i, one, nodes.length));
  const fitting = byTypeArguments(counted, args);
  if (fitting.length < 2) return ofOneEach(i, args.file, fitting.length > 0 ? fitting : candidates);
  const given = nodes.map((node) => typeOfNode(i, args.file, node));
  const viable = fitting
    .map((one) => fitOf(i, one, given))
    .filter(({ ranked }) => !ranked.some(({ least }) => least === ranks.none));
  if (viable.length === 0) return ofOneEach(i, args.file, fitting);
  const best = withoutDoubtful(
    viable.filter((one) => !viable.some((other) => isBetter(other, one))),
    given,
  );
  const found = preferred(i, best, args);
  return ofOneEach(i, args.file, found);
}

/** Without functions that are no templates, where the call writes template arguments, else without those that need them. */
function byTypeArguments(candidates: readonly Member[], { file, callee }: Arguments): readonly Member[] {
  if (candidates.length < 2 || callee === undefined || file.op(callee) > ops.member) return candidates;
  const call = file
    .callsNamed(file.operand(callee, file.op(callee) === ops.name ? 0 : 1))
    .find((one) => file.operand(one, 0) === callee);
  const hasWritten = call !== undefined && file.list(file.operand(call, 2)).length > 0;
  const kept = candidates.filter((one) =>
    hasWritten ? isTemplate(one) : !one.file.has(one.entity, entityFlags.explicit),
  );
  return kept.length > 0 ? kept : candidates;
}

/** How a function fits a call. */
interface Fit {
  member: Member;
  parameters: readonly Parameter[];
  /** By argument: the rank of its conversion. */
  ranked: readonly Rank[];
}

function fitOf(i: Inference, member: Member, given: readonly CType[]): Fit {
  const parameters = parametersOf(member);
  const last = parameters.length - 1;
  const types = given.map((_, at) => parameterAt(i, member, parameters[Math.min(at, last)]));
  const ranked = given.map((argument, at) => {
    const parameter = types[at]!;
    if (parameter === ellipsis) return { least: ranks.ellipsis, isKnown: true };
    return rankOf(i, parameter, argument);
  });
  return { member, parameters: types, ranked };
}

/** What the `...` of C takes. */
const ellipsis: Parameter = { type: unknownType, isAnything: true, isDeduced: false };

function parameterAt(i: Inference, member: Member, parameter: number | undefined): Parameter {
  const { file } = member;
  if (parameter === undefined || typeText({ file, entity: parameter }) === '…') return ellipsis;
  const type = declaredType(i, { file, entity: parameter }, member.environment);
  const isAuto = /^(?:const )?auto\b/.test(typeText({ file, entity: parameter }));
  const isOwn = isAuto || (type.kind === 'parameter' && isTypeParameter(member, type.target!));
  return {
    type: isAuto ? { ...type, name: 'auto' } : type,
    isAnything: isOwn && !type.isAlias,
    isDeduced: !type.isAlias && namesTypeParameter(type, { file, entity: parameter }, member),
  };
}

/** Whether a type parameter belongs to a function. */
function isTypeParameter({ file, entity }: Target, parameter: Target): boolean {
  return parameter.file === file && file.list(file.get(entity, entityFields.listB)).includes(parameter.entity);
}

/** Whether a type parameter of a function is among the arguments of a parameter's type: `buffer<T>&`, `const std::vector<T>&`. */
function namesTypeParameter({ kind, args }: CType, parameter: Target, { file, entity }: Target): boolean {
  const names = new Set(file.list(file.get(entity, entityFields.listB)).map((one) => file.name(one)));
  if (names.size === 0) return false;
  const mentions = (from: ProgramFile, type: number, depth: number): boolean => {
    if (type === 0 || depth > maxNesting) return false;
    if (from.op(type) === ops.arrayOf) return mentions(from, from.operand(type, 0), depth + 1);
    if (from.op(type) !== ops.named) return false;
    const path = from.list(from.operand(type, 0)).map((part) => from.text(part));
    return (
      names.has(path.at(-1) ?? '') || from.list(from.operand(type, 2)).some((inner) => mentions(from, inner, depth + 1))
    );
  };
  if (args !== null) return args.file.list(args.list).some((type) => mentions(args.file, type, 0));
  // Containers and smart pointers of the library have the types of what they hold.
  return kind === 'external' && mentions(file, file.get(parameter.entity, entityFields.type), 0);
}

/** How deep type arguments nest. */
const maxNesting = 4;

/** Whether a function is known to fit a call better than another: no argument worse, one better. */
function isBetter(a: Fit, b: Fit): boolean {
  // A template that may not exist for these types excludes no function that does.
  if (isConstrained(a.member) && !isConstrained(b.member)) return false;
  let isBetterAt = false;
  for (let at = 0; at < a.ranked.length; at++) {
    const { least, isKnown } = a.ranked[at]!;
    const other = b.ranked[at]!;
    if (isKnown ? least > other.least : !isSameType(a.parameters[at]!.type, b.parameters[at]!.type)) return false;
    isBetterAt ||=
      isKnown && (least < other.least || (other.isKnown && addsLess(a.parameters[at]!, b.parameters[at]!)));
  }
  return isBetterAt;
}

/** Whether both parameters are references, and only the other one adds `const`. */
function addsLess({ type: a }: Parameter, { type: b }: Parameter): boolean {
  return a.reference !== '' && b.reference !== '' && !a.isConst && b.isConst;
}

/**
 * Where a function is known to take the arguments, without those that may not: templates that may not exist for these types, and functions of which
 * the parameter's type is not known. If both took the arguments, the call would be ambiguous. An argument of an unknown type excludes nothing.
 */
function withoutDoubtful(best: readonly Fit[], given: readonly CType[]): readonly Fit[] {
  if (!best.some(isCertain)) return best;
  return best.filter((one) => isCertain(one) || (!isConstrained(one.member) && isForUnknown(one, given)));
}

/** Whether a function is only doubtful for arguments of an unknown type, or numbers of an unknown width. */
function isForUnknown({ ranked }: Fit, given: readonly CType[]): boolean {
  const isUnknown = ({ kind, name }: CType): boolean => kind === 'unknown' || (kind === 'number' && name === '');
  return ranked.every(({ isKnown }, at) => isKnown || isUnknown(given[at]!));
}

function isCertain({ member, ranked }: Fit): boolean {
  return !isConstrained(member) && ranked.every(({ isKnown }) => isKnown);
}

function isConstrained({ file, entity }: Target): boolean {
  return file.has(entity, entityFlags.constrained);
}

/**
 * Without methods for a receiver with another `const`, and without functions to which C++ prefers another one that fits equally well: one without
 * type parameters, for fewer types, with fewer parameters.
 */
function preferred(i: Inference, best: readonly Fit[], args: Arguments): readonly Member[] {
  const isConst = best.some(({ member }) => isConstMethod(member)) && isConstReceiver(i, args);
  const callable = best.filter(({ member }) => isConstMethod(member) === isConst);
  const left = callable.length > 0 ? callable : best;
  return left.filter((one) => !left.some((other) => isPreferred(other, one))).map(({ member }) => member);
}

function isPreferred(a: Fit, b: Fit): boolean {
  const isEqual = a.ranked.every(({ least, isKnown }, at) => {
    const other = b.ranked[at]!;
    const areKnown = isKnown && other.isKnown;
    return areKnown ? least === other.least : isSameType(a.parameters[at]!.type, b.parameters[at]!.type);
  });
  if (!isEqual || (isConstrained(a.member) && isCertain(b))) return false;
  if (isTemplate(a.member) !== isTemplate(b.member)) return !isTemplate(a.member);
  if (isVariadic(a.member) !== isVariadic(b.member)) return !isVariadic(a.member);
  if (isMoreSpecial(a, b)) return true;
  return parametersOf(a.member).length < parametersOf(b.member).length && !isMoreSpecial(b, a);
}

function isTemplate({ file, entity }: Target): boolean {
  return file.list(file.get(entity, entityFields.listB)).length > 0 || file.has(entity, entityFlags.explicit);
}

/** Whether a template takes fewer types than another at one place, and no more at any other. */
function isMoreSpecial(a: Fit, b: Fit): boolean {
  let isMore = false;
  for (const [at, parameter] of a.parameters.entries()) {
    const [one, two] = [generality(parameter), generality(b.parameters[at]!)];
    if (one > two) return false;
    isMore ||= one < two;
  }
  return isMore;
}

function generality({ type, isAnything, isDeduced }: Parameter): number {
  if (isAnything) return type.pointers > 0 ? 1 : 2;
  return isDeduced ? 1 : 0;
}

/** Whether a method is called on an object that is known to be `const`. */
function isConstReceiver(i: Inference, { file, callee }: Arguments): boolean {
  if (callee === undefined) return false;
  if (file.op(callee) === ops.member) return isConstObject(i, file, file.operand(callee, 0));
  if (file.op(callee) === ops.entity) return isConstObject(i, file, callee);
  return file.op(callee) === ops.name && isConstThis(file, file.operand(callee, 1));
}

/** One target for each signature: its definition in the asking file, else its only definition; none where several files define it. */
function ofOneEach(i: Inference, file: ProgramFile, found: readonly Member[]): readonly Target[] {
  const groups = [
    ...Map.groupBy(
      found,
      (one) =>
        `${withinOf(one)} ${one.file.name(one.entity)} ${one.file.get(one.entity, entityFields.parent) < 0} ${signatureOf(one)}`,
    ).values(),
  ];
  if (groups.length > maxMeant) return [];
  return groups.flatMap((group) => {
    const isMember = group.some((one) => one.file.get(one.entity, entityFields.parent) >= 0);
    if (isMember) return group;
    const defined = group.filter((one) => one.file.has(one.entity, entityFlags.implemented));
    const own = defined.filter((one) => one.file === file);
    if (own.length > 0) return own;
    if (defined.length > 0) return new Set(defined.map((one) => one.file)).size === 1 ? defined : [];
    return definitionElsewhere(i, file, group[0]!);
  });
}

/** The namespaces around a function. */
function withinOf({ file, entity }: Target): string {
  return scopePath(file, file.get(entity, entityFields.scope));
}

/** The program's only definition of a function that the asking file sees declared; else the declaration. */
function definitionElsewhere(i: Inference, file: ProgramFile, declared: Target): readonly Target[] {
  const signature = signatureOf(declared);
  const within = withinOf(declared);
  const found = i.program
    .globals(file, declared.file.name(declared.entity))
    .filter(
      (one) =>
        isC(one.file) &&
        one.within === within &&
        hasFlag(one, entityFlags.implemented) &&
        !hasFlag(one, entityFlags.private) &&
        isFunction(one) &&
        signatureOf(one) === signature,
    );
  return new Set(found.map((one) => one.file)).size === 1 ? found : [declared];
}

function parametersOf({ file, entity }: Target): readonly number[] {
  return file.list(file.get(entity, entityFields.listA)).filter((one) => typeText({ file, entity: one }) !== 'void');
}

function isVariadic({ file, entity }: Target): boolean {
  const last = parametersOf({ file, entity }).at(-1);
  return last !== undefined && (file.has(last, entityFlags.rest) || typeText({ file, entity: last }).endsWith('…'));
}

function takes(i: Inference, member: Member, count: number): boolean {
  const parameters = parametersOf(member);
  if (isVariadic(member)) return count >= parameters.length - 1;
  return count <= parameters.length && (count >= needed(member) || count >= needed(declarationOf(i, member)));
}

/** The number of parameters without a default. */
function needed(member: Target): number {
  return parametersOf(member).filter((one) => !member.file.has(one, entityFlags.optional)).length;
}

/** The declaration in its class, which has the defaults, of a method that is defined outside of the class; the method itself for others. */
function declarationOf(i: Inference, method: Target): Target {
  const parent = method.file.get(method.entity, entityFields.parent);
  if (parent < 0 || !method.file.has(parent, entityFlags.extension)) return method;
  const type = extendedType(i, { file: method.file, entity: parent });
  const signature = signatureOf(method);
  const declared = type?.file
    .members(type.entity, method.file.name(method.entity))
    .map((entity): Target => ({ file: type.file, entity }))
    .find((one) => signatureOf(one) === signature);
  return declared ?? method;
}

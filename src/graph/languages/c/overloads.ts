/**
 * C++: which of several functions of one name a call means: by the number of its arguments, then by their types as far as these are known.
 * Invariants: an unknown argument excludes no function; functions that match equally well are all meant; all declarations of one signature are one
 * function, which is linked at its definition.
 */
import {
  entityFields,
  entityFlags,
  entityKinds,
  heritage,
  ops,
  primitives,
  scopeKinds,
} from '../../../model/file-summary.ts';
import { spaces } from '../../program/spaces.ts';
import { hasFlag } from '../../program/global-declarations.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { scopePath } from '../../program/scope-path.ts';
import type { Target } from '../../program/targets.ts';
import { includes } from '../../program/targets.ts';
import { ancestors } from '../../heritage/heritage.ts';
import type { Arguments } from '../../questions/arguments.ts';
import { type Inference, nodeValue, typeValue } from '../../questions/questions.ts';
import { alternatives, type Member, type Typed, type Value } from '../../questions/values.ts';
import { cName, isFunction } from './names.ts';
import { isC } from './namespaces.ts';
import { signatureOf } from './signatures.ts';

/** With more functions than these that match equally well, nothing is known of the call. */
const maxMeant = 8;

/** The most functions of one name that are compared. */
const maxCandidates = 400;

/**
 * The functions that a called name means, of all files that the asking file sees. Where they have one signature, the common look-up has chosen
 * among its declarations (`found`).
 */
export function functionsCalled(
  i: Inference,
  file: ProgramFile,
  callee: number,
  found: readonly Target[] | 'external' | 'unknown',
): readonly Target[] | 'external' | 'unknown' {
  if (file.op(callee) !== ops.name) return found;
  const functions: Target[] = [];
  const name = file.text(file.operand(callee, 0));
  cName(i, file, { name, scope: file.operand(callee, 1), space: spaces.value, functions });
  const distinct = functions.filter((one, at) => functions.findIndex((other) => isSame(one, other)) === at);
  if (distinct.length < 2 || distinct.length > maxCandidates) return found;
  return new Set(distinct.map(signatureOf)).size < 2 ? found : distinct;
}

function isSame(a: Target, b: Target): boolean {
  return a.file === b.file && a.entity === b.entity;
}

/** Of the candidates, those that a call with these arguments means. */
export function chosenByArguments(i: Inference, candidates: readonly Member[], args: Arguments): readonly Target[] {
  const given = args.file.list(args.list).map((node) => argumentOf(i, args.file, node));
  const fitting = candidates.filter((one) => takes(one, given.length));
  const scored = fitting
    .map((one) => ({ one, score: scoreOf(i, one, given) }))
    .filter(({ score }) => score > -Infinity);
  if (scored.length === 0) return ofOneEach(i, args.file, fitting.length > 0 ? fitting : candidates);
  const best = Math.max(...scored.map(({ score }) => score));
  const found = scored.filter(({ score }) => score >= best - 1e-9).map(({ one }) => one);
  return ofOneEach(i, args.file, preferred(found, given.length, isConstReceiver(args)));
}

/** Among functions that match equally well, C++ prefers those without type parameters, and those whose last parameters are not left out. */
function preferred(found: readonly Member[], count: number, isConst: boolean): readonly Member[] {
  const rules: ((one: Member) => boolean)[] = [
    (one) => !isVariadic(one),
    (one) => parametersOf(one).length === count,
    (one) => one.file.list(one.file.get(one.entity, entityFields.listB)).length === 0,
    (one) => isConstMethod(one) === isConst,
  ];
  let left = found;
  for (const rule of rules) {
    const kept = left.filter(rule);
    if (kept.length > 0) left = kept;
  }
  return left;
}

/** Whether a method is called on an object that is known to be `const`: on `this` in a `const` method, or on a parameter. */
function isConstReceiver({ file, callee }: Arguments): boolean {
  if (callee === undefined) return false;
  const receiver = file.op(callee) === ops.member ? file.operand(callee, 0) : callee;
  const op = file.op(receiver);
  if (op === ops.entity) return typeText(file, file.operand(receiver, 0)).startsWith('const ');
  if (op !== ops.this && (op !== ops.name || receiver !== callee)) return false;
  let scope = file.operand(receiver, op === ops.this ? 0 : 1);
  while (scope > 0 && file.scopeKind(scope) !== scopeKinds.function) scope = file.scopeParent(scope);
  const owner = scope > 0 ? file.scopeOwner(scope) : -1;
  return owner !== -1 && isConstMethod({ file, entity: owner });
}

function isConstMethod({ file, entity }: Target): boolean {
  return file.kind(entity) === entityKinds.method && file.has(entity, entityFlags.constant);
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
  return file.list(file.get(entity, entityFields.listA));
}

/** The text of a parameter's type. */
function typeText(file: ProgramFile, parameter: number): string {
  const written = file.get(parameter, entityFields.context);
  return written === 0 ? '' : file.text(file.operand(written, 0));
}

function isVariadic({ file, entity }: Target): boolean {
  const last = parametersOf({ file, entity }).at(-1);
  return last !== undefined && (file.has(last, entityFlags.rest) || typeText(file, last).endsWith('…'));
}

function takes(member: Member, count: number): boolean {
  const parameters = parametersOf(member).filter((one) => typeText(member.file, one) !== 'void');
  if (isVariadic(member)) return count >= parameters.length - 1;
  const needed = parameters.filter((one) => !member.file.has(one, entityFlags.optional)).length;
  return count <= parameters.length && count >= needed;
}

interface Argument {
  value: Value | null;
  /** The text of the type of the parameter that the argument names; empty for other arguments. */
  text: string;
  isLambda: boolean;
}

function argumentOf(i: Inference, file: ProgramFile, node: number): Argument {
  const value = node === 0 ? null : nodeValue(i, file, node);
  const entity = node !== 0 && file.op(node) === ops.entity ? file.operand(node, 0) : -1;
  const isTyped = entity !== -1 && file.kind(entity) !== entityKinds.function;
  return { value, text: isTyped ? typeText(file, entity) : '', isLambda: value?.kind === 'function' };
}

/** The score of an argument whose type is not known. */
const unknown = 0.5;

function scoreOf(i: Inference, member: Member, given: readonly Argument[]): number {
  const parameters = parametersOf(member);
  let sum = 0;
  for (const [at, argument] of given.entries()) {
    const parameter = parameters[Math.min(at, parameters.length - 1)];
    sum += parameter === undefined ? 0 : match(i, member, parameter, argument);
  }
  return sum;
}

const numbers: ReadonlySet<string> = new Set(
  (
    'int unsigned long short char bool double float size_t ssize_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t ' +
    'intptr_t uintptr_t intmax_t uintmax_t wchar_t char8_t char16_t char32_t signed byte'
  ).split(' '),
);

/** How well an argument matches a parameter: 3 for the same type, less for conversions, -Infinity for what cannot be converted. */
function match(i: Inference, member: Member, parameter: number, { value, text, isLambda }: Argument): number {
  const { file } = member;
  const type = typeText(file, parameter);
  if (text !== '' && bare(text) === bare(type)) return text === type ? 3 : 2.9;
  const name = bare(type);
  const isPointer = type.endsWith('*');
  const words = name.split(' ');
  const isNumber = !isPointer && words.every((word) => numbers.has(word));
  const isTemplate = isTypeParameter(member, name) || name === 'auto';
  if (type.endsWith('…') && type === '…') return 0.1;
  if (isTemplate) return value === null || value.kind === 'external' ? unknown : isPointer ? pointerMatch(value) : 1;
  if (isLambda) return isNumber ? -Infinity : unknown;
  const [part] = alternatives(value);
  if (part === undefined || part.kind === 'external') return unknown;
  if (part.kind === 'primitive') return primitiveMatch(part.code, { name, isPointer, isNumber });
  if (part.kind === 'list') return isNumber ? -Infinity : unknown;
  if (part.kind !== 'instance') return unknown;
  if (isNumber) return 0.1;
  const [to] = alternatives(typeValue(i, file, file.get(parameter, entityFields.type), null));
  if (to?.kind === 'instance') {
    const distance = distanceTo(i, part, to);
    return distance === -1 ? 0.1 : 3 - distance / 10;
  }
  return to === undefined ? unknown : 0.2;
}

function pointerMatch(value: Value | null): number {
  const [part] = alternatives(value);
  if (part?.kind !== 'primitive') return unknown;
  return part.code === primitives.string ? 1.5 : part.code === primitives.nothing ? 0.9 : -Infinity;
}

function primitiveMatch(
  code: number,
  { name, isPointer, isNumber }: { name: string; isPointer: boolean; isNumber: boolean },
): number {
  if (code === primitives.string) {
    if (isPointer) return name === 'char' || name === 'Char' ? 3 : name === 'void' ? 1 : -Infinity;
    return isNumber ? (name === 'bool' ? 0.4 : -Infinity) : 2;
  }
  if (code === primitives.nothing) return isPointer ? 2 : isNumber ? -Infinity : unknown;
  if (code === primitives.number) return isPointer ? 0.05 : isNumber ? (name === 'int' ? 2.1 : 2) : unknown;
  if (code === primitives.boolean) return isPointer ? -Infinity : name === 'bool' ? 3 : isNumber ? 1.5 : unknown;
  return unknown;
}

/** A type without `const`, references and pointers. */
function bare(type: string): string {
  return type.replace(/^const /, '').replace(/[*&…]+$/, '');
}

function isTypeParameter({ file, entity }: Target, name: string): boolean {
  return file.list(file.get(entity, entityFields.listB)).some((one) => file.name(one) === name);
}

const maxAncestors = 40;

/** The number of steps from a class to an ancestor; -1 for a type that is no ancestor. */
function distanceTo(i: Inference, from: Typed, to: Typed): number {
  const visited: Typed[] = [];
  let level: readonly Typed[] = [from];
  for (let distance = 0; level.length > 0 && visited.length < maxAncestors; distance++) {
    if (level.some((one) => isSame(one, to))) return distance;
    const next = level.filter((one) => !includes(visited, one));
    visited.push(...next);
    level = next.flatMap((one) => ancestors(i, one, heritage.extends));
  }
  return -1;
}

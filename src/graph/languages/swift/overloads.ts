/**
 * Swift: which of several functions of one name a call means: by the labels of its arguments, then by the types as far as these are known.
 * Invariants: an argument of an unknown type excludes no function; functions that match equally well are all meant.
 */
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { isTypeParameter, match } from '../../infer/argument-match.ts';
import { argumentOf } from '../../infer/overloads/overloads.ts';
import { mergedDeclarations } from '../../members/merged-types.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Argument, Arguments } from '../../questions/arguments.ts';
import { typeValue, type Inference } from '../../questions/questions.ts';
import type { Target } from '../../program/targets.ts';
import { alternatives, nameOf, type Member } from '../../questions/values.ts';

/** With more functions than these that match equally well, nothing is known of the call. */
const maxMeant = 8;

/** The label of a closure behind the parentheses, which may be for any parameter that is left. */
const trailing = '{';

/** Of the candidates, those that a call with these arguments means. */
export function chosenByLabels(i: Inference, candidates: readonly Member[], args: Arguments): readonly Member[] {
  const given = args.file.list(args.list);
  const fitting = candidates.flatMap((member) => {
    const parameters = parametersFor(member, args.file, given);
    return parameters === null ? [] : [{ member, parameters }];
  });
  if (fitting.length < 2) return fitting.map(({ member }) => member);
  const values = given.map((node) => argumentOf(i, args.file, node));
  const scored = fitting.map(({ member, parameters }) => ({
    member,
    left: parametersOf(member).length - parameters.length,
    score: parameters.reduce(
      (sum, parameter, at) => sum + scoreOf(i, member, member.file.get(parameter, entityFields.type), values[at]!),
      0,
    ),
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  const found = scored.filter(({ score }) => score === best);
  // A function whose parameters all have arguments is preferred to one with default values.
  const least = Math.min(...found.map(({ left }) => left));
  const meant = withBodies(found.filter(({ left }) => left === least).map(({ member }) => member));
  return meant.length > maxMeant ? [] : meant;
}

/** What a call means by a name: where that is a property, the methods of the same name that take the labels of the call, if there are any. */
export function calledMethods(
  i: Inference,
  args: Arguments,
  found: readonly Target[] | 'external' | 'unknown',
): readonly Target[] | 'external' | 'unknown' {
  const [property] = typeof found === 'string' ? [] : found;
  if (property === undefined || property.file.kind(property.entity) !== entityKinds.property) return found;
  const { file, entity } = property;
  const type = { file, entity: file.get(entity, entityFields.parent) };
  if (type.entity < 0) return found;
  const methods = [type, ...mergedDeclarations(i, type)].flatMap((part) =>
    part.file
      .members(part.entity, file.name(entity))
      .filter((one) => part.file.kind(one) === entityKinds.method)
      .map((one): Member => ({ file: part.file, entity: one, environment: null, self: null })),
  );
  return methods.length > 0 && takesLabels(methods, args) ? methods : found;
}

/** Whether one of the candidates has parameters for all arguments. */
export function takesLabels(candidates: readonly Member[], { file, list }: Arguments): boolean {
  return list <= 0 ? true : candidates.some((member) => parametersFor(member, file, file.list(list)) !== null);
}

/** How well an argument matches a parameter's type: the higher the better. Strings, numbers and truth values have no subtypes. */
function scoreOf(i: Inference, member: Member, type: number, argument: Argument): number {
  const [given] = alternatives(argument.value);
  // Strings, numbers and truth values have no name as types, so lists of them are compared by what they contain.
  if (given?.kind === 'list' && argument.type === null && member.file.op(type) === ops.arrayOf)
    return scoreOf(i, member, member.file.operand(type, 0), { ...argument, node: 0, value: given.of }) + 0.2;
  if (given?.kind !== 'primitive') {
    return match(i, member, type, isArrayFor(i, member, type, argument) ? { ...argument, type: 'Array' } : argument);
  }
  const [expected] = alternatives(typeValue(i, member.file, type, member.environment));
  if (expected?.kind === 'primitive') return expected.code === given.code ? 3 : -Infinity;
  // A type may be expressible by a literal.
  return expected?.kind === 'instance' ? 0.1 : 0.5;
}

/**
 * Whether an argument is an array for a parameter of another type than a list, which takes it as what an array extends. A literal may also have a type of
 * its own, so it is an array only for a type parameter.
 */
function isArrayFor(i: Inference, member: Member, type: number, { file, node, type: given, value }: Argument): boolean {
  if (member.file.op(type) === ops.arrayOf) return false;
  if (given?.endsWith('[]') === true || (given === null && nameOf(value) === '[]')) return true;
  return file.op(node) === ops.array && isTypeParameter(i, member.file, type);
}

/** A requirement of a protocol is not meant where its implementation is found too. */
function withBodies(found: readonly Member[]): readonly Member[] {
  const implemented = found.filter(({ file, entity }) => file.has(entity, entityFlags.implemented));
  return implemented.length > 0 ? implemented : found;
}

function parametersOf({ file, entity }: Member): readonly number[] {
  return file.list(file.get(entity, entityFields.listA));
}

/** The parameter of each argument; null where the labels do not fit. */
function parametersFor(member: Member, file: ProgramFile, given: readonly number[]): readonly number[] | null {
  const parameters = parametersOf(member);
  const found: number[] = [];
  let next = 0;
  for (const node of given) {
    const label = file.op(node) === ops.keyword ? file.text(file.operand(node, 0)) : '_';
    const last = found.at(-1);
    // More values of a variadic parameter have no label.
    if (label === '_' && last !== undefined && member.file.has(last, entityFlags.rest)) {
      const after = parameters[next];
      if (after === undefined || labelOf(member.file, after) !== '_') {
        found.push(last);
        continue;
      }
    }
    const isLast = found.length === given.length - 1;
    while (next < parameters.length && !takes(member.file, parameters, { at: next, label, isLast })) {
      if (!mayBeLeftOut(member.file, parameters[next]!)) return null;
      next++;
    }
    if (next === parameters.length) return null;
    found.push(parameters[next++]!);
  }
  return parameters.slice(next).every((one) => mayBeLeftOut(member.file, one)) ? found : null;
}

/** @param isLast whether the argument is the last one, so that it leaves all later parameters out */
function takes(
  file: ProgramFile,
  parameters: readonly number[],
  { at, label, isLast }: { at: number; label: string; isLast: boolean },
): boolean {
  const parameter = parameters[at]!;
  if (label !== trailing) return labelOf(file, parameter) === label;
  if (!mayBeLeftOut(file, parameter)) return true;
  if (isLast && parameters.slice(at + 1).some((one) => !mayBeLeftOut(file, one))) return false;
  const type = file.get(parameter, entityFields.type);
  return type === 0 || file.op(type) === ops.shape;
}

function mayBeLeftOut(file: ProgramFile, parameter: number): boolean {
  return file.has(parameter, entityFlags.optional) || file.has(parameter, entityFlags.rest);
}

/** A parameter's label; its name where it has no separate label. */
function labelOf(file: ProgramFile, parameter: number): string {
  const label = file.get(parameter, entityFields.context);
  return label === 0 ? file.name(parameter) : file.text(file.operand(label, 0));
}

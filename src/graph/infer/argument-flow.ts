/**
 * The values that calls in a file pass to the parameters of the file's functions. They are the main source of values for parameters without a type.
 * Only calls in the function's file count, so that a file's links depend only on files that it names.
 */
import { entityFields, entityFlags, entityKinds, ops } from '../../model/file-summary.ts';
import { callables } from './callables.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { callsByMethod } from '../program/parameter-uses.ts';
import { spaces } from '../program/spaces.ts';
import { accessedValue, memberTargets } from '../members/members.ts';
import { nodeValue, type Inference } from '../questions/questions.ts';
import { alternatives, eachOf, instancesOf, union, type Value } from '../questions/values.ts';
import { includes, type Target } from '../program/targets.ts';
import { dialectOf } from '../languages/dialect.ts';

/** The maximum number of calls of one name that are examined: a function that is called more often gets more types than inference can use. */
const maxCalls = 8;

/** A parameter of a function. */
export interface ParameterPlace {
  /** The function's entity. */
  owner: number;
  /** The parameter's entity. */
  parameter: number;
  /** The parameter's index among all parameters of the function. */
  position: number;
}

/** The union of the values that calls pass to a parameter. */
export function argumentValue(i: Inference, file: ProgramFile, place: ParameterPlace): Value | null {
  const at = argumentPosition(file, place.owner, place.position);
  if (at < 0) return null;
  const isRest = file.has(place.parameter, entityFlags.rest);
  const values: (Value | null)[] = [];
  const name = file.get(place.parameter, entityFields.name);
  for (const { call, given, list } of allCallsOf(file, place.owner)) {
    const argument = isRest ? 0 : argumentNode(file, given, { at, name });
    if (isRest ? given.length <= at : argument === 0) {
      const spread = isRest ? null : spreadOver(file, { given, list }, at);
      if (spread !== null && runs(i, file, call, place.owner)) values.push(spreadValue(i, file, spread));
      continue;
    }
    // A string or number adds no members to those of another value.
    const op = argument === 0 ? ops.none : file.op(argument);
    if (values.length > 0 && (op === ops.primitive || op === ops.literalType)) continue;
    // The callee is checked before the argument is inferred: to infer the arguments of all calls of one name would be far more work.
    if (!runs(i, file, call, place.owner)) continue;
    values.push(isRest ? restValue(i, file, given.slice(at)) : nodeValue(i, file, argument));
  }
  return union(values);
}

/** The union of the values that calls in its file pass to a parameter; null for another entity, and for a parameter of a function type. */
export function handedValue(i: Inference, { file, entity }: Target): Value | null {
  if (file.kind(entity) !== entityKinds.parameter) return null;
  const owner = file.get(entity, entityFields.parent);
  const position = owner < 0 ? -1 : file.list(file.get(owner, entityFields.listA)).indexOf(entity);
  return position === -1 ? null : argumentValue(i, file, { owner, parameter: entity, position });
}

/** The calls that may run a function, by the name of their callee. */
function callsOf(file: ProgramFile, owner: number): readonly number[] {
  const parent = file.get(owner, entityFields.parent);
  const isConstructor = parent >= 0 && (file.name(owner) === 'constructor' || file.name(owner) === '__init__');
  const ofExpression = file.callsOfEntity(owner);
  // A function expression is called by the name of the variable or property that has it as its value.
  if (file.name(owner) === '' || file.get(owner, entityFields.parent) === -2) {
    const holder = file.holderOf(owner);
    if (holder !== -1) return firstOf(ofExpression, file.callsNamed(file.get(holder, entityFields.name)));
  }
  return firstOf(ofExpression, file.callsNamed(file.get(isConstructor ? parent : owner, entityFields.name)));
}

/** The first calls of two lists, up to the maximum. */
function firstOf(ofExpression: readonly number[], named: readonly number[]): readonly number[] {
  const all = ofExpression.length === 0 ? named : [...ofExpression, ...named];
  return all.length > maxCalls ? all.slice(0, maxCalls) : all;
}

/** The position of a parameter's argument in a call; -1 for a parameter that is the receiver. */
function argumentPosition(file: ProgramFile, owner: number, position: number): number {
  return dialectOf(file).takesReceiver?.(file, owner) === true ? position - 1 : position;
}

/** The node of the argument for a parameter, by position or name; 0 for none. */
export function argumentNode(
  file: ProgramFile,
  given: readonly number[],
  { at, name }: { at: number; name: number },
): number {
  for (let index = given.length - 1; index >= 0 && file.op(given[index]!) === ops.keyword; index--)
    if (file.operand(given[index]!, 0) === name) return file.operand(given[index]!, 1);
  const argument = given[at] ?? 0;
  if (argument === 0 || file.op(argument) === ops.keyword) return 0;
  // A spread argument makes the positions after it unknown.
  for (let index = 0; index <= at; index++) if (given[index] !== 0 && file.op(given[index]!) === ops.spread) return 0;
  return argument;
}

/** A call, with the nodes of its arguments; `list`: the node of a list of more arguments, 0 for none. */
interface ArgumentsGiven {
  call: number;
  given: readonly number[];
  list: number;
}

/** The calls that may run a function, also those by a method of the function (`f.apply(self, list)`). */
function allCallsOf(file: ProgramFile, owner: number): ArgumentsGiven[] {
  const all = callsOf(file, owner).map((call) => ({ call, given: file.list(file.operand(call, 1)), list: 0 }));
  const { callMethods } = dialectOf(file);
  if (callMethods === undefined) return all;
  for (const call of callsByMethod(file, owner, [callMethods.withArguments]))
    all.push({ call, given: file.list(file.operand(call, 1)).slice(1), list: 0 });
  for (const call of callsByMethod(file, owner, [callMethods.withList]))
    all.push({ call, given: [], list: file.list(file.operand(call, 1))[1] ?? 0 });
  return all;
}

interface SpreadPlace {
  /** The node of the list that is spread. */
  list: number;
  /** The index in that list. */
  index: number;
}

/** Where a list is spread over a position and all behind it: in the last argument (`f(a, ...list)`), or as all of them; null for none. */
function spreadOver(
  file: ProgramFile,
  { given, list }: Pick<ArgumentsGiven, 'given' | 'list'>,
  at: number,
): SpreadPlace | null {
  if (list !== 0) return { list, index: at };
  const last = given.length - 1;
  const isSpread = (node: number): boolean => node !== 0 && file.op(node) === ops.spread;
  if (last < 0 || last > at || given.findIndex(isSpread) !== last) return null;
  return { list: file.operand(given[last]!, 0), index: at - last };
}

function spreadValue(i: Inference, file: ProgramFile, { list, index }: SpreadPlace): Value | null {
  return eachOf(nodeValue(i, file, list), (part) => {
    if (part.kind !== 'list') return null;
    return part.items === undefined ? part.of : (part.items[index] ?? null);
  });
}

function restValue(i: Inference, file: ProgramFile, given: readonly number[]): Value {
  const items = given.filter((one) => file.op(one) !== ops.keyword).map((one) => nodeValue(i, file, one));
  const hasSpread = given.some((one) => file.op(one) === ops.spread);
  return { kind: 'list', of: union(items), ...(hasSpread ? {} : { items }) };
}

/** What a function returns (`return f`, `return f.a`) or calls for its result (`return f()`: `isCalled`), with the argument for its parameter `f`. */
interface ReturnedArgument {
  value: Value | null;
  isCalled: boolean;
}

/**
 * The argument that a call returns, or a known member of it, where its function returns a parameter, a member of one, or calls it for its result;
 * undefined for other functions and for a missing argument. In place of a missing argument that would be called, it is the parameter's default value.
 */
export function returnedArgument(
  i: Inference,
  { file, entity }: Target,
  call: { file: ProgramFile; node: number },
): ReturnedArgument | undefined {
  if (file.get(entity, entityFields.type) !== 0 || file.has(entity, entityFlags.async | entityFlags.generator)) return;
  const { name, members, isCalled } = returnedPath(file, entity);
  if (name === 0) return;
  const [parameter] = file.lookUp(file.operand(name, 1), file.operand(name, 0), spaces.value, false);
  if (parameter === undefined || file.kind(parameter) !== entityKinds.parameter) return;
  if (file.get(parameter, entityFields.parent) !== entity || file.get(parameter, entityFields.type) !== 0) return;
  if (isCalled && isAssigned(file, parameter)) return;
  const position = file.list(file.get(entity, entityFields.listA)).indexOf(parameter);
  const at = argumentPosition(file, entity, position);
  if (at < 0 || file.has(parameter, entityFlags.rest)) return;
  const given = call.file.list(call.file.operand(call.node, 1));
  const argument = argumentNode(call.file, given, { at, name: call.file.stringOf(file.name(parameter)) });
  if (members.length > 0) {
    const value = argument === 0 || isAssigned(file, parameter) ? null : nodeValue(i, call.file, argument);
    const member = members.reduce((of, member) => accessedValue(i, file, of, member), value);
    return member === null ? undefined : { value: member, isCalled };
  }
  if (argument !== 0) return { value: nodeValue(i, call.file, argument), isCalled };
  const initial = file.get(parameter, entityFields.value);
  const hasSpread = given.some((one) => one === 0 || call.file.op(one) === ops.spread);
  return isCalled && initial !== 0 && !hasSpread ? { value: nodeValue(i, file, initial), isCalled } : undefined;
}

/** The name in what a function returns or calls for its result, 0 for none, and the members that are taken of a returned one. See `Dialect.returnedNode`. */
function returnedPath(file: ProgramFile, entity: number): { name: number; members: string[]; isCalled: boolean } {
  const { returnedNode } = dialectOf(file);
  const returned = returnedNode?.(file, entity) ?? { node: file.get(entity, entityFields.value), isCalled: false };
  const { isCalled } = returned;
  const members: string[] = [];
  let name = returned.node;
  for (; !isCalled && file.op(name) === ops.member; name = file.operand(name, 0))
    members.unshift(file.text(file.operand(name, 1)));
  return { name: file.op(name) === ops.name ? name : 0, members, isCalled };
}

/** Whether a parameter may have another value than its argument or its default. */
function isAssigned(file: ProgramFile, parameter: number): boolean {
  const value = file.get(parameter, entityFields.value);
  return value !== 0 && (!file.has(parameter, entityFlags.optional) || file.op(value) === ops.either);
}

/** Whether a call runs a function. */
function runs(i: Inference, file: ProgramFile, call: number, owner: number): boolean {
  const callee = nodeValue(i, file, file.operand(call, 0));
  if (includes(callables(i, callee), { file, entity: owner })) return true;
  return alternatives(callee).some(
    (part) =>
      part.kind === 'static' &&
      memberTargets(i, instancesOf(part), file.name(owner)).some(
        (member) => member.file === file && member.entity === owner,
      ),
  );
}

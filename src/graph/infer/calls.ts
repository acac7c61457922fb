/** Calls and constructions: their results, and the expected types of their arguments. */
import { entityFields, entityFlags, ops } from '../../model/file-summary.ts';
import { returnedArgument } from './argument-flow.ts';
import { inferArguments, resultOfCalling, withKnownArguments } from './bindings.ts';
import { builtinCallback, builtinResult, builtinTypeIn } from './builtins.ts';
import { callables, functionResult, parameterOf, resultOf } from './callables.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { callsOfParameter, handedOn } from '../program/parameter-uses.ts';
import { spaces } from '../program/spaces.ts';
import { bindParameters } from '../heritage/heritage.ts';
import { filledWith } from './iteration.ts';
import { memberValue } from '../members/members.ts';
import { suited } from './overloads/suited.ts';
import { type Inference, nodeValue, typeValue } from '../questions/questions.ts';
import { countedPosition, parameterAt } from './uncounted-arguments.ts';
import {
  type Value,
  alternatives,
  externalWith,
  union,
  instancesOf,
  eachOf,
  asKind,
  inEnvironment,
  unnamed,
  type Callable,
} from '../questions/values.ts';

/** The maximum number of callables whose expected types are joined. */
const maxExpected = 4;

/** The value of a `call` node. */
export function callResult(i: Inference, file: ProgramFile, node: number): Value | null {
  const callee = file.operand(node, 0);
  const builtin = builtinResult(i, file, node);
  if (builtin !== undefined) return builtin;
  const dialect = dialectOf(file);
  const decided = dialect.calledFirst?.(i, file, node);
  if (decided !== undefined) return decided;
  const value = nodeValue(i, file, callee);
  if (value?.kind === 'external')
    return (
      externalResult(i, file, node) ??
      dialect.calledLast?.(i, file, node) ??
      (isMade(file, callee) ? value : unnamed(value))
    );
  const results: (Value | null)[] = [];
  const called = suited(i, callables(i, value), { file, node });
  for (let at = 0; at < called.length; at++) {
    const callable = called[at]!;
    const returned = returnedArgument(i, callable, { file, node });
    if (returned === undefined) results.push(resultOf(i, callable, inferArguments(i, callable, { file, node })));
    else results.push(returned.isCalled ? resultOfCalling(i, callable.file, returned.value) : returned.value);
  }
  if (results.length > 1) {
    // Several callables of one alternative are overloads: the first with a known result counts.
    const first = results.find((result) => result !== null);
    if (alternatives(value).length === 1) return first ?? null;
  }
  if (dialect.made !== undefined) results.push(dialect.made(i, value, { file, node }));
  return union(results) ?? dialect.calledLast?.(i, file, node) ?? null;
}

/** Whether what is called may be a type of the library: its name begins with a capital letter. */
function isMade(file: ProgramFile, callee: number): boolean {
  const named = file.op(callee) === ops.overload ? file.operand(callee, 0) : callee;
  return file.op(named) === ops.name && /^\p{Lu}/u.test(file.text(file.operand(named, 0)));
}

/** The result of an external call with type arguments: `services.Get<Shop>()`, `ThreadLocal<Shop>()`. */
function externalResult(i: Inference, file: ProgramFile, node: number): Value | null {
  const types = file.rules.nominal ? file.list(file.operand(node, 2)) : [];
  return types.length === 0
    ? null
    : externalWith(
        types.map((type) => typeValue(i, file, type, null)),
        true,
      );
}

/** How often a function is followed that is handed on. */
const maxHandedOn = 2;

/**
 * What a function passes to the function that is its parameter, as callbacks; null where it does not call the parameter. Also where it hands the
 * parameter on: `list.forEach(visit)`.
 */
function calledWith(i: Inference, file: ProgramFile, parameter: number, depth: number): Value | null {
  const passed = callsOfParameter(file, parameter).map((call): Value | null => {
    const args = file.list(file.operand(call, 1));
    const end = args.findIndex((one) => file.op(one) === ops.spread || file.op(one) === ops.keyword);
    const counted = end === -1 ? args : args.slice(0, end);
    return { kind: 'callback', parameters: counted.map((one) => nodeValue(i, file, one)) };
  });
  if (depth < maxHandedOn)
    for (const place of handedOn(file, parameter)) passed.push(argumentContext(i, file, place, depth + 1));
  return union(passed);
}

/** The parameter without a type, for the argument at a position; -1 for none. */
function untypedParameter(callable: Callable, position: number): number {
  const { file, entity } = callable;
  if (file.rules.nominal) return -1;
  const list = file.get(entity, entityFields.listA);
  const at = position < 0 ? position : position + (dialectOf(file).boundParameters?.(callable) ?? 0);
  if (at < 0 || at >= file.count(list)) return -1;
  const parameter = file.item(list, at);
  const isUntyped = file.get(parameter, entityFields.type) === 0 && !file.has(parameter, entityFlags.rest);
  return isUntyped ? parameter : -1;
}

/** The expected type of the argument at a position of a call; null for none. @param depth how often the function was handed on before */
export function argumentContext(
  i: Inference,
  file: ProgramFile,
  { call, position }: { call: number; position: number },
  depth = 0,
): Value | null {
  const count = file.count(file.operand(call, 1));
  const builtin = builtinCallback(i, file, { call, position: countedPosition(position, count) });
  if (builtin !== undefined) return builtin;
  const callee = nodeValue(i, file, file.operand(call, 0));
  const dialect = dialectOf(file);
  const functions =
    file.op(call) === ops.construct || (dialect.callsTypes && callee !== null)
      ? constructorsIn(i, callee)
      : callables(i, callee);
  if (functions.length === 0) return dialect.expectedByType?.(i, file, { callee, position }) ?? null;
  const expected: (Value | null)[] = [];
  for (const callable of suited(i, functions, { file, node: call })) {
    const parameters = callable.file.list(callable.file.get(callable.entity, entityFields.listA));
    const last = parameters[parameters.length - 1];
    const isVariadic = last !== undefined && callable.file.has(last, entityFlags.rest);
    if (count > parameters.length && !isVariadic) continue;
    const at = parameterAt(file, callable, position);
    if (at === null) continue;
    const environment = withKnownArguments(i, callable, { file, node: call, position: at });
    const untyped = untypedParameter(callable, at);
    const called = untyped === -1 ? null : calledWith(i, callable.file, untyped, depth);
    const value = called ?? parameterOf(i, inEnvironment(callable, environment), at);
    // An expected type of any other kind does not help to infer the argument.
    const useful = alternatives(value).filter(
      (part) =>
        part.kind === 'function' ||
        part.kind === 'instance' ||
        part.kind === 'callback' ||
        dialect.isExpectation?.(part) === true,
    );
    if (useful.length > 0) expected.push(union(useful));
    if (expected.length >= maxExpected) break;
  }
  return union(expected);
}

/** The functions that a construction or call of a value runs: constructors of types, and functions. */
function constructorsIn(i: Inference, value: Value | null): readonly Callable[] {
  return alternatives(value).flatMap((part) => {
    if (part.kind === 'static') return callables(i, memberValue(i, asKind(part, 'instance'), 'constructor'));
    // A type may say what a construction of its values takes: `new (options: Options): Shop`.
    const made = part.kind === 'instance' ? callables(i, memberValue(i, part, 'new')) : [];
    return made.length > 0 ? made : callables(i, part);
  });
}

/** The value of a `construct` node. */
export function constructedValue(i: Inference, file: ProgramFile, node: number): Value | null {
  const callee = file.operand(node, 0);
  const builtin = builtinConstruction(i, file, node);
  if (builtin !== undefined) return builtin;
  const value = nodeValue(i, file, callee);
  const given = file.list(file.operand(node, 2)).map((type) => typeValue(i, file, type, null));
  return eachOf(value, (part): Value | null => {
    if (part.kind === 'static') {
      const environment = given.length === 0 ? part.environment : bindParameters(i, part, given);
      return { kind: 'instance', file: part.file, entity: part.entity, environment };
    }
    if (part.kind === 'instance') return functionResult(i, memberValue(i, part, 'new'));
    return part.kind === 'external' && file.rules.nominal && given.length > 0 ? externalWith(given) : instancesOf(part);
  });
}

/** The value of a construction of a built-in class (`new Map<K, V>()`); undefined for any other class. */
function builtinConstruction(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const callee = file.operand(node, 0);
  if (file.op(callee) !== ops.name) return undefined;
  const name = file.operand(callee, 0);
  const scope = file.operand(callee, 1);
  const isOfProject = file.rules.nominal
    ? nodeValue(i, file, callee)?.kind !== 'external'
    : file.lookUp(scope, name, spaces.value, false).length > 0;
  if (isOfProject) return undefined;
  const args = file.list(file.operand(node, 2)).map((type) => typeValue(i, file, type, null));
  const built = builtinTypeIn(file, file.text(name), args);
  const given = file.operand(node, 1);
  const isFilled = args.length === 0 && !file.rules.nominal && file.count(given) > 0;
  return isFilled ? filledWith(i, file, built, nodeValue(i, file, file.item(given, 0))) : built;
}

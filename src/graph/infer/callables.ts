/** Functions as values: the functions that a call of a value runs, their results, and the types that they expect. */
import { entityFields, entityFlags, entityKinds, ops } from '../../model/file-summary.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Slot } from '../program/memo.ts';
import { memberValue } from '../members/members.ts';
import { type Inference, entityValue, nodeValue, typeValue } from '../questions/questions.ts';
import { spaces } from '../program/spaces.ts';
import {
  type Environment,
  type Value,
  alternatives,
  union,
  eachOf,
  inEnvironment,
  type Callable,
} from '../questions/values.ts';
import type { Target } from '../program/targets.ts';

const none: readonly Callable[] = [];

/** The functions that run when a value is called; classes are not among them. */
export function callables(i: Inference, value: Value | null): readonly Callable[] {
  if (value === null || value.kind === 'external') return none;
  if (value.kind === 'function') return [value];
  if (value.kind === 'instance') return callsOf(i, value);
  if (value.kind !== 'union') return none;
  const result: Callable[] = [];
  for (const part of value.of) {
    if (part.kind === 'function') result.push(part);
    else if (part.kind === 'instance') result.push(...callsOf(i, part));
  }
  return result;
}

/** Memo of `callsOf` by object. */
const callsOfObjects = new Slot(() => new Map<Value, readonly Callable[]>());

/** The functions that a call of an object runs. Memoised in the asking file, which often calls an object many times. */
function callsOf(i: Inference, object: Value & { kind: 'instance' }): readonly Callable[] {
  const memoised = i.at?.memo(callsOfObjects).get(object);
  if (memoised !== undefined) return memoised;
  const { cut } = i;
  i.cut = Infinity;
  const calls = findCallsOf(i, object);
  if (i.cut === Infinity) i.at?.memo(callsOfObjects).set(object, calls);
  i.cut = Math.min(i.cut, cut);
  return calls;
}

function findCallsOf(i: Inference, object: Value & { kind: 'instance' }): Callable[] {
  const calls: Callable[] = [];
  for (const call of alternatives(memberValue(i, object, '()'))) {
    if (call.kind === 'function') calls.push(inEnvironment(call, call.environment ?? object.environment));
  }
  const name = object.file.rules.callMember;
  if (name === null) return calls;
  for (const call of alternatives(memberValue(i, object, name))) if (call.kind === 'function') calls.push(call);
  return calls;
}

/** The result of calling a value. */
export function functionResult(i: Inference, value: Value | null): Value | null {
  if (value === null) return null;
  if (value.kind === 'function') return resultOf(i, value, value.environment);
  return union(callables(i, value).map((one) => resultOf(i, one, one.environment)));
}

/** The result of a callable. @param environment the environment in which the call runs the callable */
export function resultOf(i: Inference, callable: Callable, environment: Environment | null): Value | null {
  const { file, entity, self } = callable;
  const type = file.get(entity, entityFields.type);
  const isAsync = file.has(entity, entityFlags.async);
  if (type !== 0) {
    if (file.op(type) === ops.thisType && self !== null) return self;
    const declared = typeValue(i, file, type, environment);
    const isAwaited = isAsync && dialectOf(file).declaresAwaited?.(file, entity) === true;
    return isAwaited ? { kind: 'promise', of: declared } : declared;
  }
  const value = file.get(entity, entityFields.value);
  if (file.has(entity, entityFlags.generator)) {
    const yielded = nodeValue(i, file, value);
    return yielded?.kind === 'list' ? { kind: 'list', of: yielded.of } : null;
  }
  const given = self === null ? nodeValue(i, file, value) : returnedToReceiver(i, callable, value, self);
  if (!isAsync) return given;
  return given?.kind === 'promise' ? given : { kind: 'promise', of: given };
}

/** The result of a method that is called on `self`, whose class may inherit the method. */
function returnedToReceiver(i: Inference, { file, entity }: Target, node: number, self: Value): Value | null {
  if (file.op(node) === ops.this) return self;
  const { returnedTo } = dialectOf(file);
  return returnedTo === undefined ? nodeValue(i, file, node) : returnedTo(i, { file, entity }, node, self);
}

/** The node of the value of a function's local variable. @param name a `name` node; the result is 0 where it means anything else */
export function onlyValueOf(file: ProgramFile, entity: number, name: number): number {
  const [variable] = file.lookUp(file.operand(name, 1), file.operand(name, 0), spaces.value, false);
  if (variable === undefined || file.kind(variable) !== entityKinds.variable) return 0;
  if (file.get(variable, entityFields.scope) !== file.get(entity, entityFields.ownScope)) return 0;
  return file.get(variable, entityFields.value);
}

/** Memo of `functionContext`. */
const contexts = new Slot(() => new Map<number, Value | null>());

/** `functionContext` with a memo: each member of an object literal asks for the literal's expected type. */
export function contextOf(i: Inference, file: ProgramFile, entity: number): Value | null {
  const memoised = file.memo(contexts).get(entity);
  if (memoised !== undefined) return memoised;
  const context = functionContext(i, file, entity);
  // While `cut` is set, the result may depend on an unfinished question or have reached a limit. Then it is not memoised.
  if (i.cut === Infinity) file.memo(contexts).set(entity, context);
  return context;
}

/** The expected type of a function or object literal where it stands; null for none. */
export function functionContext(i: Inference, file: ProgramFile, entity: number): Value | null {
  const context = file.get(entity, entityFields.context);
  if (context !== 0) {
    const value = nodeValue(i, file, context);
    const isAssigned = file.op(context) === ops.member || file.op(context) === ops.name;
    return isAssigned ? eachOf(value, (part) => (isDeclared(part) ? part : null)) : value;
  }
  const owner = file.get(entity, entityFields.parent);
  if (owner < 0 || file.kind(owner) !== entityKinds.object) return null;
  const expected = functionContext(i, file, owner);
  return expected === null ? null : memberValue(i, expected, file.name(entity));
}

/**
 * Whether a declared type says what a part of an assignment's target is. What the target holds otherwise is only what other assignments, or this one,
 * give it.
 */
function isDeclared(part: Value): boolean {
  if (part.kind === 'instance') return part.file.kind(part.entity) !== entityKinds.object;
  if (part.kind !== 'function') return part.kind === 'list';
  const { file, entity } = part;
  return file.list(file.get(entity, entityFields.listA)).some((one) => file.get(one, entityFields.type) !== 0);
}

/**
 * The value of a callable's parameter by its declaration.
 * @param position of the argument for the parameter: parameters that are bound to a receiver are not counted; below 0 for the last parameter
 */
export function parameterOf(i: Inference, callable: Value, position: number): Value | null {
  return eachOf(callable, (part) => parameterOfPart(i, part, position));
}

function parameterOfPart(i: Inference, part: Value, argument: number): Value | null {
  const boundCount = part.kind === 'function' ? (dialectOf(part.file).boundParameters?.(part) ?? 0) : 0;
  const position = argument < 0 ? argument : argument + boundCount;
  if (part.kind === 'instance') {
    const call = memberValue(i, part, '()');
    return call === null ? null : parameterOf(i, call, argument);
  }
  if (part.kind === 'callback') return part.parameters[position] ?? null;
  if (part.kind !== 'function') return null;
  const { file } = part;
  const list = file.get(part.entity, entityFields.listA);
  const count = file.count(list);
  if (count === 0) return null;
  // A position below 0 means the last parameter (Kotlin's lambda after the parentheses).
  const parameter = file.item(list, position < 0 ? count - 1 : Math.min(position, count - 1));
  const isRest = file.has(parameter, entityFlags.rest);
  if (position >= count && !isRest) return null;
  const type = file.get(parameter, entityFields.type);
  if (type === 0) return entityValue(i, { file, entity: parameter });
  const value = typeValue(i, file, type, part.environment);
  return isRest ? restAt(value, position - count + 1) : value;
}

/** The value at an index in a rest parameter's list. */
function restAt(value: Value | null, index: number): Value | null {
  return eachOf(value, (rest) => (rest.kind === 'list' ? (rest.items?.[index] ?? rest.of) : null));
}

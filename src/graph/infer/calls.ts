/** Calls and constructions: what they give, and what they expect of their arguments. */
import { entityFields, entityFlags, ops, uncounted } from '../../model/link-facts.ts';
import { handedOn } from './argument-flow.ts';
import { inferArguments, inferConstructed, resultOfCalling, withKnownArguments } from './bindings.ts';
import { builtinCallback, builtinResult, builtinTypeIn } from './builtins.ts';
import { objectCallMember } from './call-members.ts';
import { type Callable, callables, functionResult, parameterOf, resultOf } from './callables.ts';
import { givenAt, parameterAt } from '../languages/swift/closures.ts';
import type { FileFacts } from '../program/file-facts.ts';
import { spaces } from '../program/spaces.ts';
import { isGo } from '../resolve/language-rules.ts';
import { converted } from '../languages/go/values.ts';
import { type Typed, bindParameters } from '../members/heritage.ts';
import { memberValue } from '../members/members.ts';
import { suited } from './overloads/overload-choice.ts';
import { type Inference, nodeValue, typeValue } from './questions.ts';
import { isRuby } from '../languages/ruby/declarations.ts';
import { factoryResult, recordResult } from '../languages/ruby/records.ts';
import { madeOfTable } from '../languages/lua/objects.ts';
import { isRust } from '../languages/rust/types.ts';
import { rustConstructed } from '../languages/rust/values.ts';
import { type Value, alternatives, outsideWith, union, instancesOf, eachOf, asKind, inEnvironment } from './values.ts';

/** The value of a `call` node. */
export function callResult(i: Inference, file: FileFacts, node: number): Value | null {
  const callee = file.operand(node, 0);
  const builtin = builtinResult(i, file, node);
  if (builtin !== undefined) return builtin;
  const made = isRuby(file) ? factoryResult(i, file, node) : undefined;
  if (made !== undefined) return made;
  const value = nodeValue(i, file, callee);
  if (value?.kind === 'external') return outsideResult(i, file, node) ?? recordOf(i, file, node) ?? value;
  const results: (Value | null)[] = [];
  const called = suited(i, callables(i, value), { file, node });
  for (let at = 0; at < called.length; at++) {
    const callable = called[at]!;
    const back = handedOn(i, callable, { file, node });
    if (back === undefined) results.push(resultOf(i, callable, inferArguments(i, callable, { file, node })));
    else results.push(back.isCalled ? resultOfCalling(i, callable.file, back.value) : back.value);
  }
  if (results.length > 1) {
    // Overloads: the first that gives something.
    const first = results.find((result) => result !== null);
    if (alternatives(value).length === 1) return first ?? null;
  }
  if (file.language === 'python' || file.rules.callsTypes) results.push(madeByCalls(i, value, { file, node }));
  if (file.rules.constructsByCall)
    results.push(instancesOf(union(alternatives(value).filter(({ kind }) => kind === 'static'))));
  // What an attribute holds is read by calling it.
  if (file.rules.readsByCall) results.push(union(alternatives(value).filter(({ kind }) => kind !== 'function')));
  if (file.language === 'lua') results.push(madeOfTable(i, value, { file, node }));
  if (isGo(file)) results.push(converted(value));
  if (isRust(file)) results.push(rustConstructed(value));
  return union(results) ?? recordOf(i, file, node);
}

function recordOf(i: Inference, file: FileFacts, node: number): Value | null {
  return isRuby(file) ? recordResult(i, file, node) : null;
}

interface CallPlace {
  file: FileFacts;
  node: number;
}

/** What a call of something from outside gives that is given type arguments: `services.Get<Shop>()`, `ThreadLocal<Shop>()`. */
function outsideResult(i: Inference, file: FileFacts, node: number): Value | null {
  const types = file.rules.nominal ? file.list(file.operand(node, 2)) : [];
  return types.length === 0
    ? null
    : outsideWith(
        types.map((type) => typeValue(i, file, type, null)),
        true,
      );
}

function madeByCalls(i: Inference, value: Value | null, call: CallPlace): Value | null {
  return union(alternatives(value).map((part) => madeByCall(i, part, call)));
}

/** What a call of a type gives: an instance, or what the object of that name gives when it is called. */
function madeByCall(i: Inference, part: Value, call: CallPlace): Value | null {
  if (part.kind !== 'static') return null;
  if (part.file.language === 'python') return madeOfPython(i, part, call);
  const name = objectCallMember(part);
  const method = name === null ? null : memberValue(i, asKind(part, 'instance'), name);
  return method === null ? instancesOf(part) : functionResult(i, method);
}

function madeOfPython(i: Inference, part: Value & { kind: 'static' }, call: CallPlace): Value {
  const made: Typed = asKind(part, 'instance');
  if (part.environment !== null || part.file.count(part.file.get(part.entity, entityFields.listB)) === 0) return made;
  return inEnvironment(made, inferConstructed(i, made, call));
}

/** What the callee of a call expects in a position. */
export function argumentContext(
  i: Inference,
  file: FileFacts,
  { call, position }: { call: number; position: number },
): Value | null {
  const count = file.count(file.operand(call, 1));
  const builtin = builtinCallback(i, file, { call, position: givenAt(position, count) });
  if (builtin !== undefined) return builtin;
  const callee = nodeValue(i, file, file.operand(call, 0));
  const isSwift = file.language === 'swift';
  const functions =
    file.op(call) === ops.construct || ((file.rules.callsTypes || isSwift) && callee !== null)
      ? constructorsIn(i, callee)
      : callables(i, callee);
  if (isSwift && functions.length === 0) return memberwise(i, file, callee, position);
  const expected: (Value | null)[] = [];
  for (const callable of suited(i, functions, { file, node: call })) {
    const parameters = callable.file.list(callable.file.get(callable.entity, entityFields.listA));
    const last = parameters[parameters.length - 1];
    const open = last !== undefined && callable.file.has(last, entityFlags.rest);
    if (count > parameters.length && !open) continue;
    const at = parameterAt(file, callable, position);
    if (at === null) continue;
    const known = withKnownArguments(i, callable, { file, node: call, position: at });
    const value = parameterOf(i, inEnvironment(callable, known), at);
    const useful = alternatives(value).filter(
      // In Swift members are named without what they are of.
      (part) => isSwift || part.kind === 'function' || part.kind === 'instance' || part.kind === 'callback',
    );
    if (useful.length > 0) expected.push(union(useful));
    if (expected.length >= 4) break;
  }
  return union(expected);
}

/** A struct of Swift without an initialiser is made of its properties, by their names. */
function memberwise(i: Inference, file: FileFacts, callee: Value | null, position: number): Value | null {
  if (callee?.kind !== 'static' || position < uncounted.labelled) return null;
  return memberValue(i, asKind(callee, 'instance'), file.text(position - uncounted.labelled));
}

/** The functions that a value is when it is constructed or called: of types the constructors. */
function constructorsIn(i: Inference, value: Value | null): readonly Callable[] {
  return alternatives(value).flatMap((part) =>
    part.kind === 'static' ? callables(i, memberValue(i, asKind(part, 'instance'), 'constructor')) : callables(i, part),
  );
}

export function constructed(i: Inference, file: FileFacts, node: number): Value | null {
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
    return part.kind === 'external' && file.rules.nominal && given.length > 0 ? outsideWith(given) : instancesOf(part);
  });
}

/** `new Map<K, V>()` and the like; undefined for what is not built in. */
function builtinConstruction(i: Inference, file: FileFacts, node: number): Value | null | undefined {
  const callee = file.operand(node, 0);
  if (file.op(callee) !== ops.name) return undefined;
  const name = file.operand(callee, 0);
  const scope = file.operand(callee, 1);
  const isOurs = file.rules.nominal
    ? nodeValue(i, file, callee)?.kind !== 'external'
    : file.lookUp(scope, name, spaces.value, false).length > 0;
  if (isOurs) return undefined;
  const args = file.list(file.operand(node, 2)).map((type) => typeValue(i, file, type, null));
  return builtinTypeIn(file, file.text(name), args);
}

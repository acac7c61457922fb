/** Calls: which function is called, what it gives, and what it expects of its arguments. */
import { entityFields, entityFlags, entityKinds, ops } from '../model/link-facts.ts';
import { builtinCallback, builtinResult } from './builtins.ts';
import type { FileFacts } from './file-facts.ts';
import { bindParameters, instancesOf, nodeValue, parameterOf, typeValue, type Inference } from './inference.ts';
import { memberValue } from './members.ts';
import { alternatives, union, type Environment, type Value } from './values.ts';

type Callable = Value & { kind: 'function' };

/** The functions that a value is when it is called; classes are not among them. */
export function callables(i: Inference, value: Value | null): Callable[] {
  const result: Callable[] = [];
  for (const part of alternatives(value)) {
    if (part.kind === 'function') result.push(part);
    else if (part.kind === 'instance') {
      for (const call of alternatives(memberValue(i, part, '()'))) {
        if (call.kind === 'function') result.push({ ...call, environment: call.environment ?? part.environment });
      }
      if (part.file.language === 'python') {
        for (const call of alternatives(memberValue(i, part, '__call__')))
          if (call.kind === 'function') result.push(call);
      }
    }
  }
  return result;
}

/** The value of a `call` node. */
export function callResult(i: Inference, file: FileFacts, node: number): Value | null {
  const callee = file.operand(node, 0);
  const builtin = builtinResult(i, file, node);
  if (builtin !== undefined) return builtin;
  const value = nodeValue(i, file, callee);
  if (value?.kind === 'external') return value;
  const results: (Value | null)[] = [];
  for (const callable of callables(i, value)) {
    results.push(resultOf(i, callable, inferArguments(i, callable, { file, node })));
  }
  if (results.length > 1) {
    // Overloads: the first that gives something.
    const first = results.find((result) => result !== null);
    if (alternatives(value).length === 1) return first ?? null;
  }
  if (file.language === 'python')
    results.push(instancesOf(union(alternatives(value).filter(({ kind }) => kind === 'static'))));
  return union(results);
}

export function functionResult(i: Inference, value: Value | null): Value | null {
  return union(callables(i, value).map((callable) => resultOf(i, callable, callable.environment)));
}

function resultOf(i: Inference, callable: Callable, environment: Environment | null): Value | null {
  const { file, entity, self } = callable;
  const type = file.get(entity, entityFields.type);
  const isAsync = file.has(entity, entityFlags.async);
  if (type !== 0) {
    if (file.op(type) === ops.thisType && self !== null) return self;
    const declared = typeValue(i, file, type, environment);
    // Python declares what an async function gives when it was awaited.
    return isAsync && file.language === 'python' ? { kind: 'promise', of: declared } : declared;
  }
  if (file.has(entity, entityFlags.generator)) return null;
  const value = file.get(entity, entityFields.value);
  const given = value === 0 ? null : returnsThis(file, value) && self !== null ? self : nodeValue(i, file, value);
  if (!isAsync) return given;
  return given?.kind === 'promise' ? given : { kind: 'promise', of: given };
}

function returnsThis(file: FileFacts, node: number): boolean {
  return file.op(node) === ops.this;
}

/** The callable's type parameters as the call gives them, by type arguments or by what plain parameters get. */
function inferArguments(i: Inference, callable: Callable, call: { file: FileFacts; node: number }): Environment | null {
  const { file, entity } = callable;
  const declared = file.list(file.get(entity, entityFields.listB));
  if (declared.length === 0) return callable.environment;
  const given = call.file.list(call.file.operand(call.node, 2));
  if (given.length > 0) {
    return bindParameters(
      i,
      callable,
      given.map((type) => typeValue(i, call.file, type, null)),
      callable.environment,
    );
  }
  const bound = new Map<number, Value>();
  const args = call.file.list(call.file.operand(call.node, 1));
  const parameters = file.list(file.get(entity, entityFields.listA));
  for (const [position, parameter] of parameters.entries()) {
    const argument = args[position];
    const type = file.get(parameter, entityFields.type);
    if (argument === undefined || argument === 0 || type === 0) continue;
    bind(i, { file, type, declared, bound }, () => nodeValue(i, call.file, argument));
  }
  return i.environments.of(file, bound, callable.environment);
}

interface Binding {
  file: FileFacts;
  type: number;
  declared: readonly number[];
  bound: Map<number, Value>;
}

/** Matches a parameter's type with its argument where the type is a plain parameter, a list of it, or a function that gives it. */
function bind(i: Inference, binding: Binding, argument: () => Value | null): void {
  const { file, type, bound } = binding;
  switch (file.op(type)) {
    case ops.named: {
      const path = file.list(file.operand(type, 0));
      const parameter = path.length === 1 ? typeParameterNamed(binding, path[0]!) : -1;
      if (parameter !== -1) {
        const value = bound.has(parameter) ? null : argument();
        if (value !== null) bound.set(parameter, value);
        return;
      }
      const args = file.list(file.operand(type, 2));
      if (args.length === 0) return;
      const value = argument();
      if (value === null) return;
      for (const part of alternatives(value)) {
        if (part.kind === 'promise' || part.kind === 'list') bind(i, { ...binding, type: args[0]! }, () => part.of);
        else if (part.kind === 'instance' && part.environment !== null) {
          const inner = part.file.list(part.file.get(part.entity, entityFields.listB));
          for (const [position, arg] of args.entries()) {
            const known = inner[position] === undefined ? undefined : part.environment.bound.get(inner[position]);
            if (known !== undefined) bind(i, { ...binding, type: arg }, () => known);
          }
        } else if (part.kind === 'static') bind(i, { ...binding, type: args[0]! }, () => instancesOf(part));
      }
      return;
    }
    case ops.arrayOf: {
      bind(i, { ...binding, type: file.operand(type, 0) }, () => {
        const value = argument();
        return value?.kind === 'list' ? value.of : null;
      });
      return;
    }
    case ops.union:
      for (const alternative of file.list(file.operand(type, 0))) bind(i, { ...binding, type: alternative }, argument);
      return;
    case ops.shape: {
      const shape = file.operand(type, 0);
      if (file.kind(shape) !== entityKinds.function) return bindConstruction(i, binding, { shape, argument });
      const result = file.get(shape, entityFields.type);
      if (result !== 0) bind(i, { ...binding, type: result }, () => functionResult(i, argument()));
      return;
    }
    default:
  }
}

/** `{ new (…): T }` gets a class. */
function bindConstruction(
  i: Inference,
  binding: Binding,
  { shape, argument }: { shape: number; argument: () => Value | null },
): void {
  const { file } = binding;
  const [signature] = file.members(shape, 'new');
  const result = signature === undefined ? 0 : file.get(signature, entityFields.type);
  if (result !== 0) bind(i, { ...binding, type: result }, () => instancesOf(argument()));
}

function typeParameterNamed({ file, declared }: Binding, name: number): number {
  return declared.find((parameter) => file.get(parameter, entityFields.name) === name) ?? -1;
}

/** What the callee of a call expects in a position. */
export function argumentContext(
  i: Inference,
  file: FileFacts,
  { call, position }: { call: number; position: number },
): Value | null {
  const builtin = builtinCallback(i, file, { call, position });
  if (builtin !== undefined) return builtin;
  const callee = nodeValue(i, file, file.operand(call, 0));
  const functions =
    file.op(call) === ops.construct
      ? alternatives(callee).flatMap((part) =>
          part.kind === 'static' ? callables(i, memberValue(i, { ...part, kind: 'instance' }, 'constructor')) : [],
        )
      : callables(i, callee);
  const count = file.list(file.operand(call, 1)).length;
  const expected: (Value | null)[] = [];
  for (const callable of functions) {
    const parameters = callable.file.list(callable.file.get(callable.entity, entityFields.listA));
    const last = parameters[parameters.length - 1];
    const open = last !== undefined && callable.file.has(last, entityFlags.rest);
    if (count > parameters.length && !open) continue;
    const known = withKnownArguments(i, callable, { file, node: call, position });
    const value = parameterOf(i, { ...callable, environment: known }, position);
    const useful = alternatives(value).filter(
      (part) => part.kind === 'function' || part.kind === 'instance' || part.kind === 'callback',
    );
    if (useful.length > 0) expected.push(union(useful));
    if (expected.length >= 4) break;
  }
  return union(expected);
}

/** As `inferArguments`, but without looking at the argument whose context is asked for. */
function withKnownArguments(
  i: Inference,
  callable: Callable,
  call: { file: FileFacts; node: number; position: number },
): Environment | null {
  const { file, entity } = callable;
  const declared = file.list(file.get(entity, entityFields.listB));
  if (declared.length === 0) return callable.environment;
  const given = call.file.list(call.file.operand(call.node, 2));
  if (given.length > 0) {
    return bindParameters(
      i,
      callable,
      given.map((type) => typeValue(i, call.file, type, null)),
      callable.environment,
    );
  }
  const bound = new Map<number, Value>();
  const args = call.file.list(call.file.operand(call.node, 1));
  for (const [position, parameter] of file.list(file.get(entity, entityFields.listA)).entries()) {
    const argument = args[position];
    const type = file.get(parameter, entityFields.type);
    if (position === call.position || argument === undefined || argument === 0 || type === 0) continue;
    if (call.file.op(argument) === ops.entity) continue;
    bind(i, { file, type, declared, bound }, () => nodeValue(i, call.file, argument));
  }
  const result = file.get(entity, entityFields.type);
  const wanted = call.file.expected(call.node);
  if (result !== 0 && wanted !== 0)
    bind(i, { file, type: result, declared, bound }, () => typeValue(i, call.file, wanted, null));
  return i.environments.of(file, bound, callable.environment);
}

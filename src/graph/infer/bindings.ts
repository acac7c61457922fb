/** Binds type parameters of functions and classes to the types that a call gives them. */
import { entityFields, entityFlags, entityKinds, ops } from '../../model/file-summary.ts';
import { functionResult } from './callables.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { bindParameters } from '../heritage/heritage.ts';
import { namedTarget } from '../resolve/names.ts';
import { type Inference, nodeValue, typeValue } from '../questions/questions.ts';
import { valueBoundTo, declaredParameters, environmentOf } from '../heritage/type-parameters.ts';
import {
  type Environment,
  type Value,
  alternatives,
  instancesOf,
  asKind,
  unnamed,
  type Callable,
  type Typed,
} from '../questions/values.ts';
import { dialectOf } from '../languages/dialect.ts';

/** A type that is matched with an argument. */
interface Binding {
  file: ProgramFile;
  /** The node of the type. */
  type: number;
  /** The type parameters to bind. */
  declared: readonly number[];
  /** The values of those that are bound so far. */
  bound: Map<number, Value>;
}

/** A binding with another type. Written out, because a copy by spread that replaces `type` makes V8 treat `type` as a changing field. */
function withType({ file, declared, bound }: Binding, type: number): Binding {
  return { file, type, declared, bound };
}

interface CallPlace {
  file: ProgramFile;
  node: number;
}

function isGeneric({ file, entity }: Callable): boolean {
  return file.count(file.get(entity, entityFields.listB)) > 0;
}

/** The environment in which a call runs a callable. Type parameters of the callable are bound by type arguments, or else by the values of arguments. */
export function inferArguments(i: Inference, callable: Callable, call: CallPlace): Environment | null {
  return isGeneric(callable) ? inferGeneric(i, callable, call, declaredParameters(i, callable)) : callable.environment;
}

/**
 * The environment of an object that a call constructs. The class's type parameters are bound by type arguments, or else by the arguments of the class's
 * `__init__` (Python). Null where there are neither.
 */
export function inferConstructed(i: Inference, object: Typed, call: CallPlace): Environment | null {
  const given = call.file.list(call.file.operand(call.node, 2));
  if (given.length > 0)
    return bindParameters(
      i,
      object,
      given.map((type) => typeValue(i, call.file, type, null)),
    );
  const { file, entity } = object;
  const [constructor] = file.members(entity, '__init__');
  if (constructor === undefined) return null;
  const callable: Callable = { kind: 'function', file, entity: constructor, environment: null, self: object };
  return inferGeneric(i, callable, call, declaredParameters(i, object));
}

function inferGeneric(
  i: Inference,
  callable: Callable,
  call: CallPlace,
  declared: readonly number[],
): Environment | null {
  return bindCall(i, callable, { ...call, declared }, (binding, _, argument) => {
    bind(i, binding, () => nodeValue(i, call.file, argument));
  });
}

/**
 * As `inferArguments`, to find the expected type of the argument at `position`. This argument is left out, and so are all functions and object
 * literals: to infer them may need the expected type that is being computed. The expected type of the call's result binds type parameters too.
 */
export function withKnownArguments(
  i: Inference,
  callable: Callable,
  call: CallPlace & { position: number },
): Environment | null {
  return isGeneric(callable) ? withKnown(i, callable, call) : callable.environment;
}

function withKnown(i: Inference, callable: Callable, call: CallPlace & { position: number }): Environment | null {
  const expectedResult = call.file.expected(call.node);
  const declared = declaredParameters(i, callable);
  const byArguments = bindCall(i, callable, { ...call, declared }, (binding, position, argument) => {
    if (position === call.position || call.file.op(argument) === ops.entity) return;
    bind(i, binding, () => nodeValue(i, call.file, argument));
  });
  const result = callable.file.get(callable.entity, entityFields.type);
  if (result === 0 || expectedResult === 0) return byArguments;
  const bound = new Map(byArguments?.file === callable.file ? byArguments.bound : []);
  bind(i, { file: callable.file, type: result, declared, bound }, () => typeValue(i, call.file, expectedResult, null));
  return environmentOf(i, callable.file, bound, callable.environment);
}

/** Binds by type arguments, if there are any; else calls `visit`, which binds, with each argument for a parameter that has a type. */
function bindCall(
  i: Inference,
  callable: Callable,
  call: CallPlace & { declared: readonly number[] },
  visit: (binding: Binding, position: number, argument: number) => void,
): Environment | null {
  const { file, entity } = callable;
  const { declared } = call;
  const given = call.file.list(call.file.operand(call.node, 2));
  if (given.length > 0) {
    const types = given.map((type) => typeValue(i, call.file, type, null));
    return bindParameters(i, callable, types, callable.environment);
  }
  const bound = new Map<number, Value>();
  const args = call.file.list(call.file.operand(call.node, 1));
  const boundCount = dialectOf(file).boundParameters?.(callable) ?? 0;
  const parameters = file.list(file.get(entity, entityFields.listA));
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index]!;
    // A position below 0 is that of a parameter which is bound to the receiver.
    const position = index - boundCount;
    const argument = argumentAt(call.file, args, { position, name: file.name(parameter) });
    const declaredType = file.get(parameter, entityFields.type);
    // An argument for a rest parameter is an element of the parameter's list.
    const isRest = file.has(parameter, entityFlags.rest) && file.op(declaredType) === ops.arrayOf;
    const type = isRest ? file.operand(declaredType, 0) : declaredType;
    if (type === 0) continue;
    if (position < 0) bind(i, { file, type, declared, bound }, () => receiverOf(callable));
    else if (argument !== 0) visit({ file, type, declared, bound }, position, argument);
  }
  bindReceiver(i, { file, type: receiverType(callable), declared, bound }, call);
  return environmentOf(i, file, bound, callable.environment);
}

/** The node of the type that an extension function extends; 0 for any other function. */
function receiverType({ file, entity }: Callable): number {
  if (!file.rules.hasExtensions) return 0;
  const receiver = file.get(entity, entityFields.assignedTo);
  return receiver < 0 ? 0 : file.get(receiver, entityFields.type);
}

/** Binds by the expression that an extension function is called on: `names.copied()` binds `T` of `List<T>.copied`. */
function bindReceiver(i: Inference, binding: Binding, { file, node }: CallPlace): void {
  if (binding.type === 0) return;
  const callee = file.operand(node, 0);
  const member = file.op(callee) === ops.overload ? file.operand(callee, 0) : callee;
  if (file.op(member) === ops.member) bind(i, binding, () => nodeValue(i, file, file.operand(member, 0)));
}

/** The node of an argument; 0 for none. */
function argumentAt(
  file: ProgramFile,
  args: readonly number[],
  { position, name }: { position: number; name: string },
): number {
  const { argumentFor } = dialectOf(file);
  return argumentFor === undefined ? (args[position] ?? 0) : argumentFor(file, args, { position, name });
}

/** The value that a bound method gets as its first parameter. */
function receiverOf({ file, entity, self }: Callable): Value | null {
  return self?.kind === 'instance' && file.has(entity, entityFlags.classMethod) ? asKind(self, 'static') : self;
}

/**
 * Binds the type parameters in a parameter's type by matching the type with an argument. The type may be a type parameter, or a container, union or
 * function type with type parameters in it.
 * @param argument computes the argument's value; it is called only where the type needs the value
 */
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
        if (file.rules.nominal && (part.kind === 'function' || part.kind === 'static')) {
          bind(i, withType(binding, args[resultArgument(i, binding, args.length)] ?? 0), () =>
            part.kind === 'function' ? functionResult(i, part) : instancesOf(part),
          );
        } else if (part.kind === 'map' && args.length > 1) {
          bind(i, withType(binding, args[0]!), () => part.key);
          bind(i, withType(binding, args[1]!), () => part.of);
        } else if (part.kind === 'promise' || part.kind === 'list') bind(i, withType(binding, args[0]!), () => part.of);
        else if (part.kind === 'instance' && part.environment !== null) {
          const ofPart = declaredParameters(i, part);
          for (const [position, arg] of args.entries()) {
            const entity = ofPart[position];
            const boundValue =
              entity === undefined ? undefined : valueBoundTo(i, part.environment, { file: part.file, entity });
            if (boundValue !== undefined) bind(i, withType(binding, arg), () => boundValue);
          }
        } else if (part.kind === 'static') bind(i, withType(binding, args[0]!), () => instancesOf(part));
      }
      return;
    }
    case ops.arrayOf: {
      bind(i, withType(binding, file.operand(type, 0)), () => {
        const value = argument();
        return value?.kind === 'list' ? value.of : null;
      });
      return;
    }
    case ops.union:
      for (const alternative of file.list(file.operand(type, 0))) bind(i, withType(binding, alternative), argument);
      return;
    case ops.shape: {
      const shape = file.operand(type, 0);
      if (file.kind(shape) !== entityKinds.function) return bindConstruction(i, binding, { shape, argument });
      const result = file.get(shape, entityFields.type);
      if (result !== 0) bind(i, withType(binding, result), () => resultOfCalling(i, file, argument()));
      return;
    }
    default:
  }
}

/** The result of calling a value that a function returned. */
export function resultOfCalling(i: Inference, file: ProgramFile, value: Value | null): Value | null {
  if (value?.kind === 'external') return unnamed(value);
  const given = functionResult(i, value);
  const { resultOfCalling: ofLanguage } = dialectOf(file);
  return ofLanguage === undefined ? given : ofLanguage(value, given);
}

/**
 * The index of the type argument of a functional interface that is the result of the interface's function; -1 where the result is no type parameter.
 * For an external interface it is taken to be the last.
 */
function resultArgument(i: Inference, { file, type }: Binding, count: number): number {
  const target = namedTarget(i, file, { path: file.list(file.operand(type, 0)), scope: file.operand(type, 1) });
  const entity = target === null || target === 'external' ? undefined : target.entities[0];
  if (target === null || target === 'external' || entity === undefined) return count - 1;
  const [signature] = target.file.members(entity, '()');
  const result = signature === undefined ? 0 : target.file.get(signature, entityFields.type);
  if (target.file.op(result) !== ops.named) return -1;
  const declared = target.file.list(target.file.get(entity, entityFields.listB));
  const [name] = target.file.list(target.file.operand(result, 0));
  return declared.findIndex((parameter) => target.file.get(parameter, entityFields.name) === name);
}

/** Binds `T` of a parameter of type `{ new (…): T }` to the instances of the class that is its argument. */
function bindConstruction(
  i: Inference,
  binding: Binding,
  { shape, argument }: { shape: number; argument: () => Value | null },
): void {
  const { file } = binding;
  const [signature] = file.members(shape, 'new');
  const result = signature === undefined ? 0 : file.get(signature, entityFields.type);
  if (result !== 0) bind(i, withType(binding, result), () => instancesOf(argument()));
}

function typeParameterNamed({ file, declared }: Binding, name: number): number {
  return declared.find((parameter) => file.get(parameter, entityFields.name) === name) ?? -1;
}

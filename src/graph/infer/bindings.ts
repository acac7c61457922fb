/** The type parameters of a function, as a call binds them. */
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
  type Callable,
  type Typed,
} from '../questions/values.ts';
import { dialectOf } from '../languages/dialect.ts';

/** A type that is matched with an argument. */
interface Binding {
  file: ProgramFile;
  /** The node of the type. */
  type: number;
  /** The type parameters that can be bound. */
  declared: readonly number[];
  /** Their values, as far as they are bound. */
  bound: Map<number, Value>;
}

/** A binding with another type. Written out, because a spread that replaces `type` makes V8 treat the field as changing. */
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

/** The callable's type parameters as the call binds them: by type arguments, or by the arguments of parameters with plain types. */
export function inferArguments(i: Inference, callable: Callable, call: CallPlace): Environment | null {
  return isGeneric(callable) ? inferGeneric(i, callable, call, declaredParameters(i, callable)) : callable.environment;
}

/** The type parameters of a class as a constructing call binds them: by type arguments, or by its constructor's arguments. */
export function inferConstructed(i: Inference, made: Typed, call: CallPlace): Environment | null {
  const given = call.file.list(call.file.operand(call.node, 2));
  if (given.length > 0)
    return bindParameters(
      i,
      made,
      given.map((type) => typeValue(i, call.file, type, null)),
    );
  const { file, entity } = made;
  const [constructor] = file.members(entity, '__init__');
  if (constructor === undefined) return null;
  const callable: Callable = { kind: 'function', file, entity: constructor, environment: null, self: made };
  return inferGeneric(i, callable, call, declaredParameters(i, made));
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
 * As `inferArguments`, for the context of the argument at `position`. That argument is left out, and so are other functions and object
 * literals, whose contexts may ask for this one. The type expected of the result is used.
 */
export function withKnownArguments(
  i: Inference,
  callable: Callable,
  call: CallPlace & { position: number },
): Environment | null {
  return isGeneric(callable) ? withKnown(i, callable, call) : callable.environment;
}

function withKnown(i: Inference, callable: Callable, call: CallPlace & { position: number }): Environment | null {
  const wanted = call.file.expected(call.node);
  const declared = declaredParameters(i, callable);
  const known = bindCall(i, callable, { ...call, declared }, (binding, position, argument) => {
    if (position === call.position || call.file.op(argument) === ops.entity) return;
    bind(i, binding, () => nodeValue(i, call.file, argument));
  });
  const result = callable.file.get(callable.entity, entityFields.type);
  if (result === 0 || wanted === 0) return known;
  const bound = new Map(known?.file === callable.file ? known.bound : []);
  bind(i, { file: callable.file, type: result, declared, bound }, () => typeValue(i, call.file, wanted, null));
  return environmentOf(i, callable.file, bound, callable.environment);
}

/** @param visit is called with each argument for a parameter that has a type */
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
    // Below zero: a parameter before the arguments, bound to the receiver.
    const position = index - boundCount;
    const argument = argumentAt(call.file, args, { position, name: file.name(parameter) });
    const declaredType = file.get(parameter, entityFields.type);
    // An argument for a rest parameter, spread or not, is an element of its list.
    const isRest = file.has(parameter, entityFlags.rest) && file.op(declaredType) === ops.arrayOf;
    const type = isRest ? file.operand(declaredType, 0) : declaredType;
    if (type === 0) continue;
    if (position < 0) bind(i, { file, type, declared, bound }, () => receiverOf(callable));
    else if (argument !== 0) visit({ file, type, declared, bound }, position, argument);
  }
  return environmentOf(i, file, bound, callable.environment);
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

/** The first argument of a bound method. */
function receiverOf({ file, entity, self }: Callable): Value | null {
  return self?.kind === 'instance' && file.has(entity, entityFlags.classMethod) ? asKind(self, 'static') : self;
}

/** Matches a parameter's type with its argument where the type is a type parameter, a list of it, or a function that returns it. */
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
          const inner = declaredParameters(i, part);
          for (const [position, arg] of args.entries()) {
            const entity = inner[position];
            const known =
              entity === undefined ? undefined : valueBoundTo(i, part.environment, { file: part.file, entity });
            if (known !== undefined) bind(i, withType(binding, arg), () => known);
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

export function resultOfCalling(i: Inference, file: ProgramFile, value: Value | null): Value | null {
  if (value?.kind === 'external') return value;
  const given = functionResult(i, value);
  const { resultOfCalling: ofLanguage } = dialectOf(file);
  return ofLanguage === undefined ? given : ofLanguage(value, given);
}

/** Which type argument of a functional interface is its function's result; for external interfaces it is the last. */
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

/** A parameter of type `{ new (…): T }` takes a class: binds T to the instances of that class. */
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

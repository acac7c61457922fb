/** TypeScript: which overload of a function a call means, by the number of its arguments and by the arguments whose types are evident. */
import { entityFields, entityFlags, ops, primitives } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { CallPlace } from '../dialect.ts';
import { isFunctionGiven, takesForm } from './overload-forms.ts';
import { nodeValue, typeValue, type Inference } from '../../questions/questions.ts';
import { alternatives, type Value, type Callable } from '../../questions/values.ts';

/** The overload that a call means. Null where the function has no overloads, one signature, or none that fits: then the callable itself is meant. */
export function suitedSignature(i: Inference, callable: Callable, call: CallPlace): Callable | null {
  const declared = declarationsOf(callable.file, callable.entity);
  return declared.length < 2 ? null : suitedOf(i, declared, callable, call);
}

function suitedOf(i: Inference, declared: readonly number[], callable: Callable, call: CallPlace): Callable | null {
  const { file } = callable;
  const signatures = declared.filter((one) => !file.has(one, entityFlags.implemented));
  // A single signature leaves no choice, and the implementation's types may be more exact.
  if (signatures.length === 1) return null;
  const given = call.file.list(call.file.operand(call.node, 1));
  const argumentValues = new Map<number, Value | null>();
  const found = (signatures.length > 0 ? signatures : declared).find((one) => {
    const parameters = file.list(file.get(one, entityFields.listA));
    return (
      acceptsCount(file, parameters, given.length) && takes(i, { callable, parameters, given, call, argumentValues })
    );
  });
  if (found === undefined) return null;
  const { kind, environment, self } = callable;
  return { kind, file, entity: found, environment, self };
}

function declarationsOf(file: ProgramFile, entity: number): readonly number[] {
  const parent = file.get(entity, entityFields.parent);
  const all =
    parent >= 0
      ? file.members(parent, file.name(entity))
      : parent === -1
        ? file.declared(file.get(entity, entityFields.scope), file.get(entity, entityFields.name))
        : [];
  return all.length < 2 ? all : ofKind(file, all, file.kind(entity));
}

function ofKind(file: ProgramFile, entities: readonly number[], kind: number): readonly number[] {
  // The common case needs no new list.
  return entities.every((entity) => file.kind(entity) === kind)
    ? entities
    : entities.filter((entity) => file.kind(entity) === kind);
}

function acceptsCount(file: ProgramFile, parameters: readonly number[], count: number): boolean {
  const last = parameters.at(-1);
  if (last !== undefined && file.has(last, entityFlags.rest)) return count >= parameters.length - 1;
  if (count > parameters.length) return false;
  for (let at = count; at < parameters.length; at++) if (!file.has(parameters[at]!, entityFlags.optional)) return false;
  return true;
}

interface Attempt {
  callable: Callable;
  parameters: readonly number[];
  given: readonly number[];
  call: CallPlace;
  /** Memo: values of arguments by their nodes. */
  argumentValues: Map<number, Value | null>;
}

function takes(i: Inference, { callable, parameters, given, call, argumentValues }: Attempt): boolean {
  const { file } = callable;
  return given.every((argument, position) => {
    const parameter = parameters[position];
    if (argument === 0 || parameter === undefined || file.has(parameter, entityFlags.rest)) return true;
    const type = file.get(parameter, entityFields.type);
    return type === 0 || fits(i, { file, type, callable }, { file: call.file, node: argument, argumentValues });
  });
}

interface Type {
  file: ProgramFile;
  type: number;
  callable: Callable;
}

interface Argument {
  file: ProgramFile;
  node: number;
  argumentValues: Map<number, Value | null>;
}

/** Whether an argument may have a type: false only where it surely has another. */
function fits(i: Inference, wanted: Type, argument: Argument): boolean {
  const { file, type } = wanted;
  const operand = file.operand(type, 0);
  switch (file.op(type)) {
    case ops.union:
      return file.list(operand).some((one) => one === 0 || fits(i, { ...wanted, type: one }, argument));
    case ops.literalType:
      return isText(i, argument, file.text(operand));
    case ops.primitiveType: {
      const code = primitiveOf(i, argument);
      return operand === primitives.any || operand === primitives.other || code === null || code === operand;
    }
    case ops.shape:
    case ops.arrayOf:
    case ops.tuple:
      return !isStringNumberOrBoolean(primitiveOf(i, argument)) && fitsByForm(i, wanted, argument);
    case ops.named: {
      if (!isStringNumberOrBoolean(primitiveOf(i, argument))) return fitsByForm(i, wanted, argument);
      const parts = alternatives(typeValue(i, file, type, wanted.callable.environment));
      return parts.length === 0 || parts.some((part) => part.kind !== 'instance' && part.kind !== 'list');
    }
    default:
      return true;
  }
}

/** Whether an argument that is a function, or surely is not, may have a type. */
function fitsByForm(i: Inference, { file, type, callable }: Type, argument: Argument): boolean {
  const isFunction = isFunctionGiven(i, argument.file, argument.node);
  return isFunction === null || takesForm(i, typeValue(i, file, type, callable.environment), isFunction);
}

/** Whether a code of `primitives` is that of a string, number or boolean. */
function isStringNumberOrBoolean(code: number | null): boolean {
  return code === primitives.string || code === primitives.number || code === primitives.boolean;
}

/** Whether an argument may be this text. */
function isText(i: Inference, argument: Argument, text: string): boolean {
  const { file, node } = argument;
  if (file.op(node) === ops.literalType) return file.text(file.operand(node, 0)) === text;
  const code = primitiveOf(i, argument);
  return code === null || code === primitives.string;
}

/** The primitive type of an argument, `other` for a value that is not primitive; null where the type is unknown or one of several. */
function primitiveOf(i: Inference, { file, node, argumentValues }: Argument): number | null {
  switch (file.op(node)) {
    case ops.literalType:
      return primitives.string;
    case ops.primitive:
      return file.operand(node, 0);
    case ops.entity:
    case ops.array:
    case ops.construct:
      return primitives.other;
  }
  let value = argumentValues.get(node);
  if (value === undefined) argumentValues.set(node, (value = nodeValue(i, file, node)));
  const [part, ...others] = alternatives(value);
  if (part === undefined || others.length > 0) return null;
  if (part.kind === 'primitive') return part.code === primitives.any ? null : part.code;
  return part.kind === 'external' ? null : primitives.other;
}

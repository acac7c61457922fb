/**
 * TypeScript: whether an argument may have the type of a parameter.
 * Invariant: false only where the argument surely has another type. Of an argument of which nothing is known, nothing is said.
 */
import { entityFields, entityKinds, ops, primitives } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Target } from '../../program/targets.ts';
import { nodeValue, typeValue, type Inference } from '../../questions/questions.ts';
import { alternatives, type Value } from '../../questions/values.ts';
import { namedTarget } from '../../resolve/names.ts';
import { type Fit, allFit, anyFits } from './fit.ts';
import { fitsLibraryType } from './library-fit.ts';
import { fitsFunction, fitsMembers } from './shape-fit.ts';
import type { WantedType } from './wanted-type.ts';

/** An argument of a call. */
export interface GivenArgument {
  file: ProgramFile;
  node: number;
  /** The alternatives of its value, once they have been asked for. */
  parts?: readonly Value[];
}

/** How many names of types are followed. */
const maxDepth = 8;
/** The number of elements that a summary keeps of an array literal. */
const maxItems = 8;
const text: Value = { kind: 'primitive', code: primitives.string };

/** The alternatives of an argument's value; empty where nothing is known of it. */
function partsOf(i: Inference, argument: GivenArgument): readonly Value[] {
  return (argument.parts ??= alternatives(valueOf(i, argument)));
}

function valueOf(i: Inference, { file, node }: GivenArgument): Value | null {
  if (file.op(node) === ops.literalType) return text;
  if (file.op(node) !== ops.entity) return nodeValue(i, file, node);
  const entity = file.operand(node, 0);
  // The literal itself, before the type that is expected of it: that would be the type of a parameter, which is asked for.
  if (file.kind(entity) === entityKinds.function)
    return { kind: 'function', file, entity, environment: null, self: null };
  if (file.kind(entity) === entityKinds.object) return { kind: 'instance', file, entity, environment: null };
  return nodeValue(i, file, node);
}

/** Whether an argument may have a type. @param depth how many types were followed to this one */
export function fits(i: Inference, wanted: WantedType, argument: GivenArgument, depth = 0): Fit {
  const { file, type } = wanted;
  if (argument.node === 0) return null;
  if (depth > maxDepth) return eachPart(i, argument, fitsComputed);
  const operand = file.operand(type, 0);
  switch (file.op(type)) {
    case ops.union:
      return anyFits(file.list(operand), (one) => fits(i, { ...wanted, type: one }, argument, depth + 1));
    case ops.intersection:
      return allFit(file.list(operand), (one) => fits(i, { ...wanted, type: one, isPart: true }, argument, depth + 1));
    case ops.named:
      return fitsNamed(i, wanted, argument, depth);
    case ops.literalType:
      if (argument.file.op(argument.node) === ops.literalType)
        return argument.file.text(argument.file.operand(argument.node, 0)) === file.text(operand);
      break;
    case ops.primitiveType:
      if (operand === primitives.any) return true;
      break;
    default:
  }
  return eachPart(i, argument, (part) => partFits(i, part, wanted, argument));
}

/** Whether all alternatives of an argument fit. */
function eachPart(i: Inference, argument: GivenArgument, fit: (part: Value) => Fit): Fit {
  const parts = partsOf(i, argument);
  return parts.length === 0 ? null : allFit(parts, (part) => (isUnknown(part) ? null : fit(part)));
}

function isUnknown(part: Value): boolean {
  return part.kind === 'external' || part.kind === 'module' || isPrimitive(part, primitives.any);
}

function isPrimitive(value: Value, code: number): boolean {
  return value.kind === 'primitive' && value.code === code;
}

/** Whether an alternative of an argument may have a type without a name. */
function partFits(i: Inference, part: Value, wanted: WantedType, argument: GivenArgument): Fit {
  const { file, type, environment } = wanted;
  const operand = file.operand(type, 0);
  switch (file.op(type)) {
    case ops.literalType:
      return isPrimitive(part, primitives.string) || isOfEnum(part) ? null : false;
    case ops.primitiveType:
      if (operand === primitives.other || isPrimitive(part, primitives.other)) return null;
      return isOfEnum(part) ? null : isPrimitive(part, operand);
    case ops.arrayOf:
    case ops.tuple:
      return part.kind === 'list' && fitsItems(i, wanted, argument);
    case ops.shape:
      return file.kind(operand) === entityKinds.function
        ? fitsFunction(i, part, { kind: 'function', file, entity: operand, environment, self: null })
        : fitsMembers(i, part, { kind: 'instance', file, entity: operand, environment }, wanted.isPart);
    case ops.predicate:
      return isPrimitive(part, primitives.boolean);
    default:
      return fitsComputed(part);
  }
}

/**
 * A type that only the compiler computes. It takes the first signature that fits, and the author put those with such types first, so such a type counts as
 * one that fits. A function is seldom meant by one.
 */
function fitsComputed(part: Value): Fit {
  return part.kind === 'function' || part.kind === 'callback' ? null : true;
}

/** Whether a value is an enum or one of its members: a string or a number. */
function isOfEnum(part: Value): boolean {
  return part.kind === 'static' && part.file.kind(part.entity) !== entityKinds.class;
}

/** Whether the elements of an array literal may have the types of an array or a tuple; true for other arrays. */
function fitsItems(i: Inference, wanted: WantedType, { file, node }: GivenArgument): Fit {
  if (file.op(node) !== ops.array) return true;
  const items = file.list(file.operand(node, 0));
  if (items.some((item) => file.op(item) === ops.spread)) return null;
  const { file: of, type } = wanted;
  const itemFits = (item: number, one: number): Fit =>
    fits(i, { ...wanted, type: one, isPart: false }, { file, node: item }, 1);
  if (of.op(type) === ops.arrayOf) return allFit(items, (item) => itemFits(item, of.operand(type, 0)));
  const types = of.list(of.operand(type, 0));
  // An array in a tuple type may be the rest of the tuple, as it is written, or one element.
  const isRest = (one: number): boolean => of.op(one) === ops.arrayOf;
  const needed = types.filter((one) => !isRest(one)).length;
  if (items.length < maxItems && (items.length < needed || (items.length > types.length && !types.some(isRest))))
    return false;
  return allFit([...items.entries()], ([at, item]) => {
    const one = types[Math.min(at, types.length - 1)]!;
    return isRest(one) ? anyFits([one, of.operand(one, 0)], (type) => itemFits(item, type)) : itemFits(item, one);
  });
}

function fitsNamed(i: Inference, wanted: WantedType, argument: GivenArgument, depth: number): Fit {
  const { file, type } = wanted;
  const path = file.list(file.operand(type, 0));
  const found = namedTarget(i, file, { path, scope: file.operand(type, 1) });
  const args = file.list(file.operand(type, 2)).map((one): WantedType => ({ ...wanted, type: one }));
  if (found !== null && found !== 'external')
    return anyFits(found.entities, (entity) =>
      fitsDeclared(i, { wanted, target: { file: found.file, entity }, args }, argument, depth),
    );
  if (path.length !== 1) return null;
  const same = (one: WantedType): Fit => fits(i, one, argument, depth + 1);
  return fitsLibraryType({ name: file.text(path[0]!), args }, same, (fit) => eachPart(i, argument, fit));
}

interface Declared {
  wanted: WantedType;
  /** The declaration that the type names. */
  target: Target;
  args: readonly WantedType[];
}

function fitsDeclared(i: Inference, { wanted, target, args }: Declared, argument: GivenArgument, depth: number): Fit {
  const { file, entity } = target;
  switch (file.kind(entity)) {
    case entityKinds.typeAlias: {
      const bindings = { file, parameters: file.list(file.get(entity, entityFields.listB)), given: args };
      const type = file.get(entity, entityFields.type);
      return fits(i, { file, type, environment: null, bindings, isPart: wanted.isPart }, argument, depth + 1);
    }
    case entityKinds.typeParameter:
      return fitsParameter(i, { wanted, target }, argument, depth);
    case entityKinds.class:
    case entityKinds.interface: {
      const value = typeValue(i, wanted.file, wanted.type, wanted.environment);
      const environment = value?.kind === 'instance' && value.entity === entity ? value.environment : null;
      const typed = { kind: 'instance', file, entity, environment } as const;
      return eachPart(i, argument, (part) => fitsMembers(i, part, typed, wanted.isPart));
    }
    case entityKinds.enum:
      return eachPart(i, argument, (part) => fitsEnum(part, target));
    default:
      return eachPart(i, argument, fitsComputed);
  }
}

/** A type parameter: the type that is written for it, or else all that its constraint allows. */
function fitsParameter(
  i: Inference,
  { wanted, target: { file, entity } }: { wanted: WantedType; target: Target },
  argument: GivenArgument,
  depth: number,
): Fit {
  const { bindings } = wanted;
  const position = bindings?.file === file ? bindings.parameters.indexOf(entity) : -1;
  if (position === -1) return eachPart(i, argument, fitsComputed);
  const given = bindings!.given[position];
  if (given !== undefined) return fits(i, given, argument, depth + 1);
  const constraint = file.get(entity, entityFields.type);
  return constraint === 0 || fits(i, { ...wanted, file, type: constraint }, argument, depth + 1);
}

function fitsEnum(part: Value, { file, entity }: Target): Fit {
  if (isOfEnum(part) && part.kind === 'static') return part.file === file && (part.entity === entity || null);
  return isPrimitive(part, primitives.number) ? null : false;
}

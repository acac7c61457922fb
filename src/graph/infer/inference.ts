/**
 * Inference: computes the values of expressions and entities.
 * This folder imports `members/` and what `members/` imports. It is the highest folder that languages import.
 */
import { argumentValue } from './argument-flow.ts';
import { entityFields, entityFlags, entityKinds, ops, primitives } from '../../model/file-summary.ts';
import { functionContext, functionResult, parameterOf } from './callables.ts';
import { argumentContext, callResult, constructedValue } from './calls.ts';
import { documentedValue } from './documented-values.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { spaces } from '../program/spaces.ts';
import { guardedValue, withoutTypes } from './guards.ts';
import { superValue, thisValue } from '../heritage/heritage.ts';
import { accessedValue, elementOf, memberValue } from '../members/members.ts';
import { exportedValue, nameValue } from '../resolve/names.ts';
import { inNearestPackage } from '../resolve/nearest-declaration.ts';
import { containerMember } from './container-members.ts';
import { externalType } from '../members/external-types.ts';
import { handedValue } from './handed-functions.ts';
import { iterated } from './iteration.ts';
import { overloadValue } from './overloads/overloads.ts';
import type { Program } from '../program/program.ts';
import { type Inference, entityValue, newInference, nodeValue, typeValue } from '../questions/questions.ts';
import { inferType } from './types.ts';
import { type Value, union, instancesOf, eachOf, asKind } from '../questions/values.ts';

/** A new inference over a program. Its results are memoised in the program's files. */
export function startInference(program: Program): Inference {
  return newInference(program, { node: inferNode, entity: inferEntity, type: inferType });
}

type NodeRule = (i: Inference, file: ProgramFile, node: number) => Value | null;

/**
 * The rules for values of expressions, by operation. They are in a table and not in a `switch`: V8 discards the compiled code of a function when the
 * function takes a branch for the first time, and many of these rules are first used late.
 */
const nodeRules: Readonly<Record<number, NodeRule>> = {
  [ops.name]: (i, file, node) => {
    const value = nameValue(i, file, file.operand(node, 0), file.operand(node, 1));
    const meant = externalNamed(i, file, node, value);
    const { named } = dialectOf(file);
    return named === undefined ? meant : named(i, meant);
  },
  [ops.this]: (i, file, node) => {
    const scope = file.operand(node, 0);
    return thisValue(i, file, scope) ?? dialectOf(file).expectedThis?.(i, file, scope) ?? null;
  },
  [ops.super]: (i, file, node) => superValue(i, file, file.operand(node, 0)),
  [ops.superAfter]: (i, file, node) =>
    dialectOf(file).superAfter?.(i, thisValue(i, file, file.operand(node, 0)), secondOperand(i, file, node)) ?? null,
  [ops.member]: memberAt,
  [ops.index]: indexedValue,
  [ops.call]: callResult,
  [ops.construct]: constructedValue,
  [ops.await]: (i, file, node) => {
    const { awaited } = dialectOf(file);
    if (awaited !== undefined) return awaited(i, firstOperand(i, file, node));
    return eachOf(firstOperand(i, file, node), (value) => (value.kind === 'promise' ? value.of : value));
  },
  [ops.cast]: (i, file, node) =>
    typeValue(i, file, file.operand(node, 0), null) ??
    (file.operand(node, 1) === 0 ? null : secondOperand(i, file, node)),
  [ops.either]: (i, file, node) => union(nodeValues(i, file, file.list(file.operand(node, 0)))),
  [ops.entity]: (i, file, node) => entityValue(i, { file, entity: file.operand(node, 0) }),
  [ops.array]: (i, file, node) => arrayValue(i, file, file.list(file.operand(node, 0))),
  [ops.typed]: (i, file, node) => (file.text(file.operand(node, 1)) === '+' ? null : firstOperand(i, file, node)),
  [ops.element]: (i, file, node) => iterated(i, file, firstOperand(i, file, node)),
  [ops.primitive]: (_, file, node) => ({ kind: 'primitive', code: file.operand(node, 0) }),
  [ops.module]: (i, file, node) => {
    const module = file.operand(node, 0);
    const target = i.program.module(file, module);
    if (target === null) return { kind: 'external' };
    return file.summary.modules[module]!.startsWith('\0') ? wholeModule(i, target) : { kind: 'module', file: target };
  },
  [ops.instance]: (i, file, node) => instancesOf(firstOperand(i, file, node)),
  [ops.item]: (i, file, node) => itemValue(i, file, { of: file.operand(node, 0), index: file.operand(node, 1) }),
  [ops.argument]: (i, file, node) =>
    argumentContext(i, file, { call: file.operand(node, 0), position: file.operand(node, 1) }),
  [ops.overload]: overloadValue,
  [ops.documented]: (i, file, node) => documentedValue(i, file, node) ?? secondOperand(i, file, node),
  [ops.guarded]: (i, file, node) =>
    guardedValue(i, file, { callee: file.operand(node, 0), variable: file.operand(node, 1) }),
  [ops.excluded]: (i, file, node) => withoutTypes(i, firstOperand(i, file, node), secondOperand(i, file, node)),
  [ops.given]: (i, file, node) =>
    dialectOf(file).given?.(i, firstOperand(i, file, node), file.text(file.operand(node, 1))) ?? null,
  [ops.spread]: (i, file, node) => {
    const { elementAt } = dialectOf(file);
    const value = firstOperand(i, file, node);
    return elementAt === undefined ? iterated(i, file, value) : elementAt(i, value);
  },
  [ops.expectedMember]: (i, file, node) => {
    const expected = functionContext(i, file, file.operand(node, 0));
    const name = file.text(file.operand(node, 1));
    return name === '' ? expected : memberValue(i, expected, name);
  },
  [ops.returned]: (i, file, node) => functionResult(i, functionContext(i, file, file.operand(node, 0))),
};

/** The value of a node's first operand. */
function firstOperand(i: Inference, file: ProgramFile, node: number): Value | null {
  return nodeValue(i, file, file.operand(node, 0));
}

function secondOperand(i: Inference, file: ProgramFile, node: number): Value | null {
  return nodeValue(i, file, file.operand(node, 1));
}

export function inferNode(i: Inference, file: ProgramFile, node: number): Value | null {
  const op = file.op(node);
  // The value of a type is memoised under its node, whether it is asked for as an expression or as a type.
  if (op >= ops.named) return inferType(i, file, node, null);
  const rule = nodeRules[op];
  return rule === undefined ? null : rule(i, file, node);
}

function indexedValue(i: Inference, file: ProgramFile, node: number): Value | null {
  const { indexed, itemByMethod } = dialectOf(file);
  const ofLanguage = indexed?.(i, file, node);
  if (ofLanguage !== undefined) return ofLanguage;
  const value = firstOperand(i, file, node);
  return elementOf(i, value) ?? itemByMethod?.(i, value) ?? null;
}

function memberAt(i: Inference, file: ProgramFile, node: number): Value | null {
  const contained = file.rules.callsByName ? containerMember(i, file, node) : null;
  if (contained !== null && contained.kind !== 'external') return contained;
  const receiver = nodeValue(i, file, file.operand(node, 0));
  const name = file.text(file.operand(node, 1));
  const ofPackage = receiver?.kind === 'module' ? inNearestPackage(i, file, receiver.file, name) : null;
  if (ofPackage !== null) return exportedValue(i, ofPackage);
  const dialect = dialectOf(file);
  const extension = dialect.extensionNamed?.(i, file, node) ?? null;
  if (extension !== null) return extension;
  // An external member, which an extension of the project precedes.
  if (contained !== null) return contained;
  return accessedValue(i, file, receiver, name) ?? dialect.containedMemberValue?.(i, receiver, name) ?? null;
}

function nodeValues(i: Inference, file: ProgramFile, nodes: readonly number[]): (Value | null)[] {
  return nodes.map((node) => nodeValue(i, file, node));
}

function arrayValue(i: Inference, file: ProgramFile, elements: readonly number[]): Value {
  const items = nodeValues(i, file, elements);
  // A spread element makes the positions unknown.
  if (elements.some((item) => file.op(item) === ops.spread)) return { kind: 'list', of: union(items) };
  return { kind: 'list', of: union(items), items };
}

function itemValue(i: Inference, file: ProgramFile, { of, index }: { of: number; index: number }): Value | null {
  const ofLanguage = dialectOf(file).item?.(i, file, { of, index });
  return ofLanguage === undefined ? itemAt(i, file, { value: nodeValue(i, file, of), index }) : ofLanguage;
}

function itemAt(
  i: Inference,
  file: ProgramFile,
  { value, index }: { value: Value | null; index: number },
): Value | null {
  return eachOf(value, (part) => {
    // In nominal languages a map value also represents the map's entry: part 0 is the key, part 1 the value.
    if (part.kind === 'map' && file.rules.nominal) return index === 0 ? part.key : part.of;
    const ofTuple = part.kind === 'instance' ? (dialectOf(part.file).tupleItem?.(i, part, index) ?? null) : null;
    return ofTuple ?? itemOf(i, part, index) ?? dialectOf(file).itemByMethod?.(i, part) ?? null;
  });
}

/** The value of a name. An external type with extensions in the project is represented by an extension. */
function externalNamed(i: Inference, file: ProgramFile, node: number, value: Value | null): Value | null {
  if (value?.kind !== 'external' || !file.rules.extendsExternal) return value;
  const type = externalType(i, file, { path: [file.operand(node, 0)], scope: file.operand(node, 1) });
  return type === null ? value : asKind(type, 'static');
}

function itemOf(i: Inference, value: Value, index: number): Value | null {
  if (value.kind === 'list' && value.items !== undefined) return value.items[index] ?? null;
  // The object may have the index as a key: `{ 1: f }`.
  return (value.kind === 'instance' ? memberValue(i, value, String(index)) : null) ?? elementOf(i, value);
}

/** The value of `require` of a file. */
function wholeModule(i: Inference, target: ProgramFile): Value | null {
  const whole = i.program.exported(target, '=', spaces.any);
  if (whole === null) return { kind: 'module', file: target };
  const value = exportedValue(i, whole);
  const { wholeModule: ofLanguage } = dialectOf(target);
  return ofLanguage === undefined ? value : ofLanguage(target, value);
}

export function inferEntity(i: Inference, file: ProgramFile, entity: number): Value | null {
  const type = file.get(entity, entityFields.type);
  const value = file.get(entity, entityFields.value);
  switch (file.kind(entity)) {
    case entityKinds.class:
    case entityKinds.enum:
    case entityKinds.namespace:
      return { kind: 'static', file, entity, environment: null };
    case entityKinds.function:
    case entityKinds.method:
      return { kind: 'function', file, entity, environment: null, self: null };
    case entityKinds.object:
    case entityKinds.typeLiteral:
      return { kind: 'instance', file, entity, environment: null };
    case entityKinds.interface:
      // As a value, the name of a trait or interface with a companion means the companion.
      return { kind: file.rules.companions === 'none' ? 'instance' : 'static', file, entity, environment: null };
    case entityKinds.import: {
      const exported = i.program.followEntities(file, [entity], spaces.value);
      const meant = exported === null ? null : exportedValue(i, exported);
      const { imported } = dialectOf(file);
      return imported === undefined ? meant : imported(i, { file, entity }, meant);
    }
    case entityKinds.enumMember:
      return { kind: 'primitive', code: primitives.other };
    case entityKinds.parameter:
      return parameterValue(i, file, entity);
    case entityKinds.typeAlias:
      return dialectOf(file).aliased?.(typeValue(i, file, type, null)) ?? null;
    case entityKinds.typeParameter:
      return null;
    default: {
      const declared = type === 0 ? null : typeValue(i, file, type, null);
      if (declared !== null) return declared;
      const inferred = nodeValue(i, file, value);
      const { assigned } = dialectOf(file);
      return assigned === undefined ? inferred : assigned({ file, entity }, inferred);
    }
  }
}

function parameterValue(i: Inference, file: ProgramFile, entity: number): Value | null {
  const type = file.get(entity, entityFields.type);
  const declared = type === 0 ? null : typeValue(i, file, type, null);
  if (declared !== null) return file.has(entity, entityFlags.rest) && declared.kind !== 'list' ? null : declared;
  const documented = type === 0 ? documentedValue(i, file, file.get(entity, entityFields.value)) : null;
  if (documented !== null) return documented;
  const owner = file.get(entity, entityFields.parent);
  const expected = functionContext(i, file, owner);
  const position = file.list(file.get(owner, entityFields.listA)).indexOf(entity);
  const fromContext = expected === null ? null : parameterOf(i, expected, position);
  if (fromContext !== null) return fromContext;
  const initial = nodeValue(i, file, file.get(entity, entityFields.value));
  if (type !== 0) return initial;
  const given = union([initial, argumentValue(i, file, { owner, parameter: entity, position })]);
  const handed = given ?? handedValue(i, file, { owner, position });
  return handed ?? dialectOf(file).injected?.(i, file, { owner, parameter: entity }) ?? null;
}

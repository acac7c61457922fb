/** C++: the types of arguments, by which a call chooses among overloads. */
import { entityFields, entityFlags, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';
import { Slot } from '../../program/memo.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { spaces } from '../../program/spaces.ts';
import type { Target } from '../../program/targets.ts';
import { chooseOverloads } from '../../infer/overloads/overloads.ts';
import { memberTargets } from '../../members/members.ts';
import { type Inference, nodeValue, partialAnswer } from '../../questions/questions.ts';
import { alternatives, type Environment, type Member } from '../../questions/values.ts';
import { cName, isFunction } from './names.ts';
import { functionsCalled } from './called-functions.ts';
import { type CType, declaredType, numberType, ofMade, ofValue, typeOf, typeText, unknownType } from './types.ts';

/** How deep calls nest whose results are arguments of calls. */
const maxDepth = 8;

/** Memo by node; null while the answer is sought. */
const knownTypes = new Slot(() => new Map<number, CType | null>());

/** The type of an expression. An unknown one has the kind `unknown`. */
export function typeOfNode(i: Inference, file: ProgramFile, node: number, depth = 0): CType {
  const answers = file.memo(knownTypes);
  const unknown = unknownType;
  return partialAnswer(i, file, { answers, key: node, unknown, compute: () => infer(i, file, node, depth) });
}

function infer(i: Inference, file: ProgramFile, node: number, depth: number): CType {
  const unknown = (): CType => ofValue(node === 0 ? null : nodeValue(i, file, node));
  if (depth > maxDepth) i.cut = -1;
  if (node === 0 || depth > maxDepth) return unknownType;
  const a = file.operand(node, 0);
  switch (file.op(node)) {
    case ops.typed:
      return writtenType(i, file, node, depth) ?? unknown();
    case ops.entity:
      return ofEntity(i, { file, entity: a }, null, depth) ?? unknown();
    case ops.name: {
      const found = cName(i, file, { name: file.text(a), scope: file.operand(node, 1), space: spaces.value });
      const entity = found.kind === 'entities' ? found.entities[0] : undefined;
      const type =
        found.kind === 'entities' && entity !== undefined
          ? ofEntity(i, { file: found.file, entity }, null, depth)
          : null;
      return type ?? standardName(file.text(a)) ?? unknown();
    }
    case ops.member: {
      const [member, ...others] = memberTargets(i, nodeValue(i, file, a), file.text(file.operand(node, 1)));
      const type = member === undefined || others.length > 0 ? null : ofEntity(i, member, member.environment, depth);
      return type ?? unknown();
    }
    case ops.cast: {
      const type = ofMade(i, file, a);
      return type.kind === 'unknown' ? unknown() : type;
    }
    case ops.call:
      return ofCall(i, file, node, depth) ?? unknown();
    case ops.index: {
      const type = typeOfNode(i, file, a, depth + 1);
      return type.pointers > 0 ? pointedAt(type) : unknown();
    }
    case ops.this:
      return { ...unknown(), pointers: 1, isConst: isConstThis(file, a) };
    case ops.either: {
      const types = file.list(a).map((one) => typeOfNode(i, file, one, depth + 1));
      const [first] = types;
      return first !== undefined && types.every((one) => isSameType(one, first)) ? first : unknown();
    }
    default:
      return unknown();
  }
}

export function isSameType(a: CType, b: CType): boolean {
  return a.kind === b.kind && a.name === b.name && a.pointers === b.pointers && a.target?.entity === b.target?.entity;
}

/** What a pointer or an array points to. */
function pointedAt(type: CType): CType {
  return { ...type, pointers: type.pointers - 1, isArray: false, reference: '&' };
}

/** The type of a value whose type is written, or follows from that of other values; null for unknown. */
function writtenType(i: Inference, file: ProgramFile, node: number, depth: number): CType | null {
  const value = file.operand(node, 0);
  const text = file.text(file.operand(node, 1));
  if (text === '+') {
    const types = file.list(file.operand(value, 0)).map((one) => typeOfNode(i, file, one, depth + 1));
    return arithmetic(types);
  }
  if (text === '&' || text === '*') {
    const type = typeOfNode(i, file, value, depth + 1);
    if (type.kind === 'unknown' || type.pointers === -1) return text === '&' ? { ...type, pointers: 1 } : null;
    if (text === '&') return { ...type, pointers: type.pointers + 1, isArray: false, reference: '' };
    return type.pointers > 0 ? pointedAt(type) : null;
  }
  const type = value !== 0 && file.op(value) === ops.cast ? file.operand(value, 0) : 0;
  return typeOf(i, file, { type, text });
}

const numberOrder: readonly string[] =
  'int,unsigned int,long,unsigned long,long long,unsigned long long,__int128,unsigned __int128,float,double,long double'.split(
    ',',
  );

/** The result of arithmetic; null for unknown. */
function arithmetic(types: readonly CType[]): CType | null {
  const pointer = types.find((one) => one.pointers > 0);
  if (pointer !== undefined) {
    // The difference of two pointers is a number.
    const isDifference = types.filter((one) => one.pointers > 0).length > 1;
    return isDifference ? numberType('long') : { ...pointer, isArray: false, reference: '' };
  }
  if (types.length === 0 || !types.every((one) => one.kind === 'number' && one.pointers === 0)) return null;
  const ranks = types.map(({ name }) => Math.max(0, numberOrder.indexOf(name)));
  return numberType(numberOrder[Math.max(...ranks)]!);
}

/** The type of a variable, a parameter, a field or an enumerator; null for other entities and unknown types. */
function ofEntity(i: Inference, target: Target, environment: Environment | null, depth: number): CType | null {
  const { file, entity } = target;
  const kind = file.kind(entity);
  if (kind === entityKinds.enumMember) {
    const owner = file.get(entity, entityFields.parent);
    return owner < 0
      ? null
      : { ...unknownType, kind: 'enum', pointers: 0, name: file.name(owner), target: { file, entity: owner } };
  }
  if (kind === entityKinds.function || kind === entityKinds.method) return null;
  const text = typeText(target);
  if (text === '') {
    const value = file.get(entity, entityFields.value);
    return value === 0 || file.get(entity, entityFields.type) !== 0 ? null : typeOfNode(i, file, value, depth + 1);
  }
  if (/^(?:const )?auto\b/.test(text)) {
    const value = file.get(entity, entityFields.value);
    const found = typeOfNode(i, file, value, depth + 1);
    return text.startsWith('const ') ? { ...found, isConst: true } : found;
  }
  const type = declaredType(i, target, environment);
  return type.kind === 'unknown' && type.pointers === -1 ? null : type;
}

/** Classes outside of the project that functions of the standard library return. */
const libraryResults: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'std::back_inserter': 'back_insert_iterator',
    'std::ref': 'reference_wrapper',
    'std::cref': 'reference_wrapper',
    'std::to_string': 'string',
    'std::make_pair': 'pair',
    'std::make_tuple': 'tuple',
    'std::string': 'string',
    'std::string_view': 'string_view',
    'std::wstring': 'wstring',
    'std::vector': 'vector',
  }),
);

/** Names that C's headers define as macros. */
function standardName(name: string): CType | null {
  if (name === 'errno' || name === 'EOF') return numberType('int');
  const isStream = name === 'stdout' || name === 'stderr' || name === 'stdin';
  return isStream ? { ...unknownType, kind: 'external', name: 'FILE', pointers: 1 } : null;
}

/** The type of a call's result; null for unknown. */
function ofCall(i: Inference, file: ProgramFile, node: number, depth: number): CType | null {
  const callee = file.operand(node, 0);
  const op = file.op(callee);
  if (op !== ops.name && op !== ops.member) return null;
  if (op === ops.member && /^operator[^\w ]/.test(file.text(file.operand(callee, 1)))) {
    const operands = [file.operand(callee, 0), ...file.list(file.operand(node, 1))];
    const types = operands.map((one) => typeOfNode(i, file, one, depth + 1));
    if (types[0]!.kind === 'number') return arithmetic(types);
  }
  const written = op === ops.name ? file.text(file.operand(callee, 0)) : '';
  const ofLibrary = libraryResults.get(written);
  if (ofLibrary !== undefined)
    return { ...unknownType, kind: 'external', pointers: 0, name: ofLibrary, isWide: ofLibrary.startsWith('w') };
  const constructed = alternatives(nodeValue(i, file, callee));
  if (constructed.length > 0 && constructed.every((one) => one.kind === 'static'))
    return { ...ofValue(nodeValue(i, file, node)), pointers: 0 };
  const called = functionsOf(i, file, node);
  if (called.length === 0) return null;
  const types = called.map((one) => resultOf(i, one));
  const [first] = types;
  if (first === undefined || first === null) return null;
  return types.every((one) => one !== null && isSameType(one, first)) ? first : null;
}

function resultOf(i: Inference, member: Member): CType | null {
  const type = declaredType(i, member, member.environment);
  return type.kind === 'unknown' && type.pointers === -1
    ? null
    : type.kind === 'parameter'
      ? { ...type, kind: 'unknown', name: '' }
      : type;
}

/** The functions that a call means. */
function functionsOf(i: Inference, file: ProgramFile, node: number): readonly Member[] {
  const callee = file.operand(node, 0);
  const asMember = (target: Target): Member => ({ environment: null, self: null, ...target });
  let found: readonly Member[];
  if (file.op(callee) === ops.member) {
    const receiver = nodeValue(i, file, file.operand(callee, 0));
    found = memberTargets(i, receiver, file.text(file.operand(callee, 1)));
  } else {
    const named = functionsCalled(i, file, callee, 'unknown');
    if (typeof named !== 'string') found = named.map(asMember);
    else {
      const [name, scope] = [file.text(file.operand(callee, 0)), file.operand(callee, 1)];
      const meant = cName(i, file, { name, scope, space: spaces.value });
      found = meant.kind === 'entities' ? meant.entities.map((entity) => asMember({ file: meant.file, entity })) : [];
    }
  }
  if (found.length === 0 || !found.every(isFunction)) return [];
  return chooseOverloads(i, found, { file, list: file.operand(node, 1), callee });
}

/** Whether `this` is `const` in a scope. */
export function isConstThis(file: ProgramFile, from: number): boolean {
  let scope = from;
  while (scope > 0 && file.scopeKind(scope) !== scopeKinds.function) scope = file.scopeParent(scope);
  const owner = scope > 0 ? file.scopeOwner(scope) : -1;
  return owner !== -1 && isConstMethod({ file, entity: owner });
}

export function isConstMethod({ file, entity }: Target): boolean {
  return file.kind(entity) === entityKinds.method && file.has(entity, entityFlags.constant);
}

/** Whether an object is known to be `const`. What a pointer that is a field of such an object points to is not. */
export function isConstObject(i: Inference, file: ProgramFile, node: number, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const op = file.op(node);
  if (op === ops.this) return isConstThis(file, file.operand(node, 0));
  const type = typeOfNode(i, file, node);
  if (type.isConst) return true;
  if (type.pointers > 0) return false;
  if (op === ops.member) return isConstObject(i, file, file.operand(node, 0), depth + 1);
  if (op !== ops.name) return false;
  const scope = file.operand(node, 1);
  const found = cName(i, file, { name: file.text(file.operand(node, 0)), scope, space: spaces.value });
  const [entity] = found.kind === 'entities' ? found.entities : [];
  const isField = found.kind === 'entities' && entity !== undefined && found.file.kind(entity) === entityKinds.property;
  return isField && isConstThis(file, scope);
}

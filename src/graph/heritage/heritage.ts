/**
 * `this`, `super`, and the heritage that classes and interfaces name.
 * This folder imports `program/`, `questions/` and the contract of languages. It is below `resolve/`: what a name means depends on inherited members.
 */
import { entityFields, entityFlags, entityKinds, heritage, ops, scopeKinds } from '../../model/file-summary.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Slot } from '../program/memo.ts';
import { type Inference, entityValue, recordRead, nodeValue, typeValue } from '../questions/questions.ts';
import { declaredParameters, environmentOf } from './type-parameters.ts';
import {
  type Environment,
  type Value,
  alternatives,
  union,
  eachOf,
  asKind,
  inEnvironment,
  type Typed,
} from '../questions/values.ts';
import { type Target, entityId } from '../program/targets.ts';

const none: readonly Typed[] = [];

/** The number of codes of `heritage`. */
const relations = 4;

/** The value of `this` in a scope; null for none. */
export function thisValue(i: Inference, file: ProgramFile, from: number): Value | null {
  for (let scope = from; scope > 0; scope = file.scopeParent(scope)) {
    const kind = file.scopeKind(scope);
    const owner = file.scopeOwner(scope);
    if (kind === scopeKinds.class)
      return owner === -1 ? null : { kind: 'instance', file, entity: owner, environment: null };
    const receiver = kind === scopeKinds.arrow ? (dialectOf(file).implicitReceiver?.(i, file, scope) ?? null) : null;
    if (receiver !== null) return receiver;
    if (kind !== scopeKinds.function) continue;
    if (owner === -1) continue;
    const declared = dialectOf(file).declaredThis?.(i, { file, entity: owner }, null) ?? null;
    if (declared !== null) return declared;
    const parent = file.get(owner, entityFields.parent);
    const holder = parent >= 0 ? parent : file.get(owner, entityFields.assignedTo);
    if (holder >= 0) return selfOf(i, { file, entity: holder }, file.has(owner, entityFlags.static));
    // A function with members is a constructor (JavaScript before classes).
    if (file.membersIn(owner).length > 0) return { kind: 'instance', file, entity: owner, environment: null };
    return null;
  }
  return null;
}

/** `this` in a member of `holder`. */
function selfOf(i: Inference, { file, entity }: Target, isStatic: boolean): Value | null {
  const kind = file.kind(entity);
  if (kind === entityKinds.variable || kind === entityKinds.parameter) return entityValue(i, { file, entity });
  if (isStatic && kind === entityKinds.function) return entityValue(i, { file, entity });
  return { kind: isStatic && kind !== entityKinds.object ? 'static' : 'instance', file, entity, environment: null };
}

/** The value of `super` in a scope: the superclass, as an instance or as a class like `this`; null for none. */
export function superValue(i: Inference, file: ProgramFile, scope: number): Value | null {
  const self = thisValue(i, file, scope);
  if (self === null || (self.kind !== 'instance' && self.kind !== 'static')) return null;
  const classes = ancestors(i, self, heritage.extends);
  // Kotlin's classes without a primary constructor name their superclass as they name an interface.
  const named =
    classes.length > 0 || file.rules.companions !== 'visible' ? classes : ancestors(i, self, heritage.implements);
  const bases = union(named.map((base): Value => asKind(base, self.kind)));
  // Without a base that the project declares, the superclass is external. In a nominal language every class has one (`Object`).
  if (bases !== null) return bases;
  return file.rules.nominal || hasBase(self) || hasOutsideBases(i, self) ? { kind: 'external' } : null;
}

/** Whether a class names bases, and all of them are outside of the project. */
function hasOutsideBases(i: Inference, { file, entity }: Target): boolean {
  const pairs = file.list(file.get(entity, entityFields.listA));
  const bases = pairs.filter((_, at) => at % 2 === 1 && pairs[at - 1] === heritage.extends);
  return bases.length > 0 && bases.every((base) => heritageValue(i, file, base, null)?.kind === 'external');
}

/** Whether a class names a base, in a language whose files share names. */
function hasBase({ file, entity }: Target): boolean {
  return (
    file.rules.sharesNames &&
    file
      .list(file.get(entity, entityFields.listA))
      .some((relation, at) => at % 2 === 0 && relation === heritage.extends)
  );
}

/** Memo of `ancestors` by entity and relation. */
const knownAncestors = new Slot(() => new Map<number, readonly Typed[]>());

/** Memo of `ancestors` of types with type arguments: by environment and file, then as `knownAncestors`. An environment exists once in a program. */
const knownInEnvironments = new WeakMap<Environment, Map<ProgramFile, KnownAncestors>>();

type KnownAncestors = Map<number, readonly Typed[]>;

function ancestorsIn(environment: Environment, file: ProgramFile): KnownAncestors {
  let byFile = knownInEnvironments.get(environment);
  if (byFile === undefined) knownInEnvironments.set(environment, (byFile = new Map<ProgramFile, KnownAncestors>()));
  let found = byFile.get(file);
  if (found === undefined) byFile.set(file, (found = new Map<number, readonly Typed[]>()));
  return found;
}

/** The classes and interfaces that a class or interface names as its heritage, as instances. @param relation one of `heritage` */
export function ancestors(i: Inference, value: Typed, relation: number): readonly Typed[] {
  const { file, entity, environment } = value;
  const kind = file.kind(entity);
  if (kind !== entityKinds.class && kind !== entityKinds.interface) return none;
  if (file.count(file.get(entity, entityFields.listA)) === 0) return none;
  const known = environment === null ? file.memo(knownAncestors) : ancestorsIn(environment, file);
  const key = entity * relations + relation;
  const memoised = known.get(key);
  if (memoised === undefined) return findAndMemoise(i, value, { relation, key, known });
  // Reading the memo counts as a read of the file, as finding the ancestors would. Where the type names none, nothing would be read.
  if (memoised !== none) recordRead(i, file);
  return memoised;
}

function findAndMemoise(
  i: Inference,
  value: Typed,
  { relation, key, known }: { relation: number; key: number; known: KnownAncestors },
): readonly Typed[] {
  const { cut } = i;
  i.cut = Infinity;
  const found = findAncestors(i, value, relation);
  // A result that depends on an unfinished question is not memoised.
  if (i.cut === Infinity) known.set(key, found);
  i.cut = Math.min(i.cut, cut);
  return found;
}

/** The bases that a type names for a relation; the constant `none` where it names none. */
function findAncestors(i: Inference, { file, entity, environment }: Typed, relation: number): readonly Typed[] {
  const pairs = file.get(entity, entityFields.listA);
  const count = file.count(pairs);
  let result: Typed[] | null = null;
  for (let at = 0; at < count; at += 2) {
    const node = file.item(pairs, at + 1);
    if (file.item(pairs, at) !== relation || node === 0) continue;
    for (const base of alternatives(heritageValue(i, file, node, environment))) {
      const isType = base.kind === 'static' || base.kind === 'instance';
      if (!isType || dialectOf(file).isAncestor?.(base, relation) === false) continue;
      const type: Typed = { kind: 'instance', file: base.file, entity: base.entity, environment: base.environment };
      // An array literal takes less memory than an empty array that is pushed to.
      if (result === null) result = [type];
      else result.push(type);
    }
  }
  return result ?? none;
}

/** Whether a class or interface names a base for a relation, so that finding its ancestors reads its file. */
export function namesHeritage({ file, entity }: Target, relation: number): boolean {
  const kind = file.kind(entity);
  if (kind !== entityKinds.class && kind !== entityKinds.interface) return false;
  const pairs = file.list(file.get(entity, entityFields.listA));
  return pairs.some((node, at) => at % 2 === 1 && node !== 0 && pairs[at - 1] === relation);
}

/** Whether a type is an extension. Only external types are represented by their extensions (`external-types.ts`), so the type is external. */
export function isExternalExtension({ file, entity }: Target): boolean {
  return file.rules.extendsExternal && file.has(entity, entityFlags.extension);
}

/** The maximum number of bases that are followed. */
const maxBases = 16;

/** Whether a class inherits external members: it or one of its bases extends an external type. @param visited classes that were examined before */
export function inheritsExternal(i: Inference, value: Typed, visited: Set<number> = new Set()): boolean {
  const { file, entity } = value;
  const key = entityId(value);
  if (visited.has(key) || visited.size > maxBases || file.kind(entity) !== entityKinds.class) return false;
  visited.add(key);
  const pairs = file.list(file.get(entity, entityFields.listA));
  return pairs.some((node, at) => {
    if (at % 2 === 0 || node === 0 || pairs[at - 1] !== heritage.extends) return false;
    return alternatives(heritageValue(i, file, node, value.environment)).some((base) => {
      if (base.kind === 'external') return true;
      return (
        (base.kind === 'static' || base.kind === 'instance') &&
        (isExternalExtension(base) || inheritsExternal(i, base, visited))
      );
    });
  });
}

function heritageValue(i: Inference, file: ProgramFile, node: number, environment: Environment | null): Value | null {
  const op = file.op(node);
  if (op >= ops.named) return typeValue(i, file, node, environment);
  // `extends Base<T>`: a call with type arguments and nothing else.
  if (op === ops.call && file.operand(node, 1) === 0 && file.operand(node, 2) !== 0) {
    const args = file.list(file.operand(node, 2)).map((type) => typeValue(i, file, type, environment));
    return eachOf(nodeValue(i, file, file.operand(node, 0)), (base) =>
      base.kind === 'static' ? inEnvironment(base, bindParameters(i, base, args)) : base,
    );
  }
  return nodeValue(i, file, node);
}

/** An environment that binds the type parameters of a declaration to type arguments, by position. */
export function bindParameters(
  i: Inference,
  target: Target,
  args: readonly (Value | null)[],
  outer: Environment | null = null,
): Environment | null {
  const bound = new Map<number, Value>();
  const parameters = declaredParameters(i, target);
  for (let position = 0; position < parameters.length; position++) {
    const value = args[position];
    if (value !== null && value !== undefined) bound.set(parameters[position]!, value);
  }
  for (let position = args.length; position < parameters.length; position++) {
    const initial = target.file.get(parameters[position]!, entityFields.value);
    if (initial === 0) continue;
    const value = typeValue(i, target.file, initial, environmentOf(i, target.file, bound, outer));
    if (value !== null) bound.set(parameters[position]!, value);
  }
  return environmentOf(i, target.file, bound, outer);
}

/** The environment of a type that is named without type arguments: that of the defaults of its parameters; null for none. */
export function defaultEnvironment(i: Inference, target: Target): Environment | null {
  const { file, entity } = target;
  const parameters = file.list(file.get(entity, entityFields.listB));
  const hasDefault = parameters.some((one) => file.get(one, entityFields.value) !== 0);
  return hasDefault ? bindParameters(i, target, []) : null;
}

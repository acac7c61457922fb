/**
 * Members in nominal languages (Java). A class body sees its members without a receiver, also inherited ones and those of enclosing classes.
 * Functions, variables and types have separate namespaces.
 * Invariant: look-ups end on any heritage, also on a cyclic one, because the number of ancestors is limited.
 */
import { entityFields, entityFlags, entityKinds, heritage, openedValue, scopeKinds } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { spaces } from '../program/spaces.ts';
import { ancestors } from './heritage.ts';
import { dialectOf } from '../languages/dialect.ts';
import { importedNear } from '../program/nearest-in-package.ts';
import { type Inference, entityValue, nodeValue, typeValue } from '../questions/questions.ts';
import { alternatives, type Environment, type Value, type Member, type Typed } from '../questions/values.ts';
import { entityId, type Target } from '../program/targets.ts';

/** Entities of a file as members, with the environment and receiver through which they are found. */
export function membersFrom(
  file: ProgramFile,
  entities: readonly number[],
  environment: Environment | null,
  self: Value | null,
): Member[] {
  // The common case: an array literal takes less memory than an array that is pushed to, which gets room for 17 elements.
  if (entities.length === 1) return [{ file, entity: entities[0]!, environment, self }];
  const members: Member[] = [];
  for (let at = 0; at < entities.length; at++) members.push({ file, entity: entities[at]!, environment, self });
  return members;
}

/** What a name is asked for as, where functions, variables and types have separate namespaces. */
export type Meaning = 'function' | 'variable' | 'type' | 'any';

/** A look-up searches at most this many types. */
const maxAncestors = 40;

function fits(file: ProgramFile, entity: number, meaning: Meaning): boolean {
  const kind = file.kind(entity);
  switch (meaning) {
    case 'function':
      return kind === entityKinds.method || kind === entityKinds.function || kind === entityKinds.import;
    case 'variable':
      if (kind === entityKinds.typeParameter) return false;
      // Where calls find functions and variables alike, a function is a value.
      return file.rules.callsByName || (kind !== entityKinds.method && kind !== entityKinds.function);
    case 'type':
      return (
        kind === entityKinds.class ||
        kind === entityKinds.interface ||
        kind === entityKinds.typeAlias ||
        kind === entityKinds.namespace ||
        kind === entityKinds.typeParameter ||
        kind === entityKinds.import
      );
    case 'any':
      return true;
  }
}

/**
 * Members of a class by name, inherited ones included. As a function: all methods, those of the class itself first. In any other meaning, or where
 * a class has a member of the name that is no method: one member of that class, a property if there is any.
 */
export function nominalMembers(i: Inference, value: Typed, wanted: { name: string; meaning: Meaning }): Member[] {
  const { companions } = value.file.rules;
  if (companions !== 'none' && value.kind === 'static') {
    for (const companion of ancestors(i, value, heritage.mixesIn)) {
      const found = membersOfTypes(i, companion, wanted, false);
      if (found.length > 0) return found;
    }
  }
  return membersOfTypes(i, value, wanted, companions !== 'apart' || value.kind === 'static');
}

/** @param searchesMixins whether what a type mixes in counts */
function membersOfTypes(
  i: Inference,
  value: Typed,
  { name, meaning }: { name: string; meaning: Meaning },
  searchesMixins: boolean,
): Member[] {
  const found: Member[] = [];
  const searched = new Set<number>();
  const queue: Typed[] = [value];
  for (let type = queue.shift(); type !== undefined && searched.size < maxAncestors; type = queue.shift()) {
    const { environment, file } = type;
    const key = entityId(type);
    if (searched.has(key)) continue;
    searched.add(key);
    if (found.length > 0 && type.file.rules.hidesInterfaceMethods && isInterface(type) && !isInterface(value)) continue;
    const parts = dialectOf(type.file).parts?.(i, type) ?? [type];
    const members = parts.flatMap((part) =>
      part.file
        .members(part.entity, name)
        .filter((member) => fits(part.file, member, meaning) && !part.file.has(member, entityFlags.explicitMember))
        .filter((member) => type === value || isInherited(part.file, member))
        .map((member) => ({ file: part.file, entity: member, environment, self: value })),
    );
    if (members.length > 0) {
      const isFunction = members.every((member) => member.file.kind(member.entity) === entityKinds.method);
      if (!isFunction || meaning !== 'function') return [...members.filter(isVariable), ...members].slice(0, 1);
      found.push(...members);
      // A class with a constructor does not inherit those of its bases.
      if (name === 'constructor') break;
    }
    // Superclasses and mixins are searched before all interfaces.
    const bases = (relation: number): Typed[] =>
      parts.flatMap((part) => ancestors(i, { ...type, file: part.file, entity: part.entity }, relation));
    queue.unshift(...bases(heritage.extends), ...(searchesMixins ? bases(heritage.mixesIn) : []));
    queue.push(...bases(heritage.implements), ...(file.rules.companions === 'apart' ? bases(heritage.gives) : []));
  }
  return found;
}

/** Whether a member is one of the subtypes of its type too. */
function isInherited(file: ProgramFile, member: number): boolean {
  if (!file.rules.keepsInterfaceStatics || !file.has(member, entityFlags.static)) return true;
  const owner = file.get(member, entityFields.parent);
  return file.kind(member) !== entityKinds.method || owner < 0 || file.kind(owner) !== entityKinds.interface;
}

function isInterface({ file, entity }: Target): boolean {
  return file.kind(entity) === entityKinds.interface;
}

function isVariable({ file, entity }: Target): boolean {
  return file.kind(entity) === entityKinds.property;
}

export interface NominalName {
  name: number;
  scope: number;
  meaning: Meaning;
  /** Whether variables narrowed by a test count too. */
  narrowed?: boolean;
  /** Whether the look-up ends at these members of an enclosing class or an implicit receiver, the innermost first. Default: yes. */
  accepts?: (members: readonly Member[]) => boolean;
}

/** What a name means at its place: declarations in a scope of the file, or members of an enclosing class. */
export interface NominalMeaning {
  declared: readonly number[];
  members: readonly Member[];
}

/** The meaning of a name in the innermost scope, class or receiver that has it; empty where none has. */
export function lookUpNominal(
  i: Inference,
  file: ProgramFile,
  { name, scope, meaning, narrowed = false, accepts = () => true }: NominalName,
): NominalMeaning {
  // Variables with this name stand for values whose members a scope imports.
  const opened = file.stringOf(openedValue);
  for (let at = scope; at !== -1; at = file.scopeParent(at)) {
    const declared = file
      .declared(at, name)
      .filter((entity) => fits(file, entity, meaning) && (narrowed || !file.has(entity, entityFlags.narrowed)));
    if (declared.length > 0) {
      const imported = importedMembers(i, file, { entity: declared[0]!, meaning });
      if (imported === null) return { declared: preferred(file, declared, meaning), members: [] };
      if (imported.length > 0) return { declared: [], members: imported };
    }
    const ofOpened = opened === -1 ? [] : membersOfImported(i, file, file.declared(at, opened), { name, meaning });
    if (ofOpened.length > 0) return { declared: [], members: ofOpened };
    for (const part of alternatives(dialectOf(file).implicitReceiver?.(i, file, at) ?? null)) {
      if (part.kind !== 'instance' && part.kind !== 'static') continue;
      const members = nominalMembers(i, part, { name: file.text(name), meaning });
      if (members.length > 0 && accepts(members)) return { declared: [], members };
    }
    const owner = file.scopeOwner(at);
    if (file.scopeKind(at) !== scopeKinds.class || owner === -1) continue;
    const typed: Typed = { kind: 'instance', file, entity: owner, environment: null };
    const members = nominalMembers(i, typed, { name: file.text(name), meaning });
    if (members.length > 0 && accepts(members)) return { declared: [], members };
  }
  return { declared: [], members: [] };
}

/**
 * A member of a value whose members a scope imports (Scala's `import shop._`). The first name of an import's path is looked up only in the values
 * that earlier imports name: otherwise the look-up of the path would ask for itself.
 */
function membersOfImported(
  i: Inference,
  file: ProgramFile,
  opened: readonly number[],
  { name, meaning }: { name: number; meaning: Meaning },
): Member[] {
  const named = opened.findIndex((entity) => file.get(entity, entityFields.listB) === name);
  for (const entity of named === -1 ? opened : opened.slice(0, named)) {
    for (const part of alternatives(entityValue(i, { file, entity }))) {
      if (part.kind !== 'instance' && part.kind !== 'static') continue;
      const members = nominalMembers(i, part, { name: file.text(name), meaning });
      if (members.length > 0) return members;
    }
  }
  return [];
}

/** The members that an import of a type's member means (`import static a.b.C.m`: its name is the path `C.m`); null for any other import. */
function importedMembers(
  i: Inference,
  file: ProgramFile,
  { entity, meaning }: { entity: number; meaning: Meaning },
): readonly Member[] | null {
  if (file.kind(entity) !== entityKinds.import) return null;
  const path = file.text(file.get(entity, entityFields.listB));
  const module = path.includes('.') ? i.program.module(file, file.get(entity, entityFields.listA)) : null;
  return module === null ? null : membersOnPath(i, file, module, { path, meaning });
}

/** The members that a path of names means in a module: each name is a type in the one before, and the last is a member. Inherited members count. */
export function membersOnPath(
  i: Inference,
  asking: ProgramFile,
  module: ProgramFile,
  { path, meaning }: { path: string; meaning: Meaning },
): readonly Member[] {
  const [first = '', ...rest] = path.split('.');
  const found = i.program.exported(module, first, spaces.any);
  const exported = importedNear(i.program, asking, module, { name: first, space: spaces.any, first: found });
  if (exported?.kind !== 'entities') return [];
  let members: Member[] = exported.entities
    .slice(0, 1)
    .map((entity) => ({ file: exported.file, entity, environment: null, self: null }));
  for (const [index, name] of rest.entries()) {
    const wanted = index === rest.length - 1 ? meaning : 'type';
    members = members.flatMap(({ file, entity }) =>
      nominalMembers(i, { kind: 'static', file, entity, environment: null }, { name, meaning: wanted }),
    );
  }
  return members;
}

/** Of a name's declarations in one scope, those that are meant. As a variable: the narrowed one, else the first that is no class. Otherwise all. */
function preferred(file: ProgramFile, declared: readonly number[], meaning: Meaning): readonly number[] {
  if (meaning !== 'variable' || declared.length < 2) return declared;
  const narrowed = declared.find((entity) => file.has(entity, entityFlags.narrowed));
  const variable = declared.find((entity) => file.kind(entity) !== entityKinds.class);
  const meant = narrowed ?? variable;
  return meant === undefined ? declared : [meant];
}

export function isFunction(file: ProgramFile, entity: number): boolean {
  const kind = file.kind(entity);
  return kind === entityKinds.method || kind === entityKinds.function;
}

/** The value of a member. */
export function valueOfMember(i: Inference, { file, entity, environment, self }: Member): Value | null {
  if (isFunction(file, entity)) return { kind: 'function', file, entity, environment, self };
  const type = file.get(entity, entityFields.type);
  if (environment !== null && type !== 0) {
    const declared = typeValue(i, file, type, environment);
    if (declared !== null) return declared;
  }
  if (environment !== null && type === 0) {
    const byType = dialectOf(file).valueByType?.(i, { file, entity }, environment) ?? null;
    if (byType !== null) return byType;
  }
  const value = entityValue(i, { file, entity });
  return (
    value ??
    (file.get(entity, entityFields.value) === 0 ? null : nodeValue(i, file, file.get(entity, entityFields.value)))
  );
}

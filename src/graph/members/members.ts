/**
 * Members of values: their declarations and their values.
 * This folder imports `resolve/` and what `resolve/` imports.
 */
import { entityFields, entityFlags, entityKinds, heritage } from '../../model/file-summary.ts';
import { builtinMember } from './builtin-types.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { spaces } from '../program/spaces.ts';
import { dialectOf } from '../languages/dialect.ts';
import { embedsExternal } from '../heritage/embedded-types.ts';
import { ancestors, isExternalExtension } from '../heritage/heritage.ts';
import { moduleMembers } from './module-members.ts';
import { prototypesOf, valuesOf } from './object-values.ts';
import { exportedValue, meantAsValue } from '../resolve/names.ts';
import { isAmbiguous, mergedDeclarations } from './merged-types.ts';
import { isExternalType } from './external-types.ts';
import { type Meaning, nominalMembers, membersFrom, valueOfMember } from '../heritage/nominal.ts';
import { type Inference, nodeValue } from '../questions/questions.ts';
import {
  type Member,
  type Value,
  alternatives,
  memberOfExternal,
  union,
  eachOf,
  type Typed,
} from '../questions/values.ts';
import { entityId, includes } from '../program/targets.ts';

/** Names of members that code does not reach by `value.name`: call signatures, index signatures, constructors. */
const signatureNames: ReadonlySet<string> = new Set([
  '()',
  'new',
  '[]',
  '[key]',
  '[chan]',
  'constructor',
  '__init__',
  '__call__',
]);

/** About this many types are searched for a member. */
const maxAncestors = 24;

const noMembers: readonly Member[] = [];

/**
 * The declarations of `value.name`. Each alternative of the value that has the member gives one declaration, or all overloads among which the
 * arguments of a call must choose. Empty when the member is external or unknown.
 */
export function memberTargets(
  i: Inference,
  value: Value | null,
  name: string,
  meaning: Meaning = name === 'constructor' ? 'function' : 'variable',
): readonly Member[] {
  if (value === null) return noMembers;
  if (value.kind !== 'union') {
    const members = membersOf(i, value, name, meaning);
    return members.length < 2 ? members : distinct([members]);
  }
  return distinct(value.of.map((part) => membersOf(i, part, name, meaning)));
}

function distinct(lists: readonly (readonly Member[])[]): Member[] {
  const found: Member[] = [];
  for (let list = 0; list < lists.length; list++) {
    const members = lists[list]!;
    for (let at = 0; at < members.length; at++) if (!includes(found, members[at]!)) found.push(members[at]!);
  }
  return found;
}

/** The members of one alternative of a value. @param meaning counts only where functions and variables have separate namespaces */
function membersOf(i: Inference, value: Value, name: string, meaning: Meaning): readonly Member[] {
  if (isTyped(value) && value.file.rules.nominal) {
    const isSignature = signatureNames.has(name) && name !== '[]';
    return nominalMembers(i, value, { name, meaning: isSignature ? 'function' : meaning });
  }
  if (isTyped(value)) {
    const { members } = dialectOf(value.file);
    if (members !== undefined) return members(i, value, name);
  }
  switch (value.kind) {
    case 'instance':
      return instanceMembers(i, value, { name, self: value, searched: null });
    case 'static':
      if (hasOneSpace(value)) return instanceMembers(i, value, { name, self: value, searched: null });
      return staticMembers(i, value, name);
    case 'function':
      return functionMembers(i, value, { name, self: value, searched: null });
    case 'module':
      return moduleMembers(i, value.file, name, meaning);
    default:
      return noMembers;
  }
}

/** Whether static and instance members are looked up together, as in Go's method expressions (`T.Method`). */
function hasOneSpace({ file, entity }: Value & { kind: 'static' }): boolean {
  const { oneMemberSpace } = file.rules;
  return oneMemberSpace === 'all' || (oneMemberSpace === 'classes' && file.kind(entity) === entityKinds.class);
}

interface Wanted {
  name: string;
  /** The receiver: the value whose member is wanted. */
  self: Value;
  /** Types that were searched (`entityId`), to stop at cycles; null until bases are searched. */
  searched: number[] | null;
}

function functionMembers(i: Inference, value: Value & { kind: 'function' }, wanted: Wanted): readonly Member[] {
  const { file, entity } = value;
  const declared = file.members(entity, wanted.name);
  if (declared.length > 0) return membersFrom(file, declared, null, null);
  const mergedMembers = dialectOf(file).mergedWithFunction?.(i, value, wanted.name) ?? noMembers;
  if (mergedMembers.length > 0) return mergedMembers;
  const searched = (wanted.searched ??= []);
  if (searched.includes(entityId(value)) || searched.length > maxAncestors) return noMembers;
  searched.push(entityId(value));
  return inheritedMembers(i, prototypesOf(i, value, true), wanted);
}

/** Members of the first prototype that has them. */
function inheritedMembers(i: Inference, prototypes: readonly Value[], wanted: Wanted): readonly Member[] {
  if (wanted.name === 'constructor') return [];
  for (const prototype of prototypes) {
    const found = prototypeMembers(i, prototype, wanted);
    if (found.length > 0) return found;
  }
  return [];
}

function prototypeMembers(i: Inference, prototype: Value, wanted: Wanted): readonly Member[] {
  if (prototype.kind === 'instance') return instanceMembers(i, prototype, wanted);
  if (prototype.kind === 'function') return functionMembers(i, prototype, { ...wanted, self: prototype });
  return membersOf(i, prototype, wanted.name, 'variable');
}

function membersNamed(file: ProgramFile, entity: number, name: string): readonly number[] {
  const { membersNamed: ofLanguage } = dialectOf(file);
  return ofLanguage === undefined ? file.members(entity, name) : ofLanguage(file, entity, name);
}

/** The members that instances have: all members, for a class only those that are not static. */
function ofInstances(file: ProgramFile, members: readonly number[], isClass: boolean): readonly number[] {
  if (!isClass) return members;
  for (const member of members) if (file.has(member, entityFlags.static)) return notStatic(file, members);
  return members;
}

function notStatic(file: ProgramFile, members: readonly number[]): readonly number[] {
  return members.filter((member) => !file.has(member, entityFlags.static));
}

const inheritedFirst = [heritage.extends, heritage.mixesIn, heritage.implements];
const mixedFirst = [heritage.mixesIn, heritage.extends, heritage.implements];

function markSearched(wanted: Wanted, type: Typed): void {
  // An array literal takes less memory than an empty array that is pushed to, which gets room for 17 elements.
  if (wanted.searched === null) wanted.searched = [entityId(type)];
  else wanted.searched.push(entityId(type));
}

function instanceMembers(i: Inference, value: Typed, wanted: Wanted): readonly Member[] {
  const { file, entity, environment } = value;
  if (wanted.searched !== null && (wanted.searched.includes(entityId(value)) || wanted.searched.length > maxAncestors))
    return noMembers;
  const kind = file.kind(entity);
  const isClass = kind === entityKinds.class;
  const { attributes } = dialectOf(file);
  if (isClass && attributes !== undefined) return attributes(i, value, wanted);
  const declared = pick(file, ofInstances(file, membersNamed(file, entity, wanted.name), isClass));
  if (declared.length > 0) {
    const own = membersFrom(file, declared, environment, wanted.self);
    const members =
      dialectOf(file).signature !== undefined ? [...own, ...overloadsOfExtensions(i, value, wanted, own)] : own;
    if (dialectOf(file).takesBaseMembers?.(file, entity, wanted.name) !== true) return members;
    markSearched(wanted, value);
    return [...members, ...membersOfBases(i, value, wanted)];
  }
  markSearched(wanted, value);
  if (kind === entityKinds.object) {
    const spread = spreadMembers(i, value, wanted);
    return spread.length > 0 ? spread : inheritedMembers(i, prototypesOf(i, value, false), wanted);
  }
  if (kind === entityKinds.function) return inheritedMembers(i, prototypesOf(i, value, false), wanted);
  if (kind === entityKinds.import || kind === entityKinds.variable) return noMembers;
  // A type may have other declarations (interfaces of one name, extensions), whose members it has too.
  const others = mergedDeclarations(i, { file, entity });
  for (const other of others) {
    const members = pick(other.file, membersNamed(other.file, other.entity, wanted.name));
    if (members.length === 0) continue;
    if (isAmbiguous(file, others, { from: other.file, name: wanted.name })) return noMembers;
    const own = membersFrom(other.file, members, environment, wanted.self);
    return dialectOf(file).signature !== undefined ? [...own, ...overloadsOfExtensions(i, value, wanted, own)] : own;
  }
  const inherited = membersOfBases(i, value, wanted);
  if (inherited.length > 0) return inherited;
  for (const other of others) {
    const found = membersOfBases(i, { kind: value.kind, file: other.file, entity: other.entity, environment }, wanted);
    if (found.length > 0) return found;
  }
  return noMembers;
}

/** Methods of the same name and another signature that other declarations of a type add. */
function overloadsOfExtensions(
  i: Inference,
  { file, entity, environment }: Typed,
  wanted: Wanted,
  own: readonly Member[],
): readonly Member[] {
  const { signature } = dialectOf(file);
  if (signature === undefined || own.some((one) => one.file.kind(one.entity) !== entityKinds.method)) return noMembers;
  const known = new Set(own.map(signature));
  return mergedDeclarations(i, { file, entity }).flatMap((other) => {
    const methods = pick(other.file, membersNamed(other.file, other.entity, wanted.name)).filter(
      (one) => other.file.kind(one) === entityKinds.method,
    );
    const added = methods.filter((one) => !known.has(signature({ file: other.file, entity: one })));
    return membersFrom(other.file, added, environment, wanted.self);
  });
}

function membersOfBases(i: Inference, value: Typed, wanted: Wanted): readonly Member[] {
  const { file, entity } = value;
  const hasBases = file.count(file.get(entity, entityFields.listA)) > 0;
  if (!hasBases) return noMembers;
  const relations = file.rules.mixesInFirst ? mixedFirst : inheritedFirst;
  for (let at = 0; at < relations.length; at++) {
    const bases = ancestors(i, value, relations[at]!);
    for (let base = 0; base < bases.length; base++) {
      // Which initialiser of an external base a call means depends on its labels, which are not compared.
      if (wanted.name === 'constructor' && isExternalExtension(bases[base]!)) continue;
      const found = instanceMembers(i, bases[base]!, wanted);
      if (found.length > 0) return isExternalType(i, value) ? implementedOnly(found) : found;
    }
  }
  return noMembers;
}

/**
 * The members with an implementation. A member that a protocol only requires is the external type's own, so a link to the requirement would be
 * wrong.
 */
function implementedOnly(members: readonly Member[]): readonly Member[] {
  return members.filter(({ file, entity }) => file.has(entity, entityFlags.implemented));
}

/** The members with the wanted name in the last value that is spread into an object literal and has such members. */
function spreadMembers(i: Inference, { file, entity }: Typed, wanted: Wanted): Member[] {
  const pairs = file.list(file.get(entity, entityFields.listA));
  for (let at = pairs.length - 1; at > 0; at -= 2) {
    const found = alternatives(nodeValue(i, file, pairs[at]!)).flatMap((part) =>
      part.kind === 'instance' ? instanceMembers(i, part, wanted) : membersOf(i, part, wanted.name, 'any'),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** The member that is meant, among several of one name (all methods, where the arguments choose among them): with a body, else a getter, else the first. Call signatures without a body are all kept. */
export function pick(file: ProgramFile, members: readonly number[]): readonly number[] {
  return members.length < 2 ? members : pickOne(file, members);
}

function pickOne(file: ProgramFile, members: readonly number[]): readonly number[] {
  if (file.rules.overloadsMembers && members.every((member) => file.kind(member) === entityKinds.method))
    return members;
  const implemented = members.find((member) => file.has(member, entityFlags.implemented));
  if (implemented !== undefined) return [implemented];
  // Which call signature is meant is decided later, by the arguments.
  if (file.name(members[0]!) === '()' || file.name(members[0]!) === 'new') return members;
  return [members.find((member) => file.has(member, entityFlags.getter)) ?? members[0]!];
}

function staticMembers(i: Inference, value: Typed, name: string): readonly Member[] {
  const { attributes } = dialectOf(value.file);
  if (attributes !== undefined && value.file.kind(value.entity) === entityKinds.class)
    return attributes(i, value, { name, self: value });
  const searched = new Set<number>();
  for (let type: Typed | undefined = value; type !== undefined; type = ancestors(i, type, heritage.extends)[0]) {
    const { file, entity } = type;
    const key = entityId(type);
    if (searched.has(key) || searched.size > maxAncestors) return [];
    searched.add(key);
    const all = file.members(entity, name);
    const isClass = file.kind(entity) === entityKinds.class;
    const declared = pick(file, isClass ? all.filter((member) => file.has(member, entityFlags.static)) : all);
    if (declared.length > 0) return membersFrom(file, declared, type.environment, value);
    const inNamespace = namespaceMembers(i, file, entity, name);
    if (inNamespace.length > 0) return inNamespace;
  }
  return [];
}

const noEntities: readonly number[] = [];

/** The entities of a name in a namespace: `entity` itself, or a namespace of its name that is merged with a class, enum or function. */
export function namespaceMembers(i: Inference, file: ProgramFile, entity: number, name: string): readonly Member[] {
  if (file.get(entity, entityFields.parent) !== -1) return noMembers;
  const declarations = file.declared(file.get(entity, entityFields.scope), file.get(entity, entityFields.name));
  for (const declaration of declarations) {
    if (file.kind(declaration) !== entityKinds.namespace) continue;
    const string = file.stringOf(name);
    const ownScope = file.get(declaration, entityFields.ownScope);
    const found = string === -1 ? noEntities : meantAsValue(file, file.declared(ownScope, string));
    const exported =
      found.length === 0
        ? (dialectOf(file).reexported?.(i.program, file, declaration, { name, space: spaces.any }) ?? null)
        : i.program.followEntities(file, found, spaces.any);
    if (exported === null && found.length === 0) continue;
    if (exported?.kind !== 'entities') return [];
    return membersFrom(exported.file, exported.entities, null, null);
  }
  return [];
}

/** The value of `value.name` in a file of a language. */
export function accessedValue(i: Inference, file: ProgramFile, value: Value | null, name: string): Value | null {
  const { attribute, named } = dialectOf(file);
  const member = attribute === undefined ? memberValue(i, value, name) : attribute(i, value, name);
  return named === undefined ? member : named(i, member);
}

/** The value of `value.name`. */
export function memberValue(i: Inference, value: Value | null, name: string): Value | null {
  if (value === null) return null;
  return value.kind === 'union' ? memberOfEach(i, value, name) : memberOfPart(i, value, name);
}

function memberOfEach(i: Inference, value: Value, name: string): Value | null {
  return eachOf(value, (part) => memberOfPart(i, part, name));
}

function memberOfPart(i: Inference, part: Value, name: string): Value | null {
  if (part.kind === 'external') return memberOfExternal(part);
  if (part.kind === 'module') {
    const exported = i.program.exported(part.file, name, spaces.any);
    // A module and a function may share the name: then both are meant.
    const called =
      exported?.kind === 'module' && part.file.rules.separatesModules
        ? i.program.exported(part.file, name, spaces.value)
        : null;
    if (exported !== null && called?.kind === 'entities')
      return union([exportedValue(i, exported), exportedValue(i, called)]);
    if (exported !== null) return exportedValue(i, exported);
    return dialectOf(part.file).submodule?.(i, part.file, name) ?? null;
  }
  const builtin = builtinMember(part, name);
  if (builtin !== undefined) return builtin;
  const members = membersOf(i, part, name, 'variable');
  if (members.length === 0 && (part.kind === 'function' || part.kind === 'static')) {
    const builtinProperty = dialectOf(part.file).functionMember?.(part, name);
    if (builtinProperty !== undefined) return builtinProperty;
  }
  if (members.length === 0 && isTyped(part) && name !== '[]' && isExternalType(i, part)) return { kind: 'external' };
  if (members.length === 0 && part.kind === 'instance' && part.file.rules.implementsImplicitly)
    return embedsExternal(i, part) ? { kind: 'external' } : null;
  // An undeclared property has the type of the index signature, where there is one. A name of `signatureNames` is not a property.
  const hasSignatures =
    part.kind === 'instance' && !part.file.rules.nominal && dialectOf(part.file).members === undefined;
  if (members.length === 0 && hasSignatures && !signatureNames.has(name)) return memberOfPart(i, part, '[]');
  const inSubclasses = isTyped(part)
    ? (dialectOf(part.file).assignedInSubclasses?.(i, part, name, members) ?? noMembers)
    : noMembers;
  const all = inSubclasses.length === 0 ? members : [...members, ...inSubclasses];
  return all.length === 1 ? valueOfMember(i, all[0]!) : valuesOfMembers(i, all);
}

function isTyped(value: Value): value is Typed {
  return value.kind === 'instance' || value.kind === 'static';
}

function valuesOfMembers(i: Inference, members: readonly Member[]): Value | null {
  return union(members.map((member) => valueOfMember(i, member)));
}

/** The element in a loop over a value, or at an unknown index. */
export function elementOf(i: Inference, value: Value | null): Value | null {
  return eachOf(value, (part) => {
    if (part.kind === 'list') return part.of;
    if (part.kind === 'map') return part.of;
    if (part.kind === 'instance') return memberValue(i, part, '[]') ?? valuesOf(i, part);
    return null;
  });
}

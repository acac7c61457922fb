/**
 * External types to which files of the project add members (Swift's extensions, Rust's impls). An instance of the extension represents the type;
 * of several extensions, the nearest one does.
 * Invariant: members that no extension adds to the type are external.
 */
import { entityFields, entityFlags, entityKinds, ops } from '../../model/file-summary.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { namedTarget } from '../resolve/names.ts';
import { type Inference, typeValue } from '../questions/questions.ts';
import { lastName } from '../resolve/last-name.ts';
import type { Value } from '../questions/values.ts';
import { entityId, type Target } from '../program/targets.ts';

/** The project's type that an extension extends; null for an external or unknown one. */
export function extendedType(i: Inference, target: Target): Target | null {
  const found = extendedMeaning(i, target);
  if (found === null || found === 'external') return null;
  const [first] = found.entities;
  if (first === undefined) return null;
  const { file } = found;
  return file.rules.extendsExternal ? aliasedType(i, { file, entity: first }) : { file, entity: first };
}

/** The type for which an entity is an alias; the entity itself where it is none, or where nothing is known of the type. */
function aliasedType(i: Inference, target: Target): Target {
  const { file, entity } = target;
  if (file.kind(entity) !== entityKinds.typeAlias) return target;
  const type = typeValue(i, file, file.get(entity, entityFields.type), null);
  return type?.kind === 'instance' ? { file: type.file, entity: type.entity } : target;
}

/** The meaning of the name of the type that an extension extends. */
function extendedMeaning(i: Inference, { file, entity }: Target): ReturnType<typeof namedTarget> {
  const type = file.get(entity, entityFields.type);
  const name = { path: [file.get(entity, entityFields.name)], scope: file.get(entity, entityFields.scope) };
  const isNamed = type !== 0 && file.op(type) === ops.named;
  return namedTarget(
    i,
    file,
    isNamed ? { path: file.list(file.operand(type, 0)), scope: file.operand(type, 1) } : name,
  );
}

/** Memo of `isExternalType` by entity; valid as long as the inference. */
const externalByEntity = new WeakMap<Inference, Map<number, boolean>>();

/** Whether an entity is an extension of a type that no file of the project declares. */
export function isExternalType(i: Inference, target: Target): boolean {
  const { file, entity } = target;
  if (!file.rules.extendsExternal || !file.has(entity, entityFlags.extension)) return false;
  let memo = externalByEntity.get(i);
  if (memo === undefined) externalByEntity.set(i, (memo = new Map<number, boolean>()));
  let isExternal = memo.get(entityId(target));
  if (isExternal === undefined) {
    const meant = extendedMeaning(i, target);
    memo.set(entityId(target), (isExternal = meant === null || meant === 'external'));
  }
  return isExternal;
}

/** A type's name as it is written, with the scope that it is written in. */
export interface WrittenType {
  /** The names of the path, as indexes of the file's strings. */
  path: readonly number[];
  scope: number;
}

/** The name of an external type, completed so that it differs from those of other external types. */
function fullName(file: ProgramFile, type: WrittenType): string {
  const { fullTypeName } = dialectOf(file);
  return fullTypeName === undefined ? type.path.map((part) => file.text(part)).join('.') : fullTypeName(file, type);
}

function extendedFullName({ file, entity }: Target): string {
  const type = file.get(entity, entityFields.type);
  const isNamed = type !== 0 && file.op(type) === ops.named;
  return isNamed
    ? fullName(file, { path: file.list(file.operand(type, 0)), scope: file.operand(type, 1) })
    : file.name(entity);
}

/** The extensions in the unit of a file that extend an external type with this name. */
export function extensionsOfExternal(i: Inference, file: ProgramFile, name: string): Target[] {
  return i.program.extensions(file, file.summary.unit, name).filter((one) => isExternalType(i, one));
}

/** How far a target is from a file: 0 in the file, 1 in its unit, 2 elsewhere. */
function distance(from: ProgramFile, { file }: Target): number {
  if (file === from) return 0;
  return file.summary.unit === from.summary.unit ? 1 : 2;
}

/** The targets that are nearest to a file. */
export function nearest(file: ProgramFile, targets: readonly Target[]): Target[] {
  const least = Math.min(...targets.map((one) => distance(file, one)));
  return targets.filter((one) => distance(file, one) === least);
}

/** The value of an external type that a file names; null for a type without extensions. */
export function externalType(
  i: Inference,
  file: ProgramFile,
  written: WrittenType,
): (Value & { kind: 'instance' }) | null {
  const last = written.path.at(-1);
  if (!file.rules.extendsExternal || last === undefined) return null;
  const extensions = extensionsOfExternal(i, file, lastName(file.text(last)));
  const name = extensions.length === 0 ? '' : fullName(file, written);
  const [first] = nearest(
    file,
    extensions.filter((one) => extendedFullName(one) === name),
  );
  return first === undefined ? null : { kind: 'instance', ...first, environment: null };
}

/** The other extensions of the external type that an entity extends. */
export function otherExtensions(i: Inference, target: Target): Target[] {
  const name = extendedFullName(target);
  return extensionsOfExternal(i, target.file, target.file.name(target.entity)).filter(
    (one) => (one.file !== target.file || one.entity !== target.entity) && extendedFullName(one) === name,
  );
}

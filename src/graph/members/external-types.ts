/**
 * External types to which files of the project add members (Swift's extensions, Rust's impls). Such a type is represented by an instance of
 * its extension, the nearest where there are several.
 * Invariant: members of such a type that no extension adds are external.
 */
import { entityFields, entityFlags, ops } from '../../model/file-summary.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { namedTarget } from '../resolve/names.ts';
import type { Inference } from '../questions/questions.ts';
import { lastName } from '../resolve/last-name.ts';
import type { Value } from '../questions/values.ts';
import { entityId, type Target } from '../program/targets.ts';

/** The type that an extension extends. */
export function extended(i: Inference, target: Target): Target | null {
  const found = extendedName(i, target);
  if (found === null || found === 'external') return null;
  const [first] = found.entities;
  return first === undefined ? null : { file: found.file, entity: first };
}

/** The meaning of that type's name. */
function extendedName(i: Inference, { file, entity }: Target): ReturnType<typeof namedTarget> {
  const type = file.get(entity, entityFields.type);
  const name = { path: [file.get(entity, entityFields.name)], scope: file.get(entity, entityFields.scope) };
  const isNamed = type !== 0 && file.op(type) === ops.named;
  return namedTarget(
    i,
    file,
    isNamed ? { path: file.list(file.operand(type, 0)), scope: file.operand(type, 1) } : name,
  );
}

/** Whether an extension's type is external; valid as long as the inference. */
const known = new WeakMap<Inference, Map<number, boolean>>();

/** Whether an entity extends a type that no file of the project declares. */
export function isExternalType(i: Inference, target: Target): boolean {
  const { file, entity } = target;
  if (!file.rules.extendsExternal || !file.has(entity, entityFlags.extension)) return false;
  let found = known.get(i);
  if (found === undefined) known.set(i, (found = new Map<number, boolean>()));
  let isExternal = found.get(entityId(target));
  if (isExternal === undefined) {
    const meant = extendedName(i, target);
    found.set(entityId(target), (isExternal = meant === null || meant === 'external'));
  }
  return isExternal;
}

/** A type's name as it is written in its place. */
export interface WrittenType {
  /** Strings. */
  path: readonly number[];
  scope: number;
}

/** The name of an external type, with what distinguishes it from others of its name. */
function fullName(file: ProgramFile, type: WrittenType): string {
  const { fullTypeName } = dialectOf(file);
  return fullTypeName === undefined ? type.path.map((part) => file.text(part)).join('.') : fullTypeName(file, type);
}

function nameExtended({ file, entity }: Target): string {
  const type = file.get(entity, entityFields.type);
  const isNamed = type !== 0 && file.op(type) === ops.named;
  return isNamed
    ? fullName(file, { path: file.list(file.operand(type, 0)), scope: file.operand(type, 1) })
    : file.name(entity);
}

/** All extensions of an external type of that name, seen from a file. */
export function extensionsOfExternal(i: Inference, file: ProgramFile, name: string): Target[] {
  return i.program.extensions(file, file.summary.unit, name).filter((one) => isExternalType(i, one));
}

/** Lower is nearer. */
function distance(from: ProgramFile, { file }: Target): number {
  if (file === from) return 0;
  return file.summary.unit === from.summary.unit ? 1 : 2;
}

/** The targets that are nearest to a file. */
export function nearest(file: ProgramFile, targets: readonly Target[]): Target[] {
  const least = Math.min(...targets.map((one) => distance(file, one)));
  return targets.filter((one) => distance(file, one) === least);
}

/** An external type where it is named; null for one without extensions. */
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
    extensions.filter((one) => nameExtended(one) === name),
  );
  return first === undefined ? null : { kind: 'instance', ...first, environment: null };
}

/** The other extensions of the external type that an entity extends. */
export function otherExtensions(i: Inference, target: Target): Target[] {
  const name = nameExtended(target);
  return extensionsOfExternal(i, target.file, target.file.name(target.entity)).filter(
    (one) => (one.file !== target.file || one.entity !== target.entity) && nameExtended(one) === name,
  );
}

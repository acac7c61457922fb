/**
 * Getters and setters that are declared apart (`get size()`, `set size(n)`): two symbols, of which a site runs one or both. An accessor that is declared
 * in one place (C#'s `Size { get; set; }`) is one symbol for both.
 */
import { entityFields, entityFlags } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import type { Target } from '../program/targets.ts';

/** What a site does with a property: it reads it, writes it, or both (`a.b += 1`). */
export type Access = 'read' | 'write' | 'update';

/**
 * The accessors that a site means by a getter or setter of the name: the getter, the setter, or both. The target itself where it is no such accessor, or
 * where the one that the site needs is not declared beside it.
 */
export function accessorsMeant(target: Target, access: Access): readonly Target[] {
  const { file, entity } = target;
  if (!isHalf(target)) return [target];
  const other = otherHalf(file, entity);
  if (other === -1) return [target];
  const isGetter = file.has(entity, entityFlags.getter);
  const halves: readonly Target[] = [target, { file, entity: other }];
  return access === 'update' ? halves : [halves[(access === 'read') === isGetter ? 0 : 1]!];
}

/**
 * The accessor of a base that an accessor overrides: a setter overrides no getter and the other way round. Null for none.
 * @param base a member of the base with the name of the accessor
 */
export function accessorOverridden(member: Target, base: Target): Target | null {
  if (!isHalf(member) || !isHalf(base)) return base;
  const access = member.file.has(member.entity, entityFlags.getter) ? 'read' : 'write';
  const [meant] = accessorsMeant(base, access);
  return meant!.file.has(meant!.entity, access === 'read' ? entityFlags.getter : entityFlags.setter) ? meant! : null;
}

/** Whether a declaration is a getter or a setter, but not both. */
function isHalf({ file, entity }: Target): boolean {
  return file.has(entity, entityFlags.getter) !== file.has(entity, entityFlags.setter);
}

/** The setter beside a getter, or the getter beside a setter; -1 for none. */
function otherHalf(file: ProgramFile, entity: number): number {
  const parent = file.get(entity, entityFields.parent);
  const name = file.get(entity, entityFields.name);
  const declared =
    parent >= 0 ? file.members(parent, file.text(name)) : file.declared(file.get(entity, entityFields.scope), name);
  const flag = file.has(entity, entityFlags.getter) ? entityFlags.setter : entityFlags.getter;
  const isStatic = file.has(entity, entityFlags.static);
  const other = declared.find(
    (one) => one !== entity && file.has(one, flag) && file.has(one, entityFlags.static) === isStatic,
  );
  return other ?? -1;
}

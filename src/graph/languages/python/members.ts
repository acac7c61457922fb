/** Python: attributes that classes share with their instances, and modules of packages. */
import { membersFrom } from '../../heritage/nominal.ts';
import { pick } from '../../members/members.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { firstFile } from '../../program/first-file.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Member, Typed, Value } from '../../questions/values.ts';
import { assignedInSubclasses, attributeOf, type Attribute } from './attributes.ts';
import { classOrder } from '../../heritage/class-order.ts';

const none: readonly Member[] = [];

/**
 * The members that `super().name` means: those of the first class, after the enclosing one in its class order, that has the name. Null when none
 * has.
 */
export function nextMembers(i: Inference, self: Value | null, name: string): Member[] | null {
  if (self?.kind !== 'instance' && self?.kind !== 'static') return null;
  for (const { file, entity, environment } of classOrder(i, self).slice(1)) {
    const found = pick(file, file.members(entity, name));
    if (found.length > 0) return membersFrom(file, found, environment, self);
  }
  return null;
}

/** Attributes of a class by name. */
export function attributes(
  i: Inference,
  value: Typed,
  { name, self }: { name: string; self: Value },
): readonly Member[] {
  const found = attributeOf(i, value, name);
  return found === null ? none : membersOfAttribute(found, self);
}

function membersOfAttribute({ owner, members }: Attribute, self: Value | null): Member[] {
  return membersFrom(owner.file, pick(owner.file, members), owner.environment, self);
}

/** Members by which subclasses of the class that declares an attribute assign it again. */
export function membersAssignedInSubclasses(
  i: Inference,
  part: Typed,
  name: string,
  members: readonly Member[],
): readonly Member[] {
  if (members.length !== 1) return none;
  return assignedInSubclasses(i, part, name, members[0]!).flatMap((one) => membersOfAttribute(one, part));
}

/** The module of `package.module`. That some file imports the module, as Python demands, is not checked. */
export function submodule(i: Inference, file: ProgramFile, name: string): Value | null {
  if (!file.path.endsWith('/__init__.py') && file.path !== '__init__.py') return null;
  const folder = file.path.slice(0, -'__init__.py'.length);
  const target = firstFile(i.program, file, [`${folder}${name}.py`, `${folder}${name}/__init__.py`]);
  return target === null ? null : { kind: 'module', file: target };
}

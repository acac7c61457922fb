/** Members that code assigns to the values of variables, in languages where any object takes any member. */
import { entityKinds } from '../../model/file-summary.ts';
import { alternatives, holderOf, isHolder, type Value, union } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';

/**
 * A variable's value, with the members that its file assigns to it. Where the value has a type of the project, the collector records the members with
 * the type. A function, an external value or an unknown one gets them only here.
 */
export function withAssigned({ file, entity }: Target, value: Value | null): Value | null {
  if (file.kind(entity) !== entityKinds.variable || file.membersIn(entity).length === 0) return value;
  return alternatives(value).some(isOfProjectType) ? value : union([value, holderOf({ file, entity })]);
}

function isOfProjectType(part: Value): boolean {
  return part.kind !== 'function' && part.kind !== 'external' && !isHolder(part);
}

/** Members that a file assigns to what its variables hold, in languages where any object takes any member. */
import { entityKinds } from '../../model/file-summary.ts';
import { alternatives, holderOf, holdsAdded, type Value, union } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';

/**
 * What a variable holds, with the members that its file assigns to it: where that is of our types these are written to what the types declare,
 * but a function, or what nobody knows, has them from here alone.
 */
export function withAssigned({ file, entity }: Target, held: Value | null): Value | null {
  if (file.kind(entity) !== entityKinds.variable || file.membersIn(entity).length === 0) return held;
  return alternatives(held).some(isOfOurType) ? held : union([held, holderOf({ file, entity })]);
}

function isOfOurType(part: Value): boolean {
  return part.kind !== 'function' && part.kind !== 'external' && !holdsAdded(part);
}

/** What runs when an object is called as if it were a function, in languages where classes can define that. */
import { entityFlags, entityKinds } from '../../model/file-summary.ts';
import type { Target } from '../program/targets.ts';

/** The method that runs when a type's own name is called and the type is an object; null for any other type. */
export function objectCallMember({ file, entity }: Target): string | null {
  const isObject = file.kind(entity) === entityKinds.class && file.has(entity, entityFlags.constant);
  return isObject ? file.rules.callMember : null;
}

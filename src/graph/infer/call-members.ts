/** Calls of objects, in languages where a class can define what such a call runs. */
import { entityFlags, entityKinds } from '../../model/file-summary.ts';
import type { Target } from '../program/targets.ts';

/** The method that a call of a type's name runs, where the type is a singleton object (Scala's and Kotlin's `object`); null for any other type. */
export function objectCallMember({ file, entity }: Target): string | null {
  const isObject = file.kind(entity) === entityKinds.class && file.has(entity, entityFlags.constant);
  return isObject ? file.rules.callMember : null;
}

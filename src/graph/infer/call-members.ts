/** What runs when an object is called as if it were a function, in languages that let classes say so. */
import { entityFlags, entityKinds } from '../../model/link-facts.ts';
import type { Target } from './values.ts';

const names: ReadonlyMap<string, string> = new Map([
  ['python', '__call__'],
  ['kotlin', 'invoke'],
  ['scala', 'apply'],
  ['php', '__invoke'],
  ['lua', '__call'],
  ['swift', 'callAsFunction'],
]);

/** The method that a call of an instance runs; null in a language without one. */
export function callMember(language: string): string | null {
  return names.get(language) ?? null;
}

/** The method that a call by a type's own name runs when the type is an object; null for any other type. */
export function objectCallMember({ file, entity }: Target): string | null {
  if (file.language !== 'scala' && file.language !== 'kotlin') return null;
  return file.kind(entity) === entityKinds.class && file.has(entity, entityFlags.constant)
    ? callMember(file.language)
    : null;
}

/** Members of Rust's types. */
import { entityFlags, entityKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';

/**
 * Members of a type by name. Fields and methods have separate namespaces: a name with a leading dot means a field, any other name never does. (A
 * call of a field has parentheses around it: `(self.f)()`.) Positions of tuples and fields of variants are no plain names.
 */
export function rustMembers(file: ProgramFile, entity: number, name: string): readonly number[] {
  const wantsField = name.startsWith('.');
  const members = file.members(entity, wantsField ? name.slice(1) : name);
  if (members.length === 0 || (!wantsField && !plainName.test(name))) return members;
  for (const member of members)
    if (isField(file, member) !== wantsField) return members.filter((one) => isField(file, one) === wantsField);
  return members;
}

const plainName = /^[\p{L}_][^: ]*$/u;

/** Variants and constants are properties too, which have the flag `implemented`. */
function isField(file: ProgramFile, member: number): boolean {
  return file.kind(member) === entityKinds.property && !file.has(member, entityFlags.implemented);
}

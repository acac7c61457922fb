/** What Rust's types are to the linker. */
import { entityKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';

/** Members of a type by name: fields where a dot stands before it, else methods first, which have names apart from fields. */
export function rustMembers(file: ProgramFile, entity: number, name: string): readonly number[] {
  const isField = name.startsWith('.');
  const members = file.members(entity, isField ? name.slice(1) : name);
  if (members.length === 0 || (members.length === 1 && !isField)) return members;
  const wanted = members.filter((member) => (file.kind(member) === entityKinds.property) === isField);
  return wanted.length > 0 || isField ? wanted : members;
}

/** Members of Rust's types. */
import { entityKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';

/** Members of a type by name. Fields and methods have separate namespaces: a name with a leading dot means a field, any other first a method. */
export function rustMembers(file: ProgramFile, entity: number, name: string): readonly number[] {
  const isField = name.startsWith('.');
  const members = file.members(entity, isField ? name.slice(1) : name);
  if (members.length === 0 || (members.length === 1 && !isField)) return members;
  const wanted = members.filter((member) => (file.kind(member) === entityKinds.property) === isField);
  return wanted.length > 0 || isField ? wanted : members;
}

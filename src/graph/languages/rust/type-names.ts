/** Rust: the full names of external types. */
import { entityFields, entityKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { spaces } from '../../program/spaces.ts';

/** A type's name with the module from which it is imported, which distinguishes types of one name. For a type that is not imported: the written name. */
export function fullTypeName(file: ProgramFile, { path, scope }: { path: readonly number[]; scope: number }): string {
  const texts = path.map((part) => file.text(part));
  const [first] = path;
  if (first === undefined) return texts.join('.');
  const [entity] = file.lookUp(scope, first, spaces.any, false);
  if (entity === undefined || file.kind(entity) !== entityKinds.import) return texts.join('::');
  const module = file.summary.modules[file.get(entity, entityFields.listA)] ?? '';
  const name = file.text(file.get(entity, entityFields.listB));
  return [module, ...(name === '*' ? [] : [name]), ...texts.slice(1)].join('::');
}

/** Rust: the full names of types from outside. */
import { entityFields, entityKinds } from '../../../model/link-facts.ts';
import type { FileFacts } from '../../program/file-facts.ts';
import { spaces } from '../../program/spaces.ts';

/** With what a type is imported from: types of one name may be others. */
export function fullTypeName(file: FileFacts, { path, scope }: { path: readonly number[]; scope: number }): string {
  const texts = path.map((part) => file.text(part));
  const [first] = path;
  if (first === undefined) return texts.join('.');
  const [entity] = file.lookUp(scope, first, spaces.any, false);
  if (entity === undefined || file.kind(entity) !== entityKinds.import) return texts.join('::');
  const module = file.facts.modules[file.get(entity, entityFields.listA)] ?? '';
  const name = file.text(file.get(entity, entityFields.listB));
  return [module, ...(name === '*' ? [] : [name]), ...texts.slice(1)].join('::');
}

/** The entities to which links of a name lead. */
import { entityKinds } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { eachMeant } from '../program/import-alternatives.ts';
import { meantAsValue, type NamedEntities } from './names.ts';
import type { Exported } from '../program/exported.ts';
import type { Target } from '../program/targets.ts';

/** The targets of an export; null where there is no export or an external one, empty for a module or an expression. */
export function exportedTargets(exported: Exported | null): readonly Target[] | null {
  if (exported === null || exported.kind === 'external') return null;
  if ('others' in exported) return eachMeant(exported).flatMap((one) => exportedTargets(one) ?? []);
  if (exported.kind !== 'entities') return [];
  return entityTargets(exported.file, exported.entities);
}

/** The targets among declarations of one name: the declaration that is meant as a value, else the first. */
export function entityTargets(file: ProgramFile, entities: readonly number[]): readonly Target[] {
  return entities.length === 1 ? [{ file, entity: entities[0]! }] : meantTargets(file, entities);
}

function meantTargets(file: ProgramFile, entities: readonly number[]): Target[] {
  const values = meantAsValue(file, entities);
  return (values.length > 0 ? values : entities.slice(0, 1)).map((entity) => ({ file, entity }));
}

/**
 * For each alternative meaning of a name, the declaration that represents its merged declarations: the first that is no variable and no function,
 * else the first.
 */
export function typeTargets(named: NamedEntities): Target[] {
  if (!('others' in named)) return firstType(named);
  return eachMeant(named).flatMap((one) => (one.kind === 'entities' ? firstType(one) : []));
}

function firstType({ file, entities }: NamedEntities): Target[] {
  for (const entity of entities) {
    const kind = file.kind(entity);
    if (kind !== entityKinds.variable && kind !== entityKinds.function) return [{ file, entity }];
  }
  const [first] = entities;
  return first === undefined ? [] : [{ file, entity: first }];
}

/** Kotlin: `actual` declarations and their members override the `expect` declarations of their names, and the members of these. */
import { entityFields, entityFlags, entityKinds, exportForms } from '../../../model/file-summary.ts';
import { isExpected } from './expected-declaration.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { exportersOf } from '../../program/nearest-in-package.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Override } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

const typeKinds: ReadonlySet<number> = new Set([entityKinds.class, entityKinds.interface, entityKinds.typeAlias]);

/** The overrides of `expect` declarations by the `actual` ones of a file. */
export function overridesOfExpected(i: Inference, file: ProgramFile): Override[] {
  const found: Override[] = [];
  const expectedByEntity = new Map<number, readonly Target[]>();
  for (let entity = 0; entity < file.entityCount; entity++) {
    if (!file.has(entity, entityFlags.actual)) continue;
    const targets = expectedBy(i, file, entity, expectedByEntity);
    expectedByEntity.set(entity, targets);
    for (const target of targets) found.push({ member: entity, target });
  }
  return found;
}

/** The `expect` declaration of an `actual` one. @param ofOwners the `expect` declarations of earlier entities: a class precedes its members */
function expectedBy(
  i: Inference,
  file: ProgramFile,
  entity: number,
  ofOwners: ReadonlyMap<number, readonly Target[]>,
): readonly Target[] {
  const name = file.name(entity);
  const owner = file.get(entity, entityFields.parent);
  const unit = i.program.unit(file);
  if (unit === null) return [];
  const declared =
    owner >= 0
      ? (ofOwners.get(owner) ?? []).flatMap((one) =>
          one.file.members(one.entity, name).map((member): Target => ({ file: one.file, entity: member })),
        )
      : exportersOf(i.program, unit, name).flatMap((other) => {
          if (other === file) return [];
          file.reads.add(other.index);
          return other
            .exports(name)
            .flatMap(({ form, a }): Target[] =>
              form === exportForms.own && a !== -1 && isExpected(other, a) ? [{ file: other, entity: a }] : [],
            );
        });
  const isType = typeKinds.has(file.kind(entity));
  const alike = declared.filter((one) => typeKinds.has(one.file.kind(one.entity)) === isType);
  const count = file.list(file.get(entity, entityFields.listA)).length;
  const sameCount = isType
    ? alike
    : alike.filter((one) => one.file.list(one.file.get(one.entity, entityFields.listA)).length === count);
  const [first] = sameCount.length > 0 ? sameCount : alike;
  return first === undefined ? [] : [first];
}

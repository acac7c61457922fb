/** Kotlin: functions that a package has once for each build variant of a module (`src/debug`, `src/release`): a call means any of them. */
import { entityFields, entityFlags, entityKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { areBuildVariants, sharedFolders } from '../../program/shared-folders.ts';
import type { Target } from '../../program/targets.ts';

/** Among functions that match a call equally well: those in other files that a build takes instead of the first one's. */
export function otherBuilds<T extends Target>(asking: ProgramFile, [first, ...others]: readonly T[]): readonly T[] {
  if (first === undefined || !isVariantOf(first)) return [];
  const { path } = first.file;
  return others.filter(
    (one) =>
      isVariantOf(one) &&
      areBuildVariants(path, one.file.path) &&
      sharedFolders(asking.path, path) === sharedFolders(asking.path, one.file.path),
  );
}

/** Whether it is a top-level function without `expect` or `actual`, which are linked by other means. */
function isVariantOf({ file, entity }: Target): boolean {
  const isFree = file.kind(entity) === entityKinds.function && file.get(entity, entityFields.scope) === 0;
  return isFree && !file.has(entity, entityFlags.actual | entityFlags.abstract);
}

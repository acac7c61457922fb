/** Kotlin: functions that a package has once for each build variant of a module (`src/debug`, `src/release`). A call means all variants. */
import { entityFields, entityFlags, entityKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { areBuildVariants } from '../../program/shared-folders.ts';
import { sharedFolders } from '../../../util/shared-folders.ts';
import type { Target } from '../../program/targets.ts';

/** Among functions that match a call equally well: the build variants of the first that are as near to the asking file as the first. */
export function otherBuilds<T extends Target>(asking: ProgramFile, [first, ...others]: readonly T[]): readonly T[] {
  if (first === undefined || !mayBeVariant(first)) return [];
  const { path } = first.file;
  return others.filter(
    (one) =>
      mayBeVariant(one) &&
      areBuildVariants(path, one.file.path) &&
      sharedFolders(asking.path, path) === sharedFolders(asking.path, one.file.path),
  );
}

/** Whether a target is a plain top-level function. `expect` and `actual` functions are linked by `expected-types.ts`. */
function mayBeVariant({ file, entity }: Target): boolean {
  const isTopLevel = file.kind(entity) === entityKinds.function && file.get(entity, entityFields.scope) === 0;
  return isTopLevel && !file.has(entity, entityFlags.actual | entityFlags.abstract);
}

/** What a name in a package means to a file, where several parts of a project may have the package (`nearest-in-package.ts`). */
import { dialectOf } from '../languages/dialect.ts';
import type { Exported } from '../program/exported.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { declaredBy, exportersOf, importedNear, isUnit, nearOf } from '../program/nearest-in-package.ts';
import { sharedFolders } from '../../util/shared-folders.ts';
import { spaces } from '../program/spaces.ts';
import type { Inference } from '../questions/questions.ts';

interface Wanted {
  name: string;
  space: number;
}

/** What a module exports under a name, as `asking` sees it: the declaration for its platform, or the nearest one. */
export function exportedNear(i: Inference, asking: ProgramFile, module: ProgramFile, wanted: Wanted): Exported | null {
  const first = i.program.exported(module, wanted.name, wanted.space);
  const { ofSamePlatform } = dialectOf(asking);
  if (ofSamePlatform !== undefined && first?.kind === 'entities')
    return ofSamePlatform(i, asking, module, wanted.name) ?? first;
  if (first?.kind !== 'entities' || !isUnit(module)) return first;
  const { rules } = asking;
  if (rules.callsByName)
    return nearOf(asking, first, declaredBy(i.program, exportersOf(i.program, module, wanted.name), wanted));
  return rules.nominal ? importedNear(i.program, asking, module, { ...wanted, first }) : first;
}

/** The nearer of two meanings of a name; the first where both are equally near. */
export function nearerOf(asking: ProgramFile, one: Exported, other: Exported): Exported {
  return sharedDepth(asking, other) > sharedDepth(asking, one) ? other : one;
}

/** Whether a declaration is neither in the folder of `asking` nor below it, or unknown. */
export function isFarFrom(asking: ProgramFile, exported: Exported): boolean {
  return sharedDepth(asking, exported) < asking.path.split('/').length - 1;
}

/** How many folders the asking file and a declaration have in common; -1 for an unknown meaning. */
function sharedDepth(asking: ProgramFile, exported: Exported): number {
  if (exported.kind === 'external' || (exported.kind === 'entities' && exported.entities.length === 0)) return -1;
  return sharedFolders(asking.path, exported.file.path);
}

/**
 * The meaning of `package.name`, where several parts of the project have the package: the nearest declaration. Null where that is also the first
 * declaration, or where no other part has the package.
 */
export function inNearestPackage(
  i: Inference,
  asking: ProgramFile,
  module: ProgramFile,
  name: string,
): Exported | null {
  if (!asking.rules.sharesPackages || !isUnit(module)) return null;
  const wanted = { name, space: spaces.any };
  const first = i.program.exported(module, name, spaces.any);
  const found = importedNear(i.program, asking, module, { ...wanted, first });
  return found === first ? null : found;
}

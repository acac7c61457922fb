/** Swift: members of extensions in several modules. */
import type { ProgramFile } from '../../program/program-file.ts';
import type { Target } from '../../program/targets.ts';

/** Whether extensions in two modules other than the type's own have the member: which module is imported is not known here. */
export function isAmbiguous(
  { summary }: ProgramFile,
  extensions: readonly Target[],
  { from, name }: { from: ProgramFile; name: string },
): boolean {
  if (from.summary.unit === summary.unit) return false;
  return extensions.some(
    ({ file, entity }) => file.summary.unit !== from.summary.unit && file.members(entity, name).length > 0,
  );
}

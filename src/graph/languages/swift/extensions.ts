/** Swift: members that extensions in several modules declare. */
import type { ProgramFile } from '../../program/program-file.ts';
import type { Target } from '../../program/targets.ts';

/** Whether extensions in two modules, neither of them the type's, have a member. Which of the modules the asking file imports is not known here. */
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

/** Swift: members of extensions in several modules. */
import type { FileFacts } from '../../program/file-facts.ts';
import type { Target } from '../../program/targets.ts';

/** Whether extensions in two modules beside the type's own have the member; which of them is imported nobody knows here. */
export function isAmbiguous(
  { facts }: FileFacts,
  extensions: readonly Target[],
  { from, name }: { from: FileFacts; name: string },
): boolean {
  if (from.facts.unit === facts.unit) return false;
  return extensions.some(
    ({ file, entity }) => file.facts.unit !== from.facts.unit && file.members(entity, name).length > 0,
  );
}

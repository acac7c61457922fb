/**
 * JavaScript and TypeScript: globals of scripts that a page loads one after the other. Modules do not see them. Which scripts a page loads is not
 * known, so the nearest ones that declare a name are meant.
 */
import { entityFlags } from '../../../model/file-summary.ts';
import { isScript } from '../../../model/link-header.ts';
import { isDeclarationFile } from '../../resolve/declaration-files.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { nearestTargets, sharedFolders } from '../../program/shared-folders.ts';
import type { Target } from '../../program/targets.ts';

/** How many pages of one folder may each have such a name: with more, none is chosen. */
const maxMeant = 4;

/** The meaning of a global for a file; declarations of scripts come last. */
export function withScripts(asking: ProgramFile, targets: readonly Target[]): readonly Target[] {
  return targets.some(isOfScript) ? withSeenScripts(asking, targets) : targets;
}

function withSeenScripts(asking: ProgramFile, targets: readonly Target[]): readonly Target[] {
  const scripts = targets.filter(isOfScript);
  const others = targets.filter((one) => !scripts.includes(one));
  const isSeen = isScript(asking.path, asking.summary);
  const near = scripts.filter((one) => !one.file.has(one.entity, entityFlags.assigned) && isNear(asking, one.file));
  const nearest = isSeen && others.length === 0 ? nearestTargets(asking, near) : [];
  return nearest.length > maxMeant ? others : [...others, ...nearest];
}

/** Whether a script declares it at its top level. */
export function isOfScript({ file, entity }: Target): boolean {
  return !isDeclarationFile(file) && !file.has(entity, entityFlags.global);
}

/** Scripts in these folders are loaded one by one. */
const ofTests = /(?:^|\/)(?:__)?(?:fixtures?|tests?|specs?|testdata|examples?|samples?)(?:__)?\//i;

/** Whether a page may load both: they are in one folder, or in folders side by side. */
function isNear(asking: ProgramFile, { path }: ProgramFile): boolean {
  const shared = sharedFolders(asking.path, path);
  const [up, down] = [asking.path, path].map((one) => one.split('/').length - 1 - shared);
  if (up === 0 && down === 0) return true;
  return up! <= 1 && down! <= 2 && !ofTests.test(asking.path) && !ofTests.test(path);
}

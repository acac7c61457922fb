/**
 * JavaScript and TypeScript: globals of scripts that a page loads one after the other. Modules do not see them. Which scripts a page loads is not
 * known, so a name means the nearest scripts that declare it.
 */
import { entityFlags } from '../../../model/file-summary.ts';
import { isScript } from '../../../model/link-header.ts';
import { isDeclarationFile } from '../../resolve/declaration-files.ts';
import { hasFlag, type GlobalDeclaration } from '../../program/global-declarations.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { nearestTargets } from '../../program/shared-folders.ts';
import { sharedFolders } from '../../../util/shared-folders.ts';

/** The maximum number of nearest scripts that a name may mean; with more of them the name has no target among scripts. */
const maxMeant = 4;

/**
 * Of all declarations of a global, those that a file means. Declarations in scripts count only where `asking` is a script and no other file declares
 * the global.
 */
export function withScripts(asking: ProgramFile, declared: readonly GlobalDeclaration[]): readonly GlobalDeclaration[] {
  return declared.some(isOfScript) ? withSeenScripts(asking, declared) : declared;
}

function withSeenScripts(asking: ProgramFile, declared: readonly GlobalDeclaration[]): readonly GlobalDeclaration[] {
  const scripts = declared.filter(isOfScript);
  const others = declared.filter((one) => !scripts.includes(one));
  const isAskingScript = isScript(asking.path, asking.summary);
  const near = scripts.filter((one) => !hasFlag(one, entityFlags.assigned) && isNear(asking, one.file));
  const nearest = isAskingScript && others.length === 0 ? nearestTargets(asking, near) : [];
  return nearest.length > maxMeant ? others : [...others, ...nearest];
}

/** Whether a global is a top-level declaration of a script. */
export function isOfScript(declaration: GlobalDeclaration): boolean {
  return !isDeclarationFile(declaration.file) && !hasFlag(declaration, entityFlags.global);
}

/** In these folders each script is loaded alone. */
const aloneFolders = /(?:^|\/)(?:__)?(?:fixtures?|tests?|specs?|testdata|examples?|samples?)(?:__)?\//i;

/**
 * Whether a page may load both scripts. They are in one folder; or, unless one is in an `aloneFolders`, the asking script is at most one folder below
 * a common folder, and the other at most two.
 */
function isNear(asking: ProgramFile, { path }: ProgramFile): boolean {
  const shared = sharedFolders(asking.path, path);
  const [up, down] = [asking.path, path].map((one) => one.split('/').length - 1 - shared);
  if (up === 0 && down === 0) return true;
  return up! <= 1 && down! <= 2 && !aloneFolders.test(asking.path) && !aloneFolders.test(path);
}

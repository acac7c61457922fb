/** Scala: declarations that a project has once for each platform or language version that it is built for. */
import type { Exported } from '../../program/exported.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { sharedFolders } from '../../../util/shared-folders.ts';

/** Names of folders that hold one variant: for a platform, or for a version of the language. */
const variantFolder = /^(?:jvm|js|native)(?:-(?:jvm|js|native))*$|^scala-?\d[\w.+-]*$/;

/** Among declarations that are variants of each other, the one for the JVM or the latest version; null for other declarations. */
export function builtFor(asking: ProgramFile, found: readonly Exported[]): Exported | null {
  const depth = Math.min(
    ...found.map((one) => (one.kind === 'external' ? 0 : sharedFolders(asking.path, one.file.path))),
  );
  const folders = found.map((one) => (one.kind === 'external' ? '' : (one.file.path.split('/')[depth] ?? '')));
  if (new Set(folders).size !== found.length || !folders.every((folder) => variantFolder.test(folder))) return null;
  const [first] = folders.toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? 1 : -1));
  return found[folders.indexOf(first!)]!;
}

function rankOf(folder: string): number {
  return folder === 'jvm' ? 0 : folder.startsWith('jvm') ? 1 : folder.startsWith('scala') ? 2 : 3;
}

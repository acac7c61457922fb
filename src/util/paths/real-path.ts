/**
 * Paths with symbolic links resolved, spelled as the file system has them. Only `realpathSync.native` gives that spelling on systems that ignore case, so other
 * files do not call `realpathSync` (real-path.test.ts).
 */
import { realpathSync } from 'node:fs';

/** Throws the system's error where the path does not exist, or access is denied. */
export function requireRealPath(path: string): string {
  return realpathSync.native(path);
}

/** Null where the path does not exist, or access is denied. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

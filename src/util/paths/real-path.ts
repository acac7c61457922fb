/** The path with symbolic links resolved; null where it does not exist, or access is denied. */
import { realpathSync } from 'node:fs';

export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

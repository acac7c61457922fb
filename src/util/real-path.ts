/** Where a path leads, without links on the way; null where it leads nowhere, or nobody may look. */
import { realpathSync } from 'node:fs';

export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** Whether a file has changed on disk since it was indexed, by size and time. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRecord } from '../../store/store.ts';

export function hasChanged(root: string, record: FileRecord): boolean {
  try {
    const stat = lstatSync(
      record.rawPath === null ? join(root, record.path) : Buffer.concat([Buffer.from(`${root}/`), record.rawPath]),
    );
    return stat.size !== record.size || stat.mtimeMs !== record.mtimeMs;
  } catch {
    return true;
  }
}

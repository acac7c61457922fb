/** Compares a file on disk with its record in the index. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRecord } from '../../store/store.ts';

/** Whether the file's size or modification time differs from the indexed one; true if it cannot be read. */
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

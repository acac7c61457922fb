/** What a folder takes on the disk. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What all files below a folder take (bytes). */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const { size } = await lstat(join(entry.parentPath, entry.name));
    bytes += Math.ceil(size / blockBytes) * blockBytes;
  }
  return bytes;
}

/** File systems give a file whole blocks. */
const blockBytes = 4096;

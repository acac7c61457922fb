/** The text of a manifest of packages, as it is on disk. */
import { readSmallFile } from '../../source/read/open-file.ts';
import type { FilesOnDisk } from './files-on-disk.ts';

/** Larger manifests are not read (bytes). */
const maxManifestBytes = 1_000_000;

/** Null for what is no file of the project: a link is not followed, and a pipe is not waited for. */
export function manifestText({ locate }: Pick<FilesOnDisk, 'locate'>, path: string): string | null {
  const location = locate(path);
  return location === null ? null : (readSmallFile(location, maxManifestBytes)?.toString('utf8') ?? null);
}

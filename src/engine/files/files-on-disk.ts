/** The files of an index on disk: where they are, and whether they have changed. */
import { belowRoot, symbolBelowRoot } from '../../util/paths/root-names.ts';
import { fileSystemPath, rawPathOf } from '../../util/bytes/path-bytes.ts';
import type { FileRecord } from '../../store/store.ts';
import { hasChanged } from './changed-file.ts';

export interface FilesOnDisk {
  /** Where a path of the index is on disk; null where it is nowhere. */
  locate: (path: string) => string | Buffer | null;
  /** Whether a file's size or modification time differs from the indexed one; true if it cannot be read. */
  hasChanged: (record: FileRecord) => boolean;
  /** A path that somebody wrote, perhaps an absolute one, as the index has it. */
  below: (given: string) => string;
  /** The same for a symbol's name that may begin with a path. */
  symbolBelow: (given: string) => string;
}

/** The files of a commit, which lie below a root and stay as they were indexed. */
export function unchangingFiles(root: string): FilesOnDisk {
  return { ...filesOnDisk(root), hasChanged: () => false };
}

/** The files below one root. */
export function filesOnDisk(root: string): FilesOnDisk {
  return {
    locate: (path) => fileSystemPath(root, path, rawPathOf(path)),
    hasChanged: (record) => hasChanged(root, record),
    below: (given) => belowRoot(given, root),
    symbolBelow: (given) => symbolBelowRoot(given, root),
  };
}

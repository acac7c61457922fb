/** Compares states of a file or folder by `stat`, without reading it. */
import type { Stats } from 'node:fs';

/** The stat of a file at the last poll; used for polling only. */
export interface Stamp {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  /** Whether the file was changed so shortly before its stat was taken that a later change may have the same times. */
  isFresh: boolean;
}

/** The coarsest clock among file systems in use (FAT), ms: two changes within this time can have the same timestamp. */
export const clockStepMs = 2000;

/** Identifies a file or folder. The inode number of a deleted folder may be reused, but not with the same time of birth. */
export function identityOf(stats: Stats): string {
  return `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`;
}

export function stampOf({ size, mtimeMs, ctimeMs }: Stats): Stamp {
  return { size, mtimeMs, ctimeMs, isFresh: Date.now() - mtimeMs < clockStepMs };
}

export function isSameStamp(a: Stamp, b: Stamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

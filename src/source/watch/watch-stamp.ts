/** Compares states of a file or folder by `stat`, without reading it. */
import type { BigIntStats, Stats } from 'node:fs';

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

/**
 * Identifies a file or folder. The inode number of a deleted folder may be reused, but not with the same time of birth. On Windows the number is enough:
 * NTFS never gives it twice, and shares change the time of birth with each write. It has up to 64 bits there, so that only a `bigint` has all.
 */
export function identityOf(
  { dev, ino, birthtimeMs }: Pick<Stats | BigIntStats, 'dev' | 'ino' | 'birthtimeMs'>,
  platform: string = process.platform,
): string {
  return platform === 'win32' ? `${dev}:${ino}` : `${dev}:${ino}:${birthtimeMs}`;
}

export function stampOf({ size, mtimeMs, ctimeMs }: Stats): Stamp {
  return { size, mtimeMs, ctimeMs, isFresh: Date.now() - mtimeMs < clockStepMs };
}

export function isSameStamp(a: Stamp, b: Stamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

/** What tells one state of a file or folder from another without reading it. */
import type { Stats } from 'node:fs';

/** What a file bore when it was last looked at; kept for polling only. */
export interface Stamp {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  /** It was changed so shortly before that a later change may not show. */
  isFresh: boolean;
}

/** The coarsest clock among file systems in use (FAT): within so long (ms) two changes can bear the same time. */
export const clockStepMs = 2000;
/** The number of a deleted folder may be given again, but not with the same time of birth. */
export function identityOf(stats: Stats): string {
  return `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`;
}

export function stampOf({ size, mtimeMs, ctimeMs }: Stats): Stamp {
  return { size, mtimeMs, ctimeMs, isFresh: Date.now() - mtimeMs < clockStepMs };
}

export function isSameStamp(a: Stamp, b: Stamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

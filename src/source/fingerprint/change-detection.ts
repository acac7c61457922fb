/**
 * What changed since the index was made, by size and times alone. Whether a suspect has really changed is decided later, by its content.
 * Invariant: a file whose content may differ from the indexed one is a suspect.
 */
import type { FileState, SourceFile } from '../../model/file.ts';

export interface ChangePlan {
  /** Indexed files whose size and times are those in the index. */
  unchanged: FileState[];
  /** Files to read: new, with another size or time, or changed so shortly before the last reading that a later change may not show. */
  suspects: SourceFile[];
  /** Indexed files that the walk no longer found. */
  removed: string[];
}

/** The coarsest clock among file systems in use (FAT), ms: two changes within this time can have the same timestamp. */
const clockStepMs = 2000;

/** Compares the indexed files with those that a walk found; `nowMs` is the time of the walk. Keeps the order of the arguments. */
export function planChanges(states: readonly FileState[], files: readonly SourceFile[], nowMs: number): ChangePlan {
  const plan: ChangePlan = { unchanged: [], suspects: [], removed: [] };
  const byPath = new Map<string, FileState>();
  for (const state of states) byPath.set(state.path, state);
  for (const file of files) {
    const state = byPath.get(file.path);
    if (state === undefined) {
      plan.suspects.push(file);
      continue;
    }
    byPath.delete(file.path);
    if (isSurelyUnchanged(state, file, nowMs)) plan.unchanged.push(state);
    else plan.suspects.push(file);
  }
  for (const path of byPath.keys()) plan.removed.push(path);
  return plan;
}

function isSurelyUnchanged(state: FileState, file: SourceFile, nowMs: number): boolean {
  if (state.size !== file.size || state.mtimeMs !== file.mtimeMs) return false;
  if (isChangedSince(state, file)) return false;
  // A `verifiedAtMs` in the future comes from a clock that has been set back since: it proves nothing.
  return state.verifiedAtMs <= nowMs && state.verifiedAtMs - state.mtimeMs >= clockStepMs;
}

/**
 * Whether the system reports a change after the content was read. `cp -p`, `rsync -t` and `touch -r` can leave size and `mtime` as they were.
 */
export function isChangedSince(state: FileState, { ctimeMs }: SourceFile): boolean {
  return ctimeMs > state.verifiedAtMs;
}

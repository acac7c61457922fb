/**
 * What changed since the index was made, from size and times alone; the content of a suspect decides.
 * Invariant: a file whose content may differ from what was indexed is a suspect.
 */
import type { FileState, SourceFile } from '../../model/file.ts';

export interface ChangePlan {
  /** Indexed and, by size and time, the same. */
  unchanged: FileState[];
  /** To be read: new, of another size or time, or changed so shortly before it was read that a later change may not show. */
  suspects: SourceFile[];
  /** Indexed and no longer among the files. */
  removed: string[];
}

/** The coarsest clock among file systems in use (FAT): within so long (ms) two changes can bear the same time. */
const clockStepMs = 2000;

/** Compares what is indexed with what a walk found; `nowMs` is the time of the walk. Order is that of the arguments. */
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
    if (isSettled(state, file, nowMs)) plan.unchanged.push(state);
    else plan.suspects.push(file);
  }
  for (const path of byPath.keys()) plan.removed.push(path);
  return plan;
}

function isSettled(state: FileState, file: SourceFile, nowMs: number): boolean {
  if (state.size !== file.size || state.mtimeMs !== file.mtimeMs) return false;
  if (isChangedSince(state, file)) return false;
  // A reading that lies in the future was made by a clock that has been set back since: it proves nothing.
  return state.verifiedAtMs <= nowMs && state.verifiedAtMs - state.mtimeMs >= clockStepMs;
}

/**
 * Whether the system says that a file was changed after its content was read: it may bear the size and time of before (`cp -p`, `rsync -t`,
 * `touch -r`).
 */
export function isChangedSince(state: FileState, { ctimeMs }: SourceFile): boolean {
  return ctimeMs > state.verifiedAtMs;
}

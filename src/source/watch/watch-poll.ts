/**
 * Polling: compares sizes and times of all folders and files of the watched tree with those of the previous poll.
 * Invariant: a change after one poll is marked by the next one, even where the file system's clock is too coarse to show it. Exception: a
 * change of a rule file is marked only where its size or times show it.
 */
import { lstatSync, type Stats } from 'node:fs';
import { isRuleFile } from './watch-rules.ts';
import { isInternalName } from '../walk/skipped-names.ts';
import type { Mark } from './watch-gather.ts';
import type { GitWatch } from './watch-git.ts';
import { isSameStamp, stampOf, type Stamp } from './watch-stamp.ts';
import type { FolderNode, WatchedTree } from './watch-tree.ts';
import { clockMs } from '../../util/clock.ts';
import { threadCpuMs } from '../../util/cpu-time.ts';

/** Polls take at most these parts of the processor's time, and of the time in which the thread does nothing else but wait for the file system. */
const shares = { work: 1 / 50, busy: 1 / 10 };

/** What a poll took (ms). */
export interface PollCost {
  /** By the processor's time. */
  workMs: number;
  /** By the clock: with what the thread waited for the file system, or for a processor. */
  busyMs: number;
}

/** The pause after a poll (ms). @param leastMs the pause after one that cost nothing */
export function pollPauseMs({ workMs, busyMs }: PollCost, leastMs: number): number {
  // Node 22 tells the processor's time of all threads, which may be more than passed.
  const ofWork = Math.min(workMs, busyMs) * (1 / shares.work - 1);
  return Math.max(leastMs, ofWork, busyMs * (1 / shares.busy - 1));
}

/** Polls all folders and files once. */
export async function pollTree(tree: WatchedTree, mark: (path: string, mark: Mark) => void): Promise<PollCost> {
  const cost = { workMs: 0, busyMs: 0 };
  let started = { workMs: threadCpuMs(), busyMs: clockMs() };
  const count = (): void => {
    cost.workMs += threadCpuMs() - started.workMs;
    cost.busyMs += clockMs() - started.busyMs;
  };
  const pause = async (): Promise<void> => {
    count();
    await tree.timeSlices.rest();
    started = { workMs: threadCpuMs(), busyMs: clockMs() };
  };
  for (const node of tree.nodes.values()) {
    if (tree.timeSlices.isOver()) await pause();
    pollFolder(tree, node, mark);
    if (node.isOtherRepository) continue;
    for (const [name, stamp] of node.files) {
      if (tree.timeSlices.isOver()) await pause();
      const path = node.path + name;
      const stats = tree.stat(path);
      const now = stats === null ? null : stampOf(stats);
      if (now === null || hasChanged(stamp, now, !isRuleFile(name))) mark(path, 'edited');
      // A file that is gone is dropped when its mark is processed.
      if (now !== null) node.files.set(name, now);
    }
  }
  count();
  return cost;
}

/**
 * Whether a file or folder has changed since `before`; false where that is null, before the first poll of a file.
 * @param freshCounts whether a fresh stamp, which may hide a later change, counts as changed. That costs a needless report; for a rule file it
 * would be a needless rescan
 */
function hasChanged(before: Stamp | null, now: Stamp, freshCounts = true): boolean {
  return before !== null && ((freshCounts && before.isFresh) || !isSameStamp(before, now));
}

function pollFolder(tree: WatchedTree, node: FolderNode, mark: (path: string, mark: Mark) => void): void {
  const stats = node.path === '' ? tree.stat('') : tree.stat(node.path.slice(0, -1));
  const path = node.path.slice(0, -1);
  if (stats === null || !stats.isDirectory()) {
    if (path !== '') mark(path, 'moved');
    return;
  }
  const now = stampOf(stats);
  if (!hasChanged(node.stamp, now)) return;
  node.stamp = now;
  if (path !== '') mark(path, 'edited');
  const entries = tree.readNames(node.path) ?? [];
  // There is a `.git` where no repository is recorded, or none where one is. What that means is decided when the mark is processed.
  if (entries.some((entry) => entry.name === '.git') !== (node.repository !== '')) mark(`${node.path}.git`, 'edited');
  if (node.isOtherRepository) return;
  for (const entry of entries) {
    if (isInternalName(entry.name)) continue;
    const isInTree = entry.isFolder ? node.folders.has(entry.name) : node.files.has(entry.name);
    if (!isInTree) mark(node.path + entry.name, 'edited');
  }
}

/** Polls git's own files. @param before their stamps at the previous poll, by location; replaced by the present ones */
export function pollGit(git: GitWatch, before: Map<string, Stamp | null>, mark: (path: string) => void): void {
  for (const { location, path } of git.files()) {
    const now = stampAt(location);
    const previous = before.get(location);
    before.set(location, now);
    if (previous === undefined) continue;
    const isSame = previous === null || now === null ? previous === now : isSameStamp(previous, now);
    if (!isSame) mark(path);
  }
}

function stampAt(location: string): Stamp | null {
  let stats: Stats | undefined;
  try {
    stats = lstatSync(location, { throwIfNoEntry: false });
  } catch {
    return null;
  }
  return stats === undefined ? null : stampOf(stats);
}

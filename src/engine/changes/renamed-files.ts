/**
 * Finds renamed files of the working tree. Git is not allowed to read the working tree here, so it reports a deleted and an added file.
 * Invariant: each file is paired at most once, and the pairs with the most common lines first, as git does between commits.
 */
import type { ChangedContents } from './changed-contents.ts';

/** Limit on the number of pairs that are compared line by line; with more pairs, only equal texts are found. */
const maxPairs = 200;
/** Least number of common lines, as a share of the lines of the longer file. Git has the same limit. */
const leastLikeness = 0.5;

/** Replaces a deleted and an added file by one renamed file, at the added file's position in the list. */
export function joinRenamed(files: readonly ChangedContents[]): ChangedContents[] {
  const deleted = files.filter(({ change, before }) => change.status === 'deleted' && before !== null);
  const added = files.filter(({ change, now }) => change.status === 'added' && now !== null);
  if (deleted.length === 0 || added.length === 0) return [...files];
  const mayCompareLines = deleted.length * added.length <= maxPairs;
  const pairs = deleted
    .flatMap((from) => added.map((to) => ({ from, to, likeness: likeness(from, to, mayCompareLines) })))
    .filter(({ likeness: one }) => one >= leastLikeness)
    .sort((a, b) => b.likeness - a.likeness);
  const renamed = new Map<ChangedContents, ChangedContents>();
  const paired = new Set<ChangedContents>();
  for (const { from, to } of pairs) {
    if (paired.has(from) || renamed.has(to)) continue;
    paired.add(from);
    const change = { ...to.change, status: 'renamed' as const, oldPath: from.change.path, oldId: from.change.oldId };
    renamed.set(to, { ...to, change, before: from.before });
  }
  return files.flatMap((file) => (paired.has(file) ? [] : [renamed.get(file) ?? file]));
}

function likeness(from: ChangedContents, to: ChangedContents, mayCompareLines: boolean): number {
  const [before, now] = [from.before!.text, to.now!.text];
  // All empty files are equal, which says nothing.
  if (from.language !== to.language || before.trim() === '') return 0;
  if (before === now) return 1;
  return mayCompareLines ? commonLines(before.split('\n'), now.split('\n')) : 0;
}

function commonLines(before: readonly string[], now: readonly string[]): number {
  const unmatched = new Map<string, number>();
  for (const line of before) unmatched.set(line, (unmatched.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of now) {
    const count = unmatched.get(line) ?? 0;
    if (count === 0) continue;
    unmatched.set(line, count - 1);
    common++;
  }
  return common / Math.max(before.length, now.length);
}

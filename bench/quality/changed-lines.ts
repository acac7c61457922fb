/** The lines that a commit changed, in a repository that was fetched for the evaluation pack. */
import { execFileSync } from 'node:child_process';

export interface LineRange {
  /** 1-based and inclusive; for an insertion, the line before it. */
  from: number;
  to: number;
}

/**
 * The changed lines in the state before the commit, by path.
 * @param gitDir git directory of the repository
 * @param base the commit before
 */
export function changedLines(
  gitDir: string,
  { base, fix, paths }: { base: string; fix: string; paths: readonly string[] },
): Map<string, LineRange[]> {
  const args = [
    '--git-dir',
    gitDir,
    'diff',
    '--unified=0',
    '--no-color',
    '--no-ext-diff',
    '--no-renames',
    base,
    fix,
    '--',
    ...paths,
  ];
  const patch = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  const changed = new Map<string, LineRange[]>();
  let ranges: LineRange[] = [];
  for (const line of patch.split('\n')) {
    const file = /^--- a\/(.*)$/.exec(line);
    if (file !== null) changed.set(file[1]!, (ranges = []));
    const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (hunk === null) continue;
    const [from, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    ranges.push({ from: Math.max(1, from), to: Math.max(1, from + Math.max(count, 1) - 1) });
  }
  return changed;
}

/**
 * What git said of paths lately: to ask it starts a process.
 * Invariant: nothing is kept longer than what git goes by stays as it is (the index, rule files and configuration of the repository), nor
 * longer than `keptMs`, since the user's own rules lie where nobody looks.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { clockMs } from '../../util/clock.ts';

/** After so long git is asked again (ms). */
const keptMs = 10_000;
/** Folders, and paths of each. */
const keptFolders = 100;
const keptPaths = 2_000;

interface Kept {
  stamp: string;
  untilMs: number;
  isIgnored: Map<string, boolean>;
}

const kept = new Map<string, Kept>();

/**
 * Those of the paths that git ignores, asked only for what is not known.
 * @param repository absolute path of its folder
 * @param rules files below it whose rules hold for the paths, all of which lie in `folder`
 * @param ask null where git has nothing to say
 */
export async function ignoredByGit(
  { repository, folder, rules }: { repository: string; folder: string; rules: readonly string[] },
  paths: readonly string[],
  ask: (paths: readonly string[]) => Promise<Set<string> | null>,
): Promise<Set<string> | null> {
  const stamp = stampOf(repository, rules);
  if (stamp === null) return ask(paths);
  const known = knownOf(`${repository}\0${folder}`, stamp);
  const missing = paths.filter((path) => !known.has(path));
  const told = missing.length === 0 ? new Set<string>() : await ask(missing);
  if (told === null) return null;
  const ignored = new Set(paths.filter((path) => known.get(path) ?? told.has(path)));
  if (known.size + missing.length > keptPaths) known.clear();
  // What has changed while git looked counts for the next time.
  if (stampOf(repository, rules) === stamp) for (const path of missing) known.set(path, told.has(path));
  return ignored;
}

function knownOf(key: string, stamp: string): Map<string, boolean> {
  const now = clockMs();
  const last = kept.get(key);
  if (last !== undefined && last.stamp === stamp && last.untilMs > now) return last.isIgnored;
  const isIgnored = new Map<string, boolean>();
  kept.delete(key);
  kept.set(key, { stamp, untilMs: now + keptMs, isIgnored });
  for (const oldest of kept.keys()) {
    if (kept.size <= keptFolders) break;
    kept.delete(oldest);
  }
  return isIgnored;
}

/** Null where the repository keeps its index elsewhere (a work tree of another, a submodule). */
function stampOf(repository: string, rules: readonly string[]): string | null {
  const index = timesOf(join(repository, '.git/index'));
  if (index === null) return null;
  const others = ['.git/info/exclude', '.git/config', ...rules].map((path) => timesOf(join(repository, path)));
  return [index, ...others].join('\n');
}

function timesOf(path: string): string | null {
  try {
    const { mtimeNs, ctimeNs, size, ino } = lstatSync(path, { bigint: true });
    return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
  } catch {
    // What is not there, or not to be looked at, has no rules for git either.
    return null;
  }
}

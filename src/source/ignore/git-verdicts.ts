/**
 * Recent answers of git about ignored paths, cached because each question starts a process.
 * Invariant: an answer is dropped when anything changes that it depends on (the index, rule files and configuration of the repository). It is also
 * dropped after `cachedMs`, since the user's own rules are in files that are not checked here.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { clockMs } from '../../util/clock.ts';

/** After this time git is asked again (ms). */
const cachedMs = 10_000;
/** Maximum number of folders, and of paths in each. */
const maxFolders = 100;
const maxPaths = 2_000;

interface CachedAnswers {
  stamp: string;
  untilMs: number;
  isIgnored: Map<string, boolean>;
}

const cache = new Map<string, CachedAnswers>();

/**
 * The paths that git ignores. Git is asked only about those that are not cached.
 * @param repository absolute path of the folder that holds `.git`
 * @param folder the folder of all paths, below `repository`
 * @param rules files below `repository` whose rules apply to the paths
 * @param ask returns null where git cannot decide
 */
export async function ignoredByGit(
  { repository, folder, rules }: { repository: string; folder: string; rules: readonly string[] },
  paths: readonly string[],
  ask: (paths: readonly string[]) => Promise<Set<string> | null>,
): Promise<Set<string> | null> {
  const stamp = stampOf(repository, rules);
  if (stamp === null) return ask(paths);
  const cached = cachedAnswers(`${repository}\0${folder}`, stamp);
  const missing = paths.filter((path) => !cached.has(path));
  const answers = missing.length === 0 ? new Set<string>() : await ask(missing);
  if (answers === null) return null;
  const ignored = new Set(paths.filter((path) => cached.get(path) ?? answers.has(path)));
  if (cached.size + missing.length > maxPaths) cached.clear();
  // If something changed while git was running, its answers are not cached.
  if (stampOf(repository, rules) === stamp) for (const path of missing) cached.set(path, answers.has(path));
  return ignored;
}

/** The answers that are cached for a folder; an empty map where they are out of date. */
function cachedAnswers(key: string, stamp: string): Map<string, boolean> {
  const now = clockMs();
  const last = cache.get(key);
  if (last !== undefined && last.stamp === stamp && last.untilMs > now) return last.isIgnored;
  const isIgnored = new Map<string, boolean>();
  cache.delete(key);
  cache.set(key, { stamp, untilMs: now + cachedMs, isIgnored });
  for (const oldest of cache.keys()) {
    if (cache.size <= maxFolders) break;
    cache.delete(oldest);
  }
  return isIgnored;
}

/** Null where the repository keeps its index elsewhere (a linked work tree, a submodule). */
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
    // A file that does not exist or cannot be read has no rules for git either.
    return null;
  }
}

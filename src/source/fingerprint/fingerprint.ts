/**
 * The fingerprint of a work tree: the paths that a walk depends on, and a digest of their `stat` results. While the digest is the same, a
 * walk would find the same files, so a later run needs neither git nor a folder listing.
 * Why that is enough: a folder gets another time when a name in it appears or disappears. A file that is written, replaced or renamed gets another
 * time of change, which no program can set. The paths are every folder that a walk enters, every entry of it that is not ignored, and the
 * files that determine what git ignores, inside the tree and outside. Everything else that a walk depends on is in the key.
 * Invariants: nothing in a fingerprint has changed since two seconds before the walk began (take-fingerprint.ts), so that the walk saw the digested
 * state. What cannot be compared counts as changed.
 */
import type { Stats } from 'node:fs';
import { findGit } from '../git/find-git.ts';
import { hasGitAbove } from '../git/git-folders.ts';
import type { WalkOptions } from '../source.ts';
import { TimeSlices } from '../read/time-slices.ts';
import { StatDigest, EntryLocator, statFollowingLinks } from './stat-digest.ts';

/** Separators of the folders and names in a fingerprint. No file name contains a slash, and no path has two in a row. */
const betweenNames = '/';
const afterFolder = '//';
const betweenFolders = '///';

/** A folder below the root: its bytes as a Latin-1 string, without a final slash. */
export interface FingerprintFolder {
  path: string;
  /** Names of its entries that are digested too. */
  names: readonly string[];
}

interface FingerprintParts {
  /** Absolute paths of files that git reads. That a file does not exist is part of the digest. */
  outside: readonly string[];
  folders: readonly FingerprintFolder[];
  /** Over `outside` and `folders` in this order, each folder before its names. */
  digest: string;
}

export function packFingerprint(key: string, { outside, folders, digest }: FingerprintParts): string {
  const body = folders.map(({ path, names }) =>
    names.length === 0 ? path : path + afterFolder + names.join(betweenNames),
  );
  return `${JSON.stringify([key, digest, outside])}\n${body.join(betweenFolders)}`;
}

/** Everything that a walk depends on besides the tree and git's files. */
export function fingerprintKey(root: string, options: WalkOptions): string {
  const git = findGit(root, options.gitEnvironment);
  const { HOME, XDG_CONFIG_HOME, GIT_CEILING_DIRECTORIES, GIT_DISCOVERY_ACROSS_FILESYSTEM } = git?.environment ?? {};
  return JSON.stringify([
    root,
    options.maxFileSize,
    options.ignorePatterns,
    git?.program ?? null,
    hasGitAbove(root),
    ...[HOME, XDG_CONFIG_HOME, GIT_CEILING_DIRECTORIES, GIT_DISCOVERY_ACROSS_FILESYSTEM],
  ]);
}

/** Whether a walk would find the same files as when the fingerprint was taken. */
export async function isUnchanged(
  root: string,
  options: WalkOptions,
  fingerprint: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = fingerprint.indexOf('\n');
  const [digest, outside] = headOf(root, options, fingerprint.slice(0, end)) ?? [];
  if (digest === undefined || outside === undefined) return false;
  const sum = new StatDigest();
  for (const path of outside) sum.add(statFollowingLinks(path));
  const timeSlices = new TimeSlices(signal);
  const locator = new EntryLocator(root);
  for (const folder of fingerprint.slice(end + 1).split(betweenFolders)) {
    const pathEnd = folder.indexOf(afterFolder);
    const path = pathEnd === -1 ? folder : folder.slice(0, pathEnd);
    if (!addStats(sum, locator.stats(path))) return false;
    if (pathEnd === -1) continue;
    const prefix = path === '' ? '' : `${path}/`;
    for (const name of folder.slice(pathEnd + afterFolder.length).split(betweenNames)) {
      if (timeSlices.isOver()) await timeSlices.yieldToQueries();
      if (!addStats(sum, locator.stats(prefix + name))) return false;
    }
  }
  return sum.value === digest;
}

/** The digest and the outside files of a fingerprint. Null where the key differs, or the text is not a fingerprint. */
function headOf(root: string, options: WalkOptions, head: string): [digest: string, outside: string[]] | null {
  try {
    const [key, digest, outside] = JSON.parse(head) as [string, string, string[]];
    return key === fingerprintKey(root, options) ? [digest, outside] : null;
  } catch {
    // Also where the root is gone: the walk that follows reports that.
    return null;
  }
}

function addStats(sum: StatDigest, stats: Stats | undefined): boolean {
  if (stats === undefined) return false;
  sum.add(stats);
  return true;
}

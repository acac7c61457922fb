/**
 * Lists a project's files. In a work tree git lists them. Elsewhere, and where git cannot (no git, a broken or foreign repository, a root that its
 * repository ignores), a walk of the folders does, by the same ignore rules.
 * Invariants: as in source.ts. The listing is the same every time for the same tree, sorted, with each path once.
 */
import { lstatSync, statSync, type Stats } from 'node:fs';
import type { LeftOut } from '../../model/file.ts';
import { AppError } from '../../model/error.ts';
import { fileSystemPath, rawPathOf } from '../../util/bytes/path-bytes.ts';
import { walkFolders } from './folder-walk.ts';
import { findGit } from '../git/find-git.ts';
import { hasGitAbove } from '../git/git-folders.ts';
import { walkWithGit } from './git-walk.ts';
import { startListing } from './listing.ts';
import { withoutOtherSpellings, type NamedFiles } from './other-spellings.ts';
import { errorCode } from '../read/open-file.ts';
import type { Walk } from '../source.ts';

export const walk: Walk = async (root, options, signal) => {
  requireFolder(root);
  const listing = startListing(root, options, signal);
  listing.timeSlices.throwIfCancelled();
  const git = hasGitAbove(root) ? findGit(root, options.gitEnvironment) : null;
  const usedGit = git !== null && (await walkWithGit(listing, git, signal));
  if (!usedGit) await walkFolders(listing, '', listing.configured);
  listing.timeSlices.throwIfCancelled();
  const listed = listing.files.sort(byPath).filter((file, index, all) => file.path !== all[index - 1]?.path);
  const files = usedGit ? withoutOtherSpellings(listed, disk(root)) : listed;
  return { files, leftOut: withoutDuplicates(listing.leftOut.sort(byPath)), usedGit };
};

function disk(root: string): Pick<NamedFiles, 'stat'> {
  const stat = (path: string): Stats | null => {
    try {
      return lstatSync(fileSystemPath(root, path, rawPathOf(path)), { throwIfNoEntry: false }) ?? null;
    } catch {
      return null;
    }
  };
  return { stat };
}

function requireFolder(root: string): void {
  let problem = 'is not a folder';
  try {
    if (statSync(root).isDirectory()) return;
  } catch (error) {
    problem = `cannot be opened (${errorCode(error)})`;
  }
  throw new AppError('FileSystemError', `${root} ${problem}`, { hint: 'Give the path of a folder that can be read.' });
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** A path may be left out for two reasons (git's rules and ours; a link that is listed and that git also ignores). The one with a detail is kept. */
function withoutDuplicates(sorted: readonly LeftOut[]): LeftOut[] {
  const kept: LeftOut[] = [];
  for (const entry of sorted) {
    const last = kept[kept.length - 1];
    if (last?.path !== entry.path) kept.push(entry);
    else if (last.detail === null && entry.detail !== null) kept[kept.length - 1] = entry;
  }
  return kept;
}

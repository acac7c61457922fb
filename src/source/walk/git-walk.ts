/**
 * Walks a git work tree: git names the files (tracked, and untracked but not ignored), and each is looked at once.
 * Invariants: what git says is a name and no more (an index can be forged): nothing outside the root, no version control's own file,
 * nothing behind a link is looked at; submodules that are checked out are listed like folders of the project.
 */
import { lstatSync, type Stats } from 'node:fs';
import { fileSystemPath, pathBytes, rawPathOf } from '../../util/bytes/path-bytes.ts';
import { walkFolders } from './folder-walk.ts';
import type { GitCommand } from '../git/find-git.ts';
import { nameFiles, type GitNames } from '../git/git-names.ts';
import { ignoredBy, type IgnoreScope } from '../ignore/ignore-rules.ts';
import { addEntry, scoutIgnoreName, symlinkLeftOut, withIgnoreFile, type Listing } from './listing.ts';
import { errorCode } from '../read/open-file.ts';
import { isForeignPath } from './skipped-names.ts';

interface GitWalk {
  listing: Listing;
  git: GitCommand;
  signal: AbortSignal | undefined;
  /** By path, `` or ending in `/`. */
  folders: Map<string, FolderState>;
  /** Folders that have a `.code-scoutignore`. */
  withRules: Set<string>;
}

/** A folder on the way to a file, looked at once. */
interface FolderState {
  /** A link, ignored, unreadable or not there: nothing below it is looked at. */
  out: boolean;
  scout: IgnoreScope | null;
}

const outState: FolderState = { out: true, scout: null };

/** Fills the listing; false (and nothing filled) when git cannot name this root's files. */
export async function walkWithGit(
  listing: Listing,
  git: GitCommand,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return walkRepository({ listing, git, signal, folders: new Map(), withRules: new Set() }, '');
}

/** One repository, or the part of it below `prefix` (`` or ending in `/`), and its submodules. */
async function walkRepository(walk: GitWalk, prefix: string): Promise<boolean> {
  const named = await namesBelow(walk, prefix);
  if (named === null) return false;
  // Git says so of a root that it ignores as a whole: whoever names such a folder wants to see what is in it.
  if (prefix === '' && named.files.length === 0 && named.ignored.length === 1 && named.ignored[0] === './')
    return false;
  const { listing } = walk;
  for (const list of [named.files, named.ignored]) {
    for (const path of list) {
      if (path.endsWith(scoutIgnoreName)) walk.withRules.add(path.slice(0, -scoutIgnoreName.length));
    }
  }
  if (prefix === '') walk.folders.set('', { out: false, scout: rulesOf(walk, '', listing.configured) });
  const submodules: string[] = [];
  let previous = '';
  for (const path of named.files) {
    // Git names a file with merge conflicts once for each version.
    if (path === previous) continue;
    previous = path;
    if (listing.slices.isOver()) await listing.slices.standBack();
    if (isForeignPath(path)) continue;
    if (path.endsWith('/')) {
      if (!folderState(walk, path).out) listing.leftOut.push({ path, reason: 'nestedRepository', detail: null });
    } else if (addNamed(walk, path)) submodules.push(path + '/');
  }
  await addIgnored(walk, named.ignored);
  listing.leftOut.push(...named.unreadable);
  for (const path of submodules) await walkSubmodule(walk, path);
  return true;
}

async function walkSubmodule(walk: GitWalk, path: string): Promise<void> {
  const state = folderState(walk, path);
  if (state.out || !hasDotGit(walk, path)) return;
  if (!(await walkRepository(walk, path))) await walkFolders(walk.listing, path, state.scout);
}

function hasDotGit(walk: GitWalk, path: string): boolean {
  try {
    return lstatSync(locate(walk, path + '.git'), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function locate(walk: GitWalk, path: string): string | Buffer {
  return fileSystemPath(walk.listing.root, path, rawPathOf(path));
}

/** The names below a folder of the root, as paths below the root. */
async function namesBelow(walk: GitWalk, prefix: string): Promise<GitNames | null> {
  // A working directory cannot be given as bytes.
  if (rawPathOf(prefix) !== null) return null;
  const folder = prefix === '' ? walk.listing.root : `${walk.listing.root}/${prefix}`;
  const names = await nameFiles(walk.git, folder, walk.signal);
  walk.listing.slices.throwIfCancelled();
  if (names === null || prefix === '') return names;
  return {
    files: names.files.map((path) => prefix + path),
    ignored: names.ignored.map((path) => prefix + path),
    unreadable: names.unreadable.map((entry) => ({ ...entry, path: prefix + entry.path })),
  };
}

/** Files one name; true when it is a folder, which is how a submodule is named. */
function addNamed(walk: GitWalk, path: string): boolean {
  const state = folderState(walk, path.slice(0, path.lastIndexOf('/') + 1));
  if (state.out) return false;
  const rule = state.scout === null ? null : ignoredBy(state.scout, byteString(path), false);
  if (rule === null) return addEntry(walk.listing, path, rawPathOf(path));
  if (lookAt(walk, path) !== undefined) walk.listing.leftOut.push({ path, reason: 'ignored', detail: rule });
  return false;
}

function folderState(walk: GitWalk, path: string): FolderState {
  let state = walk.folders.get(path);
  if (state === undefined) {
    const parent = folderState(walk, path.slice(0, path.lastIndexOf('/', path.length - 2) + 1));
    state = parent.out ? outState : lookAtFolder(walk, path, parent.scout);
    walk.folders.set(path, state);
  }
  return state;
}

function lookAtFolder(walk: GitWalk, path: string, above: IgnoreScope | null): FolderState {
  const { leftOut } = walk.listing;
  const name = path.slice(0, -1);
  const stats = lookAt(walk, name);
  if (stats === undefined) return outState;
  if (!stats.isDirectory()) {
    if (stats.isSymbolicLink()) leftOut.push(symlinkLeftOut(name, locate(walk, name)));
    return outState;
  }
  const rule = above === null ? null : ignoredBy(above, byteString(name), true);
  if (rule !== null) {
    leftOut.push({ path, reason: 'ignored', detail: rule });
    return outState;
  }
  return { out: false, scout: rulesOf(walk, path, above) };
}

/** What stands at a path; undefined when nothing does or it cannot be reached (which is noted). */
function lookAt(walk: GitWalk, path: string): Stats | undefined {
  try {
    return lstatSync(locate(walk, path), { throwIfNoEntry: false });
  } catch (error) {
    walk.listing.leftOut.push({ path, reason: 'unreadable', detail: errorCode(error) });
    return undefined;
  }
}

function rulesOf(walk: GitWalk, folder: string, above: IgnoreScope | null): IgnoreScope | null {
  return walk.withRules.has(folder) ? withIgnoreFile(walk.listing, above, byteString(folder), scoutIgnoreName) : above;
}

/** The path as the ignore rules see it. */
export function byteString(path: string): string {
  return /[^\0-\x7f]|\\x/.test(path) ? Buffer.from(pathBytes(path)).toString('latin1') : path;
}

/** Git names a folder all of whose files are ignored, and these as well; only what has nothing named below it is ignored itself. */
async function addIgnored(walk: GitWalk, ignored: readonly string[]): Promise<void> {
  for (const [index, path] of ignored.entries()) {
    if (walk.listing.slices.isOver()) await walk.listing.slices.standBack();
    const next = ignored[index + 1];
    const hasMore = path.endsWith('/') && next?.startsWith(path) === true;
    if (hasMore || isForeignPath(path)) continue;
    const parent = folderState(walk, path.slice(0, path.lastIndexOf('/', path.length - 2) + 1));
    if (!parent.out) walk.listing.leftOut.push({ path, reason: 'ignored', detail: null });
  }
}

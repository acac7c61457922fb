/**
 * Walks a git work tree: git lists the names (tracked, and untracked but not ignored), and each is checked with one stat.
 * Invariants: git's answers are trusted as names only, since an index can be forged. Nothing outside the root, no file of version control, and
 * nothing behind a link is read. Submodules that are checked out are listed like folders of the project.
 */
import { lstatSync, type Stats } from 'node:fs';
import { fileSystemPath, pathBytes, rawPathOf } from '../../util/bytes/path-bytes.ts';
import { walkFolders } from './folder-walk.ts';
import type { GitCommand } from '../git/find-git.ts';
import { nameFiles, type GitNames } from '../git/git-names.ts';
import { ignoringRule } from '../ignore/confined-rules.ts';
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
  /** Folders that contain a `.code-scoutignore`. */
  foldersWithRules: Set<string>;
}

/** A folder on the way to a file, checked once. */
interface FolderState {
  /** A link, ignored, unreadable or missing: nothing below it is read. */
  isExcluded: boolean;
  scout: IgnoreScope | null;
}

const excludedFolder: FolderState = { isExcluded: true, scout: null };

/** Fills the listing; returns false (and fills nothing) when git cannot list the files of this root. */
export async function walkWithGit(
  listing: Listing,
  git: GitCommand,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return walkRepository({ listing, git, signal, folders: new Map(), foldersWithRules: new Set() }, '');
}

/** Walks one repository, or its part below `prefix` (`` or ending in `/`), and its submodules. */
async function walkRepository(walk: GitWalk, prefix: string): Promise<boolean> {
  const names = await namesBelow(walk, prefix);
  if (names === null) return false;
  // `./` means that git ignores the root as a whole. Whoever names an ignored root wants to see its content, so the folders are walked instead.
  if (prefix === '' && names.files.length === 0 && names.ignored.length === 1 && names.ignored[0] === './')
    return false;
  const { listing } = walk;
  for (const list of [names.files, names.ignored]) {
    for (const path of list) {
      if (path.endsWith(scoutIgnoreName)) walk.foldersWithRules.add(path.slice(0, -scoutIgnoreName.length));
    }
  }
  if (prefix === '') walk.folders.set('', { isExcluded: false, scout: rulesOf(walk, '', listing.configured) });
  const submodules: string[] = [];
  let previous = '';
  for (const path of names.files) {
    // Git lists a file with merge conflicts once for each version.
    if (path === previous) continue;
    previous = path;
    if (listing.timeSlices.isOver()) await listing.timeSlices.yieldToQueries();
    if (isForeignPath(path)) continue;
    if (path.endsWith('/')) {
      if (!folderState(walk, path).isExcluded) listing.leftOut.push({ path, reason: 'nestedRepository', detail: null });
    } else if (addNamed(walk, path)) submodules.push(path + '/');
  }
  await addIgnored(walk, names.ignored);
  if (prefix === '' && names.files.length === 0) await nameRule(walk);
  listing.leftOut.push(...names.unreadable);
  for (const path of submodules) await walkSubmodule(walk, path);
  return true;
}

async function walkSubmodule(walk: GitWalk, path: string): Promise<void> {
  const state = folderState(walk, path);
  if (state.isExcluded || !hasDotGit(walk, path)) return;
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
  walk.listing.timeSlices.throwIfCancelled();
  if (names === null || prefix === '') return names;
  return {
    files: names.files.map((path) => prefix + path),
    ignored: names.ignored.map((path) => prefix + path),
    unreadable: names.unreadable.map((entry) => ({ ...entry, path: prefix + entry.path })),
  };
}

/** Adds one name; true when it is a folder, which is how a submodule is listed. */
function addNamed(walk: GitWalk, path: string): boolean {
  const state = folderState(walk, path.slice(0, path.lastIndexOf('/') + 1));
  if (state.isExcluded) return false;
  const rule = state.scout === null ? null : ignoredBy(state.scout, byteString(path), false);
  if (rule === null) return addEntry(walk.listing, path, rawPathOf(path));
  if (statOf(walk, path) !== undefined) walk.listing.leftOut.push({ path, reason: 'ignored', detail: rule });
  return false;
}

/** The state of a folder (`` or ending in `/`), which is checked once, after the folders above it. */
function folderState(walk: GitWalk, path: string): FolderState {
  let state = walk.folders.get(path);
  if (state === undefined) {
    const parent = folderState(walk, path.slice(0, path.lastIndexOf('/', path.length - 2) + 1));
    state = parent.isExcluded ? excludedFolder : checkFolder(walk, path, parent.scout);
    walk.folders.set(path, state);
  }
  return state;
}

function checkFolder(walk: GitWalk, path: string, above: IgnoreScope | null): FolderState {
  const { leftOut } = walk.listing;
  const name = path.slice(0, -1);
  const stats = statOf(walk, name);
  if (stats === undefined) return excludedFolder;
  if (!stats.isDirectory()) {
    if (stats.isSymbolicLink()) leftOut.push(symlinkLeftOut(name, locate(walk, name)));
    return excludedFolder;
  }
  const rule = above === null ? null : ignoredBy(above, byteString(name), true);
  if (rule !== null) {
    leftOut.push({ path, reason: 'ignored', detail: rule });
    return excludedFolder;
  }
  return { isExcluded: false, scout: rulesOf(walk, path, above) };
}

/** The stat of a path; undefined when it does not exist or cannot be reached (which is recorded). */
function statOf(walk: GitWalk, path: string): Stats | undefined {
  try {
    return lstatSync(locate(walk, path), { throwIfNoEntry: false });
  } catch (error) {
    walk.listing.leftOut.push({ path, reason: 'unreadable', detail: errorCode(error) });
    return undefined;
  }
}

function rulesOf(walk: GitWalk, folder: string, above: IgnoreScope | null): IgnoreScope | null {
  return walk.foldersWithRules.has(folder)
    ? withIgnoreFile(walk.listing, above, byteString(folder), scoutIgnoreName)
    : above;
}

/** The path in the form that the ignore rules use. */
export function byteString(path: string): string {
  return /[^\0-\x7f]|\\x/.test(path) ? Buffer.from(pathBytes(path)).toString('latin1') : path;
}

/**
 * Adds what git ignores. Git also lists a folder whose files are all ignored, followed by these files. So a folder itself is ignored only if no
 * name below it is listed.
 */
async function addIgnored(walk: GitWalk, ignored: readonly string[]): Promise<void> {
  for (const [index, path] of ignored.entries()) {
    if (walk.listing.timeSlices.isOver()) await walk.listing.timeSlices.yieldToQueries();
    const next = ignored[index + 1];
    const hasMore = path.endsWith('/') && next?.startsWith(path) === true;
    if (hasMore || isForeignPath(path)) continue;
    const parent = folderState(walk, path.slice(0, path.lastIndexOf('/', path.length - 2) + 1));
    if (!parent.isExcluded) walk.listing.leftOut.push({ path, reason: 'ignored', detail: null });
  }
}

/** In a project without any other file, the first ignored one says by which rule: somebody wants to know. */
async function nameRule({ listing, git, signal }: GitWalk): Promise<void> {
  const at = listing.leftOut.findIndex(({ reason, detail }) => reason === 'ignored' && detail === null);
  const first = listing.leftOut[at];
  if (first === undefined) return;
  const detail = await ignoringRule({ git, start: listing.root, signal }, first.path);
  listing.leftOut[at] = { ...first, detail };
}

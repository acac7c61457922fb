/**
 * Walks folders where git cannot list the files: applies `.gitignore` and `.code-scoutignore` at every level, and includes hidden files.
 * Names are byte strings (`latin1`) internally, so that every name is preserved. Invariants: no link is followed, so there are no loops; an
 * ignored folder is not entered; a folder that cannot be read is one `LeftOut`.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { AppError } from '../../model/error.ts';
import { displayPath, fileSystemPath, pathBytes } from '../../util/bytes/path-bytes.ts';
import { ignoredBy, type IgnoreScope } from '../ignore/ignore-rules.ts';
import { addEntry, scoutIgnoreName, withIgnoreFile, type Listing } from './listing.ts';
import { errorCode, readSmallFile } from '../read/open-file.ts';
import { isInternalName } from './skipped-names.ts';

interface Folder {
  /** Path below the root, as bytes: `` or ending in `/`. */
  bytes: string;
  /** The displayed path. */
  path: string;
  /** Whether the displayed path cannot be converted back to the bytes. */
  needsBytes: boolean;
  git: IgnoreScope | null;
  scout: IgnoreScope | null;
  /** Whether the folder is in a repository that the walk has entered. Then a nested repository is left out, unless it is a submodule. */
  isInRepository: boolean;
}

interface Entry {
  name: string;
  isFolder: boolean;
}

/** Walks from a folder (displayed path: `` or ending in `/`), with the rules of `.code-scoutignore` that apply there. */
export async function walkFolders(listing: Listing, start: string, scout: IgnoreScope | null): Promise<void> {
  const bytes = Buffer.from(pathBytes(start)).toString('latin1');
  const needsBytes = displayPath(Buffer.from(bytes, 'latin1')).rawPath !== null;
  const pending: Folder[] = [{ bytes, path: start, needsBytes, git: null, scout, isInRepository: false }];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = readFolder(listing, folder);
    const inside = entries === null ? null : enterFolder(listing, folder, entries, folder.bytes === bytes);
    if (entries === null || inside === null) continue;
    for (const { name, isFolder } of entries) {
      if (listing.timeSlices.isOver()) await listing.timeSlices.yieldToQueries();
      if (isInternalName(name)) continue;
      const end = isFolder ? '/' : '';
      const below = inside.bytes + name + end;
      const shown = needsEscape.test(name) ? displayPath(Buffer.from(name, 'latin1')) : null;
      const path = inside.path + (shown?.path ?? name) + end;
      const needsBytes = inside.needsBytes || (shown !== null && shown.rawPath !== null);
      const rule = ignoringRule(inside, inside.bytes + name, isFolder);
      if (rule !== null) listing.leftOut.push({ path, reason: 'ignored', detail: rule });
      else if (isFolder) pending.push({ ...inside, bytes: below, path, needsBytes });
      else addEntry(listing, path, needsBytes ? new Uint8Array(Buffer.from(below, 'latin1')) : null);
    }
  }
}

/** Names whose displayed form differs from their bytes. */
const needsEscape = /[\x80-\xff]|\\x/;

function ignoringRule(folder: Folder, path: string, isFolder: boolean): string | null {
  return ignoredBy(folder.git, path, isFolder) ?? ignoredBy(folder.scout, path, isFolder);
}

function readFolder(listing: Listing, folder: Folder): Entry[] | null {
  try {
    return readEntries(locate(listing, folder, ''));
  } catch (error) {
    const code = errorCode(error);
    // Without a free descriptor every folder seems unreadable. The walk fails then, since the files below must not be taken for deleted.
    const isStarved = code === 'EMFILE' || code === 'ENFILE';
    if (folder.path === '' || isStarved) {
      const hint = isStarved
        ? 'Too many files are open: raise the limit (`ulimit -n 1024`) and try again.'
        : 'Check that it is there and that you may read it.';
      const path = folder.path === '' ? listing.root : folder.path;
      throw new AppError('FileSystemError', `Cannot read the folder ${path} (${code})`, { hint, cause: error });
    }
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      listing.leftOut.push({ path: folder.path, reason: 'unreadable', detail: code });
    }
    return null;
  }
}

function readEntries(location: string | Buffer): Entry[] {
  try {
    const entries = readdirSync(location, { encoding: 'latin1', withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch {
    // On a file system without entry types Node stats each name itself, which fails for names that are not ASCII in `latin1`.
    return readdirSync(location, { encoding: 'latin1' }).map((name) => {
      const path = Buffer.concat([Buffer.from(location), Buffer.from('/'), Buffer.from(name, 'latin1')]);
      return { name, isFolder: lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false };
    });
  }
}

/** The folder with the rules of its own ignore files. Null when it is a nested repository, which is then left out. */
function enterFolder(listing: Listing, folder: Folder, entries: readonly Entry[], isStart: boolean): Folder | null {
  const inside = { ...folder };
  const dotGit = entries.find((entry) => entry.name === '.git');
  const repository = dotGit === undefined ? null : repositoryKind(listing, folder, dotGit.isFolder);
  if (repository !== null) {
    if (folder.isInRepository && repository !== 'submodule' && !isStart) {
      listing.leftOut.push({ path: folder.path, reason: 'nestedRepository', detail: null });
      return null;
    }
    // Every repository has its own rules.
    const hasExclude = isRealFolder(locate(listing, folder, '.git/info'));
    inside.git = hasExclude ? withIgnoreFile(listing, null, folder.bytes, '.git/info/exclude') : null;
    inside.isInRepository = true;
  }
  for (const { name, isFolder } of entries) {
    if (isFolder) continue;
    if (name === '.gitignore') inside.git = withIgnoreFile(listing, inside.git, folder.bytes, name);
    else if (name === scoutIgnoreName) inside.scout = withIgnoreFile(listing, inside.scout, folder.bytes, name);
  }
  return inside;
}

/** Maximum size of a `.git` file or a `HEAD` (bytes). */
const maxPointerSize = 4096;

/** What the `.git` in a folder makes the folder. The path in a `.git` file distinguishes a submodule from a linked work tree. */
function repositoryKind(listing: Listing, folder: Folder, isFolder: boolean): 'repository' | 'submodule' | null {
  const content = readSmallFile(locate(listing, folder, isFolder ? '.git/HEAD' : '.git'), maxPointerSize);
  if (isFolder) return content === null ? null : 'repository';
  const text = content?.toString('latin1') ?? '';
  if (!text.startsWith('gitdir:')) return null;
  return text.includes('/modules/') ? 'submodule' : 'repository';
}

function isRealFolder(location: string | Buffer): boolean {
  try {
    return lstatSync(location).isDirectory();
  } catch {
    return false;
  }
}

/** The location of a name (ASCII) in a folder, for `fs`. */
function locate(listing: Listing, folder: Folder, name: string): string | Buffer {
  return fileSystemPath(
    listing.root,
    folder.path + name,
    folder.needsBytes ? Buffer.from(folder.bytes + name, 'latin1') : null,
  );
}

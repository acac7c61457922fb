/** The present entries of one folder, with what the index knows about them. */
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { posix } from 'node:path';
import { AppError } from '../../model/error.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import type { Opened } from '../../source/read/confined-file.ts';
import { closedPath, shownPath, type FilePermissions } from '../../source/read/confined-path.ts';
import { ignoredPaths, type PathToJudge } from '../../source/ignore/confined-rules.ts';
import { specialKind } from '../../source/walk/listing.ts';
import { errorCode } from '../../source/read/open-file.ts';
import { judgeName } from '../../source/walk/skipped-names.ts';
import type { FileRecord, Store } from '../../store/store.ts';
import { displayPath } from '../../util/bytes/path-bytes.ts';
import { lazyFiles } from '../../util/lazy-module.ts';
import type { DirectoryEntry, DirectoryListing } from '../types.ts';

export interface ListingRequest {
  data: ParseWorkerData;
  permissions: FilePermissions;
  store: Store | null;
  offset: number;
  limit: number;
  signal?: AbortSignal | undefined;
}

interface Name {
  /** The name as text, even if its bytes are not valid UTF-8. */
  name: string;
  bytes: Buffer;
  isFolder: boolean;
}

/** @param folder an open folder; the caller closes it */
export async function listFolder(folder: Opened, request: ListingRequest): Promise<DirectoryListing> {
  const prefix = folder.path === '' ? '' : `${folder.path}/`;
  const names = await namesIn(folder);
  const indexed = await indexedNames(prefix, request.store);
  const { shown, ignored } = await withoutIgnored(prefix, names, indexed, request);
  const folders = shown.filter(({ isFolder }) => isFolder);
  const rest = shown.filter(({ isFolder }) => !isFolder);
  // Files are counted apart from links and special files.
  const others = rest.filter(({ isFile }) => !isFile).length;
  const page = [...folders, ...rest].slice(request.offset, request.offset + request.limit);
  const records = await recordsOf(prefix, page, request.store);
  return {
    path: folder.path,
    via: folder.via,
    folders: folders.length,
    files: rest.length - others,
    others,
    ignored,
    entries: page.map((name) => {
      const isIndexed = indexed.has(name.name);
      return entryOf({ folder, prefix, name, isIndexed, record: records.get(prefix + name.name) }, request);
    }),
  };
}

type Listed = Name & { isFile: boolean };

async function namesIn({ location, path }: Opened): Promise<Listed[]> {
  try {
    const entries = await lazyFiles().readdir(location, { encoding: 'buffer', withFileTypes: true });
    return entries
      .map((entry) => {
        const name = displayPath(entry.name).path;
        return { name, bytes: entry.name, isFolder: entry.isDirectory(), isFile: entry.isFile() };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw new AppError('FileSystemError', `The folder cannot be read (${errorCode(error)}): ${shownPath(path)}`, {
      hint: 'Its permissions do not allow it; name another folder.',
    });
  }
}

/** Names of entries in a folder that are indexed files, or folders with an indexed file below them. */
async function indexedNames(prefix: string, store: Store | null): Promise<Set<string>> {
  const indexed = new Set<string>();
  for (const path of store === null ? [] : (await store.state()).documents.paths) {
    if (!path.startsWith(prefix)) continue;
    const end = path.indexOf('/', prefix.length);
    indexed.add(path.slice(prefix.length, end === -1 ? undefined : end));
  }
  return indexed;
}

async function withoutIgnored(
  prefix: string,
  names: readonly Listed[],
  indexed: ReadonlySet<string>,
  { data, permissions, signal }: ListingRequest,
): Promise<{ shown: Listed[]; ignored: number }> {
  if (permissions.allowIgnored) return { shown: [...names], ignored: 0 };
  const paths = names.map(({ name, isFolder }): PathToJudge => {
    return { path: prefix + name, isFolder, isIndexed: indexed.has(name) };
  });
  const rules = await ignoredPaths(prefix, paths, { root: data.root, options: data, signal });
  // A file with the name of a secret is listed; only its content may not be read.
  const shown = names.filter(({ name }, at) => {
    return rules[at] === null && closedPath(prefix + name, { ...permissions, allowSecrets: true }) === null;
  });
  return { shown, ignored: names.length - shown.length };
}

async function recordsOf(
  prefix: string,
  page: readonly Listed[],
  store: Store | null,
): Promise<Map<string, FileRecord>> {
  const paths = page.filter(({ isFile }) => isFile).map(({ name }) => prefix + name);
  const records = store === null || paths.length === 0 ? [] : await store.filesByPath(paths);
  return new Map(records.map((record) => [record.path, record]));
}

interface EntryData {
  folder: Opened;
  prefix: string;
  name: Listed;
  /** The entry is indexed, or has an indexed file below it. */
  isIndexed: boolean;
  record: FileRecord | undefined;
}

function entryOf(entryData: EntryData, { data, store }: ListingRequest): DirectoryEntry {
  const { folder, prefix, name, isIndexed, record } = entryData;
  const entry: DirectoryEntry = {
    name: name.name,
    kind: 'folder',
    size: null,
    lines: null,
    language: null,
    leftOut: null,
    detail: null,
  };
  const location = Buffer.concat([Buffer.from(folder.location), Buffer.from('/'), name.bytes]);
  if (name.isFolder) return isIndexed || !isRepository(location) ? entry : { ...entry, leftOut: 'nestedRepository' };
  let stats: Stats;
  try {
    stats = lstatSync(location);
  } catch (error) {
    // Removed since the folder was read, or not accessible.
    return { ...entry, kind: 'file', leftOut: errorCode(error) === 'ENOENT' ? 'vanished' : 'unreadable' };
  }
  if (stats.isSymbolicLink()) {
    return { ...entry, kind: 'link', leftOut: 'symlink', detail: linkTarget(location, prefix) };
  }
  if (stats.isDirectory()) return entry;
  if (!stats.isFile()) return { ...entry, kind: 'special', leftOut: 'special', detail: specialKind(stats) };
  const { size, mtimeMs } = stats;
  const file: DirectoryEntry = { ...entry, kind: 'file', size };
  if (record === undefined) {
    const reason = size > data.maxFileSize ? 'tooLarge' : store === null ? null : 'notYet';
    return { ...file, leftOut: judgeName(prefix + name.name) ?? reason };
  }
  // How many lines a changed file has is not known.
  const isSame = record.size === size && record.mtimeMs === mtimeMs;
  return isSame ? { ...file, lines: record.lines, language: record.language } : { ...file, language: record.language };
}

function isRepository(location: Buffer): boolean {
  return lstatSync(Buffer.concat([location, Buffer.from('/.git')]), { throwIfNoEntry: false }) !== undefined;
}

/** Where a relative link leads, as a path from the root. Null if the link is absolute, leads out of the root, or cannot be read. */
function linkTarget(location: Buffer, prefix: string): string | null {
  try {
    const { path } = displayPath(readlinkSync(location, { encoding: 'buffer' }));
    if (posix.isAbsolute(path)) return null;
    const target = posix.normalize(prefix + path).replace(/\/$/, '');
    return target === '..' || target.startsWith('../') ? null : target;
  } catch {
    return null;
  }
}

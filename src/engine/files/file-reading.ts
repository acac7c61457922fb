/**
 * Files and folders as they are on disk at the moment of the question, indexed or not.
 * Invariants: only paths that `openConfined` has accepted are read, and only after the ignore rules were checked, unless the user allows ignored files; a
 * file of any size takes at most `headBytes` and one page of memory.
 */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { readEnvironment } from '../../config/environment.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { AppError, toAppError } from '../../model/error.ts';
import { openConfined, type Opened, type OpenRequest } from '../../source/read/confined-file.ts';
import { shownPath, type FilePermissions } from '../../source/read/confined-path.ts';
import { errorCode } from '../../source/read/open-file.ts';
import type { WalkOptions } from '../../source/source.ts';
import type { Store } from '../../store/store.ts';
import { formatByName, knownFormat } from './file-reading-kinds.ts';
import { countLines, headBytes, newLineIndex, readWindow, textFormat } from './file-reading-lines.ts';
import type { ByteSource, LineIndex, TextFormat } from './file-reading-lines.ts';
import { listFolder } from './file-reading-listing.ts';
import type { DirectoryListing, DirectoryRequest, FilePage, FileQueries, FileRequest } from '../types.ts';
import { refuseIgnored } from './ignored-file.ts';
import { pathHint } from './nearest-paths.ts';

interface FileHost {
  data: ParseWorkerData & WalkOptions;
  permissions: FilePermissions;
  /** The index; null if there is none, or it cannot be opened. */
  store: () => Promise<Store | null>;
}

/** Number of large files whose line offsets are cached. */
const maxCachedIndexes = 16;
/** A small file that changes while it is read is read at most this often. */
const maxReads = 3;

/** What is cached of a large file. */
interface LargeFile {
  format: TextFormat;
  index: LineIndex;
}

/** @param permissions absent: neither ignored files nor files with the name of a secret may be read */
export function openFileAnswers(
  data: ParseWorkerData,
  permissions: FilePermissions | undefined,
  store: FileHost['store'],
): FileQueries {
  return new FileAnswers({
    data: { ...data, gitEnvironment: readEnvironment().forGit },
    permissions: permissions ?? { allowIgnored: false, allowSecrets: false },
    store,
  });
}

class FileAnswers implements FileQueries {
  readonly #host: FileHost;
  /** Large files by identity and version, the least recently used first. */
  readonly #large = new Map<string, LargeFile>();

  constructor(host: FileHost) {
    this.#host = host;
  }

  async read(request: FileRequest): Promise<FilePage> {
    return this.#withOpened(request.path, 'file_path', request.signal, async (opened) => {
      if (opened.isFolder) throw folderError(opened);
      const { path, via, descriptor } = opened;
      const page = await this.#page(opened, request);
      return { path, via, size: fstatSync(descriptor).size, content: page };
    });
  }

  async list(request: DirectoryRequest): Promise<DirectoryListing> {
    return this.#withOpened(request.path, 'path', request.signal, async (opened, store) => {
      if (!opened.isFolder) throw fileError(opened);
      const { data, permissions } = this.#host;
      const { offset, limit, signal } = request;
      return listFolder(opened, { data, permissions, store, offset, limit, signal });
    });
  }

  /** Opens the path, refuses it if it is ignored, and always closes it. */
  async #withOpened<T>(
    requestedPath: string,
    field: string,
    signal: AbortSignal | undefined,
    use: (opened: Opened, store: Store | null) => Promise<T>,
  ): Promise<T> {
    const { data, permissions } = this.#host;
    let opened: Opened | null = null;
    try {
      const request = { root: data.root, field, permissions };
      let result = openConfined(requestedPath, request);
      // A path with a backslash is first taken as it is, and then as one with the separators of Windows.
      if ('absent' in result && requestedPath.includes('\\'))
        result = openConfined(requestedPath.replaceAll('\\', '/'), request);
      const store = await this.#host.store();
      if ('absent' in result) throw await this.#notFoundError(result.absent, field, store, signal);
      ({ opened } = result);
      if (!permissions.allowIgnored) await this.#refuseIgnored(opened, field, store, signal);
      return await use(opened, store);
    } catch (error) {
      throw toAppError(error);
    } finally {
      if (opened !== null) closeSync(opened.descriptor);
    }
  }

  /**
   * An error that names the paths nearest to a path that does not exist. If the deepest existing folder of the path is ignored, this rejects with the
   * refusal of that folder, so that no name in it is shown.
   */
  async #notFoundError(
    path: string,
    field: string,
    store: Store | null,
    signal: AbortSignal | undefined,
  ): Promise<AppError> {
    const { data, permissions } = this.#host;
    const folder = openNearest(path, { root: data.root, field, permissions });
    if (folder === null) return pathNotFound(path, '', '', field);
    try {
      if (!permissions.allowIgnored) await this.#refuseIgnored(folder, field, store, signal);
      const listing = await listFolder(folder, { data, permissions, store, offset: 0, limit: maxNear, signal });
      const isFolder = field === 'path';
      const prefix = folder.path === '' ? '' : `${folder.path}/`;
      const siblings = listing.entries
        .filter(({ kind, leftOut }) => (kind === 'folder') === isFolder && leftOut !== 'secret')
        .map(({ name }) => prefix + name);
      const indexed = store === null ? [] : (await store.state()).documents.paths;
      const paths = [...new Set([...siblings, ...(isFolder ? foldersOf(indexed) : indexed)])];
      return pathNotFound(path, folder.path, await pathHint(path, paths, shownPath), field);
    } finally {
      closeSync(folder.descriptor);
    }
  }

  async #refuseIgnored(
    opened: Opened,
    field: string,
    store: Store | null,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { path, isFolder } = opened;
    if (path === '') return;
    const isIndexed = await hasIndexed(store, path, isFolder);
    await refuseIgnored({ data: this.#host.data, path, isFolder, isIndexed, field, signal });
  }

  async #page(opened: Opened, request: FileRequest): Promise<FilePage['content']> {
    const file = this.#textOf(opened);
    if (file === null) return { kind: 'binary', ...binaryType(opened) };
    const { source, format, index } = file;
    if (index.totalLines === null && source.size <= headBytes) await countLines(file);
    const window = await readWindow(file, request);
    const { totalLines } = index;
    const ofFile = { hasMark: format.markBytes > 0, totalLines };
    if (window !== null) return { kind: 'text', ...window, ...ofFile };
    if (totalLines === 0 && request.startLine === 1) {
      return { kind: 'text', text: '', isLast: true, encoding: format.encoding, isDamaged: false, ...ofFile };
    }
    throw pastEndError(opened.path, request.startLine, totalLines ?? 0);
  }

  /** The format of the text and its line offsets, as far as they are known; null if the file is not text. */
  #textOf(opened: Opened): { source: ByteSource; format: TextFormat; index: LineIndex } | null {
    const { dev, ino, size, mtimeNs } = opened.stats;
    if (size <= BigInt(headBytes)) {
      const bytes = readSmall(opened);
      const format = knownFormat(bytes) === null ? textFormat(bytes, bytes.length) : null;
      return format === null ? null : { source: sourceOf(bytes), format, index: newLineIndex(format) };
    }
    const source = descriptorSource(opened);
    const key = `${dev}:${ino}:${size}:${mtimeNs}`;
    let large = this.#large.get(key);
    if (large === undefined) {
      const head = Buffer.allocUnsafe(headBytes);
      const bytes = head.subarray(0, source.read(0, head));
      const format = knownFormat(bytes) === null ? textFormat(bytes, source.size) : null;
      if (format === null) return null;
      large = { format, index: newLineIndex(format) };
    }
    this.#large.delete(key);
    this.#large.set(key, large);
    const [oldest] = this.#large.keys();
    if (this.#large.size > maxCachedIndexes && oldest !== undefined) this.#large.delete(oldest);
    return { source, ...large };
  }
}

/** All bytes of a small file. If it changes while it is read, it is read again. */
function readSmall({ descriptor, stats, path }: Opened): Buffer {
  let before: { size: bigint; mtimeNs: bigint } = stats;
  for (let attempt = 1; ; attempt++) {
    const bytes = Buffer.allocUnsafe(Number(before.size));
    const length = readFully(descriptor, 0, bytes, path);
    const after = fstatSync(descriptor, { bigint: true });
    const isSame = after.size === before.size && after.mtimeNs === before.mtimeNs;
    if (isSame || attempt === maxReads || after.size > BigInt(headBytes)) return bytes.subarray(0, length);
    before = after;
  }
}

function sourceOf(bytes: Buffer): ByteSource {
  return { size: bytes.length, read: (offset, target) => bytes.copy(target, 0, offset, offset + target.length) };
}

/** The file up to the size that it had when it was opened. Text that is appended meanwhile is left to the next call. */
function descriptorSource({ descriptor, stats, path }: Opened): ByteSource {
  const size = Number(stats.size);
  return {
    size,
    read: (offset, target) => readFully(descriptor, offset, target.subarray(0, Math.max(0, size - offset)), path),
  };
}

/** Reads until the target is full or the file ends. Returns the number of bytes. */
function readFully(descriptor: number, offset: number, target: Buffer, path: string): number {
  let length = 0;
  try {
    while (length < target.length) {
      const read = readSync(descriptor, target, length, target.length - length, offset + length);
      if (read === 0) break;
      length += read;
    }
  } catch (error) {
    throw new AppError('FileSystemError', `${shownPath(path)} cannot be read (${errorCode(error)})`, { cause: error });
  }
  return length;
}

function binaryType({ descriptor, path }: Opened): { type: string; isImage: boolean } {
  const head = Buffer.alloc(512);
  return knownFormat(head.subarray(0, readFully(descriptor, 0, head, path))) ?? formatByName(path);
}

/** Whether a file is indexed, or a folder has an indexed file below it. */
async function hasIndexed(store: Store | null, path: string, isFolder: boolean): Promise<boolean> {
  if (store === null) return false;
  if (!isFolder) return (await store.filesByPath([path])).length > 0;
  const prefix = `${path}/`;
  return (await store.state()).documents.paths.some((one) => one.startsWith(prefix));
}

function folderError({ path }: Opened): AppError {
  return new AppError('ValidationError', `A folder, not a file: ${shownPath(path === '' ? '.' : path)}`, {
    next: { to: 'listFolder', path: path === '' ? '.' : path },
    details: { field: 'file_path', expected: 'a file', received: shownPath(path) },
  });
}

function fileError({ path }: Opened): AppError {
  return new AppError('ValidationError', `Path must be a directory: ${shownPath(path)}`, {
    hint: 'It is a file.',
    next: { to: 'readFile', path },
    details: { field: 'path', expected: 'a directory', received: shownPath(path) },
  });
}

function pastEndError(path: string, startLine: number, lines: number): AppError {
  const count = `${lines} ${lines === 1 ? 'line' : 'lines'}`;
  return new AppError('ValidationError', `Line ${startLine} is past the end: ${shownPath(path)} has ${count}`, {
    hint: `Give a line from 1 to ${Math.max(1, lines)}.`,
    details: { field: 'start_line', expected: `at most ${Math.max(1, lines)}`, received: startLine },
  });
}

/** Limit on the number of entries of a folder that are compared with a misspelt name. */
const maxNear = 2000;

/** @param folder nearest folder that exists; @param hint what the path may mean; empty: nothing is known */
function pathNotFound(path: string, folder: string, hint: string, field: string): AppError {
  return new AppError('NotFoundError', `${field === 'path' ? 'Folder' : 'File'} not found: ${shownPath(path)}`, {
    ...(hint === '' ? {} : { hint: hint.trimEnd() }),
    next: { to: 'listFolder', path: folder === '' ? '.' : folder },
    details: { field, expected: 'a path that exists', received: shownPath(path) },
  });
}

/** All folders that contain the paths, directly or not. */
function foldersOf(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/** Opens the deepest folder of the path that exists and may be read; the caller closes it. */
function openNearest(path: string, request: OpenRequest): Opened | null {
  let deepest: Opened | null = null;
  for (let end = 0; end !== -1; end = path.indexOf('/', end + 1)) {
    const next = openFolder(path.slice(0, end), request);
    if (next === null) break;
    if (deepest !== null) closeSync(deepest.descriptor);
    deepest = next;
  }
  return deepest;
}

function openFolder(path: string, request: OpenRequest): Opened | null {
  try {
    const result = openConfined(path, request);
    if ('absent' in result) return null;
    if (result.opened.isFolder) return result.opened;
    closeSync(result.opened.descriptor);
    return null;
  } catch {
    // The folder may not be read, or is a link that leads out of the root.
    return null;
  }
}

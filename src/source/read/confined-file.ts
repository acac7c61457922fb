/**
 * Opens a file or a folder below the root, for a caller that may have been tricked into naming a path outside of it.
 * Invariants: only a regular file or a folder is returned, and only if its real location is below the root. The location is that of the open
 * file, not of its name. A link is followed only to a location below the root, which is then checked like any other. A device, a pipe or a
 * socket is never opened. The refusal does not reveal whether something outside exists.
 *
 * Names are resolved first, and the real path is opened without following links. Then the system is asked where the open file is
 * (`/proc/self/fd` on Linux; elsewhere the path is resolved again, and both times it must be the same file). This detects a link that
 * replaces a folder in between.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync, statfsSync } from 'node:fs';
import type { BigIntStats, Stats } from 'node:fs';
import { sep } from 'node:path';
import { AppError } from '../../model/error.ts';
import { displayPath } from '../../util/bytes/path-bytes.ts';
import { rootIn } from '../../util/paths/root-names.ts';
import { closedPath, confinedBytes, confinedPath, shownPath, type FilePermissions } from './confined-path.ts';
import { specialKind } from '../walk/listing.ts';
import { errorCode } from './open-file.ts';

export interface Opened {
  /** The real path below the root, in the form that the index uses; `` is the root. */
  path: string;
  /** The bytes of `path`. */
  bytes: Buffer;
  /** The requested path, where a link led from it to `path`; otherwise null. */
  via: string | null;
  isFolder: boolean;
  descriptor: number;
  stats: BigIntStats;
  /** A path for `fs` to the opened file, whatever has happened to its name (on Linux; elsewhere its name). */
  location: string | Buffer;
}

export interface OpenRequest {
  root: string;
  field: string;
  permissions: FilePermissions;
  platform?: NodeJS.Platform;
}

/** `absent`: the path does not exist. This is not thrown, so that the caller can suggest similar paths. */
export type OpenResult = { opened: Opened } | { absent: string };

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** How often opening is retried when the tree changes meanwhile. */
const maxRounds = 4;
/**
 * File systems of the kernel, by `f_type` of statfs(2): procfs, sysfs, debugfs, tracefs, securityfs, bpf, cgroup and cgroup2, devpts, efivars,
 * configfs.
 */
const kernelFileSystems = new Set([
  ...[0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x73636673, 0xcafe4a11, 0x27e0eb, 0x63677270, 0x1cd1, 0xde5e81e4],
  0x62656570,
]);

/** The caller closes `opened.descriptor`. Throws `AppError` for a refused path. */
export function openConfined(given: string, request: OpenRequest): OpenResult {
  const root = realRoot(request.root);
  const writtenRoot = rootIn(given, root);
  const roots = [...new Set([request.root, root, ...(writtenRoot === null ? [] : [writtenRoot])])];
  const path = confinedPath(given, { roots, field: request.field });
  requirePermitted(path, request);
  for (let round = 0; ; round++) {
    const result = tryOpen(root, path, request);
    if (result !== null) return result;
    if (round === maxRounds) throw pathChangesError(path);
  }
}

function realRoot(root: string): string {
  try {
    return realpathSync.native(root);
  } catch (error) {
    throw new AppError('FileSystemError', `The project's root cannot be opened (${errorCode(error)})`, {
      cause: error,
    });
  }
}

/** Throws for a path whose name closes it to agents. */
function requirePermitted(path: string, { permissions, field }: OpenRequest): void {
  const closed = closedPath(path, permissions);
  if (closed === null) return;
  if (closed === 'index') {
    throw new AppError('ValidationError', `Files of the index are not read: ${shownPath(path)}`, {
      next: { to: 'showStatus' },
      details: { field, expected: 'a path that is open to agents', received: shownPath(path) },
    });
  }
  const [what, flag] =
    closed === 'secret'
      ? ['Files of this name hold secrets and are not read', '--allow-secrets']
      : ['Files of version control are not read', '--allow-ignored'];
  throw new AppError('ValidationError', `${what}: ${shownPath(path)}`, {
    hint: `Do without it, or ask the user: only they can open it, by starting the server with ${flag}.`,
    details: { field, expected: 'a path that is open to agents', received: shownPath(path) },
  });
}

/** One attempt to open a path. Null when the tree changed meanwhile. */
function tryOpen(root: string, path: string, request: OpenRequest): OpenResult | null {
  const place = realPlace(root, path);
  if ('absent' in place) return { absent: path };
  // The real path differs too where the file system finds a name by another spelling.
  const via = place.path === path || !hasLink(root, path) ? null : path;
  if (via !== null) requirePermitted(place.path, request);
  const statsBefore = lstatOrNull(place.location);
  if (statsBefore === null || statsBefore.isSymbolicLink()) return null;
  if (!statsBefore.isFile() && !statsBefore.isDirectory()) {
    throw new AppError(
      'FileSystemError',
      `Neither a file nor a folder, but a ${specialKind(statsBefore)}: ${shownPath(path)}`,
      {
        hint: 'Name another file.',
        next: { to: 'listFolder', path: null },
      },
    );
  }
  const descriptor = openOrNull(place.location, path);
  if (descriptor === null) return null;
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    const isFolder = stats.isDirectory();
    const location = locationOfOpened(root, place.location, { descriptor, stats, onLinux: isLinux(request) });
    if (location === null || (!isFolder && !stats.isFile())) {
      closeSync(descriptor);
      return null;
    }
    if (isLinux(request)) refuseKernelFiles(root, path, stats, location);
    return { opened: { path: place.path, bytes: place.bytes, via, isFolder, descriptor, stats, location } };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function isLinux({ platform = process.platform }: OpenRequest): boolean {
  return platform === 'linux';
}

interface Place {
  path: string;
  bytes: Buffer;
  location: Buffer;
}

/** The real location of a path, below the root; `absent` if the path does not exist. Throws if it leads out of the root, or cannot be read. */
function realPlace(root: string, path: string): Place | { absent: true } {
  const location = join(root, confinedBytes(path));
  let real: Buffer;
  try {
    real = realpathSync.native(location, { encoding: 'buffer' });
  } catch (error) {
    const code = errorCode(error);
    if (hasLink(root, path)) throw linkLeadsOutError(path);
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code)) return { absent: true };
    throw unreadableError(path, code);
  }
  const bytes = partBelowRoot(root, real);
  if (bytes === null) throw linkLeadsOutError(path);
  return { path: displayPath(bytes).path, bytes, location: real };
}

/** The part below the root; null when the path is outside. */
function partBelowRoot(root: string, real: Buffer): Buffer | null {
  const top = Buffer.from(root);
  if (real.equals(top)) return Buffer.alloc(0);
  const prefix = root.endsWith(sep) ? top : Buffer.from(root + sep);
  if (!real.subarray(0, prefix.length).equals(prefix)) return null;
  const rest = real.subarray(prefix.length);
  return sep === '/' ? rest : Buffer.from(rest.toString().replaceAll(sep, '/'));
}

function join(root: string, bytes: Buffer): Buffer {
  return bytes.length === 0 ? Buffer.from(root) : Buffer.concat([Buffer.from(`${root}/`), bytes]);
}

/** Whether a part of the path is a link. Then a missing file may be outside of the root. */
function hasLink(root: string, path: string): boolean {
  const parts = path.split('/');
  for (let count = 1; count <= parts.length; count++) {
    const stats = lstatOrNull(join(root, confinedBytes(parts.slice(0, count).join('/'))));
    if (stats === null) return false;
    if (stats.isSymbolicLink()) return true;
  }
  return false;
}

function lstatOrNull(location: Buffer): Stats | null {
  try {
    return lstatSync(location);
  } catch {
    return null;
  }
}

/** Null when the file has disappeared, or has become a link. */
function openOrNull(location: Buffer, path: string): number | null {
  try {
    return openSync(location, flags);
  } catch (error) {
    const code = errorCode(error);
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'ENXIO'].includes(code)) return null;
    throw unreadableError(path, code);
  }
}

interface OpenHandle {
  descriptor: number;
  stats: BigIntStats;
  onLinux: boolean;
}

/** A path to the opened file; null when the file is not at `expected`. */
function locationOfOpened(
  root: string,
  expected: Buffer,
  { descriptor, stats, onLinux }: OpenHandle,
): string | Buffer | null {
  if (onLinux) {
    const link = `/proc/self/fd/${descriptor}`;
    const actual = readlinkOrNull(link);
    // A machine without procfs is handled like other systems.
    if (actual !== null) return actual.equals(expected) ? link : null;
  }
  let resolved: Buffer;
  try {
    resolved = realpathSync.native(expected, { encoding: 'buffer' });
  } catch {
    return null;
  }
  const resolvedStats = lstatSync(resolved, { bigint: true, throwIfNoEntry: false });
  const isUnmoved = resolved.equals(expected) && partBelowRoot(root, resolved) !== null;
  return isUnmoved && resolvedStats?.dev === stats.dev && resolvedStats.ino === stats.ino ? expected : null;
}

function readlinkOrNull(link: string): Buffer | null {
  try {
    return readlinkSync(link, { encoding: 'buffer' });
  } catch {
    return null;
  }
}

/** Throws for a file of a kernel file system that is mounted below the root: the system calls it regular, but it is not. */
function refuseKernelFiles(root: string, path: string, stats: BigIntStats, location: string | Buffer): void {
  if (stats.dev === lstatSync(root, { bigint: true }).dev) return;
  if (!kernelFileSystems.has(statfsSync(location).type)) return;
  throw new AppError('FileSystemError', `A file of the system, not of the project: ${shownPath(path)}`, {
    hint: 'Name another file.',
    next: { to: 'listFolder', path: null },
  });
}

function linkLeadsOutError(path: string): AppError {
  return new AppError('FileSystemError', `A link that leads out of the project, or nowhere: ${shownPath(path)}`, {
    hint: 'Links are followed only to places below the root; name the file there, or another one.',
  });
}

function unreadableError(path: string, code: string): AppError {
  return new AppError('FileSystemError', `${shownPath(path)} cannot be opened (${code})`, {
    hint: 'Its permissions do not allow it; name another file.',
  });
}

function pathChangesError(path: string): AppError {
  return new AppError('FileSystemError', `The path changes while it is opened: ${shownPath(path)}`, {
    hint: 'Call again when it is written.',
  });
}

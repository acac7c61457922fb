/**
 * Reads and decodes one file, for parse workers.
 * Invariants: only a regular file below the root is read, whatever has replaced it since the walk. A file that cannot be read is a `LeftOut`.
 * Size and time are never newer than the bytes, so that the next walk detects a change in between.
 *
 * The walk checked every folder on the way, but a file may be read much later (a queue of thousands, a query that checks a file
 * behind an answer). So the folders are checked again, after the file is open. A link that replaces a folder would have to
 * disappear within microseconds to go unnoticed. That costs one lstat per folder, a hundredth of parsing the file. Whoever can win that race
 * can write to the project, and could as well have copied the outside file into it. On Linux this is not needed: one call reports where the
 * open file is, without a race.
 */
import { constants as bufferConstants } from 'node:buffer';
import { closeSync, fstatSync, lstatSync, readlinkSync, readSync, type Stats } from 'node:fs';
import type { LeftOut } from '../../model/file.ts';
import { fileSystemPath, rawPathOf } from '../../util/bytes/path-bytes.ts';
import { sha256 } from '../../util/bytes/digest.ts';
import { decodeText } from './decode-text.ts';
import { sourceText } from './source-text.ts';
import { specialKind, symlinkLeftOut } from '../walk/listing.ts';
import { errorCode, openWithoutFollowing, type OpenFile } from './open-file.ts';
import type { FileToRead, ReadSource, SourceContent, WalkOptions } from '../source.ts';
import { isForeignPath, judgeName, tooLargeDetail } from '../walk/skipped-names.ts';
import { clockStepMs } from '../watch/watch-stamp.ts';

const maxReads = 3;
/** Reused for all files, so that most reads allocate nothing. */
const scratch = Buffer.allocUnsafeSlow(256 * 1024);

/** The stat of a file when it was read: while it is the same, so is the content. */
type SourceStamp = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;

/** The result of reading a file. */
export interface StampedSource {
  content: SourceContent;
  /** Null where the file was written so shortly before the reading that a later change may not show. */
  stamp: SourceStamp | null;
}

export const readSource: ReadSource = (root, file, options) => rereadSource(root, file, options, null).content;

/** Reads a file, or returns the result of its last reading where the stat is the same. The file is opened in either case. */
export function rereadSource(
  root: string,
  file: FileToRead,
  options: WalkOptions,
  before: StampedSource | null,
): StampedSource {
  const readAtMs = Date.now();
  const { path } = file;
  // The walk does not list these names; the rule also holds for a path from elsewhere.
  const verdict = isForeignPath(path) ? 'unreadable' : judgeName(path);
  if (verdict !== null) {
    const detail = verdict === 'unreadable' ? 'not a file of the project' : null;
    return unstamped(withoutText({ path, reason: verdict, detail }, readAtMs, null));
  }
  const location = fileSystemPath(root, path, file.rawPath);
  let opened: OpenFile;
  try {
    opened = openWithoutFollowing(location);
  } catch (error) {
    return unstamped(withoutText(leftOutByError(path, location, errorCode(error)), readAtMs, null));
  }
  try {
    const refusal = refusalOf(root, path, { ...opened, location });
    if (refusal !== null) return unstamped(withoutText(refusal, readAtMs, null));
    const { stats } = opened;
    if (before !== null && before.stamp !== null && isSameFile(before.stamp, stats)) return before;
    return stamped(readOpen(file, opened, options), stats);
  } catch (error) {
    return unstamped(withoutText(leftOutByError(path, location, errorCode(error)), readAtMs, null));
  } finally {
    closeSync(opened.descriptor);
  }
}

function unstamped(content: SourceContent): StampedSource {
  return { content, stamp: null };
}

/** @param stats taken before reading */
function stamped(content: SourceContent, stats: Stats): StampedSource {
  const { dev, ino, size, mtimeMs, ctimeMs } = stats;
  const showsLaterChanges = content.readAtMs - Math.max(mtimeMs, ctimeMs) >= clockStepMs;
  return { content, stamp: showsLaterChanges ? { dev, ino, size, mtimeMs, ctimeMs } : null };
}

function isSameFile(stamp: SourceStamp, stats: Stats): boolean {
  return (
    stats.ino === stamp.ino &&
    stats.dev === stamp.dev &&
    stats.size === stamp.size &&
    stats.mtimeMs === stamp.mtimeMs &&
    // A program that sets `mtime` back changes `ctime`.
    stats.ctimeMs === stamp.ctimeMs
  );
}

/** Errors that may be gone the next moment: too many open files, a locked file, a slow server. */
const temporaryCodes = new Set([
  'EMFILE',
  'ENFILE',
  'EAGAIN',
  'EBUSY',
  'EINTR',
  'ENOMEM',
  'ENOBUFS',
  'ESTALE',
  'ETIMEDOUT',
]);

/** Whether the reason is temporary. */
export function isTemporary({ reason, detail }: LeftOut): boolean {
  return reason === 'unreadable' && detail !== null && temporaryCodes.has(detail);
}

function withoutText(leftOut: LeftOut, readAtMs: number, stats: Stats | null): SourceContent {
  const { size, mtimeMs } = stats ?? { size: 0, mtimeMs: 0 };
  return { size, mtimeMs, hash: '', text: null, encoding: null, leftOut, readAtMs };
}

function leftOutByError(path: string, location: string | Buffer, code: string): LeftOut {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { path, reason: 'vanished', detail: null };
    case 'ELOOP':
    case 'EMLINK':
      return symlinkLeftOut(path, location);
    case 'ENXIO':
      return { path, reason: 'special', detail: 'socket' };
    default:
      return { path, reason: 'unreadable', detail: code };
  }
}

/** Why an open file must not be read; null when it may. */
function refusalOf(root: string, path: string, file: OpenFile & { location: string | Buffer }): LeftOut | null {
  const { stats } = file;
  if (stats.isDirectory()) return { path, reason: 'vanished', detail: 'a folder now' };
  if (!stats.isFile()) return { path, reason: 'special', detail: specialKind(stats) };
  const link = isAtLocation(file) ? null : findLinkedFolder(root, path);
  return link === null ? null : { path, reason: 'symlink', detail: `${link} is a link` };
}

/** Whether the system reports the open file at `location`. False where it cannot report that, and where the root is reached by a link. */
function isAtLocation({ descriptor, location }: { descriptor: number; location: string | Buffer }): boolean {
  if (process.platform !== 'linux' || typeof location !== 'string') return false;
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`) === location;
  } catch {
    return false;
  }
}

/** The first folder of the path that has been replaced by a link or a file; null for none. */
function findLinkedFolder(root: string, path: string): string | null {
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const folder = path.slice(0, slash);
    if (!lstatSync(fileSystemPath(root, folder, rawPathOf(folder))).isDirectory()) return folder;
  }
  return null;
}

/** Reads until the stats before and after agree, three times at most. */
function readOpen(asked: FileToRead, file: OpenFile, options: WalkOptions): SourceContent {
  const { path } = asked;
  const limit = Math.min(options.maxFileSize, bufferConstants.MAX_STRING_LENGTH);
  let before = file.stats;
  for (let attempt = 1; ; attempt++) {
    const readAtMs = Date.now();
    const bytes = before.size > limit ? null : readWhole(file.descriptor, before.size, limit);
    const after = fstatSync(file.descriptor);
    const changed = after.mtimeMs !== before.mtimeMs || after.size !== before.size;
    if (changed && attempt < maxReads) {
      before = after;
      continue;
    }
    if (bytes === null) {
      const size = Math.max(before.size, after.size);
      return withoutText({ path, reason: 'tooLarge', detail: tooLargeDetail(size, limit) }, readAtMs, before);
    }
    return decode(asked, bytes, before, readAtMs);
  }
}

/** The whole content, in memory that the next call reuses; null when there is more than `limit`. */
function readWhole(descriptor: number, size: number, limit: number): Buffer | null {
  // One byte more than expected detects a file that has grown, without another call.
  let target: Buffer = size < scratch.length ? scratch : Buffer.allocUnsafeSlow(size + 1);
  for (let length = 0; ;) {
    const count = readSync(descriptor, target, length, target.length - length, length);
    length += count;
    if (length > limit) return null;
    if (count === 0 || (length === size && length < target.length)) return target.subarray(0, length);
    if (length === target.length) target = Buffer.concat([target], target.length * 2);
  }
}

function decode({ path, asWritten = false }: FileToRead, bytes: Buffer, stats: Stats, readAtMs: number): SourceContent {
  const { mtimeMs } = stats;
  const decoded = asWritten ? decodeText(bytes) : sourceText(path, bytes);
  const leftOut: LeftOut | null = decoded === null ? { path, reason: 'binary', detail: null } : null;
  const digest = sha256(bytes);
  const { text, encoding } = decoded ?? { text: null, encoding: null };
  return { size: bytes.length, mtimeMs, hash: digest, text, encoding, leftOut, readAtMs };
}

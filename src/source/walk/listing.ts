/** Shared by both ways of walking: stats one name on disk, and adds it to the files or to the skipped ones. */
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import type { LeftOut, SourceFile } from '../../model/file.ts';
import { displayPath, fileSystemPath } from '../../util/bytes/path-bytes.ts';
import { compileIgnoreFile, compileIgnorePatterns, type IgnoreScope } from '../ignore/ignore-rules.ts';
import { errorCode, readSmallFile } from '../read/open-file.ts';
import type { WalkOptions } from '../source.ts';
import { judgeName, tooLargeDetail } from './skipped-names.ts';
import { TimeSlices } from '../read/time-slices.ts';

/** A walk in progress. */
export interface Listing {
  root: string;
  maxFileSize: number;
  /** The configured patterns, which every `.code-scoutignore` overrides. */
  configured: IgnoreScope | null;
  timeSlices: TimeSlices;
  files: SourceFile[];
  leftOut: LeftOut[];
}

export const scoutIgnoreName = '.code-scoutignore';
/** Larger ignore files were not written by a person. */
const maxIgnoreFileSize = 4 * 1024 * 1024;

export function startListing(root: string, options: WalkOptions, signal: AbortSignal | undefined): Listing {
  const list = compileIgnorePatterns(options.ignorePatterns);
  return {
    root,
    maxFileSize: options.maxFileSize,
    configured: list === null ? null : { list, base: '', file: 'ignorePatterns', above: null },
    timeSlices: new TimeSlices(signal),
    files: [],
    leftOut: [],
  };
}

/** Adds the rules of an ignore file to those above it. `folder` and `file` are byte strings below the root. */
export function withIgnoreFile(
  listing: Listing,
  above: IgnoreScope | null,
  folder: string,
  file: string,
): IgnoreScope | null {
  const shown = displayPath(Buffer.from(folder + file, 'latin1'));
  const content = readSmallFile(fileSystemPath(listing.root, shown.path, shown.rawPath), maxIgnoreFileSize);
  const list = content === null ? null : compileIgnoreFile(content);
  return list === null ? above : { list, base: folder, file: shown.path, above };
}

/**
 * Stats a name that no rule excludes, and adds it to the listing. A name that no longer exists is skipped.
 * Returns true for a folder, which it does not add.
 */
export function addEntry(listing: Listing, path: string, rawPath: Uint8Array | null): boolean {
  const location = fileSystemPath(listing.root, path, rawPath);
  let stats: Stats | undefined;
  try {
    stats = lstatSync(location, { throwIfNoEntry: false });
  } catch (error) {
    listing.leftOut.push({ path, reason: 'unreadable', detail: errorCode(error) });
    return false;
  }
  if (stats === undefined) return false;
  if (stats.isDirectory()) return true;
  if (!stats.isFile()) {
    listing.leftOut.push(
      stats.isSymbolicLink() ? symlinkLeftOut(path, location) : { path, reason: 'special', detail: specialKind(stats) },
    );
    return false;
  }
  const verdict = judgeName(path);
  const { size, mtimeMs, ctimeMs } = stats;
  if (verdict !== null) listing.leftOut.push({ path, reason: verdict, detail: null });
  else if (size > listing.maxFileSize) {
    listing.leftOut.push({ path, reason: 'tooLarge', detail: tooLargeDetail(size, listing.maxFileSize) });
  } else listing.files.push({ path, rawPath, size, mtimeMs, ctimeMs });
  return false;
}

/** A link is listed with its target and never followed: a target below the root is listed under its own name. */
export function symlinkLeftOut(path: string, location: string | Buffer): LeftOut {
  try {
    return { path, reason: 'symlink', detail: displayPath(readlinkSync(location, 'buffer')).path };
  } catch {
    return { path, reason: 'symlink', detail: null };
  }
}

export function specialKind(stats: Stats): string {
  if (stats.isFIFO()) return 'named pipe';
  if (stats.isSocket()) return 'socket';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'device' : 'neither file nor folder';
}

/** What both ways of walking share: looking at one name on disk, and adding it to the files or to what is left out. */
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import type { LeftOut, SourceFile } from '../../model/file.ts';
import { displayPath, fileSystemPath } from '../../util/bytes/path-bytes.ts';
import { compileIgnoreFile, compileIgnorePatterns, type IgnoreScope } from '../ignore/ignore-rules.ts';
import { errorCode, readSmallFile } from '../read/open-file.ts';
import type { WalkOptions } from '../source.ts';
import { judgeName, tooLargeDetail } from './skipped-names.ts';
import { TimeSlices } from '../read/time-slices.ts';

/** A walk under way. */
export interface Listing {
  root: string;
  maxFileSize: number;
  /** The configured patterns: weaker than every `.code-scoutignore`. */
  configured: IgnoreScope | null;
  slices: TimeSlices;
  files: SourceFile[];
  leftOut: LeftOut[];
}

export const scoutIgnoreName = '.code-scoutignore';
/** Larger ignore files are no rules that a person wrote. */
const maxIgnoreFileSize = 4 * 1024 * 1024;

export function startListing(root: string, options: WalkOptions, signal: AbortSignal | undefined): Listing {
  const list = compileIgnorePatterns(options.ignorePatterns);
  return {
    root,
    maxFileSize: options.maxFileSize,
    configured: list === null ? null : { list, base: '', file: 'ignorePatterns', above: null },
    slices: new TimeSlices(signal),
    files: [],
    leftOut: [],
  };
}

/** The rules of an ignore file on top of those above it. `folder` and `file` are byte strings below the root. */
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
 * Looks at a name that no rule leaves out and files it where it belongs. What is not there any more is passed over.
 * Returns true for a folder, with which it does nothing.
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

/** A link is named with its target and never followed: a target below the root is listed under its own name. */
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

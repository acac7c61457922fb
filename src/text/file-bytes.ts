/** Reads whole files one after the other into the same memory. */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

/** The memory that is kept between reads is at most this large (bytes). */
const largest = 4 * 1024 * 1024 + 1;

/** Reused for all files, so that most reads allocate nothing; grows with the files, up to `largest`. */
let scratch = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * The content of a whole file, in memory that the next call may reuse. Null for anything but a file, or if it is larger than `bytesLeft`; undefined
 * if it is missing.
 */
export function bytesOf(place: string | Buffer, bytesLeft: number): Buffer | null | undefined {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile() || stats.size > bytesLeft) return null;
  if (stats.size >= scratch.length) scratch = Buffer.allocUnsafeSlow(Math.min(stats.size * 2, largest));
  const descriptor = openSync(place, 'r');
  try {
    let length = 0;
    // Reads beyond the size that the stat reported, in case the file has grown.
    for (let read = -1; read !== 0; length += read) {
      if (length === scratch.length) return readFileSync(place);
      read = readSync(descriptor, scratch, length, scratch.length - length, length);
    }
    return scratch.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

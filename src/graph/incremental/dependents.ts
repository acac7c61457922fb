/** The dependency graph of files, by their ids or places. */

/** By file: the files that depend on it directly. */
export type Readers = ReadonlyMap<number, readonly number[]>;

/** Inverts the reads of files. @param reads for each file, the files that its links depend on */
export function readersOf(reads: Iterable<readonly [number, readonly number[]]>): Map<number, number[]> {
  const readers = new Map<number, number[]>();
  for (const [reader, read] of reads) {
    for (const file of read) {
      const ofFile = readers.get(file);
      if (ofFile === undefined) readers.set(file, [reader]);
      else ofFile.push(reader);
    }
  }
  return readers;
}

/** The files that depend on the seeds, directly or through others. They include a seed only where it depends on a seed. */
export function dependentsOf(seeds: Iterable<number>, readers: Readers): Set<number> {
  const found = new Set<number>();
  const queue = [...seeds];
  for (let at = 0; at < queue.length; at++) {
    for (const reader of readers.get(queue[at]!) ?? []) {
      if (found.has(reader)) continue;
      found.add(reader);
      queue.push(reader);
    }
  }
  return found;
}

/** Which files' answers may change with those of others: all that depend on them, directly or through others. */

/** By file: the files that depend on it. */
export type Readers = ReadonlyMap<number, readonly number[]>;

/** @param reads by file: the files that its answers depend on */
export function readersOf(reads: Iterable<readonly [number, readonly number[]]>): Map<number, number[]> {
  const readers = new Map<number, number[]>();
  for (const [reader, read] of reads) {
    for (const file of read) {
      const known = readers.get(file);
      if (known === undefined) readers.set(file, [reader]);
      else known.push(reader);
    }
  }
  return readers;
}

/** The files that depend on the seeds, directly or through others. A seed is among them only where it depends on a seed. */
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

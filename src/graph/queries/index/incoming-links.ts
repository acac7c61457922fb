/**
 * A cache of decoded links by the file to which they lead: a walk visits the same files many times.
 * Its size is limited, and it is valid for one state of the index (`clear`).
 */
import { linkColumns } from '../../../store/packed/packed-links.ts';
import type { LinkBlob } from '../../../store/link-store.ts';
import type { Store } from '../../../store/store.ts';
import type { SymbolRef } from '../ref-map.ts';

/** The links from one source file to one symbol: those from index `first` to `end` (exclusive) in `Incoming.links`. */
export interface Run {
  from: number;
  to: SymbolRef;
  first: number;
  end: number;
}

/** All links into one file. */
export interface Incoming {
  /** The links, in the form of `LinkColumns.links`. */
  links: Int32Array;
  /** Returns the links to some of the file's symbols, ordered by the path of the source file, then by target. */
  runsTo: (targets: readonly SymbolRef[]) => Run[];
  /** The estimated size in memory. */
  bytes: number;
}

/** The maximum size of the cache in bytes: half a million links. */
const maxBytes = 16 * 1024 * 1024;

export class IncomingLinks {
  readonly #store: Store;
  readonly #pathOf: (file: number) => string;
  /** Links by file, the least recently used first. */
  readonly #cached = new Map<number, Incoming>();
  #bytes = 0;
  #clearings = 0;

  /** @param pathOf the path of a linked file; '' for a removed one */
  constructor(store: Store, pathOf: (file: number) => string) {
    this.#store = store;
    this.#pathOf = pathOf;
  }

  /** The links into files, by file. */
  async of(files: readonly number[]): Promise<Map<number, Incoming>> {
    const found = new Map<number, Incoming>();
    for (const file of files) {
      const cached = this.#cached.get(file);
      if (cached === undefined) continue;
      found.set(file, cached);
      this.#cached.delete(file);
      // The entry becomes the most recently used.
      this.#cached.set(file, cached);
    }
    const missing = files.filter((file) => !found.has(file));
    if (missing.length === 0) return found;
    const clearings = this.#clearings;
    const blobs = Map.groupBy(await this.#store.linksInto(missing), ({ to }) => to);
    for (const file of missing) {
      const incoming = incomingOf(inOrder(blobs.get(file) ?? [], this.#pathOf, 'from'));
      found.set(file, incoming);
      // The cache was cleared while the links were read: they may be those of an older state.
      if (clearings !== this.#clearings) continue;
      // Another answer may have cached the file meanwhile.
      this.#bytes += incoming.bytes - (this.#cached.get(file)?.bytes ?? 0);
      this.#cached.set(file, incoming);
    }
    this.#shrink();
    return found;
  }

  clear(): void {
    this.#cached.clear();
    this.#bytes = 0;
    this.#clearings++;
  }

  #shrink(): void {
    for (const [file, { bytes }] of this.#cached) {
      if (this.#bytes <= maxBytes) return;
      this.#cached.delete(file);
      this.#bytes -= bytes;
    }
  }
}

/** Links in the order of the paths of their other files. An id says when a file was first linked, and must not decide which link comes first. */
export function inOrder(blobs: LinkBlob[], pathOf: (file: number) => string, other: 'from' | 'to'): LinkBlob[] {
  if (blobs.length < 2) return blobs;
  const same = other === 'from' ? 'to' : 'from';
  const paths = new Map(blobs.flatMap((one) => [one.from, one.to]).map((file) => [file, pathOf(file)]));
  return blobs.sort((a, b) => compare(paths.get(a[same])!, paths.get(b[same])!) || compare(paths.get(a[other])!, paths.get(b[other])!)); // prettier-ignore
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function incomingOf(blobs: readonly { from: number; data: Uint8Array }[]): Incoming {
  const { links, byTarget } = linkColumns(blobs.map(({ data }) => data));
  const sources = blobs.map(({ from }) => from);
  return {
    links,
    runsTo(targets) {
      const runs: Run[] = [];
      for (const to of targets) {
        // Triples: the index of the source, the first link, the end.
        const numbers = byTarget.get(to.key);
        if (numbers === undefined) continue;
        for (let at = 0; at < numbers.length; at += 3)
          runs.push({ from: sources[numbers[at]!]!, to, first: numbers[at + 1]!, end: numbers[at + 2]! });
      }
      return targets.length > 1 ? runs.sort((a, b) => a.first - b.first) : runs;
    },
    // The added numbers estimate the size of the objects in the tables of sources and targets.
    bytes: links.byteLength + sources.length * 40 + byTarget.size * 120 + 200,
  };
}

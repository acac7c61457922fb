/**
 * Decoded links by the file that they lead to, because a walk comes back to the same files again and again.
 * Owns a cache of limited size; it is valid for one state of the index (`clear`).
 */
import { linkColumns } from '../../../store/packed/packed-links.ts';
import type { Store } from '../../../store/store.ts';
import type { SymbolRef } from '../ref-map.ts';

/** Links of one source file to one symbol: those from `first` to `end` (exclusive) of the file's `links`. */
export interface Run {
  from: number;
  to: SymbolRef;
  first: number;
  end: number;
}

export interface Incoming {
  /** As `LinkColumns.links`. */
  links: Int32Array;
  /** The links to some of the file's symbols, by source file, then by target. */
  runsTo: (targets: readonly SymbolRef[]) => Run[];
  bytes: number;
}

/** The size of the cache of decoded links (bytes): half a million of them. */
const maxBytes = 16 * 1024 * 1024;

export class IncomingLinks {
  readonly #store: Store;
  /** By file, the least recently used first. */
  readonly #cached = new Map<number, Incoming>();
  #bytes = 0;
  #clearings = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async of(files: readonly number[]): Promise<Map<number, Incoming>> {
    const found = new Map<number, Incoming>();
    for (const file of files) {
      const known = this.#cached.get(file);
      if (known === undefined) continue;
      found.set(file, known);
      this.#cached.delete(file);
      this.#cached.set(file, known);
    }
    const missing = files.filter((file) => !found.has(file));
    if (missing.length === 0) return found;
    const clearings = this.#clearings;
    const blobs = Map.groupBy(await this.#store.linksInto(missing), ({ to }) => to);
    for (const file of missing) {
      const incoming = incomingOf(blobs.get(file) ?? []);
      found.set(file, incoming);
      if (clearings !== this.#clearings) continue;
      // Another answer may have read it in the meantime.
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

function incomingOf(blobs: readonly { from: number; data: Uint8Array }[]): Incoming {
  const { links, byTarget } = linkColumns(blobs.map(({ data }) => data));
  const sources = blobs.map(({ from }) => from);
  return {
    links,
    runsTo(targets) {
      const runs: Run[] = [];
      for (const to of targets) {
        const numbers = byTarget.get(to.key);
        if (numbers === undefined) continue;
        for (let at = 0; at < numbers.length; at += 3)
          runs.push({ from: sources[numbers[at]!]!, to, first: numbers[at + 1]!, end: numbers[at + 2]! });
      }
      return targets.length > 1 ? runs.sort((a, b) => a.first - b.first) : runs;
    },
    // The objects in the table of targets count for about as much as their numbers.
    bytes: links.byteLength + sources.length * 40 + byTarget.size * 120 + 200,
  };
}

/**
 * Links by the file that they lead to, decoded, since a walk comes back to the same files again and again.
 * Owns a cache of bounded size; it holds for one state of the index (`clear`).
 */
import type { GraphSite } from '../../model/graph.ts';
import type { LinkKind } from '../../model/link.ts';
import { linkColumns, linkKindOf, linkResolutionOf, linkWidth } from '../../store/packed-links.ts';
import type { Store } from '../../store/store.ts';
import type { SymbolRef } from './ref-map.ts';

/** A place that names a symbol: in which file, and in which of its definitions (-1: at its top). */
export interface IncomingPlace {
  file: number;
  container: number;
  to: SymbolRef;
  site: GraphSite;
}

export interface Incoming {
  /** The places that lead to some of the file's symbols, by source file, then by target. */
  to: (targets: readonly SymbolRef[], kinds: ReadonlySet<LinkKind>) => IncomingPlace[];
  bytes: number;
}

/** Decoded links that are kept (bytes): half a million of them. */
const maxBytes = 16 * 1024 * 1024;

export class IncomingLinks {
  readonly #store: Store;
  /** By file, the one that was asked for longest ago first. */
  readonly #kept = new Map<number, Incoming>();
  #bytes = 0;
  #clearings = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async of(files: readonly number[]): Promise<Map<number, Incoming>> {
    const found = new Map<number, Incoming>();
    for (const file of files) {
      const known = this.#kept.get(file);
      if (known === undefined) continue;
      found.set(file, known);
      this.#kept.delete(file);
      this.#kept.set(file, known);
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
      this.#bytes += incoming.bytes - (this.#kept.get(file)?.bytes ?? 0);
      this.#kept.set(file, incoming);
    }
    this.#shrink();
    return found;
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
    this.#clearings++;
  }

  #shrink(): void {
    for (const [file, { bytes }] of this.#kept) {
      if (this.#bytes <= maxBytes) return;
      this.#kept.delete(file);
      this.#bytes -= bytes;
    }
  }
}

function incomingOf(blobs: readonly { from: number; data: Uint8Array }[]): Incoming {
  const { links, byTarget } = linkColumns(blobs.map(({ data }) => data));
  const sources = blobs.map(({ from }) => from);
  return {
    // Objects of the table of targets count for about as much as their numbers.
    bytes: links.byteLength + sources.length * 40 + byTarget.size * 120 + 200,
    to(targets, kinds) {
      const runs = targets.flatMap((to) => runsOf(byTarget.get(to.key), to));
      if (targets.length > 1) runs.sort((a, b) => a.first - b.first);
      const places: IncomingPlace[] = [];
      for (const { to, blob, first, end } of runs) {
        const file = sources[blob]!;
        for (let at = first * linkWidth; at < end * linkWidth; at += linkWidth) {
          const code = links[at + 3]!;
          const kind = linkKindOf(code);
          if (!kinds.has(kind)) continue;
          const site = { line: links[at]!, column: links[at + 1]!, kind, resolution: linkResolutionOf(code) };
          places.push({ file, container: links[at + 2]!, to, site });
        }
      }
      return places;
    },
  };
}

interface Run {
  to: SymbolRef;
  blob: number;
  first: number;
  end: number;
}

function runsOf(numbers: readonly number[] = [], to: SymbolRef): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < numbers.length; at += 3)
    runs.push({ to, blob: numbers[at]!, first: numbers[at + 1]!, end: numbers[at + 2]! });
  return runs;
}

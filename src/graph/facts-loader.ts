/** Facts of files by place in the program, read when they are asked for: what inference comes upon cannot be known ahead. */
import { noFacts, type LinkFacts } from '../model/link-facts.ts';
import type { LinkStore } from '../store/link-store.ts';
import { unpackFacts } from '../store/packed-facts.ts';

/** Files that are read at once. */
const filesAtOnce = 128;
/** Packed facts that stay in memory until they are loaded (bytes). */
const maxKeptBytes = 24 * 1024 * 1024;

const none: readonly number[] = [];

export class FactsLoader {
  readonly #store: Pick<LinkStore, 'facts' | 'factsNow'>;
  readonly #files: readonly { readonly fileId: number }[];
  /** Of files that were loaded, by place. */
  readonly #keys: (readonly number[] | undefined)[];
  /** Packed facts that were read and are still to be loaded, by place. */
  readonly #kept = new Map<number, Uint8Array>();
  #keptBytes = 0;

  /** @param files those of the program */
  constructor(store: Pick<LinkStore, 'facts' | 'factsNow'>, files: readonly { readonly fileId: number }[]) {
    this.#store = store;
    this.#files = files;
    this.#keys = new Array<readonly number[] | undefined>(files.length).fill(undefined);
  }

  /** Gives `use` the packed facts of some files, null where there are none, and keeps them as far as there is room. */
  async each(places: readonly number[], use: (place: number, bytes: Uint8Array | null) => void): Promise<void> {
    for (let from = 0; from < places.length; from += filesAtOnce) {
      const some = places.slice(from, from + filesAtOnce);
      const facts = await this.#store.facts(some.map((place) => this.#files[place]!.fileId));
      for (const place of some) {
        const bytes = facts.get(this.#files[place]!.fileId) ?? null;
        if (bytes !== null) this.#keep(place, bytes);
        use(place, bytes);
      }
    }
  }

  #keep(place: number, bytes: Uint8Array): void {
    if (this.#keptBytes + bytes.length > maxKeptBytes) return;
    this.#kept.set(place, bytes);
    this.#keptBytes += bytes.length;
  }

  /** The packed facts of a file; null when it has none. */
  packed(place: number): Uint8Array | null {
    const file = this.#files[place];
    return file === undefined ? null : (this.#kept.get(place) ?? this.#store.factsNow(file.fileId));
  }

  /** A file without facts declares nothing. */
  load(place: number): LinkFacts {
    const bytes = this.packed(place);
    if (bytes === null) return noFacts();
    if (this.#kept.delete(place)) this.#keptBytes -= bytes.length;
    const { facts, keys } = unpackFacts(bytes);
    this.#keys[place] = keys;
    return facts;
  }

  /** The keys of a file's definitions; its facts were loaded before. */
  keys(place: number): readonly number[] {
    return this.#keys[place] ?? none;
  }
}

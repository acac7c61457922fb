/** Facts of files by place in the program, read when they are asked for: what inference comes upon cannot be known ahead. */
import { noFacts, type LinkFacts } from '../model/link-facts.ts';
import type { LinkStore } from '../store/link-store.ts';
import { unpackFacts } from '../store/packed-facts.ts';

export class FactsLoader {
  readonly #store: Pick<LinkStore, 'factsNow'>;
  readonly #files: readonly { readonly fileId: number }[];
  /** Of files that were loaded. */
  readonly #keys = new Map<number, readonly number[]>();

  /** @param files those of the program */
  constructor(store: Pick<LinkStore, 'factsNow'>, files: readonly { readonly fileId: number }[]) {
    this.#store = store;
    this.#files = files;
  }

  /** The packed facts of a file; null when it has none. */
  packed(place: number): Uint8Array | null {
    const file = this.#files[place];
    return file === undefined ? null : this.#store.factsNow(file.fileId);
  }

  /** A file without facts declares nothing. */
  load(place: number): LinkFacts {
    const bytes = this.packed(place);
    if (bytes === null) return noFacts();
    const { facts, keys } = unpackFacts(bytes);
    this.#keys.set(place, keys);
    return facts;
  }

  /** The keys of a file's definitions; its facts were loaded before. */
  keys(place: number): readonly number[] {
    return this.#keys.get(place) ?? [];
  }
}

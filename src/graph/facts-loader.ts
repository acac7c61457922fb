/**
 * Facts of files by place in the program: the packed bytes are fetched ahead, since inference cannot wait, and unpacked when asked for.
 * Owns the packed bytes; `keep` lets go of all but some.
 */
import { noFacts, type LinkFacts } from '../model/link-facts.ts';
import { unpackFacts } from '../store/packed-facts.ts';
import type { Store } from '../store/store.ts';

/** Thrown where facts are asked for that were not fetched. */
export class MissingFacts extends Error {
  readonly index: number;
  constructor(index: number) {
    super(`the facts of file ${index} were not fetched`);
    this.index = index;
  }
}

const fetchedAtOnce = 512;

export class FactsLoader {
  readonly #store: Store;
  readonly #fileIds: readonly number[];
  /** Null for a file that was asked for and has no facts. */
  readonly #packed = new Map<number, Uint8Array | null>();
  readonly #keys = new Map<number, readonly number[]>();

  /** @param fileIds the index's id of each file of the program */
  constructor(store: Store, fileIds: readonly number[]) {
    this.#store = store;
    this.#fileIds = fileIds;
  }

  /** Fetches what is not there yet. */
  async fetch(indexes: Iterable<number>): Promise<void> {
    const wanted = [...indexes].filter((index) => index < this.#fileIds.length && !this.#packed.has(index));
    for (let at = 0; at < wanted.length; at += fetchedAtOnce) {
      const part = wanted.slice(at, at + fetchedAtOnce);
      const found = await this.#store.facts(part.map((index) => this.#fileIds[index]!));
      for (const index of part) this.#packed.set(index, found.get(this.#fileIds[index]!) ?? null);
    }
  }

  /** The packed facts of a file that was fetched; null when it has none. */
  packed(index: number): Uint8Array | null {
    const bytes = this.#packed.get(index);
    if (bytes === undefined) throw new MissingFacts(index);
    return bytes;
  }

  /** A file without facts declares nothing. */
  load(index: number): LinkFacts {
    const bytes = this.packed(index);
    if (bytes === null) return noFacts();
    const { facts, keys } = unpackFacts(bytes);
    this.#keys.set(index, keys);
    return facts;
  }

  /** The keys of a file's definitions; its facts were loaded before. */
  keys(index: number): readonly number[] {
    return this.#keys.get(index) ?? [];
  }
}

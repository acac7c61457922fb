/** Facts of files by place in the program, read when they are asked for: what inference comes upon cannot be known ahead. */
import { noFacts, type LinkFacts } from '../../model/link-facts.ts';
import type { LinkStore } from '../../store/link-store.ts';
import { unpackFacts, unpackFactsFront, type FactsFront, type UnpackedFacts } from '../../store/packed/packed-facts.ts';
import { FactsAtHand } from './facts-at-hand.ts';

/** Files that are read at once. */
const filesAtOnce = 128;
/** Packed facts that stay in memory until they are loaded (bytes). */
const maxKeptBytes = 24 * 1024 * 1024;

const none: readonly number[] = [];

interface LoadedFile {
  readonly path: string;
  readonly fileId: number;
}

export class FactsLoader {
  readonly #store: Pick<LinkStore, 'facts' | 'factsNow'>;
  readonly #files: readonly LoadedFile[];
  readonly #atHand: FactsAtHand;
  /** Of files that were loaded, by place. */
  readonly #keys: (readonly number[] | undefined)[];
  /** Packed facts that were read and are still to be loaded, by place. */
  readonly #kept = new Map<number, Uint8Array>();
  #keptBytes = 0;

  /** @param files those of the program */
  constructor(
    store: Pick<LinkStore, 'facts' | 'factsNow'>,
    files: readonly LoadedFile[],
    atHand: FactsAtHand = new FactsAtHand(),
  ) {
    this.#store = store;
    this.#files = files;
    this.#atHand = atHand;
    this.#keys = new Array<readonly number[] | undefined>(files.length).fill(undefined);
  }

  /** Gives `use` what stands in front of the facts of some files, null where there are none; packed facts are kept as far as there is room. */
  async eachFront(places: readonly number[], use: (place: number, front: FactsFront | null) => void): Promise<void> {
    for (let from = 0; from < places.length; from += filesAtOnce) {
      const some = places.slice(from, from + filesAtOnce);
      const asked = some.filter((place) => !this.#atHand.has(this.#files[place]!.path));
      const packed = await this.#store.facts(asked.map((place) => this.#files[place]!.fileId));
      for (const place of some) use(place, this.#front(place, packed));
    }
  }

  #front(place: number, packed: ReadonlyMap<number, Uint8Array>): FactsFront | null {
    const { path, fileId } = this.#files[place]!;
    const atHand = this.#atHand.front(path);
    if (atHand !== undefined) return atHand;
    const bytes = packed.get(fileId);
    if (bytes === undefined) return null;
    this.#keep(place, bytes);
    return unpackFactsFront(bytes);
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
    const unpacked = this.#unpacked(place);
    if (unpacked === null) return noFacts();
    this.#keys[place] = unpacked.keys;
    return unpacked.facts;
  }

  #unpacked(place: number): UnpackedFacts | null {
    const file = this.#files[place];
    const atHand = file === undefined ? undefined : this.#atHand.take(file.path);
    if (atHand !== undefined) return atHand;
    const bytes = this.packed(place);
    if (bytes === null) return null;
    if (this.#kept.delete(place)) this.#keptBytes -= bytes.length;
    return unpackFacts(bytes);
  }

  /** The keys of a file's definitions; its facts were loaded before. */
  keys(place: number): readonly number[] {
    return this.#keys[place] ?? none;
  }
}

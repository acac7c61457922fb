/** Loads summaries of files from the index, by place in the program. A whole summary is unpacked only when inference asks for it. */
import { noSummary, type FileSummary } from '../../model/file-summary.ts';
import type { LinkHeader } from '../../model/link-header.ts';
import type { Store } from '../../store/store.ts';
import {
  unpackSummary,
  unpackSummaryFront,
  type SummaryFront,
  type UnpackedSummary,
} from '../../store/packed/packed-summary.ts';
import { LoadedSummaries } from './loaded-summaries.ts';

/** The number of files whose summaries are read at once. */
const filesAtOnce = 128;
/** The maximum size of packed summaries that wait in memory to be unpacked, in bytes. */
const maxCachedBytes = 24 * 1024 * 1024;

const none: readonly number[] = [];

/** What the loader asks of the index. */
type SummaryStore = Pick<Store, 'summaries' | 'summaryNow' | 'isLocal'>;

interface IndexedFile {
  readonly path: string;
  readonly fileId: number;
}

export class SummaryLoader {
  readonly #store: SummaryStore;
  readonly #files: readonly IndexedFile[];
  readonly #loaded: LoadedSummaries;
  /** Keys of the definitions of loaded files, by place. */
  readonly #keys: (readonly number[] | undefined)[];
  /** Packed summaries that were read and not yet unpacked, by place. */
  readonly #cached = new Map<number, Uint8Array>();
  #cachedBytes = 0;
  /** The packed summaries of all files, by file id, where the index cannot be asked while inference runs; else null. */
  #ahead: Map<number, Uint8Array> | null = null;

  /** @param files the files of the program @param loaded summaries that need not be read */
  constructor(store: SummaryStore, files: readonly IndexedFile[], loaded: LoadedSummaries = new LoadedSummaries()) {
    this.#store = store;
    this.#files = files;
    this.#loaded = loaded;
    this.#keys = new Array<readonly number[] | undefined>(files.length).fill(undefined);
  }

  /** Reads all summaries, where the index is on another machine. To be called once, before any other method. */
  async readAhead(beforeBatch: () => Promise<void>): Promise<void> {
    if (this.#store.isLocal) return;
    this.#ahead = new Map();
    for (let from = 0; from < this.#files.length; from += filesAtOnce) {
      await beforeBatch();
      const ids = this.#files.slice(from, from + filesAtOnce).map(({ fileId }) => fileId);
      for (const [id, bytes] of await this.#store.summaries(ids)) this.#ahead.set(id, bytes);
    }
  }

  /** Calls `use` with the front of each file's summary; null for a file without one. Packed summaries are cached as far as there is room. */
  async eachFront(
    places: readonly number[],
    use: (place: number, front: SummaryFront | null) => void,
    beforeBatch: () => Promise<void>,
  ): Promise<void> {
    for (let from = 0; from < places.length; from += filesAtOnce) {
      await beforeBatch();
      const batch = places.slice(from, from + filesAtOnce);
      const unread = batch.filter((place) => !this.#loaded.has(this.#files[place]!.path));
      const packed = this.#ahead ?? (await this.#store.summaries(unread.map((place) => this.#files[place]!.fileId)));
      for (const place of batch) use(place, this.#front(place, packed));
    }
  }

  #front(place: number, packed: ReadonlyMap<number, Uint8Array>): SummaryFront | null {
    const { path, fileId } = this.#files[place]!;
    const loaded = this.#loaded.front(path);
    if (loaded !== undefined) return loaded;
    const bytes = packed.get(fileId);
    if (bytes === undefined) return null;
    this.#cache(place, bytes);
    return unpackSummaryFront(bytes);
  }

  /** The header of a file; null for a file without a summary. */
  header(place: number): LinkHeader | null {
    const bytes = this.packed(place);
    return bytes === null ? null : unpackSummaryFront(bytes).header;
  }

  #cache(place: number, bytes: Uint8Array): void {
    if (this.#ahead !== null || this.#cachedBytes + bytes.length > maxCachedBytes) return;
    this.#cached.set(place, bytes);
    this.#cachedBytes += bytes.length;
  }

  /** The packed summary of a file; null when it has none. */
  packed(place: number): Uint8Array | null {
    const file = this.#files[place];
    if (file === undefined) return null;
    if (this.#ahead !== null) return this.#ahead.get(file.fileId) ?? null;
    return this.#cached.get(place) ?? this.#store.summaryNow(file.fileId);
  }

  /** The summary of a file; an empty one for a file without a summary. */
  load(place: number): FileSummary {
    const unpacked = this.#unpacked(place);
    if (unpacked === null) return noSummary();
    this.#keys[place] = unpacked.keys;
    return unpacked.summary;
  }

  #unpacked(place: number): UnpackedSummary | null {
    const file = this.#files[place];
    const loaded = file === undefined ? undefined : this.#loaded.take(file.path);
    if (loaded !== undefined) return loaded;
    const bytes = this.packed(place);
    if (bytes === null) return null;
    if (this.#cached.delete(place)) this.#cachedBytes -= bytes.length;
    return unpackSummary(bytes);
  }

  /** The keys of a file's definitions. Its summary must have been loaded. */
  keys(place: number): readonly number[] {
    return this.#keys[place] ?? none;
  }
}

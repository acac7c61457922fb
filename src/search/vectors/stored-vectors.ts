/**
 * The vectors of a store in memory: read once, then updated with the vectors that this process or another has written since.
 * Invariant: all vectors belong to one embedder. Results depend on the files and the query alone, never on the order in which the
 * vectors were loaded.
 */
import { endianness } from 'node:os';
import { unpackVectors } from '../../store/packed/packed-vectors.ts';
import type { DocumentTable, IndexView, Store } from '../../store/store.ts';
import type { VectorPart } from '../../store/vector-store.ts';
import { wantedFiles, type FileConditions } from './file-filter.ts';
import type { RowRun } from './row-names.ts';
import { VectorIndex, type RunValues, type VectorHit } from './vector-index.ts';
import { nextTurn } from '../../util/turns/turns.ts';

/** The id of a chunk is its file's id times this, plus its index among the file's chunks. Chunks beyond this many in one file are left out. */
const maxOrdinals = 2 ** 20;
/** Number of files whose vectors are read at a time. */
const filesAtOnce = 256;
/** Number of files whose vectors are read at a time when all are read for the first time. */
const allAtOnce = 1024;
/** Maximum size of a row besides its values (bytes). */
const rowBytes = 36;
/** Additional candidates: because of rounding, a row may be ranked slightly too low. */
const slack = 32;

export interface NearRow {
  fileId: number;
  /** Index among the file's chunks. */
  ordinal: number;
  /** Cosine. */
  similarity: number;
}

interface LoadedFile {
  /** The file's number in the vector index. */
  slot: number;
  count: number;
}

export class StoredVectors {
  readonly embedder: string;
  readonly #index: VectorIndex;
  readonly #maxRows: number;
  readonly #files = new Map<number, LoadedFile>();
  /** Files with their numbers of chunks, in the order of their slots from 0, that are not in `#files` yet. */
  #unlisted: Pick<VectorPart, 'fileIds' | 'counts'>[] = [];
  #freeSlots: number[] = [];
  #slots = 0;
  /** Files for which there was no room. */
  readonly #leftOut = new Set<number>();
  #generation = -1;
  /** Times of all files, from one state of the store. */
  #times: { generation: number; byFile: ReadonlyMap<number, number> } | null = null;
  /** Resolves when the last query in the queue is done. */
  #lastQuery: Promise<unknown> = Promise.resolve();

  /** @param options `embedder`: id of the vectors' embedder; `maxBytes`: vectors beyond this size are left out */
  constructor(options: { embedder: string; dimensions: number; maxBytes: number }) {
    this.embedder = options.embedder;
    this.#index = new VectorIndex({ dimensions: options.dimensions });
    this.#maxRows = Math.max(1, Math.floor(options.maxBytes / (options.dimensions + rowBytes)));
  }

  /** Number of chunks in memory, and of files that are left out because there is no room. */
  get counts(): { chunks: number; leftOut: number } {
    return { chunks: this.#index.size, leftOut: this.#leftOut.size };
  }

  /** Loads what was written since the last call. Other work can run between two batches. */
  async #refresh({ store, state: now }: IndexView): Promise<void> {
    if (now.generation === this.#generation) return;
    if (this.#generation === -1) {
      if (now.embedders.includes(this.embedder)) await this.#readAll(store, now.generation);
      this.#generation = now.generation;
      return;
    }
    const { state, fileIds } = await store.vectors.filesSince(this.embedder, this.#generation);
    const { ids } = (await store.state()).documents;
    const idsInStore = state.embedders.includes(this.embedder) ? new Set(ids) : new Set<number>();
    this.#list();
    let hasFreedSlots = false;
    for (const id of this.#files.keys()) if (!idsInStore.has(id)) hasFreedSlots = this.#remove(id) || hasFreedSlots;
    for (const id of this.#leftOut) if (!idsInStore.has(id)) this.#leftOut.delete(id);
    const wanted = [...new Set(hasFreedSlots ? [...fileIds, ...this.#leftOut] : fileIds)];
    for (let from = 0; from < wanted.length; from += filesAtOnce) {
      const batch = await store.vectors.read(this.embedder, wanted.slice(from, from + filesAtOnce));
      for (const [id, bytes] of batch) this.#put(id, bytes);
      await nextTurn();
    }
    this.#generation = state.generation;
  }

  /** Loads all vectors. Those that are written meanwhile have a later generation than the recorded one, so the next refresh loads them again. */
  async #readAll(store: Store, generation: number): Promise<void> {
    const embedding = { embedder: this.embedder, dimensions: this.#index.dimensions };
    for (let from: VectorPart['next'] = null; ;) {
      const part: VectorPart = await store.vectors.readNext(embedding, from, allAtOnce);
      // If the store has changed between two parts, a file may be in both. `#putPart` replaces it, `#putFirst` would add it twice.
      const isOfOneState = (await store.state()).generation === generation;
      if (!isOfOneState || !this.#putFirst(part)) this.#putPart(part);
      release(part.scales);
      release(part.values);
      from = part.next;
      if (from === null) return;
      await nextTurn();
    }
  }

  /** Moves the files of `#unlisted` into `#files`. A first query without filters does not need `#files`. */
  #list(): void {
    let slot = 0;
    for (const { fileIds, counts } of this.#unlisted)
      for (let at = 0; at < fileIds.length; at++) this.#files.set(fileIds[at]!, { slot: slot++, count: counts[at]! });
    this.#unlisted = [];
  }

  /**
   * Adds a part whose files are all new, to be listed later. Adds nothing and returns false if they may not be new, if there is not enough room, or
   * if a file has too many chunks.
   */
  #putFirst({ fileIds, counts, scales, values }: VectorPart): boolean {
    const all = runValues({ scales, values });
    const fits = this.#hasRoomFor(all.scales.length) && counts.every((count) => count <= maxOrdinals);
    if (!fits || this.#files.size > 0 || this.#leftOut.size > 0) return false;
    const runs: RowRun[] = [];
    for (let at = 0; at < fileIds.length; at++)
      runs.push({ firstId: fileIds[at]! * maxOrdinals, file: this.#slots++, count: counts[at]! });
    this.#index.putNew(runs, all);
    this.#unlisted.push({ fileIds, counts });
    return true;
  }

  #hasRoomFor(rows: number): boolean {
    return this.#index.size + rows <= this.#maxRows;
  }

  #putPart({ fileIds, counts, scales, values }: VectorPart): void {
    this.#list();
    const all = runValues({ scales, values });
    const { dimensions } = this.#index;
    let from = 0;
    for (let at = 0; at < fileIds.length; at++) {
      const [fileId, fileRows] = [fileIds[at]!, counts[at]!];
      this.#remove(fileId);
      const file = this.#slotFor(fileId, fileRows);
      const count = Math.min(fileRows, maxOrdinals);
      const to = from + count;
      if (file !== null)
        this.#index.putNew([{ firstId: fileId * maxOrdinals, file, count }], {
          scales: all.scales.subarray(from, to),
          values: all.values.subarray(from * dimensions, to * dimensions),
        });
      from += fileRows;
    }
  }

  /** Gives the file a slot; null where there is no room for it. */
  #slotFor(fileId: number, count: number): number | null {
    if (!this.#hasRoomFor(count)) {
      this.#leftOut.add(fileId);
      return null;
    }
    this.#leftOut.delete(fileId);
    const slot = this.#freeSlots.pop() ?? this.#slots++;
    this.#files.set(fileId, { slot, count: Math.min(count, maxOrdinals) });
    return slot;
  }

  #put(fileId: number, bytes: Uint8Array): void {
    this.#remove(fileId);
    const vectors = unpackVectors(bytes);
    const slot = this.#slotFor(fileId, vectors.length);
    if (slot === null) return;
    for (const [ordinal, { vector, scale }] of vectors.entries()) {
      if (ordinal < maxOrdinals) this.#index.put(fileId * maxOrdinals + ordinal, { vector, scale, file: slot });
    }
  }

  /** @returns whether it was present */
  #remove(fileId: number): boolean {
    const file = this.#files.get(fileId);
    if (file === undefined) return false;
    for (let ordinal = 0; ordinal < file.count; ordinal++) this.#index.remove(fileId * maxOrdinals + ordinal);
    this.#files.delete(fileId);
    this.#freeSlots.push(file.slot);
    return true;
  }

  async #timesOf(store: Store, { generation }: DocumentTable): Promise<ReadonlyMap<number, number>> {
    if (this.#times?.generation !== generation) {
      const states = await store.fileStates();
      this.#times = { generation, byFile: new Map(states.map(({ id, mtimeMs }) => [id, mtimeMs])) };
    }
    return this.#times.byFile;
  }

  /** By slot of the file: 1 for those that are wanted. */
  #wanted(documents: DocumentTable, mtimes: ReadonlyMap<number, number>, conditions: FileConditions): Uint8Array {
    this.#list();
    const slots: number[] = [];
    const paths: string[] = [];
    const languages: string[] = [];
    const times: number[] = [];
    for (const [row, id] of documents.ids.entries()) {
      const file = this.#files.get(id);
      if (file === undefined) continue;
      slots.push(file.slot);
      paths.push(documents.paths[row]!);
      languages.push(documents.languages[row]!);
      times.push(mtimes.get(id) ?? 0);
    }
    return this.#padded(wantedFiles({ ids: slots, paths, languages, mtimesMs: times }, conditions));
  }

  /** The array, with zeros added up to the number of slots. */
  #padded(wanted: Uint8Array): Uint8Array {
    const all = new Uint8Array(this.#slots);
    all.set(wanted);
    return all;
  }

  /**
   * The `k` nearest vectors of a state of the index, or of a newer one, and all that are as near as the last of these. Best first; equally near ones in no
   * particular order. Queries run one after another, so that none sees partly loaded vectors.
   * @param query of length 1
   */
  async nearest(view: IndexView, query: Float32Array, k: number, conditions: FileConditions): Promise<NearRow[]> {
    const turn = this.#lastQuery.then(async () => {
      await this.#refresh(view);
      return this.#nearest(view, query, k, conditions);
    });
    this.#lastQuery = turn.catch(() => {});
    return turn;
  }

  async #nearest(
    { store, state }: IndexView,
    query: Float32Array,
    k: number,
    conditions: FileConditions,
  ): Promise<NearRow[]> {
    const { language, pathPrefix, after, before } = conditions;
    const hasTimes = after !== undefined || before !== undefined;
    const isFiltered = hasTimes || language !== undefined || (pathPrefix ?? '') !== '';
    const documents = isFiltered ? state.documents : null;
    const mtimes = documents === null || !hasTimes ? new Map<number, number>() : await this.#timesOf(store, documents);
    const filter = documents === null ? null : this.#index.rowsOfFiles(this.#wanted(documents, mtimes, conditions));
    for (let limit = k + slack; ; limit *= 4) {
      const hits = await this.#index.search(query, limit, { rescore: limit, ...(filter === null ? {} : { filter }) });
      const last = hits[Math.min(k, hits.length) - 1];
      if (hits.length < limit || last === undefined || hits.at(-1)!.score < last.score)
        return hits.filter(({ score }) => last !== undefined && score >= last.score).map(nearRow);
    }
  }

  close(): void {
    this.#index.close();
    this.#files.clear();
    this.#unlisted = [];
  }
}

function runValues({ scales, values }: Pick<VectorPart, 'scales' | 'values'>): RunValues {
  return {
    scales: littleEndianFloats(scales),
    values: new Int8Array(values.buffer, values.byteOffset, values.length),
  };
}

function littleEndianFloats(bytes: Uint8Array): Float32Array {
  const isReadableInPlace = endianness() === 'LE' && bytes.byteOffset % 4 === 0;
  if (isReadableInPlace) return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(i * 4, true));
}

/**
 * Releases a buffer at once, so that its memory serves the next part. Waiting for the garbage collector would take new pages each time. Empty
 * arrays are not released, since they may share a buffer.
 */
function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 0 && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

function nearRow({ id, score }: VectorHit): NearRow {
  return { fileId: Math.floor(id / maxOrdinals), ordinal: id % maxOrdinals, similarity: score };
}

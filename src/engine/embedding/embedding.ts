/**
 * The embedding stage: makes vectors for the chunks of all files that have none, whichever run wrote them.
 * Invariants: a file's vectors depend only on its path and content, so an updated index has the same vectors as a new one; a file that changed
 * since it was indexed is skipped until it is indexed again; memory is bounded by a batch of chunks and one file.
 */
import { readEnvironment } from '../../config/environment.ts';
import type { Embedder } from '../../embed/embedder.ts';
import { quantiseVectors, type QuantisedVectors } from '../../embed/quantised-vector.ts';
import { openEmbedder, type EmbeddingSettings } from '../../embed/registry.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { chunkOutlines } from '../../model/chunk.ts';
import { AppError } from '../../model/error.ts';
import { getsVectors } from '../../model/file.ts';
import { readSource } from '../../source/read/read-source.ts';
import { unpackChunks } from '../../store/packed/packed-chunks.ts';
import { packJoinedVectors } from '../../store/packed/packed-vectors.ts';
import { viewOf, type FileRecord, type IndexView, type Store } from '../../store/store.ts';
import type { FileVectors } from '../../store/vector-store.ts';
import { modelsFolder, type LocalState } from '../../store/local-state.ts';
import { passagesOf } from '../search/passage.ts';
import { openPluginEmbedder } from './plugin-embedder.ts';

/** How many files' rows are read from the store at a time. */
const filesAtOnce = 64;
/** A call of an embedder gets files until they have so many chunks or characters: enough for all its parallel requests. */
const mostTexts = 512;
const mostCharacters = 1_000_000;

export interface EmbeddingReport {
  /** Files and vectors that were written. */
  files: number;
  vectors: number;
  /** Files that still have no vectors: they had changed on disk, or the store dropped this embedder because other processes use too many others. */
  left: number;
  /** `Embedder.id` of the embedder; null if search by meaning is off. */
  embedder: string | null;
}

/** The report of work that has made no vectors yet. */
export function emptyReport(embedder: string | null): EmbeddingReport {
  return { files: 0, vectors: 0, left: 0, embedder };
}

export interface EmbeddingJob {
  store: Store;
  data: ParseWorkerData;
  embedder: Embedder;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface EmbedderChoice {
  /** Absent: search by words alone. */
  embedding?: EmbeddingSettings | undefined;
  state: LocalState | null;
  /** Paths of plugins that this thread has loaded. */
  plugins?: readonly string[] | undefined;
  /** `Embedder.id`, if it is known. */
  knownId?: string | null;
}

/** Null if search by meaning is off. */
export async function openConfiguredEmbedder(
  { embedding: settings, state, plugins = [], knownId = null }: EmbedderChoice,
  signal?: AbortSignal,
): Promise<Embedder | null> {
  if (settings === undefined) return null;
  const downloads = modelsFolder(state);
  const key = readEnvironment().embeddingKey;
  const ofPlugin = (): Embedder => openPluginEmbedder(settings, plugins);
  return openEmbedder({ settings, key, downloads, ofPlugin, knownId, ...(signal === undefined ? {} : { signal }) });
}

export interface EmbeddingState {
  /** Generation of the vectors when this was read. */
  generation: number;
  /** `Embedder.id` of the embedder that made the vectors; null if there are none. */
  embedder: string | null;
  /** How many files have vectors. */
  done: number;
  /** Ids of the files whose vectors are missing, ordered by path. */
  missing: number[];
}

/**
 * Reads which files have vectors. Returns `previous` itself if nothing was written since.
 * @param embedder id of the embedder whose vectors count; null: the embedder that was the last to begin
 */
export async function embeddingState(
  { store, state: now }: IndexView,
  embedder: string | null,
  previous: EmbeddingState | null = null,
): Promise<EmbeddingState> {
  if (previous?.generation === now.generation) return previous;
  const embedderId = embedder ?? now.embedders[0] ?? null;
  const { state, fileIds } = await store.vectors.filesSince(embedderId ?? '', -1);
  const { ids, traits } = (state.generation === now.generation ? now : await store.state()).documents;
  let largestId = fileIds.at(-1) ?? 0;
  for (let row = 0; row < ids.length; row++) largestId = Math.max(largestId, ids[row]!);
  // One byte per file: building a set of ids takes ten times as long.
  const isDone = new Uint8Array(largestId + 1);
  for (const id of fileIds) isDone[id] = 1;
  const missing: number[] = [];
  for (let row = 0; row < ids.length; row++) {
    // The cheap test comes first, because nearly all files are done.
    if (isDone[ids[row]!] === 0 && getsVectors({ traits: traits[row]! })) missing.push(ids[row]!);
  }
  const isStored = embedderId !== null && state.embedders.includes(embedderId);
  return { generation: state.generation, embedder: isStored ? embedderId : null, done: fileIds.length, missing };
}

/** Makes and writes the missing vectors. Rejects with a `CancelledError` after `signal`; vectors written until then stay. */
export async function embedIndex(job: EmbeddingJob): Promise<EmbeddingReport> {
  const { store, embedder, onProgress } = job;
  await store.vectors.begin(embedder.id);
  const { missing } = await embeddingState(await viewOf(store), embedder.id);
  const report = emptyReport(embedder.id);
  const batch = new EmbeddingBatch(job, report);
  onProgress?.(0, missing.length);
  for (let from = 0; from < missing.length; from += filesAtOnce) {
    const ids = missing.slice(from, from + filesAtOnce);
    const [records, chunks, outlines] = [await store.files(ids), await store.chunks(ids), await store.outlines(ids)];
    for (const record of records) {
      throwIfCancelled(job.signal);
      const [packed, definitions] = [chunks.get(record.id), outlines.get(record.id)];
      const text = packed === undefined || definitions === undefined ? null : readIndexedText(job.data, record);
      if (text === null) report.left++;
      else {
        const spans = unpackChunks(packed!);
        await batch.add(record.id, passagesOf({ path: record.path, text }, spans, chunkOutlines(spans, definitions!)));
      }
    }
    if (!(await batch.flush())) {
      report.left = missing.length - report.files;
      break;
    }
    onProgress?.(Math.min(missing.length, from + filesAtOnce), missing.length);
  }
  return report;
}

/** Vectors of passages, in the same order. Rejects as the embedder does. */
export async function embedPassages(
  embedder: Embedder,
  passages: readonly string[],
  signal: AbortSignal | undefined,
): Promise<QuantisedVectors> {
  if (embedder.embedQuantised !== undefined) return embedder.embedQuantised(passages, signal);
  return quantiseVectors(await embedder.embed(passages, 'passage', signal), embedder.dimensions);
}

/** Packs the vectors of a file's chunks, in their order, for the store. */
export function packFileVectors(vectors: QuantisedVectors, dimensions: number): Omit<FileVectors, 'fileId'> {
  return { count: vectors.scales.length, data: packJoinedVectors(vectors, dimensions) };
}

/** The text of a file; null if the file has changed since it was indexed. */
export function readIndexedText(
  data: ParseWorkerData,
  record: Pick<FileRecord, 'path' | 'rawPath' | 'hash'>,
): string | null {
  const { text, hash } = readSource(data.root, record, data);
  return hash === record.hash ? text : null;
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError('CancelledError', 'Embedding was cancelled');
}

/** Collects files until they fill a call of the embedder, and writes their vectors. */
class EmbeddingBatch {
  readonly #job: EmbeddingJob;
  readonly #report: EmbeddingReport;
  #files: { fileId: number; texts: string[] }[] = [];
  #texts = 0;
  #characters = 0;
  #isRefused = false;

  constructor(job: EmbeddingJob, report: EmbeddingReport) {
    this.#job = job;
    this.#report = report;
  }

  async add(fileId: number, texts: string[]): Promise<void> {
    this.#files.push({ fileId, texts });
    this.#texts += texts.length;
    for (const text of texts) this.#characters += text.length;
    if (this.#texts >= mostTexts || this.#characters >= mostCharacters) await this.flush();
  }

  /** Embeds and writes the collected files. False if the store has dropped this embedder in favour of others. */
  async flush(): Promise<boolean> {
    const files = this.#files;
    if (files.length === 0 || this.#isRefused) return !this.#isRefused;
    this.#files = [];
    this.#texts = 0;
    this.#characters = 0;
    const { embedder, store, signal } = this.#job;
    const texts = files.flatMap((file) => file.texts);
    const { values, scales } = await embedPassages(embedder, texts, signal);
    throwIfCancelled(signal);
    const { dimensions } = embedder;
    let next = 0;
    const rows = files.map(({ fileId, texts: { length } }): FileVectors => {
      const from = next;
      next += length;
      const fileVectors = {
        values: values.subarray(from * dimensions, next * dimensions),
        scales: scales.subarray(from, next),
      };
      return { fileId, ...packFileVectors(fileVectors, dimensions) };
    });
    this.#isRefused = !(await store.vectors.write(embedder.id, rows));
    if (!this.#isRefused) {
      this.#report.files += rows.length;
      this.#report.vectors += scales.length;
    }
    return !this.#isRefused;
  }
}

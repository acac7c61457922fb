/**
 * Makes vectors for the files of an indexing run during that run: the parse workers are busy then, and the writing thread is mostly idle.
 * Invariants: the vectors are those that `embedIndex` would make after the run. The run waits for vectors only when all its files are written. Files
 * that are not reached, or fail, are left to `embedIndex`, which reports errors.
 */
import type { Embedder } from '../../embed/embedder.ts';
import type { FileOutcome } from '../../indexer/file-outcome.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { chunkOutlines } from '../../model/chunk.ts';
import { getsVectors } from '../../model/file.ts';
import { unpackChunks } from '../../store/packed/packed-chunks.ts';
import { unpackOutline } from '../../store/packed/packed-definitions.ts';
import type { FileWrite, Store } from '../../store/store.ts';
import type { FileVectors } from '../../store/vector-store.ts';
import {
  embedPassages,
  emptyReport,
  packFileVectors,
  readIndexedText,
  type EmbeddingReport,
} from '../embedding/embedding.ts';
import { passagesOf } from '../search/passage.ts';
import { clockMs } from '../../util/clock.ts';
import { nextTurn } from '../../util/turns/turns.ts';

/** After this time of work the messages of the parse workers get a turn (ms). */
const sliceMs = 10;
/** Limit on the source text of waiting files (bytes). Further files are left to `embedIndex` after the run. */
const mostWaitingBytes = 16 * 1024 * 1024;
/** During the run, vectors are written once this many files have theirs. */
const filesAtOnce = 64;

type WaitingFile = Pick<FileWrite, 'path' | 'rawPath' | 'hash' | 'size' | 'chunks' | 'definitions'> & {
  text: string | null;
};
/** The vectors of a file, and the hash of the content that they are made from. */
type MadeFile = Omit<FileVectors, 'fileId'> & { hash: string };

export interface ConcurrentEmbeddingHost {
  store: Store;
  data: ParseWorkerData;
  /** Opens the embedder, or returns the open one; null if there is none. Called before the first file. */
  embedder: () => Promise<Embedder | null>;
  /** Closes the embedder, because the next stages need its memory. */
  release: () => Promise<void>;
  signal: AbortSignal;
}

export class ConcurrentEmbedding {
  readonly #host: ConcurrentEmbeddingHost;
  readonly #waiting: WaitingFile[] = [];
  #waitingBytes = 0;
  /** The paths of all files that were ever waiting. */
  readonly #taken = new Set<string>();
  /** Embedded files that are in the index already, by path: their vectors can be written. */
  readonly #ready = new Map<string, MadeFile>();
  /** Embedded files that are not in the index yet, by path. */
  readonly #made = new Map<string, MadeFile>();
  /** Files in the index whose vectors are not made yet. */
  readonly #written = new Set<string>();
  #embedder: Embedder | null = null;
  #work: Promise<void> | null = null;
  #isEnded = false;
  #report: EmbeddingReport = emptyReport(null);

  constructor(host: ConcurrentEmbeddingHost) {
    this.#host = host;
  }

  /** Loads the model before the first file. Call this if many files are expected. */
  begin(): void {
    this.#work ??= this.#run();
  }

  /** Takes the files that were just analysed. */
  readonly take = (outcomes: readonly FileOutcome[]): void => {
    if (this.#isEnded) return;
    for (const outcome of outcomes) {
      if (outcome.kind !== 'indexed' || !getsVectors(outcome.file)) continue;
      const { path, rawPath, hash, size, chunks, definitions } = outcome.file;
      // A file that is read again has other chunks, perhaps, than those of which vectors are made already.
      if (this.#waitingBytes > mostWaitingBytes && !this.#taken.has(path)) continue;
      this.#taken.add(path);
      this.#waiting.push({ path, rawPath, hash, size, chunks, definitions, text: outcome.text });
      this.#waitingBytes += size;
    }
    if (this.#waiting.length > 0) this.#work ??= this.#run();
  };

  /** Call this when these files are in the index. */
  readonly markWritten = (paths: readonly string[]): void => {
    for (const path of paths) {
      const made = this.#made.get(path);
      if (made === undefined) this.#written.add(path);
      else {
        this.#made.delete(path);
        this.#ready.set(path, made);
      }
    }
  };

  /** Makes the remaining vectors. Call this when all files are written. Never rejects. */
  async finish(): Promise<void> {
    while (!this.#isEnded && (this.#work !== null || this.#waiting.length > 0)) await (this.#work ??= this.#run());
    if (!this.#isEnded) await this.#endOnFailure(() => this.#write(1));
    await this.stop();
    if (this.#embedder !== null) await this.#endOnFailure(this.#host.release);
    this.#embedder = null;
  }

  /** Stops, and resolves with the report when the work under way has ended. */
  async stop(): Promise<EmbeddingReport> {
    this.#isEnded = true;
    await this.#work;
    return this.#report;
  }

  async #run(): Promise<void> {
    await this.#endOnFailure(() => this.#makeAll());
    this.#work = null;
  }

  /** Runs `work`. After a failure no more vectors are made during the run: `embedIndex` meets the same failure later, and reports it. */
  async #endOnFailure(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      this.#isEnded = true;
    }
  }

  async #makeAll(): Promise<void> {
    const { store, embedder: open, signal } = this.#host;
    const isFirst = this.#embedder === null;
    const embedder = (this.#embedder ??= await open());
    this.#isEnded ||= embedder === null;
    if (embedder === null) return;
    if (isFirst) {
      await store.vectors.begin(embedder.id);
      // The first call loads the model.
      await embedPassages(embedder, [''], signal);
    }
    let since = clockMs();
    for (let file = this.#waiting.shift(); file !== undefined; file = this.#waiting.shift()) {
      this.#isEnded ||= signal.aborted;
      if (this.#isEnded) return;
      this.#waitingBytes -= file.size;
      await this.#make(file, embedder);
      if (clockMs() - since < sliceMs) continue;
      await this.#write(filesAtOnce);
      await nextTurn();
      since = clockMs();
    }
  }

  async #make(file: WaitingFile, embedder: Embedder): Promise<void> {
    const { path, hash } = file;
    const text = file.text ?? readIndexedText(this.#host.data, file);
    if (text === null) return;
    const spans = unpackChunks(file.chunks);
    const outlines = chunkOutlines(spans, unpackOutline(file.definitions));
    const passages = passagesOf({ path, text }, spans, outlines);
    const vectors = await embedPassages(embedder, passages, this.#host.signal);
    const made = { hash, ...packFileVectors(vectors, embedder.dimensions) };
    (this.#written.delete(path) ? this.#ready : this.#made).set(path, made);
  }

  /** Writes the finished vectors of files in the index, unless those are fewer than `fewest` files, which are not worth a transaction. */
  async #write(fewest: number): Promise<void> {
    const ready = new Map(this.#ready);
    const { store, signal } = this.#host;
    if (this.#embedder === null || ready.size < fewest || signal.aborted) return;
    this.#ready.clear();
    const rows = (await store.filesByPath([...ready.keys()])).flatMap(({ id, path, hash }): FileVectors[] => {
      const made = ready.get(path);
      return made?.hash === hash ? [{ fileId: id, count: made.count, data: made.data }] : [];
    });
    if (!(await store.vectors.write(this.#embedder.id, rows))) this.#isEnded = true;
    else {
      this.#report.files += rows.length;
      for (const { count } of rows) this.#report.vectors += count;
    }
  }
}

/**
 * Makes vectors for a run's files during the run: its parse workers are busy then, and the writing thread is mostly idle.
 * Invariants: it writes the same vectors as `embedIndex` would after the run; the run waits for it only when all files are written; what it
 * does not reach, or fails at, is left to `embedIndex`, which reports errors.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
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
  readKnown,
  type EmbeddingReport,
} from '../embedding/embedding.ts';
import { passagesOf } from '../search/passage.ts';
import { clockMs } from '../../util/clock.ts';

/** After this time of work the messages of the parse workers get a turn (ms). */
const sliceMs = 10;
/** Limit on the source text of waiting files (bytes). Further files are left to `embedIndex` after the run. */
const mostWaiting = 16 * 1024 * 1024;
/** Files whose vectors are written at a time. */
const filesAtOnce = 64;

type WaitingFile = Pick<FileWrite, 'path' | 'rawPath' | 'hash' | 'size' | 'chunks' | 'definitions'> & {
  text: string | null;
};
type MadeFile = Omit<FileVectors, 'fileId'> & { hash: string };

export interface ConcurrentEmbeddingHost {
  store: Store;
  data: ParseWorkerData;
  /** Called at the first file. */
  embedder: () => Promise<Embedder | null>;
  /** Closes the embedder, because the next stages need its memory. */
  release: () => Promise<void>;
  signal: AbortSignal;
}

export class ConcurrentEmbedding {
  readonly #host: ConcurrentEmbeddingHost;
  readonly #waiting: WaitingFile[] = [];
  #waitingBytes = 0;
  /** Embedded files that are in the index already, by path: their vectors can be written. */
  readonly #ready = new Map<string, MadeFile>();
  /** Embedded files that are not in the index yet, by path. */
  readonly #made = new Map<string, MadeFile>();
  /** Files in the index whose vectors are not made yet. */
  readonly #written = new Set<string>();
  #embedder: Embedder | null = null;
  #work: Promise<void> | null = null;
  #ended = false;
  #report: EmbeddingReport = emptyReport(null);

  constructor(host: ConcurrentEmbeddingHost) {
    this.#host = host;
  }

  /** To be called if many files are expected: loads the model before the first one. */
  begin(): void {
    this.#work ??= this.#run();
  }

  /** Takes the files that were just analysed. */
  readonly take = (outcomes: readonly FileOutcome[]): void => {
    if (this.#ended) return;
    for (const outcome of outcomes) {
      if (outcome.kind !== 'indexed' || !getsVectors(outcome.file) || this.#waitingBytes > mostWaiting) continue;
      const { path, rawPath, hash, size, chunks, definitions } = outcome.file;
      this.#waiting.push({ path, rawPath, hash, size, chunks, definitions, text: outcome.text });
      this.#waitingBytes += size;
    }
    if (this.#waiting.length > 0) this.#work ??= this.#run();
  };

  /** To be called when these files are in the index. */
  readonly written = (paths: readonly string[]): void => {
    for (const path of paths) {
      const made = this.#made.get(path);
      if (made === undefined) this.#written.add(path);
      else {
        this.#made.delete(path);
        this.#ready.set(path, made);
      }
    }
  };

  /** To be called when all files are written; makes the remaining vectors. Never rejects. */
  async finish(): Promise<void> {
    while (!this.#ended && (this.#work !== null || this.#waiting.length > 0)) await (this.#work ??= this.#run());
    if (!this.#ended) await this.#endOnFailure(() => this.#write(1));
    await this.stop();
    if (this.#embedder !== null) await this.#endOnFailure(this.#host.release);
    this.#embedder = null;
  }

  /** Stops, and resolves with the report when the work under way has ended. */
  async stop(): Promise<EmbeddingReport> {
    this.#ended = true;
    await this.#work;
    return this.#report;
  }

  async #run(): Promise<void> {
    await this.#endOnFailure(() => this.#makeAll());
    this.#work = null;
  }

  /** Runs `work`; a failure ends everything here. `embedIndex` meets the same failure after the run, and reports it. */
  async #endOnFailure(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      this.#ended = true;
    }
  }

  async #makeAll(): Promise<void> {
    const { store, embedder: open, signal } = this.#host;
    const isFirst = this.#embedder === null;
    const embedder = (this.#embedder ??= await open());
    this.#ended ||= embedder === null;
    if (embedder === null) return;
    if (isFirst) {
      await store.vectors.begin(embedder.id);
      await embedPassages(embedder, [''], signal);
    }
    let since = clockMs();
    for (let file = this.#waiting.shift(); file !== undefined; file = this.#waiting.shift()) {
      this.#ended ||= signal.aborted;
      if (this.#ended) return;
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
    const text = file.text ?? readKnown(this.#host.data, file);
    if (text === null) return;
    const spans = unpackChunks(file.chunks);
    const outlines = chunkOutlines(spans, unpackOutline(file.definitions));
    const passages = passagesOf({ path, text }, spans, outlines);
    const vectors = await embedPassages(embedder, passages, this.#host.signal);
    const made = { hash, ...packFileVectors(vectors, embedder.dimensions) };
    (this.#written.delete(path) ? this.#ready : this.#made).set(path, made);
  }

  /** @param fewest least number of files that a transaction pays for */
  async #write(fewest: number): Promise<void> {
    const ready = new Map(this.#ready);
    const { store, signal } = this.#host;
    if (this.#embedder === null || ready.size < fewest || signal.aborted) return;
    this.#ready.clear();
    const rows = (await store.filesByPath([...ready.keys()])).flatMap(({ id, path, hash }): FileVectors[] => {
      const made = ready.get(path);
      return made?.hash === hash ? [{ fileId: id, count: made.count, data: made.data }] : [];
    });
    if (!(await store.vectors.write(this.#embedder.id, rows))) this.#ended = true;
    else {
      this.#report.files += rows.length;
      for (const { count } of rows) this.#report.vectors += count;
    }
  }
}

/**
 * Files cut into chunks as they are on disk, with nothing kept of it: for files that are not in the index, or not as they are. A server
 * does it in the thread of its updates, so that other questions do not wait for parsers.
 * Invariant: text, chunks and definitions are of one content.
 */
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import type { FileAnalyser } from '../../indexer/analyse-file.ts';
import type { FileOutcome } from '../../indexer/file-outcome.ts';
import type { AnalyseTask } from '../../indexer/read-file.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { FileRecord } from '../../store/store.ts';
import type { ChunkSpan } from '../../model/chunk.ts';
import type { SourceContent } from '../../source/source.ts';
import { unpackChunks } from '../../store/packed/packed-chunks.ts';
import { unpackDefinitions } from '../../store/packed/packed-definitions.ts';
import { clockMs } from '../../util/clock.ts';

export type AnalyseFile = (task: AnalyseTask) => Promise<FileOutcome>;

export interface MemoryContent {
  text: string;
  hash: string;
  language: string;
  spans: readonly ChunkSpan[];
  definitions: readonly OutlineEntry[];
}

/** Parsers are kept so long after their last use (ms). */
const keptMs = 5000;
/** Of each span of so many milliseconds, so many may be spent on files that a ranking would like to see: others ask meanwhile. */
const spanMs = 100;
const shareMs = 25;
/** And one of them takes no longer than this. */
const fileMs = 15;

export class MemoryReading {
  readonly #data: ParseWorkerData;
  readonly #aside: AnalyseFile | null;
  #analyser: Promise<FileAnalyser> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #spanFrom = -Infinity;
  #spentMs = 0;

  /** @param aside null: in this thread */
  constructor(data: ParseWorkerData, aside: AnalyseFile | null) {
    this.#data = data;
    this.#aside = aside;
  }

  /** There is time for one more file of a ranking. */
  get #hasTime(): boolean {
    return clockMs() - this.#spanFrom > spanMs || this.#spentMs < shareMs;
  }

  /** Null where it was written in between, or is no text. @param content as it was just read */
  async read(
    { path, rawPath }: Pick<FileRecord, 'path' | 'rawPath'>,
    { text, hash }: Pick<SourceContent, 'text' | 'hash'>,
  ): Promise<MemoryContent | null> {
    if (text === null) return null;
    // A thread that is lost has most likely been lost to this file.
    const outcome = await this.#analyse({ path, rawPath, knownHash: null }).catch(() => null);
    if (outcome?.kind !== 'indexed' || outcome.file.hash !== hash) return null;
    const { language, chunks, definitions } = outcome.file;
    return { text, hash, language, spans: unpackChunks(chunks), definitions: unpackDefinitions(definitions) };
  }

  /** An earlier content of a file; null where it cannot be analysed. */
  async readText(path: string, text: string): Promise<Pick<MemoryContent, 'language' | 'definitions'> | null> {
    const outcome = await this.#analyse({ path, rawPath: null, knownHash: null, text }).catch(() => null);
    if (outcome?.kind !== 'indexed') return null;
    return { language: outcome.file.language, definitions: unpackDefinitions(outcome.file.definitions) };
  }

  /** For a ranking: null where there is no time for it, or where it takes longer than one file may. */
  async inTime<T>(reading: () => Promise<T>): Promise<T | null> {
    if (!this.#hasTime) return null;
    const from = clockMs();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((done) => (timer = setTimeout(() => done(null), fileMs)));
    return Promise.race([reading(), late]).finally(() => {
      clearTimeout(timer);
      this.#count(clockMs() - from);
    });
  }

  async #analyse(task: AnalyseTask): Promise<FileOutcome> {
    if (this.#aside !== null) return this.#aside(task);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#close(), keptMs).unref();
    // Imported when needed: the parsers are the most expensive modules to load.
    this.#analyser ??= import('../indexing/analyser.ts').then(({ createAnalyser }) => createAnalyser(this.#data));
    const analyser = await this.#analyser;
    const outcome = await analyser.analyse(task);
    if (analyser.failed) await this.#close();
    return outcome;
  }

  async #close(): Promise<void> {
    const analyser = this.#analyser;
    this.#analyser = null;
    (await analyser)?.close();
  }

  #count(ms: number): void {
    const now = clockMs();
    if (now - this.#spanFrom > spanMs) {
      this.#spanFrom = now;
      this.#spentMs = 0;
    }
    this.#spentMs += ms;
  }
}

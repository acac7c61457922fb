/**
 * Analyses files in memory if they are not in the index, or not with their present content. A server does this in its update thread, so that other
 * questions do not wait for parsers.
 * Invariant: text, chunks and definitions belong to the same content.
 */
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import type { FileAnalyser } from '../../indexer/analyse-file.ts';
import type { FileOutcome } from '../../indexer/file-outcome.ts';
import { analyseOver } from '../../indexer/outside-macros.ts';
import type { AnalyseTask } from '../../indexer/read-file.ts';
import type { MacroStore } from '../../store/macro-store.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { FileRecord } from '../../store/store.ts';
import type { EarlierFile } from '../../graph/across/earlier.ts';
import type { ChunkSpan } from '../../model/chunk.ts';
import type { SourceContent } from '../../source/source.ts';
import { unpackChunks } from '../../store/packed/packed-chunks.ts';
import { unpackDefinitions } from '../../store/packed/packed-definitions.ts';
import { unpackImports } from '../../store/packed/packed-imports.ts';
import { unpackSummaryFront } from '../../store/packed/packed-summary.ts';
import { clockMs } from '../../util/clock.ts';

export type AnalyseFile = (task: AnalyseTask) => Promise<FileOutcome>;

/** A file that was analysed in memory. */
export interface MemoryContent {
  text: string;
  hash: string;
  language: string;
  spans: readonly ChunkSpan[];
  definitions: readonly OutlineEntry[];
}

export interface EarlierContent extends Pick<MemoryContent, 'language' | 'definitions'> {
  /** Whether the definitions may depend on the macros of other files. */
  dependsOnOthers: boolean;
  /** The specifiers of the file's imports. */
  modules: readonly string[];
}

/** Parsers stay loaded this long after their last use (ms). */
const parsersIdleMs = 5000;
/** Time is divided into spans of this length, each with a budget for rankings (ms). */
const spanMs = 100;
/** Rankings may read files again for this time in each span (ms), so that other questions get a turn. */
const budgetMs = 25;
/** Time limit for one file of a ranking (ms). */
const fileMs = 15;

export class MemoryReading {
  readonly #data: ParseWorkerData;
  readonly #analyseInThread: AnalyseFile | null;
  #analyser: Promise<FileAnalyser> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #spanStart = -Infinity;
  #spentMs = 0;

  /** @param analyseInThread null: analyse in this thread */
  constructor(data: ParseWorkerData, analyseInThread: AnalyseFile | null) {
    this.#data = data;
    this.#analyseInThread = analyseInThread;
  }

  /** Whether a ranking may read one more file now. */
  get #hasTime(): boolean {
    return clockMs() - this.#spanStart > spanMs || this.#spentMs < budgetMs;
  }

  /** Analyses a file that was just read. Null if it has been written meanwhile, is not text, or cannot be analysed. */
  async read(
    store: MacroStore,
    { path, rawPath }: Pick<FileRecord, 'path' | 'rawPath'>,
    { text, hash }: Pick<SourceContent, 'text' | 'hash'>,
  ): Promise<MemoryContent | null> {
    if (text === null) return null;
    // If the thread has ended, this file has probably crashed it.
    const outcome = await this.#analyse(store, { path, rawPath, knownHash: null }).catch(() => null);
    if (outcome?.kind !== 'indexed' || outcome.file.hash !== hash) return null;
    const { language, chunks, definitions } = outcome.file;
    return { text, hash, language, spans: unpackChunks(chunks), definitions: unpackDefinitions(definitions) };
  }

  /** Analyses an earlier content of a file, with the macros that other files have now; null if it cannot be analysed. */
  async readText(store: MacroStore, path: string, text: string): Promise<EarlierContent | null> {
    const outcome = await this.#analyse(store, { path, rawPath: null, knownHash: null, text }).catch(() => null);
    if (outcome?.kind !== 'indexed') return null;
    const { language, definitions, macros, summary } = outcome.file;
    const dependsOnOthers = macros !== null && macros.calls.length > 0;
    const modules = summary.length === 0 ? [] : unpackSummaryFront(summary).modules;
    return { language, definitions: unpackDefinitions(definitions), dependsOnOthers, modules };
  }

  /** Analyses an earlier content of a file for links to it; null if it cannot be analysed, or its language is not linked. */
  async readSummary(
    store: MacroStore,
    { path, text, traits }: { path: string; text: string; traits: number },
  ): Promise<EarlierFile | null> {
    const outcome = await this.#analyse(store, { path, rawPath: null, knownHash: null, text }).catch(() => null);
    if (outcome?.kind !== 'indexed' || outcome.file.summary.length === 0) return null;
    const { language, definitions, imports, summary } = outcome.file;
    const unpacked = { definitions: unpackDefinitions(definitions), imports: unpackImports(imports) };
    return { path, language, traits, summary, ...unpacked };
  }

  /** Reads a file for a ranking. Null if the budget is spent, or if reading takes longer than `fileMs`. */
  async withinBudget<T>(reading: () => Promise<T>): Promise<T | null> {
    if (!this.#hasTime) return null;
    const from = clockMs();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<null>((done) => (timer = setTimeout(() => done(null), fileMs)));
    return Promise.race([reading(), timeout]).finally(() => {
      clearTimeout(timer);
      this.#countTime(clockMs() - from);
    });
  }

  async #analyse(store: MacroStore, task: AnalyseTask): Promise<FileOutcome> {
    return analyseOver(store, (one) => this.#analyseAlone(one), task);
  }

  async #analyseAlone(task: AnalyseTask): Promise<FileOutcome> {
    if (this.#analyseInThread !== null) return this.#analyseInThread(task);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#close(), parsersIdleMs).unref();
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

  #countTime(ms: number): void {
    const now = clockMs();
    if (now - this.#spanStart > spanMs) {
      this.#spanStart = now;
      this.#spentMs = 0;
    }
    this.#spentMs += ms;
  }
}

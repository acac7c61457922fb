/**
 * Analysis of a run's files: in this thread until the run turns out to be large, then in a pool of parse workers.
 */
import { availableParallelism } from 'node:os';
import type { FileAnalyser } from '../indexer/analyse-file.ts';
import type { FileOutcome } from '../indexer/file-outcome.ts';
import type { AnalyseTask } from '../indexer/read-file.ts';
import { jobsOfWorker, ParsePool, type ParseWorkerData } from '../indexer/parse-pool.ts';
import type { SharedAnalysis } from '../indexer/shared-analysis.ts';
import type { SourceFile } from '../model/file.ts';
import { workerUrl } from '../util/assets.ts';
import { growFreely } from '../util/heap-growth.ts';
import { expectLongWork, expectMuchCode } from '../util/late-optimisation.ts';
import { isCompiledFully, optimiseGrammars } from '../util/wasm-compiling.ts';
import { isNearBound, type MemoryPlan } from './memory-plan.ts';
import { createLanguageTable } from './plugin-languages.ts';
import { bytesByParser, bytesOfWork, usefulWorkers } from './useful-workers.ts';

/** A single file's analysis that takes more processor time is given up (ms). */
const fileLimitMs = 30_000;
/** Up to so many files are analysed in this thread: starting workers would cost more than it saves. */
const inlineFiles = 8;
/**
 * Bytes for grammars from which V8's optimising compiler pays. What parsers of our own leave to a grammar is not counted, a hundredth of it: for
 * eleven of django's 2,700 files of Python V8 optimised 0.6 s.
 */
const muchForGrammars = 4 * 1024 * 1024;

/** Workers that this thread can read and count words for: a third of the work that files are. More of them would wait for it. */
const mostSharing = 2;

/** Bytes for a parser up to which a project is small: what it takes of memory does not matter, and linking it is short. */
const smallBytes = 8 * 1024 * 1024;

export interface AnalysisJob {
  data: ParseWorkerData;
  memory: MemoryPlan;
  maxWorkers: number;
}

export class AdaptiveAnalysis {
  readonly #data: ParseWorkerData;
  readonly #memory: MemoryPlan;
  #workers: number;
  #analyser: FileAnalyser | null = null;
  #pool: ParsePool | null = null;
  /** Null where workers are to do all. */
  #shared: Promise<SharedAnalysis> | null = null;
  #seen = 0;
  #growAsUsual = (): void => {};
  #isSmall = false;

  constructor({ data, memory, maxWorkers }: AnalysisJob) {
    this.#data = data;
    this.#memory = memory;
    this.#workers = Math.max(1, Math.min(maxWorkers, memory.workers, availableParallelism()));
  }

  /** Jobs under way that keep its workers busy. */
  get mostJobs(): number {
    return this.#workers * jobsOfWorker + 1;
  }

  /** By what was planned. */
  get isSmall(): boolean {
    return this.#isSmall;
  }

  /** There will be many files: a worker loads its parsers while they are looked for. */
  begin(): void {
    // Behind that a heap goes by what it was allowed before, and linking is through before it needs more.
    this.#growAsUsual = growFreely();
    this.#openPool().begin();
  }

  readonly plan = (files: readonly SourceFile[]): void => {
    if (files.length > 0) expectMuchCode();
    const bytes = bytesByParser(files, createLanguageTable(this.#data));
    this.#workers = Math.min(this.#workers, usefulWorkers(bytes, availableParallelism()));
    this.#pool?.allow(this.#workers);
    this.#isSmall = bytesOfWork(bytes) <= smallBytes;
    if (!this.#isSmall) {
      this.#growAsUsual();
      expectLongWork();
    }
    // Where modules of ours are compiled as grammars are, they are worth it in all but a small project.
    const isMuch = bytes.grammar >= muchForGrammars || !(isCompiledFully || this.#isSmall);
    if (!this.#memory.plainGrammars) optimiseGrammars(isMuch);
  };

  /** @param withTexts outcomes have the texts of files that get vectors */
  readonly analyse = async (tasks: AnalyseTask[], withTexts = false): Promise<FileOutcome[]> => {
    this.#seen += tasks.length;
    if (this.#pool === null && this.#seen <= inlineFiles && this.#analyser?.failed !== true) {
      // Imported when needed: the parsers are the most expensive modules to load.
      this.#analyser ??= (await import('./analyser.ts')).createAnalyser(this.#data);
      const outcomes: FileOutcome[] = [];
      for (const task of tasks) outcomes.push(await this.#analyser.analyse(task));
      return outcomes;
    }
    const pool = this.#openPool();
    if (this.#workers > mostSharing) return pool.analyse(tasks, withTexts);
    this.#shared ??= this.#share(pool);
    return (await this.#shared).analyse(tasks);
  };

  async #share(pool: ParsePool): Promise<SharedAnalysis> {
    const [{ SharedAnalysis: Shared }, { createLanguageDetector }] = await Promise.all([
      import('../indexer/shared-analysis.ts'),
      import('./language-detector.ts'),
    ]);
    const { root, maxFileSize, ignorePatterns } = this.#data;
    return new Shared(root, { maxFileSize, ignorePatterns }, createLanguageDetector(this.#data), pool);
  }

  #openPool(): ParsePool {
    return (this.#pool ??= new ParsePool({
      entry: workerUrl('parse-worker', 'engine/parse-worker.ts'),
      data: this.#data,
      workers: this.#workers,
      fileLimitMs,
      heapMb: this.#memory.workerHeapMb,
      youngMb: this.#memory.workerYoungMb,
      isTight: () => isNearBound(this.#memory.mostBytes),
    }));
  }

  /** What is analysed behind it begins anew. */
  async close(): Promise<void> {
    this.#growAsUsual();
    const [analyser, pool] = [this.#analyser, this.#pool];
    this.#analyser = null;
    this.#pool = null;
    this.#shared = null;
    analyser?.close();
    await pool?.close();
  }
}

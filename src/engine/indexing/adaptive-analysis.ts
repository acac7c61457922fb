/**
 * Analysis of a run's files: in this thread until the run turns out to be large, then in a pool of parse workers. Files whose analysis an earlier process
 * did not survive are analysed one by one in a side process, so that another crash costs only that file.
 */
import { availableParallelism } from 'node:os';
import type { FileAnalyser } from '../../indexer/analyse-file.ts';
import type { FileOutcome } from '../../indexer/file-outcome.ts';
import type { AnalyseTask } from '../../indexer/read-file.ts';
import { jobsOfWorker, ParsePool, type ParseWorkerData } from '../../indexer/parse-pool.ts';
import type { SourceFile } from '../../model/file.ts';
import { tuneForLargeWork, optimiseGrammars, tuneForIndexing } from '../../runtime/v8-settings.ts';
import { workerUrl } from '../../util/assets.ts';
import type { OutcomeParts } from '../../indexer/sent-outcomes.ts';
import { keepAliveDuring } from '../../runtime/keep-alive.ts';
import { AnalysisJournal, findSuspects, type Suspects } from './analysis-journal.ts';
import type { IndexJob } from './index-job.ts';
import { isNearLimit, type MemoryPlan } from './memory-plan.ts';
import { createLanguageTable } from './plugin-languages.ts';
import type { UpdateThread } from '../live/update-thread.ts';
import { bytesByParser, bytesOfWork, usefulWorkers } from './useful-workers.ts';

/** Limit on the processor time for the analysis of one file (ms). */
const fileLimitMs = 30_000;
/** Up to this many files are analysed in this thread: starting workers would cost more than it saves. */
const inlineFiles = 8;
/**
 * If grammars parse at least this many bytes, V8's optimising compiler saves more time than it takes. About one in a hundred files goes from an own
 * parser to a grammar. These files are not counted: for eleven of django's 2,700 Python files, V8 would optimise for 0.6 s.
 */
const bytesToOptimiseGrammars = 4 * 1024 * 1024;

/**
 * A project is small if `bytesOfWork` of its files is at most this: its memory does not matter, and linking is short.
 */
const smallBytes = 8 * 1024 * 1024;

export class AdaptiveAnalysis {
  readonly #job: IndexJob;
  readonly #data: ParseWorkerData;
  readonly #memory: MemoryPlan;
  readonly #journal: AnalysisJournal;
  #suspects: Suspects | null = null;
  /** Analyses suspected files. */
  #suspectThread: UpdateThread | null = null;
  #suspectTurn: Promise<unknown> = Promise.resolve();
  #workers: number;
  #analyser: FileAnalyser | null = null;
  #pool: ParsePool | null = null;
  #taskCount = 0;
  #isSmall = false;

  constructor(job: IndexJob) {
    const { data, memory, maxWorkers, state } = job;
    this.#job = job;
    this.#data = data;
    this.#memory = memory;
    this.#journal = new AnalysisJournal(state);
    this.#workers = Math.max(1, Math.min(maxWorkers, memory.workers, availableParallelism()));
  }

  /** Number of jobs under way that keeps all workers busy. */
  get mostJobs(): number {
    return this.#workers * jobsOfWorker + 1;
  }

  /** Whether the planned files make a small project. */
  get isSmall(): boolean {
    return this.#isSmall;
  }

  /** Starts a worker, which loads its parsers during the walk. Call this if many files are expected. */
  begin(): void {
    this.#openPool().begin();
  }

  /** Chooses the number of workers and the settings of V8 for the files that are to be analysed. */
  readonly plan = (files: readonly SourceFile[]): void => {
    const bytes = bytesByParser(files, createLanguageTable(this.#data));
    this.#workers = Math.min(this.#workers, usefulWorkers(bytes, availableParallelism()));
    this.#pool?.allow(this.#workers);
    this.#isSmall = bytesOfWork(bytes) <= smallBytes;
    if (!this.#isSmall) tuneForLargeWork();
    // The setting also affects this project's own WebAssembly modules, where it saves time in all but small projects.
    const optimises = bytes.grammar >= bytesToOptimiseGrammars || !this.#isSmall;
    if (optimises && !this.#memory.plainGrammars) optimiseGrammars();
  };

  /** @param parts what the outcomes must contain besides the rows for the index */
  readonly analyse = async (tasks: AnalyseTask[], parts: OutcomeParts): Promise<FileOutcome[]> => {
    const { suspected, confirmed } = (this.#suspects ??= findSuspects(this.#job.state));
    const isSuspect = ({ path }: AnalyseTask): boolean => suspected.has(path) || confirmed.has(path);
    const unsuspected = suspected.size + confirmed.size === 0 ? tasks : tasks.filter((task) => !isSuspect(task));
    const paths = unsuspected.map(({ path }) => path);
    const outcomes =
      paths.length === 0 ? [] : await this.#journal.withEntry(paths, () => this.#analyseHere(unsuspected, parts));
    if (unsuspected.length === tasks.length) return outcomes;
    const suspects = tasks.filter(isSuspect).map((task) => this.#analyseSuspect(task, confirmed.has(task.path)));
    return [...outcomes, ...(await Promise.all(suspects))];
  };

  /** Analyses suspects one after the other, so that a crash shows which file caused it. */
  #analyseSuspect(task: AnalyseTask, isConfirmed: boolean): Promise<FileOutcome> {
    const { path } = task;
    const leftOut = (detail: string): FileOutcome => ({ kind: 'leftOut', leftOut: { path, reason: 'failed', detail } });
    if (isConfirmed) return Promise.resolve(leftOut('parsing it ended the process'));
    const outcome = this.#suspectTurn.then(async () => {
      this.#suspectThread ??= new (await import('../live/update-thread.ts')).UpdateThread(() => this.#job);
      const thread = this.#suspectThread;
      const analyse = (): Promise<FileOutcome> => keepAliveDuring(thread.analyse(task));
      // Where a crash of the parser does not end this process, the end of this process says nothing about the file.
      const isApart = await keepAliveDuring(thread.isApart());
      return (isApart ? analyse() : this.#journal.withEntry([path], analyse, true)).catch((error: unknown) =>
        leftOut(`parsing it failed: ${String(error)}`.slice(0, 200)),
      );
    });
    this.#suspectTurn = outcome;
    return outcome;
  }

  /** Call this when all files are analysed: none is suspected any more. */
  forgetSuspects(): void {
    (this.#suspects ?? findSuspects(this.#job.state)).forget();
  }

  async #analyseHere(tasks: AnalyseTask[], parts: OutcomeParts): Promise<FileOutcome[]> {
    this.#taskCount += tasks.length;
    if (this.#pool === null && this.#taskCount <= inlineFiles && this.#analyser?.failed !== true) {
      // Imported when needed: the parsers are the most expensive modules to load.
      this.#analyser ??= (await import('./analyser.ts')).createAnalyser(this.#data);
      const outcomes: FileOutcome[] = [];
      for (const task of tasks) outcomes.push(await this.#analyser.analyse(task));
      return outcomes;
    }
    return this.#openPool().analyse(tasks, parts);
  }

  #openPool(): ParsePool {
    tuneForIndexing();
    return (this.#pool ??= new ParsePool({
      entry: workerUrl('parse-worker', 'engine/indexing/parse-worker.ts'),
      data: this.#data,
      workers: this.#workers,
      fileLimitMs,
      heapMb: this.#memory.workerHeapMb,
      youngMb: this.#memory.workerYoungMb,
      isTight: () => isNearLimit(this.#memory.mostBytes),
    }));
  }

  /** Frees parsers and workers; a later analysis starts them again. */
  async close(): Promise<void> {
    const [analyser, pool] = [this.#analyser, this.#pool];
    this.#analyser = null;
    this.#pool = null;
    analyser?.close();
    this.#suspectThread?.close();
    this.#suspectThread = null;
    await pool?.close();
    this.#journal.close();
  }
}

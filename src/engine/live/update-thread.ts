/**
 * A server's thread that updates single files, and analyses files for questions that cannot wait until they are written. It keeps parsers,
 * connection and linker state loaded, so that the cost of an edit depends on the edit alone. It starts at the first sign of an edit, and ends after
 * `idleMs` without work.
 * Invariants: the caller asks for one update at a time; an update that takes too long or ends the thread rejects, and the next one gets a new thread.
 */
import type { FileOutcome } from '../../indexer/file-outcome.ts';
import type { AnalyseTask } from '../../indexer/read-file.ts';
import type { RunReport } from '../../indexer/batch-writer.ts';
import type { SourceFile } from '../../model/file.ts';
import { AppError, type ErrorCode, toAppError } from '../../model/error.ts';
import { startSideThread } from '../../runtime/side-process.ts';
import type { Thread } from '../../runtime/thread.ts';
import type { ShownState, ShownText } from '../editor/unsaved-links.ts';
import type { IndexJob } from '../indexing/index-job.ts';
import { heapLimits, memoryBeside } from '../indexing/index-thread.ts';

export type UpdatedFile = Pick<SourceFile, 'path' | 'rawPath'>;

/** Files to update, one file to analyse without writing it, or the texts that an editor shows. */
export type UpdateMessage = { id: number } & (
  | { files: readonly UpdatedFile[] }
  | { task: AnalyseTask }
  | { shown: readonly ShownText[] }
);

export type UpdateAnswer =
  | { id: number; type: 'written'; report: RunReport }
  | { id: number; type: 'analysed'; outcome: FileOutcome }
  | { id: number; type: 'shown'; state: ShownState | null }
  | { id: number; type: 'linked' }
  | { id: number; type: 'failed'; code: ErrorCode; message: string };

export interface Update {
  /** Resolves when the files are in the index. */
  written: Promise<RunReport>;
  /** Resolves when the links of the files are in the index too. */
  linked: Promise<void>;
}

/** The update under way. */
interface PendingUpdate {
  id: number;
  written: PromiseWithResolvers<RunReport>;
  linked: PromiseWithResolvers<void>;
  timer: NodeJS.Timeout;
}

/** The thread ends after this time without work (ms). */
const idleMs = 120_000;
/** An update or analysis that takes longer is given up, and the thread is ended (ms). A whole run then updates the files, and can give up single ones. */
const limitMs = 60_000;

export class UpdateThread {
  readonly #job: () => IndexJob;
  #thread: Thread | null = null;
  #pending: PendingUpdate | null = null;
  /** Analyses and unsaved texts under way, by message id: what writes nothing. */
  readonly #readings = new Map<number, PromiseWithResolvers<UpdateAnswer>>();
  #lastId = 0;
  #idleTimer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(job: () => IndexJob) {
    this.#job = job;
  }

  /** Whether the thread has answered an update, so that the next one does not wait for its start. */
  isWarm = false;

  /** Starts the thread, so that it is loaded when an update comes. */
  warm(): void {
    if (this.#closed || this.#thread !== null) return;
    this.#thread = this.#start();
    this.#endWhenIdle();
  }

  /** Starts the thread. Resolves to whether it runs in another process, whose crash this one survives; false if it is closed. */
  async isApart(): Promise<boolean> {
    this.warm();
    return (await this.#thread?.isApart) ?? false;
  }

  update(files: readonly UpdatedFile[]): Update {
    const written = Promise.withResolvers<RunReport>();
    const linked = Promise.withResolvers<void>();
    // The caller may use only one of these promises; the other must not become an unhandled rejection.
    written.promise.catch(() => {});
    linked.promise.catch(() => {});
    const update = { written: written.promise, linked: linked.promise };
    if (this.#closed) {
      this.#reject({ written, linked }, new AppError('CancelledError', 'The engine is closed'));
      return update;
    }
    const id = ++this.#lastId;
    const timer = setTimeout(() => {
      this.#abandon(new AppError('InternalError', `An update of ${files.length} files took longer than ${limitMs} ms`));
    }, limitMs).unref();
    this.#pending = { id, written, linked, timer };
    this.#send({ id, files });
    return update;
  }

  /** Analyses a file and writes nothing. */
  async analyse(task: AnalyseTask): Promise<FileOutcome> {
    const answer = await this.#read({ task }, `Analysing ${task.path}`);
    if (answer.type !== 'analysed') throw new AppError('InternalError', 'The updating thread gave another answer');
    return answer.outcome;
  }

  /** Extracts and links texts that an editor shows, and writes nothing; null while the links of the index are not complete. */
  async show(shown: readonly ShownText[]): Promise<ShownState | null> {
    const answer = await this.#read({ shown }, `Linking ${shown.length} open files`);
    if (answer.type !== 'shown') throw new AppError('InternalError', 'The updating thread gave another answer');
    return answer.state;
  }

  #read(asked: { task: AnalyseTask } | { shown: readonly ShownText[] }, what: string): Promise<UpdateAnswer> {
    if (this.#closed) return Promise.reject(new AppError('CancelledError', 'The engine is closed'));
    const id = ++this.#lastId;
    const reading = Promise.withResolvers<UpdateAnswer>();
    this.#readings.set(id, reading);
    const timer = setTimeout(() => {
      this.#abandon(new AppError('InternalError', `${what} took longer than ${limitMs} ms`));
    }, limitMs).unref();
    const stopTimer = (): void => clearTimeout(timer);
    reading.promise.then(stopTimer, stopTimer);
    this.#send({ id, ...asked });
    return reading.promise;
  }

  #send(message: UpdateMessage): void {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#thread ??= this.#start();
    this.#thread.post(message);
  }

  /** If nothing is under way, ends the thread after `idleMs`. */
  #endWhenIdle(): void {
    if (this.#pending === null && this.#readings.size === 0)
      this.#idleTimer = setTimeout(() => this.#end(), idleMs).unref();
  }

  #start(): Thread {
    const job = this.#job();
    const data: IndexJob = { ...job, memory: memoryBeside(job.memory) };
    const start = {
      name: 'update-worker',
      source: 'engine/live/update-worker.ts',
      data,
      limits: heapLimits(job.memory),
    };
    return startSideThread('updates', start, {
      onMessage: (answer) => this.#handleAnswer(answer as UpdateAnswer),
      onEnd: (error) =>
        this.#abandon(error === null ? new AppError('InternalError', 'The updating thread ended') : toAppError(error)),
    });
  }

  #handleAnswer(answer: UpdateAnswer): void {
    const reading = this.#readings.get(answer.id);
    if (reading !== undefined) {
      this.#readings.delete(answer.id);
      if (answer.type === 'failed') reading.reject(new AppError(answer.code, answer.message));
      else reading.resolve(answer);
      this.#endWhenIdle();
      return;
    }
    const pending = this.#pending;
    if (pending === null || pending.id !== answer.id || answer.type === 'analysed' || answer.type === 'shown') return;
    if (answer.type === 'written') {
      pending.written.resolve(answer.report);
      return;
    }
    clearTimeout(pending.timer);
    this.#pending = null;
    this.isWarm = true;
    this.#endWhenIdle();
    if (answer.type === 'linked') pending.linked.resolve();
    else this.#reject(pending, new AppError(answer.code, answer.message));
  }

  #reject({ written, linked }: Pick<PendingUpdate, 'written' | 'linked'>, error: AppError): void {
    written.reject(error);
    linked.reject(error);
  }

  /** Ends the thread, and rejects everything that waits for it. */
  #abandon(error: AppError): void {
    const pending = this.#pending;
    this.#pending = null;
    this.#end();
    for (const reading of this.#readings.values()) reading.reject(error);
    this.#readings.clear();
    if (pending === null) return;
    clearTimeout(pending.timer);
    this.#reject(pending, error);
  }

  #end(): void {
    const thread = this.#thread;
    this.#thread = null;
    this.isWarm = false;
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    thread?.end();
  }

  close(): void {
    this.#closed = true;
    this.#abandon(new AppError('CancelledError', 'The engine is closed'));
  }
}

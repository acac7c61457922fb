/** Collects the outcomes of files into transactions. */
import type { Store, WriteBatch } from '../store/store.ts';
import type { FileOutcome } from './file-outcome.ts';

/** Numbers of files of a run. */
export interface RunReport {
  /** Files that were read and written. */
  indexed: number;
  /** Files whose modification time has changed, but not their content. */
  touched: number;
  removed: number;
  /** Size of the indexed files. */
  bytes: number;
  /** Files that could not be read for a temporary reason. The index has their former content, or none yet. */
  unread: number;
}

export function emptyRunReport(): RunReport {
  return { indexed: 0, touched: 0, removed: 0, bytes: 0, unread: 0 };
}

/** A transaction ends with the file that brings it to this many source bytes. That bounds memory, the work that a killed run loses, and the delay for readers. */
export const batchBytes = 8 * 1024 * 1024;

/** Called before a transaction with the files that it writes or removes, while the index still has their former content. */
export type BeforeBatch = (paths: readonly string[]) => Promise<void>;

/** Called after a transaction with the files that were written. */
export type AfterBatch = (paths: readonly string[]) => Promise<void>;

export interface BatchHooks {
  beforeBatch?: BeforeBatch;
  afterBatch?: AfterBatch;
}

export class BatchWriter {
  readonly #store: Store;
  readonly #batchSize: number;
  readonly #report: RunReport;
  readonly #beforeBatch: BeforeBatch | undefined;
  readonly #afterBatch: AfterBatch | undefined;
  #batch: WriteBatch = { files: [], touched: [], removed: [] };
  #bytes = 0;
  #hasMacros = false;

  constructor(store: Store, batchSize: number, report: RunReport, { beforeBatch, afterBatch }: BatchHooks = {}) {
    this.#store = store;
    this.#batchSize = batchSize;
    this.#report = report;
    this.#beforeBatch = beforeBatch;
    this.#afterBatch = afterBatch;
  }

  /** Whether a file that was added says something about macros. */
  get hasMacros(): boolean {
    return this.#hasMacros;
  }

  remove(paths: readonly string[]): void {
    this.#batch.removed.push(...paths);
  }

  async add(outcome: Exclude<FileOutcome, { kind: 'leftOut' }>): Promise<void> {
    if (outcome.kind === 'touched') {
      this.#report.touched++;
      this.#batch.touched.push(outcome);
      return;
    }
    this.#report.indexed++;
    this.#report.bytes += outcome.file.size;
    this.#batch.files.push(outcome.file);
    this.#hasMacros ||= outcome.file.macros !== null;
    this.#bytes += outcome.file.size;
    if (this.#batch.files.length >= this.#batchSize || this.#bytes >= batchBytes) await this.flush();
  }

  async flush(): Promise<void> {
    const { files } = await this.#write();
    if (files.length > 0) await this.#afterBatch?.(files.map(({ path }) => path));
  }

  /**
   * Writes the files that a failed or cancelled run has read so far; `afterBatch` is left to the next run. Never rejects, because the error of the run
   * is the one to report.
   */
  async writeRest(): Promise<void> {
    if (this.#batch.files.length + this.#batch.touched.length === 0) return;
    try {
      await this.#write();
    } catch {
      // The next run reads these files again.
    }
  }

  async #write(): Promise<WriteBatch> {
    const batch = this.#batch;
    if (batch.files.length + batch.touched.length + batch.removed.length === 0) return batch;
    this.#batch = { files: [], touched: [], removed: [] };
    this.#bytes = 0;
    await this.#beforeBatch?.([...batch.removed, ...batch.files.map(({ path }) => path)]);
    await this.#store.write(batch);
    return batch;
  }
}

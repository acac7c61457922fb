/** Gathers what became of files into transactions. */
import type { Store, WriteBatch } from '../store/store.ts';
import type { FileOutcome } from './file-outcome.ts';

export interface RunReport {
  indexed: number;
  touched: number;
  removed: number;
  bytes: number;
  /** Could not be read for a reason that passes: the index has them as they were, or not yet. */
  unread: number;
}

export function emptyRunReport(): RunReport {
  return { indexed: 0, touched: 0, removed: 0, bytes: 0, unread: 0 };
}

/** Source bytes in one transaction at the most: bounds memory, what a killed run loses, and how long a reader's view lags. */
export const batchBytes = 8 * 1024 * 1024;

/** Precedes a transaction; with the files that it writes or removes, while the index has them as they were. */
export type BeforeBatch = (paths: readonly string[]) => Promise<void>;

/** Follows a transaction; with the files that were written. */
export type AfterBatch = (paths: readonly string[]) => Promise<void>;

export class BatchWriter {
  readonly #store: Store;
  readonly #batchSize: number;
  readonly #report: RunReport;
  readonly #beforeBatch: BeforeBatch | undefined;
  readonly #afterBatch: AfterBatch | undefined;
  #batch: WriteBatch = { files: [], touched: [], removed: [] };
  #bytes = 0;

  constructor(
    store: Store,
    batchSize: number,
    report: RunReport,
    { beforeBatch, afterBatch }: { beforeBatch?: BeforeBatch; afterBatch?: AfterBatch } = {},
  ) {
    this.#store = store;
    this.#batchSize = batchSize;
    this.#report = report;
    this.#beforeBatch = beforeBatch;
    this.#afterBatch = afterBatch;
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
    this.#bytes += outcome.file.size;
    if (this.#batch.files.length >= this.#batchSize || this.#bytes >= batchBytes) await this.flush();
  }

  async flush(): Promise<void> {
    const { files } = await this.#write();
    if (files.length > 0) await this.#afterBatch?.(files.map(({ path }) => path));
  }

  /**
   * Writes what a run that has failed or was cancelled had read until then, if anything; what follows a transaction is left to the next run.
   * Never rejects: why the run has failed says more.
   */
  async keep(): Promise<void> {
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

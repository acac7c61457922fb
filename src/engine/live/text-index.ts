/**
 * Indexes the trigrams of files. In a new index this comes last, because text search works without them. In an existing index they are written
 * together with the files, so that text search stays fast during a run.
 * Invariant: trigrams are written only for the content that the index has.
 */
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { AppError } from '../../model/error.ts';
import { readSource } from '../../source/read/read-source.ts';
import type { FileRecord, Store } from '../../store/store.ts';

/** A transaction ends with the file that brings it to this many characters, because other writers wait for it. */
const mostCharacters = 1_000_000;
/** `indexTexts` writes at most this many files in one transaction. */
const filesAtOnce = 200;

/**
 * Indexes the missing trigrams, and returns the number of files that were written. Rejects with a `CancelledError` after `signal`; trigrams written
 * until then stay.
 */
export async function indexTexts(store: Store, data: ParseWorkerData, signal?: AbortSignal): Promise<number> {
  const missing = await store.texts.missing();
  let written = 0;
  for (let from = 0; from < missing.length; from += filesAtOnce) {
    const records = await store.files(missing.slice(from, from + filesAtOnce));
    written += await writeRecords(store, data, records, signal);
  }
  return written;
}

/** Indexes the trigrams of files that were just written. Files that changed in between are left to `indexTexts`. */
export async function writeTexts(store: Store, data: ParseWorkerData, paths: readonly string[]): Promise<void> {
  await writeRecords(store, data, await store.filesByPath(paths));
}

async function writeRecords(
  store: Store,
  data: ParseWorkerData,
  records: readonly FileRecord[],
  signal?: AbortSignal,
): Promise<number> {
  let batch: { fileId: number; text: string }[] = [];
  let characters = 0;
  let written = 0;
  const flush = async (): Promise<void> => {
    await store.texts.write(batch);
    written += batch.length;
    batch = [];
    characters = 0;
  };
  for (const record of records) {
    if (signal?.aborted === true) throw new AppError('CancelledError', 'Indexing texts was cancelled');
    const { text, hash } = readSource(data.root, { ...record, asWritten: true }, data);
    if (text === null || hash !== record.hash) continue;
    batch.push({ fileId: record.id, text });
    characters += text.length;
    if (characters >= mostCharacters) await flush();
  }
  await flush();
  return written;
}

export interface TextIndexHost {
  /** Indexes the missing trigrams. */
  run: (signal: AbortSignal) => Promise<void>;
}

/** Indexes trigrams after a server's indexing runs, once at a time. After a failure the next `wake` tries again. */
export class BackgroundTexts {
  readonly #host: TextIndexHost;
  readonly #abort = new AbortController();
  #work: Promise<void> | null = null;
  #runAgain = false;

  constructor(host: TextIndexHost) {
    this.#host = host;
  }

  wake(): void {
    if (this.#abort.signal.aborted) return;
    this.#runAgain = true;
    this.#work ??= this.#runAll();
  }

  async #runAll(): Promise<void> {
    try {
      while (this.#runAgain && !this.#abort.signal.aborted) {
        this.#runAgain = false;
        await this.#host.run(this.#abort.signal);
      }
    } catch {
      // Until the next try, text search reads the files themselves.
    } finally {
      this.#work = null;
    }
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#work;
  }
}

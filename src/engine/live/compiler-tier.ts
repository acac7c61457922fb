/**
 * The second tier for an engine: what linking left open is asked of the TypeScript compiler, behind the runs of the indexer.
 * Invariant: while the compiler works nothing waits for it; its answers come in with a run of their own.
 */
import { realpathSync } from 'node:fs';
import type { CompilerAnswers } from '../../graph/compiler/second-tier.ts';
import type { LinkHooks } from '../../indexer/index-run.ts';
import { readSource } from '../../source/read/read-source.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../model/error.ts';
import { linkIndex } from '../indexing/linking.ts';

export interface AskHooks {
  /** Also what was answered before. */
  force?: boolean;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
  /** What the process may take, the compiler with it (bytes); absent: what there is. */
  mostBytes?: number;
}

/** Longer sources are not asked about (bytes). */
const maxSourceBytes = 10 * 1024 * 1024;

/** Changes nothing. Null where there is nothing to ask, or nobody to answer. */
export async function askIndex(root: string, store: Store, hooks: AskHooks = {}): Promise<CompilerAnswers | null> {
  const options = { maxFileSize: maxSourceBytes, ignorePatterns: [], gitEnvironment: {} };
  const { mostBytes } = hooks;
  const { askCompiler } = await import('../../graph/compiler/second-tier.ts');
  const { memoryFor } = await import('../../graph/compiler/memory.ts');
  const asking = askCompiler({
    store,
    root: realpathSync(root).replaceAll('\\', '/'),
    read: (path) => {
      const { text, hash, encoding } = readSource(root, { path, rawPath: null }, options);
      // Of bytes that it cannot read the compiler makes other texts than we do.
      return text === null || encoding === 'windows-1252' ? null : { text, hash };
    },
    ...hooks,
    ...(mostBytes === undefined ? {} : { memory: (source: number) => memoryFor(source, roomIn(mostBytes)) }),
  });
  return asking.catch((error: unknown) => {
    throw hooks.signal?.aborted === true ? new AppError('CancelledError', 'Asking the compiler was cancelled') : error;
  });
}

function roomIn(mostBytes: number): number {
  return Math.min(process.availableMemory(), mostBytes - process.memoryUsage.rss());
}

/** Keeps what still holds of the answers, in an index that is linked. */
export async function keepAnswers(
  root: string,
  store: Store,
  answers: CompilerAnswers,
  hooks: Partial<LinkHooks> = {},
): Promise<void> {
  const { applyAnswers } = await import('../../graph/compiler/second-tier.ts');
  await applyAnswers(store, answers, async () => {
    await linkIndex(root, store, hooks);
  });
}

/** Asks and keeps, in an index that is linked. */
export async function askAndKeep(root: string, store: Store, hooks: AskHooks): Promise<CompilerAnswers | null> {
  const answers = await askIndex(root, store, hooks);
  if (answers !== null) await keepAnswers(root, store, answers);
  return answers;
}

export interface CompilerHost {
  ask: (signal: AbortSignal) => Promise<CompilerAnswers | null>;
  /** Keeps them with a run of the indexer, when none is under way. */
  keep: (answers: CompilerAnswers) => Promise<void>;
  /** There was nothing to ask of the index as it was then. */
  settled: (generation: number) => Promise<void>;
}

/** Asks the compiler behind the runs of a server, once at a time. What fails leaves the links as they are, until the next run. */
export class BackgroundCompiler {
  readonly #host: CompilerHost;
  readonly #abort = new AbortController();
  #generation = -1;
  #asking: Promise<void> | null = null;
  #again = false;

  constructor(host: CompilerHost) {
    this.#host = host;
  }

  /** @param generation of the index when a run of the indexer has ended: nothing is asked where it is the last one again */
  wake(generation: number): void {
    if (this.#abort.signal.aborted || generation === this.#generation) return;
    this.#generation = generation;
    this.#again = true;
    this.#asking ??= this.#askAll();
  }

  async #askAll(): Promise<void> {
    try {
      while (this.#again && !this.#abort.signal.aborted) {
        this.#again = false;
        const generation = this.#generation;
        const answers = await this.#host.ask(this.#abort.signal);
        if (this.#abort.signal.aborted) return;
        await (answers === null ? this.#host.settled(generation) : this.#host.keep(answers));
      }
    } catch {
      // The first tier's links stay; the next run of the indexer tries again.
    } finally {
      this.#asking = null;
    }
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#asking;
  }
}

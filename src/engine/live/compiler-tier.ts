/**
 * The second tier: asks the TypeScript compiler about sites that linking left unresolved, in the background after indexing runs.
 * Invariant: in the background, no run and no answer waits for the compiler; a separate run stores the compiler's answers.
 */
import type { CompilerAnswers } from '../../graph/compiler/second-tier.ts';
import type { LinkHooks } from '../../indexer/index-run.ts';
import { readSource } from '../../source/read/read-source.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../model/error.ts';
import { linkIndex } from '../indexing/linking.ts';
import { requireRealPath } from '../../util/paths/real-path.ts';

export interface AskHooks {
  /** Whether to ask also about sites that the compiler has answered before. */
  force?: boolean;
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
  /** Memory that the process may use, including the compiler (bytes); absent: all that is available. */
  mostBytes?: number;
}

/** Longer sources are not read for the compiler (bytes). */
const maxSourceBytes = 10 * 1024 * 1024;

/** Asks the compiler, and changes nothing in the index. Null if there is nothing to ask, or no compiler. */
export async function askIndex(root: string, store: Store, hooks: AskHooks = {}): Promise<CompilerAnswers | null> {
  const options = { maxFileSize: maxSourceBytes, ignorePatterns: [], gitEnvironment: {} };
  const { mostBytes } = hooks;
  const { askCompiler } = await import('../../graph/compiler/second-tier.ts');
  const { memoryFor } = await import('../../graph/compiler/memory.ts');
  const asking = askCompiler({
    store,
    root: requireRealPath(root).replaceAll('\\', '/'),
    read: (path) => {
      const { text, hash, encoding } = readSource(root, { path, rawPath: null }, options);
      // The compiler decodes this encoding differently, so offsets would not agree.
      return text === null || encoding === 'windows-1252' ? null : { text, hash };
    },
    ...hooks,
    ...(mostBytes === undefined ? {} : { memory: (source: number) => memoryFor(source, availableWithin(mostBytes)) }),
  });
  return asking.catch((error: unknown) => {
    throw hooks.signal?.aborted === true ? new AppError('CancelledError', 'Asking the compiler was cancelled') : error;
  });
}

/** The memory that the compiler may use (bytes). */
function availableWithin(mostBytes: number): number {
  return Math.min(process.availableMemory(), mostBytes - process.memoryUsage.rss());
}

/** Stores those answers that are still valid. The index must be linked. */
export async function storeAnswers(
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

/** Asks the compiler and stores its answers. The index must be linked. */
export async function askAndStore(root: string, store: Store, hooks: AskHooks): Promise<CompilerAnswers | null> {
  const answers = await askIndex(root, store, hooks);
  if (answers !== null) await storeAnswers(root, store, answers);
  return answers;
}

export interface CompilerHost {
  ask: (signal: AbortSignal) => Promise<CompilerAnswers | null>;
  /** Stores the answers in a run of the indexer, once no other run is under way. */
  storeAnswers: (answers: CompilerAnswers) => Promise<void>;
  /** Called if there was nothing to ask about at this generation of the index, or no compiler. */
  nothingToAsk: (generation: number) => Promise<void>;
}

/** Asks the compiler after a server's indexing runs, once at a time. A failure leaves the links as they are until the next run. */
export class BackgroundCompiler {
  readonly #host: CompilerHost;
  readonly #abort = new AbortController();
  #generation = -1;
  #asking: Promise<void> | null = null;
  #askAgain = false;

  constructor(host: CompilerHost) {
    this.#host = host;
  }

  /** Call this when a run has ended. @param generation of the index; if it has not changed since the last call, nothing is asked */
  wake(generation: number): void {
    if (this.#abort.signal.aborted || generation === this.#generation) return;
    this.#generation = generation;
    this.#askAgain = true;
    this.#asking ??= this.#askAll();
  }

  async #askAll(): Promise<void> {
    try {
      while (this.#askAgain && !this.#abort.signal.aborted) {
        this.#askAgain = false;
        const generation = this.#generation;
        const answers = await this.#host.ask(this.#abort.signal);
        if (this.#abort.signal.aborted) return;
        await (answers === null ? this.#host.nothingToAsk(generation) : this.#host.storeAnswers(answers));
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

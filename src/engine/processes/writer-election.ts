/**
 * Decides which of the processes that use an index does the indexing (the writer). If another process is the writer, this process asks it for work.
 * Invariants: nothing is created on disk before the first work; no process waits longer than `silenceMs` for a writer that does not answer.
 * After that each process works for itself for a while.
 */
import { productVersion } from '../../config/product.ts';
import type { RequestedWork, WriterRow } from '../../store/processes/index-requests.ts';
import { openWriterElection } from '../../store/registry.ts';
import { UnreachableWriter, type WriterElection } from '../../store/processes/writer-election.ts';
import type { OpenIndex } from '../open-index.ts';
import { clockMs } from '../../util/clock.ts';

export interface IndexWriterElectionHost {
  index: OpenIndex;
  what: 'server' | 'command';
  /** Does the work that other processes ask for, and returns the report for them. Work that began before the call does not count. */
  serve: (work: readonly RequestedWork[]) => Promise<string | null>;
  /** Called when this process becomes the writer. */
  onWriter: () => void;
}

interface AskOptions {
  signal: AbortSignal;
  onProgress?: () => void;
}

/** A writer that is silent for this time does not answer (ms). A server answers within a turn of its event loop; a command may compute for long. */
const silenceMs = { server: 10_000, command: 120_000 };
/** A writer that did not answer is asked again after this time (ms). */
const askAgainMs = 30_000;

export class IndexWriterElection {
  readonly #host: IndexWriterElectionHost;
  #election: WriterElection | null = null;
  #opening: Promise<void> | null = null;
  #silentUntil = -Infinity;
  #wasWriter = false;
  /** Fires when this process becomes the writer: the work that it has asked the former writer for is now its own. */
  #untilWriter = new AbortController();
  #closed = false;

  constructor(host: IndexWriterElectionHost) {
    this.#host = host;
  }

  /** Joins the writer election, which decides whether this process writes. */
  join(): Promise<void> {
    return (this.#opening ??= this.#join().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    }));
  }

  async #join(): Promise<void> {
    const { index, what, serve } = this.#host;
    // Creates the folder for the election's files.
    await index.open();
    if (this.#closed) return;
    this.#election = openWriterElection(index.location, {
      what,
      version: productVersion(),
      serve: (requests) => serve(requests.map(({ work }) => work)),
      onRole: ({ is }) => {
        if (is === 'reader') {
          this.#wasWriter = false;
          return;
        }
        this.#untilWriter.abort();
        this.#untilWriter = new AbortController();
        if (is === 'writer' && !this.#wasWriter) this.#host.onWriter();
        this.#wasWriter = is === 'writer';
      },
    });
    this.#wasWriter = this.#election.role.is === 'writer';
  }

  /** Whether another process is the writer, and answers. */
  get isReader(): boolean {
    return this.#election?.role.is === 'reader' && clockMs() > this.#silentUntil;
  }

  /** The writer and its progress; null if this process is the writer, or the writer is not known. */
  writer(): WriterRow | null {
    return this.#election?.writer() ?? null;
  }

  /** Returns the writer's report. `unreachable`: the writer does not answer, or this process has become the writer. */
  async ask(
    work: RequestedWork,
    { signal, onProgress }: AskOptions,
  ): Promise<{ report: string | null } | 'unreachable'> {
    const election = this.#election;
    if (election === null || election.role.is !== 'reader') return 'unreachable';
    const untilWriter = this.#untilWriter.signal;
    try {
      const report = await election.ask(work, {
        signal: AbortSignal.any([signal, untilWriter]),
        silenceMs: silenceMs[this.writer()?.note.what ?? 'server'],
        ...(onProgress === undefined ? {} : { onProgress }),
      });
      return { report };
    } catch (error) {
      if (untilWriter.aborted && !signal.aborted) return 'unreachable';
      if (!(error instanceof UnreachableWriter)) throw error;
      this.#silentUntil = clockMs() + askAgainMs;
      return 'unreachable';
    }
  }

  setProgress(progress: { phase: string; done: number; total: number } | null): void {
    this.#election?.setProgress(progress);
  }

  /** All writing of this process must have ended before this call. */
  close(): void {
    this.#closed = true;
    this.#election?.close();
  }
}

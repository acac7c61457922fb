/**
 * Who of the processes on an index does its work: this one, or the writer, which is asked.
 * Invariants: nothing is made on disk before the first work; a writer that does not answer holds nobody up for longer than
 * `silenceMs`: then each process works for itself, for a while.
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
  /** Does what other processes ask for; returns what they are told. What it begins must be begun after the call. */
  serve: (work: readonly RequestedWork[]) => Promise<string | null>;
  /** This process is the writer from now on, and was not before. */
  onWriter: () => void;
}

interface Asking {
  signal: AbortSignal;
  onProgress?: () => void;
}

/** A server answers within a turn of its event loop; a command may compute for long. */
const silenceMs = { server: 10_000, command: 120_000 };
/** A writer that did not answer is asked again after so long (ms). */
const forgivenMs = 30_000;

export class IndexWriterElection {
  readonly #host: IndexWriterElectionHost;
  #election: WriterElection | null = null;
  #opening: Promise<void> | null = null;
  #silentUntil = -Infinity;
  #wasWriter = false;
  /** Fires when this process becomes the writer: what it asks for is then its own to do. */
  #untilWriter = new AbortController();
  #closed = false;

  constructor(host: IndexWriterElectionHost) {
    this.#host = host;
  }

  /** Takes the seat, which decides whether this process writes. */
  take(): Promise<void> {
    return (this.#opening ??= this.#take().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    }));
  }

  async #take(): Promise<void> {
    const { index, what, serve } = this.#host;
    // Makes the folder in which the seat's files lie.
    await index.open();
    if (this.#closed) return;
    this.#election = openWriterElection(index.path, {
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

  /** Another process writes, and answers. */
  get isReader(): boolean {
    return this.#election?.role.is === 'reader' && clockMs() > this.#silentUntil;
  }

  /** Who writes, and how far it has come; null when that is this process, or is not known. */
  writer(): WriterRow | null {
    return this.#election?.writer() ?? null;
  }

  /** What the writer reports; `unreachable` where it does not answer, or is this process by now: which then is no reader. */
  async ask(work: RequestedWork, { signal, onProgress }: Asking): Promise<{ report: string | null } | 'unreachable'> {
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
      this.#silentUntil = clockMs() + forgivenMs;
      return 'unreachable';
    }
  }

  setProgress(progress: { phase: string; done: number; total: number } | null): void {
    this.#election?.setProgress(progress);
  }

  /** What this process writes must have ended. */
  close(): void {
    this.#closed = true;
    this.#election?.close();
  }
}

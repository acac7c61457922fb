/**
 * The runs of an index, each of which is told when it has ended.
 * Invariant: a run is told once, however many wait for it, and not when it was called off.
 */
import { toAppError } from '../model/error.ts';
import type { EngineOptions, IndexReport, IndexRequest } from './types.ts';
import { IndexRuns, type RunsHost } from './index-runs.ts';

export class ToldRuns extends IndexRuns {
  readonly #root: string;
  readonly #onRun: EngineOptions['onRun'];
  /** All who wait for a run are told the same error. */
  readonly #told = new WeakSet<Error>();

  constructor(host: RunsHost, onRun: EngineOptions['onRun']) {
    super({
      ...host,
      onReport: (report, statistics) => {
        host.onReport(report, statistics);
        const { indexed, removed } = report;
        const now = Date.now();
        onRun?.({ root: host.root, durationMs: now - (this.run?.startedMs ?? now), indexed, removed });
      },
    });
    this.#root = host.root;
    this.#onRun = onRun;
  }

  override async index(request: IndexRequest = {}): Promise<IndexReport> {
    const from = performance.now();
    try {
      return await super.index(request);
    } catch (error) {
      const wrapped = toAppError(error);
      if (wrapped.code !== 'CancelledError' && !this.#told.has(wrapped)) {
        this.#told.add(wrapped);
        this.#onRun?.({ root: this.#root, durationMs: performance.now() - from, error: wrapped });
      }
      throw error;
    }
  }
}

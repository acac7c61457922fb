/**
 * Summaries of files that a run has just written: linking takes them from here instead of the index, where they are compressed. For
 * small projects, because all of them stay in memory.
 * Invariant: a summary here equals the one in the index, as long as no other process writes there.
 */
import {
  decodeSummary,
  type SummaryFront,
  type EncodedSummary,
  type UnpackedSummary,
} from '../../store/packed/packed-summary.ts';

export class LoadedSummaries {
  /** By path; null for a file without a summary. */
  readonly #summaries = new Map<string, UnpackedSummary | null>();

  /**
   * Decodes the summary at once: this thread is idle while it waits for the next files, and busy when it links.
   * @param summary null for a file without one; undefined where it is not known
   */
  put(path: string, summary: EncodedSummary | null | undefined): void {
    this.#summaries.delete(path);
    if (summary !== undefined) this.#summaries.set(path, summary && decodeSummary(summary));
  }

  /** Undefined where only the index may have it. */
  front(path: string): SummaryFront | null | undefined {
    const summary = this.#summaries.get(path);
    return summary && { header: summary.header, modules: summary.summary.modules };
  }

  has(path: string): boolean {
    return this.#summaries.has(path);
  }

  /** Like `front` with the whole summary, which is removed from here. */
  take(path: string): UnpackedSummary | null | undefined {
    const summary = this.#summaries.get(path);
    this.#summaries.delete(path);
    return summary;
  }
}

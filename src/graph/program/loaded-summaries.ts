/**
 * Summaries of the files that a run has just written. Linking takes them from memory instead of the index, where they are compressed. Only for
 * small projects, because each summary stays in memory until linking takes it.
 * Invariant: each equals the summary in the index, as long as no other process writes the index.
 */
import {
  decodeSummary,
  type SummaryFront,
  type EncodedSummary,
  type UnpackedSummary,
} from '../../store/packed/packed-summary.ts';

export class LoadedSummaries {
  /** Summaries by path; null for a file without one. */
  readonly #summaries = new Map<string, UnpackedSummary | null>();

  /**
   * Sets a file's summary. It is decoded at once, because this thread waits for the next files now and is busy later, when it links.
   * @param summary null for a file without one; undefined where it is unknown
   */
  put(path: string, summary: EncodedSummary | null | undefined): void {
    this.#summaries.delete(path);
    if (summary !== undefined) this.#summaries.set(path, summary && decodeSummary(summary));
  }

  /** The front of a file's summary; null for a file without a summary, undefined where the index must be read. */
  front(path: string): SummaryFront | null | undefined {
    const summary = this.#summaries.get(path);
    return summary && { header: summary.header, modules: summary.summary.modules };
  }

  has(path: string): boolean {
    return this.#summaries.has(path);
  }

  /** Removes and returns a file's whole summary; null for a file without a summary, undefined where the index must be read. */
  take(path: string): UnpackedSummary | null | undefined {
    const summary = this.#summaries.get(path);
    this.#summaries.delete(path);
    return summary;
  }
}

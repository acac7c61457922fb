/**
 * Facts of files that a run has just written: linking takes them from here instead of the index, where they are compressed. For small
 * projects: it keeps all of them.
 * Invariant: what it has of a path is what the index has of it, as long as nobody else writes there.
 */
import {
  decodeSummary,
  type SummaryFront,
  type EncodedSummary,
  type UnpackedSummary,
} from '../../store/packed/packed-summary.ts';

export class LoadedSummaries {
  /** By path; null for a file without facts. */
  readonly #summary = new Map<string, UnpackedSummary | null>();

  /**
   * They are decoded at once: this thread waits for those of the next files, and has enough to do when it links.
   * @param facts null for a file without; undefined where they are not known
   */
  put(path: string, summary: EncodedSummary | null | undefined): void {
    this.#summary.delete(path);
    if (summary !== undefined) this.#summary.set(path, summary && decodeSummary(summary));
  }

  /** Undefined where it has to be looked for in the index. */
  front(path: string): SummaryFront | null | undefined {
    const summary = this.#summary.get(path);
    return summary && { header: summary.header, modules: summary.summary.modules };
  }

  has(path: string): boolean {
    return this.#summary.has(path);
  }

  /** As `front`; they are let go. */
  take(path: string): UnpackedSummary | null | undefined {
    const summary = this.#summary.get(path);
    this.#summary.delete(path);
    return summary;
  }
}

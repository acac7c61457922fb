/** Candidates of `unused`, and the count of those that are left off. */
import { leftOffReasons, type LeftOffReason, type UnusedAnswer } from '../../../model/graph.ts';
import type { OutlineEntry } from '../../../store/outline.ts';

/** A symbol to which no use leads. */
export interface UnusedCandidate {
  file: number;
  key: number;
  /** The declaration that represents the symbol. */
  definition: OutlineEntry;
  /** Whether it is a member of a class or of an object: values of other types may have a member of its name. */
  isMember: boolean;
}

/** Counts the candidates that are left off. */
export class LeftOff {
  readonly #counts = new Map<LeftOffReason, number>();

  add(reason: LeftOffReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  /** The candidates without a reason; the others are counted. */
  keep(
    candidates: readonly UnusedCandidate[],
    reasonOf: (candidate: UnusedCandidate) => LeftOffReason | null,
  ): UnusedCandidate[] {
    return candidates.filter((one) => {
      const reason = reasonOf(one);
      if (reason !== null) this.add(reason);
      return reason === null;
    });
  }

  /** Most first. */
  counts(): UnusedAnswer['leftOff'] {
    return leftOffReasons
      .flatMap((reason) => ({ reason, count: this.#counts.get(reason) ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
  }
}

/**
 * Facts of files that a run has just written: linking takes them from here instead of the index, where they are compressed. For small
 * projects: it keeps all of them.
 * Invariant: what it has of a path is what the index has of it, as long as nobody else writes there.
 */
import { decodeFacts, type FactsFront, type OpenFacts, type UnpackedFacts } from '../../store/packed/packed-facts.ts';

export class FactsAtHand {
  /** By path; null for a file without facts. */
  readonly #facts = new Map<string, UnpackedFacts | null>();

  /**
   * They are decoded at once: this thread waits for those of the next files, and has enough to do when it links.
   * @param facts null for a file without; undefined where they are not known
   */
  put(path: string, facts: OpenFacts | null | undefined): void {
    this.#facts.delete(path);
    if (facts !== undefined) this.#facts.set(path, facts && decodeFacts(facts));
  }

  /** Undefined where it has to be looked for in the index. */
  front(path: string): FactsFront | null | undefined {
    const facts = this.#facts.get(path);
    return facts && { header: facts.header, modules: facts.facts.modules };
  }

  has(path: string): boolean {
    return this.#facts.has(path);
  }

  /** As `front`; they are let go. */
  take(path: string): UnpackedFacts | null | undefined {
    const facts = this.#facts.get(path);
    this.#facts.delete(path);
    return facts;
  }
}

/**
 * What terms say of files, remembered from one question to the fused ranking to those after it.
 * Invariant: bounded, and true of the state of the store that is asked.
 */
import { termImpacts, type TermImpacts } from '../search/term-impacts.ts';
import type { DocumentTable, Store } from '../store/store.ts';

/** What terms may take. */
const mostBytes = 32 * 2 ** 20;
/** Of a term besides its files. */
const termBytes = 200;

/** What terms say of the documents of one store. */
export class KnownTerms {
  readonly #store: Store;
  #documents: DocumentTable | null = null;
  /** The one that was asked for last at the end. */
  readonly #terms = new Map<string, TermImpacts>();
  #bytes = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** What they take in memory, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** In the order asked, all of one state of the store. */
  async of(terms: readonly string[]): Promise<{ documents: DocumentTable; impacts: TermImpacts[] }> {
    const current = await this.#store.documents();
    this.#forgetOthers(current);
    const missing = terms.filter((term) => !this.#terms.has(term));
    const read = await this.#store.postings(missing);
    // Written in between: what is known is of another state.
    if (read.documents !== current) return this.of(terms);
    const fresh = new Map(read.postings.map((posting) => [posting.term, termImpacts(current, posting)]));
    const impacts = terms.map((term) => fresh.get(term) ?? this.#terms.get(term)!);
    // Unless another question has seen a newer state meanwhile.
    if (this.#documents === current) for (const [at, term] of terms.entries()) this.#keep(term, impacts[at]!);
    return { documents: current, impacts };
  }

  #forgetOthers(documents: DocumentTable): void {
    if (this.#documents === documents) return;
    this.#documents = documents;
    this.#terms.clear();
    this.#bytes = 0;
  }

  #keep(term: string, impacts: TermImpacts): void {
    if (this.#terms.delete(term)) this.#bytes -= impacts.bytes + termBytes;
    this.#terms.set(term, impacts);
    this.#bytes += impacts.bytes + termBytes;
    for (const [oldest, { bytes }] of this.#terms) {
      if (this.#bytes <= mostBytes) return;
      this.#terms.delete(oldest);
      this.#bytes -= bytes + termBytes;
    }
  }
}

/** Of the store that was asked last. */
export class RankingMemory {
  #current: { of: Store; terms: KnownTerms } | null = null;

  termsOf(store: Store): KnownTerms {
    if (this.#current?.of !== store) this.#current = { of: store, terms: new KnownTerms(store) };
    return this.#current.terms;
  }
}

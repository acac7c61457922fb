/**
 * What terms say of files, remembered from one question to a ranking to those after it.
 * Invariant: bounded, and true of the state of the store that is asked.
 */
import { termImpacts, type TermImpacts } from '../search/term-impacts.ts';
import type { DocumentTable, Postings, Store } from '../store/store.ts';

/** What terms may take. */
const mostBytes = 32 * 2 ** 20;
/** Of a term besides its files. */
const termBytes = 200;

/** What a ranking makes of a term's postings. */
export interface KnownTerm {
  readonly bytes: number;
}

/** What terms say of the documents of one store. */
export class KnownTerms<Term extends KnownTerm> {
  readonly #store: Store;
  readonly #make: (documents: DocumentTable, postings: Postings) => Term;
  readonly #mostBytes: number;
  #documents: DocumentTable | null = null;
  /** The one that was asked for last at the end. */
  readonly #terms = new Map<string, Term>();
  #bytes = 0;

  constructor(store: Store, make: (documents: DocumentTable, postings: Postings) => Term, most = mostBytes) {
    this.#store = store;
    this.#make = make;
    this.#mostBytes = most;
  }

  /** What they take in memory, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** In the order asked, all of one state of the store. */
  async of(terms: readonly string[]): Promise<{ documents: DocumentTable; known: Term[] }> {
    const current = await this.#store.documents();
    this.#forgetOthers(current);
    const missing = terms.filter((term) => !this.#terms.has(term));
    const read = await this.#store.postings(missing);
    // Written in between: what is known is of another state.
    if (read.documents !== current) return this.of(terms);
    const fresh = new Map(read.postings.map((posting) => [posting.term, this.#make(current, posting)]));
    const known = terms.map((term) => fresh.get(term) ?? this.#terms.get(term)!);
    // Unless another question has seen a newer state meanwhile.
    if (this.#documents === current) for (const [at, term] of terms.entries()) this.#keep(term, known[at]!);
    return { documents: current, known };
  }

  #forgetOthers(documents: DocumentTable): void {
    if (this.#documents === documents) return;
    this.#documents = documents;
    this.#terms.clear();
    this.#bytes = 0;
  }

  #keep(term: string, known: Term): void {
    if (this.#terms.delete(term)) this.#bytes -= known.bytes + termBytes;
    this.#terms.set(term, known);
    this.#bytes += known.bytes + termBytes;
    for (const [oldest, { bytes }] of this.#terms) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#terms.delete(oldest);
      this.#bytes -= bytes + termBytes;
    }
  }
}

/** Of the store that was asked last. */
export class RankingMemory {
  #current: { of: Store; terms: KnownTerms<TermImpacts> } | null = null;

  termsOf(store: Store): KnownTerms<TermImpacts> {
    if (this.#current?.of !== store) this.#current = { of: store, terms: new KnownTerms(store, termImpacts) };
    return this.#current.terms;
  }
}

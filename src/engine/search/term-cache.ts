/**
 * What terms say of files, remembered from one question to a ranking to those after it.
 * Invariant: bounded, and true of the state of the store that is asked.
 */
import { termImpacts, type TermImpacts } from '../../search/term-impacts.ts';
import type { DocumentTable, Postings, Store } from '../../store/store.ts';
import { RecentlyUsed } from '../../util/recently-used.ts';

/** What terms may take. */
const mostBytes = 32 * 2 ** 20;
/** Of a term besides its files. */
const termBytes = 200;
/** What packed words may take, and those of a file besides their bytes. */
const mostWordBytes = 4 * 2 ** 20;
const wordsBytes = 150;

/** What a ranking makes of a term's postings. */
export interface KnownTerm {
  readonly bytes: number;
}

/** What terms say of the documents of one store. */
export class KnownTerms<Term extends KnownTerm> {
  readonly #store: Store;
  readonly #make: (documents: DocumentTable, postings: Postings) => Term;
  #documents: DocumentTable | null = null;
  readonly #terms: RecentlyUsed<string, Term>;

  constructor(store: Store, make: (documents: DocumentTable, postings: Postings) => Term, most = mostBytes) {
    this.#store = store;
    this.#make = make;
    this.#terms = new RecentlyUsed(most);
  }

  /** What they take in memory, about. */
  get bytes(): number {
    return this.#terms.bytes;
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
    if (this.#documents === current)
      for (const [at, term] of terms.entries()) this.#terms.set(term, known[at]!, known[at]!.bytes + termBytes);
    return { documents: current, known };
  }

  #forgetOthers(documents: DocumentTable): void {
    if (this.#documents === documents) return;
    this.#documents = documents;
    this.#terms.clear();
  }
}

/** Packed words of the chunks of files of one store: of those that questions look at, many are the same. */
export class KnownWords {
  readonly #store: Store;
  #documents: DocumentTable | null = null;
  readonly #words = new RecentlyUsed<number, Uint8Array>(mostWordBytes);

  constructor(store: Store) {
    this.#store = store;
  }

  /** As `Store.chunkWords`. @param documents those of the question */
  async of(documents: DocumentTable, fileIds: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    if (this.#documents !== documents) this.#words.clear();
    this.#documents = documents;
    const known = new Map<number, Uint8Array>();
    const missing: number[] = [];
    for (const id of fileIds) {
      const words = this.#words.get(id);
      if (words === undefined) missing.push(id);
      else known.set(id, words);
    }
    for (const [id, words] of await this.#store.chunkWords(missing)) {
      known.set(id, words);
      if (this.#documents === documents) this.#words.set(id, words, words.length + wordsBytes);
    }
    return known;
  }
}

/** What words may take that the index has not. */
const mostMadeBytes = 4 * 2 ** 20;

/** Words of chunks by the content that they follow from, which else are made for each question: the index has none of very large files. */
export function rememberedWords<File extends { path: string; hash: string }>(
  make: (file: File) => Uint8Array,
): (file: File) => Uint8Array {
  const made = new RecentlyUsed<string, Uint8Array>(mostMadeBytes);
  return (file) => {
    const key = `${file.hash} ${file.path}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const words = make(file);
    made.set(key, words, words.length + wordsBytes);
    return words;
  };
}

/** Of the store that was asked last. */
export class RankingMemory {
  #current: { of: Store; terms: KnownTerms<TermImpacts>; words: KnownWords } | null = null;

  termsOf(store: Store): KnownTerms<TermImpacts> {
    return this.#of(store).terms;
  }

  wordsOf(store: Store): KnownWords {
    return this.#of(store).words;
  }

  #of(store: Store): { terms: KnownTerms<TermImpacts>; words: KnownWords } {
    if (this.#current?.of !== store)
      this.#current = { of: store, terms: new KnownTerms(store, termImpacts), words: new KnownWords(store) };
    return this.#current;
  }
}

/**
 * Caches that a ranking keeps from one question to the next: terms, and the words of chunks.
 * Invariant: each cache has a memory limit, and gives only what is valid for the present state of the store.
 */
import type { CorpusFigures } from '../../search/corpus.ts';
import { termImpacts, type TermImpacts } from '../../search/term-impacts.ts';
import type { DocumentTable, Postings, Store } from '../../store/store.ts';
import { RecentlyUsed } from '../../util/recently-used.ts';
import { QuestionTurns } from '../../util/turns/question.ts';

/** Memory limit of cached terms (bytes). */
const mostBytes = 32 * 2 ** 20;
/** Overhead of a term (bytes). */
const termBytes = 200;
/** So many terms are read between two turns of the event loop. */
const termsAtOnce = 16;
/** Memory limit of cached packed words (bytes). */
const mostWordBytes = 4 * 2 ** 20;
/** Overhead of a file's packed words (bytes). */
const wordsBytes = 150;

/** What a ranking computes from a term's postings. */
export interface CachedTerm {
  readonly bytes: number;
}

/** The cached terms of one store. */
export class CachedTerms<Term extends CachedTerm> {
  readonly #store: Store;
  readonly #make: (documents: DocumentTable, postings: Postings) => Term;
  #documents: DocumentTable | null = null;
  readonly #terms: RecentlyUsed<string, Term>;

  constructor(store: Store, make: (documents: DocumentTable, postings: Postings) => Term, most = mostBytes) {
    this.#store = store;
    this.#make = make;
    this.#terms = new RecentlyUsed(most);
  }

  /** Memory of the cached terms (bytes, approximate). */
  get bytes(): number {
    return this.#terms.bytes;
  }

  /**
   * Terms in the order of `terms`, all from one state of the store.
   * @param current the documents of the question
   * @param atOnce so many are read between two turns of the event loop
   * @returns `documents`: `current`, or those of a newer state if the store was written since the question began
   */
  async of(
    current: DocumentTable,
    terms: readonly string[],
    atOnce = termsAtOnce,
  ): Promise<{ documents: DocumentTable; known: Term[] }> {
    this.#forgetOthers(current);
    const found = new Map<string, Term>();
    for (const term of terms) {
      const cached = this.#terms.get(term);
      if (cached !== undefined) found.set(term, cached);
    }
    const missing = terms.filter((term) => !found.has(term));
    const turns = new QuestionTurns();
    for (let from = 0; from < missing.length; from += atOnce) {
      const turn = turns.take();
      if (turn !== null) await turn;
      const { documents, postings } = await this.#store.postings(missing.slice(from, from + atOnce));
      // The store was written meanwhile, so the cached terms are outdated. All at once are of one state.
      if (documents !== current) return this.of(documents, terms, terms.length);
      for (const posting of postings) found.set(posting.term, this.#make(current, posting));
    }
    const known = terms.map((term) => found.get(term)!);
    // They are not cached if another question has met a newer state of the store meanwhile.
    if (missing.length > 0 && this.#documents === current)
      for (const [at, term] of terms.entries()) this.#terms.set(term, known[at]!, known[at]!.bytes + termBytes);
    return { documents: current, known };
  }

  #forgetOthers(documents: DocumentTable): void {
    if (this.#documents === documents) return;
    this.#documents = documents;
    this.#terms.clear();
  }
}

/** Packed words of the chunks of files of one store. Different questions often score the same files. */
export class CachedWords {
  readonly #store: Store;
  #documents: DocumentTable | null = null;
  readonly #words = new RecentlyUsed<number, Uint8Array>(mostWordBytes);

  constructor(store: Store) {
    this.#store = store;
  }

  /** As `Store.chunkWords`. @param documents the table of the question */
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
    if (missing.length === 0) return known;
    for (const [id, words] of await this.#store.chunkWords(missing)) {
      known.set(id, words);
      if (this.#documents === documents) this.#words.set(id, words, words.length + wordsBytes);
    }
    return known;
  }
}

/** Memory limit of words that are computed because the index does not have them (bytes). */
const mostMadeBytes = 4 * 2 ** 20;

/** Caches computed words by content. The index lacks the words of some files, and these would else be computed for each question. */
export function cachedWords<File extends { path: string; hash: string }>(
  make: (file: File) => Uint8Array,
): (file: File) => Uint8Array {
  const wordsByContent = new RecentlyUsed<string, Uint8Array>(mostMadeBytes);
  return (file) => {
    const key = `${file.hash} ${file.path}`;
    const cached = wordsByContent.get(key);
    if (cached !== undefined) return cached;
    const words = make(file);
    wordsByContent.set(key, words, words.length + wordsBytes);
    return words;
  };
}

/** Whether terms that were computed for one corpus hold for another. */
export function isSameCorpus(one: CorpusFigures | undefined, other: CorpusFigures | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.files === other.files && one.fieldSums.every((sum, field) => sum === other.fieldSums[field]);
}

/** What a ranking asks for again and again. */
export interface RankingCaches {
  termsOf(store: Store, corpus?: CorpusFigures): Pick<CachedTerms<TermImpacts>, 'of'>;
  wordsOf(store: Store): Pick<CachedWords, 'of'>;
}

/** The caches for the store of the last question. */
export class RankingMemory implements RankingCaches {
  #words: { store: Store; words: CachedWords } | null = null;
  #terms: { store: Store; corpus: CorpusFigures | undefined; terms: CachedTerms<TermImpacts> } | null = null;

  /** @param corpus of which the store has a part; absent: it has all */
  termsOf(store: Store, corpus?: CorpusFigures): CachedTerms<TermImpacts> {
    const known = this.#terms;
    if (known?.store === store && isSameCorpus(known.corpus, corpus)) return known.terms;
    const terms = new CachedTerms(store, (documents, posting) => termImpacts(documents, posting, corpus));
    this.#terms = { store, corpus, terms };
    return terms;
  }

  wordsOf(store: Store): CachedWords {
    if (this.#words?.store !== store) this.#words = { store, words: new CachedWords(store) };
    return this.#words.words;
  }
}

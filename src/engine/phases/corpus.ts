/**
 * All files that a question of the hybrid search is about. Its index may have some of them only, those that may answer; what the ranking takes from all of
 * them comes from here.
 */
import { corpusOf, type CorpusFigures, type TermFigures } from '../../search/corpus.ts';
import type { ParsedHybridQuery } from '../../search/hybrid/query.ts';
import type { TermImpacts } from '../../search/term-impacts.ts';
import type { DocumentTable, IndexView, Store } from '../../store/store.ts';
import { nearestFewInTurns } from '../../util/turns/each-in-turns.ts';
import { definersIn, type DefinitionLookup } from '../search/mentioned-definitions.ts';
import type { HybridQuery } from '../types.ts';

export interface Figures {
  corpus: CorpusFigures;
  /** In the order of the terms that were asked for. */
  terms: readonly TermFigures[];
}

/** A question as it is ranked: with its words corrected. */
export interface RankedQuestion extends Omit<HybridQuery, 'minScore'> {
  parsed: ParsedHybridQuery;
}

export interface Corpus extends DefinitionLookup {
  figures: (terms: readonly string[]) => Promise<Figures>;
  /** For each word, the name of a definition that is nearest to it; null if none is near. */
  nearestNames: (words: readonly string[]) => Promise<readonly (string | null)[]>;
  /** Whether a path in lower case contains a text. */
  hasPath: (text: string) => Promise<boolean>;
  /** Ids of the files of the index that define one of the words. */
  filesDefining: (words: readonly string[]) => Promise<ReadonlySet<number>>;
  /** As `filesDefining`, but cheaper: by a hash of the name, so that a few may not define it. */
  mayDefine: (words: readonly string[]) => Promise<ReadonlySet<number>>;
  /**
   * The index in which the question is ranked: it has all files that may answer.
   * @returns `matching`: the number of files that match, where the index has not all; `part`: of which its terms are to be computed as a part; absent: it has
   * all, or has terms that were computed so
   */
  focus: (question: RankedQuestion) => Promise<{ view: IndexView; matching?: number; part?: CorpusFigures }>;
}

/** The impacts of terms, with the documents that they are of. */
export type KnownTerms = (
  view: IndexView,
  terms: readonly string[],
) => Promise<{ documents: DocumentTable; known: readonly TermImpacts[] }>;

/** The files of an index are all. */
export function wholeIndex(view: IndexView, knownTerms: KnownTerms): Corpus {
  const { store } = view;
  return {
    figures: async (terms) => {
      const { documents, known } = await knownTerms(view, terms);
      return { corpus: corpusOf(documents), terms: known };
    },
    focus: () => Promise.resolve({ view }),
    ...lookupsIn(view),
    nearestNames: async (words) => nearestIn(await store.definitionNames(), words),
    hasPath: (text) => Promise.resolve(hasPathIn(view.state.documents, text)),
  };
}

/** The name nearest to each word; null where none is near. */
export async function nearestIn(names: readonly string[], words: readonly string[]): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (const word of words) {
    const [near = null] = await nearestFewInTurns(word, names, 1);
    found.push(near);
  }
  return found;
}

export function hasPathIn({ paths }: DocumentTable, text: string): boolean {
  return paths.some((path) => path.toLowerCase().includes(text));
}

type Lookups = Pick<Corpus, 'definers' | 'outlines' | 'filesDefining' | 'mayDefine'>;

export function lookupsIn({ store }: IndexView): Lookups {
  return {
    definers: (names) => definersIn(store, names),
    outlines: (ids) => store.outlines(ids),
    filesDefining: (words) => filesDefining(store, words),
    mayDefine: async (words) => new Set((await store.definingFiles(words)).flatMap((ids) => [...ids])),
  };
}

async function filesDefining(store: Store, words: readonly string[]): Promise<ReadonlySet<number>> {
  const defined = await store.definitionsNamed(words);
  return new Set([...defined.values()].flatMap((places) => places.map(({ fileId }) => fileId)));
}

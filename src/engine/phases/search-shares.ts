/**
 * Search over repositories of which several nodes have a share each, in phases: what the ranking takes from all files, the files that may answer, and then the
 * ranking of these, which is that of one index.
 * Invariant: the answer is that of one index over all files, at every place, with its scores.
 */
import { ChunkWordsReader } from '../../extract/words/chunk-words.ts';
import { AppError } from '../../model/error.ts';
import { askedTagTerms, type WordFrequency } from '../../search/tag-search.ts';
import type { TermImpacts } from '../../search/term-impacts.ts';
import { packChunkWords } from '../../store/packed/packed-chunk-words.ts';
import type { FileRecord, IndexView, Store } from '../../store/store.ts';
import { clockMs } from '../../util/clock.ts';
import { nearest } from '../../util/nearest.ts';
import { readContent, type FileReading } from '../files/chunk-answers.ts';
import { askedTerms, searchRepo, type HybridSearchHost } from '../search/hybrid-search.ts';
import { tagLimit } from '../search/tag-answer.ts';
import { cachedWords, type RankingCaches } from '../search/term-cache.ts';
import type {
  EngineConfig,
  ExploreRequest,
  ExploreResult,
  HybridQuery,
  HybridSearchResult,
  NearestAnswer,
  NearestRequest,
  SemanticAnswer,
  SemanticHit,
  TagQuery,
  TagSearchResult,
} from '../types.ts';
import { AskedShares, type ShareLink } from './asked-shares.ts';
import type { SharedGraph } from '../concerned/concerned-graph.ts';
import { requireHits } from './bounds.ts';
import type { Corpus } from './corpus.ts';
import { joinDigests, joinedMeaning, type JoinedDigests } from './joined-digests.ts';
import { joinedFreshness } from './joined-freshness.ts';
import type { FileDetails, FileText } from './messages.ts';

/** Rejects as `Engine.searchRepo` does, with a `ShareChanged`, or as `ShareLink.send`. */
export async function searchRepoInShares(links: readonly ShareLink[], query: HybridQuery): Promise<HybridSearchResult> {
  requireHits((query.offset ?? 0) + query.limit);
  return searchRepo(new SharesRanking(new AskedShares(links, 'words'), query).host, query);
}

/** As `Engine.explore`. @param graphOf the graph of the repositories of the shown pieces, in the states of the shares */
export async function exploreInShares(
  links: readonly ShareLink[],
  request: ExploreRequest,
  graphOf: (shares: AskedShares) => SharedGraph,
): Promise<ExploreResult> {
  const { explore } = await import('../search/explore.ts');
  const { files, chosen: _chosen, seen: _seen, ...query } = request;
  const shares = new AskedShares(links, 'words');
  const ranking = new SharesRanking(shares, { ...query, limit: files });
  const graph = graphOf(shares);
  const found = await explore(ranking.host, { sharing: () => Promise.resolve(graph) }, request, graph.countDefinitions); // prettier-ignore
  return { ...found, notes: [...new Set([...found.notes, ...graph.notes])] };
}

/** What the hybrid search asks, of shares. */
class SharesRanking {
  readonly #shares: AskedShares;
  readonly #query: HybridQuery;
  readonly #details = new Map<number, FileDetails>();
  #digests: JoinedDigests | null = null;
  #terms: readonly string[] = [];
  /** By path: numbers of the files of the digests. */
  #numbers: ReadonlyMap<string, number> = new Map();

  constructor(shares: AskedShares, query: HybridQuery) {
    [this.#shares, this.#query] = [shares, query];
  }

  get host(): HybridSearchHost {
    const words = new ChunkWordsReader();
    return {
      prepare: async () => {
        await this.#shares.figures(askedTerms(this.#query.query));
        return this.#view(null);
      },
      note: () => Promise.resolve(this.#shares.note),
      corpus: this.#corpus,
      nearest: () => Promise.resolve(this.#found.meaning),
      memory: this.#memory,
      readings: (_, records) => this.#readings(records),
      chunkWords: cachedWords((reading) => packChunkWords(words.read(reading))),
      chunkedFiles: () => Promise.reject(notHere()),
      // Nodes have the files of commits, which do not change.
      comparesAll: () => false,
      hasChanged: () => false,
    };
  }

  get #found(): JoinedDigests {
    if (this.#digests === null) throw notHere();
    return this.#digests;
  }

  readonly #corpus: Corpus = {
    figures: (terms) => this.#shares.figures(terms),
    nearestNames: async (words) => {
      const all = await this.#shares.askAll('names', { words });
      return nearestOfAll(words, all);
    },
    hasPath: async (text) => (await this.#shares.askAll('path', { text })).includes(true),
    focus: async ({ parsed, ...query }) => {
      this.#terms = parsed.terms.map(({ term }) => term);
      const corpus = await this.#shares.given(this.#terms);
      const digests = await this.#shares.askAll('focus', { query, corpus });
      const figures = corpus.terms.map(([, one]) => one);
      this.#digests = joinDigests(digests, figures, (share, id) => this.#shares.numberOf(share, id));
      const { documents, matching } = this.#digests;
      this.#numbers = new Map(documents.paths.map((path, row) => [path, documents.ids[row]!]));
      return { view: this.#view(this.#digests), matching };
    },
    definers: () => Promise.resolve(this.#found.definers),
    outlines: async (numbers) => {
      const found = await this.#shares.askOwners('outlines', numbers);
      return new Map(
        found.flatMap(({ share, answer }) =>
          answer.map(([id, one]) => [this.#shares.numberOf(share, id), one] as const),
        ),
      );
    },
    filesDefining: () => Promise.resolve(this.#found.defining),
    mayDefine: () => Promise.resolve(this.#found.mayDefine),
  };

  readonly #memory: RankingCaches = {
    termsOf: () => ({
      of: (documents, terms) => {
        const byTerm = new Map(this.#terms.map((term, at) => [term, this.#found.impacts[at]!]));
        return Promise.resolve({ documents, known: terms.map((term): TermImpacts => byTerm.get(term)!) });
      },
    }),
    wordsOf: () => ({
      of: async (_, numbers) => {
        const all = await this.#detailsOf(numbers);
        return new Map(
          [...all].flatMap(([number, { words }]) => (words === null ? [] : [[number, Buffer.from(words, 'base64')]])),
        );
      },
    }),
  };

  /** What was found, as an index. Of the contract it has what a ranking asks. */
  #view(found: JoinedDigests | null): IndexView {
    const documents = found?.documents ?? noDocuments;
    const marks = { lastIndexedMs: null, linkingVersion: null, linkGeneration: null, damageReplacedMs: null };
    const state = { generation: 0, embedders: [], documents, linkExtent: '', marks };
    const own: Partial<Store> = {
      state: () => Promise.resolve(state),
      // The ranking asks for the links of all its candidates first. What it asks of them later comes with the answer.
      linkDegrees: async (paths) => {
        const all = await this.#detailsOf(paths.flatMap((path) => this.#numbers.get(path) ?? []));
        return new Map([...all.values()].map(({ record, links }) => [record.path, links]));
      },
      files: async (numbers) => {
        const all = await this.#detailsOf(numbers);
        return numbers.flatMap((id): FileRecord[] => {
          const found = all.get(id);
          return found === undefined ? [] : [{ ...found.record, id, rawPath: null }];
        });
      },
    };
    const store = new Proxy(own as Store, {
      get: (target, name) => {
        if (Object.hasOwn(target, name)) return target[name as keyof Store];
        throw notHere();
      },
    });
    return { store, state };
  }

  async #detailsOf(numbers: readonly number[]): Promise<Map<number, FileDetails>> {
    const missing = numbers.filter((number) => !this.#details.has(number));
    for (const { share, answer } of missing.length === 0 ? [] : await this.#shares.askOwners('details', missing))
      for (const one of answer) this.#details.set(this.#shares.numberOf(share, one.record.id), one);
    return new Map(
      numbers.flatMap((number) => {
        const found = this.#details.get(number);
        return found === undefined ? [] : [[number, found]];
      }),
    );
  }

  async #readings(records: readonly FileRecord[]): Promise<(FileReading | null)[]> {
    const texts = await textsOf(
      this.#shares,
      records.map(({ id }) => id),
    );
    return records.map(({ id }) => texts.get(id) ?? null);
  }
}

const noDocuments: IndexView['state']['documents'] = {
  ...{ generation: 0, count: 0, ids: new Uint32Array(0), paths: [], languages: [] },
  ...{ traits: new Uint16Array(0), fieldLengths: new Uint32Array(0) },
};

function notHere(): AppError {
  return new AppError('InternalError', 'The ranking asks for something that shares do not answer');
}

/** Files as they are read, by their numbers. */
async function textsOf(shares: AskedShares, numbers: readonly number[]): Promise<Map<number, FileReading>> {
  const found = new Map<number, FileReading>();
  for (const { share, ids, answer } of await shares.askOwners('texts', numbers))
    for (const [at, id] of ids.entries()) {
      const file: FileText | null = answer[at] ?? null;
      if (file !== null) found.set(shares.numberOf(share, id), readContent(file));
    }
  return found;
}

/** The nearest of the names that each share has found. Of equally near ones the first in order, as in one list of all names. */
function nearestOfAll(words: readonly string[], all: readonly (readonly (string | null)[])[]): (string | null)[] {
  return words.map((word, at) => {
    const names = [...new Set(all.flatMap((found) => found[at] ?? []))].sort();
    return nearest(word, names);
  });
}

/** Rejects as `searchRepoInShares` does. */
export async function searchTagsInShares(
  links: readonly ShareLink[],
  query: TagQuery,
  search: EngineConfig['search'],
): Promise<TagSearchResult> {
  const started = clockMs();
  const shares = new AskedShares(links, 'tags');
  const { offset = 0 } = query;
  const last = offset + tagLimit(query, search);
  requireHits(last);
  const corpus = await shares.given(askedTagTerms(query.tags));
  const all = await shares.askAll('tags', {
    query: { ...query, offset: 0, limit: last },
    corpus,
    weights: search.scoringWeights,
  });
  const hits = all.flatMap((one) => one.hits);
  hits.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return {
    totalFiles: all.reduce((sum, { totalFiles }) => sum + totalFiles, 0),
    hits: hits.slice(offset, last),
    freshness: joinedFreshness(all.map(({ freshness }) => freshness)),
    executionTimeMs: Math.max(0, Math.round(clockMs() - started)),
  };
}

export async function tagFrequenciesInShares(
  links: readonly ShareLink[],
  words: readonly string[],
): Promise<WordFrequency[]> {
  const all = await new AskedShares(links, 'tags').askAll('frequencies', { words });
  return words.map((_, at) => ({
    files: all.reduce((sum, found) => sum + found[at]!.files, 0),
    named: all.reduce((sum, found) => sum + found[at]!.named, 0),
  }));
}

export async function nearestInShares(
  links: readonly ShareLink[],
  { signal: _, ...request }: NearestRequest,
): Promise<NearestAnswer & { shares: AskedShares }> {
  const shares = new AskedShares(links, 'words');
  const all = await shares.askAll('near', { request });
  const hits = all.flatMap((one, share) =>
    one.hits.map((hit) => ({ ...hit, fileId: shares.numberOf(share, hit.fileId) })),
  );
  hits.sort(
    (a, b) => b.similarity - a.similarity || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.ordinal - b.ordinal),
  );
  const refreshed = all.reduce((sum, one) => sum + one.refreshed, 0);
  return { ...joinedMeaning(all), hits: hits.slice(0, request.k), refreshed, shares };
}

/** As `SemanticQueries.search`. */
export async function searchByMeaningInShares(
  links: readonly ShareLink[],
  request: NearestRequest,
): Promise<SemanticAnswer> {
  const { shares, hits: near, ...answer } = await nearestInShares(links, request);
  const texts = await textsOf(shares, [...new Set(near.map(({ fileId }) => fileId))]);
  const hits = near.flatMap(({ fileId, id, similarity }): SemanticHit[] => {
    const file = texts.get(fileId)?.chunked();
    const chunk = file?.chunks.find((one) => one.id === id);
    return file === undefined || chunk === undefined ? [] : [{ file, chunk, similarity }];
  });
  return { ...answer, hits };
}

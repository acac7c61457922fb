/**
 * Several engines as one: every question is put to one store over all their indexes, by the same parts that answer for one project.
 * Invariants: one ranking, never lists merged by score; methods reject with `AppError` only.
 */
import { AppError, toAppError } from '../../model/error.ts';
import { tagFrequencies, type ScoringWeights } from '../../search/tag-search.ts';
import type { IndexLocation } from '../../store/index-location.ts';
import type { IndexView } from '../../store/store.ts';
import type { CodePage, NamesRequest } from '../../model/code-questions.ts';
import { listIndexed, listLeftOut } from '../files/file-listing.ts';
import { openCompletion } from '../graph/completion.ts';
import { lazyGraph, type GraphPart } from '../lazy-part.ts';
import type { GivenCorpus, MessageKind, ShareQuestion, ShareReply } from '../phases/messages.ts';
import type { ShareStatus } from '../phases/other-messages.ts';
import type { Share } from '../phases/share.ts';
import type { GraphHost } from '../graph/graph-answers.ts';
import type { Traced, TraceRequest } from '../concerned/run-traced.ts';
import { AnswerCache } from '../search/answer-cache.ts';
import { CachedSemanticQueries, searchRepoCached } from '../search/cached-search.ts';
import type { HybridSearchHost } from '../search/hybrid-search.ts';
import { RankingMemory } from '../search/term-cache.ts';
import { VectorSearch } from '../search/vector-search.ts';
import type {
  ChangeQueries,
  ChunkQueries,
  CompletionQueries,
  DoctorCheck,
  Engine,
  EngineConfig,
  ExploreRequest,
  ExploreResult,
  FileListing,
  FileListingFilter,
  FileQueries,
  HybridQuery,
  HybridSearchResult,
  IndexReport,
  LeftOutListing,
  ProjectStatus,
  ScipExchange,
  SearchLimits,
  SemanticQueries,
  TagQuery,
  TagSearchResult,
  TextQueries,
} from '../types.ts';
import type { ReviewAnswer, ReviewRequest } from '../../model/review.ts';
import type { UsageQueries } from '../../model/usage.ts';
import { AskedParts, type AskedPart } from './asked-parts.ts';
import type { AskedRepository, UnionEngine, UnionOptions } from './union-engine.ts';
import { UnionAcross } from './links-across.ts';
import { UnionEmbedding } from './union-embedding.ts';
import { UnionChunks, unionFiles } from './union-files.ts';
import { oneOnly, oneOnlyPart } from './one-only.ts';
import { unionText, unionTextFiles } from './union-text.ts';
import { sumsOfStatus, unionStatus } from './union-status.ts';

export class SeveralEngines implements UnionEngine {
  /** Stands for all: there is no folder that contains them. */
  readonly root = '*';
  readonly databasePath = '*';
  readonly location: IndexLocation;
  readonly limits: SearchLimits;
  readonly graph: GraphPart;
  readonly editor: Engine['editor'];
  readonly changes: ChangeQueries;
  readonly chunks: ChunkQueries;
  readonly files: FileQueries;
  readonly completion: CompletionQueries;
  readonly semantic: SemanticQueries;
  readonly scip: ScipExchange;
  readonly usage: UsageQueries;
  readonly text: TextQueries;
  readonly #engines: readonly (AskedPart & { engine: Engine })[];
  readonly #parts: AskedParts;
  readonly #across: UnionAcross;
  /** The settings of rankings are those of the first project. */
  readonly #config: EngineConfig;
  readonly #cache: AnswerCache;
  readonly #vectors: VectorSearch;
  readonly #ranking: HybridSearchHost;
  readonly #graphHost: GraphHost;
  #share: Share | null = null;

  /** Throws a `ValidationError` for names that cannot stand before paths. */
  constructor(engines: readonly (AskedPart & { engine: Engine })[], { namesMissing = true }: UnionOptions = {}) {
    const [first] = engines;
    if (first === undefined) throw noRepository();
    this.#engines = engines;
    this.location = { union: engines.map(({ name }) => name) };
    this.#config = first.part.config;
    this.limits = first.engine.limits;
    const parts = new AskedParts(engines, namesMissing);
    this.#parts = parts;
    const { search } = this.#config;
    const { disk, readAgain, note, makeLateLinks, freshness } = parts;
    this.#cache = new AnswerCache(disk, search.cacheSize ?? 0);
    const prepareFiles = (): Promise<IndexView> => parts.prepare('files');
    const { chunkedFiles } = parts.files;
    const nearest: VectorSearch['nearestRows'] = (view, request) => this.#vectors.nearestRows(view, request);
    this.#ranking = { ...parts.files, memory: new RankingMemory(), prepare: prepareFiles, note, nearest };
    const isIndexing = (): boolean => parts.isIndexing;
    const questions = { disk, readAgain, freshness, chunkedFiles, prepare: parts.prepare };
    const across = new UnionAcross(parts);
    this.#across = across;
    const withAcross: typeof freshness = async (view, wants) => {
      const found = await freshness(view, wants);
      return { ...found, note: [found.note ?? [], across.note ?? []].flat().join(' ') || null };
    };
    const graphHost = { ...questions, freshness: withAcross, makeLateLinks, isIndexing, cache: this.#cache, across };
    this.#graphHost = graphHost;
    this.graph = lazyGraph(graphHost);
    const mostBytes = Math.max(...engines.map(({ part }) => part.vectorBytes));
    const work = new UnionEmbedding(parts);
    const isBehind = (): boolean => parts.isBehind;
    const vectorHost = { disk, readAgain, note, chunkedFiles, prepare: prepareFiles };
    this.#vectors = new VectorSearch({ ...vectorHost, work, isIndexing: isBehind, mostBytes });
    this.semantic = new CachedSemanticQueries(this.#ranking, this.#cache, this.#vectors);
    const engineOf = ({ name }: AskedPart): Engine => engines.find((one) => one.name === name)!.engine;
    this.chunks = new UnionChunks(parts, engineOf);
    this.files = unionFiles(parts, engineOf);
    this.completion = openCompletion(async () => (await prepareFiles()).store);
    const names = engines.map(({ name }) => name);
    this.changes = oneOnlyPart<ChangeQueries>('Changes are asked', names, {
      filesOfCommits: async () => {
        const all = engines.map(async ({ name, engine }) =>
          (await engine.changes.filesOfCommits()).map((files) => files.map((path) => `${name}/${path}`)),
        );
        return (await Promise.all(all)).flat();
      },
    });
    this.scip = oneOnlyPart('Precise indexes are read and written', names);
    // A call is one call, however many it asks: the first repository has it in its counts.
    const count: UsageQueries['count'] = (call) => first.engine.usage.count(call);
    this.usage = oneOnlyPart<UsageQueries>('Usage is counted', names, { count });
    this.editor = oneOnlyPart('An editor asks', names);
    this.text = unionText(parts);
  }

  get #names(): string[] {
    return this.#engines.map(({ name }) => name);
  }

  async asked(): Promise<readonly AskedRepository[]> {
    return this.#parts.asked();
  }

  async review(repository: string, request: ReviewRequest): Promise<ReviewAnswer> {
    const reviewed = this.#engines.find(({ name }) => name === repository);
    if (reviewed === undefined) throw oneOnly('A change is reviewed', this.#names);
    return reviewed.engine.changes.review(request, async (question) => {
      const view = await this.#parts.prepare('links');
      await this.#parts.makeLateLinks();
      await this.#across.refresh();
      const uses = await this.#across.usesElsewhere(repository, question);
      const { note } = await this.#parts.freshness(view, 'links');
      const others = (await this.#parts.asked()).filter(({ name }) => name !== repository);
      return {
        asked: others.filter(({ state }) => state === 'asked').map(({ name }) => name),
        notAsked: others.flatMap(({ name: project, state, note: reason }) =>
          state === 'asked' ? [] : [{ project, reason: reason ?? 'no index yet' }],
        ),
        uses,
        notes: [note ?? [], this.#across.note ?? []].flat(),
      };
    });
  }

  /** Whether one has an index. None is made by a question. */
  indexExists(): boolean {
    return this.#engines.some(({ engine }) => engine.indexExists());
  }

  async index(): Promise<IndexReport> {
    throw oneOnly('The index is made', this.#names);
  }

  indexInBackground(): void {
    throw oneOnly('The index is made', this.#names);
  }

  /** Each engine watches its own project, if it was told to. */
  async watch(): Promise<void> {}

  get isReplaced(): boolean {
    return this.#engines.some(({ engine }) => engine.isReplaced);
  }

  async generation(): Promise<number | null> {
    const view = await this.#parts.prepare('files');
    return this.#parts.open.length === 0 ? null : view.state.generation;
  }

  async status(): Promise<ProjectStatus> {
    const { sums, freshness } = await this.#statusSums();
    const { root: projectPath, databasePath } = this;
    return unionStatus(sums, { projectPath, databasePath, freshness, cache: this.#cache.status() });
  }

  async #statusSums(): Promise<ShareStatus> {
    const view = await this.#parts.prepare('links');
    const open = new Set(this.#parts.open.map(({ name }) => name));
    const present = this.#engines.filter(({ name }) => open.has(name));
    const all = await Promise.all(present.map(async ({ name, engine }) => ({ name, status: await engine.status() })));
    return { sums: sumsOfStatus(all), freshness: await this.#parts.freshness(view, 'links') };
  }

  async reply<Kind extends MessageKind>(question: ShareQuestion<Kind>): Promise<ShareReply<Kind>> {
    // Only nodes have shares of a question.
    const { Share } = await import('../phases/share.ts');
    const { ConcernedAnswers } = await import('../concerned/answer-needs.ts');
    this.#share ??= new Share({
      concerned: new ConcernedAnswers(this.#parts, this.#across),
      ...{ ranking: this.#ranking, semantic: this.semantic, weights: this.#config.search.scoringWeights },
      searchTags: (query, corpus, weights) => this.#searchTags(query, { corpus, weights }),
      other: { text: unionTextFiles(this.#parts), graph: this.graph, status: () => this.#statusSums() },
    });
    return this.#share.reply(question);
  }

  async traced<T>(request: TraceRequest, ask: (graph: GraphPart) => Promise<T>): Promise<Traced<T>> {
    const { runTraced } = await import('../concerned/run-traced.ts');
    const { store } = this.#parts;
    return runTraced({ host: this.#graphHost, store, repositories: () => this.#across.repositories() }, request, ask);
  }

  searchTags(query: TagQuery): Promise<TagSearchResult> {
    return this.#searchTags(query);
  }

  /** @param given what is known of all files, where these are a share of them */
  async #searchTags(
    query: TagQuery,
    given?: { corpus: GivenCorpus; weights: ScoringWeights },
  ): Promise<TagSearchResult> {
    try {
      const view = await this.#parts.prepare('files');
      const { disk, readAgain, freshness } = this.#parts;
      const { answerTagQuery } = await import('../search/tag-answer.ts');
      const before = await freshness(view, 'files');
      const answer = await answerTagQuery({
        ...{ view, query, disk, readAgain, cache: this.#cache },
        config: given === undefined ? this.#config : configOfShare(this.#config, given.weights),
        isIndexing: this.#parts.isBehind,
        ...(given === undefined
          ? {}
          : { corpus: { figures: given.corpus.figures, terms: new Map(given.corpus.terms) } }),
      });
      const now = await freshness({ ...view, state: answer.state }, 'files');
      const reported = now.note === null ? before : now;
      return { ...answer.result, freshness: { ...reported, refreshed: answer.refreshed } };
    } catch (error) {
      throw toAppError(error);
    }
  }

  async tagFrequencies(words: readonly string[]): Promise<{ files: number; named: number }[]> {
    return tagFrequencies((await this.#parts.prepare('files')).store, words);
  }

  async listFiles(filter: FileListingFilter): Promise<FileListing> {
    return listIndexed((await this.#parts.prepare('files')).store, filter);
  }

  async listLeftOut(filter: Parameters<Engine['listLeftOut']>[0]): Promise<LeftOutListing> {
    return listLeftOut((await this.#parts.prepare('files')).store, filter);
  }

  languages(): ReturnType<Engine['languages']> {
    const all = this.#engines.flatMap(({ engine }) => engine.languages());
    return [...new Map(all.map((one) => [one.id, one])).values()];
  }

  async code(request: NamesRequest): Promise<CodePage> {
    const { codePage } = await import('../files/code-page.ts');
    return codePage(this, request);
  }

  searchRepo(query: HybridQuery): Promise<HybridSearchResult> {
    return searchRepoCached(this.#ranking, this.#cache, query);
  }

  async explore(request: ExploreRequest): Promise<ExploreResult> {
    const { explore } = await import('../search/explore.ts');
    return explore(this.#ranking, this.graph, request);
  }

  async doctor(): Promise<DoctorCheck[]> {
    const all = await Promise.all(
      this.#engines.map(async ({ name, engine }) => (await engine.doctor()).map((check) => ({ ...check, name: `${name}: ${check.name}` }))), // prettier-ignore
    );
    return all.flat();
  }

  /** The engines stay open: whoever opened them closes them. */
  async close(): Promise<void> {
    this.#vectors.close();
  }
}

/** Of a share the best files are asked up to the last one of the page, and scored as the asking node scores those of all shares. */
function configOfShare(config: EngineConfig, scoringWeights: ScoringWeights): EngineConfig {
  return { ...config, search: { ...config.search, scoringWeights, maxLimit: Infinity } };
}

function noRepository(): AppError {
  return new AppError('ValidationError', 'There is no repository to ask', { hint: 'Name the repositories first.' });
}

/**
 * The facade of the engine: answers every question about one project. Only this file puts the parts of the engine together.
 * Invariants: nothing is opened or created on disk before the first question; no question waits for an indexing run longer than `firstAnswerMs` of
 * `IndexRuns`; methods reject with `AppError` only.
 */
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, toAppError } from '../model/error.ts';
import { tagFrequencies } from '../search/tag-search.ts';
import { nameOfLocation, type IndexLocation } from '../store/index-location.ts';
import { localStateOf } from '../store/local-state.ts';
import { indexExists } from '../store/registry.ts';
import {
  viewOf,
  type FileRecord,
  type IndexView,
  type Statistics,
  type Store,
  type StoreState,
} from '../store/store.ts';
import { AnswerCache } from './search/answer-cache.ts';
import { CachedSemanticQueries, searchRepoCached } from './search/cached-search.ts';
import { ChunkAnswers } from './files/chunk-answers.ts';
import { filesOnDisk, unchangingFiles, type FilesOnDisk } from './files/files-on-disk.ts';
import { failedLinksNote } from '../graph/run/failed-links.ts';
import type { CodePage, NamesRequest } from '../model/code-questions.ts';
import type { GraphReviewRequest } from '../graph/queries/review/review.ts';
import type { ReachRequest } from '../graph/queries/reach.ts';
import { openCompletion } from './graph/completion.ts';
import type { GraphHost } from './graph/graph-answers.ts';
import { LateLinks } from './graph/late-links.ts';
import { EditorAnswers } from './editor/editor-answers.ts';
import { EmbeddingWork } from './embedding/embedding-work.ts';
import type {
  ChangeQueries,
  ChunkQueries,
  CompletionQueries,
  DoctorCheck,
  Engine,
  EngineOptions,
  ExploreRequest,
  ExploreResult,
  FileListing,
  FileQueries,
  Freshness,
  HybridQuery,
  HybridSearchResult,
  IndexReport,
  IndexRequest,
  LeftOutListing,
  ProjectStatus,
  FinishedRun,
  ScipExchange,
  SearchLimits,
  SemanticQueries,
  TagQuery,
  TagSearchResult,
  TextQueries,
} from './types.ts';
import { listIndexed, listLeftOut } from './files/file-listing.ts';
import { unseenNote, WatchedProject, type AnswerSource } from './live/watch-updates.ts';
import type { Update } from './live/update-thread.ts';
import { damageNote, graphFreshness, storeFreshness } from './live/freshness.ts';
import { PinnedView } from './live/pinned-view.ts';
import { indexCheck } from './indexing/index-check.ts';
import { IndexScrub } from './indexing/index-scrub.ts';
import { IndexRuns } from './indexing/index-runs.ts';
import { indexJob, workerData } from './indexing/indexing.ts';
import { lazyChanges, lazyFiles, lazyGraph, lazyText, lazyTextOnDisk, type GraphPart } from './lazy-part.ts';
import { finishedIndex, projectIndex, type OpenIndex } from './open-index.ts';
import { languagesWith, usePlugins } from './indexing/plugin-languages.ts';
import { indexLocationOf } from './project-place.ts';
import { projectStatus } from './project-status.ts';
import { fileAccess, type HybridSearchHost } from './search/hybrid-search.ts';
import { openScipExchange } from './graph/scip-exchange.ts';
import type { TextOnDisk } from './files/text-on-disk.ts';
import type { TagAnswerRequest } from './search/tag-answer.ts';
import { UnwatchedProject } from './live/before-watching.ts';
import type { EnginePart } from './union/engine-part.ts';
import type { NamedEngine, UnionEngine, UnionOptions } from './union/union-engine.ts';
import { UsageRecorder } from './usage/usage-recorder.ts';
import { VectorSearch } from './search/vector-search.ts';
import { clockMs } from '../util/clock.ts';
import { firstQuestionTurn } from '../util/turns/question.ts';
import { firstTurn } from '../util/turns/turns.ts';

export { resolveRoot } from './resolve-root.ts';
export type * from './types.ts';
export type * from './union/union-engine.ts';

/** A comparison with the disk counts as current for this time after its end (ms). */
const currentMs = 1000;
/** How long a question waits for its files to be read again in a server's thread (ms). */
const readAgainMs = 1000;
/** While more files than this wait to be written, questions are answered from a pinned snapshot. */
const manyFiles = 20;
/** While a question waits for its files to be read again, it checks at this interval whether to stop waiting (ms). */
const recheckMs = 10;

export async function openEngine(options: EngineOptions): Promise<Engine> {
  await usePlugins(options.config.plugins ?? []);
  return new LocalEngine(options);
}

/** Several engines of `openEngine` as one. They stay open and are closed by the caller. Rejects with a `ValidationError` for names that clash. */
export async function openUnion(parts: readonly NamedEngine[], options: UnionOptions = {}): Promise<UnionEngine> {
  const { SeveralEngines } = await import('./union/several-engines.ts');
  return new SeveralEngines(
    parts.map(({ name, engine }) => {
      if (!(engine instanceof LocalEngine)) throw new AppError('InternalError', `${name} is no engine of one project`);
      return { name, engine, part: engine.part };
    }),
    options,
  );
}

function finishedError(): AppError {
  return new AppError('ValidationError', 'This index is of a commit, and is not made here', {
    hint: 'Workers index what is pushed; the server takes the new snapshot by itself.',
  });
}

class LocalEngine implements Engine {
  readonly root: string;
  readonly location: IndexLocation;
  readonly databasePath: string;
  readonly #options: EngineOptions;
  readonly #index: OpenIndex;
  readonly #check: ReturnType<typeof indexCheck>;
  /** Null outside a server. */
  readonly #scrub: IndexScrub | null;
  readonly #runs: IndexRuns;
  #watched: WatchedProject | null = null;
  /** Null outside a server. */
  readonly #unwatched: UnwatchedProject | null;
  #willWatch = false;
  #closed = false;
  readonly #embedding: EmbeddingWork;
  readonly graph: GraphPart;
  readonly #lateLinks: LateLinks;
  readonly editor: Engine['editor'];
  readonly changes: ChangeQueries;
  readonly chunks: ChunkQueries;
  readonly files: FileQueries;
  readonly completion: CompletionQueries;
  readonly limits: SearchLimits;
  readonly semantic: SemanticQueries;
  readonly text: TextQueries;
  readonly #textOnDisk: TextOnDisk;
  readonly #vectors: VectorSearch;
  readonly #cache: AnswerCache;
  readonly scip: ScipExchange;
  readonly usage: UsageRecorder;
  readonly #ranking: HybridSearchHost;
  readonly #tags: Pick<TagAnswerRequest, 'readAgain' | 'cache'> & { disk: FilesOnDisk };
  readonly #pinnedView = new PinnedView();
  /** Whether the index is being made for the first time. Answers then come from the incomplete index, and not from a pinned snapshot. */
  #isFirstIndexing = false;
  /** The files that answers have had read again in the server's thread, by the update that has not ended. */
  readonly #readingAgain = new Map<Update, readonly string[]>();
  /** Changed files that could not be read again because the index cannot be written. */
  readonly #unreadableNow = new Set<string>();

  constructor(options: EngineOptions) {
    this.#options = options;
    this.root = options.root;
    const { root } = this;
    const disk = this.#isFinished ? unchangingFiles(root) : filesOnDisk(root);
    const { search, metrics } = options.config;
    this.limits = { usual: options.usualLimit ?? null, most: search.maxLimit };
    this.#cache = new AnswerCache(disk, search.cacheSize ?? 0);
    this.location = indexLocationOf(root, options.config);
    this.databasePath = nameOfLocation(this.location);
    const inMemory = 'memory' in this.location;
    const inThread = options.indexing === 'thread' && !inMemory;
    this.#index = this.#isFinished ? finishedIndex(this.location) : projectIndex(root, this.location, options.config);
    const { open, openIfThere } = this.#index;
    this.completion = openCompletion(openIfThere);
    this.usage = new UsageRecorder({ state: localStateOf(this.location), metrics, isServer: inThread || inMemory });
    const data = workerData(root, options.config);
    const job = indexJob(root, this.location, options.config, false);
    this.#check = indexCheck(inThread ? job : null);
    this.#embedding = new EmbeddingWork({ job, open, inThread, isReader: this.#isReader });
    this.#runs = new IndexRuns({
      ...{ root, config: options.config, index: this.#index, inThread, embedding: this.#embedding },
      onRun: (run, statistics) => this.#countRun(run, statistics),
      onWriter: () => this.#watched?.compareAgain(),
    });
    this.#scrub = inThread ? this.#newScrub() : null;
    this.#unwatched = inThread ? new UnwatchedProject(this.#runs, data) : null;
    const host = {
      prepare: (wants: AnswerSource, begun?: IndexView) => this.#openPrepared(wants, begun),
      readAgain: (store: Store, files: readonly FileRecord[]) => this.#readAgain(store, files),
    };
    const plainHost = { ...host, prepare: () => this.#openPrepared('files') };
    this.#tags = { disk, readAgain: host.readAgain, cache: this.#cache };
    const note = async (view: IndexView): Promise<string | null> => (await this.#freshnessOf(view)).note;
    const allowIgnored = options.config.files?.allowIgnored === true;
    const isBehind = (): boolean => this.#isBehind;
    const { analyseInThread } = this.#runs;
    // Whoever asks a node has no use for folders of the node's machine.
    const chunkHost = { ...plainHost, data, note, showsRoot: options.indexing !== 'never' };
    const chunks = new ChunkAnswers({ ...chunkHost, allowIgnored, isBehind, analyseInThread });
    this.chunks = chunks;
    this.files = lazyFiles(data, options.config.files, openIfThere);
    const isUpToDate = (): boolean => this.#isFinished || (this.#watched !== null && this.#isCompared);
    const files = fileAccess(chunks, disk, { isBehind, isUpToDate });
    const nearest: VectorSearch['nearestRows'] = (view, request) => this.#vectors.nearestRows(view, request);
    this.#ranking = { ...plainHost, ...files, note, nearest };
    const { chunkedFiles } = files;
    const questions = { ...host, root, disk, freshness: this.#answerFreshness, chunkedFiles };
    const isIndexing = (): boolean => isBehind() || this.#runs.isWriting();
    this.#lateLinks = new LateLinks(root, isIndexing);
    this.graph = lazyGraph({ ...questions, makeLateLinks: this.#lateLinks.make, isIndexing, cache: this.#cache });
    const link = this.#runs.showInThread;
    this.editor = new EditorAnswers({ ...questions, graph: this.graph, files: this.files, link });
    const reach = (request: ReachRequest): ReturnType<GraphPart['reach']> => this.graph.reach(request);
    const review = (request: GraphReviewRequest): ReturnType<GraphPart['review']> => this.graph.review(request);
    const prepare = (): Promise<IndexView> => this.#openPrepared('links');
    this.changes = lazyChanges({ data, analyseInThread, reach, review, prepare });
    const vectorHost = { ...plainHost, disk, work: this.#embedding, isIndexing: this.#leavesVectors, note };
    this.#vectors = new VectorSearch({ ...vectorHost, mostBytes: job.memory.vectorBytes, chunkedFiles });
    this.semantic = new CachedSemanticQueries(this.#ranking, this.#cache, this.#vectors);
    const wake = async (store: Store): Promise<void> => void (await this.#prepare(store, 'files'));
    const bringUpToDate = async (): Promise<void> => this.#watched?.bringUpToDate('files');
    const isCompared = (): boolean => this.#isCompared;
    this.#textOnDisk = lazyTextOnDisk(data);
    this.text = lazyText({ open, wake, bringUpToDate, disk: this.#textOnDisk, isCompared, isBehind });
    this.scip = openScipExchange(data, open);
  }

  #countRun(run: FinishedRun, statistics: Statistics | null): void {
    if (statistics !== null && 'indexed' in run)
      this.usage.countRun({ changed: run.indexed + run.removed > 0, ...statistics });
    this.#options.onRun?.(run);
  }

  #newScrub(): IndexScrub {
    const isBusy = (): boolean => this.#runs.run !== null || this.#isBehind;
    return new IndexScrub({ open: this.#index.open, check: this.#check, isBusy });
  }

  /** Whether files and index are of one commit and never change. */
  get #isFinished(): boolean {
    return this.#options.indexing === 'never';
  }

  /** Whether this process writes nothing, because another one does, or nobody. */
  readonly #isReader = (): boolean => this.#isFinished || this.#runs.isReader();

  /** Whether no question waits for vectors: nobody makes those that a finished index lacks. */
  readonly #leavesVectors = (): boolean => this.#isFinished || this.#isBehind;

  /** For `openUnion`. */
  get part(): EnginePart {
    const { disk, readAgain } = this.#tags;
    const { config } = this.#options;
    return {
      ...{ root: this.root, config, disk, readAgain, freshness: this.#answerFreshness },
      ...{ files: this.#ranking, vectors: this.#embedding, vectorBytes: this.#vectors.mostBytes },
      prepareIfThere: (wants) => this.#prepareIfThere(wants),
      makeLateLinks: this.#lateLinks.make,
      text: this.#textOnDisk,
      isCompared: () => this.#isCompared,
      isBehind: () => this.#isBehind,
      isIndexing: () => this.#isBehind || this.#runs.isWriting(),
    };
  }

  async index(request: IndexRequest = {}): Promise<IndexReport> {
    if (this.#isFinished) throw finishedError();
    await this.#watched?.whenWatching();
    return this.#runs.index(request);
  }

  indexInBackground(request: IndexRequest = {}): void {
    if (this.#isFinished) return;
    this.#runs.indexInBackground(request);
  }

  async watch(after?: Promise<unknown>): Promise<void> {
    const { config, indexing } = this.#options;
    const isServer = indexing === 'thread' && !('memory' in this.location);
    if (this.#closed || this.#isFinished || this.#watched !== null || this.#willWatch) return;
    if (!isServer || config.watching.enabled === false) {
      await this.#runs.index().catch(() => {});
      return;
    }
    this.#willWatch = true;
    this.#unwatched?.end();
    await after;
    if (this.#closed) return;
    const { watchOptions } = await import('./live/watch-options.ts');
    const { watchTree } = await import('../source/watch/watch.ts');
    if (this.#closed) return;
    const options = watchOptions(this.root, config);
    this.#watched = new WatchedProject({ root: this.root, runs: this.#runs, options, watch: watchTree });
    await this.#watched.begin();
  }

  /**
   * Reads files again, in the server's thread if there is one. The question then waits at most `readAgainMs`, and the answer names the files that are not
   * ready by then.
   */
  async #readAgain(store: Store, files: readonly FileRecord[]): Promise<void> {
    const update = this.#runs.update(files);
    if (update === null) {
      const { indexing } = this.#options.config;
      const data = workerData(this.root, this.#options.config);
      try {
        const { readAgain } = await import('./search/tag-answer.ts');
        await readAgain(store, files, { data, batchSize: indexing.batchSize });
        this.#unreadableNow.clear();
      } catch (error) {
        // The index cannot be written: the answer comes from its present state, with a note.
        if (!(error instanceof AppError) || error.code !== 'DatabaseError') throw error;
        for (const { path } of files) this.#unreadableNow.add(path);
      } finally {
        this.#lateLinks.areMissing = true;
      }
      return;
    }
    let isDone = false;
    this.#readingAgain.set(
      update,
      files.map(({ path }) => path),
    );
    const linked = Promise.allSettled([update.linked]).then(() => {
      this.#readingAgain.delete(update);
      isDone = true;
    });
    const end = clockMs() + readAgainMs;
    // If many other files are waiting to be indexed, these ones would not be read in time.
    while (!isDone && !this.#isBehind && clockMs() < end) await Promise.race([linked, sleep(recheckMs)]);
  }

  async code(request: NamesRequest): Promise<CodePage> {
    // Loaded when needed: only the explorer shows code with its names.
    const { codePage } = await import('./files/code-page.ts');
    return codePage(this, request);
  }

  async generation(): Promise<number | null> {
    return (await (await this.#index.openIfThere())?.generation()) ?? null;
  }

  get isReplaced(): boolean {
    // If the project's folder is gone, the old index goes on answering.
    return this.#index.isReplaced && statSync(this.root, { throwIfNoEntry: false })?.isDirectory() === true;
  }

  indexExists(): boolean {
    return indexExists(this.location);
  }

  async status(): Promise<ProjectStatus> {
    // Many status questions in a row must not keep a run and the messages of its threads from getting a turn.
    await firstTurn();
    const store = await this.#index.open();
    const [statistics, embedding] = [await store.statistics(), await this.#embedding.status(store)];
    const { root, databasePath } = this;
    const { progress, failure } = this.#runs;
    const cache = this.#cache.status();
    const notice =
      store.notice ?? this.#index.beginning?.fault ?? this.#watched?.watchNote ?? (await failedLinksNote(store));
    const status = projectStatus({ root, databasePath, statistics, progress, failure, notice, embedding, cache });
    return { ...status, freshness: { ...status.freshness, ...(await this.#linkFreshness(await viewOf(store))) } };
  }

  async #openPrepared(wants: AnswerSource, begun?: IndexView): Promise<IndexView> {
    const store = await this.#index.open();
    return { store, state: await this.#prepare(store, wants, begun?.store === store ? begun.state : undefined) };
  }

  /**
   * Called before a question. Makes sure that an index exists or is being made, and brings it up to date with the disk.
   * @param known the state with which the answer began that the question is a part of
   * @returns the state of the index for the question
   */
  async #prepare(store: Store, wants: AnswerSource, known?: StoreState): Promise<StoreState> {
    // Without this, many questions in a row would keep a run and the messages of its threads from getting a turn.
    await firstQuestionTurn();
    this.#scrub?.begin();
    return this.#bringUpToDate(store, wants, true, known);
  }

  /** For a question that makes no index: null where there is none, and none is being made. */
  async #prepareIfThere(wants: AnswerSource): Promise<IndexView | null> {
    if (!this.#index.isThere) return null;
    const store = await this.#index.open();
    this.#scrub?.begin();
    const state = await this.#bringUpToDate(store, wants, this.#runs.isWriting());
    return state === null ? null : { store, state };
  }

  /** @param begins whether to begin with the first run, or join it, where no run was ever complete; if not, the result is null there */
  async #bringUpToDate(store: Store, wants: AnswerSource, begins: true, known?: StoreState): Promise<StoreState>;
  async #bringUpToDate(store: Store, wants: AnswerSource, begins: boolean): Promise<StoreState | null>;
  async #bringUpToDate(
    store: Store,
    wants: AnswerSource,
    begins: boolean,
    known?: StoreState,
  ): Promise<StoreState | null> {
    const watched = this.#watched?.isWatching === true ? this.#watched : null;
    // What is reported is handled before the state is read: a change is then in the state, or known to be missing.
    await watched?.handleReported();
    const state = known ?? (await store.state());
    if (this.#isFinished) return state;
    if (state.marks.lastIndexedMs === null) {
      if (!begins) return null;
      this.#isFirstIndexing = true;
      await this.#runs.beginFirst();
      return store.state();
    }
    if (watched === null) return (await this.#unwatched?.bringUpToDate(store)) === true ? store.state() : state;
    const hasWaited = await watched.waitForUpdates(wants);
    if (this.#runs.run === null) this.#isFirstIndexing = false;
    const isOther = await this.#pinnedView.choose(store, this.#hasManyToWrite && !this.#isFirstIndexing);
    return hasWaited || isOther ? store.state() : state;
  }

  /** Whether the index was compared with the disk a moment ago, or a watcher keeps it up to date. */
  get #isCompared(): boolean {
    if (this.#isFinished) return true;
    const watched = this.#watched;
    if (watched === null) return Date.now() - this.#runs.lastEnded < currentMs;
    return watched.isUpToDate && this.#pinnedView.note === null;
  }

  /** Whether a run is writing or many files have changed, so that questions do not check their files one by one. */
  get #isBehind(): boolean {
    // A watched project knows what changes while links are made; otherwise questions check the files themselves.
    if (this.#watched === null) return this.#runs.isWritingFiles;
    return this.#runs.isWriting() || this.#watched.isCatchingUp;
  }

  /** Whether so many files have to be written that questions do not wait for them. */
  get #hasManyToWrite(): boolean {
    const running = this.#runs.progress?.total ?? 0;
    return Math.max(running, this.#watched?.waitingFiles ?? 0) > manyFiles;
  }

  get #readingNote(): string | null {
    const paths = new Set([...this.#readingAgain.values()].flat());
    return paths.size === 0 ? null : unseenNote([...paths]);
  }

  get #unreadNote(): string | null {
    const [first] = this.#unreadableNow;
    if (first === undefined) return null;
    const others = this.#unreadableNow.size === 1 ? '' : ` and ${this.#unreadableNow.size - 1} more`;
    return `${first}${others} changed, and the index cannot be written: the answer is from before the change.`;
  }

  async #linkFreshness(view: IndexView): Promise<Awaited<ReturnType<typeof graphFreshness>>> {
    const { progress } = this.#runs;
    // A thread of this process, or another process, makes the missing links.
    const hasWriter = this.#runs.analyseInThread !== null || this.#runs.isReader();
    return this.#withNotes(view, await graphFreshness(view, progress, hasWriter), 'links');
  }

  /** Adds notes on why an answer may differ from the disk, unless the index is not fresh and its note says so already. */
  #withNotes<T extends Pick<Freshness, 'state' | 'note'>>(view: IndexView, freshness: T, wants: AnswerSource): T {
    const damaged = this.#scrub?.note ?? damageNote(view.state);
    if (freshness.note !== null && freshness.state !== 'fresh')
      return damaged === null ? freshness : { ...freshness, note: `${damaged} ${freshness.note}` };
    const { failure } = this.#runs;
    const failed = failure === null ? null : `The last indexing run failed: ${failure}`;
    const unwatched = this.#watched === null ? (this.#unwatched?.note ?? null) : null;
    const unindexed = this.#watched?.note(wants) ?? unwatched ?? this.#readingNote ?? this.#pinnedView.note;
    const notes = [damaged, freshness.note, failed, this.#unreadNote, unindexed].filter((note) => note !== null);
    return { ...freshness, note: notes.length === 0 ? null : notes.join(' ') };
  }

  async searchTags(query: TagQuery): Promise<TagSearchResult> {
    try {
      const view = await this.#openPrepared('files');
      const { config } = this.#options;
      const isIndexing = this.#isBehind;
      const { answerTagQuery } = await import('./search/tag-answer.ts');
      // If a run ends during the search, the index is complete, but this answer is not.
      const before = await this.#freshnessOf(view);
      const answer = await answerTagQuery({ ...this.#tags, view, query, config, isIndexing });
      const now = await this.#freshnessOf({ ...view, state: answer.state });
      const freshness = now.note === null ? before : now;
      return { ...answer.result, freshness: { ...freshness, refreshed: answer.refreshed } };
    } catch (error) {
      throw toAppError(error);
    }
  }

  searchRepo(query: HybridQuery): Promise<HybridSearchResult> {
    return searchRepoCached(this.#ranking, this.#cache, query);
  }

  async explore(request: ExploreRequest): Promise<ExploreResult> {
    const { explore } = await import('./search/explore.ts');
    return explore(this.#ranking, this.graph, request);
  }

  readonly #answerFreshness: GraphHost['freshness'] = async (view, wants) =>
    wants === 'files' ? this.#freshnessOf(view) : this.#linkFreshness(view);

  async #freshnessOf(view: IndexView): Promise<Freshness> {
    return this.#withNotes(view, await storeFreshness(view, this.#runs.progress), 'files');
  }

  async tagFrequencies(words: readonly string[]): Promise<{ files: number; named: number }[]> {
    return tagFrequencies(await this.#index.open(), words);
  }

  async listFiles(filter: Parameters<Engine['listFiles']>[0]): Promise<FileListing> {
    const { store } = await this.#openPrepared('files');
    return listIndexed(store, filter);
  }

  async listLeftOut(filter: Parameters<Engine['listLeftOut']>[0]): Promise<LeftOutListing> {
    return listLeftOut(await this.#index.open(), filter);
  }

  languages(): ReturnType<Engine['languages']> {
    const all = languagesWith(this.#options.config.plugins ?? []);
    return all.map(({ id, name, extensions, nature }) => ({ id, name, extensions, isProse: nature === 'prose' }));
  }

  async doctor(): Promise<DoctorCheck[]> {
    const { root, location } = this;
    const { embedding, plugins = [] } = this.#options.config;
    const { doctorChecks } = await import('./doctor.ts');
    return doctorChecks({ root, location, embedding, plugins, open: this.#index.open, check: this.#check });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#unwatched?.end();
    this.#scrub?.close();
    // Usage counts are written first, because a process that ends leaves little time for them.
    const counted = this.usage.close();
    await this.#watched?.close();
    const ended = this.#runs.close();
    await this.#embedding.close();
    this.#vectors.close();
    await ended;
    await this.#index.close();
    await counted;
  }
}

/**
 * Answers questions about the code graph of a project. The files behind an answer, up to a limit, are compared with the disk before the answer is given
 * (except by `resolve`, `dump` and `fileGraph`).
 * Invariant: compared files that have changed are read and linked again first, or the answer says that they are not.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { answerCallees, answerCallers, answerImpact, type ProjectTexts } from '../../graph/queries/calls.ts';
import { answerCycles } from '../../graph/queries/cycles/cycles.ts';
import { answerDump } from '../../graph/queries/dump.ts';
import { answerFileGraph } from '../../graph/queries/cycles/file-graph.ts';
import { fileContents, nameKinds } from '../../graph/queries/editor/file-contents.ts';
import { declarationPlaces, nameLength, symbolUses } from '../../graph/queries/editor/symbol-places.ts';
import { symbolsLike } from '../../graph/queries/editor/symbols-like.ts';
import { textLinks } from '../../graph/queries/editor/text-links.ts';
import { typesAt } from '../../graph/queries/editor/type-at.ts';
import type { LinkIndex } from '../../graph/queries/index/link-index.ts';
import type { LikeNamed } from './name-queries.ts';
import { answerNeighbours } from '../../graph/queries/neighbours.ts';
import { answerDefinition, localUses } from '../../graph/queries/places/definition-at.ts';
import {
  answerFileLinks,
  answerMisspelt,
  answerNamed,
  answerNames,
} from '../../graph/queries/places/names-in-lines.ts';
import { answerOutline } from '../../graph/queries/places/outline.ts';
import { answerPaths } from '../../graph/queries/paths.ts';
import { answerReach, type ReachAnswer, type ReachRequest } from '../../graph/queries/reach.ts';
import { answerReview, type GraphReview, type GraphReviewRequest } from '../../graph/queries/review/review.ts';
import { chooseSymbol } from '../../graph/queries/resolve-symbol.ts';
import { findMatching } from '../../graph/queries/symbols/symbol-matches.ts';
import type { AskedNames, FoundSymbols, SymbolsRequest } from '../../graph/queries/symbols/symbol-parts.ts';
import { answerPart, answerSymbolSearch } from '../../graph/queries/symbols/symbol-search.ts';
import { answerImplementers } from '../../graph/queries/types/implementers.ts';
import { answerUnused } from '../../graph/queries/unused/unused.ts';
import { answerUsage } from '../../graph/queries/usage.ts';
import type { ChunkedFile } from '../../model/chunk.ts';
import type {
  DeclarationPlace,
  DefinitionAnswer,
  FileAnswer,
  FileLinksAnswer,
  ImplementersAnswer,
  ImplementersRequest,
  LocalUsesAnswer,
  NameKindsAnswer,
  NamesAnswer,
  NamesRequest,
  TextLinksAnswer,
  OutlineAnswer,
  OutlineRequest,
  PlaceRequest,
  TypesAnswer,
  UsesAnswer,
  UsesRequest,
} from '../../model/code-questions.ts';
import { AppError, toAppError } from '../../model/error.ts';
import type {
  CallsAnswer,
  CyclesAnswer,
  CyclesRequest,
  FileGraph,
  GraphDump,
  GraphFreshness,
  GraphState,
  ImpactAnswer,
  NeighboursAnswer,
  NeighboursRequest,
  PathAnswer,
  PathRequest,
  SymbolChoice,
  SymbolQuery,
  SymbolSearchAnswer,
  SymbolSearchRequest,
  UnusedAnswer,
  UnusedRequest,
  UsageAnswer,
  UsageRequest,
  WalkRequest,
} from '../../model/graph.ts';
import { stateAfter, type FileRecord, type IndexView, type Store } from '../../store/store.ts';
import type { AnswerSource } from '../live/watch-updates.ts';
import { sourceText, textAsSource } from '../../source/read/source-text.ts';
import { cellNote } from './notebook-cells.ts';
import { openCompletion } from './completion.ts';
import { onceLinked, stateOf } from './once-linked.ts';
import { filesNaming } from './named-files.ts';
import { callersView, isCutByTime, pathsOfWalk, placesOfWalk, walkView, type AnswerView } from './answer-view.ts';
import {
  LinkOpener,
  nameOnly,
  SharedLinks,
  type OpenerHost,
  type OpenLinks,
  type SharedQuestions,
} from './open-links.ts';
import { symbolGlob } from '../asked-glob.ts';
import type { AnswerCache } from '../search/answer-cache.ts';
import type { FilesOnDisk } from '../files/files-on-disk.ts';
import { unseenNote } from '../live/watch-updates.ts';
import { unreadCodeNote } from '../search/unread-files.ts';
import type { GraphQueries, PlaceQueries } from '../types.ts';
import { withChunks } from './usage-chunks.ts';
import { questionTurn, SharedWork } from '../../util/turns/question.ts';

/** The parts of the engine that these answers need. */
export interface GraphHost extends OpenerHost {
  disk: FilesOnDisk;
  /** How well the index matches the disk. */
  freshness: (view: IndexView, wants: AnswerSource) => Promise<Omit<GraphFreshness, 'refreshed'>>;
  /** Reads changed files again. */
  readAgain: (store: Store, files: readonly FileRecord[]) => Promise<void>;
  /** Files in their present state, in the order of `paths`; null for a file that is gone or cannot be read. */
  chunkedFiles: (store: Store, paths: readonly string[]) => Promise<(ChunkedFile | null)[]>;
  /** The text that an editor shows for a file in place of that on disk; absent: none. */
  shownText?: (path: string) => string | undefined;
  cache: AnswerCache;
  /** Is told each word that is looked for in all texts. */
  onWord?: (word: string) => void;
}

/** An answer is made again at most this often because files behind it have changed. */
const maxRefreshes = 2;
/** The note on an answer if the index was written during each attempt to make it. */
const mixedNote = 'Files are changing at this moment: what changed last may be missing. Ask again.';
/** Limit on the number of files behind an answer that are compared with the disk: the first ones, which are shown first. */
const maxChecked = 300;
/** Limit on the number of files whose records are cached. */
const maxCachedRecords = 20_000;
/** Larger manifests and sources are not read (bytes). */
const maxTextBytes = 4_000_000;

export class GraphAnswers implements GraphQueries, PlaceQueries {
  readonly #host: GraphHost;
  readonly #opener: LinkOpener;
  /** Cached records of files behind answers, by id: their times are compared with the disk. */
  readonly #records = new Map<number, FileRecord>();
  /** The graph of files of one state of the index. */
  #files: { generation: number; graph: SharedWork<FileGraph> } | null = null;

  constructor(host: GraphHost) {
    this.#host = host;
    this.#opener = new LinkOpener(host, (path) => this.#readText(path));
  }

  async resolve(query: SymbolQuery): Promise<SymbolChoice> {
    return this.#answerOnce(async ({ links, view }) => {
      const { choice } = await chooseSymbol(links, this.#withRelativePaths(query));
      return choice.kind === 'none' ? { ...choice, note: await this.#unseenNote(view) } : choice;
    });
  }

  async search(asked: SymbolSearchRequest): Promise<SymbolSearchAnswer> {
    const request = { ...asked, pattern: this.#host.disk.below(asked.pattern) };
    const found = await this.#answerFresh(
      ['search', request],
      (links) => onceLinked(this.#host, links, () => answerSymbolSearch(links, request, symbolGlob)),
      {
        pathsOf: ({ found: { answer } }) => answer.symbols.map(({ path }) => path),
        isEmpty: ({ found: { answer } }) => answer.total === 0,
        wants: 'files',
      },
    );
    return { ...found.found.answer, state: stateOf(found) };
  }

  /** What this index says to a search for symbols that is about others too. */
  async symbols(request: SymbolsRequest): Promise<FoundSymbols & { state: GraphState }> {
    const found = await this.#answerFresh(
      ['symbols', request],
      (links) => onceLinked(this.#host, links, () => findMatching(links, request, symbolGlob)),
      { pathsOf: ({ found: { symbols } }) => symbols.map(({ node }) => node.path), wants: 'files' },
    );
    return { ...found.found, state: stateOf(found) };
  }

  /** What else such a search asks. */
  async symbolNames(asked: AskedNames): Promise<readonly (string | boolean)[]> {
    const open = (): Promise<OpenLinks> => this.#opener.open('files');
    return this.#answerOnce(({ links }) => answerPart(links, asked, symbolGlob), open);
  }

  async callers(request: WalkRequest): Promise<CallsAnswer> {
    return this.#walk(
      'callers',
      request,
      (links, relative) => answerCallers(links, relative, this.#texts(links)),
      callersView,
    );
  }

  async callees(request: WalkRequest): Promise<CallsAnswer> {
    return this.#walk('callees', request, answerCallees, { pathsOf: pathsOfWalk, placesOf: placesOfWalk });
  }

  async impact(request: WalkRequest): Promise<ImpactAnswer> {
    return this.#walk(
      'impact',
      request,
      (links, relative) => answerImpact(links, relative, this.#texts(links)),
      walkView,
    );
  }

  async paths(asked: PathRequest): Promise<PathAnswer> {
    const request = { ...asked, from: this.#withRelativePaths(asked.from), to: this.#withRelativePaths(asked.to) };
    return this.#answerFresh(['paths', request], (links) => answerPaths(links, request, symbolGlob), {
      pathsOf: ({ from, to, paths }) => {
        return [from.path, to.path, ...paths.flat().flatMap((edge) => [edge.from.path, edge.to.path])];
      },
      isEmpty: ({ paths }) => paths.length === 0,
    });
  }

  async neighbours(asked: NeighboursRequest): Promise<NeighboursAnswer> {
    return this.#neighbours(asked);
  }

  #neighbours(asked: NeighboursRequest, shared?: SharedLinks): Promise<NeighboursAnswer> {
    const request = this.#withRelativePaths(asked);
    return this.#answerFresh(
      ['neighbours', request],
      (links) => answerNeighbours(links, request),
      {
        pathsOf: ({ center, nodes }) => [center.path, ...nodes.map(({ node }) => node.path)],
        isEmpty: ({ nodes }) => nodes.length === 0,
      },
      shared,
    );
  }

  /** Questions that are parts of one answer, with a state of the index in common. @param begun the view with which the answer began */
  async sharing(begun: IndexView): Promise<SharedQuestions> {
    const shared = new SharedLinks(this.#opener, begun);
    return {
      neighbours: (request) => this.#neighbours(request, shared),
      areOfOneState: () => shared.areOfOneState(),
    };
  }

  /** What the changed definitions of several files reach together. */
  async reach(request: ReachRequest): Promise<ReachAnswer & { state: GraphState }> {
    return this.#answerFresh(['reach', request], (links) => answerReach(links, request), {
      pathsOf: ({ reached, tests }) => [
        ...request.files,
        ...tests.map(({ path }) => path),
        ...reached.map(({ node }) => node.path),
      ],
    });
  }

  async review(request: GraphReviewRequest): Promise<GraphReview> {
    const key = { ...request, changed: [...request.changed.keys()] };
    return this.#answerFresh(['review', key], (links) => answerReview(links, request, (path) => this.#readText(path)), {
      pathsOf: ({ circles, unused }) => [...circles.flat(), ...unused].map(({ path }) => path),
    });
  }

  async usage(asked: UsageRequest): Promise<UsageAnswer> {
    const request = this.#withRelativePaths(asked);
    return this.#answerFresh(
      ['usage', request],
      async (links) => {
        const answer = await answerUsage(links, request, this.#texts(links));
        return withChunks(answer, (paths) => this.#host.chunkedFiles(links.store, paths));
      },
      {
        pathsOf: ({ definitions, uses }) => [
          ...definitions.map(({ node }) => node.path),
          ...uses.map(({ path }) => path),
        ],
        placesOf: ({ definitions, uses }) => [...definitions.map(({ node }) => node), ...uses],
        isEmpty: ({ totalUses }) => totalUses === 0,
      },
    );
  }

  async implementers(asked: ImplementersRequest): Promise<ImplementersAnswer> {
    const request = this.#withRelativePaths(asked);
    return this.#answerFresh(
      ['implementers', request],
      (links) => answerImplementers(links, request, this.#texts(links)),
      {
        pathsOf: ({ target, found }) => [target.path, ...found.flatMap(({ path, node }) => [path, node?.path ?? path])],
        isEmpty: ({ found }) => found.length === 0,
      },
    );
  }

  async definitionAt(asked: PlaceRequest): Promise<DefinitionAnswer> {
    const request = { ...asked, file: this.#host.disk.below(asked.file) };
    return this.#answerFresh(
      ['definitionAt', request],
      (links) => answerDefinition(links, request, this.#linesOnce()),
      {
        pathsOf: ({ path, symbols }) => [path, ...symbols.map(({ node }) => node.path)],
        isEmpty: ({ symbols, local }) => symbols.length === 0 && local === null,
      },
    );
  }

  async likeNamed(typed: string, limit: number): Promise<LikeNamed> {
    return this.#answerOnce(
      async ({ links }) => {
        const { values, total } = await openCompletion(() => Promise.resolve(links.store)).symbols(typed, limit);
        const symbols = await answerNamed(links, values, limit);
        if (symbols.length > 0 || typed === '') return { total: Math.max(total, symbols.length), symbols, isCorrected: false }; // prettier-ignore
        const meant = await answerMisspelt(links, typed, limit);
        return { total: meant.length, symbols: meant, isCorrected: meant.length > 0 };
      },
      () => this.#opener.open('files'),
    );
  }

  async names(asked: NamesRequest): Promise<NamesAnswer> {
    const request = { ...asked, file: this.#host.disk.below(asked.file) };
    return this.#answerFresh(['names', request], (links) => answerNames(links, request), {
      pathsOf: ({ path }) => [path],
    });
  }

  async fileLinks(asked: string): Promise<FileLinksAnswer> {
    const path = this.#host.disk.below(asked);
    return this.#answerFresh(['fileLinks', { path }], (links) => answerFileLinks(links, path), {
      pathsOf: ({ path, usedBy }) => [path, ...usedBy.map((one) => one.path)],
    });
  }

  async outline(asked: OutlineRequest): Promise<OutlineAnswer> {
    const request = this.#withRelativePaths(asked);
    return this.#answerFresh(
      ['outline', request],
      (links) =>
        answerOutline(links, request, {
          linesOf: this.#linesOnce(),
          stepsOf: async (path, span) => {
            const text = this.#readText(path);
            const { language } = links.file(links.idOf(path) ?? -1) ?? {};
            if (text === null || language === undefined) return null;
            // Loaded when needed: the parsers are the most expensive modules to load.
            const { outlineSteps } = await import('./outline-steps.ts');
            return outlineSteps({ path, language, text }, span);
          },
        }),
      { pathsOf: (answer) => [answer.of === 'file' ? answer.path : answer.node.path] },
    );
  }

  async declarations(ids: readonly string[]): Promise<DeclarationPlace[]> {
    return this.#answerOnce(({ links }) => declarationPlaces(links, ids));
  }

  async symbolsLike(text: string, limit: number): Promise<DeclarationPlace[]> {
    return this.#answerOnce(({ links }) => symbolsLike(links, text, limit));
  }

  async uses(request: UsesRequest): Promise<UsesAnswer> {
    return this.#answerFresh(['uses', request], (links) => symbolUses(links, request.symbols, this.#linesOnce()), {
      pathsOf: ({ uses }) => uses.map(({ path }) => path),
    });
  }

  async localUses(asked: PlaceRequest): Promise<LocalUsesAnswer> {
    const request = { ...asked, file: this.#host.disk.below(asked.file) };
    return this.#answerFresh(
      ['localUses', request],
      async (links) => ({ path: request.file, uses: await localUses(links, request, this.#linesOnce()) }),
      { pathsOf: ({ path }) => [path] },
    );
  }

  async typesAt(asked: PlaceRequest): Promise<TypesAnswer> {
    const request = { ...asked, file: this.#host.disk.below(asked.file) };
    return this.#answerFresh(['typesAt', request], (links) => typesAt(links, request, this.#linesOnce()), {
      pathsOf: ({ types }) => [request.file, ...types.map(({ path }) => path)],
    });
  }

  async nameLengths(path: string, places: readonly { line: number; column: number }[]): Promise<number[]> {
    const lines = this.#linesOnce()(path) ?? [];
    return places.map(({ line, column }) => nameLength(lines[line - 1] ?? '', column));
  }

  async fileContents(path: string): Promise<FileAnswer> {
    return this.#answerFresh(['fileContents', { path }], (links) => fileContents(links, path), {
      pathsOf: () => [path],
    });
  }

  async textLinks(path: string): Promise<TextLinksAnswer> {
    return this.#answerFresh(['textLinks', { path }], (links) => textLinks(links, path, this.#linesOnce()), {
      pathsOf: () => [path],
    });
  }

  async nameKinds(path: string): Promise<NameKindsAnswer> {
    return this.#answerFresh(['nameKinds', { path }], (links) => nameKinds(links, path, this.#linesOnce()), {
      pathsOf: () => [path],
    });
  }

  async dump(request: { level: 'files' | 'symbols'; pathPrefix?: string; maxNodes: number }): Promise<GraphDump> {
    return this.#answerOnce(({ links }) => answerDump(links, request));
  }

  async fileGraph(): Promise<FileGraph & { state: GraphState }> {
    return this.#answerOnce(async ({ links, view }) => {
      const { generation } = links;
      if (this.#files?.generation !== generation || this.#files.graph.isEnded) {
        // Questions that come while the graph is made wait for the same one.
        const graph = new SharedWork(() => answerFileGraph(links, questionTurn));
        this.#files = { generation, graph };
      }
      const freshness = await this.#host.freshness(view, 'links');
      const state = { freshness: { ...freshness, refreshed: 0 }, nameOnlyLanguages: [], unread: null };
      return { ...(await this.#files.graph.wait()), state };
    });
  }

  async unused(asked: UnusedRequest): Promise<UnusedAnswer> {
    const request = this.#withRelativePath(asked);
    return this.#answerFresh(
      ['unused', request],
      (links) => answerUnused(links, request, (path) => this.#readText(path)),
      {
        pathsOf: ({ symbols }) => symbols.map(({ path }) => path),
        isEmpty: ({ total }) => total === 0,
      },
    );
  }

  async cycles(asked: CyclesRequest): Promise<CyclesAnswer> {
    const request = this.#withRelativePath(asked);
    return this.#answerFresh(['cycles', request], (links) => answerCycles(links, request), {
      pathsOf: ({ cycles }) => cycles.flat().map(({ path }) => path),
      isEmpty: ({ total }) => total === 0,
    });
  }

  #withRelativePath<T extends { path?: string }>(request: T): T {
    return request.path === undefined ? request : { ...request, path: this.#host.disk.below(request.path) };
  }

  async #walk<T extends object>(
    kind: string,
    asked: WalkRequest,
    answer: (index: LinkIndex, request: WalkRequest) => Promise<T>,
    view: AnswerView<T>,
  ): Promise<T & { state: GraphState }> {
    const request = this.#withRelativePaths(asked);
    return this.#answerFresh([kind, request], (links) => answer(links, request), view);
  }

  /** Makes absolute paths relative to the root. */
  #withRelativePaths<T extends SymbolQuery>(query: T): T {
    const { disk } = this.#host;
    const file = query.file === undefined ? {} : { file: disk.below(query.file) };
    return { ...query, symbol: disk.symbolBelow(query.symbol), ...file };
  }

  async #answerOnce<T>(
    answer: (opened: OpenLinks) => Promise<T>,
    open: () => Promise<OpenLinks> = () => this.#opener.open(),
  ): Promise<T> {
    try {
      const opened = await open();
      return await answer(opened).catch(async (error: unknown) => {
        throw await this.#withUnseenNote(opened.view, error);
      });
    } catch (error) {
      throw toAppError(error);
    }
  }

  /** Adds to a `NotFoundError` why the index may not have the symbol yet. Returns other errors unchanged. */
  async #withUnseenNote(view: IndexView, error: unknown): Promise<unknown> {
    if (!(error instanceof AppError) || error.code !== 'NotFoundError') return error;
    const note = await this.#unseenNote(view);
    if (note === null) return error;
    const { code, message, hint, next, details } = error;
    return new AppError(code, message, {
      hint: `${note} ${hint ?? ''}`.trimEnd(),
      ...(next === null ? {} : { next }),
      ...(details === null ? {} : { details }),
    });
  }

  /** Why the index may lack a symbol; null if there is no reason. */
  async #unseenNote(view: IndexView): Promise<string | null> {
    const { note } = await this.#host.freshness(view, 'links');
    const unread = await unreadCodeNote(view.store);
    return note === null || unread === null ? (note ?? unread) : `${note} ${unread}`;
  }

  /** Answers from the cache or computes the answer, and answers again if files behind the answer had changed. */
  async #answerFresh<T extends object>(
    asked: readonly [kind: string, request: object],
    answer: (index: LinkIndex) => Promise<T>,
    { pathsOf, placesOf = () => [], isEmpty = () => false, wants = 'links' }: AnswerView<T>,
    shared?: SharedLinks,
  ): Promise<T & { state: GraphState }> {
    const openAgain = (): Promise<OpenLinks> => (shared === undefined ? this.#opener.open(wants) : shared.openAgain());
    const open = (): Promise<OpenLinks> => (shared === undefined ? this.#opener.open(wants) : shared.open());
    return this.#answerOnce(async (opened) => {
      const { links: first, view } = opened;
      const { store } = view;
      const before = await this.#host.freshness(view, wants);
      const found = await this.#host.cache.ask<{ result: T; refreshed: number; left: string[]; isMixed: boolean }, T>(
        view,
        {
          asked,
          answer: async () => {
            let refreshed = 0;
            for (let round = 0; ; round++) {
              const { links, view: ofRound } = round === 0 ? opened : await openAgain();
              const result = await answer(links);
              const paths = [...new Set(pathsOf(result))].slice(0, maxChecked);
              const { read, left } = round < maxRefreshes ? await this.#refresh(links, paths) : { read: 0, left: [] };
              refreshed += read;
              // An answer is made in several steps, and the index may have been written between them.
              const state = await stateAfter(ofRound);
              const isMixed = state.generation !== links.generation;
              if (read > 0 || (isMixed && round < maxRefreshes)) continue;
              const isCacheable = !isMixed && left.length === 0 && !isCutByTime(result);
              const toCache = isCacheable ? { data: result, paths } : null;
              return { answer: { result, refreshed, left, isMixed }, state, toCache };
            }
          },
          restore: (result) => ({ result, refreshed: 0, left: [], isMixed: false }),
        },
      );
      const { result, refreshed, left, isMixed } = found.answer;
      const now = await this.#host.freshness({ store, state: found.state }, wants);
      // A change that was missing at the beginning may be indexed by now, and still not be in the answer.
      const reported = now.note === null ? before : now;
      const ownNote = left.length > 0 ? unseenNote(left) : isMixed ? mixedNote : null;
      const freshness = { ...reported, note: reported.note ?? ownNote, refreshed };
      const nameOnlyLanguages = nameOnly(first, [...new Set(pathsOf(result))]);
      const unread = isEmpty(result) ? await unreadCodeNote(store) : null;
      const cells = await cellNote(placesOf(result), this.#linesOnce());
      return { ...result, state: { freshness, nameOnlyLanguages, unread, ...(cells === null ? {} : { cells }) } };
    }, open);
  }

  /**
   * Reads those files again that have changed on disk; the next question links them. While a run is writing they are left to it: the system may not have
   * told of them yet.
   */
  async #refresh(links: LinkIndex, paths: readonly string[]): Promise<{ read: number; left: string[] }> {
    const { store } = links;
    const fileIds = paths.flatMap((path) => links.file(links.idOf(path) ?? -1)?.fileId ?? []);
    const missing = fileIds.filter((id) => !this.#records.has(id));
    if (this.#records.size + missing.length > maxCachedRecords) this.#records.clear();
    if (missing.length > 0) for (const record of await store.files(missing)) this.#records.set(record.id, record);
    const changed = fileIds
      .flatMap((id) => this.#records.get(id) ?? [])
      // What an editor shows is not compared with the disk.
      .filter((record) => this.#host.shownText?.(record.path) === undefined && this.#host.disk.hasChanged(record));
    if (this.#host.isIndexing()) return { read: 0, left: changed.map(({ path }) => path) };
    if (changed.length === 0) return { read: 0, left: [] };
    for (const { id } of changed) this.#records.delete(id);
    await this.#host.readAgain(store, changed);
    return { read: changed.length, left: [] };
  }

  #texts({ store, documents }: LinkIndex): ProjectTexts {
    const { disk } = this.#host;
    return {
      linesOf: this.#linesOnce(),
      filesNaming: (word, goesFirst) => {
        this.#host.onWord?.(word);
        return filesNaming({ disk, store, documents }, word, goesFirst);
      },
    };
  }

  /** Returns the lines of a file on disk, and reads each file once; null when it cannot be read. */
  #linesOnce(): (path: string) => readonly string[] | null {
    const texts = new Map<string, readonly string[] | null>();
    return (path) => {
      let lines = texts.get(path);
      if (lines === undefined) texts.set(path, (lines = this.#readText(path)?.split('\n') ?? null));
      return lines;
    };
  }

  #readText(path: string): string | null {
    const shown = this.#host.shownText?.(path);
    if (shown !== undefined) return textAsSource(path, shown);
    try {
      const location = this.#host.disk.locate(path);
      if (location === null || lstatSync(location).size > maxTextBytes) return null;
      return sourceText(path, readFileSync(location))?.text ?? null;
    } catch {
      return null;
    }
  }
}

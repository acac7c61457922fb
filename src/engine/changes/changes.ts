/**
 * What changed in the working tree, in a commit or in a range: the definitions, what they reach, the tests to run, and what is not resolved.
 * Invariants: links are those of the files on disk, and the answer says so if these files differ from the newer of the two compared states; work is
 * bounded, and files that were not analysed are counted.
 */
import { readEnvironment } from '../../config/environment.ts';
import type { ReachAnswer, ReachRequest } from '../../graph/queries/reach.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import type {
  ChangedDefinition,
  ChangedFile,
  ChangesAnswer,
  ChangesRequest,
  KnownStates,
} from '../../model/changes.ts';
import type { GraphReview, GraphReviewRequest } from '../../graph/queries/review/review.ts';
import { AppError, toAppError } from '../../model/error.ts';
import { hasTrait } from '../../model/file.ts';
import type { ReviewAnswer, ReviewRequest } from '../../model/review.ts';
import type { EarlierFile } from '../../graph/across/earlier.ts';
import type { AskElsewhere, ElsewhereQuestion } from '../types.ts';
import { questionTurn } from '../../util/turns/question.ts';
import type { GraphState } from '../../model/graph.ts';
import { classifyPath } from '../../source/walk/classify.ts';
import { findGit } from '../../source/git/find-git.ts';
import { changedFiles, type FileChange } from '../../source/git/git-diff.ts';
import { filesOfCommits } from '../../source/git/git-history.ts';
import { resolveComparison, reviewBase, type Comparison, type GitPlace } from '../../source/git/git-revision.ts';
import { latestBranches, latestCommits } from '../../source/git/git-states.ts';
import type { IndexView, Store } from '../../store/store.ts';
import type { AnalysedFile } from './analysed-file.ts';
import { ContentReader } from './changed-contents.ts';
import { definitionDeltas, findMoves } from './definition-changes.ts';
import { lostImports } from './lost-imports.ts';
import type { AnalyseFile } from '../files/unindexed-chunks.ts';
import { testsChangedWith } from './test-history.ts';
import { joinRenamed } from './renamed-files.ts';
import { reviewOf } from './review.ts';
import { rankTests } from './test-ranking.ts';

/** The parts of the engine that these answers need. */
export interface ChangesHost {
  data: ParseWorkerData;
  /** Opens the index, and starts to make one if there is none. */
  prepare: () => Promise<IndexView>;
  /** Walks the graph from changed definitions to the symbols and tests that they reach. */
  reach: (request: ReachRequest) => Promise<ReachAnswer & { state: GraphState }>;
  /** What the graph says of a change that is reviewed. */
  review: (request: GraphReviewRequest) => Promise<GraphReview>;
  /** Analyses in another thread; null: analyse in this one. */
  analyseInThread: AnalyseFile | null;
}

/** Limit on the number of files analysed for one answer. */
const maxFiles = 200;
/** Limit on the number of definitions from which the graph is walked. */
const maxStarts = 500;
/** Limits on the states that a reader can choose from. */
const maxCommits = 50;
const maxBranches = 30;
/** Depth of that walk, if the request names none. */
const defaultDepth = 5;
/** Depth of a second walk, for tests only, if few tests are within `defaultDepth` and the request names no depth. */
const defaultTestDepth = 12;

/** The changed files with their definitions, before what they reach is asked for. */
interface Examined {
  store: Store;
  comparison: Comparison;
  files: readonly AnalysedFile[];
  total: number;
  skipped: number;
  /** All changed files, if the request leaves out every one of them; otherwise empty. */
  outsidePrefix: readonly FileChange[];
  pathPrefix: string;
  maxDepth: number | undefined;
  /** The files of each earlier commit. */
  commits: readonly (readonly string[])[];
}

export class ChangeAnswers {
  readonly #host: ChangesHost;
  readonly #reader: ContentReader;
  /** The files of the latest commits, for the newest of them. */
  #frequent: { from: string; commits: Promise<readonly (readonly string[])[]> } | null = null;
  #history: { from: string; commits: Promise<readonly (readonly string[])[]> } | null = null;

  constructor(host: ChangesHost) {
    this.#host = host;
    this.#reader = new ContentReader(host.data, host.analyseInThread);
  }

  async of(request: ChangesRequest): Promise<ChangesAnswer> {
    try {
      return await this.#answer(request);
    } catch (error) {
      throw toAppError(error);
    }
  }

  async states(): Promise<KnownStates> {
    const place = this.#place();
    if (place === null) return { commits: [], branches: [] };
    const [commits, branches] = await Promise.all([
      latestCommits(place, maxCommits),
      latestBranches(place, maxBranches),
    ]);
    return { commits, branches };
  }

  async filesOfCommits(): Promise<readonly (readonly string[])[]> {
    const place = this.#place();
    const [newest] = place === null ? [] : await latestCommits(place, 1);
    if (place === null || newest === undefined) return [];
    if (this.#frequent?.from !== newest.id)
      this.#frequent = { from: newest.id, commits: filesOfCommits(place, newest.id, 1) };
    return this.#frequent.commits;
  }

  #place(): GitPlace | null {
    const { root } = this.#host.data;
    const git = findGit(root, readEnvironment().forGit);
    return git === null ? null : { git, root };
  }

  async review(request: ReviewRequest, elsewhere?: AskElsewhere): Promise<ReviewAnswer> {
    try {
      const place = this.#gitPlace(request.signal);
      const base = await reviewBase(place, request.base);
      const { pathPrefix, signal } = request;
      const examined = await this.#examine(place, {
        base,
        ...(pathPrefix === undefined ? {} : { pathPrefix }),
        ...(signal === undefined ? {} : { signal }),
      });
      const changes = await this.#answerFor(examined);
      const reviewed = await reviewOf({ changes, files: examined.files, from: base, find: this.#host.review });
      if (elsewhere === undefined) return { ...reviewed, elsewhere: null };
      return { ...reviewed, elsewhere: await elsewhere(await this.#questionElsewhere(examined)) };
    } catch (error) {
      throw toAppError(error);
    }
  }

  async #questionElsewhere({ store, files }: Examined): Promise<ElsewhereQuestion> {
    const sources = files.filter((file) => !file.isTest && isCode(file));
    const earlier: EarlierFile[] = [];
    for (const { contents } of sources) {
      await questionTurn();
      const file = contents.before === null ? null : await this.#reader.earlierFile(store, contents.before);
      if (file !== null) earlier.push(file);
    }
    const isNew = ({ contents: { before, now } }: AnalysedFile): boolean => now !== null && before?.path !== now.path;
    return {
      changed: sources.flatMap(({ deltas }) => deltas.map(({ definition }) => definition)),
      earlier: { files: earlier, without: sources.filter(isNew).map(({ contents }) => contents.now!.path) },
    };
  }

  async #answer(request: ChangesRequest): Promise<ChangesAnswer> {
    return this.#answerFor(await this.#examine(this.#gitPlace(request.signal), request));
  }

  /** Rejects where there is no git. */
  #gitPlace(signal: AbortSignal | undefined): GitPlace {
    const { root } = this.#host.data;
    const git = findGit(root, readEnvironment().forGit);
    if (git !== null) return { git, root, signal };
    throw new AppError('ConfigurationError', 'git is not installed, or not on the PATH', {
      hint: 'Install git, or ask about each changed symbol.',
      next: { to: 'showImpact' },
    });
  }

  async #examine(place: GitPlace, request: ChangesRequest): Promise<Examined> {
    const [comparison, { store }] = await Promise.all([resolveComparison(place, request), this.#host.prepare()]);
    const commits = this.#commits(place, comparison.from);
    const allChanges = await changedFiles(place, comparison);
    if (allChanges === null)
      throw new AppError('FileSystemError', 'git could not compare the two states', {
        hint: 'Run git status in the project: it says what is wrong. In a partial clone, objects may be missing.',
      });
    const isTest = ({ path }: FileChange): boolean => hasTrait(classifyPath(path), 'test');
    const { pathPrefix = '' } = request;
    const changes = allChanges.filter(
      (change) =>
        (change.path.startsWith(pathPrefix) || change.oldPath?.startsWith(pathPrefix) === true) &&
        !(request.withoutTests === true && isTest(change)),
    );
    const ordered = this.#ordered(changes, isTest);
    const read = await this.#reader.read(store, place, ordered.slice(0, maxFiles));
    const analysed = joinRenamed(read).map((contents) => {
      const isTestFile = isTest(contents.change);
      const { before, now, unread } = contents;
      return { contents, isTest: isTestFile, deltas: unread === null ? definitionDeltas(before, now, isTestFile) : [] };
    });
    findMoves(analysed);
    // Leaves out files that git reports although their text is the same.
    const files = analysed.filter(
      ({ contents: { change, before, now } }) =>
        change.status !== 'modified' || before === null || now === null || before.text !== now.text,
    );
    return {
      store,
      comparison,
      files,
      total: changes.length - (read.length - files.length),
      skipped: ordered.length - read.length,
      outsidePrefix: changes.length === 0 ? allChanges : [],
      pathPrefix,
      maxDepth: request.maxDepth,
      commits: await commits,
    };
  }

  /** Paths of tests that are code. */
  async #testPaths(store: Store): Promise<string[]> {
    const { paths, traits, languages } = (await store.state()).documents;
    return paths.filter((_, row) => hasTrait(traits[row]!, 'test') && this.#reader.isCodeLanguage(languages[row]!));
  }

  /** The paths of each commit up to `from`. The result for the last `from` is cached, because history does not change. */
  #commits({ git, root }: GitPlace, from: string | null): Promise<readonly (readonly string[])[]> {
    if (from === null) return Promise.resolve([]);
    // Others may wait for it by now, so it does not end with the call that has begun it.
    if (this.#history?.from !== from) this.#history = { from, commits: filesOfCommits({ git, root }, from) };
    return this.#history.commits;
  }

  /** Code first, then tests, then the rest. Within each group deleted files come last, then paths decide. */
  #ordered(changes: readonly FileChange[], isTest: (change: FileChange) => boolean): FileChange[] {
    const rank = (change: FileChange): number => (this.#reader.isCode(change.path) ? (isTest(change) ? 1 : 0) : 2);
    const deletedLast = ({ status }: FileChange): number => Number(status === 'deleted');
    return changes
      .map((change) => ({ change, rank: rank(change) }))
      .sort(
        (a, b) =>
          a.rank - b.rank || deletedLast(a.change) - deletedLast(b.change) || (a.change.path < b.change.path ? -1 : 1),
      )
      .map(({ change }) => change);
  }

  async #answerFor(found: Examined): Promise<ChangesAnswer> {
    const { store, comparison, files, total, skipped } = found;
    const definitions = files.flatMap(({ deltas }) => deltas.map(({ definition }) => definition));
    const present = definitions.filter(({ change }) => change !== 'removed');
    const starts = present.slice(0, maxStarts);
    const reach = await this.#host.reach({
      changed: starts.map(({ path, qualified, kind }) => ({
        path,
        qualified: kind === 'file' ? null : qualified,
        isWhole: true,
      })),
      gone: goneDefinitions(files),
      files: files.filter(({ isTest }) => !isTest).map(({ contents }) => contents.change.path),
      maxDepth: found.maxDepth ?? defaultDepth,
      testDepth: found.maxDepth ?? defaultTestDepth,
    });
    const lost = await lostImports(store, gonePaths(files));
    const dangling = {
      total: lost.uses.length + reach.dangling.total,
      places: [...lost.uses, ...reach.dangling.places],
    };
    for (const [at, definition] of starts.entries()) definition.isKnown = reach.known[at] ?? false;
    const changedIds = new Set(present.map(({ id }) => id));
    const reached = reach.reached.filter(({ node }) => !changedIds.has(node.id));
    const tests = await this.#testPaths(store);
    const changedTests = new Set(
      files
        .filter((file) => file.isTest && file.contents.change.status !== 'deleted' && isCode(file))
        .map(({ contents }) => contents.change.path),
    );
    const sources = files.filter((file) => !file.isTest && isCode(file)).map(({ contents }) => contents.change.path);
    const isOnDisk = files.every(({ contents }) => contents.isOnDisk || contents.unread !== null);
    const { kind, from, to, subject, isMerge } = comparison;
    return {
      compared: { kind, from: shortId(from), to: shortId(to), subject, isMerge, isOnDisk },
      files: files.map(changedFile),
      totalFiles: total,
      skippedFiles: skipped,
      reached,
      reachedFiles: new Set(reached.map(({ node }) => node.path)).size,
      tests: rankTests({
        sources,
        definitions: definitions.filter((one) => !one.isTest && one.kind !== 'file'),
        changedTests,
        tests,
        reach: { ...reach, dangling },
        history: testsChangedWith(found.commits, sources, new Set(tests)),
      }),
      dangling,
      unresolved: reach.unresolved,
      truncation: reach.truncation,
      notes: [
        ...outsidePrefixNotes(found),
        ...notesOf({ present, starts, skipped, isOnDisk, areImportsComplete: lost.isWhole }),
      ],
      state: reach.state,
    };
  }
}

function isCode({ contents }: AnalysedFile): boolean {
  return contents.unread === null;
}

function shortId(id: string | null): string | null {
  return id === null ? null : id.slice(0, 12);
}

/** Paths where code was and no longer is. */
function gonePaths(files: readonly AnalysedFile[]): string[] {
  return files.filter(isCode).flatMap(({ contents: { change } }) => {
    if (change.status === 'deleted') return [change.path];
    return change.oldPath === null ? [] : [change.oldPath];
  });
}

/** Names that no longer exist: those of removed definitions, and the earlier names of renamed ones. */
function goneDefinitions(files: readonly AnalysedFile[]): ReachRequest['gone'] {
  return files.flatMap(({ deltas, contents }) =>
    deltas.flatMap(({ definition: { change, qualified, before, path } }) => {
      const name = change === 'removed' ? qualified : change === 'renamed' ? before : null;
      if (name === null || contents.language === null) return [];
      const last = name.slice(name.lastIndexOf('.') + 1);
      return [{ id: `${path}#${name}`, name: last, path, language: contents.language }];
    }),
  );
}

function changedFile({ contents: { change, unread }, isTest, deltas }: AnalysedFile): ChangedFile {
  const { status, path, oldPath } = change;
  return { status, path, oldPath, isTest, definitions: deltas.map(({ definition }) => definition), unread };
}

function outsidePrefixNotes({
  outsidePrefix,
  pathPrefix,
}: {
  outsidePrefix: readonly FileChange[];
  pathPrefix: string;
}): string[] {
  const [first] = outsidePrefix;
  if (first === undefined || pathPrefix === '') return [];
  const count = outsidePrefix.length === 1 ? '1 changed file is' : `${outsidePrefix.length} changed files are`;
  return [`Only paths that begin with ${pathPrefix} were compared; ${count} elsewhere, such as ${first.path}.`];
}

function notesOf(outcome: {
  present: readonly ChangedDefinition[];
  starts: readonly ChangedDefinition[];
  skipped: number;
  isOnDisk: boolean;
  areImportsComplete: boolean;
}): string[] {
  const { present, starts, skipped, isOnDisk, areImportsComplete } = outcome;
  const absent = starts.filter(({ isKnown }) => !isKnown).length;
  return [
    ...(skipped > 0
      ? [`Changed files that were not analysed: ${skipped}. Ask for a smaller range, or for its commits one by one.`]
      : []),
    ...(present.length > starts.length
      ? [`The reached symbols are those of the first ${starts.length} of ${present.length} changed definitions.`]
      : []),
    ...(isOnDisk
      ? []
      : ['Some of these files have changed since: the reached symbols follow from the links of the files on disk.']),
    ...(areImportsComplete ? [] : ['Imports of removed files were searched for in only a part of the project.']),
    ...(absent > 0 ? [`Changed definitions that are not in the index of the files on disk: ${absent}.`] : []),
  ];
}

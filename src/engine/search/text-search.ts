/**
 * Search for text in the project's files on disk.
 * Invariants: a line that is shown is in a file of the project at this moment; files that were not searched, and incomplete counts, are reported.
 */
import { AppError, toAppError } from '../../model/error.ts';
import { viewOf, type DocumentTable, type Store } from '../../store/store.ts';
import { isNameable } from '../../text/ripgrep.ts';
import type { TextEnd, TextMatch, TextPattern } from '../../text/text-search.ts';
import { requiredText } from '../../text/required-text.ts';
import { askedGlob } from '../asked-glob.ts';
import { emptyIndexNote } from '../live/freshness.ts';
import type { RootlessSearch, TextOnDisk } from '../files/text-on-disk.ts';
import { chooseFiles, priorOf, rankLines, type RankedFiles } from './text-ranking.ts';
import { nestedNote, tooLargeNote } from './unread-files.ts';
import type { TextFiles, TextHit, TextQueries, TextQuery, TextSearchResult } from '../types.ts';

/** The parts of the engine that these answers need. */
export interface TextHost {
  disk: TextOnDisk;
  open: () => Promise<Store>;
  /** Starts to make an index if there is none; the search does not wait for it. */
  wake: (store: Store) => Promise<void>;
  /** Waits, with timeout, until reported changes are in the index. */
  bringUpToDate: () => Promise<void>;
  /** Whether the index was compared with the disk a moment ago, or a watcher keeps it up to date. */
  isCompared: () => boolean;
  /** Whether so much is being written that the search does not look for changed files one by one. */
  isBehind: () => boolean;
}

/** With more matching lines than this, only those of the best files are ranked. */
const mostRanked = 5000;
/** If more files than this may match, matching lines are counted first. */
const manyFiles = 1000;
/** After counting, the best files are searched that have at least this many matching lines together. */
const leastChosen = 1000;
/** A search ends after this time (ms). */
const timeoutMs = 10_000;
/** If the index is written meanwhile, an answer is made at most this often. */
const mostRounds = 4;
/** Limit on the number of files that are passed to the search program as texts, because their names cannot be passed. */
const mostUnnameable = 20;
/** If more files than this have no trigrams yet, all files are searched. */
const mostMissing = 500;
/** A query with one of these characters may be meant as a regular expression. */
const regexLike = /[\\^$.|?*+()[\]{}]/;

export class TextAnswers implements TextQueries {
  readonly #host: TextHost;

  constructor(host: TextHost) {
    this.#host = host;
  }

  async search(query: TextQuery): Promise<TextSearchResult> {
    return this.#answer(query, async (store, scope, pattern) => {
      const found = await this.#find(scope, pattern, query.limit + (query.offset ?? 0));
      const ranked = await rankLines(store, scope, pattern, found.matches);
      const hits = await this.#verifyHits(ranked.slice(query.offset ?? 0), query);
      const { total, files, end } = found;
      return { hits, total, files, isRegex: pattern.isRegex, notes: await this.#notes(store, scope, { query, end }) };
    });
  }

  async files(query: TextQuery): Promise<TextFiles> {
    return this.#answer(query, async (store, scope, pattern) => {
      const { counts, end } = await this.#countAll(scope, pattern);
      const { rows } = scope;
      const all = counts
        .map(([path, count]) => ({ path, count, prior: priorOf(scope.documents, rows.get(path)) }))
        .sort((a, b) => b.prior - a.prior || b.count - a.count || (a.path < b.path ? -1 : 1));
      const total = all.reduce((sum, { count }) => sum + count, 0);
      const { offset = 0, limit } = query;
      const shown = all.slice(offset, offset + limit).map(({ path, count }) => ({ path, count }));
      const notes = await this.#notes(store, scope, { query, end });
      return { shown, total, files: all.length, isRegex: pattern.isRegex, notes };
    });
  }

  /** Searches for the literal text. If nothing is found and the query looks like a regular expression, searches for it as one. */
  async #answer<T extends TextSearchResult | TextFiles>(
    query: TextQuery,
    answer: (store: Store, scope: Scope, pattern: TextPattern) => Promise<T>,
  ): Promise<T> {
    try {
      if (query.query === '') throw new AppError('ValidationError', 'Query is required');
      if (query.query.includes('\0')) throw nulError();
      const store = await this.#host.open();
      this.#host.wake(store).catch(() => {});
      await this.#host.bringUpToDate();
      const pattern = patternOf(query);
      const searchFor = (one: TextPattern): Promise<T> => this.#ofOneState(store, query, one, answer);
      const first = await searchFor(pattern);
      const reasons = first.total > 0 ? [] : [await emptyIndexNote(await viewOf(store)), await nestedNote(store)];
      const result = { ...first, notes: [...first.notes, ...reasons.filter((note) => note !== null)] };
      if (result.total > 0 || query.isRegex !== undefined || !regexLike.test(query.query)) return result;
      try {
        const asRegex = await searchFor({ ...pattern, isRegex: true });
        return asRegex.total > 0 ? asRegex : result;
      } catch (error) {
        // Not a valid regular expression, so it was meant literally.
        if (error instanceof AppError && error.code === 'ValidationError') return result;
        throw error;
      }
    } catch (error) {
      throw toAppError(error);
    }
  }

  /** A search takes several steps. If the index is written between them, it starts again. */
  async #ofOneState<T extends TextSearchResult | TextFiles>(
    store: Store,
    query: TextQuery,
    pattern: TextPattern,
    answer: (store: Store, scope: Scope, pattern: TextPattern) => Promise<T>,
  ): Promise<T> {
    for (let round = 1; ; round++) {
      const whole = await this.#scope(store, query);
      const found = await answer(store, { ...whole, paths: await this.#candidates(store, whole, pattern) }, pattern);
      if ((await store.state()).documents.ids === whole.documents.ids) return found;
      if (round === mostRounds)
        return {
          ...found,
          notes: [...found.notes, 'Files are changing at this moment: lines may be missing. Ask again.'],
        };
    }
  }

  /** The files to search: all indexed files that the globs accept, and those that differ from the index. */
  async #scope(store: Store, query: TextQuery): Promise<Scope> {
    const { documents, marks } = await store.state();
    const acceptsPath = pathFilter(query);
    // While the first index is being made all files are walked, because there is no earlier state to answer from.
    const skipsChanged = this.#host.isBehind() && marks.lastIndexedMs !== null;
    const different =
      skipsChanged || this.#host.isCompared()
        ? Promise.resolve({ paths: [], isWhole: !skipsChanged })
        : this.#host.disk.findDifferent(store, { documents, marks });
    const changed = different.then(
      ({ paths, isWhole }) => {
        const all = paths.filter((path) => acceptsPath(path) && isNameable(path));
        // The run under way will index the rest soon.
        const isMany = all.length > mostMissing && this.#host.isBehind();
        return { paths: isMany ? all.slice(0, mostMissing) : all, isWhole: isWhole && !isMany, isMany };
      },
      () => ({ paths: [], isWhole: false, isMany: false }),
    );
    const { rows, rowsOfIds, nameable, unnameable } = filesOf(documents);
    const encodings = new Map<string, string>();
    for (const [id, encoding] of await store.texts.encodings()) {
      const row = rowsOfIds.get(id);
      if (row !== undefined) encodings.set(documents.paths[row]!, encoding);
    }
    const isNarrowed = [query.globs, query.within, query.endings].some((one) => one !== undefined && one.length > 0);
    const [paths, others] = isNarrowed
      ? [nameable.filter(acceptsPath), unnameable.filter(acceptsPath)]
      : [nameable, unnameable];
    return {
      documents,
      rows,
      acceptsPath,
      paths,
      encodings,
      changed,
      skipsChanged,
      unnameable: others,
      signal: query.signal,
    };
  }

  /** The paths of the scope that may match, by trigrams. */
  async #candidates(store: Store, scope: Scope, pattern: TextPattern): Promise<readonly string[]> {
    const { documents, acceptsPath, paths, skipsChanged } = scope;
    const required = requiredText(pattern);
    if (required === null) return paths;
    const all = await store.texts.missing();
    // If changed files are not looked for, the answer is reported as incomplete. Leaving out more files then makes it fast.
    const missing = skipsChanged ? all.slice(0, mostMissing) : all;
    if (missing.length > mostMissing) return paths;
    const { rowsOfIds } = filesOf(documents);
    const chosen = new Set<number>();
    for (const id of [...(await store.texts.candidates(required)), ...missing]) {
      const row = rowsOfIds.get(id);
      if (row !== undefined) chosen.add(row);
    }
    // Rows are in the order of the paths.
    const found = Uint32Array.from(chosen).sort();
    return Array.from(found, (row) => documents.paths[row]!).filter((path) => acceptsPath(path) && isNameable(path));
  }

  /** Matching lines in the indexed files and in the files that differ from the index. While the former are searched, the latter are looked for. */
  async #findAll(scope: Scope, pattern: TextPattern, most: number): Promise<{ matches: TextMatch[]; end: TextEnd }> {
    const { encodings, signal } = scope;
    const search = { encodings, pattern, most, timeoutMs, signal };
    const inIndexed = this.#host.disk.find({ ...search, paths: scope.paths });
    const [{ matches, end }, changed] = await Promise.all([inIndexed, scope.changed]);
    matches.push(...(await this.#findInUnnameable(scope, search)));
    const searched = new Set(scope.paths);
    const others = changed.paths.filter((path) => !searched.has(path));
    if (others.length === 0 || end !== 'whole') return { matches, end };
    const more = await this.#host.disk.find({ ...search, paths: others });
    return { matches: [...matches, ...more.matches], end: more.end };
  }

  async #countAll(scope: Scope, pattern: TextPattern): Promise<{ counts: [string, number][]; end: TextEnd }> {
    const { encodings, signal } = scope;
    const paths = [...new Set([...scope.paths, ...(await scope.changed).paths])];
    const search = { encodings, pattern, most: Infinity, timeoutMs, signal };
    const { counts, end } = await this.#host.disk.count({ ...search, paths });
    for (const { path } of await this.#findInUnnameable(scope, search)) counts.set(path, (counts.get(path) ?? 0) + 1);
    const files = await this.#host.disk.plainFiles(counts.keys());
    return { counts: [...counts].filter(([path]) => files.has(path)), end };
  }

  /** Matching lines in files whose names cannot be passed to the search program. */
  async #findInUnnameable({ unnameable }: Scope, search: Omit<RootlessSearch, 'paths'>): Promise<TextMatch[]> {
    const found: TextMatch[] = [];
    for (const path of unnameable.slice(0, mostUnnameable)) {
      const { text } = await this.#host.disk.read(path);
      if (text !== null) found.push(...(await this.#host.disk.findIn(search, path, text)));
    }
    return found;
  }

  /** All matching lines or, if they are too many, those of the best files. `total` counts all. */
  async #find(scope: Scope, pattern: TextPattern, shownLines: number): Promise<Found> {
    const most = Math.max(mostRanked, shownLines);
    if (scope.paths.length <= manyFiles) {
      const all = await this.#findAll(scope, pattern, most);
      if (all.end !== 'limit') {
        const files = await this.#host.disk.plainFiles(new Set(all.matches.map(({ path }) => path)));
        const matches = all.matches.filter(({ path }) => files.has(path));
        return { matches, total: matches.length, files: files.size, end: all.end };
      }
    }
    // Finding lines costs more than counting them, so the best files are chosen first.
    const { counts, end } = await this.#countAll(scope, pattern);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const paths =
      total <= most ? counts.map(([path]) => path) : chooseFiles(scope, counts, Math.max(leastChosen, shownLines));
    const found = await this.#findAll(
      { ...scope, paths: paths.filter(isNameable), changed: Promise.resolve(noneChanged) },
      pattern,
      Infinity,
    );
    return { matches: found.matches, total, files: counts.length, end: end === 'whole' ? found.end : end };
  }

  /** The first matches that are still on disk where they were found, with the lines around them. */
  async #verifyHits(ranked: readonly TextMatch[], { limit, context = 0 }: TextQuery): Promise<TextHit[]> {
    const contents = new Map<string, { lines: readonly string[]; isUtf8: boolean } | null>();
    const hits: TextHit[] = [];
    for (const { path, line, column, length, more, text, isUtf8 } of ranked) {
      if (hits.length >= limit) break;
      let content = contents.get(path);
      if (content === undefined) {
        const { text: whole, encoding } = await this.#host.disk.read(path);
        content = whole === null ? null : { lines: whole.replace(/\n$/, '').split('\n'), isUtf8: encoding === 'utf-8' };
        contents.set(path, content);
      }
      if (content === null) continue;
      const count = text.split('\n').length;
      const linesOf = (from: number, to: number): string[] =>
        content.lines.slice(Math.max(0, from), Math.max(0, to)).map((one) => one.replace(/\r$/, ''));
      const shown = linesOf(line - 1, line - 1 + count);
      // Only UTF-8 is compared: the search program decodes other encodings differently.
      if (isUtf8 && content.isUtf8 && shown.join('\n') !== text.replace(/\r$/, '').replaceAll('\r\n', '\n')) continue;
      const linesAround = {
        before: linesOf(line - 1 - context, line - 1),
        after: linesOf(line - 1 + count, line - 1 + count + context),
      };
      const spans = { column, length, ...(more === undefined ? {} : { more }) };
      hits.push({ path, line, ...spans, text: shown.join('\n'), ...linesAround });
    }
    return hits;
  }

  async #notes(
    store: Store,
    { documents, unnameable, changed, skipsChanged, acceptsPath }: Scope,
    { query, end }: { query: TextQuery; end: TextEnd },
  ): Promise<string[]> {
    const { isWhole, isMany, paths } = await changed;
    const unseen =
      skipsChanged || isMany
        ? 'Many files have just changed: new lines in them may be missing. Ask again.'
        : 'Finding new files takes long: files of the last moments may be missing.';
    const notes = [
      isWhole ? null : unseen,
      documents.count > 0 && paths.length === 0 && !documents.paths.some(acceptsPath) ? noSuchPath(query) : null,
      end === 'time' ? `The search was ended after ${timeoutMs / 1000} s: there may be more. Narrow it by glob.` : null,
      unnameable.length > mostUnnameable
        ? `${unnameable.length - mostUnnameable} files are not searched: their names are not Unicode.`
        : null,
      await tooLargeNote(store, acceptsPath),
    ];
    return notes.filter((note) => note !== null);
  }
}

interface Scope extends RankedFiles {
  /** Whether the globs of the query accept a path. */
  acceptsPath: (path: string) => boolean;
  /** Indexed files that the globs accept, and whose names can be passed to the search program. */
  paths: readonly string[];
  /** Encodings of the files that are not UTF-8, by path. */
  encodings: ReadonlyMap<string, string>;
  /** Files that differ from the index, or are not in it. */
  changed: Promise<ChangedFiles>;
  /** Whether changed files are not looked for, because too many have changed. */
  skipsChanged: boolean;
  /** Files whose names cannot be passed to the search program. */
  unnameable: readonly string[];
  signal: AbortSignal | undefined;
}

interface ChangedFiles {
  paths: readonly string[];
  /** Whether the list is complete. */
  isWhole: boolean;
  /** Whether so many files have changed that `paths` has only some of them. */
  isMany: boolean;
}

function noSuchPath({ within = [], endings = [] }: TextQuery): string {
  if (within.length + endings.length === 0) return 'No file of the project has a path that matches the glob.';
  return 'No file of the index is at such a path.';
}
const noneChanged: ChangedFiles = { paths: [], isWhole: true, isMany: false };

interface Found {
  matches: TextMatch[];
  total: number;
  files: number;
  end: TextEnd;
}

/** A file with a NUL is binary and not searched, and a NUL cannot be passed to the search program. */
function nulError(): AppError {
  return new AppError('ValidationError', 'The query contains a NUL character, which no text file has', {
    hint: 'Leave it out and call again.',
    details: { field: 'query', expected: 'a text without NUL characters', received: 'a NUL character' },
  });
}

function patternOf({
  query,
  isRegex = false,
  caseSensitive,
  wholeWord = false,
  multiline = false,
}: TextQuery): TextPattern {
  const casing = caseSensitive === undefined ? 'smart' : caseSensitive ? 'sensitive' : 'insensitive';
  return { query, isRegex, case: casing, wholeWord, multiline: multiline || (!isRegex && query.includes('\n')) };
}

/** Tables of all files that each search needs. */
interface SearchedFiles {
  /** Rows by path. */
  rows: ReadonlyMap<string, number>;
  /** Rows by file id. */
  rowsOfIds: ReadonlyMap<number, number>;
  /** Paths that can be passed to the search program, in order. */
  nameable: readonly string[];
  /** Paths that cannot be passed to the search program. */
  unnameable: readonly string[];
}

/** By document table. The store returns the same table object while nothing is written. */
const filesByTable = new WeakMap<DocumentTable, SearchedFiles>();

function filesOf(documents: DocumentTable): SearchedFiles {
  const known = filesByTable.get(documents);
  if (known !== undefined) return known;
  const files = {
    rows: new Map(documents.paths.map((path, row) => [path, row])),
    rowsOfIds: new Map(documents.ids.entries().map(([row, id]) => [id, row])),
    nameable: documents.paths.filter(isNameable),
    unnameable: documents.paths.filter((path) => !isNameable(path)),
  };
  filesByTable.set(documents, files);
  return files;
}

/** Globs as in ripgrep: without a slash a glob matches names, with `!` it excludes, and with `./` at its start it matches nothing. */
function globFilter(globs: readonly string[]): (path: string) => boolean {
  const matcher = (glob: string): ((path: string) => boolean) => {
    if (glob.startsWith('./')) return () => false;
    const plain = glob.replace(/^\//, '');
    const anchored = glob.replace(/\/$/, '').includes('/');
    const patterns = anchored ? [plain, `${plain.replace(/\/$/, '')}/**`] : [`**/${plain}`, `**/${plain}/**`];
    return askedGlob(patterns, { field: 'glob' });
  };
  const only = globs.filter((glob) => !glob.startsWith('!')).map(matcher);
  const never = globs.filter((glob) => glob.startsWith('!')).map((glob) => matcher(glob.slice(1)));
  return (path) => (only.length === 0 || only.some((one) => one(path))) && !never.some((one) => one(path));
}

/** Whether a search looks at a path. */
function pathFilter({ globs = [], within = [], endings = [] }: TextQuery): (path: string) => boolean {
  const conditions: ((path: string) => boolean)[] = [];
  if (within.length > 0)
    conditions.push((path) => within.some((one) => one === '' || path === one || path.startsWith(`${one}/`)));
  if (endings.length > 0) conditions.push((path) => endings.some((ending) => path.endsWith(ending)));
  if (globs.length > 0) conditions.push(globFilter(globs));
  return (path) => conditions.every((accepts) => accepts(path));
}

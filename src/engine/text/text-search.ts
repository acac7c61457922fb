/**
 * Search for text in files on disk: of one project, or of repositories of which others have a share.
 * Invariants: a line that is shown is in a file of the project at this moment; files that were not searched, and incomplete counts, are reported.
 */
import { AppError, toAppError } from '../../model/error.ts';
import type { Store } from '../../store/store.ts';
import type { TextEnd, TextPattern } from '../../text/text-search.ts';
import { emptyIndexNote } from '../live/freshness.ts';
import { nestedNote, tooLargeNote } from '../search/unread-files.ts';
import type { TextFiles as TextFilesAnswer, TextHit, TextQueries, TextQuery, TextSearchResult } from '../types.ts';
import { mostRanked, TextFiles, textTimeoutMs, type TextFilesHost } from './text-files.ts';
import { pathFilter } from './text-filter.ts';
import type { AskedText, FoundLines, TextDifferences, TextPart, TextScope } from './text-part.ts';
import { rankedPlaces } from './text-ranking.ts';

/** The parts of the engine that these answers need. */
export interface TextHost extends TextFilesHost {
  open: () => Promise<Store>;
  /** Starts to make an index if there is none; the search does not wait for it. */
  wake: (store: Store) => Promise<void>;
  /** Waits, with timeout, until reported changes are in the index. */
  bringUpToDate: () => Promise<void>;
}

type TextAnswer = TextSearchResult | TextFilesAnswer;
type Search<T> = (files: TextPart, asked: AskedText) => Promise<T>;
/** Makes an answer about the files as they are in one state. */
type OfOneState = <T extends TextAnswer>(asked: AskedText, answer: Search<T>) => Promise<T>;

/** If more files than this may match, matching lines are counted first. */
const manyFiles = 1000;
/** If more files than `exactIn` may match, to count all lines would take seconds: it ends beyond so many `lines`, or `files` where these are asked for. */
export interface TextBounds {
  exactIn: number;
  lines: number;
  files: number;
}
export const textBounds: TextBounds = { exactIn: 20_000, lines: 10_000, files: 2000 };
/** After counting, the best files are searched that have at least this many matching lines together. */
const leastChosen = 1000;
/** If the index is written meanwhile, an answer is made at most this often. */
const mostRounds = 4;
/** So many lines are read at once. */
const mostRead = 1000;
/** A query with one of these characters may be meant as a regular expression. */
const regexLike = /[\\^$.|?*+()[\]{}]/;

/** Of the files of one index. */
export class TextAnswers implements TextQueries {
  readonly #host: TextHost;
  readonly #bounds: TextBounds;

  constructor(host: TextHost, bounds = textBounds) {
    [this.#host, this.#bounds] = [host, bounds];
  }

  async search(query: TextQuery): Promise<TextSearchResult> {
    return searchText(query, await this.#opened(query), this.#bounds);
  }

  async files(query: TextQuery): Promise<TextFilesAnswer> {
    return searchTextFiles(query, await this.#opened(query), this.#bounds);
  }

  async #opened({ query, signal }: TextQuery): Promise<OfOneState> {
    try {
      requireQuery(query);
      const store = await this.#host.open();
      this.#host.wake(store).catch(() => {});
      await this.#host.bringUpToDate();
      return (asked, answer) => this.#ofOneState(store, answer, { asked, signal });
    } catch (error) {
      throw toAppError(error);
    }
  }

  /** A search takes several steps. If the index is written between them, it starts again. */
  async #ofOneState<T extends TextAnswer>(
    store: Store,
    answer: Search<T>,
    { asked, signal }: { asked: AskedText; signal: AbortSignal | undefined },
  ): Promise<T> {
    for (let round = 1; ; round++) {
      const state = await store.state();
      const found = await answer(new TextFiles(this.#host, { store, state }, asked, () => signal), asked);
      if ((await store.state()).documents.ids === state.documents.ids) return found;
      if (round === mostRounds)
        return {
          ...found,
          notes: [...found.notes, 'Files are changing at this moment: lines may be missing. Ask again.'],
        };
    }
  }
}

/** The lines, as `TextQueries.search`. */
export function searchText(query: TextQuery, ofOneState: OfOneState, bounds = textBounds): Promise<TextSearchResult> {
  const { offset = 0, limit, context = 0 } = query;
  return answered(query, ofOneState, async (files, asked) => {
    const scope = await files.scope();
    const [{ found, total, fileCount }, large] = await Promise.all([
      findLines(files, { scope, shown: offset + limit, bounds }),
      tooLargeNote(files.index, pathFilter(query)),
    ]);
    const places = rankedPlaces(found, asked.pattern).slice(offset);
    const hits: TextHit[] = [];
    for (let at = 0; at < places.length && hits.length < limit;) {
      const next = places.slice(at, at + Math.min(limit - hits.length, mostRead));
      const read = await files.lines({ places: next, context });
      hits.push(...read.filter((hit) => hit !== null));
      at += read.length;
    }
    const notes = notesOf(query, { ...found, scope, large });
    const { isRegex } = asked.pattern;
    return { hits, total, files: fileCount, isLowerBound: found.end !== 'whole', isRegex, notes };
  });
}

/** Only files, as `TextQueries.files`. */
export function searchTextFiles(
  query: TextQuery,
  ofOneState: OfOneState,
  bounds = textBounds,
): Promise<TextFilesAnswer> {
  const { offset = 0, limit } = query;
  return answered(query, ofOneState, async (files, asked) => {
    const scope = await files.scope();
    const [counted, large] = await Promise.all([
      files.count({ best: { files: offset + limit }, most: endOfCount(scope, bounds, [bounds.files, offset + limit]) }),
      tooLargeNote(files.index, pathFilter(query)),
    ]);
    const shown = counted.best.slice(offset).map(({ path, count }) => ({ path, count }));
    const notes = notesOf(query, { ...counted, scope, large });
    const { total, end } = counted;
    const { isRegex } = asked.pattern;
    return { shown, total, files: counted.files, isLowerBound: end !== 'whole', isRegex, notes };
  });
}

function requireQuery(query: string): void {
  if (query === '') throw new AppError('ValidationError', 'Query is required');
  if (query.includes('\0')) throw nulError();
}

/** Searches for the literal text. If nothing is found and the query looks like a regular expression, searches for it as one. */
async function answered<T extends TextAnswer>(query: TextQuery, ofOneState: OfOneState, search: Search<T>): Promise<T> {
  try {
    requireQuery(query.query);
    const asked = askedText(query);
    const result = await ofOneState(asked, async (files) => withReasons(await search(files, asked), files));
    if (result.total > 0 || query.isRegex !== undefined || !regexLike.test(query.query)) return result;
    const asRegex: AskedText = { ...asked, pattern: { ...asked.pattern, isRegex: true } };
    try {
      const found = await ofOneState(asRegex, (files) => search(files, asRegex));
      return found.total > 0 ? found : result;
    } catch (error) {
      // Not a valid regular expression, so it was meant literally.
      if (error instanceof AppError && error.code === 'ValidationError') return result;
      throw error;
    }
  } catch (error) {
    throw toAppError(error);
  }
}

/** Why nothing was found, where the reason is known. */
async function withReasons<T extends TextAnswer>(found: T, files: TextPart): Promise<T> {
  if (found.total > 0) return found;
  const { files: count, isIndexed } = await files.scope();
  const reasons = [await emptyIndexNote(files.index, { files: count, isIndexed }), await nestedNote(files.index)];
  return { ...found, notes: [...found.notes, ...reasons.filter((note) => note !== null)] };
}

interface AllFound {
  found: FoundLines;
  /** Of all lines, and all files with lines. */
  total: number;
  fileCount: number;
}

/** Where a count ends: at the greatest of the numbers; null if it does not. */
function endOfCount({ candidates }: TextScope, { exactIn }: TextBounds, numbers: readonly number[]): number | null {
  const most = Math.max(...numbers);
  return candidates <= exactIn || most === Infinity ? null : most;
}

interface LinesWanted {
  scope: TextScope;
  shown: number;
  bounds: TextBounds;
}

/** All matching lines or, if they are too many, those of the best files. */
async function findLines(files: TextPart, { scope, shown, bounds }: LinesWanted): Promise<AllFound> {
  const most = Math.max(mostRanked, shown);
  if (scope.candidates <= manyFiles) {
    const found = await files.find({ most, paths: null, shown });
    if (found.end !== 'limit') return { found, total: found.total, fileCount: found.files };
  }
  // Finding lines costs more than counting them, so the best files are chosen first.
  const chosen = { lines: Math.max(leastChosen, shown) };
  const counted = await files.count({ best: chosen, most: endOfCount(scope, bounds, [bounds.lines, chosen.lines]) });
  const { total, files: fileCount, best } = counted;
  const found = await files.find(
    total <= most && counted.end === 'whole'
      ? { most, paths: null, shown }
      : { most: null, paths: best.map(({ path }) => path), shown },
  );
  const ends = [counted.end, found.end];
  const end = ends.find((one) => one === 'time') ?? ends.find((one) => one === 'limit') ?? 'whole';
  return { found: { ...found, end }, total, fileCount };
}

interface Searched {
  scope: TextScope;
  end: TextEnd;
  differences: TextDifferences;
  /** On files that are too large; null if there are none. */
  large: string | null;
}

function notesOf(query: TextQuery, { scope, end, differences, large }: Searched): string[] {
  const unseen = {
    many: 'Many files have just changed: new lines in them may be missing. Ask again.',
    slow: 'Finding new files takes long: files of the last moments may be missing.',
  };
  const notes = [
    differences.unseen === null ? null : unseen[differences.unseen],
    scope.files > 0 && differences.paths === 0 && !scope.hasPath ? noSuchPath(query) : null,
    end === 'time'
      ? `The search was ended after ${textTimeoutMs / 1000} s: there may be more. Narrow it by glob.`
      : null,
    scope.unsearched > 0 ? `${scope.unsearched} files are not searched: their names are not Unicode.` : null,
    large,
  ];
  return notes.filter((note) => note !== null);
}

function noSuchPath({ within = [], endings = [] }: TextQuery): string {
  if (within.length + endings.length === 0) return 'No file of the project has a path that matches the glob.';
  return 'No file of the index is at such a path.';
}

/** A file with a NUL is binary and not searched, and a NUL cannot be passed to the search program. */
function nulError(): AppError {
  return new AppError('ValidationError', 'The query contains a NUL character, which no text file has', {
    hint: 'Leave it out and call again.',
    details: { field: 'query', expected: 'a text without NUL characters', received: 'a NUL character' },
  });
}

function askedText(asked: TextQuery): AskedText {
  const { query, isRegex = false, wholeWord = false, multiline = false, globs, within, endings } = asked;
  return {
    ...(globs === undefined ? {} : { globs }),
    ...(within === undefined ? {} : { within }),
    ...(endings === undefined ? {} : { endings }),
    pattern: {
      ...{ query, isRegex, case: casingOf(asked), wholeWord },
      multiline: multiline || (!isRegex && query.includes('\n')),
    },
  };
}

function casingOf({ caseSensitive }: TextQuery): TextPattern['case'] {
  return caseSensitive === undefined ? 'smart' : caseSensitive ? 'sensitive' : 'insensitive';
}

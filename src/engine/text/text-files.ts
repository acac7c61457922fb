/**
 * The files of one index, as a search for text looks at them: on disk.
 * Invariant: a line that is given is in a file of the project at this moment, and no other file is ever read.
 */
import { AppError } from '../../model/error.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { DocumentTable, Store, StoreState } from '../../store/store.ts';
import { requiredText } from '../../text/required-text.ts';
import { isNameable } from '../../text/ripgrep.ts';
import type { TextEnd, TextMatch } from '../../text/text-search.ts';
import type { RootlessSearch, TextOnDisk } from '../files/text-on-disk.ts';
import type { TextHit } from '../types.ts';
import { isNarrowed, pathFilter } from './text-filter.ts';
import {
  lineMarks,
  type AskedText,
  type CountedFiles,
  type CountRequest,
  type FindRequest,
  type FoundLines,
  type LinesRequest,
  type TextDifferences,
  type TextPart,
  type TextScope,
} from './text-part.ts';
import { bestFiles, bestOfPart, countedTo, isName, likeliestFirst, outlinedFiles, priorOf, withoutDefinitions, type RankedLine } from './text-ranking.ts'; // prettier-ignore

/** What these answers need of the index beside its store. */
export interface TextFilesHost {
  disk: TextOnDisk;
  /** Whether the index was compared with the disk a moment ago, or a watcher keeps it up to date. */
  isCompared: () => boolean;
  /** Whether so much is being written that the search does not look for changed files one by one. */
  isBehind: () => boolean;
  /**
   * Some files are searched only if those without the largest have no more matching lines than this together, as those that a search has chosen; absent: files are
   * named by the search itself.
   */
  mostInChosen?: number;
}

/** A search ends after this time (ms). */
export const textTimeoutMs = 10_000;
/** With more matching lines than this, only those of the best files are ranked. */
export const mostRanked = 5000;
/** Limit on the number of files that are passed to the search program as texts, because their names cannot be passed. */
const mostUnnameable = 20;
/** If more files than this have no trigrams yet, all files are searched. */
const mostMissing = 500;
/** The lines of an answer are together no longer, but for those of one match (characters). */
const mostCharacters = 2_000_000;

/** Files that are counted at once: more and more where the count may end early, since it seldom has to read many. */
const filesAtOnce = { first: 2000, most: 8000 };
/** Numbers of lines are kept of no more files. */
const mostCounts = 20_000;
/** Matches are kept between two steps of a search while their lines are together no longer (characters). */
const mostKept = 250_000;

interface ChangedFiles {
  paths: readonly string[];
  unseen: TextDifferences['unseen'];
}

const noneChanged: ChangedFiles = { paths: [], unseen: null };

interface Line extends RankedLine {
  match: TextMatch;
}

export class TextFiles implements TextPart {
  readonly index: Store;
  readonly #host: TextFilesHost;
  readonly #state: Pick<StoreState, 'documents' | 'marks'>;
  readonly #asked: AskedText;
  readonly #signal: () => AbortSignal | undefined;
  /** Whether changed files are not looked for, because too many have changed. */
  readonly #skipsChanged: boolean;
  readonly #files: IndexedFiles;
  readonly #accepts: (path: string) => boolean;
  /** Files that differ from the index, or are not in it. */
  readonly #changed: Promise<ChangedFiles>;
  #chosen: Promise<Chosen> | null = null;
  /** By path and line, of the last search. */
  #matches: ReadonlyMap<string, TextMatch> = new Map();
  /** Matching lines by file, as they were counted last. */
  #counts: ReadonlyMap<string, number> = new Map();
  /** Whether these are of all files. */
  #knowsCounts = false;

  /** Throws a `ValidationError` for a glob that is none. @param state the present one of the store @param signal of the question under way */
  constructor(
    host: TextFilesHost,
    { store, state }: { store: Store; state: Pick<StoreState, 'documents' | 'marks'> },
    asked: AskedText,
    signal: () => AbortSignal | undefined,
  ) {
    // prettier-ignore
    [this.index, this.#state, this.#host] = [store, state, host];
    [this.#asked, this.#signal] = [asked, signal];
    // While the first index is being made all files are walked, because there is no earlier state to answer from.
    this.#skipsChanged = host.isBehind() && state.marks.lastIndexedMs !== null;
    this.#files = filesOf(state.documents);
    this.#accepts = pathFilter(asked);
    this.#changed = this.#findChanged();
  }

  async #findChanged(): Promise<ChangedFiles> {
    const { disk, isBehind, isCompared } = this.#host;
    if (this.#skipsChanged) return { paths: [], unseen: 'many' };
    if (isCompared()) return noneChanged;
    try {
      const { paths, isWhole } = await disk.findDifferent(this.index, this.#state);
      const all = paths.filter((path) => this.#accepts(path) && isNameable(path));
      // The run under way will index the rest soon.
      const isMany = all.length > mostMissing && isBehind();
      return { paths: isMany ? all.slice(0, mostMissing) : all, unseen: isMany ? 'many' : isWhole ? null : 'slow' };
    } catch {
      return { paths: [], unseen: 'slow' };
    }
  }

  async scope(): Promise<TextScope> {
    const { documents, marks } = this.#state;
    const { paths, unnameable, hasPath } = await this.#choice();
    return {
      files: documents.count,
      isIndexed: marks.lastIndexedMs !== null,
      candidates: paths.length,
      hasPath,
      unsearched: Math.max(0, unnameable.length - mostUnnameable),
    };
  }

  async find({ most, paths, shown }: FindRequest): Promise<FoundLines> {
    const found = paths === null ? await this.#findAll(most) : await this.#findIn(paths);
    const files = await this.#host.disk.plainFiles(new Set(found.matches.map(({ path }) => path)));
    const matches = found.matches.filter(({ path }) => files.has(path));
    const characters = matches.reduce((sum, { text }) => sum + text.length, 0);
    if (characters <= mostKept) this.#matches = byPlace(matches);
    const lines = await this.#lines(matches);
    const best = bestOfPart(lines, Math.max(mostRanked, shown));
    const numbers = new Map([...new Set(best.map(({ path }) => path))].map((path, at) => [path, at]));
    return {
      ...{ end: found.end, total: matches.length, files: files.size, differences: await this.#differences() },
      paths: [...numbers.keys()].map((path) => [path, this.#priorOf(path)]),
      lines: best.map(({ path, line, marks }) => [numbers.get(path)!, line, marks]),
    };
  }

  async count(request: CountRequest): Promise<CountedFiles> {
    const { counts, end } = await this.#countLines(request);
    const isKept = counts.size <= mostCounts;
    this.#counts = isKept ? counts : new Map();
    this.#knowsCounts = isKept && end === 'whole';
    const counted = Array.from(counts, ([path, count]) => ({ path, count, prior: this.#priorOf(path) }));
    const found: CountedFiles = {
      ...{ end, total: counted.reduce((sum, { count }) => sum + count, 0), files: counted.length },
      differences: await this.#differences(),
      best: bestFiles(counted, request),
    };
    return countedTo(found, request);
  }

  /** Matching lines by file: of all files, or of the likeliest until there are enough. */
  async #countLines({ best, most }: CountRequest): Promise<{ counts: Map<string, number>; end: TextEnd }> {
    const { paths, rows, encodings } = await this.#choice();
    const { timeoutMs, ...search } = { ...this.#search, encodings, most: Infinity };
    const deadline = Date.now() + timeoutMs;
    const all = [...paths, ...withoutThose((await this.#changed).paths, paths)];
    const priorAt = (at: number): number | null => priorOf(this.#state.documents, rows[at] ?? this.#files.rows.get(all[at]!)); // prettier-ignore
    const ordered = most === null ? all : await likeliestFirst(all, priorAt);
    const counts = new Map<string, number>();
    let end: TextEnd = 'whole';
    let lines = 0;
    let size = most === null ? filesAtOnce.most : filesAtOnce.first;
    for (let at = 0; at < ordered.length && end === 'whole';) {
      const piece = ordered.slice(at, at + size);
      at += size;
      size = Math.min(2 * size, filesAtOnce.most);
      const found = await this.#host.disk.count({ ...search, paths: piece, timeoutMs: deadline - Date.now() });
      const plain = await this.#host.disk.plainFiles(found.counts.keys());
      for (const [path, count] of found.counts) {
        if (!plain.has(path)) continue;
        counts.set(path, count);
        lines += count;
      }
      const isEnough = most !== null && ('files' in best ? counts.size : lines) > most;
      end = found.end !== 'whole' ? found.end : isEnough ? 'limit' : 'whole';
    }
    for (const { path } of await this.#findInUnnameable({ ...search, timeoutMs })) counts.set(path, (counts.get(path) ?? 0) + 1); // prettier-ignore
    return { counts, end };
  }

  async lines({ places, context }: LinesRequest): Promise<(TextHit | null)[]> {
    const matches = await this.#matchesAt(places);
    const contents = new Map<string, Content | null>();
    const hits: (TextHit | null)[] = [];
    let characters = 0;
    for (const [path, line] of places) {
      if (characters > mostCharacters) break;
      const match = matches.get(placeKey(path, line));
      let content = contents.get(path);
      if (content === undefined) {
        content = match === undefined ? null : await this.#contentOf(path);
        contents.set(path, content);
      }
      const hit = match === undefined || content === null ? null : hitOf(match, content, context);
      hits.push(hit);
      if (hit !== null) for (const { length } of [hit.text, ...hit.before, ...hit.after]) characters += length;
    }
    return hits;
  }

  async #contentOf(path: string): Promise<Content | null> {
    const { text, encoding } = await this.#host.disk.read(path);
    return text === null ? null : { lines: text.replace(/\n$/, '').split('\n'), isUtf8: encoding === 'utf-8' };
  }

  get #search(): Pick<RootlessSearch, 'pattern' | 'timeoutMs' | 'signal'> {
    return { pattern: this.#asked.pattern, timeoutMs: textTimeoutMs, signal: this.#signal() };
  }

  #priorOf(path: string): number | null {
    return priorOf(this.#state.documents, this.#files.rows.get(path));
  }

  async #differences(): Promise<TextDifferences> {
    const { paths, unseen } = await this.#changed;
    return { paths: paths.length, unseen };
  }

  /** Those that the last search has not found are looked for again. */
  async #matchesAt(places: LinesRequest['places']): Promise<ReadonlyMap<string, TextMatch>> {
    const known = this.#matches;
    const missing = new Set(places.flatMap(([path, line]) => (known.has(placeKey(path, line)) ? [] : [path])));
    if (missing.size === 0) return known;
    return new Map([...known, ...byPlace((await this.#findIn(missing)).matches)]);
  }

  #choice(): Promise<Chosen> {
    // The next message of a search looks again where this one fails.
    return (this.#chosen ??= this.#choose().catch((error: unknown) => {
      this.#chosen = null;
      throw error;
    }));
  }

  /** The indexed files to search: those that are asked for, and may match by trigrams. */
  async #choose(): Promise<Chosen> {
    const { nameable, unnameable: others, rowsOfIds } = this.#files;
    const { paths: known } = this.#state.documents;
    const isAccepted = (row: number): boolean => this.#accepts(known[row]!);
    const [all, unnameable] = isNarrowed(this.#asked)
      ? [nameable.filter(isAccepted), others.filter(this.#accepts)]
      : [nameable, others];
    const encodings = new Map<string, string>();
    for (const [id, encoding] of await this.index.texts.encodings()) {
      const row = rowsOfIds.get(id);
      if (row !== undefined) encodings.set(known[row]!, encoding);
    }
    const hasPath = all.length + unnameable.length > 0;
    const rows = (await this.#candidates()) ?? all;
    return { rows, paths: Array.from(rows, (row) => known[row]!), unnameable, hasPath, encodings };
  }

  /** The rows of the files that may match, by trigrams; null where these do not tell. */
  async #candidates(): Promise<Uint32Array | null> {
    const required = requiredText(this.#asked.pattern);
    if (required === null) return null;
    const { texts } = this.index;
    const all = await texts.missing();
    // If changed files are not looked for, the answer is reported as incomplete. Leaving out more files then makes it fast.
    const missing = this.#skipsChanged ? all.slice(0, mostMissing) : all;
    if (missing.length > mostMissing) return null;
    const rows = new Set<number>();
    for (const id of [...(await texts.candidates(required)), ...missing]) {
      const row = this.#files.rowsOfIds.get(id);
      if (row !== undefined) rows.add(row);
    }
    // Rows are in the order of the paths.
    const { paths } = this.#state.documents;
    return Uint32Array.from(rows)
      .sort()
      .filter((row) => this.#accepts(paths[row]!) && isNameable(paths[row]!));
  }

  /** Matching lines in the indexed files and in the files that differ from the index. While the former are searched, the latter are looked for. */
  async #findAll(most: number | null): Promise<Found> {
    const { paths: candidates, encodings } = await this.#choice();
    // Files that have no line were read a moment ago.
    const paths = this.#knowsCounts ? candidates.filter((path) => this.#counts.has(path)) : candidates;
    const search = { ...this.#search, encodings, most: most ?? Infinity };
    const [{ matches, end }, changed] = await Promise.all([this.#host.disk.find({ ...search, paths }), this.#changed]);
    matches.push(...(await this.#findInUnnameable(search)));
    const others = withoutThose(changed.paths, paths);
    if (others.length === 0 || end !== 'whole') return { matches, end };
    const more = await this.#host.disk.find({ ...search, paths: others });
    return { matches: [...matches, ...more.matches], end: more.end };
  }

  /** Matching lines in some of the files; others than those of the search are left out. */
  async #findIn(wanted: Iterable<string>): Promise<Found> {
    const { encodings } = await this.#choice();
    const changed = new Set((await this.#changed).paths);
    const own = [...wanted].filter((path) => (this.#files.rows.has(path) || changed.has(path)) && this.#accepts(path));
    const search = { ...this.#search, encodings, most: Infinity };
    await this.#requireFew(own, search);
    const { matches, end } = await this.#host.disk.find({ ...search, paths: own.filter(isNameable) });
    const others = new Set(own.filter((path) => !isNameable(path)));
    if (others.size > 0) matches.push(...(await this.#findInUnnameable(search, others)));
    return { matches, end };
  }

  /** Throws a `ValidationError` for files that no search chooses together: their lines would need any amount of memory. */
  async #requireFew(paths: readonly string[], search: Omit<RootlessSearch, 'paths'>): Promise<void> {
    const { mostInChosen } = this.#host;
    if (mostInChosen === undefined) return;
    const unknown = paths.filter((path) => !this.#counts.has(path) && isNameable(path));
    const { counts } = unknown.length === 0 ? { counts: this.#counts } : await this.#host.disk.count({ ...search, paths: unknown }); // prettier-ignore
    const lines = paths.map((path) => this.#counts.get(path) ?? counts.get(path) ?? 0);
    const sum = lines.reduce((total, count) => total + count, 0) - lines.reduce((most, one) => Math.max(most, one), 0);
    if (sum > mostInChosen)
      throw new AppError('ValidationError', 'These files have too many matching lines', {
        hint: 'Search for a longer text, or in fewer files.',
        details: { field: 'paths', expected: `at most ${mostInChosen} lines`, received: sum },
      });
  }

  /** Matching lines in files whose names cannot be passed to the search program. */
  async #findInUnnameable(
    search: Omit<RootlessSearch, 'paths'>,
    only: ReadonlySet<string> | null = null,
  ): Promise<TextMatch[]> {
    // prettier-ignore
    const { unnameable } = await this.#choice();
    const found: TextMatch[] = [];
    for (const path of unnameable.slice(0, mostUnnameable)) {
      if (only?.has(path) === false) continue;
      const { text } = await this.#host.disk.read(path);
      if (text !== null) found.push(...(await this.#host.disk.findIn(search, path, text)));
    }
    return found;
  }

  /** In the order that the lines have without definitions. */
  async #lines(matches: readonly TextMatch[]): Promise<Line[]> {
    const { pattern } = this.#asked;
    const lines = withoutDefinitions(
      matches.map((match): Line => {
        const { path, line } = match;
        return { match, path, line, prior: this.#priorOf(path), marks: isWholeWord(match) ? lineMarks.word : 0 };
      }),
    );
    const definitions = isName(pattern)
      ? await this.#definitionsNamed(pattern.query)
      : await this.#outlines(outlinedFiles(lines));
    for (const line of lines)
      if (definitions.get(this.#idOf(line.path))?.some((one) => overlapsName(one, line.match)) === true)
        line.marks |= lineMarks.definition;
    return lines;
  }

  #idOf(path: string): number {
    const row = this.#files.rows.get(path);
    return row === undefined ? -1 : this.#state.documents.ids[row]!;
  }

  #outlines(paths: ReadonlySet<string>): Promise<ReadonlyMap<number, readonly OutlineEntry[]>> {
    return this.index.outlines([...paths].map((path) => this.#idOf(path)));
  }

  async #definitionsNamed(name: string): Promise<ReadonlyMap<number, readonly OutlineEntry[]>> {
    const found = new Map<number, OutlineEntry[]>();
    for (const { fileId, definition } of (await this.index.definitionsNamed([name])).get(name) ?? [])
      found.set(fileId, [...(found.get(fileId) ?? []), definition]);
    return found;
  }
}

interface Found {
  matches: TextMatch[];
  end: TextEnd;
}

interface Chosen {
  /** Indexed files that may match, and whose names can be passed to the search program: rows, and in the same order paths. */
  rows: Uint32Array;
  paths: readonly string[];
  /** Files whose names cannot be passed to the search program. */
  unnameable: readonly string[];
  /** Whether a path is one of those that are asked for. */
  hasPath: boolean;
  /** Encodings of the files that are not UTF-8, by path. */
  encodings: ReadonlyMap<string, string>;
}

interface Content {
  lines: readonly string[];
  isUtf8: boolean;
}

/** The paths that are not among the others. */
function withoutThose(paths: readonly string[], others: readonly string[]): readonly string[] {
  if (paths.length === 0) return paths;
  const known = new Set(others);
  return paths.filter((path) => !known.has(path));
}

function placeKey(path: string, line: number): string {
  return `${line}:${path}`;
}

function byPlace(matches: readonly TextMatch[]): Map<string, TextMatch> {
  return new Map(matches.map((match) => [placeKey(match.path, match.line), match]));
}

/** A match with the lines around it; null if it is not in the text any more. */
function hitOf(match: TextMatch, content: Content, context: number): TextHit | null {
  const { path, line, column, length, more, text, isUtf8 } = match;
  const count = text.split('\n').length;
  const linesOf = (from: number, to: number): string[] =>
    content.lines.slice(Math.max(0, from), Math.max(0, to)).map((one) => one.replace(/\r$/, ''));
  const shown = linesOf(line - 1, line - 1 + count);
  // Only UTF-8 is compared: the search program decodes other encodings differently.
  if (isUtf8 && content.isUtf8 && shown.join('\n') !== text.replace(/\r$/, '').replaceAll('\r\n', '\n')) return null;
  return {
    ...{ path, line, column, length },
    ...(more === undefined ? {} : { more }),
    text: shown.join('\n'),
    before: linesOf(line - 1 - context, line - 1),
    after: linesOf(line - 1 + count, line - 1 + count + context),
  };
}

/** Whether the match overlaps the defined name. */
function overlapsName({ line, column, name }: OutlineEntry, match: TextMatch): boolean {
  return line === match.line && match.column < column + name.length && column < match.column + match.length;
}

const wordCharacterPattern = (): RegExp => /[\p{L}\p{N}_]/u;

function isWholeWord({ text, column, length }: TextMatch): boolean {
  const [before, after] = [text[column - 2] ?? ' ', text[column - 1 + length] ?? ' '];
  return !wordCharacterPattern().test(before) && !wordCharacterPattern().test(after);
}

/** Tables of all files that each search needs. */
interface IndexedFiles {
  /** Rows by path. */
  rows: ReadonlyMap<string, number>;
  /** Rows by file id. */
  rowsOfIds: ReadonlyMap<number, number>;
  /** Rows of the paths that can be passed to the search program, in order. */
  nameable: Uint32Array;
  /** Paths that cannot be passed to the search program. */
  unnameable: readonly string[];
}

/** By document table. The store returns the same table object while nothing is written. */
const filesByTable = new WeakMap<DocumentTable, IndexedFiles>();

function filesOf(documents: DocumentTable): IndexedFiles {
  const known = filesByTable.get(documents);
  if (known !== undefined) return known;
  const files = {
    rows: new Map(documents.paths.map((path, row) => [path, row])),
    rowsOfIds: new Map(documents.ids.entries().map(([row, id]) => [id, row])),
    nameable: Uint32Array.from(documents.paths.keys()).filter((row) => isNameable(documents.paths[row]!)),
    unnameable: documents.paths.filter((path) => !isNameable(path)),
  };
  filesByTable.set(documents, files);
  return files;
}

/**
 * `code-scout grep`: the search of the tool `search_code` with the habits of ripgrep: paths, a regular expression unless it is none, all lines, and
 * nothing but lines on standard output where that is not a terminal. With --json, the tool's data.
 */
import { lstatSync } from 'node:fs';
import { usualLimit } from '../../config/load.ts';
import type { Engine, TextQuery } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import { pathInFolder } from '../../util/paths/system-paths.ts';
import { largestMaxChars } from '../../tools/budget.ts';
import { languageId } from '../../tools/code-scout-search/filters.ts';
import { formatFiles, formatLines, nextOffset, summaryOf } from '../../tools/search-code/format.ts';
import { commandWording } from '../command-wording.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { grepLines, type LineForm } from '../layouts/matching-lines.ts';
import { pathsFromHere } from '../layouts/places.ts';
import { pathFrom } from '../path-argument.ts';
import { printTogether, withAsked, withTogether, type AskedProject } from '../projects/together.ts';
import { locationOf } from '../projects/shared-paths.ts';
import { foldText } from '../terminal/fold.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { locationFrom, type Linker } from '../terminal/links.ts';
import type { ProjectRequest } from '../asked-root.ts';

export interface TextSearchOptions {
  regexp?: string[];
  limit?: string;
  offset?: string;
  regex?: boolean;
  fixed?: boolean;
  ignoreCase?: boolean;
  caseSensitive?: boolean;
  smartCase?: boolean;
  word?: boolean;
  multiline?: boolean;
  glob?: string[];
  type?: string[];
  typeNot?: string[];
  context?: string;
  afterContext?: string;
  beforeContext?: string;
  filesOnly?: boolean;
  filesWithMatches?: boolean;
  count?: boolean;
  onlyMatching?: boolean;
  /** False with --no-heading. */
  heading?: boolean;
  /** True with -n, false with -N. */
  lineNumber?: boolean;
  column?: boolean;
  /** True with -H, false with -I. */
  filename?: boolean;
  vimgrep?: boolean;
}

/** With --json, the number of results without --limit, as the tool has it. */
const jsonLimit = 50;
/** On a terminal, longer lines are cut around the match. */
const longestLine = 500;
const most = 1_000_000_000;

function wholeNumber(option: string, given: string | undefined, lowest = 0): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (given.trim() !== '' && Number.isSafeInteger(value) && value >= lowest && value <= most) return value;
  throw new AppError('ValidationError', `--${option} must be a whole number from ${lowest}`, {
    details: { field: option, expected: `a whole number from ${lowest}`, received: given.slice(0, 100) },
  });
}

/** The pattern, and the words after it. With -e all words are paths. */
function patternAndPaths(words: readonly string[], { regexp = [], fixed }: TextSearchOptions): [string, string[]] {
  if (regexp.length === 0) {
    const [query, ...paths] = words;
    if (query !== undefined) return [query, paths];
    throw new AppError('ValidationError', 'There is nothing to look for', {
      hint: `For example: code-scout grep 'retry' src`,
      details: { field: 'query', expected: 'a pattern', received: null },
    });
  }
  const [only, ...others] = regexp;
  if (others.length === 0) return [only!, [...words]];
  const plain = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
  return [regexp.map((one) => `(?:${fixed === true ? plain(one) : one})`).join('|'), [...words]];
}

/**
 * Paths from the root of what to search; empty for all. Without a path it is the current folder, where that is below the root; of several projects all is
 * searched, wherever the current folder is.
 */
function placesToSearch(request: ProjectRequest, root: string, paths: readonly string[]): string[] {
  const isNamed = paths.length > 0;
  const { projects } = request;
  if (projects !== undefined && !isNamed) return [];
  const found = (isNamed ? paths : ['.']).map((path) => {
    const place = pathFrom(request, path);
    if (projects !== undefined && place === '.') return '';
    const shared = projects === undefined ? null : locationOf(projects, place);
    const absolute = shared ?? place;
    const below = shared === null ? pathInFolder(root, absolute) : place;
    if (isNamed && lstatSync(absolute, { throwIfNoEntry: false }) === undefined)
      throw badPath(path, 'There is no such file or folder');
    if (isNamed && below === null) throw badPath(path, 'The path is outside of the project');
    return below ?? '';
  });
  return found.includes('') ? [] : found;
}

function badPath(path: string, problem: string): AppError {
  return new AppError('ValidationError', `${problem}: ${path}`, {
    hint: 'Paths are relative to the current folder; quote a pattern that has spaces.',
    details: { field: 'path', expected: 'a path in the project', received: path.slice(0, 200) },
  });
}

/** The endings of the names of files of a language, by its id, its name or one of its endings. */
function endingsOf(engine: Engine, type: string): readonly string[] {
  const languages = engine.languages();
  const id = languageId(type, languages, 'type');
  return languages.find((one) => one.id === id)?.extensions ?? [];
}

function queryOf(engine: Engine, options: TextSearchOptions): Omit<TextQuery, 'query' | 'limit'> {
  const { glob = [], type = [], typeNot = [], fixed, regex, word, multiline, regexp = [] } = options;
  const excluded = typeNot.flatMap((one) => endingsOf(engine, one)).map((ending) => `!*${ending}`);
  const around = wholeNumber('context', options.context);
  const context = Math.max(
    wholeNumber('before-context', options.beforeContext) ?? around ?? 0,
    wholeNumber('after-context', options.afterContext) ?? around ?? 0,
  );
  const caseSensitive = options.caseSensitive === true ? true : options.ignoreCase === true ? false : undefined;
  return {
    isRegex: fixed !== true || regex === true || regexp.length > 1,
    caseSensitive,
    wholeWord: word,
    multiline,
    globs: [...glob.map((one) => one.replace(/^(!?)\.\/+/, '$1')), ...excluded],
    endings: type.flatMap((one) => endingsOf(engine, one)),
    offset: wholeNumber('offset', options.offset) ?? 0,
    context,
  };
}

/** Searches for the pattern as a regular expression; one that is not valid, and was not said to be one, as a text. */
async function searchEither<T>(
  { regex, regexp }: TextSearchOptions,
  query: TextQuery,
  search: (query: TextQuery) => Promise<T>,
): Promise<{ answer: T; query: TextQuery; note: string | null }> {
  try {
    return { answer: await search(query), query, note: null };
  } catch (error) {
    const isPattern = error instanceof AppError && error.details?.['expected'] === 'a regular expression';
    if (!isPattern || regex === true || regexp !== undefined) throw error;
    const literal = { ...query, isRegex: false };
    const note = 'The pattern is not a valid regular expression, so it was searched as a text (--fixed).';
    return { answer: await search(literal), query: literal, note };
  }
}

/** That case was ignored, where nobody asked for it. */
function caseNote({ query, caseSensitive }: TextQuery, total: number): string | null {
  if (caseSensitive !== undefined || total === 0 || !/\p{L}/u.test(query) || /\p{Lu}/u.test(query)) return null;
  return 'Case was ignored, because the pattern has no capitals (-s matches it).';
}

function formOf(
  request: ProjectRequest,
  options: TextSearchOptions,
  { root, base, places }: Pick<AskedProject, 'root' | 'base'> & { places: readonly string[] },
): LineForm {
  const isTerminal = request.terminal.width !== null;
  const around = wholeNumber('context', options.context) ?? 0;
  const only = places.length === 1 ? locationFrom(base, places[0]!) : null;
  const isOneFile = only !== null && lstatSync(only).isFile();
  return {
    heading: options.heading ?? isTerminal,
    paths: options.filename ?? !isOneFile,
    lineNumbers: options.lineNumber ?? true,
    columns: options.column ?? false,
    onlyMatching: options.onlyMatching ?? false,
    vimgrep: options.vimgrep ?? false,
    before: wholeNumber('before-context', options.beforeContext) ?? around,
    after: wholeNumber('after-context', options.afterContext) ?? around,
    longestLine: isTerminal ? longestLine : null,
    shownPath: pathsFromHere(request, root),
  };
}

export async function searchText(
  request: ProjectRequest,
  words: readonly string[],
  options: TextSearchOptions,
): Promise<ExitCode> {
  const [text, paths] = patternAndPaths(words, options);
  const { json = false } = request.options;
  return withAsked(request, { refresh: true }, async (project) => {
    const { engine, root, loaded, together } = project;
    const places = placesToSearch(request, root, paths);
    const usual = usualLimit(loaded) ?? (json ? jsonLimit : Number.POSITIVE_INFINITY);
    const limit = wholeNumber('limit', options.limit, 1) ?? usual;
    const query = { query: text, within: places, limit, ...queryOf(engine, options) };
    const asFiles = options.filesOnly === true || options.filesWithMatches === true || options.count === true;
    const print = asFiles ? printFiles : printLines;
    const found = await print(project, { request, query, options, places });
    // In a pipe the lines are as ripgrep prints them.
    const isList = options.vimgrep === true || request.terminal.width === null;
    if (!json) printTogether(request, together, { isList });
    return found === 0 ? exitCode.nothing : exitCode.ok;
  });
}

interface Printing {
  request: ProjectRequest;
  query: TextQuery;
  options: TextSearchOptions;
  places: readonly string[];
}

/** @returns how many files match */
async function printFiles(project: AskedProject, { request, query, options }: Printing): Promise<number> {
  const { engine, root, together } = project;
  const { terminal } = request;
  const found = await searchEither(options, query, (one) => engine.text.files(one));
  const { answer } = found;
  const format = { maxChars: largestMaxChars, say: commandWording('search_code') };
  if (request.options.json === true) {
    terminal.out(printableJson(withTogether(formatFiles(answer, found.query, format).structured ?? {}, together)));
    return answer.files;
  }
  const shownPath = pathsFromHere(request, root);
  const link = await linkerOf(project, request);
  for (const { path, count } of answer.shown) {
    const shown = link(terminal.paint('path', printable(shownPath(path))), { path });
    terminal.out(options.count === true ? `${shown}:${count}` : shown);
  }
  const counted = { answer, query: found.query, total: answer.files, what: 'file' as const, ...format };
  const next = answer.shown.length > 0 ? nextOffset(answer.shown.length, counted) : null;
  const notes = [summaryOf(answer.shown.length, counted, next), ...notesOf(found)];
  printNotes(request, notes, next !== null || answer.isLowerBound);
  return answer.files;
}

/** @returns how many lines match */
async function printLines(project: AskedProject, { request, query, options, places }: Printing): Promise<number> {
  const { engine, root, base, together } = project;
  const { terminal } = request;
  const found = await searchEither(options, query, (one) => engine.text.search(one));
  const { answer } = found;
  const format = { maxChars: largestMaxChars, say: commandWording('search_code') };
  if (request.options.json === true) {
    terminal.out(printableJson(withTogether(formatLines(answer, found.query, format).structured ?? {}, together)));
    return answer.total;
  }
  const form = formOf(request, options, { root, base, places });
  const link = await linkerOf(project, request);
  for (const line of grepLines(answer.hits, form, { paint: terminal.paint, link })) terminal.out(line);
  const counted = { answer, query: found.query, total: answer.total, what: 'line' as const, ...format };
  const next = answer.hits.length > 0 ? nextOffset(answer.hits.length, counted) : null;
  const isCut = next !== null || answer.isLowerBound;
  const notes = [summaryOf(answer.hits.length, counted, next), ...notesOf(found)];
  printNotes(request, form.vimgrep && !isCut ? [] : notes, isCut);
  return answer.total;
}

/** Makes places links, where the terminal shows them. */
async function linkerOf(
  { base, loaded }: Pick<AskedProject, 'base' | 'loaded'>,
  { terminal }: ProjectRequest,
): Promise<Linker> {
  if (!terminal.hasStyles) return (text) => text;
  const { linkerFor } = await import('../terminal/links.ts');
  return linkerFor(terminal, base, loaded.config.terminal);
}

function notesOf(found: {
  answer: { total: number; notes: readonly string[] };
  query: TextQuery;
  note: string | null;
}): string[] {
  const notes = [...found.answer.notes, found.note, caseNote(found.query, found.answer.total)];
  return notes.filter((note) => note !== null).map((note) => `note: ${note}`);
}

/** Below the lines on a terminal. Elsewhere on standard error, and only if something is left out, so that a script sees what it sees of ripgrep. */
function printNotes({ terminal, options }: ProjectRequest, notes: readonly string[], isCut: boolean): void {
  if (notes.length === 0) return;
  if (terminal.width !== null) {
    for (const note of ['', ...notes]) terminal.out(terminal.paint('dim', foldText(printable(note), terminal.width)));
  } else if (isCut || options.verbose === true) for (const note of notes) terminal.err(printable(note));
}

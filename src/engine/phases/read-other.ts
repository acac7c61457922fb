/** Reads messages about text, symbols and lists: the bounds are those of the tools. */
import { definitionKinds } from '../../model/definition.ts';
import { leftOutReasons } from '../../model/file.ts';
import type { FindRequest } from '../text/text-part.ts';
import { bool, count, list, nullOr, object, oneOf, refused, text, type Check } from './checks.ts';
import { mostPlaces, type OtherMessages } from './other-messages.ts';
import { mostHits } from './messages.ts';

/** The text or expression that is looked for (characters), as of the tool `search_code`. */
const longestQuery = 10_000;
/** All globs of a search together (characters), as of the tool. */
const longestGlobs = 2000;
/** Lines around a match, as of the tool. */
const mostContext = 10;
/** The longest pattern of a name (characters). */
const longestPattern = 500;
/** A path of a message, and a word that is completed (characters). */
export const longestPath = 4096;

function atMost(most: number): Check<number> {
  return (value, what) => {
    if (count(value, what) > most) throw refused(what, `at most ${most}`);
    return value as number;
  };
}

function short(longest: number): Check<string> {
  return (value, what) => {
    if (text(value, what).length > longest) throw refused(what, `a text of at most ${longest} characters`);
    return value as string;
  };
}

/** Paths, or globs, that are together no longer. */
function together(longest: number): Check<string[]> {
  return (value, what) => {
    const found = list(text, mostPlaces)(value, what);
    if (found.reduce((sum, one) => sum + one.length, 0) > longest)
      throw refused(what, `texts of at most ${longest} characters together`);
    return found;
  };
}

/** A NUL cannot be passed to the search program. */
const query: Check<string> = (value, what) => {
  const found = short(longestQuery)(value, what);
  if (found === '' || found.includes('\0')) throw refused(what, 'a text without NUL characters');
  return found;
};

const asked = object(
  {
    pattern: object({
      ...{ query, isRegex: bool, wholeWord: bool, multiline: bool },
      case: oneOf('smart', 'sensitive', 'insensitive'),
    }),
  },
  { globs: together(longestGlobs), within: list(short(longestPath), 100), endings: list(short(100), 100) },
);

const hits = atMost(mostHits);
const path = short(longestPath);

const place: Check<readonly [string, number]> = (value, what) => {
  const [where, line, ...rest] = list<unknown>((one) => one, 2)(value, what);
  if (rest.length > 0) throw refused(what, 'a path and a line');
  return [path(where, what), count(line, what)];
};

/** All files, up to a number of lines, or some files. */
const find: Check<FindRequest> = (value, what) => {
  const found = object({ most: nullOr(hits), paths: nullOr(list(path, mostPlaces)), shown: hits })(value, what);
  if ((found.most === null) === (found.paths === null)) throw refused(what, 'a limit, or some files');
  return found;
};

/** Either of two bounds. */
const best: Check<{ lines: number } | { files: number }> = (value, what) =>
  typeof value === 'object' && value !== null && 'files' in value
    ? object({ files: hits })(value, what)
    : object({ lines: hits })(value, what);

const name = short(longestPattern);
const written = object({ name, file: nullOr(path) });

/** What else is sent is left out. */
const nothing = (): Record<string, never> => ({});

export const otherReaders: { [Kind in keyof OtherMessages]: Check<OtherMessages[Kind]['asked']> } = {
  textScope: object({ text: asked }),
  textFind: object({
    text: asked,
    request: find,
  }),
  textCount: object({ text: asked, request: object({ best, most: nullOr(hits) }) }),
  textLines: object({
    text: asked,
    request: object({ places: list(place, mostPlaces), context: atMost(mostContext) }),
  }),
  symbols: object({
    request: object(
      { written, most: hits, isRead: bool, lastName: nullOr(short(20_000)), mostNames: count },
      { type: oneOf(...definitionKinds), module: name, package: name, exported: bool },
    ),
  }),
  symbolFiles: object({ paths: list(name, longestPattern) }),
  symbolNames: object({ written }),
  leftOut: object({ limit: hits }, { reason: oneOf(...leftOutReasons) }),
  statistics: nothing,
  listed: object({ filter: object({ limit: hits }, { language: name, pathPrefix: path, afterPath: path }) }),
  status: nothing,
  completions: object({ of: oneOf('paths', 'symbols'), typed: path }),
};

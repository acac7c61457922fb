/** Reads a message to a share. Whoever may ask a node may send one, so nothing of it is believed. */
import { AppError } from '../../model/error.ts';
import { tagFields } from '../../store/store.ts';
import { mostHits, mostTexts, type MessageKind, type Messages, type ShareQuestion } from './messages.ts';

/** A message has no more items of a kind. */
const mostItems = 5000;
/** A text in a message is no longer (characters). */
const longest = 20_000;
/** The outlines of so many files are asked for at once: a question that means more files by a name asks for none. */
const mostOutlines = 1000;
/** A question has no more tags. */
const mostTags = 8;
/** Nor more terms: of its words, and of these in the other spelling, or of its tags and their synonyms. */
const mostTerms = 1000;
/** Names are corrected in short questions only, so all of a message are no longer together (characters). */
const longestNames = 200;

/** A check of a value, which throws where it is not of the type. */
type Check<T> = (value: unknown, what: string) => T;

function refused(what: string, expected: string): AppError {
  return new AppError('ValidationError', `Not a message that nodes send each other: ${what} has to be ${expected}`, {
    hint: 'Nodes of one version understand each other. Clients ask the tools.',
    details: { field: what, expected, received: null },
  });
}

const text: Check<string> = (value, what) => {
  if (typeof value !== 'string' || value.length > longest)
    throw refused(what, `a text of at most ${longest} characters`);
  return value;
};
const number: Check<number> = (value, what) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refused(what, 'a number');
  return value;
};
const count: Check<number> = (value, what) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw refused(what, 'a whole number from 0');
  return value as number;
};
const hits: Check<number> = (value, what) => {
  if (count(value, what) > mostHits) throw refused(what, `at most ${mostHits}`);
  return value as number;
};
const bool: Check<boolean> = (value, what) => {
  if (typeof value !== 'boolean') throw refused(what, 'true or false');
  return value;
};

function list<T>(check: Check<T>, most = mostItems): Check<T[]> {
  return (value, what) => {
    if (!Array.isArray(value) || value.length > most) throw refused(what, `a list of at most ${most}`);
    return value.map((one, at) => check(one, `${what}[${at}]`));
  };
}

function oneOf<T extends string>(...values: readonly T[]): Check<T> {
  return (value, what) => {
    const found = values.find((one) => one === value);
    if (found === undefined) throw refused(what, `one of ${values.join(', ')}`);
    return found;
  };
}

function nullOr<T>(check: Check<T>): Check<T | null> {
  return (value, what) => (value === null ? null : check(value, what));
}

type Fields = Readonly<Record<string, Check<unknown>>>;
type Values<F extends Fields> = { [Key in keyof F]: ReturnType<F[Key]> };

/** An object with these fields, some of which may be missing. Others are left out. */
function object<F extends Fields, O extends Fields = Fields>(
  fields: F,
  optional?: O,
): Check<Values<F> & Partial<Values<O>>> {
  return (value, what) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused(what, 'an object');
    const given = value as Record<string, unknown>;
    const read = Object.entries(fields).map(([key, check]) => [key, check(given[key], `${what}.${key}`)]);
    const more = Object.entries(optional ?? {}).flatMap(([key, check]) =>
      given[key] === undefined ? [] : [[key, check(given[key], `${what}.${key}`)]],
    );
    return Object.fromEntries([...read, ...more]) as Values<F> & Partial<Values<O>>;
  };
}

const texts = list(text);
const terms = list(text, mostTerms);
const tags = list(text, mostTags);
const names: Check<string[]> = (value, what) => {
  const words = list(text, longestNames)(value, what);
  if (words.reduce((sum, word) => sum + word.length, 0) > longestNames)
    throw refused(what, `words of at most ${longestNames} characters together`);
  return words;
};
const page = { offset: hits, limit: hits };

const sums: Check<number[]> = (value, what) => {
  const found = list(count, tagFields.length)(value, what);
  if (found.length !== tagFields.length) throw refused(what, `${tagFields.length} numbers`);
  return found;
};

const term: Check<readonly [string, { fileCount: number; isNamed: boolean }]> = (value, what) => {
  const [name, figures] = list<unknown>((one) => one, 2)(value, what);
  return [text(name, what), object({ fileCount: count, isNamed: bool })(figures, what)];
};

const corpus = object({
  figures: object({ files: count, fieldSums: sums, languages: texts }),
  terms: list(term, mostTerms),
});

/** A file is asked for once. */
function ids(most?: number): Check<number[]> {
  return (value, what) => {
    const found = list(count, most)(value, what);
    if (new Set(found).size < found.length) throw refused(what, 'a list without repetition');
    return found;
  };
}

const readers: { [Kind in MessageKind]: Check<Messages[Kind]['asked']> } = {
  figures: object({ terms, for: oneOf('words', 'tags') }),
  focus: object({
    query: object({ query: text, limit: hits }, { offset: hits, language: text, pathPrefix: text, afterMs: number, beforeMs: number }), // prettier-ignore
    corpus,
  }),
  details: object({ ids: ids() }),
  texts: object({ ids: ids(mostTexts) }),
  outlines: object({ ids: ids(mostOutlines) }),
  names: object({ words: names }),
  frequencies: object({ words: tags }),
  path: object({ text }),
  tags: object({
    query: object(
      { tags, ...page },
      {
        mostDefinitions: count,
        filters: object({}, { language: text, fileType: text, path: text, hasExports: bool, hasTests: bool }),
      },
    ),
    corpus,
    weights: object({ filename: number, path: number, definitions: number, imports: number, documentation: number }),
  }),
  near: object({
    request: object(
      { query: text, k: hits },
      { language: text, pathPrefix: text, after: number, before: number, checkDisk: bool },
    ),
  }),
};

/** Throws a `ValidationError`. */
export function readQuestion(value: unknown): ShareQuestion {
  const kinds = Object.keys(readers) as MessageKind[];
  const { kind, state, asked } = object({
    kind: oneOf(...kinds),
    state: nullOr(text),
    asked: (one: unknown) => one,
  })(value, 'question');
  return { kind, state, asked: readers[kind](asked, 'asked') };
}

/** Reads a message to a share. Whoever may ask a node may send one, so nothing of it is believed. */
import { tagFields } from '../../store/store.ts';
import { needs } from '../concerned/read-needs.ts';
import { bool, count, list, nullOr, number, object, oneOf, refused, text, type Check } from './checks.ts';
import { otherReaders } from './read-other.ts';
import { mostHits, mostTexts, type MessageKind, type Messages, type ShareQuestion } from './messages.ts';

/** The outlines of so many files are asked for at once: a question that means more files by a name asks for none. */
const mostOutlines = 1000;
/** A question in words is no longer (characters), as of the tools. */
const longestQuestion = 100_000;
/** A question has no more tags. */
const mostTags = 8;
/** Nor more terms: of its words, and of these in the other spelling, or of its tags and their synonyms. */
const mostTerms = 1000;
/** Names are corrected in short questions only, so all of a message are no longer together (characters). */
const longestNames = 200;

const hits: Check<number> = (value, what) => {
  if (count(value, what) > mostHits) throw refused(what, `at most ${mostHits}`);
  return value as number;
};
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
const words: Check<string> = (value, what) => {
  if (typeof value !== 'string' || value.length > longestQuestion)
    throw refused(what, `a text of at most ${longestQuestion} characters`);
  return value;
};

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
  ...otherReaders,
  figures: object({ terms, for: oneOf('words', 'tags') }),
  focus: object({
    query: object({ query: words, limit: hits }, { offset: hits, language: text, pathPrefix: text, afterMs: number, beforeMs: number }), // prettier-ignore
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
      { query: words, k: hits },
      { language: text, pathPrefix: text, after: number, before: number, checkDisk: bool },
    ),
  }),
  concerned: needs,
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

/**
 * Matches a query against code verbatim: a message, a line of code, a sentence of a comment, alone or between other words, and
 * with values where the code has placeholders.
 * Invariant: words count where text and query have them in the same order, and more if more of them are consecutive in both. A word that no
 * file has does not count.
 */
import { identifierTerms } from '../util/words/words.ts';
import type { ParsedHybridQuery } from './hybrid/query.ts';

/** A query with fewer words that are terms or numbers is not matched: it is a name, or its words occur together by chance. */
const minWords = 3;
/** Maximum distance between successive matches, in the text and in the query: a placeholder, and the value in its place. */
const maxDistance = 8;
/** Maximum number of words of a placeholder that a run may cross: `%d`, `${options.name}`. */
const maxPlaceholder = 3;
/**
 * Factor of each word of a run (consecutive in both), by the length of the run; 1 for longer runs, and for a run that is the whole
 * query. Two or three words occur together in many texts on the same matter (`response model`, `error handling`).
 */
const runFactors = [0, 0.4, 0.6, 0.8];
/** Weight of words that are not terms (`is`, `of`) relative to those that are. Numbers weigh less, since they are mostly values. */
const shortWeight = 0.3;
const numberWeight = 0.1;
/** Where a query has quoted texts: weight of the words outside of them. */
const unquotedWeight = 0.3;
/** Weight of words in an absolute path, which is mostly a value. */
const pathWeight = 0.3;
/** A smaller share of a query does not count: so few words occur together by chance. */
export const minVerbatimShare = 0.3;
/** Longer chunks are read up to here (characters): the rest is data. */
const maxChunkText = 20_000;

/** A word of a query, in lower case. */
export interface VerbatimWord {
  text: string;
  /** Index among the query's words. */
  at: number;
  /** Whether no space precedes it: `b` in `a_b` and `a.b`. */
  isJoined: boolean;
  /** The word's rarest term; null if it has none. */
  term: string | null;
  /** The word's share of the query's total weight. */
  share: number;
  /** Number of directly preceding words that may be values of a placeholder: numbers, and words that no file has. */
  values: number;
}

/** A query prepared for verbatim matching: its words that some file has, in order. */
export interface VerbatimQuery {
  words: readonly VerbatimWord[];
  byText: ReadonlyMap<string, readonly VerbatimWord[]>;
  /** By UTF-16 unit below 128: 1 for the first units of the words, in lower and upper case. */
  starts: Uint8Array;
}

const fromRoot = /^(?:[^\p{L}\p{N}\s]*|[a-z]+:)[\\/]/iu;
const isNumber = /^\d+$/;
const quotes = /"[^"\n]+"|`[^`\n]+`|(?<![\p{L}\p{N}])'[^'\n]+'(?![\p{L}\p{N}])/gu;

/**
 * Prepares a query for verbatim matching. Null for a query that is a single name, is long, has fewer than `minWords` words that are terms or
 * numbers, or has no term.
 * @param rarity returns the rarity of a term; 0 where no file has it
 */
export function verbatimQuery(
  { text, isLong, isName }: Pick<ParsedHybridQuery, 'text' | 'isLong' | 'isName'>,
  rarity: (term: string) => number,
): VerbatimQuery | null {
  if (isLong || isName) return null;
  const quoted = [...text.matchAll(quotes)]
    .map((part) => ({ start: part.index, end: part.index + part[0].length }))
    .filter(({ start, end }) => countTokens(text.slice(start, end)) >= minWords);
  const isQuoted = (at: number): boolean =>
    quoted.length === 0 || quoted.some(({ start, end }) => at >= start && at < end);
  const all: VerbatimWord[] = [];
  let values = 0;
  visitTokens(text, ({ start, end, isJoined }) => {
    const word = text.slice(start, end);
    const { worth, term } = weightOfWord(word, rarity);
    const share = worth * (isQuoted(start) ? 1 : unquotedWeight) * (isInPath(text, start) ? pathWeight : 1);
    all.push({ text: word.toLowerCase(), at: all.length, isJoined, term, share, values });
    values = share === 0 || isNumber.test(word) ? values + 1 : 0;
  });
  const words = all.filter(({ share }) => share > 0);
  const isLongEnough = words.filter(({ text: word, term }) => term !== null || isNumber.test(word)).length >= minWords;
  if (!isLongEnough || words.every(({ term }) => term === null)) return null;
  const sum = words.reduce((total, { share }) => total + share, 0);
  for (const word of words) word.share /= sum;
  return { words, byText: Map.groupBy(words, (word) => word.text), starts: startsOf(words) };
}

function startsOf(words: readonly VerbatimWord[]): Uint8Array {
  const starts = new Uint8Array(128);
  for (const { text } of words) {
    const first = text.charAt(0);
    for (const unit of [first, first.toUpperCase()]) if (unit.charCodeAt(0) < 128) starts[unit.charCodeAt(0)] = 1;
  }
  return starts;
}

/** Whether the word at `start` is part of an absolute path, or of a URL. */
function isInPath(text: string, start: number): boolean {
  return fromRoot.test(/\S*$/.exec(text.slice(0, start))![0]);
}

/** The weight of a word, and its rarest term. A word with a term that no file has weighs nothing. */
function weightOfWord(word: string, rarity: (term: string) => number): { worth: number; term: string | null } {
  if (isNumber.test(word)) return { worth: numberWeight, term: null };
  const terms = identifierTerms(word).parts;
  if (terms.length === 0) return { worth: shortWeight, term: null };
  const worths = terms.map(rarity);
  if (worths.includes(0)) return { worth: 0, term: null };
  const worth = Math.max(...worths);
  return { worth, term: terms[worths.indexOf(worth)]! };
}

/** Upper bound of `verbatimShare` for a text with some of the words. @param has whether the text has a word, by index in `words` */
export function maxVerbatimShare({ words }: VerbatimQuery, has: (index: number) => boolean): number {
  let beforeRun = 0;
  let run: Run = { length: 0, share: 0 };
  let last = -1;
  for (let index = 0; index < words.length; index++) {
    if (!has(index)) continue;
    const { at, share, values } = words[index]!;
    const isNext = run.length > 0 && at <= last + 1 + values;
    if (!isNext) beforeRun += weightOfRun(run, words.length);
    run = isNext ? { length: run.length + 1, share: run.share + share } : { length: 1, share };
    last = at;
  }
  return beforeRun + weightOfRun(run, words.length);
}

/** Consecutive words. */
interface Run {
  length: number;
  /** Their share of the query's total weight. */
  share: number;
}

/** @param queryLength number of words of the query */
function weightOfRun({ length, share }: Run, queryLength: number): number {
  return share * (length === queryLength ? 1 : (runFactors[length] ?? 1));
}

/** A word of a text that matches the query, at the end of its run. */
interface Match extends Run {
  /** Index among the words of the text, from 1. */
  at: number;
  isJoined: boolean;
  word: VerbatimWord;
  /** Weights of the matches before this run. */
  beforeRun: number;
  /** Weights of all matches up to this one. */
  sum: number;
}

/** The share of a query that a text contains verbatim and in order, 0 to 1. */
export function verbatimShare({ words, byText, starts }: VerbatimQuery, text: string): number {
  const matches: Match[] = [];
  let at = 0;
  let best = 0;
  visitTokens(text.length > maxChunkText ? text.slice(0, maxChunkText) : text, ({ start, end, isJoined }) => {
    at++;
    // Skips words that begin unlike all words of the query. Letters beyond ASCII are not skipped: the lower case of some is ASCII.
    if (starts[text.charCodeAt(start)] === 0) return;
    const sameWords = byText.get(text.slice(start, end).toLowerCase());
    if (sameWords === undefined) return;
    for (const word of sameWords) {
      const match: Match = { at, isJoined, word, length: 1, share: word.share, beforeRun: 0, sum: 0 };
      match.sum = weightOfRun(match, words.length);
      for (let index = matches.length - 1; index >= 0 && matches[index]!.at >= at - maxDistance; index--)
        appendTo(matches[index]!, match, words.length);
      matches.push(match);
      best = Math.max(best, match.sum);
    }
  });
  return best;
}

/** Appends a match to an earlier one if that increases its sum. */
function appendTo(earlier: Match, match: Match, queryLength: number): void {
  const distance = match.word.at - earlier.word.at;
  if (earlier.at === match.at || distance < 1 || distance > maxDistance) return;
  const isNext =
    distance === 1
      ? earlier.at === match.at - 1 && match.isJoined === match.word.isJoined
      : distance === 1 + match.word.values && match.at - earlier.at <= maxPlaceholder + 1;
  const { share } = match.word;
  const [run, beforeRun] = isNext
    ? [{ length: earlier.length + 1, share: earlier.share + share }, earlier.beforeRun]
    : [{ length: 1, share }, earlier.sum];
  const sum = beforeRun + weightOfRun(run, queryLength);
  if (sum <= match.sum) return;
  [match.length, match.share, match.beforeRun, match.sum] = [run.length, run.share, beforeRun, sum];
}

/** The score of a text that contains this share of the query, 0 to 1. */
export function verbatimScore(share: number): number {
  return Math.max(0, (share - minVerbatimShare) / (1 - minVerbatimShare));
}

/** By UTF-16 unit below 128: 1 for units of words. */
const wordUnits = Uint8Array.from({ length: 128 }, (_, unit) => Number(/[a-z0-9]/i.test(String.fromCharCode(unit))));
const space = 32;
const backslash = 92;

interface Token {
  start: number;
  end: number;
  isJoined: boolean;
}

/** Visits runs of letters and digits. A letter after a backslash belongs to an escape sequence and is skipped. */
function visitTokens(text: string, visit: (token: Token) => void): void {
  const { length } = text;
  // One object is reused for all tokens, which is much cheaper than one for each.
  const token: Token = { start: 0, end: 0, isJoined: false };
  let start = -1;
  for (let at = 0; at <= length; at++) {
    const unit = at < length ? text.charCodeAt(at) : 0;
    if (unit < 128 ? wordUnits[unit] === 1 : isInWord(text.charAt(at))) {
      if (start === -1) start = at;
      continue;
    }
    if (start !== -1) {
      [token.start, token.end] = [start, at];
      visit(token);
      [start, token.isJoined] = [-1, true];
    }
    if (unit <= space) token.isJoined = false;
    else if (unit === backslash) [at, token.isJoined] = [at + 1, false];
  }
}

function isInWord(unit: string): boolean {
  return /[\p{L}\p{M}\p{N}]/u.test(unit);
}

function countTokens(text: string): number {
  let count = 0;
  visitTokens(text, () => count++);
  return count;
}

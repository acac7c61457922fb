/**
 * What a question gives as it stands in the code: a message, a line of code, a sentence of a comment, alone or within words of its own and
 * with values where the code has placeholders.
 * Invariant: words count in their order, the more the more of them follow one another in both, and what no file has does not count.
 */
import { identifierTerms } from '../util/words/words.ts';
import type { ParsedRepoQuery } from './repo-query.ts';

/** Fewer are a name, and stand anywhere. */
const leastWords = 3;
/** Words between two that follow one another in a text, and in the question: a placeholder, and what was filled in. */
const farthest = 8;
/** Words of a placeholder over which a run goes on: `%d`, `${options.name}`. */
const longestPlaceholder = 3;
/**
 * What each word of a run counts, whose words follow one another in both, by how many these are: of longer runs, and of one that is the whole
 * question, all of it. Two or three stand together in many texts on one matter (`response model`, `error handling`).
 */
const ofRuns = [0, 0.4, 0.6, 0.8];
/** What words that are no terms count beside those that are: `is`, `of`; of numbers, which are filled in most of the time, less. */
const ofShort = 0.3;
const ofNumber = 0.1;
/** What words around a quoted text count beside those in it, and those of a path from the root, which is filled in most of the time. */
const around = 0.3;
const ofPath = 0.3;
/** Less of a question than that stands anywhere. */
export const leastWritten = 0.3;
/** Of longer chunks the rest is data (characters). */
const readOfChunk = 20_000;

/** A word of a question, in small letters. */
export interface WrittenWord {
  text: string;
  /** Place among the question's words. */
  at: number;
  /** No space stands before it: `b` in `a_b` and `a.b`. */
  isJoined: boolean;
  /** Its rarest term; null for one that is none. */
  term: string | null;
  /** Its part of all that the question says. */
  share: number;
  /** So many words before it may be values of a placeholder: numbers, and what no file has. */
  values: number;
}

/** A question as it is written: its words that some file has, in order. */
export interface Written {
  words: readonly WrittenWord[];
  byText: ReadonlyMap<string, readonly WrittenWord[]>;
  /** By UTF-16 unit below 128: 1 for those that a word begins with, in small or capital letters. */
  starts: Uint8Array;
}

const fromRoot = /^(?:[^\p{L}\p{N}\s]*|[a-z]+:)[\\/]/iu;
const isNumber = /^\d+$/;
const quotes = /"[^"\n]+"|`[^`\n]+`|(?<![\p{L}\p{N}])'[^'\n]+'(?![\p{L}\p{N}])/gu;

/**
 * Null for what is no text: a name, and what is told at length.
 * @param rarity of a term, 0 where no file has it
 */
export function writtenWords(
  { text, isLong, isName }: Pick<ParsedRepoQuery, 'text' | 'isLong' | 'isName'>,
  rarity: (term: string) => number,
): Written | null {
  if (isLong || isName) return null;
  const quoted = [...text.matchAll(quotes)]
    .map((part) => ({ start: part.index, end: part.index + part[0].length }))
    .filter(({ start, end }) => countTokens(text.slice(start, end)) >= leastWords);
  const isQuoted = (at: number): boolean =>
    quoted.length === 0 || quoted.some(({ start, end }) => at >= start && at < end);
  const all: WrittenWord[] = [];
  let values = 0;
  visitTokens(text, ({ start, end, isJoined }) => {
    const word = text.slice(start, end);
    const { worth, term } = worthOf(word, rarity);
    const share = worth * (isQuoted(start) ? 1 : around) * (isInPath(text, start) ? ofPath : 1);
    all.push({ text: word.toLowerCase(), at: all.length, isJoined, term, share, values });
    values = share === 0 || isNumber.test(word) ? values + 1 : 0;
  });
  const words = all.filter(({ share }) => share > 0);
  const isTelling = words.filter(({ text: word, term }) => term !== null || isNumber.test(word)).length >= leastWords;
  if (!isTelling || words.every(({ term }) => term === null)) return null;
  const sum = words.reduce((total, { share }) => total + share, 0);
  for (const word of words) word.share /= sum;
  return { words, byText: Map.groupBy(words, (word) => word.text), starts: startsOf(words) };
}

function startsOf(words: readonly WrittenWord[]): Uint8Array {
  const starts = new Uint8Array(128);
  for (const { text } of words) {
    const first = text.charAt(0);
    for (const unit of [first, first.toUpperCase()]) if (unit.charCodeAt(0) < 128) starts[unit.charCodeAt(0)] = 1;
  }
  return starts;
}

/** Whether the word at `start` is part of a path from the root, or of an address. */
function isInPath(text: string, start: number): boolean {
  return fromRoot.test(/\S*$/.exec(text.slice(0, start))![0]);
}

/** What a word says, and its rarest term; one that has a term that no file has says nothing. */
function worthOf(word: string, rarity: (term: string) => number): { worth: number; term: string | null } {
  if (isNumber.test(word)) return { worth: ofNumber, term: null };
  const terms = identifierTerms(word).parts;
  if (terms.length === 0) return { worth: ofShort, term: null };
  const worths = terms.map(rarity);
  if (worths.includes(0)) return { worth: 0, term: null };
  const worth = Math.max(...worths);
  return { worth, term: terms[worths.indexOf(worth)]! };
}

/** More than what has those words alone can have of a question as it is written. @param has by place among its words */
export function mostWritten({ words }: Written, has: (place: number) => boolean): number {
  let before = 0;
  let run: Run = { length: 0, share: 0 };
  let last = -1;
  for (let place = 0; place < words.length; place++) {
    if (!has(place)) continue;
    const { at, share, values } = words[place]!;
    const isNext = run.length > 0 && at <= last + 1 + values;
    if (!isNext) before += worthOfRun(run, words.length);
    run = isNext ? { length: run.length + 1, share: run.share + share } : { length: 1, share };
    last = at;
  }
  return before + worthOfRun(run, words.length);
}

/** Words that follow one another. */
interface Run {
  length: number;
  /** Of all that the question says. */
  share: number;
}

/** @param all words of the question */
function worthOfRun({ length, share }: Run, all: number): number {
  return share * (length === all ? 1 : (ofRuns[length] ?? 1));
}

/** A word of a text that the question has, at the end of its run. */
interface Match extends Run {
  /** Place among the words of the text. */
  place: number;
  isJoined: boolean;
  word: WrittenWord;
  /** What the words before its run say that stand in their order, and those up to it. */
  before: number;
  sum: number;
}

/** How much of a question stands in a text, in its order, 0 to 1. */
export function writtenShare({ words, byText, starts }: Written, text: string): number {
  const matches: Match[] = [];
  let place = 0;
  let best = 0;
  visitTokens(text.length > readOfChunk ? text.slice(0, readOfChunk) : text, ({ start, end, isJoined }) => {
    place++;
    // Most words begin otherwise; what is beyond ASCII may be written small in ASCII.
    if (starts[text.charCodeAt(start)] === 0) return;
    const known = byText.get(text.slice(start, end).toLowerCase());
    if (known === undefined) return;
    for (const word of known) {
      const match: Match = { place, isJoined, word, length: 1, share: word.share, before: 0, sum: 0 };
      match.sum = worthOfRun(match, words.length);
      for (let at = matches.length - 1; at >= 0 && matches[at]!.place >= place - farthest; at--)
        follow(matches[at]!, match, words.length);
      matches.push(match);
      best = Math.max(best, match.sum);
    }
  });
  return best;
}

/** Has a match follow another one where that says more. */
function follow(before: Match, match: Match, all: number): void {
  const distance = match.word.at - before.word.at;
  if (before.place === match.place || distance < 1 || distance > farthest) return;
  const isNext =
    distance === 1
      ? before.place === match.place - 1 && match.isJoined === match.word.isJoined
      : distance === 1 + match.word.values && match.place - before.place <= longestPlaceholder + 1;
  const { share } = match.word;
  const [run, base] = isNext
    ? [{ length: before.length + 1, share: before.share + share }, before.before]
    : [{ length: 1, share }, before.sum];
  const sum = base + worthOfRun(run, all);
  if (sum <= match.sum) return;
  [match.length, match.share, match.before, match.sum] = [run.length, run.share, base, sum];
}

/** How likely a text is what a question gives, of which it has so much, 0 to 1. */
export function writtenWorth(share: number): number {
  return Math.max(0, (share - leastWritten) / (1 - leastWritten));
}

/** By UTF-16 unit below 128: 1 for one that is in words. */
const wordUnits = Uint8Array.from({ length: 128 }, (_, unit) => Number(/[a-z0-9]/i.test(String.fromCharCode(unit))));
const space = 32;
const backslash = 92;

interface Token {
  start: number;
  end: number;
  isJoined: boolean;
}

/** Runs of letters and digits; a letter behind a backslash stands for something else. */
function visitTokens(text: string, visit: (token: Token) => void): void {
  const { length } = text;
  // One for all, which is much cheaper.
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

/**
 * Words of source text: where identifiers and words are, how they split, what their stems are.
 * Both what is indexed and what is asked goes through here, or a word would not find itself.
 * Splitting knows camelCase, PascalCase, snake_case, kebab-case, acronyms (`HTTPServer`: http, server) and digits (`base64`: base64, base).
 */
import { stemmer } from 'stemmer';
import { isUnspaced, kindOf, kinds, kindsOf } from './unit-kinds.ts';

/** Shorter tags say too little. Scripts without spaces are exempt: two characters are a word there. */
const shortestTerm = 3;
/** A longer run of letters is data (base64, hashes), not a word. */
const longestTerm = 64;

/** Longer words are their own stems. */
const longestStemmed = 32;

/** Stems remembered; emptied when full. */
const rememberedStems = 200_000;
const stems = new Map<string, string>();

// Classes of Unicode take V8 up to half a millisecond: they are made where they are asked for.
const camelBoundary = (): RegExp => /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const wordRun = (): RegExp => /[\p{L}\p{N}\p{M}]+/gu;
const nonAscii = /[^\0-\x7f]/;

/** Lower-case parts of one identifier or word, in order, short ones included. */
export function splitIdentifier(identifier: string): string[] {
  if (!nonAscii.test(identifier)) return splitAscii(identifier);
  return (kindsOf(identifier) & kinds.surrogate) === 0 ? splitWide(identifier) : splitByCharacters(identifier);
}

/** A word of nothing else is one part, and is its own stem. */
const plainKinds = kinds.lower | kinds.letter | kinds.wide;
/** As `splitByCharacters`, of a text in which each unit is a character. */
function splitWide(identifier: string): string[] {
  const parts: string[] = [];
  const { length } = identifier;
  let start = 0;
  let before: number = kinds.other;
  for (let at = 0; at <= length; at++) {
    const kind = at < length ? kindOf(identifier.charCodeAt(at)) : kinds.other;
    const isOther = (kind & kinds.other) !== 0;
    if ((before & kinds.other) !== 0) start = at;
    else if (isOther || ((kind & kinds.upper) !== 0 && opensPart(identifier, at, before))) {
      parts.push(lowerCase(identifier.slice(start, at)));
      start = at;
    }
    before = kind;
  }
  return parts;
}

/** Whether the capital at `at`, behind a unit of `before`, starts a part, as `camelBoundary` says. */
function opensPart(identifier: string, at: number, before: number): boolean {
  if ((before & (kinds.lower | kinds.number)) !== 0) return true;
  if ((before & kinds.upper) === 0 || at + 1 === identifier.length) return false;
  return (kindOf(identifier.charCodeAt(at + 1)) & kinds.lower) !== 0;
}

/** Most words have no capital, which is told sooner than that V8 finds it out. */
function lowerCase(part: string): string {
  return (kindsOf(part) & kinds.cased) === 0 ? part : part.toLowerCase();
}

function splitByCharacters(identifier: string): string[] {
  const parts: string[] = [];
  for (const [run] of identifier.matchAll(wordRun())) {
    for (const part of run.split(camelBoundary())) parts.push(part.toLowerCase());
  }
  return parts;
}

/** Character classes of the splitter: 0 separator, 1 lower case, 2 upper case, 3 digit. */
export const splitClasses = new Uint8Array(128);
for (let c = 0; c < 128; c++) {
  const character = String.fromCharCode(c);
  if (/[a-z]/.test(character)) splitClasses[c] = 1;
  else if (/[A-Z]/.test(character)) splitClasses[c] = 2;
  else if (/[0-9]/.test(character)) splitClasses[c] = 3;
}

/** The scanner behind `splitIdentifier` where every character is ASCII; also keeps a plural acronym whole (`parseURLs`: parse, urls). */
function splitAscii(identifier: string): string[] {
  const lower = identifier.toLowerCase();
  const end = identifier.length;
  const parts: string[] = [];
  let start = -1;
  let previous = 0;
  for (let i = 0; i < end; i++) {
    const current = splitClasses[identifier.charCodeAt(i)]!;
    if (current === 0) {
      if (start !== -1) parts.push(lower.slice(start, i));
      start = -1;
    } else if (start === -1) {
      start = i;
    } else if (startsPart(identifier, i, previous, current)) {
      parts.push(lower.slice(start, i));
      start = i;
    }
    previous = current;
  }
  if (start !== -1) parts.push(lower.slice(start));
  return parts;
}

/** Whether a new part starts at `i` right behind another; both classes are those of the characters at and before it. */
export function startsPart(identifier: string, i: number, previous: number, current: number): boolean {
  return current === 2 && (previous !== 2 || opensWord(identifier, i));
}

/** Whether the capital at `i`, after another capital, starts a word: a small letter follows that is not just a plural s. */
function opensWord(identifier: string, i: number): boolean {
  if (i + 1 >= identifier.length || splitClasses[identifier.charCodeAt(i + 1)] !== 1) return false;
  if (identifier[i + 1] !== 's') return true;
  return i + 2 < identifier.length && splitClasses[identifier.charCodeAt(i + 2)] === 1;
}

const letters = /^[a-z]{3,}$/;

/** The stem of one lower-case word; words with digits or other scripts are their own stems. */
export function stem(word: string): string {
  let stemmed = stems.get(word);
  if (stemmed === undefined) {
    stemmed = word.length <= longestStemmed && letters.test(word) ? stemmer(word) : word;
    if (stems.size >= rememberedStems) stems.clear();
    stems.set(word, stemmed);
  }
  return stemmed;
}

/** How a term begins: letters that every word which has the term has side by side. Stemming changes ends alone, a last `y` among them. */
export function termStart(term: string): string {
  return term.slice(0, Math.max(1, Math.min(3, term.length - 1)));
}

/** Two-character windows of a run in a script that writes without spaces. @param run of more than one unit a character where `isLong` */
function bigrams(run: string, isLong: boolean): string[] {
  if (!isLong) {
    const pairs: string[] = [];
    for (let at = 0; at < run.length - 1; at++) pairs.push(run.slice(at, at + 2));
    return run.length < 3 ? [run] : pairs;
  }
  const characters = [...run];
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, i) => characters[i]! + character);
}

/** Of a longer word there are no terms. */
export const maxIdentifier = longestTerm * 4;

export interface IdentifierTerms {
  /** Stems of its parts, distinct. */
  parts: string[];
  /** All parts joined, lower case, unstemmed, when there are several; null for a single word. */
  whole: string | null;
}

const hasDigit = /\d/;
const onlyDigits = /^\d+$/;

/** A shorter run of letters and digits is a word whatever they are. */
const shortestData = 20;

/**
 * Whether a run of letters and digits is encoded data (a hash, a checksum, base64): more than a third of its characters are a digit behind a letter, a
 * letter behind a digit, or a capital behind a small letter. The checksums of one lock file would be four of five terms of a project.
 */
function isData(identifier: string): boolean {
  const { length } = identifier;
  if (length < shortestData) return false;
  let turns = 0;
  let hasDigit = false;
  let previous = 0;
  for (let i = 0; i < length; i++) {
    const code = identifier.charCodeAt(i);
    const current = code < 128 ? splitClasses[code]! : 0;
    if (current === 0) return false;
    if (current === 3) hasDigit = true;
    if (i > 0 && ((current === 3) !== (previous === 3) || (current === 2 && previous === 1))) turns++;
    previous = current;
  }
  return hasDigit && turns * 3 > length;
}

/** The index terms of one identifier or word; none of encoded data. */
export function identifierTerms(identifier: string): IdentifierTerms {
  if (identifier.length > maxIdentifier || isData(identifier)) return { parts: [], whole: null };
  const other = nonAscii.test(identifier);
  if (other && (kindsOf(identifier) & ~plainKinds) === 0) {
    const isTerm = identifier.length >= shortestTerm && identifier.length <= longestTerm;
    return { parts: isTerm ? [identifier] : [], whole: null };
  }
  const words = splitIdentifier(identifier);
  const parts: string[] = [];
  const add = (term: string): void => {
    if (!parts.includes(term)) parts.push(term);
  };
  for (const word of words) {
    if (word.length > longestTerm) continue;
    const kind = other ? kindsOf(word) : 0;
    const isLong = (kind & kinds.surrogate) !== 0;
    if ((kind & kinds.unspaced) !== 0 || (isLong && isUnspaced(word))) {
      for (const pair of bigrams(word, isLong)) add(pair);
    } else if (!hasDigit.test(word)) {
      // The others would be looked up in vain.
      if (word.length >= shortestTerm) add((kind & kinds.wide) === 0 ? stem(word) : word);
    } else {
      if (word.length >= shortestTerm && !onlyDigits.test(word)) add(word);
      for (const run of word.split(/\d+/)) if (run.length >= shortestTerm) add(stem(run));
    }
  }
  const joined = words.length > 1 ? words.join('') : null;
  return { parts, whole: joined !== null && isJoinedTerm(joined) ? joined : null };
}

/** Whether the parts of an identifier are a term when they are joined. */
export function isJoinedTerm(joined: string): boolean {
  return joined.length >= shortestTerm && joined.length <= longestTerm && !onlyDigits.test(joined);
}

/**
 * Splits the identifiers and words of source text, and finds their stems.
 * Indexing and searching must both use this module: a word is found only by the terms that it was indexed with.
 * Splitting handles camelCase, PascalCase, snake_case, kebab-case, acronyms (`HTTPServer`: http, server) and digits (`base64`: base64, base).
 */
import { stemmer } from 'stemmer';
import { isUnspaced, kindOf, kinds, kindsOf } from './unit-kinds.ts';

/** Shorter terms say too little. Scripts without spaces are exempt: two of their characters are a word. */
const minTerm = 3;
/** A longer run of letters is data (base64, hashes), not a word. */
const maxTerm = 64;

/** A longer word is its own stem. */
const maxStemmed = 32;

/** Maximum number of cached stems; the cache is emptied when it is full. */
const maxStems = 200_000;
const stems = new Map<string, string>();

// Unicode classes take V8 up to half a millisecond to compile, so the patterns are made on demand.
const camelBoundary = (): RegExp => /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const wordRun = (): RegExp => /[\p{L}\p{N}\p{M}]+/gu;
const nonAscii = /[^\0-\x7f]/;

/** Lower-case parts of one identifier or word, in order, including short ones. */
export function splitIdentifier(identifier: string): string[] {
  if (!nonAscii.test(identifier)) return splitAscii(identifier);
  return (kindsOf(identifier) & kinds.surrogate) === 0 ? splitWide(identifier) : splitByCharacters(identifier);
}

/** A word with only these kinds is a single part, and its own stem. */
const plainKinds = kinds.lower | kinds.letter | kinds.wide;
/** Like `splitByCharacters`, for a text in which each unit is a character. */
function splitWide(identifier: string): string[] {
  const parts: string[] = [];
  const { length } = identifier;
  let start = 0;
  let previousKind: number = kinds.other;
  for (let at = 0; at <= length; at++) {
    const kind = at < length ? kindOf(identifier.charCodeAt(at)) : kinds.other;
    const isOther = (kind & kinds.other) !== 0;
    if ((previousKind & kinds.other) !== 0) start = at;
    else if (isOther || ((kind & kinds.upper) !== 0 && opensPart(identifier, at, previousKind))) {
      parts.push(lowerCase(identifier.slice(start, at)));
      start = at;
    }
    previousKind = kind;
  }
  return parts;
}

/** Whether the capital at `at` starts a part, as in `camelBoundary`. */
function opensPart(identifier: string, at: number, previousKind: number): boolean {
  if ((previousKind & (kinds.lower | kinds.number)) !== 0) return true;
  if ((previousKind & kinds.upper) === 0 || at + 1 === identifier.length) return false;
  return (kindOf(identifier.charCodeAt(at + 1)) & kinds.lower) !== 0;
}

/** The part in lower case. Most parts have no capital, which this check finds faster than `toLowerCase` does. */
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

/** `splitIdentifier` for ASCII; it also keeps a plural acronym whole (`parseURLs`: parse, urls). */
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

/** Whether a new part starts at `i` directly after another. `current` and `previous` are the classes of the characters at and before `i`. */
export function startsPart(identifier: string, i: number, previous: number, current: number): boolean {
  return current === 2 && (previous !== 2 || opensWord(identifier, i));
}

/** Whether the capital at `i`, after another capital, starts a word: a lower-case letter follows that is not just a plural s. */
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
    stemmed = word.length <= maxStemmed && letters.test(word) ? stemmer(word) : word;
    if (stems.size >= maxStems) stems.clear();
    stems.set(word, stemmed);
  }
  return stemmed;
}

/**
 * The first letters of a term: at most three, and not the last one if there are several. Every identifier with this term contains them side by side
 * (in some case), because stemming changes only the end of a word, such as a last `y`.
 */
export function termStart(term: string): string {
  return term.slice(0, Math.max(1, Math.min(3, term.length - 1)));
}

/** All pairs of adjacent characters of a run in a script without spaces. A run of up to two characters is one term. */
function bigrams(run: string, hasSurrogates: boolean): string[] {
  if (!hasSurrogates) {
    const pairs: string[] = [];
    for (let at = 0; at < run.length - 1; at++) pairs.push(run.slice(at, at + 2));
    return run.length < 3 ? [run] : pairs;
  }
  const characters = [...run];
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, i) => characters[i]! + character);
}

/** A longer identifier has no terms. */
export const maxIdentifier = maxTerm * 4;

export interface IdentifierTerms {
  /** Distinct terms of the identifier's parts: stems; parts with digits, and the stems of their letters; pairs of characters in unspaced scripts. */
  parts: string[];
  /** All parts joined, in lower case and not stemmed. Null for a single part, or if the joined parts are too short, too long or a number. */
  whole: string | null;
}

const hasDigit = /\d/;
const onlyDigits = /^\d+$/;

/** A shorter run of letters and digits always counts as a word. */
const minData = 20;

/**
 * Whether a run of letters and digits is encoded data (a hash, a checksum, base64). It is, if it has a digit and if at more than a third of its
 * characters a digit follows a letter, a letter follows a digit, or a capital follows a lower-case letter. Without this rule the checksums of one
 * lock file would be four in five terms of a project.
 */
function isData(identifier: string): boolean {
  const { length } = identifier;
  if (length < minData) return false;
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

/** The index terms of one identifier or word; none for encoded data. */
export function identifierTerms(identifier: string): IdentifierTerms {
  if (identifier.length > maxIdentifier || isData(identifier)) return { parts: [], whole: null };
  const isNonAscii = nonAscii.test(identifier);
  if (isNonAscii && (kindsOf(identifier) & ~plainKinds) === 0) {
    const isTerm = identifier.length >= minTerm && identifier.length <= maxTerm;
    return { parts: isTerm ? [identifier] : [], whole: null };
  }
  const words = splitIdentifier(identifier);
  const parts: string[] = [];
  const add = (term: string): void => {
    if (!parts.includes(term)) parts.push(term);
  };
  for (const word of words) {
    if (word.length > maxTerm) continue;
    const kind = isNonAscii ? kindsOf(word) : 0;
    const hasSurrogates = (kind & kinds.surrogate) !== 0;
    if ((kind & kinds.unspaced) !== 0 || (hasSurrogates && isUnspaced(word))) {
      for (const pair of bigrams(word, hasSurrogates)) add(pair);
    } else if (!hasDigit.test(word)) {
      // Shorter words cannot have a stem that is a term.
      if (word.length >= minTerm) add((kind & kinds.wide) === 0 ? stem(word) : word);
    } else {
      if (word.length >= minTerm && !onlyDigits.test(word)) add(word);
      for (const run of word.split(/\d+/)) if (run.length >= minTerm) add(stem(run));
    }
  }
  const joined = words.length > 1 ? words.join('') : null;
  return { parts, whole: joined !== null && isJoinedTerm(joined) ? joined : null };
}

/** Whether the joined parts of an identifier are a term. */
export function isJoinedTerm(joined: string): boolean {
  return joined.length >= minTerm && joined.length <= maxTerm && !onlyDigits.test(joined);
}

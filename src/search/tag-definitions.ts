/**
 * Chooses the definitions of a file that are shown for tags: those whose names match the tags come first, and members come after other definitions.
 * Invariant: the choice depends on the names and kinds of the definitions and on the tags alone.
 */
import type { DefinitionKind } from '../model/definition.ts';
import type { DefinitionChoice } from '../store/outline.ts';
import {
  identifierTerms,
  isJoinedTerm,
  splitClasses,
  splitIdentifier,
  startsPart,
  stem,
  termStart,
} from '../util/words/words.ts';
import type { IdentifierTerms } from '../util/words/words.ts';

/** Members say the least about a file; in some files nine of ten definitions are members. */
const memberKinds: ReadonlySet<DefinitionKind> = new Set(['property', 'enumMember']);

/** @param maxCount maximum number of definitions of one file */
export function definitionsFor(tags: readonly string[], maxCount: number): DefinitionChoice {
  const wanted = tags.map((tag) => {
    const { parts, whole } = identifierTerms(tag);
    return { name: splitIdentifier(tag).join(''), terms: new Set(whole === null ? parts : [...parts, whole]) };
  });
  return { maxCount, scoreOf: nameScores(wanted), mayScore: nameFilter(wanted), lastKinds: memberKinds };
}

interface WantedTag {
  /** The parts of the tag, joined. */
  name: string;
  terms: ReadonlySet<string>;
}

/** How well a definition's name matches the tags. */
function nameScores(wanted: readonly WantedTag[]): (name: string) => number {
  const starts = [...startsOf(wanted)];
  const mayMatch = (part: string): boolean => starts.some((start) => part.startsWith(start));
  return (name) => {
    const { joined, parts, whole } = asciiTerms(name, mayMatch) ?? anyTerms(name);
    let score = 0;
    for (const tag of wanted) {
      // An exact name counts for more than any number of matching words.
      if (tag.name === joined) score += 2 * wanted.length;
      else if (parts.some((part) => tag.terms.has(part)) || (whole !== null && tag.terms.has(whole))) score += 1;
    }
    return score;
  };
}

interface NameTerms extends IdentifierTerms {
  /** All parts of the name joined, including those that are not terms. */
  joined: string;
}

/** The terms of any name. */
function anyTerms(name: string): NameTerms {
  return { ...identifierTerms(name), joined: splitIdentifier(name).join('') };
}

/** Longer names may have parts that are too long to be terms, which `anyTerms` checks. */
const maxAsciiName = 64;
const separator = 0;
const digits = /\d+/;

/** The terms of a short ASCII name, without the parts that cannot match; null for any other name. */
function asciiTerms(name: string, mayMatch: (part: string) => boolean): NameTerms | null {
  if (name.length > maxAsciiName) return null;
  const lower = name.toLowerCase();
  const parts: string[] = [];
  let words = 0;
  const add = (from: number, to: number): void => {
    words++;
    const word = lower.slice(from, to);
    // Most parts of most names cannot match, and need no stem.
    if (!digits.test(word)) {
      if (isTerm(word) && mayMatch(word)) parts.push(stem(word));
      return;
    }
    if (isJoinedTerm(word)) parts.push(word);
    for (const letters of word.split(digits)) if (isTerm(letters) && mayMatch(letters)) parts.push(stem(letters));
  };
  let start = -1;
  let previous = separator;
  for (let at = 0; at < name.length; at++) {
    const current = splitClasses[name.charCodeAt(at)];
    if (current === undefined) return null;
    if (current === separator) {
      if (start !== -1) add(start, at);
      start = -1;
    } else if (start === -1) start = at;
    else if (startsPart(name, at, previous, current)) {
      add(start, at);
      start = at;
    }
    previous = current;
  }
  if (start !== -1) add(start, name.length);
  const joined = lower.replaceAll(/[^a-z0-9]+/g, '');
  return { joined, parts, whole: words > 1 && isJoinedTerm(joined) ? joined : null };
}

const isTerm = ({ length }: string): boolean => length > 2;

/** The beginnings of all terms of the tags, and of their names. */
function startsOf(wanted: readonly WantedTag[]): Set<string> {
  const texts = wanted.flatMap(({ name, terms }) => [name, ...terms]).filter((text) => text !== '');
  return new Set(texts.map(termStart));
}

/** Bit that lower-case letters have and upper-case letters lack. */
const lowerCaseBit = 32;
const isLetter = (code: number): boolean => (code | lowerCaseBit) >= 97 && (code | lowerCaseBit) <= 122;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const toLowerCase = (code: number): number => (isLetter(code) ? code | lowerCaseBit : code);

/**
 * A fast filter, since a file can have thousands of definitions. Most names are ruled out by the first characters of the whole name and of its
 * parts. A part begins after a character that is no letter, or with a capital.
 */
function nameFilter(wanted: readonly WantedTag[]): DefinitionChoice['mayScore'] {
  /** By the first character: the other characters of beginnings of up to three characters, eight bits each, 0 for none. */
  const starts = Array.from({ length: 128 }, (): number[] => []);
  for (const start of startsOf(wanted)) {
    const [first = 0, second = 0, third = 0] = Array.from(start, (_, at) => start.charCodeAt(at));
    if (first < 128 && second < 128 && third < 128) starts[first]!.push(second | (third << 8));
  }
  // A tag without letters and digits matches any name without them.
  if (wanted.some(({ name }) => name === '')) starts[0]!.push(0);
  const begins = (first: number, second: number, third: number): boolean => {
    for (const rest of starts[first]!)
      if (rest === 0 || rest === second || rest === (second | (third << 8))) return true;
    return false;
  };
  const beginsAt = (bytes: Uint8Array, at: number, to: number): boolean =>
    begins(
      toLowerCase(bytes[at]!),
      at + 1 < to ? toLowerCase(bytes[at + 1]!) : 0,
      at + 2 < to ? toLowerCase(bytes[at + 2]!) : 0,
    );
  /** The whole name, without separators, is a term too. */
  const beginsJoined = (bytes: Uint8Array, from: number, to: number): boolean => {
    const joined = [0, 0, 0];
    for (let at = from, found = 0; at < to && found < 3; at++)
      if (isLetter(bytes[at]!) || isDigit(bytes[at]!)) joined[found++] = toLowerCase(bytes[at]!);
    return begins(joined[0]!, joined[1]!, joined[2]!);
  };
  return (bytes, from, to) => {
    let isInPart = false;
    let isSplit = false;
    for (let at = from; at < to; at++) {
      const code = bytes[at]!;
      if (isLetter(code)) {
        if ((!isInPart || code < 97) && beginsAt(bytes, at, to)) return true;
        isInPart = true;
      } else {
        if (isDigit(code)) {
          if (beginsAt(bytes, at, to)) return true;
        } else isSplit = true;
        isInPart = false;
      }
    }
    return isSplit && beginsJoined(bytes, from, to);
  };
}

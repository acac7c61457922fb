/**
 * Which definitions of a file are shown for tags: those that the tags name first, members behind others.
 * Invariant: the choice follows from the names and kinds of the definitions and from the tags alone.
 */
import type { DefinitionKind } from '../model/definition.ts';
import type { DefinitionChoice } from '../store/store.ts';
import {
  identifierTerms,
  isJoinedTerm,
  splitClasses,
  splitIdentifier,
  startsPart,
  stem,
  termStart,
} from '../util/words.ts';
import type { IdentifierTerms } from '../util/words.ts';

/** Members say the least about a file; in some they are nine of ten definitions. */
const memberKinds: ReadonlySet<DefinitionKind> = new Set(['property', 'enumMember']);

export function definitionsFor(tags: readonly string[], most: number): DefinitionChoice {
  const wanted = tags.map((tag) => {
    const { parts, whole } = identifierTerms(tag);
    return { name: splitIdentifier(tag).join(''), terms: new Set(whole === null ? parts : [...parts, whole]) };
  });
  return { most, scoreOf: nameScores(wanted), mayScore: nameFilter(wanted), behind: memberKinds };
}

interface WantedTag {
  /** Its parts joined. */
  name: string;
  terms: ReadonlySet<string>;
}

/** How much a definition's name says of the tags. */
function nameScores(wanted: readonly WantedTag[]): (name: string) => number {
  const starts = [...startsOf(wanted)];
  const mayCount = (part: string): boolean => starts.some((start) => part.startsWith(start));
  return (name) => {
    const { joined, parts, whole } = plainTerms(name, mayCount) ?? anyTerms(name);
    let score = 0;
    for (const tag of wanted) {
      // The very name that was asked for counts for more than any number of its words.
      if (tag.name === joined) score += 2 * wanted.length;
      else if (parts.some((part) => tag.terms.has(part)) || (whole !== null && tag.terms.has(whole))) score += 1;
    }
    return score;
  };
}

interface NameTerms extends IdentifierTerms {
  /** All its parts, whatever they are. */
  joined: string;
}

function anyTerms(name: string): NameTerms {
  return { ...identifierTerms(name), joined: splitIdentifier(name).join('') };
}

/** Longer names may have parts that are too long to be words. */
const longestPlain = 64;
const lowerCase = 1;
const upperCase = 2;

/** The same of a name of ASCII letters alone, without the parts that do not count; null for another. */
function plainTerms(name: string, mayCount: (part: string) => boolean): NameTerms | null {
  if (name.length > longestPlain) return null;
  const joined = name.toLowerCase();
  const parts: string[] = [];
  const add = (from: number, to: number): void => {
    const part = joined.slice(from, to);
    // Of most names, most parts need no stem.
    if (part.length > 2 && mayCount(part)) parts.push(stem(part));
  };
  let start = 0;
  let previous = 0;
  for (let at = 0; at < name.length; at++) {
    const current = splitClasses[name.charCodeAt(at)];
    if (current !== lowerCase && current !== upperCase) return null;
    if (at > 0 && startsPart(name, at, previous, current)) {
      add(start, at);
      start = at;
    }
    previous = current;
  }
  add(start, name.length);
  return { joined, parts, whole: start > 0 && isJoinedTerm(joined) ? joined : null };
}

/** How whatever counts begins. */
function startsOf(wanted: readonly WantedTag[]): Set<string> {
  const terms = wanted.flatMap(({ name, terms: of }) => [name, ...of]).filter((term) => term !== '');
  return new Set(terms.map(termStart));
}

/** Bit of letters that capitals lack. */
const small = 32;
const isLetter = (code: number): boolean => (code | small) >= 97 && (code | small) <= 122;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const folded = (code: number): number => (isLetter(code) ? code | small : code);

/**
 * A file can have thousands of definitions: most names are told apart by how their parts begin. Parts of a name of letters and digits stand
 * side by side, each begun by a capital where it does not begin the name or follow a digit; others are not told apart.
 */
function nameFilter(wanted: readonly WantedTag[]): DefinitionChoice['mayScore'] {
  /** By the first character: beginnings of at most three characters, the others in eight bits each, 0 for none. */
  const starts = Array.from({ length: 128 }, (): number[] => []);
  for (const start of startsOf(wanted)) {
    const [first = 0, second = 0, third = 0] = Array.from(start, (_, at) => start.charCodeAt(at));
    if (first < 128 && second < 128 && third < 128) starts[first]!.push(second | (third << 8));
  }
  const begins = (bytes: Uint8Array, at: number, to: number): boolean => {
    const second = at + 1 < to ? folded(bytes[at + 1]!) : 0;
    const third = at + 2 < to ? folded(bytes[at + 2]!) : 0;
    for (const rest of starts[folded(bytes[at]!)]!)
      if (rest === 0 || rest === second || rest === (second | (third << 8))) return true;
    return false;
  };
  return (bytes, from, to) => {
    let isInPart = false;
    for (let at = from; at < to; at++) {
      const code = bytes[at]!;
      if (isLetter(code)) {
        if ((!isInPart || code < 97) && begins(bytes, at, to)) return true;
        isInPart = true;
      } else if (isDigit(code)) {
        if (begins(bytes, at, to)) return true;
        isInPart = false;
      } else return true;
    }
    return false;
  };
}

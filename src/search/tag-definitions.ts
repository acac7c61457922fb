/**
 * Which definitions of a file are shown for tags: those that the tags name first, members behind others.
 * Invariant: the choice follows from the names and kinds of the definitions and from the tags alone.
 */
import type { DefinitionKind } from '../model/definition.ts';
import type { DefinitionChoice } from '../store/store.ts';
import { identifierTerms, splitIdentifier, termStart } from '../util/words.ts';

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

/** How much a definition's name says of the tags; worked out once for a name, however many files have it. */
function nameScores(wanted: readonly WantedTag[]): (name: string) => number {
  const scores = new Map<string, number>();
  return (name) => {
    let score = scores.get(name);
    if (score === undefined) {
      score = 0;
      const { parts, whole } = identifierTerms(name);
      const joined = splitIdentifier(name).join('');
      for (const tag of wanted) {
        // The very name that was asked for counts for more than any number of its words.
        if (tag.name === joined) score += 2 * wanted.length;
        else if (parts.some((part) => tag.terms.has(part)) || (whole !== null && tag.terms.has(whole))) score += 1;
      }
      scores.set(name, score);
    }
    return score;
  };
}

/** Bit of letters that capitals lack. */
const small = 32;
const isLetter = (code: number): boolean => (code | small) >= 97 && (code | small) <= 122;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/**
 * A file can have thousands of definitions: most names are told apart by how their parts begin. Parts of a name of letters and digits stand
 * side by side, each begun by a capital where it does not begin the name or follow a digit; others are not told apart.
 */
function nameFilter(wanted: readonly WantedTag[]): DefinitionChoice['mayScore'] {
  const terms = wanted.flatMap(({ name, terms: of }) => [name, ...of]).filter((term) => term !== '');
  /** Beginnings of terms, by the code of their first character: the codes of the others. */
  const byFirst = new Map<number, number[][]>();
  for (const start of new Set(terms.map(termStart))) {
    const [first = 0, ...others] = [...start].map((character) => character.codePointAt(0)!);
    byFirst.set(first, [...(byFirst.get(first) ?? []), others]);
  }
  const starts = Array.from({ length: 128 }, (_, code) => byFirst.get(code) ?? null);
  const begins = (bytes: Uint8Array, at: number, to: number): boolean =>
    starts[isLetter(bytes[at]!) ? bytes[at]! | small : bytes[at]!]!.some(
      (others) =>
        at + others.length < to &&
        others.every(
          (code, n) => code === (isLetter(bytes[at + 1 + n]!) ? bytes[at + 1 + n]! | small : bytes[at + 1 + n]),
        ),
    );
  return (bytes, from, to) => {
    let isInPart = false;
    for (let at = from; at < to; at++) {
      const code = bytes[at]!;
      if (isLetter(code)) {
        if ((!isInPart || code < 97) && starts[code | small] !== null && begins(bytes, at, to)) return true;
        isInPart = true;
      } else if (isDigit(code)) {
        if (starts[code] !== null && begins(bytes, at, to)) return true;
        isInPart = false;
      } else return true;
    }
    return false;
  };
}

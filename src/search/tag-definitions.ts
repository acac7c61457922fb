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
  return { most, scoreOf: nameScores(tags), behind: memberKinds };
}

/** How much a definition's name says of the tags; worked out once for a name, however many files have it. */
function nameScores(tags: readonly string[]): (name: string) => number {
  const wanted = tags.map((tag) => {
    const { parts, whole } = identifierTerms(tag);
    return { name: splitIdentifier(tag).join(''), terms: new Set(whole === null ? parts : [...parts, whole]) };
  });
  const mayCount = nameFilter(wanted.flatMap(({ name, terms }) => [name, ...terms]));
  const scores = new Map<string, number>();
  return (name) => {
    if (!mayCount(name)) return 0;
    let score = scores.get(name);
    if (score === undefined) {
      score = 0;
      const { parts, whole } = identifierTerms(name);
      const joined = splitIdentifier(name).join('');
      for (const tag of wanted) {
        // The very name that was asked for counts for more than any number of its words.
        if (tag.name === joined) score += 2 * tags.length;
        else if (parts.some((part) => tag.terms.has(part)) || (whole !== null && tag.terms.has(whole))) score += 1;
      }
      scores.set(name, score);
    }
    return score;
  };
}

/** Whose parts stand side by side, each begun by a capital where it does not begin the name or follow a digit. */
const plainName = /^[A-Za-z0-9]+$/;

/** A file can have thousands of definitions: most names are told apart by a look at their letters. */
function nameFilter(terms: readonly string[]): (name: string) => boolean {
  const starts = [...new Set(terms.filter((term) => term !== '').map(termStart))];
  if (starts.length === 0) return (name) => !plainName.test(name);
  const atPart = new RegExp(starts.map(startOfPart).join('|'));
  return (name) => atPart.test(name) || !plainName.test(name);
}

/** Matches where a part may begin with it. */
function startOfPart(start: string): string {
  const [first = '', ...others] = start;
  const either = (letter: string): string =>
    /^[a-z]$/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : letter.replace(/[^\p{L}\p{N}]/gu, String.raw`\$&`);
  const rest = others.map(either).join('');
  // A digit ends a part of letters, and may end one that it is of.
  return /^[a-z]$/.test(first) ? `(?:(?<![A-Za-z])${first}|${first.toUpperCase()})${rest}` : `${either(first)}${rest}`;
}

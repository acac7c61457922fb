/**
 * Names of a question that are misspelt. Invariant: only what no file has is taken for a slip, and only for a name of the project that is
 * a letter or two away.
 */
import { isNameLike, type ParsedRepoQuery } from '../../search/repo-query.ts';
import type { Store } from '../../store/store.ts';
import { editDistance, nearest } from '../../util/nearest.ts';
import { identifierTerms } from '../../util/words/words.ts';

export interface Correction {
  written: string;
  meant: string;
}

/** Shorter ones are near to too many. */
const leastLetters = 5;
/** One slip is likely, two in as many letters. */
const lettersOfTwo = 16;

/** @param isUnknown whether nothing in the project has a term, and no language of it has it as a keyword */
export async function findCorrections(
  store: Store,
  query: ParsedRepoQuery,
  isUnknown: (term: string) => boolean,
): Promise<readonly Correction[]> {
  // A word of a sentence that stands nowhere is just another word for what is meant.
  const names = [...query.words].filter(
    (word) =>
      word.length >= leastLetters &&
      // What is quoted is meant as it stands.
      !query.phrases.some((phrase) => phrase.includes(word)) &&
      (query.isName || isNameLike(word)) &&
      identifierTerms(word).parts.some((part) => isUnknown(part)),
  );
  if (names.length === 0) return [];
  const known = await store.definitionNames();
  return names.flatMap((written) => {
    const meant = nearest(written, known);
    if (meant === null) return [];
    const most = written.length < lettersOfTwo ? 1 : 2;
    const distance = editDistance(written.toLowerCase(), meant.toLowerCase(), most);
    return distance > 0 && distance <= most ? [{ written, meant }] : [];
  });
}

/** A question as it was meant. */
export function withoutCorrections(query: string, corrections: readonly Correction[]): string {
  return corrections.reduce((text, { written, meant }) => text.replaceAll(written, () => meant), query);
}

/** For who reads the answer. */
export function correctionNote(corrections: readonly Correction[]): string {
  const found = corrections.map(({ written, meant }) => `"${written}", so that ${meant} was looked for`);
  return `No file has ${found.join('; nor ')}.`;
}

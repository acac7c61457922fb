/**
 * Spelling correction of names in a question. Invariant: a name is corrected only if no file has one of its parts, and only to a name of the project that
 * is one or two letters away.
 */
import { isNameLike, type ParsedHybridQuery } from '../../search/hybrid/query.ts';
import { editDistance } from '../../util/nearest.ts';
import { identifierTerms } from '../../util/words/words.ts';

export interface Correction {
  /** The name as the question has it. */
  written: string;
  /** The name of the project that is searched for instead. */
  meant: string;
}

/** Names with fewer letters are not corrected: they are near to too many others. */
const leastLetters = 5;
/** In names of at least this length two wrong letters are allowed, in shorter names only one. */
const twoErrorsFrom = 16;

/**
 * Finds the misspelt names of a question.
 * @param nearestNames for each word, the name of a definition that is nearest to it; null if none is near
 * @param isUnknown whether a term is in no file of the project, and is no keyword of its languages
 */
export async function findCorrections(
  query: ParsedHybridQuery,
  nearestNames: (words: readonly string[]) => Promise<readonly (string | null)[]>,
  isUnknown: (term: string) => boolean,
): Promise<readonly Correction[]> {
  // Only names are corrected: an unknown word of a sentence is usually a synonym, not a misspelling.
  const names = [...query.words].filter(
    (word) =>
      word.length >= leastLetters &&
      // Quoted text is taken literally.
      !query.phrases.some((phrase) => phrase.includes(word)) &&
      (query.isName || isNameLike(word)) &&
      identifierTerms(word).parts.some((part) => isUnknown(part)),
  );
  if (names.length === 0) return [];
  const found = await nearestNames(names);
  return names.flatMap((written, at) => {
    const meant = found[at] ?? null;
    if (meant === null) return [];
    const maxDistance = written.length < twoErrorsFrom ? 1 : 2;
    const distance = editDistance(written.toLowerCase(), meant.toLowerCase(), maxDistance);
    return distance > 0 && distance <= maxDistance ? [{ written, meant }] : [];
  });
}

/** The question with the corrected names instead of the written ones. */
export function correctQuery(query: string, corrections: readonly Correction[]): string {
  return corrections.reduce((text, { written, meant }) => text.replaceAll(written, () => meant), query);
}

/** The question with its words in the spelling that the project uses. @param spellings by the word as written */
export function inUsedSpelling(query: string, spellings: ReadonlyMap<string, string>): string {
  return spellings.size === 0 ? query : query.replaceAll(/[\p{L}\p{N}_$]+/gu, (word) => spellings.get(word) ?? word);
}

/** The note for the reader of the answer. */
export function correctionNote(corrections: readonly Correction[]): string {
  const found = corrections.map(({ written, meant }) => `"${written}" (searched for ${meant} instead)`);
  return `No file has ${found.join(' or ')}.`;
}

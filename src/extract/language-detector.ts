/** Detects a file's language by its name and, where several languages share its extension, by the beginning of its text. */
import type { Language, LanguageEntry } from '../languages/language.ts';
import { languageTable, type LanguageOverrides } from './detect-language.ts';

export interface LanguageDetector {
  /** @param text the file's text, or at least its first line */
  detect(path: string, text: string): Promise<Language | null>;
}

/** Length of the text that decides between languages with the same extension (UTF-16 units): enough for the comments at the start of a file. */
const headLength = 32_768;

/** The candidate that claims a file; the first one where none does. */
export function chooseCandidate(candidates: readonly Language[], path: string, head: string): Language | null {
  const [first = null] = candidates;
  if (candidates.length < 2) return first;
  return candidates.find((language) => language.claims?.(path, head) === true) ?? first;
}

export function languageDetector(languages: readonly LanguageEntry[], overrides: LanguageOverrides): LanguageDetector {
  const table = languageTable(languages, overrides);
  return {
    detect: async (path, text) => {
      const head = text.slice(0, headLength);
      return chooseCandidate(await Promise.all(table.candidates(path, head).map((entry) => entry.load())), path, head);
    },
  };
}

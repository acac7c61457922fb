/** Which language a file is in, by its name and, where several share its ending, by what it begins with. */
import type { Language, LanguageEntry } from '../languages/language.ts';
import { languageTable, type LanguageOverrides } from './detect-language.ts';

export interface LanguageDetector {
  /** @param text or the first line or more of it */
  detect(path: string, text: string): Promise<Language | null>;
}

/** What languages that share an ending are told apart by: with the comments that a file may start with. */
const headLength = 32_768;

/** That one of the candidates which claims a file; the first where none does. */
export function claimed(candidates: readonly Language[], path: string, head: string): Language | null {
  const [first = null] = candidates;
  if (candidates.length < 2) return first;
  return candidates.find((language) => language.claims?.(path, head) === true) ?? first;
}

export function languageDetector(languages: readonly LanguageEntry[], overrides: LanguageOverrides): LanguageDetector {
  const table = languageTable(languages, overrides);
  return {
    detect: async (path, text) => {
      const head = text.slice(0, headLength);
      return claimed(await Promise.all(table.candidates(path, head).map((entry) => entry.load())), path, head);
    },
  };
}

/** Which language a file is in, by its name and, where several share its ending, by what it begins with. */
import type { Language, LanguageEntry } from '../languages/language.ts';
import { languageTable, type LanguageOverrides } from './detect-language.ts';

export interface LanguageDetector {
  /** Loads languages only where several claim a file. @param text or the first line or more of it */
  find(path: string, text: string): Promise<LanguageEntry | null>;
  /** As `find`, and loads what it finds. */
  detect(path: string, text: string): Promise<Language | null>;
  /** By its id. */
  load(id: string): Promise<Language | null>;
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
  const byId = new Map(languages.map((entry) => [entry.id, entry]));
  const find = async (path: string, text: string): Promise<LanguageEntry | null> => {
    const head = text.slice(0, headLength);
    const candidates = table.candidates(path, head);
    if (candidates.length < 2) return candidates[0] ?? null;
    const language = claimed(await Promise.all(candidates.map((entry) => entry.load())), path, head);
    return candidates.find(({ id }) => id === language?.id) ?? null;
  };
  return {
    find,
    detect: async (path, text) => (await find(path, text))?.load() ?? null,
    load: async (id) => byId.get(id)?.load() ?? null,
  };
}

/** Detects the language of a project's files, by its settings and plugins. Separate from the language table, which every question needs. */
import { languageDetector, type LanguageDetector } from '../../extract/language-detector.ts';
import { languagesWith, overridesOf, type LanguageSettings } from './plugin-languages.ts';

/** The plugins of `data` must be loaded already. */
export function createLanguageDetector(data: LanguageSettings): LanguageDetector {
  return languageDetector(languagesWith(data.plugins ?? []), overridesOf(data));
}

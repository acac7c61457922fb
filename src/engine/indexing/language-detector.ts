/** Which language a file of a project is in, by its settings and plugins. Apart from the table, which every question needs. */
import { languageDetector, type LanguageDetector } from '../../extract/language-detector.ts';
import { languagesWith, overridesOf, type LanguageSettings } from './plugin-languages.ts';

/** The plugins of `data` are loaded before. */
export function createLanguageDetector(data: LanguageSettings): LanguageDetector {
  return languageDetector(languagesWith(data.plugins ?? []), overridesOf(data));
}

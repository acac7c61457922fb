/** Makes the language detector of a project from its settings and plugins. In a separate file, because most questions need only the language table. */
import { languageDetector, type LanguageDetector } from '../../extract/language-detector.ts';
import { languagesWith, overridesOf, type LanguageSettings } from './plugin-languages.ts';

/** The plugins of `data` must be loaded already. */
export function createLanguageDetector(data: LanguageSettings): LanguageDetector {
  return languageDetector(languagesWith(data.plugins ?? []), overridesOf(data));
}

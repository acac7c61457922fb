/** The terms of languages' keywords, which the word index does not contain. */
import { identifierTerms } from '../../util/words/words.ts';
import { knownLanguages } from '../indexing/plugin-languages.ts';

const byLanguage = new Map<string, ReadonlySet<string>>();

/** @param language id of the language */
export function keywordTerms(language: string): ReadonlySet<string> {
  let terms = byLanguage.get(language);
  if (terms === undefined) {
    const keywords = knownLanguages().find(({ id }) => id === language)?.keywords ?? [];
    terms = new Set(keywords.flatMap((keyword) => identifierTerms(keyword).parts));
    byLanguage.set(language, terms);
  }
  return terms;
}

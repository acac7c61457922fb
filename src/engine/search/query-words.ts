/** The words of a question, to mark them in an answer. */
import { parseHybridQuery } from '../../search/hybrid/query.ts';
import { stem } from '../../util/words/words.ts';

/** A run of lower-case letters with at most one capital before it, a run of capitals, or a number. */
const parts = (): RegExp => /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lo}+|\p{N}+/gu;

/** Finds the parts of names in a text that a query asks for, as start and end. Common words of questions are none. */
export function queryWordFinder(query: string): (text: string) => [start: number, end: number][] {
  const { terms } = parseHybridQuery(query);
  const stems = new Set(terms.filter(({ isChatter }) => !isChatter).map(({ term }) => term));
  return (text) =>
    [...text.matchAll(parts())]
      .filter(([part]) => stems.has(stem(part.toLowerCase())) || stems.has(part.toLowerCase()))
      .map(({ 0: part, index }) => [index, index + part.length]);
}

/**
 * Chooses the sub-words that get a row of the table.
 * Invariant: the same pairs in the same order give the same vocabulary.
 */
import { hashWord } from '../../src/util/words/word-hash.ts';
import type { TokenPairs } from './token-pairs.ts';

export interface Vocabulary {
  /** The index of a word is its row. The rows after these are for all other words, by their hash. */
  words: string[];
  buckets: number;
  rowOf(word: string): number;
}

/** A word that only one repository uses says little about others. */
const minRepositories = 2;

export function vocabularyOf(words: readonly string[], buckets: number): Vocabulary {
  const rows = new Map(words.map((word, row) => [word, row]));
  return {
    words: [...words],
    buckets,
    rowOf: (word) => rows.get(word) ?? words.length + ((hashWord(word).hashA >>> 0) % buckets),
  };
}

/** The words that occur in the most pairs. */
export function chooseWords(sets: readonly TokenPairs[], size: number): string[] {
  const uses = new Map<string, { pairs: number; repositories: number }>();
  for (const { words, tokens } of sets) {
    const pairs = new Uint32Array(words.length);
    for (const token of tokens) pairs[token]!++;
    for (const [token, word] of words.entries()) {
      const known = uses.get(word);
      if (known === undefined) uses.set(word, { pairs: pairs[token]!, repositories: 1 });
      else {
        known.pairs += pairs[token]!;
        known.repositories++;
      }
    }
  }
  const known = [...uses].filter(([, { repositories }]) => repositories >= Math.min(minRepositories, sets.length));
  known.sort(([a, { pairs: x }], [b, { pairs: y }]) => y - x || (a < b ? -1 : 1));
  return known.slice(0, size).map(([word]) => word);
}

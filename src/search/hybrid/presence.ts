/**
 * How likely it is that a project has at all what a question is about. A ranking always has a best hit; the scores of hits say how good each is among
 * the others, and this says how good the best of them can be.
 */

import type { Evidence } from '../../model/search.ts';

/**
 * Logistic regressions on questions of `semble` and `history`, half of them asked of the project that they are about, half of another one:
 * `npm run bench -- absence --set semble --set history --fit`.
 */
const withMeaning = {
  base: -6.81,
  found: 1.67,
  absent: -2.7,
  unknownNames: -2.51,
  length: 1.18,
  similarity: 5.38,
  words: 2.22,
};
const withoutMeaning = {
  base: -5.89,
  found: 2.12,
  absent: -3.28,
  unknownNames: -2.75,
  length: 1.56,
  similarity: 0,
  words: 3.04,
};

/** Below this presence nothing seems to be about the question, if a word of it is missing too. Of questions that a project answers one in ten is below. */
export const leastPresence = 0.33;

/**
 * Whether an answer says that nothing in the project seems to be about the question. A project that has all words of it has mostly what it is about,
 * in pieces that have few of them.
 */
export function seemsAbsent(evidence: Evidence): boolean {
  return presence(evidence) < leastPresence && hasMissingWords(evidence);
}

/** Whether the project lacks a word or a name of the question, or has it hardly anywhere. */
export function hasMissingWords({ scarce, unknownNames }: Pick<Evidence, 'scarce' | 'unknownNames'>): boolean {
  return scarce > 0 || unknownNames > 0;
}

/** 0 to 1. */
export function presence({ found, absent, unknownNames, length, similarity, words }: Evidence): number {
  const weights = similarity === null ? withoutMeaning : withMeaning;
  const sum =
    weights.base +
    weights.found * found +
    weights.absent * absent +
    weights.unknownNames * unknownNames +
    // Of a long question each piece has less.
    weights.length * Math.log(1 + length) +
    weights.similarity * (similarity ?? 0) +
    weights.words * words;
  return 1 / (1 + Math.exp(-sum));
}

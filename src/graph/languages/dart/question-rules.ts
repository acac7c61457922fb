/** Dart: rules for queries. */
import type { QuestionRules } from '../asked.ts';

/** Members that calls of objects, loops, texts and sets call. */
const calledByDart: ReadonlySet<string> = new Set(
  'call compareTo current hashCode iterator main moveNext noSuchMethod toString'.split(' '),
);

export const ofDart: QuestionRules = {
  // Operators have no letters.
  runsByItself: ({ name }) => calledByDart.has(name) || /^[^\p{L}_]|^operator\b/u.test(name),
};

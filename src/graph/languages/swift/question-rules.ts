/** Swift: rules for queries. */
import type { QuestionRules } from '../asked.ts';

/** Members that loops, subscripts, texts, wrappers, builders, sets and coders call. */
const calledBySwift: ReadonlySet<string> = new Set(
  (
    'appendInterpolation buildBlock buildExpression buildEither buildOptional callAsFunction debugDescription deinit description encode hash ' +
    'makeAsyncIterator makeIterator next projectedValue subscript wrappedValue'
  ).split(' '),
);

export const ofSwift: QuestionRules = {
  // Operators have no letters.
  runsByItself: ({ name }) => calledBySwift.has(name) || /^[^\p{L}_]/u.test(name),
};

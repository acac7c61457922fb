/** Swift: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { regionRules, slashComment, written } from '../region-rules.ts';

/** Members that loops, subscripts, texts, wrappers, builders, sets and coders call. */
const calledBySwift: ReadonlySet<string> = new Set(
  (
    'appendInterpolation buildBlock buildExpression buildEither buildOptional callAsFunction debugDescription deinit description encode hash ' +
    'makeAsyncIterator makeIterator next projectedValue subscript wrappedValue'
  ).split(' '),
);

/** Attributes that never call what they stand before. */
const inertDecorators: ReadonlySet<string> = new Set(
  (
    'discardableResult available inlinable inline usableFromInline MainActor nonobjc escaping autoclosure Sendable frozen ' +
    'warn_unqualified_access'
  ).split(' '),
);

export const ofSwift: QuestionRules = {
  regions: regionRules([written.slashes, written.tripleDouble, written.doubleQuoted], slashComment, /$(?<=\\\([^)]*)/),
  inertDecorators,
  seesFiles: 'project',
  membersInFolder: true,
  extendedType: (text) => /\bextension\s+(?:\w+\.)*(\w+)/.exec(text)?.[1] ?? null,
  // Operators have no letters.
  runsByItself: ({ name }) => calledBySwift.has(name) || /^[^\p{L}_]/u.test(name),
};

/** Dart: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { dollar, regionRules, slashComment, written } from '../region-rules.ts';

/** Members that calls of objects, loops, texts and sets call. */
const calledByDart: ReadonlySet<string> = new Set(
  'call compareTo current hashCode iterator main moveNext noSuchMethod toString'.split(' '),
);

/** Annotations that never call what they stand before. */
const inertDecorators: ReadonlySet<string> = new Set(
  (
    'override deprecated Deprecated protected visibleForTesting mustCallSuper nonVirtual immutable required optionalTypeArgs ' +
    'internal'
  ).split(' '),
);

export const ofDart: QuestionRules = {
  regions: regionRules(
    [written.slashes, written.tripleDouble, written.tripleSingle, written.doubleQuoted, written.singleQuoted],
    slashComment,
    dollar,
  ),
  inertDecorators,
  // Operators have no letters.
  runsByItself: ({ name }) => calledByDart.has(name) || /^[^\p{L}_]|^operator\b/u.test(name),
};

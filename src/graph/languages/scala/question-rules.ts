/** Scala: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { dollar, regionRules, slashComment, written } from '../region-rules.ts';
import { inertAnnotations } from '../jvm-annotations.ts';

/** Methods that calls of values, patterns, loops, texts and collections call. */
const calledByScala: ReadonlySet<string> = new Set(
  'apply applyDynamic close compareTo equals flatMap foreach hashCode iterator main map selectDynamic toString unapply unapplySeq update withFilter'.split(
    ' ',
  ),
);

export const ofScala: QuestionRules = {
  regions: regionRules(
    [written.slashes, written.tripleDouble, written.doubleQuoted, written.character],
    slashComment,
    dollar,
  ),
  platform: 'jvm',
  inertDecorators: inertAnnotations,
  runsByItself: ({ name }) => calledByScala.has(name),
};

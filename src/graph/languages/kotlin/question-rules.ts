/** Kotlin: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { dollar, regionRules, slashComment, written } from '../region-rules.ts';
import { inertAnnotations } from '../jvm-annotations.ts';

/** Operators, and methods that loops, delegates, texts and collections call. */
const calledByKotlin: ReadonlySet<string> = new Set(
  (
    'close compareTo contains dec div divAssign equals get getValue hashCode hasNext inc invoke iterator main minus minusAssign next not ' +
    'plus plusAssign provideDelegate rangeTo rangeUntil rem remAssign set setValue times timesAssign toString unaryMinus unaryPlus'
  ).split(' '),
);

export const ofKotlin: QuestionRules = {
  regions: regionRules(
    [written.slashes, written.tripleDouble, written.doubleQuoted, written.character],
    slashComment,
    dollar,
  ),
  platform: 'jvm',
  inertDecorators: inertAnnotations,
  membersAreFields: true,
  hasVariants: true,
  runsByItself: ({ name }) => calledByKotlin.has(name) || /^component\d+$/.test(name),
};

/** Java: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { regionRules, slashComment, written } from '../region-rules.ts';
import { inertAnnotations } from '../jvm-annotations.ts';

/** Methods that loops, `try`, texts, collections and serialization call. */
const calledByJava: ReadonlySet<string> = new Set(
  (
    'close compareTo equals finalize hashCode hasNext iterator main next readObject readResolve toString writeObject ' +
    'writeReplace'
  ).split(' '),
);

export const ofJava: QuestionRules = {
  regions: regionRules([written.slashes, written.tripleDouble, written.doubleQuoted, written.character], slashComment),
  platform: 'jvm',
  inertDecorators: inertAnnotations,
  membersAreFields: true,
  runsByItself: ({ name }) => calledByJava.has(name),
};

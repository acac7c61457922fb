/** PHP: rules for queries. */
import type { QuestionRules } from '../asked.ts';

/** Methods that items, loops, `count` and `json_encode` call. */
const calledByPhp: ReadonlySet<string> = new Set(
  'count current getIterator jsonSerialize key next offsetExists offsetGet offsetSet offsetUnset rewind valid'.split(
    ' ',
  ),
);

/** Attributes that never call what they stand before. */
const inertDecorators: ReadonlySet<string> = new Set(
  'Override Deprecated ReturnTypeWillChange SensitiveParameter Pure'.split(' '),
);

export const ofPhp: QuestionRules = {
  inertDecorators,
  runsByItself: ({ name }) => calledByPhp.has(name) || name.startsWith('__'),
};

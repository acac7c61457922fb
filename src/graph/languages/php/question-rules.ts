/** PHP: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { regionRules, written } from '../region-rules.ts';

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
  regions: regionRules(
    [
      written.slashes,
      String.raw`#(?!\[)[^\n]*`,
      String.raw`<<<\s*["']?(\w+)["']?[\s\S]*?^\s*\1\b`,
      written.doubleQuotedLines,
      written.singleQuotedLines,
    ],
    /^(?:\/[/*]|#)/,
    /^["<][\s\S]*$(?<=\$|\{\$[^}]*)/,
  ),
  membersNeedReceiver: true,
  inertDecorators,
  runsByItself: ({ name }) => calledByPhp.has(name) || name.startsWith('__'),
};

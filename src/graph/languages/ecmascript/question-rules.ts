/** TypeScript and JavaScript: rules for queries. */
import type { QuestionRules } from '../asked.ts';

/** Methods that loops, conversions, `await` and JSON call. Computed names are those of `Symbol`. */
const calledByEcmascript: ReadonlySet<string> = new Set('next return then throw toJSON toString valueOf'.split(' '));

export const ofEcmascript: QuestionRules = {
  platform: 'ecmascript',
  inertDecorators: new Set(['override', 'deprecated']),
  hasFilePairs: true,
  runsByItself: ({ kind, name }) => kind === 'method' && (calledByEcmascript.has(name) || name.startsWith('[')),
};

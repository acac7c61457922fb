/** TypeScript and JavaScript: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { written, regionRules } from '../region-rules.ts';

/** Methods that loops, conversions, `await` and JSON call. Computed names are those of `Symbol`. */
const calledByEcmascript: ReadonlySet<string> = new Set('next return then throw toJSON toString valueOf'.split(' '));

/** A regular expression, by what stands before it. */
const regularExpression = String.raw`(?<=(?:[(,=:[!&|?{};\n]|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/`;

export const ofEcmascript: QuestionRules = {
  regions: regionRules(
    [
      written.slashes,
      regularExpression,
      '`(?:\\\\[\\s\\S]|[^`\\\\])*`?',
      written.doubleQuoted,
      written.singleQuoted,
      String.raw`<!--[\s\S]*?-->`,
    ],
    /^(?:\/[/*]|<!--)/,
    /^`[\s\S]*$(?<=\$\{[^}]*)/,
  ),
  platform: 'ecmascript',
  membersNeedReceiver: true,
  inertDecorators: new Set(['override', 'deprecated']),
  hasFilePairs: true,
  hasSignatureLists: true,
  fitsByForm: ({ kind }) => kind === 'interface' || kind === 'typeAlias',
  runsByItself: ({ kind, name }) => kind === 'method' && (calledByEcmascript.has(name) || name.startsWith('[')),
};

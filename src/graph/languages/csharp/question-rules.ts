/** C#: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { regionRules, slashComment, written } from '../region-rules.ts';

/** Methods that loops, `using`, `await`, texts and collections call; `this` is an indexer, `~` a finalizer. */
const calledByCsharp: ReadonlySet<string> = new Set(
  (
    'Add CompareTo Current Deconstruct Dispose DisposeAsync Equals GetAsyncEnumerator GetAwaiter GetEnumerator GetHashCode GetResult ' +
    'IsCompleted Main MoveNext MoveNextAsync OnCompleted ToString UnsafeOnCompleted this ~'
  ).split(' '),
);

/** Attributes that never call what they stand before. */
const inertDecorators: ReadonlySet<string> = new Set(
  'Obsolete MethodImpl Conditional Pure DebuggerStepThrough DebuggerHidden ExcludeFromCodeCoverage SuppressMessage Browsable'.split(
    ' ',
  ),
);

export const ofCsharp: QuestionRules = {
  regions: regionRules(
    [
      written.slashes,
      written.tripleDouble,
      String.raw`(?:@\$?|\$@)"(?:""|[^"])*"?`,
      String.raw`\$?${written.doubleQuoted}`,
      written.character,
    ],
    slashComment,
    /^(?:@\$|\$)[\s\S]*$(?<=\{[^}]*)/,
  ),
  inertDecorators,
  seesFiles: 'project',
  runsByItself: ({ name }) => calledByCsharp.has(name) || name.startsWith('operator '),
};

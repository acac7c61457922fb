/** C#: rules for queries. */
import type { QuestionRules } from '../asked.ts';

/** Methods that loops, `using`, `await`, texts and collections call; `this` is an indexer, `~` a finalizer. */
const calledByCsharp: ReadonlySet<string> = new Set(
  (
    'Add CompareTo Current Deconstruct Dispose DisposeAsync Equals GetAsyncEnumerator GetAwaiter GetEnumerator GetHashCode GetResult ' +
    'IsCompleted Main MoveNext MoveNextAsync OnCompleted ToString UnsafeOnCompleted this ~'
  ).split(' '),
);

export const ofCsharp: QuestionRules = {
  runsByItself: ({ name }) => calledByCsharp.has(name) || name.startsWith('operator '),
};

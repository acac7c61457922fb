/** The names of C#'s containers and their methods. */
import { noScopeFunctions, words, type ContainerWords } from '../../questions/container-names.ts';

export const containers: ContainerWords = {
  ...noScopeFunctions,
  lists: words(
    `IEnumerable IList List ICollection IReadOnlyList IReadOnlyCollection HashSet ISet SortedSet Queue Stack LinkedList Collection
    ReadOnlyCollection ObservableCollection IEnumerator ConcurrentQueue ConcurrentBag ConcurrentStack BlockingCollection IQueryable
    IOrderedEnumerable ImmutableArray ImmutableList ImmutableHashSet Span ReadOnlySpan Memory ReadOnlyMemory ArraySegment Lazy Nullable
    WeakReference ThreadLocal AsyncLocal IAsyncEnumerable KeyedCollection IGrouping`,
  ),
  maps: words(
    `Dictionary IDictionary IReadOnlyDictionary SortedDictionary ConcurrentDictionary KeyValuePair ImmutableDictionary SortedList
    ReadOnlyDictionary ConditionalWeakTable`,
  ),
  promises: words('Task ValueTask'),
  functions: new Map([
    ['Func', 'last'],
    ['Action', 'none'],
    ['Predicate', 'boolean'],
    ['Comparison', 'none'],
  ]),
  numbers: words('int long short byte sbyte uint ulong ushort float double decimal char Int32 Int64 Double Byte'),
  element: words(
    `First FirstOrDefault Last LastOrDefault Single SingleOrDefault ElementAt ElementAtOrDefault Pop Peek Dequeue Find FindLast Max Min
    Aggregate GetValueOrDefault MaxBy MinBy`,
  ),
  list: words(
    `Where OrderBy OrderByDescending ThenBy ThenByDescending Skip Take SkipWhile TakeWhile Distinct Reverse ToList ToArray AsEnumerable
    Concat Union Intersect Except AsReadOnly GetEnumerator FindAll GetRange ToHashSet Slice AsSpan DefaultIfEmpty Append Prepend AsQueryable
    ConfigureAwait Cast`,
  ),
  visit: words(
    `Select Where First FirstOrDefault Last LastOrDefault Single SingleOrDefault Any All Count OrderBy OrderByDescending ThenBy
    ThenByDescending SkipWhile TakeWhile ForEach Find FindAll FindLast FindIndex Exists RemoveAll SelectMany GroupBy ToDictionary ToLookup
    Sum Max Min Average TrueForAll MaxBy MinBy DistinctBy`,
  ),
  pair: words('Sort'),
  map: words('Select ConvertAll'),
  flatMap: words('SelectMany'),
  listFactories: words(''),
  value: words('GetOrAdd AddOrUpdate GetValueOrDefault'),
};

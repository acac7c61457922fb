/** The names of Kotlin's containers and their methods. */
import { noScopeFunctions, words, type ContainerWords } from '../../questions/container-names.ts';

export const containers: ContainerWords = {
  ...noScopeFunctions,
  itself: words('also apply takeIf takeUnless'),
  transforming: words('let run use'),
  onReceiver: words('apply run'),
  builders: new Map([
    ['buildString', 'StringBuilder'],
    ['buildList', 'MutableList'],
    ['buildSet', 'MutableSet'],
    ['buildMap', 'MutableMap'],
  ]),
  withReceiver: words('with'),
  lists: words(
    `List MutableList Set MutableSet Collection MutableCollection Iterable MutableIterable Iterator ListIterator Sequence Array ArrayList
    HashSet LinkedHashSet ArrayDeque Flow StateFlow MutableStateFlow SharedFlow MutableSharedFlow Channel ReceiveChannel SendChannel Lazy
    Deferred CompletableDeferred Result ThreadLocal AtomicReference KClass Class LinkedList Queue Deque Optional`,
  ),
  maps: words('Map MutableMap HashMap LinkedHashMap ConcurrentHashMap Entry MutableEntry SortedMap TreeMap'),
  promises: words(''),
  functions: new Map(),
  numbers: words('Int Long Short Byte Float Double Char UInt ULong UByte UShort Number'),
  element: words(
    `first firstOrNull last lastOrNull single singleOrNull get getOrNull getOrElse find findLast elementAt random removeFirst removeLast
    removeFirstOrNull removeLastOrNull removeAt next previous maxByOrNull minByOrNull maxBy minBy maxOrNull minOrNull reduce await
    getOrThrow getOrDefault receive orElse getCompleted set`,
  ),
  list: words(
    `filter filterNot filterNotNull filterIndexed sortedBy sortedByDescending sorted sortedWith distinct distinctBy take takeLast drop
    dropLast takeWhile dropWhile reversed toList toMutableList toSet toMutableSet asSequence asIterable plus minus shuffled onEach iterator
    asReversed subList requireNoNulls toTypedArray orEmpty asFlow union intersect subtract listIterator`,
  ),
  visit: words(
    `forEach map mapNotNull filter filterNot any all none count first firstOrNull last lastOrNull single singleOrNull find findLast
    sortedBy sortedByDescending sortBy sortByDescending associateBy associateWith associate groupBy partition flatMap takeWhile dropWhile
    maxByOrNull minByOrNull maxBy minBy sumOf indexOfFirst indexOfLast onEach removeAll removeIf distinctBy joinToString collect
    mapTo filterTo onSuccess forEachRemaining collectLatest`,
  ),
  pair: words('reduce sortedWith'),
  map: words('map mapNotNull mapIndexed mapIndexedNotNull'),
  flatMap: words('flatMap'),
  listFactories: words(
    'listOf mutableListOf setOf mutableSetOf arrayOf listOfNotNull sequenceOf arrayListOf hashSetOf linkedSetOf flowOf',
  ),
  value: words('get getValue getOrPut getOrElse getOrDefault put remove computeIfAbsent putIfAbsent'),
};

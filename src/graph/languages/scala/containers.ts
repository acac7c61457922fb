/** The names of Scala's containers and their methods. */
import { noScopeFunctions, words, type ContainerWords } from '../../questions/container-names.ts';

export const containers: ContainerWords = {
  ...noScopeFunctions,
  maybeValue: words('get'),
  lists: words(
    `List Seq IndexedSeq Vector Set Iterable Iterator Option Some Array Stream LazyList Queue ListBuffer ArrayBuffer Traversable
    IterableOnce Future Try ArraySeq Buffer HashSet TreeSet SortedSet LinearSeq TraversableOnce GenTraversableOnce Either`,
  ),
  maps: words('Map HashMap TreeMap SortedMap ListMap LinkedHashMap TrieMap'),
  promises: words(''),
  functions: new Map([
    ['PartialFunction', 'last'],
    ['Function', 'last'],
    ['Function0', 'last'],
    ['Function1', 'last'],
    ['Function2', 'last'],
    ['Function3', 'last'],
  ]),
  numbers: words('Int Long Short Byte Float Double Char BigInt BigDecimal'),
  element: words(
    'head last apply get getOrElse next reduce reduceLeft max min find headOption lastOption maxBy minBy orNull',
  ),
  list: words(
    `filter filterNot sortBy sorted sortWith distinct take drop takeWhile dropWhile reverse toList toSeq toSet toVector toArray iterator
    tail init prepended appended concat slice takeRight dropRight headOption lastOption find orElse toIndexedSeq toOption recover`,
  ),
  visit: words(
    `foreach map flatMap filter filterNot exists forall find count collect sortBy takeWhile dropWhile partition groupBy maxBy minBy withFilter
    indexWhere span contains`,
  ),
  pair: words('reduce reduceLeft sortWith reduceRight'),
  map: words('map'),
  flatMap: words('flatMap'),
  listFactories: words('List Seq Vector Set Array Some Option Iterator IndexedSeq'),
  value: words('get apply getOrElse getOrElseUpdate remove'),
};

/** Types of Scala's library, what they extend, and the types that its methods return: they choose between overloads. */
import { words } from '../../questions/container-names.ts';
import { basesIn, jvmBases, typesByMethod } from '../jvm-types.ts';

const bases = basesIn(`
Traversable Iterator: TraversableOnce
Iterable: Traversable
Seq Set Map: Iterable
IndexedSeq LinearSeq Buffer: Seq
Vector Range: IndexedSeq
List Stream LazyList Queue: LinearSeq
ListBuffer ArrayBuffer: Buffer
HashSet TreeSet SortedSet ListSet: Set
HashMap TreeMap SortedMap ListMap TrieMap: Map
Some None: Option
Left Right: Either
PartialFunction: Function
Promise: Awaitable
Future: Awaitable
`);

/** What a type of the library directly extends; undefined for a type that is not listed. */
export function scalaBases(name: string): readonly string[] | undefined {
  return bases.get(name) ?? jvmBases(name);
}

const results = typesByMethod({
  Int: 'size length indexOf lastIndexOf hashCode compareTo compare toInt count',
  Long: 'toLong',
  Double: 'toDouble',
  Float: 'toFloat',
  Boolean:
    'isEmpty nonEmpty isDefined contains startsWith endsWith exists forall equals matches eq ne isInstanceOf hasNext isSuccess isFailure',
  String:
    'toString mkString trim substring stripPrefix stripSuffix stripMargin toLowerCase toUpperCase capitalize getName getMessage',
  Iterator: 'iterator getLines',
  Map: 'toMap',
  Set: 'toSet',
  List: 'toList',
  Vector: 'toVector',
  Seq: 'toSeq',
});

/** Methods of collections that return one of the same type. */
const keeping = words(
  'filter filterNot take drop takeWhile dropWhile takeRight dropRight slice reverse sorted sortBy sortWith distinct tail init',
);

/** Methods that return one with other elements, which no map, no range and no case of a type can keep. */
const transforming = words('map flatMap collect zip zipWithIndex');
const keepsNoOthers = /Map$|^(?:Range|Some|None|Left|Right)$/;

/** The collections that a conversion makes of Java's. */
const converted: ReadonlyMap<string, string> = new Map([
  ['java.util.List', 'Buffer'],
  ['java.util.Set', 'Set'],
  ['java.util.Map', 'Map'],
  ['java.util.Iterator', 'Iterator'],
  ['java.util.Collection', 'Iterable'],
  ['java.lang.Iterable', 'Iterable'],
]);

/** The name of the type that a method returns on a value of a type of the library; null where it is not known. */
export function scalaResultOn(type: string, name: string): string | null {
  if (name === 'asScala') return converted.get(type) ?? null;
  const isKept = keeping.has(name) || (transforming.has(name) && !keepsNoOthers.test(type));
  return isKept && bases.has(type) ? type : null;
}

/** What a number of a type converts to by itself: types of a higher rank. */
export const scalaNumbers: ReadonlyMap<string, number> = new Map([
  ['Byte', 1],
  ['Short', 2],
  ['Char', 2],
  ['Int', 3],
  ['Long', 4],
  ['Float', 5],
  ['Double', 6],
]);

/** The full name of a type of Java that has the name of one of Scala's; null for any other. */
export function javaTypeInScala(module: string, name: string): string | null {
  return module.startsWith('java') && bases.has(name) ? `${module}.${name}` : null;
}

/** The name of the type that a method of the library returns; null where it is not known. */
export function scalaResultType(_: string | null, name: string): string | null {
  return results.get(name) ?? null;
}

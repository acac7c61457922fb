/** Types of Scala's library, what they extend, and the types that its methods return: they choose between overloads. */
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
  Iterator: 'iterator',
  List: 'toList',
  Vector: 'toVector',
  Seq: 'toSeq',
});

/** The full name of a type of Java that has the name of one of Scala's; null for any other. */
export function javaTypeInScala(module: string, name: string): string | null {
  return module.startsWith('java') && bases.has(name) ? `${module}.${name}` : null;
}

/** The name of the type that a method of the library returns; null where it is not known. */
export function scalaResultType(_: string | null, name: string): string | null {
  return results.get(name) ?? null;
}

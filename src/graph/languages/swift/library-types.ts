/** Types of Swift's library: what they extend, which chooses between overloads, and what they contain. */
import { words } from '../../questions/container-names.ts';
import type { Value } from '../../questions/values.ts';
import { basesIn } from '../jvm-types.ts';

const bases = basesIn(`
Collection LazySequenceProtocol AnySequence UnfoldSequence: Sequence
BidirectionalCollection MutableCollection RangeReplaceableCollection LazyCollectionProtocol: Collection
RandomAccessCollection: BidirectionalCollection
Array ArraySlice ContiguousArray: RandomAccessCollection MutableCollection RangeReplaceableCollection
Set: Collection SetAlgebra
Dictionary AnyCollection: Collection
Range ClosedRange Repeated: RandomAccessCollection
Range ClosedRange PartialRangeFrom PartialRangeUpTo PartialRangeThrough: RangeExpression
PartialRangeFrom: Sequence
UnsafeBufferPointer UnsafeMutableBufferPointer: RandomAccessCollection
UnsafeMutableBufferPointer: MutableCollection
StringProtocol: BidirectionalCollection
String Substring: StringProtocol RangeReplaceableCollection
FixedWidthInteger: BinaryInteger
BinaryFloatingPoint: FloatingPoint
Hashable Comparable: Equatable
`);

/** What a type of the library directly extends; undefined for a type that is not listed. */
export function swiftBases(name: string): readonly string[] | undefined {
  return bases.get(name);
}

const lists = words('Set ArraySlice ContiguousArray AnySequence AnyCollection');

/** The value of a container of the library, by its type arguments; undefined for any other type. */
export function swiftContainer(name: string, args: readonly (Value | null)[]): Value | undefined {
  if (args.length === 0) return undefined;
  if (lists.has(name)) return { kind: 'list', of: args[0]! };
  // The elements of a dictionary are mostly asked for by key.
  return name === 'Dictionary' && args.length === 2 ? { kind: 'list', of: args[1]! } : undefined;
}

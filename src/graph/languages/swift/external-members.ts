/** Swift: members that the project's extensions add to external types. */
import { primitives } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { memberTargets } from '../../members/members.ts';
import { isExternalType, nearest } from '../../members/external-types.ts';
import type { Inference } from '../../questions/questions.ts';
import { nameOf, type Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

// The names of Swift's library types. Extensions of protocols count only where no extension of these types has the member.
const strings = words('String Character Substring');
const numbers = words('Int UInt Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 Double Float CGFloat');
const booleans = words('Bool');
const lists = words('Array Dictionary Set ArraySlice ContiguousArray AnySequence');
const protocols = words(
  `StringProtocol Sequence Collection MutableCollection BidirectionalCollection RandomAccessCollection RangeReplaceableCollection
  LazySequenceProtocol SetAlgebra Equatable Hashable Comparable Codable Encodable Decodable Sendable Identifiable CustomStringConvertible
  CustomDebugStringConvertible LosslessStringConvertible Numeric SignedNumeric AdditiveArithmetic BinaryInteger FixedWidthInteger
  SignedInteger UnsignedInteger FloatingPoint BinaryFloatingPoint Strideable CVarArg Any AnyObject`,
);

/** The types that a built-in value may have; null where it may have any. */
function typesOf(value: Value): ReadonlySet<string> | null {
  const name = nameOf(value);
  if (value.kind === 'list') return name !== undefined && lists.has(name) ? new Set([name]) : lists;
  if (value.kind !== 'primitive') return null;
  if (value.code === primitives.string) return strings;
  if (value.code === primitives.number) return numbers;
  return value.code === primitives.boolean ? booleans : null;
}

/** Members of a name that the project adds to the types of these values; otherwise whether the member is external or unknown. */
export function addedExternal(
  i: Inference,
  file: ProgramFile,
  parts: readonly Value[],
  name: string,
): readonly Target[] | 'external' | 'unknown' {
  if (name === 'constructor' || parts.every(({ kind }) => kind === 'callback')) return 'external';
  const added = addedTo(i, file, name);
  if (added.length === 0) return 'external';
  const types = parts.map(typesOf);
  if (types.includes(null)) return 'unknown';
  const ofTypes = added.filter((one) => types.some((names) => names!.has(one.file.name(one.entity))));
  const meant = ofTypes.length > 0 ? ofTypes : added.filter((one) => protocols.has(one.file.name(one.entity)));
  if (meant.length === 0) return 'external';
  const [first, ...others] = nearest(file, meant);
  return others.length > 0 ? 'unknown' : memberTargets(i, { kind: 'instance', ...first!, environment: null }, name);
}

/** The project's extensions of external types that have a member of a name. */
function addedTo(i: Inference, file: ProgramFile, name: string): Target[] {
  return i.program.extending(file, file.summary.unit, name).flatMap((other) =>
    [...other.allExtensions.values()].flatMap((entities) =>
      entities
        .filter((entity) => other.members(entity, name).length > 0)
        .map((entity): Target => ({ file: other, entity }))
        .filter((one) => isExternalType(i, one)),
    ),
  );
}

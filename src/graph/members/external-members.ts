/**
 * Members that the project adds to types from outside, where they are named on something that is not the project's.
 * Invariant: what may be one of them is linked, or is unknown; never outside.
 */
import { entityFields, primitives } from '../../model/link-facts.ts';
import type { FileFacts } from '../program/file-facts.ts';
import { memberTargets } from './members.ts';
import { isOutsideType, nearest, saidOfOutside } from './external-types.ts';
import type { Inference } from '../infer/questions.ts';
import { addedInRust } from '../languages/rust/external-names.ts';
import { isRust } from '../languages/rust/types.ts';
import { isOfEveryType } from '../languages/rust/values.ts';
import { alternatives, includes, type Target, type Value } from '../infer/values.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** What Swift's own values may be by name: where one of the first names has the member, the protocols are not asked. */
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

/** The types that a value of the language's own may have; null where it may have any. */
function typesOf(value: Value): ReadonlySet<string> | null {
  if (value.kind === 'list') return lists;
  if (value.kind !== 'primitive') return null;
  if (value.code === primitives.string) return strings;
  if (value.code === primitives.number) return numbers;
  return value.code === primitives.boolean ? booleans : null;
}

/** What a member is that nothing which is known of its receiver, which is not the project's, has: members that are added to its type, or why there is no link. */
export function addedOutside(
  i: Inference,
  file: FileFacts,
  receiver: Value | null,
  name: string,
): readonly Target[] | 'external' | 'unknown' {
  const parts = alternatives(receiver);
  if (isRust(file)) return addedInRust(i, file, parts, name);
  if (name === 'constructor' || parts.every(({ kind }) => kind === 'callback')) return 'external';
  const added = addedTo(i, file, name);
  if (added.length === 0) return 'external';
  const types = parts.map(typesOf);
  if (types.includes(null)) return 'unknown';
  const own = added.filter((one) => types.some((names) => names!.has(one.file.name(one.entity))));
  const meant = own.length > 0 ? own : added.filter((one) => protocols.has(one.file.name(one.entity)));
  if (meant.length === 0) return 'external';
  const [first, ...more] = nearest(file, meant);
  return more.length > 0 ? 'unknown' : memberTargets(i, { kind: 'instance', ...first!, environment: null }, name);
}

/** What says of outside types something of that name. */
function addedTo(i: Inference, file: FileFacts, name: string): Target[] {
  return i.program.extending(file, file.facts.unit, name).flatMap((other) =>
    [...other.allExtensions.values()].flatMap((entities) =>
      entities
        .filter((entity) => other.members(entity, name).length > 0)
        .map((entity): Target => ({ file: other, entity }))
        .filter((one) => isOutsideType(i, one)),
    ),
  );
}

/** Members that are added to an outside type as a file sees them: of several the nearest, none where that leaves several. */
export function seenOfOutside(i: Inference, file: FileFacts, found: readonly Target[]): readonly Target[] | 'unknown' {
  if (!found.some((member) => isAdded(i, member))) return found;
  // Which of the traits that every type has is meant (`From<T>`), its argument says.
  if (isRust(file) && found.some((member) => isOfEveryType(member.file.name(member.entity)))) return 'unknown';
  const seen: Target[] = [];
  for (const member of found) {
    const owner = member.file.get(member.entity, entityFields.parent);
    const name = member.file.name(member.entity);
    const said = isAdded(i, member) ? saidOfOutside(i, file, member.file.name(owner)) : [];
    const having = said.filter((one) => one.file.members(one.entity, name).length > 0);
    const [first, ...more] = having.length < 2 ? [] : nearest(file, having);
    if (more.length > 0) return 'unknown';
    const meant =
      first === undefined ? [member] : memberTargets(i, { kind: 'instance', ...first, environment: null }, name);
    for (const one of meant) if (!includes(seen, one)) seen.push(one);
  }
  return seen;
}

function isAdded(i: Inference, { file, entity }: Target): boolean {
  const owner = file.get(entity, entityFields.parent);
  return owner >= 0 && isOutsideType(i, { file, entity: owner });
}

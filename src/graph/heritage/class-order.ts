/** The order in which members are looked up in classes with several bases (C3 linearisation), and the reverse: subclasses of a class. */
import { entityKinds, heritage } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Slot } from '../program/memo.ts';
import { ancestors, namesHeritage } from './heritage.ts';
import { recordRead, type Inference } from '../questions/questions.ts';
import { type Value, asKind, type Typed } from '../questions/values.ts';

/** Bases of bases are followed to this depth. */
const maxDepth = 24;

/** Where more subclasses in the file have the wanted member, the class is treated as if it had no subclass. */
const maxSubclasses = 8;

function isSame(a: Typed, b: Typed): boolean {
  return a.file === b.file && a.entity === b.entity;
}

/** A memoised class order. */
interface ClassOrder {
  order: readonly Typed[];
  /** The files with classes of the order that name bases. A file that asks for the order depends on them. */
  heritageFiles: ReadonlySet<ProgramFile>;
}

const knownOrders = new Slot(() => new Map<number, ClassOrder>());

/** The class itself, then its bases in C3 order; depth first where there is no such order. */
export function classOrder(i: Inference, value: Typed): readonly Typed[] {
  if (value.environment !== null) return orderOf(i, value, 0);
  const memoised = value.file.memo(knownOrders).get(value.entity);
  if (memoised === undefined) return findOrder(i, value);
  for (const file of memoised.heritageFiles) recordRead(i, file);
  return memoised.order;
}

function findOrder(i: Inference, value: Typed): readonly Typed[] {
  const { cut } = i;
  i.cut = Infinity;
  const order = orderOf(i, value, 0);
  // Not memoised: a result that depends on an unfinished question, or one so long that it may have reached the maximum depth.
  if (i.cut === Infinity && order.length <= maxDepth) {
    const heritageFiles = new Set<ProgramFile>();
    for (const one of order) if (namesHeritage(one, heritage.extends)) heritageFiles.add(one.file);
    value.file.memo(knownOrders).set(value.entity, { order, heritageFiles });
  }
  i.cut = Math.min(i.cut, cut);
  return order;
}

function orderOf(i: Inference, value: Typed, depth: number): Typed[] {
  const bases = depth > maxDepth ? [] : ancestors(i, value, heritage.extends);
  if (bases.length === 0) return [value];
  const orders = bases.map((base) => orderOf(i, base, depth + 1));
  if (orders.length === 1) return [value, ...orders[0]!];
  return [value, ...(merge([...orders, bases]) ?? orders.flat())];
}

/** C3's merge: repeatedly takes the first head of an order that no other order has after its head. Null when there is no such head. */
function merge(orders: readonly (readonly Typed[])[]): Typed[] | null {
  const result: Typed[] = [];
  let remaining = orders.filter((order) => order.length > 0);
  while (remaining.length > 0) {
    const next = remaining
      .map((order) => order[0]!)
      .find((head) => !remaining.some((order) => order.slice(1).some((one) => isSame(one, head))));
    if (next === undefined) return null;
    result.push(next);
    remaining = remaining
      .map((order) => (isSame(order[0]!, next) ? order.slice(1) : order))
      .filter((order) => order.length > 0);
  }
  return result;
}

/** The classes of the file that have a member with this name, and are or extend the class of `self`; as instances. */
export function subclassesWith(i: Inference, self: Value | null, name: string): Typed[] {
  if (self?.kind !== 'instance' || self.file.kind(self.entity) !== entityKinds.class) return [];
  const { file } = self;
  const subclasses: Typed[] = [];
  if (!file.hasMember(name)) return subclasses;
  for (const entity of file.types) {
    if (file.kind(entity) !== entityKinds.class || file.members(entity, name).length === 0) continue;
    const subclass: Typed = { kind: 'instance', file, entity, environment: null };
    if (classOrder(i, subclass).some((base) => isSame(base, self))) subclasses.push(subclass);
    if (subclasses.length > maxSubclasses) return [];
  }
  return subclasses;
}

/**
 * The class after `from` in the class order of `self`, as an instance or class like `self`; external after the last. Where that order does not
 * contain `from`: the first base of `from`. Where `from` is no class, or `self` is neither an instance nor a class: `from`.
 */
export function nextInOrder(i: Inference, self: Value | null, from: Value | null): Value | null {
  if (from?.kind !== 'static' || (self?.kind !== 'instance' && self?.kind !== 'static')) return from;
  const start: Typed = asKind(from, 'instance');
  const order = classOrder(i, self);
  const at = order.findIndex((one) => isSame(one, start));
  const next = at === -1 ? classOrder(i, start)[1] : order[at + 1];
  return next === undefined ? { kind: 'external' } : asKind(next, self.kind);
}

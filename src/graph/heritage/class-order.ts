/** The order in which members are looked up in classes with several bases (C3 linearisation), and the reverse: subclasses of a class. */
import { entityKinds, heritage } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Slot } from '../program/memo.ts';
import { ancestors, namesHeritage } from './heritage.ts';
import { recordRead, type Inference } from '../questions/questions.ts';
import { type Value, asKind, type Typed } from '../questions/values.ts';

const maxDepth = 24;

/** The most subclasses of one class in its file: where there are more, none is taken. */
const maxSubclasses = 8;

function isSame(a: Typed, b: Typed): boolean {
  return a.file === b.file && a.entity === b.entity;
}

/** What is known of a class's order. */
interface ClassOrder {
  order: readonly Typed[];
  /** The files whose classes name bases in it: an asking file depends on them. */
  asked: ReadonlySet<ProgramFile>;
}

const knownOrders = new Slot(() => new Map<number, ClassOrder>());

/** The class itself, then its bases in C3 order; depth first where there is no such order. */
export function classOrder(i: Inference, value: Typed): readonly Typed[] {
  if (value.environment !== null) return orderOf(i, value, 0);
  const known = value.file.memo(knownOrders).get(value.entity);
  if (known === undefined) return newOrder(i, value);
  for (const file of known.asked) recordRead(i, file);
  return known.order;
}

function newOrder(i: Inference, value: Typed): readonly Typed[] {
  const { cut } = i;
  i.cut = Infinity;
  const order = orderOf(i, value, 0);
  // A result that depends on an unfinished question, or that is cut off, is not memoised.
  if (i.cut === Infinity && order.length <= maxDepth) {
    const asked = new Set<ProgramFile>();
    for (const one of order) if (namesHeritage(one, heritage.extends)) asked.add(one.file);
    value.file.memo(knownOrders).set(value.entity, { order, asked });
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

/** Repeatedly takes the first class that is not behind another one in any order; null when there is none. */
function merge(orders: readonly (readonly Typed[])[]): Typed[] | null {
  const result: Typed[] = [];
  let rest = orders.filter((order) => order.length > 0);
  while (rest.length > 0) {
    const next = rest
      .map((order) => order[0]!)
      .find((head) => !rest.some((order) => order.slice(1).some((one) => isSame(one, head))));
    if (next === undefined) return null;
    result.push(next);
    rest = rest.map((order) => (isSame(order[0]!, next) ? order.slice(1) : order)).filter((order) => order.length > 0);
  }
  return result;
}

/** Instances of the file's subclasses of `self`'s class that have a member which `self` lacks. */
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

/** An instance of the class after `from` in the order of `self`; where that does not contain `from`, in the order of `from`. */
export function nextInOrder(i: Inference, self: Value | null, from: Value | null): Value | null {
  if (from?.kind !== 'static' || (self?.kind !== 'instance' && self?.kind !== 'static')) return from;
  const start: Typed = asKind(from, 'instance');
  const order = classOrder(i, self);
  const at = order.findIndex((one) => isSame(one, start));
  const next = at === -1 ? classOrder(i, start)[1] : order[at + 1];
  return next === undefined ? { kind: 'external' } : asKind(next, self.kind);
}

/** In which order Python looks for a member: its method resolution order (C3), and in reverse, what inherits from a class. */
import { entityKinds, heritage } from '../model/link-facts.ts';
import { type Typed, ancestors } from './heritage.ts';
import type { Inference } from './questions.ts';
import type { Value } from './values.ts';

const maxDepth = 24;

/** Classes that inherit from one in its file: of more nobody can say which one is meant. */
const maxHeirs = 8;

function isSame(a: Typed, b: Typed): boolean {
  return a.file === b.file && a.entity === b.entity;
}

/** The class itself, then its bases; where there is no such order, depth first. */
export function classOrder(i: Inference, value: Typed, depth = 0): Typed[] {
  const bases = depth > maxDepth ? [] : ancestors(i, value, heritage.extends);
  if (bases.length === 0) return [value];
  const orders = bases.map((base) => classOrder(i, base, depth + 1));
  if (orders.length === 1) return [value, ...orders[0]!];
  return [value, ...(merge([...orders, bases]) ?? orders.flat())];
}

/** Always the first class that stands behind no other's; null when there is none. */
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

/** Instances of the file's classes that have a member which `self`, an instance of what they inherit from, lacks. */
export function heirsWith(i: Inference, self: Value | null, name: string): Typed[] {
  if (self?.kind !== 'instance' || self.file.kind(self.entity) !== entityKinds.class) return [];
  const { file } = self;
  const heirs: Typed[] = [];
  if (file.stringOf(name) === -1) return heirs;
  for (const entity of file.types) {
    if (file.kind(entity) !== entityKinds.class || file.members(entity, name).length === 0) continue;
    const heir: Typed = { kind: 'instance', file, entity, environment: null };
    if (classOrder(i, heir).some((base) => isSame(base, self))) heirs.push(heir);
    if (heirs.length > maxHeirs) return [];
  }
  return heirs;
}

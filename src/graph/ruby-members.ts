/**
 * Members of Ruby's classes and modules: all declarations of one path are one, in whichever files they stand.
 * Invariant: terminates on any heritage, since ancestors are counted.
 */
import { entityFields, entityFlags, entityKinds, heritage } from '../model/link-facts.ts';
import type { FileFacts } from './file-facts.ts';
import { type Typed, ancestors, namesHeritage } from './heritage.ts';
import type { Member } from './nominal.ts';
import type { Program } from './program.ts';
import { leanOn, type Inference } from './questions.ts';
import { rubyDeclarations, rubyPath } from './ruby-declarations.ts';
import { nearestTargets } from './shared-folders.ts';

const maxAncestors = 40;

function declarationsOf(i: Inference, value: Typed): Typed[] {
  const { file, entity } = value;
  const others = rubyDeclarations(i, file, rubyPath(file, entity)).filter(
    (one) => one.file.kind(one.entity) === entityKinds.class,
  );
  return others.length === 0 ? [value] : others.map((one) => ({ ...value, ...one }));
}

/** One class or module, wherever it is declared, in the order of a lookup. */
interface Step {
  declarations: readonly Typed[];
  /** Members of the class itself are looked for, else those of instances. */
  isStatic: boolean;
}

/** In which order classes and modules are looked through for a member. */
interface LookupOrder {
  steps: readonly Step[];
  /** The files whose classes name bases or mixed-in modules in it: whoever asks leans on them. */
  named: ReadonlySet<FileFacts>;
  /** Files that lean on all of them already. */
  asking: Set<FileFacts>;
  /** Members that were looked for, by name. */
  found: Map<string, Member[]>;
}

const ordersIn = new WeakMap<Program, Map<string, LookupOrder>>();

/** Members of an instance, or of the class itself: its own, what is mixed in, what is inherited. */
export function rubyMembers(i: Inference, value: Typed, name: string): Member[] {
  const { steps, found } = lookupOrder(i, value);
  let members = found.get(name);
  if (members === undefined) found.set(name, (members = firstWith(steps, name)));
  // A project may have several that it never loads together; else of one class each method is declared once.
  return nearestTargets(value.file, members)
    .slice(0, 1)
    .map((member) => ({ ...member, self: value }));
}

function firstWith(steps: readonly Step[], name: string): Member[] {
  for (const { declarations, isStatic } of steps) {
    const members = own(declarations, name, isStatic);
    if (members.length > 0) return members;
  }
  return [];
}

function lookupOrder(i: Inference, value: Typed): LookupOrder {
  let orders = ordersIn.get(i.program);
  if (orders === undefined) ordersIn.set(i.program, (orders = new Map<string, LookupOrder>()));
  const key = keyOf(value);
  const order = orders.get(key) ?? newOrder(i, value, { key, orders });
  const { at } = i;
  if (at !== null && !order.asking.has(at)) {
    order.asking.add(at);
    for (const file of order.named) leanOn(i, file);
  }
  // The file of each value leans on all that declares its class.
  rubyDeclarations(i, value.file, rubyPath(value.file, value.entity));
  return order;
}

function newOrder(
  i: Inference,
  value: Typed,
  { key, orders }: { key: string; orders: Map<string, LookupOrder> },
): LookupOrder {
  const { cut } = i;
  i.cut = Infinity;
  const gathered: Gathered = { steps: [], named: new Set(), seen: new Set() };
  if (value.kind === 'static') addClass(i, value, gathered);
  else addInstance(i, value, gathered);
  const order: LookupOrder = { ...gathered, asking: new Set(), found: new Map() };
  // What leans on an unfinished question is not remembered.
  if (i.cut === Infinity) orders.set(key, order);
  i.cut = Math.min(i.cut, cut);
  return order;
}

interface Gathered {
  steps: Step[];
  named: Set<FileFacts>;
  seen: Set<string>;
}

/** A class that is made without a name is told by its place. */
function keyOf({ file, entity, kind }: Typed): string {
  const isNameless = file.get(entity, entityFields.parent) === -2;
  return `${kind} ${rubyPath(file, entity)}${isNameless ? ` ${file.index} ${entity}` : ''}`;
}

/** The declarations of a class that was not met yet, as the next step; null of one that was. */
function nextStep(i: Inference, value: Typed, isStatic: boolean, { steps, seen }: Gathered): readonly Typed[] | null {
  const key = keyOf(value);
  if (seen.has(key) || seen.size > maxAncestors) return null;
  seen.add(key);
  const declarations = declarationsOf(i, value);
  steps.push({ declarations, isStatic });
  return declarations;
}

function addInstance(i: Inference, value: Typed, gathered: Gathered): void {
  const declarations = nextStep(i, value, false, gathered);
  if (declarations === null) return;
  addEach(i, declarations, { relation: heritage.mixesIn, gathered });
  addEach(i, declarations, { relation: heritage.extends, gathered });
}

/** What is named last is looked through first. */
function addEach(
  i: Inference,
  declarations: readonly Typed[],
  { relation, gathered }: { relation: number; gathered: Gathered },
): void {
  for (const declaration of declarations) {
    for (const base of named(i, declaration, relation, gathered).toReversed()) addInstance(i, base, gathered);
  }
}

function addClass(i: Inference, value: Typed, gathered: Gathered): void {
  const declarations = nextStep(i, value, true, gathered);
  if (declarations === null) return;
  addEach(i, declarations, { relation: heritage.implements, gathered });
  for (const declaration of declarations) {
    for (const base of named(i, declaration, heritage.extends, gathered)) {
      addClass(i, { ...base, kind: 'static' }, gathered);
    }
  }
}

function named(i: Inference, declaration: Typed, relation: number, { named: files }: Gathered): readonly Typed[] {
  if (namesHeritage(declaration, relation)) files.add(declaration.file);
  return ancestors(i, declaration, relation);
}

/** One of each declaration that has any. */
function own(declarations: readonly Typed[], name: string, isStatic: boolean): Member[] {
  const members: Member[] = [];
  for (const { file, entity, kind } of declarations) {
    const found = file.members(entity, name).filter((one) => file.has(one, entityFlags.static) === isStatic);
    const meant = found.find((one) => file.has(one, entityFlags.implemented)) ?? found[0];
    const self = { kind, file, entity, environment: null } as const;
    if (meant !== undefined) members.push({ file, entity: meant, environment: null, self });
  }
  return members;
}

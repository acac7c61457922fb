/**
 * Members of Ruby's classes and modules: all declarations of one path are one, whatever their files.
 * Invariant: terminates on any heritage, because ancestors are counted.
 */
import { entityFields, entityFlags, entityKinds, heritage, ops } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { ancestors, namesHeritage } from '../../heritage/heritage.ts';
import type { Program } from '../../program/program.ts';
import { recordRead, type Inference } from '../../questions/questions.ts';
import { rubyDeclarations, rubyPath } from './declarations.ts';
import { basesOfLibrary } from './test-classes.ts';
import { nearestTargets } from '../../program/shared-folders.ts';
import { asKind, type Member, type Typed } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

const maxAncestors = 40;

function declarationsOf(i: Inference, value: Typed): Typed[] {
  const { file, entity } = value;
  const superclass = superclassOf(value);
  const others = rubyDeclarations(i, file, rubyPath(file, entity)).filter(
    (one) => one.file.kind(one.entity) === entityKinds.class && mayBeOne(superclass, superclassOf(one)),
  );
  return others.length === 0 ? [value] : others.map((one) => ({ ...value, ...one }));
}

/** The superclass as it is written; '' for none. */
function superclassOf({ file, entity }: Target): string {
  const pairs = file.list(file.get(entity, entityFields.listA));
  const at = pairs.indexOf(heritage.extends);
  if (at % 2 !== 0) return '';
  const node = pairs[at + 1]!;
  return file.op(node) === ops.name ? file.text(file.operand(node, 0)) : '?';
}

/** Whether two declarations can be one class: classes of one name with different superclasses are never in one program. */
function mayBeOne(one: string, other: string): boolean {
  return one === '' || other === '' || last(one) === last(other);
}

function last(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1);
}

/** One class or module, wherever it is declared, in the order of a look-up. */
interface Step {
  declarations: readonly Typed[];
  /** Whether members of the class itself are looked up, or those of instances. */
  isStatic: boolean;
}

/** The order in which classes and modules are searched for a member. */
interface LookupOrder {
  steps: readonly Step[];
  /** The files whose classes name bases or mixed-in modules in it: an asking file depends on them. */
  named: ReadonlySet<ProgramFile>;
  /** Files that already depend on all of them. */
  asking: Set<ProgramFile>;
  /** Paths of all steps but the first, once they were asked for. */
  ancestors: readonly string[] | null;
  /** Members that were looked up, by name. */
  found: Map<string, Member[]>;
}

const ordersIn = new WeakMap<Program, Map<string, LookupOrder>>();

/** Members of an instance, or of the class itself: own ones, mixed-in ones, inherited ones. */
export function rubyMembers(i: Inference, value: Typed, name: string): Member[] {
  const { steps, found } = lookupOrder(i, value);
  let members = found.get(name);
  if (members === undefined) found.set(name, (members = firstWith(steps, name)));
  // A project may have several classes that it never loads together; otherwise a class declares each method once.
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

/** The paths of the classes and modules whose members instances of a class have, without the class's own. */
export function rubyAncestors(i: Inference, value: Typed): readonly string[] {
  const order = lookupOrder(i, value);
  return (order.ancestors ??= order.steps
    .slice(1)
    .flatMap(({ declarations: [first] }) => (first === undefined ? [] : rubyPath(first.file, first.entity))));
}

function lookupOrder(i: Inference, value: Typed): LookupOrder {
  let orders = ordersIn.get(i.program);
  if (orders === undefined) ordersIn.set(i.program, (orders = new Map<string, LookupOrder>()));
  const key = keyOf(value);
  const order = orders.get(key) ?? newOrder(i, value, { key, orders });
  const { at } = i;
  if (at !== null && !order.asking.has(at)) {
    order.asking.add(at);
    for (const file of order.named) recordRead(i, file);
  }
  // The file of each value depends on all declarations of the class.
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
  const order: LookupOrder = { ...gathered, asking: new Set(), ancestors: null, found: new Map() };
  // A result that depends on an unfinished question is not memoised.
  if (i.cut === Infinity) orders.set(key, order);
  i.cut = Math.min(i.cut, cut);
  return order;
}

interface Gathered {
  steps: Step[];
  named: Set<ProgramFile>;
  seen: Set<string>;
}

/** A class without a name is identified by its place. */
function keyOf({ file, entity, kind }: Typed): string {
  const isNameless = file.get(entity, entityFields.parent) === -2;
  const which = isNameless ? ` ${file.index} ${entity}` : ` < ${last(superclassOf({ file, entity }))}`;
  return `${kind} ${rubyPath(file, entity)}${which}`;
}

/** Adds the declarations of a class as the next step; null for a class that was met before. */
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
  for (const base of ofLibrary(i, declarations)) addInstance(i, { ...value, ...base }, gathered);
}

/** The project's extensions of external classes that the class is, or that it inherits. */
function ofLibrary(i: Inference, declarations: readonly Typed[]): Target[] {
  const found: Target[] = [];
  for (const { file, entity } of declarations) {
    const paths = [rubyPath(file, entity)];
    const pairs = file.list(file.get(entity, entityFields.listA));
    for (let at = 0; at < pairs.length; at += 2) {
      const node = pairs[at + 1]!;
      if (pairs[at] === heritage.extends && file.op(node) === ops.name)
        paths.push(file.text(file.operand(node, 0)).replace(/^::/, ''));
    }
    for (const path of paths) found.push(...basesOfLibrary(i, file, path));
  }
  return found.filter(({ file, entity }) => file.kind(entity) === entityKinds.class);
}

/** The last named one is searched first. */
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
  addGiven(i, declarations, gathered);
  for (const declaration of declarations) {
    for (const base of named(i, declaration, heritage.extends, gathered)) {
      addClass(i, asKind(base, 'static'), gathered);
    }
  }
  for (const base of ofLibrary(i, declarations)) addClass(i, { ...value, ...base, kind: 'static' }, gathered);
}

/** Adds what a class is extended with by mixing in modules; a module's own methods reach it through `self.class`. */
function addGiven(i: Inference, declarations: readonly Typed[], gathered: Gathered): void {
  const modules = [...declarations];
  const seen = new Set<string>();
  for (const module of modules) {
    const key = keyOf(module);
    if (seen.has(key) || seen.size > maxAncestors) continue;
    seen.add(key);
    const all = declarationsOf(i, module);
    addEach(i, all, { relation: heritage.gives, gathered });
    for (const one of all) modules.push(...named(i, one, heritage.mixesIn, gathered));
  }
}

function named(i: Inference, declaration: Typed, relation: number, { named: files }: Gathered): readonly Typed[] {
  if (namesHeritage(declaration, relation)) files.add(declaration.file);
  return ancestors(i, declaration, relation);
}

/** The member in each declaration that has it. */
function own(declarations: readonly Typed[], name: string, isStatic: boolean): Member[] {
  const members: Member[] = [];
  for (const { file, entity, kind } of declarations) {
    const found = file.members(entity, name).filter((one) => file.has(one, entityFlags.static) === isStatic);
    const first = found.find((one) => file.has(one, entityFlags.implemented)) ?? found[0];
    // `attr_reader :name`, written for the documentation, and then `def name`: the last one counts.
    const isReader = first !== undefined && file.kind(first) === entityKinds.property;
    const meant = (isReader ? found.find((one) => file.kind(one) === entityKinds.method) : undefined) ?? first;
    const self = { kind, file, entity, environment: null } as const;
    if (meant !== undefined) members.push({ file, entity: meant, environment: null, self });
  }
  return members;
}

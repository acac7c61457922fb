/**
 * Members of Ruby's classes and modules. Declarations of one path are one class, in whatever files they are, unless they name different superclasses.
 * Invariant: the look-up ends on any heritage, also on a cyclic one, because the number of ancestors is limited.
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

/** The maximum number of classes and modules in a look-up order. */
const maxAncestors = 40;

/** The declarations of the class of `value`: those with its path, if their superclasses do not contradict. The value itself where there are none. */
function declarationsOf(i: Inference, value: Typed): Typed[] {
  const { file, entity } = value;
  const superclass = superclassOf(value);
  const others = rubyDeclarations(i, file, rubyPath(file, entity)).filter(
    (one) => one.file.kind(one.entity) === entityKinds.class && mayBeOne(superclass, superclassOf(one)),
  );
  return others.length === 0 ? [value] : others.map((one) => ({ ...value, ...one }));
}

/** The superclass as it is written; '' for none, '?' for an expression that is no name. */
function superclassOf({ file, entity }: Target): string {
  const pairs = file.list(file.get(entity, entityFields.listA));
  const at = pairs.indexOf(heritage.extends);
  if (at % 2 !== 0) return '';
  const node = pairs[at + 1]!;
  return file.op(node) === ops.name ? file.text(file.operand(node, 0)) : '?';
}

/** Whether two declarations can be of one class, by their superclasses. Ruby allows only one superclass, so different ones mean separate programs. */
function mayBeOne(one: string, other: string): boolean {
  return one === '' || other === '' || lastName(one) === lastName(other);
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1);
}

/** A class or module in a look-up order, with all its declarations. */
interface Step {
  declarations: readonly Typed[];
  /** Whether the look-up takes members of the class itself, not those of its instances. */
  isStatic: boolean;
}

/** The order in which classes and modules are searched for a member. */
interface LookupOrder {
  steps: readonly Step[];
  /** The files with declarations that name bases or mixed-in modules. An asking file depends on them. */
  namingFiles: ReadonlySet<ProgramFile>;
  /** Files that asked, and already have all of `namingFiles` among their reads. */
  asking: Set<ProgramFile>;
  /** Paths of all steps but the first; null until they are first needed. */
  ancestors: readonly string[] | null;
  /** Memo of look-ups by name. */
  found: Map<string, Member[]>;
}

/** Memo of look-up orders by the key of the class (`keyOf`). */
const ordersIn = new WeakMap<Program, Map<string, LookupOrder>>();

/** The member of a name that an instance, or a class itself, declares, mixes in or inherits; an array of at most one. */
export function rubyMembers(i: Inference, value: Typed, name: string): Member[] {
  const { steps, found } = lookupOrder(i, value);
  let members = found.get(name);
  if (members === undefined) found.set(name, (members = firstWith(steps, name)));
  // Of several declarations the nearest is taken: a project may have classes of one path that it never loads together.
  return nearestTargets(value.file, members)
    .slice(0, 1)
    .map((member) => ({ ...member, self: value }));
}

function firstWith(steps: readonly Step[], name: string): Member[] {
  for (const { declarations, isStatic } of steps) {
    const members = declaredMembers(declarations, name, isStatic);
    if (members.length > 0) return members;
  }
  return [];
}

/** The paths of a class's ancestors: the classes and modules whose members its instances have. */
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
  const order = orders.get(key) ?? findOrder(i, value, { key, orders });
  const { at } = i;
  if (at !== null && !order.asking.has(at)) {
    order.asking.add(at);
    for (const file of order.namingFiles) recordRead(i, file);
  }
  // This makes the file of the value depend on all declarations of the class.
  rubyDeclarations(i, value.file, rubyPath(value.file, value.entity));
  return order;
}

function findOrder(
  i: Inference,
  value: Typed,
  { key, orders }: { key: string; orders: Map<string, LookupOrder> },
): LookupOrder {
  const { cut } = i;
  i.cut = Infinity;
  const builder: OrderBuilder = { steps: [], namingFiles: new Set(), visited: new Set() };
  if (value.kind === 'static') addClass(i, value, builder);
  else addInstance(i, value, builder);
  const order: LookupOrder = { ...builder, asking: new Set(), ancestors: null, found: new Map() };
  // A result that depends on an unfinished question is not memoised.
  if (i.cut === Infinity) orders.set(key, order);
  i.cut = Math.min(i.cut, cut);
  return order;
}

interface OrderBuilder {
  steps: Step[];
  namingFiles: Set<ProgramFile>;
  visited: Set<string>;
}

/** The memo key of a class. A class without a name is identified by its file and entity. */
function keyOf({ file, entity, kind }: Typed): string {
  const isUnnamed = file.get(entity, entityFields.parent) === -2;
  const which = isUnnamed ? ` ${file.index} ${entity}` : ` < ${lastName(superclassOf({ file, entity }))}`;
  return `${kind} ${rubyPath(file, entity)}${which}`;
}

/** Adds a class as the next step and returns its declarations; null for a class that the order already has. */
function nextStep(
  i: Inference,
  value: Typed,
  isStatic: boolean,
  { steps, visited }: OrderBuilder,
): readonly Typed[] | null {
  const key = keyOf(value);
  if (visited.has(key) || visited.size > maxAncestors) return null;
  visited.add(key);
  const declarations = declarationsOf(i, value);
  steps.push({ declarations, isStatic });
  return declarations;
}

function addInstance(i: Inference, value: Typed, builder: OrderBuilder): void {
  const declarations = nextStep(i, value, false, builder);
  if (declarations === null) return;
  addEach(i, declarations, { relation: heritage.mixesIn, builder });
  addEach(i, declarations, { relation: heritage.extends, builder });
  for (const base of extensionsOfExternal(i, declarations)) addInstance(i, { ...value, ...base }, builder);
}

/** The project's extensions of the external class that these declarations reopen or inherit from. */
function extensionsOfExternal(i: Inference, declarations: readonly Typed[]): Target[] {
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

/** Adds the bases of declarations by a relation, in reverse: Ruby searches the last mixed-in module first. */
function addEach(
  i: Inference,
  declarations: readonly Typed[],
  { relation, builder }: { relation: number; builder: OrderBuilder },
): void {
  for (const declaration of declarations) {
    for (const base of basesNamed(i, declaration, relation, builder).toReversed()) addInstance(i, base, builder);
  }
}

function addClass(i: Inference, value: Typed, builder: OrderBuilder): void {
  const declarations = nextStep(i, value, true, builder);
  if (declarations === null) return;
  addEach(i, declarations, { relation: heritage.implements, builder });
  addGiven(i, declarations, builder);
  for (const declaration of declarations) {
    for (const base of basesNamed(i, declaration, heritage.extends, builder)) {
      addClass(i, asKind(base, 'static'), builder);
    }
  }
  for (const base of extensionsOfExternal(i, declarations)) addClass(i, { ...value, ...base, kind: 'static' }, builder);
}

/**
 * Adds the modules with which mixed-in modules extend their class (`base.extend`). They are added for a module itself too: its methods reach these
 * members through `self.class`.
 */
function addGiven(i: Inference, declarations: readonly Typed[], builder: OrderBuilder): void {
  const modules = [...declarations];
  const visited = new Set<string>();
  for (const module of modules) {
    const key = keyOf(module);
    if (visited.has(key) || visited.size > maxAncestors) continue;
    visited.add(key);
    const all = declarationsOf(i, module);
    addEach(i, all, { relation: heritage.gives, builder });
    for (const one of all) modules.push(...basesNamed(i, one, heritage.mixesIn, builder));
  }
}

/** The bases that a declaration names. Its file is recorded among the files with declarations that name bases. */
function basesNamed(
  i: Inference,
  declaration: Typed,
  relation: number,
  { namingFiles }: OrderBuilder,
): readonly Typed[] {
  if (namesHeritage(declaration, relation)) namingFiles.add(declaration.file);
  return ancestors(i, declaration, relation);
}

/** The member of a name in each declaration that has it. */
function declaredMembers(declarations: readonly Typed[], name: string, isStatic: boolean): Member[] {
  const members: Member[] = [];
  for (const { file, entity, kind } of declarations) {
    const found = file.members(entity, name).filter((one) => file.has(one, entityFlags.static) === isStatic);
    const first = found.find((one) => file.has(one, entityFlags.implemented)) ?? found[0];
    // `def name` replaces an `attr_reader :name` before it, which some projects write for the documentation.
    const isReader = first !== undefined && file.kind(first) === entityKinds.property;
    const meant = (isReader ? found.find((one) => file.kind(one) === entityKinds.method) : undefined) ?? first;
    const self = { kind, file, entity, environment: null } as const;
    if (meant !== undefined) members.push({ file, entity: meant, environment: null, self });
  }
  return members;
}

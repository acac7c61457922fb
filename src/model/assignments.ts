/**
 * Applies the assignments of a file once all its declarations are known. A value assigned to a declared variable becomes one of that
 * variable's values. An assignment to an undeclared member declares the member.
 */
import type { Ints } from './ints.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  exportForms,
  exportWidth,
  ops,
  primitives,
  scopeKinds,
} from './file-summary.ts';

/** Each assignment is this many numbers: target node, value node (0: none), line, column, scope. */
export const assignmentWidth = 5;

/** A value has at most this many alternatives: more of them carry no information. */
export const maxAlternatives = 4;

/** A list has at most this many elements. */
const maxElements = 8;

/** The part of `SummaryWriter` that resolving assignments needs. */
interface WrittenSummary {
  readonly entityCount: number;
  readonly declaresByAssigning: boolean;
  readonly nestsMembers: boolean;
  readonly globalObjects: ReadonlySet<string>;
  stringIndex(text: string): number;
  text(string: number): string;
  opOf(node: number): number;
  operand(node: number, index: number): number;
  get(entity: number, field: number): number;
  scopeParent(scope: number): number;
  scopeKind(scope: number): number;
  scopeOwner(scope: number): number;
  set(entity: number, field: number, value: number): void;
  addFlags(entity: number, flags: number): void;
  declareString(name: number, kind: number, place: Readonly<{ line: number; column: number }>, scope: number): number;
  scope(parent: number, kind: number, owner: number): number;
  node(op: number, a?: number, b?: number, c?: number): number;
  list(items: readonly number[]): number;
  either(alternatives: readonly number[]): number;
}

/** What gets the member that an assignment declares. */
interface Owner {
  /** An entity of this file; -1 for none. */
  entity: number;
  /** Whether the instances of the entity get the member, and not the entity itself. */
  isForInstances: boolean;
}

const noOwner: Owner = { entity: -1, isForInstances: false };

/** @param exports records of `exportWidth` numbers */
export function resolveAssignments(writer: WrittenSummary, assignments: Ints, exports: Ints): void {
  const whole = wholeExport(writer, exports);
  if (assignments.length > 0 || whole !== -1) new AssignmentResolver(writer, assignments, exports).resolve(whole);
}

/** The position of the export that makes one value the whole module (`module.exports = …`); -1 for none. */
function wholeExport(writer: WrittenSummary, exports: Ints): number {
  for (let at = 0; at < exports.length; at += exportWidth) if (writer.text(exports.values[at]!) === '=') return at;
  return -1;
}

class AssignmentResolver {
  readonly #writer: WrittenSummary;
  readonly #assignments: Ints;
  readonly #exports: Ints;
  /** By scope and name: the first entity that is neither a member nor the narrowing of another entity. */
  readonly #declared: Map<number, number>;
  /** Members by owner and name; built at first use. */
  #members: Map<number, number> | null = null;
  /** What is assigned to each entity. */
  readonly #values = new Map<number, number[]>();
  /** Entities that are assigned an unknown value. */
  readonly #unknown = new Set<number>();
  /** The string `prototype`; -1 where the file has none. */
  readonly #prototype: number;

  constructor(writer: WrittenSummary, assignments: Ints, exports: Ints) {
    this.#writer = writer;
    this.#assignments = assignments;
    this.#exports = exports;
    this.#declared = this.#entitiesByName();
    this.#prototype = writer.stringIndex('prototype');
  }

  #entitiesByName(): Map<number, number> {
    const writer = this.#writer;
    const declared = new Map<number, number>();
    const count = writer.entityCount;
    for (let entity = 0; entity < count; entity++) {
      const isMember = writer.get(entity, entityFields.parent) !== -1;
      if (isMember && writer.get(entity, entityFields.kind) !== entityKinds.parameter) continue;
      if ((writer.get(entity, entityFields.flags) & entityFlags.narrowed) !== 0) continue;
      const key = keyOf(writer.get(entity, entityFields.scope), writer.get(entity, entityFields.name));
      if (!declared.has(key)) declared.set(key, entity);
    }
    return declared;
  }

  /** @param whole position of the export of the whole module; -1 for none */
  resolve(whole: number): void {
    if (whole !== -1) this.#moveExportsTo(this.#exportedOwner(whole));
    this.#setFunctionOwners();
    for (let at = 0; at < this.#assignments.length; at += assignmentWidth) {
      const op = this.#writer.opOf(this.#target(at));
      if (op === ops.name) this.#toName(at);
      else if (op === ops.member) {
        this.#toMember(at);
        if (this.#makesGlobal(at)) this.#declareGlobal(at);
      }
    }
    this.#toElements();
    this.#setAllValues();
  }

  #target(at: number): number {
    return this.#assignments.values[at]!;
  }

  #value(at: number): number {
    return this.#assignments.values[at + 1]!;
  }

  #scope(at: number): number {
    return this.#assignments.values[at + 4]!;
  }

  /** Assigned values are alternatives to the value of the declaration. */
  #setAllValues(): void {
    for (const entity of this.#unknown) if (!this.#values.has(entity)) this.#values.set(entity, []);
    for (const [entity, list] of this.#values) {
      const kind = this.#writer.get(entity, entityFields.kind);
      if (kind === entityKinds.function || kind === entityKinds.class || kind === entityKinds.import) continue;
      this.#setValues(entity, [this.#writer.get(entity, entityFields.value), ...list]);
    }
  }

  /** Sets the value of an entity to one of several. `null` is left out where there are other values, known or unknown. */
  #setValues(entity: number, values: readonly number[]): void {
    const others = values.filter((value) => !this.#isNothing(value));
    const isNull = !this.#unknown.has(entity) && others.every((value) => value === 0);
    this.#writer.set(entity, entityFields.value, this.#writer.either(isNull ? values : others));
  }

  #isNothing(node: number): boolean {
    return this.#writer.opOf(node) === ops.primitive && this.#writer.operand(node, 0) === primitives.nothing;
  }

  #addValue(entity: number, value: number): void {
    if (value === 0) {
      this.#unknown.add(entity);
      return;
    }
    const list = this.#values.get(entity);
    if (list === undefined) this.#values.set(entity, [value]);
    else if (list.length < maxAlternatives) list.push(value);
  }

  #lookUp(name: number, from: number): number {
    for (let scope = from; scope !== -1; scope = this.#writer.scopeParent(scope)) {
      const found = this.#declared.get(keyOf(scope, name));
      if (found !== undefined) return found;
    }
    return -1;
  }

  /** The entity that a name node means in its scope. */
  #entityOfName(node: number): number {
    return this.#lookUp(this.#writer.operand(node, 0), this.#writer.operand(node, 1));
  }

  /** Declares an entity for an assignment, with the name of its target. */
  #declareAssigned(at: number, kind: number, name: number, scope: number): number {
    const place = { line: this.#assignments.values[at + 2]!, column: this.#assignments.values[at + 3]! };
    const entity = this.#writer.declareString(name, kind, place, scope);
    this.#writer.addFlags(entity, entityFlags.assigned);
    return entity;
  }

  #toName(at: number): void {
    const [target, value] = [this.#target(at), this.#value(at)];
    let entity = this.#entityOfName(target);
    if (entity === -1 && this.#writer.declaresByAssigning) {
      const name = this.#writer.operand(target, 0);
      entity = this.#declareAssigned(at, entityKinds.variable, name, 0);
      this.#declared.set(keyOf(0, name), entity);
    }
    if (entity !== -1) this.#addValue(entity, value);
  }

  #toMember(at: number): void {
    const writer = this.#writer;
    const [target, value] = [this.#target(at), this.#value(at)];
    const owner = this.#ownerOf(writer.operand(target, 0));
    if (owner.entity === -1) return;
    const name = writer.operand(target, 1);
    const members = this.#membersByKey();
    const key = keyOf(owner.entity, name);
    const existing = members.get(key);
    if (existing !== undefined) {
      const isAssigned = (writer.get(existing, entityFields.flags) & entityFlags.assigned) !== 0;
      const initial = writer.get(existing, entityFields.value);
      // A declared member with an initial value keeps that value alone.
      if (isAssigned || initial === 0 || this.#isNothing(initial)) this.#addValue(existing, value);
      return;
    }
    const added = this.#declareAssigned(at, entityKinds.property, name, this.#scope(at));
    writer.set(added, entityFields.parent, owner.entity);
    if (!owner.isForInstances) writer.addFlags(added, entityFlags.static);
    const isAlias =
      writer.get(owner.entity, entityFields.kind) === entityKinds.import && writer.opOf(value) === ops.name;
    if (isAlias) writer.addFlags(added, entityFlags.alias);
    members.set(key, added);
    this.#addValue(added, value);
  }

  /** `globalThis.help = help` makes a name of this file's top level visible to the whole program. */
  #makesGlobal(at: number): boolean {
    const writer = this.#writer;
    const [target, value] = [this.#target(at), this.#value(at)];
    if (writer.opOf(value) !== ops.name || writer.operand(target, 1) !== writer.operand(value, 0)) return false;
    const object = writer.operand(target, 0);
    if (writer.opOf(object) !== ops.name || !writer.globalObjects.has(writer.text(writer.operand(object, 0))))
      return false;
    // A declared variable of that name hides the global object.
    if (this.#entityOfName(object) !== -1) return false;
    const assigned = this.#entityOfName(value);
    if (assigned === -1 || writer.get(assigned, entityFields.scope) !== 0) return false;
    return writer.get(assigned, entityFields.kind) !== entityKinds.parameter;
  }

  /** Declares a global variable for the assignment, in a new scope: inside this file the name still means the entity of the file. */
  #declareGlobal(at: number): void {
    const scope = this.#writer.scope(this.#scope(at), scopeKinds.block, -1);
    const name = this.#writer.operand(this.#target(at), 1);
    const entity = this.#declareAssigned(at, entityKinds.variable, name, scope);
    this.#writer.addFlags(entity, entityFlags.alias | entityFlags.global);
    this.#writer.set(entity, entityFields.value, this.#value(at));
  }

  /** Adds the values that are assigned to elements (`a[k] = v`) to the lists, maps or objects that hold them. All variables and members must be declared. */
  #toElements(): void {
    const elements = new Map<number, number[]>();
    for (let at = 0; at < this.#assignments.length; at += assignmentWidth) {
      const [target, value] = [this.#target(at), this.#value(at)];
      if (this.#writer.opOf(target) !== ops.index || value === 0) continue;
      const holder = this.#elementHolder(this.#writer.operand(target, 0));
      if (holder === -1) continue;
      const values = elements.get(holder);
      if (values === undefined) elements.set(holder, [value]);
      else if (values.length < maxElements) values.push(value);
    }
    for (const [entity, list] of elements) this.#addValue(entity, this.#listOf(list));
  }

  /** The variable or property that holds the list, map or object of `node[key] = …`; -1 for none, or where it has a declared type. */
  #elementHolder(node: number): number {
    let holder = -1;
    if (this.#writer.opOf(node) === ops.name) holder = this.#entityOfName(node);
    else if (this.#writer.opOf(node) === ops.member) holder = this.#knownMember(node);
    if (holder === -1 || this.#writer.get(holder, entityFields.type) !== 0) return -1;
    const kind = this.#writer.get(holder, entityFields.kind);
    return kind === entityKinds.variable || kind === entityKinds.property ? holder : -1;
  }

  /** The member of this file that a member node means; -1 for none. */
  #knownMember(node: number): number {
    const { entity } = this.#ownerOf(this.#writer.operand(node, 0));
    return entity === -1 ? -1 : (this.#membersByKey().get(keyOf(entity, this.#writer.operand(node, 1))) ?? -1);
  }

  /** A list with these values as elements. */
  #listOf(values: readonly number[]): number {
    const writer = this.#writer;
    const types = values.map((value) => writer.node(ops.typeOf, value));
    return writer.node(ops.cast, writer.node(ops.arrayOf, writer.node(ops.union, writer.list(types))), 0);
  }

  /** The function, class or object of this file that the export at this position exports; -1 for anything else. */
  #exportedOwner(at: number): number {
    const [form, exported] = [this.#exports.values[at + 1]!, this.#exports.values[at + 2]!];
    let entity = -1;
    if (form === exportForms.own) entity = exported;
    else if (form === exportForms.local) entity = this.#initialObject(this.#lookUp(exported, 0));
    if (entity === -1) return -1;
    const kind = this.#writer.get(entity, entityFields.kind);
    const isOwner = kind === entityKinds.function || kind === entityKinds.class || kind === entityKinds.object;
    return isOwner ? entity : -1;
  }

  /** Names added to the value that is the whole module (`module.exports.a = …`) become members of that value. */
  #moveExportsTo(owner: number): void {
    if (owner === -1) return;
    const writer = this.#writer;
    for (let at = 0; at < this.#exports.length; at += exportWidth) {
      const [form, entity] = [this.#exports.values[at + 1]!, this.#exports.values[at + 2]!];
      if (form !== exportForms.own || entity === -1 || !this.#isAssignedExport(entity)) continue;
      writer.set(entity, entityFields.parent, owner);
      writer.addFlags(entity, entityFlags.static);
      const value = writer.get(entity, entityFields.value);
      if (writer.opOf(value) !== ops.entity) continue;
      const valueEntity = writer.operand(value, 0);
      // `module.exports = module.exports.default = function () {}`
      if (valueEntity === owner || writer.get(valueEntity, entityFields.kind) !== entityKinds.function) continue;
      writer.set(valueEntity, entityFields.assignedTo, owner);
      writer.addFlags(valueEntity, entityFlags.static);
    }
  }

  /** Whether the entity is a property that an assignment to an export made. Such a property has no owner yet. */
  #isAssignedExport(entity: number): boolean {
    const writer = this.#writer;
    if (writer.get(entity, entityFields.kind) !== entityKinds.property) return false;
    if (writer.get(entity, entityFields.parent) !== -2) return false;
    return (writer.get(entity, entityFields.flags) & entityFlags.assigned) !== 0;
  }

  /** A function assigned to a member gets the owner of that member. An object assigned as `prototype` gives its members to the class. */
  #setFunctionOwners(): void {
    const writer = this.#writer;
    for (let at = 0; at < this.#assignments.length; at += assignmentWidth) {
      const [target, value] = [this.#target(at), this.#value(at)];
      if (writer.opOf(target) !== ops.member || writer.opOf(value) !== ops.entity) continue;
      const valueEntity = writer.operand(value, 0);
      const kind = writer.get(valueEntity, entityFields.kind);
      const isPrototype = kind === entityKinds.object && writer.operand(target, 1) === this.#prototype;
      if (kind !== entityKinds.function && !isPrototype) continue;
      const owner = this.#ownerOf(writer.operand(target, 0));
      // `var f = f.g = function () {}`
      if (owner.entity === -1 || owner.entity === valueEntity) continue;
      if (isPrototype) this.#moveMembers(valueEntity, owner.entity);
      else {
        writer.set(valueEntity, entityFields.assignedTo, owner.entity);
        if (!owner.isForInstances) writer.addFlags(valueEntity, entityFlags.static);
      }
    }
  }

  #moveMembers(from: number, to: number): void {
    const count = this.#writer.entityCount;
    for (let entity = 0; entity < count; entity++) {
      if (this.#writer.get(entity, entityFields.parent) === from) this.#writer.set(entity, entityFields.parent, to);
    }
  }

  #membersByKey(): Map<number, number> {
    if (this.#members !== null) return this.#members;
    const members = new Map<number, number>();
    const count = this.#writer.entityCount;
    for (let entity = 0; entity < count; entity++) {
      const parent = this.#writer.get(entity, entityFields.parent);
      if (parent === -1 || this.#writer.get(entity, entityFields.kind) === entityKinds.parameter) continue;
      members.set(keyOf(parent, this.#writer.get(entity, entityFields.name)), entity);
    }
    this.#members = members;
    return members;
  }

  #ownerOf(node: number): Owner {
    const writer = this.#writer;
    const op = writer.opOf(node);
    if (op === ops.name) return { entity: this.#initialObject(this.#entityOfName(node)), isForInstances: false };
    if (op === ops.this) return this.#thisOwner(writer.operand(node, 0));
    if (op !== ops.member) return noOwner;
    if (writer.operand(node, 1) === this.#prototype) {
      return { entity: this.#ownerOf(writer.operand(node, 0)).entity, isForInstances: true };
    }
    return writer.nestsMembers ? { entity: this.#objectOfMember(node), isForInstances: false } : noOwner;
  }

  /** The object that is assigned to a member, and can have members itself; -1 for none. */
  #objectOfMember(node: number): number {
    const member = this.#knownMember(node);
    if (member === -1) return -1;
    const values = [this.#writer.get(member, entityFields.value), ...(this.#values.get(member) ?? [])];
    const assigned = values.find((value) => this.#writer.opOf(value) === ops.entity);
    return assigned === undefined ? -1 : this.#writer.operand(assigned, 0);
  }

  /** The object, function or class in a variable's initializer; else the variable itself. */
  #initialObject(entity: number): number {
    if (entity === -1 || this.#writer.get(entity, entityFields.kind) !== entityKinds.variable) return entity;
    const value = this.#writer.get(entity, entityFields.value);
    return this.#writer.opOf(value) === ops.entity ? this.#writer.operand(value, 0) : entity;
  }

  /** The class or function whose member or instance `this` is. */
  #thisOwner(from: number): Owner {
    const writer = this.#writer;
    for (let scope = from; scope > 0; scope = writer.scopeParent(scope)) {
      if (writer.scopeKind(scope) !== scopeKinds.function) continue;
      const owner = writer.scopeOwner(scope);
      if (owner === -1) return noOwner;
      const parent = Math.max(writer.get(owner, entityFields.parent), writer.get(owner, entityFields.assignedTo));
      if (parent < 0) return { entity: owner, isForInstances: true };
      const isStatic = (writer.get(owner, entityFields.flags) & entityFlags.static) !== 0;
      return { entity: parent, isForInstances: !isStatic };
    }
    return noOwner;
  }
}

/** A key for a name in a scope or an owner. The offset is for the owners of detached entities, which are negative. */
function keyOf(outer: number, name: number): number {
  return (outer + 8) * 2 ** 24 + name;
}

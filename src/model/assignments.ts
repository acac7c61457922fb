/**
 * Settles the assignments of a file when all its declarations are known: what is assigned to a declared variable is one of its values; what
 * is assigned to a member that nobody declares declares it.
 */
import type { FactsWriter } from './facts-writer.ts';
import { entityFields, entityFlags, entityKinds, ops, primitives, scopeKinds } from './link-facts.ts';

/** Numbers of each assignment: target node, value node (0: none), line, column, scope. */
export const assignmentWidth = 5;

/** Alternatives of one variable that are kept: more say nothing. */
export const maxAlternatives = 4;

/** Elements of one list that are kept. */
const maxElements = 8;

export function settleAssignments(writer: FactsWriter, assignments: readonly number[]): void {
  if (assignments.length > 0) new Settler(writer, assignments).settle();
}

class Settler {
  readonly #writer: FactsWriter;
  readonly #assignments: readonly number[];
  /** Entities by scope and name, in the order of declaration. */
  readonly #declared: Map<number, number[]>;
  /** Members by owner and name, made when first asked for. */
  #members: Map<number, number> | null = null;
  /** What is assigned to each entity. */
  readonly #values = new Map<number, number[]>();
  /** Members to which something is assigned of which nothing is known. */
  readonly #open = new Set<number>();

  constructor(writer: FactsWriter, assignments: readonly number[]) {
    this.#writer = writer;
    this.#assignments = assignments;
    this.#declared = this.#byName();
  }

  #byName(): Map<number, number[]> {
    const declared = new Map<number, number[]>();
    const count = this.#writer.entityCount;
    for (let entity = 0; entity < count; entity++) {
      const isMember = this.#writer.get(entity, entityFields.parent) !== -1;
      if (isMember && this.#writer.get(entity, entityFields.kind) !== entityKinds.parameter) continue;
      const scope = this.#writer.get(entity, entityFields.scope);
      addTo(declared, keyOf(scope, this.#writer.get(entity, entityFields.name)), entity);
    }
    return declared;
  }

  settle(): void {
    this.#placeFunctions();
    const toElements: [target: number, value: number][] = [];
    for (let at = 0; at < this.#assignments.length; at += assignmentWidth) {
      const [target, value] = [this.#assignments[at]!, this.#assignments[at + 1]!];
      const op = this.#writer.opOf(target);
      if (op === ops.name) this.#toName(at);
      else if (op === ops.member) this.#toMember(at);
      else if (op === ops.index && value !== 0) toElements.push([target, value]);
    }
    this.#toElements(toElements);
    for (const [entity, list] of this.#values) {
      const kind = this.#writer.get(entity, entityFields.kind);
      if (kind === entityKinds.function || kind === entityKinds.class || kind === entityKinds.import) continue;
      this.#setValues(entity, [this.#writer.get(entity, entityFields.value), ...list]);
    }
    for (const entity of this.#open)
      if (!this.#values.has(entity)) this.#setValues(entity, [this.#writer.get(entity, entityFields.value)]);
  }

  /** `null` beside others, known or not, says nothing. */
  #setValues(entity: number, values: readonly number[]): void {
    const others = values.filter((value) => !this.#isNothing(value));
    const isNull = !this.#open.has(entity) && others.every((value) => value === 0);
    this.#writer.set(entity, entityFields.value, this.#writer.either(isNull ? values : others));
  }

  #isNothing(node: number): boolean {
    return this.#writer.opOf(node) === ops.primitive && this.#writer.operand(node, 0) === primitives.nothing;
  }

  #addValue(entity: number, value: number): void {
    if (value === 0) {
      this.#open.add(entity);
      return;
    }
    const list = this.#values.get(entity);
    if (list === undefined) this.#values.set(entity, [value]);
    else if (list.length < maxAlternatives) list.push(value);
  }

  #lookUp(name: number, from: number): number {
    for (let scope = from; scope !== -1; scope = this.#writer.scopeParent(scope)) {
      const found = this.#declared.get(keyOf(scope, name));
      const meant = found?.find(
        (entity) => (this.#writer.get(entity, entityFields.flags) & entityFlags.narrowed) === 0,
      );
      if (meant !== undefined) return meant;
    }
    return -1;
  }

  #placeOf(at: number): { line: number; column: number; scope: number } {
    const [line, column, scope] = this.#assignments.slice(at + 2, at + assignmentWidth) as [number, number, number];
    return { line, column, scope };
  }

  #toName(at: number): void {
    const [target, value] = [this.#assignments[at]!, this.#assignments[at + 1]!];
    const name = this.#writer.operand(target, 0);
    let entity = this.#lookUp(name, this.#writer.operand(target, 1));
    if (entity === -1 && this.#writer.declaresByAssigning) {
      const draft = { name: this.#writer.text(name), kind: entityKinds.variable, flags: entityFlags.assigned };
      entity = this.#writer.entity({ ...draft, ...this.#placeOf(at), scope: 0 });
      addTo(this.#declared, keyOf(0, name), entity);
    }
    if (entity !== -1 && value !== 0) this.#addValue(entity, value);
  }

  #toMember(at: number): void {
    const [target, value] = [this.#assignments[at]!, this.#assignments[at + 1]!];
    const [owner, isInstance] = this.#ownerOf(this.#writer.operand(target, 0));
    if (owner === -1) return;
    const name = this.#writer.operand(target, 1);
    const members = this.#membersByKey();
    const key = keyOf(owner, name);
    const known = members.get(key);
    if (known !== undefined) {
      const assigned = (this.#writer.get(known, entityFields.flags) & entityFlags.assigned) !== 0;
      const initial = this.#writer.get(known, entityFields.value);
      if (assigned || initial === 0 || this.#isNothing(initial)) this.#addValue(known, value);
      return;
    }
    const added = this.#writer.entity({
      name: this.#writer.text(name),
      kind: entityKinds.property,
      ...this.#placeOf(at),
      parent: owner,
      flags: entityFlags.assigned | (isInstance ? 0 : entityFlags.static),
    });
    members.set(key, added);
    this.#addValue(added, value);
  }

  #toElements(assigned: readonly [target: number, value: number][]): void {
    const elements = new Map<number, number[]>();
    for (const [target, value] of assigned) {
      const holder = this.#elementHolder(this.#writer.operand(target, 0));
      const known = elements.get(holder) ?? [];
      if (holder !== -1 && known.length < maxElements) elements.set(holder, [...known, value]);
    }
    for (const [entity, list] of elements) this.#addValue(entity, this.#listOf(list));
  }

  /** The variable or property that holds the list, map or object to which `node[key] = …` gives an element; -1 for none, or a declared one. */
  #elementHolder(node: number): number {
    let holder = -1;
    if (this.#writer.opOf(node) === ops.name)
      holder = this.#lookUp(this.#writer.operand(node, 0), this.#writer.operand(node, 1));
    else if (this.#writer.opOf(node) === ops.member) {
      const [owner] = this.#ownerOf(this.#writer.operand(node, 0));
      holder = owner === -1 ? -1 : (this.#membersByKey().get(keyOf(owner, this.#writer.operand(node, 1))) ?? -1);
    }
    if (holder === -1 || this.#writer.get(holder, entityFields.type) !== 0) return -1;
    const kind = this.#writer.get(holder, entityFields.kind);
    return kind === entityKinds.variable || kind === entityKinds.property ? holder : -1;
  }

  /** Some list of these values. */
  #listOf(values: readonly number[]): number {
    const types = values.map((value) => this.#writer.node(ops.typeOf, value));
    return this.#writer.node(
      ops.cast,
      this.#writer.node(ops.arrayOf, this.#writer.node(ops.union, this.#writer.list(types))),
      0,
    );
  }

  /** Functions that are assigned to members belong to whose member they become; an object that is assigned as `prototype` gives its own. */
  #placeFunctions(): void {
    const prototype = this.#writer.known('prototype');
    for (let at = 0; at < this.#assignments.length; at += assignmentWidth) {
      const [target, value] = [this.#assignments[at]!, this.#assignments[at + 1]!];
      if (this.#writer.opOf(target) !== ops.member || this.#writer.opOf(value) !== ops.entity) continue;
      const assigned = this.#writer.operand(value, 0);
      const kind = this.#writer.get(assigned, entityFields.kind);
      const isPrototype = kind === entityKinds.object && this.#writer.operand(target, 1) === prototype;
      if (kind !== entityKinds.function && !isPrototype) continue;
      const [owner, isInstance] = this.#ownerOf(this.#writer.operand(target, 0));
      if (owner === -1 || owner === assigned) continue;
      if (isPrototype) this.#moveMembers(assigned, owner);
      else {
        this.#writer.set(assigned, entityFields.assignedTo, owner);
        if (!isInstance) this.#writer.addFlags(assigned, entityFlags.static);
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

  /** The entity that an assignment to a member of `node` adds to, and whether to its instances; -1 when it is not of this file. */
  #ownerOf(node: number): [number, boolean] {
    const op = this.#writer.opOf(node);
    if (op === ops.name)
      return [this.#heldBy(this.#lookUp(this.#writer.operand(node, 0), this.#writer.operand(node, 1))), false];
    if (op === ops.this) return this.#thisOwner(this.#writer.operand(node, 0));
    if (op === ops.member && this.#writer.operand(node, 1) === this.#writer.known('prototype')) {
      return [this.#ownerOf(this.#writer.operand(node, 0))[0], true];
    }
    if (op === ops.member && this.#writer.nestsMembers) return [this.#heldByMember(node), false];
    return [-1, false];
  }

  /** The object that a member is given, which has members of its own; -1 for none. */
  #heldByMember(node: number): number {
    const [owner] = this.#ownerOf(this.#writer.operand(node, 0));
    const member = owner === -1 ? undefined : this.#membersByKey().get(keyOf(owner, this.#writer.operand(node, 1)));
    if (member === undefined) return -1;
    const values = [this.#writer.get(member, entityFields.value), ...(this.#values.get(member) ?? [])];
    const held = values.find((value) => this.#writer.opOf(value) === ops.entity);
    return held === undefined ? -1 : this.#writer.operand(held, 0);
  }

  /** The object, function or class that a variable is given where it is declared; else the variable. */
  #heldBy(entity: number): number {
    if (entity === -1 || this.#writer.get(entity, entityFields.kind) !== entityKinds.variable) return entity;
    const value = this.#writer.get(entity, entityFields.value);
    return this.#writer.opOf(value) === ops.entity ? this.#writer.operand(value, 0) : entity;
  }

  #thisOwner(from: number): [number, boolean] {
    for (let scope = from; scope > 0; scope = this.#writer.scopeParent(scope)) {
      if (this.#writer.scopeKind(scope) !== scopeKinds.function) continue;
      const owner = this.#writer.scopeOwner(scope);
      if (owner === -1) return [-1, false];
      const parent = Math.max(
        this.#writer.get(owner, entityFields.parent),
        this.#writer.get(owner, entityFields.assignedTo),
      );
      const isStatic = (this.#writer.get(owner, entityFields.flags) & entityFlags.static) !== 0;
      return parent < 0 ? [owner, true] : [parent, !isStatic];
    }
    return [-1, false];
  }
}

/** A number for a scope or an owner with a name; owners below zero are detached. */
function keyOf(outer: number, name: number): number {
  return (outer + 8) * 2 ** 24 + name;
}

function addTo(lists: Map<number, number[]>, key: number, entity: number): void {
  const same = lists.get(key);
  if (same === undefined) lists.set(key, [entity]);
  else same.push(entity);
}

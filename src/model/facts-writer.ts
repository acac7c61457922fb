/**
 * Builds the `LinkFacts` of one file. Nodes, scopes and entities are numbered in the order they are written.
 * Owns nothing; `finish` gives the facts once.
 */
import { Ints } from './ints.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  entityWidth,
  ops,
  scopeKinds,
  scopeWidth,
  type LinkFacts,
} from './link-facts.ts';

/** What an entity is declared with; what is left out is none. */
export interface EntityDraft {
  name: string;
  kind: number;
  line: number;
  column: number;
  scope: number;
  flags?: number;
  parent?: number;
  type?: number;
  value?: number;
  ownScope?: number;
}

/** Alternatives of one variable that are kept: more say nothing. */
const maxAlternatives = 4;

/** Elements of one list that are kept. */
const maxElements = 8;

export class FactsWriter {
  readonly #strings = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #nodes = new Ints();
  readonly #scopes = new Ints();
  readonly #entities = new Ints();
  readonly #exports = new Ints();
  readonly #sites = new Ints();
  readonly #expected = new Ints();
  readonly #modules = new Map<string, number>();
  /** Assignments to what may turn out to be a declared variable, a class member or an export: target node, value node, scope, line, column. */
  readonly #assignments: number[] = [];
  global = false;
  /** An assignment to a name that nothing declares makes a variable of the file (JavaScript). */
  declaresByAssigning = false;
  unit = '';

  constructor() {
    this.#nodes.push(ops.none);
    this.scope(-1, scopeKinds.file, -1);
  }

  string(text: string): number {
    let index = this.#strings.get(text);
    if (index === undefined) {
      index = this.#texts.length;
      this.#strings.set(text, index);
      this.#texts.push(text);
    }
    return index;
  }

  text(string: number): string {
    return this.#texts[string]!;
  }

  /** @param specifier as written; `\0` before it marks one of `require` */
  module(specifier: string): number {
    let index = this.#modules.get(specifier);
    if (index === undefined) this.#modules.set(specifier, (index = this.#modules.size));
    return index;
  }

  scope(parent: number, kind: number, owner: number): number {
    const index = this.#scopes.length / scopeWidth;
    this.#scopes.push(parent);
    this.#scopes.push(kind);
    this.#scopes.push(owner);
    return index;
  }

  setScopeOwner(scope: number, owner: number): void {
    this.#scopes.values[scope * scopeWidth + 2] = owner;
  }

  scopeParent(scope: number): number {
    return this.#scopes.values[scope * scopeWidth]!;
  }

  scopeKind(scope: number): number {
    return this.#scopes.values[scope * scopeWidth + 1]!;
  }

  scopeOwner(scope: number): number {
    return this.#scopes.values[scope * scopeWidth + 2]!;
  }

  entity(draft: EntityDraft): number {
    const index = this.#entities.length / entityWidth;
    const all = this.#entities;
    all.push(this.string(draft.name));
    all.push(draft.kind);
    all.push(draft.flags ?? 0);
    all.push(draft.line);
    all.push(draft.column);
    all.push(draft.scope);
    all.push(draft.parent ?? -1);
    all.push(draft.type ?? 0);
    all.push(draft.value ?? 0);
    all.push(draft.ownScope ?? -1);
    all.push(-1);
    all.push(draft.kind === entityKinds.import ? -1 : 0);
    all.push(draft.kind === entityKinds.import ? -1 : 0);
    all.push(0);
    all.push(-1);
    return index;
  }

  /** @param field of `entityFields` */
  set(entity: number, field: number, value: number): void {
    this.#entities.values[entity * entityWidth + field] = value;
  }

  get(entity: number, field: number): number {
    return this.#entities.values[entity * entityWidth + field]!;
  }

  addFlags(entity: number, flags: number): void {
    this.set(entity, entityFields.flags, this.get(entity, entityFields.flags) | flags);
  }

  /** A node; gives its place. */
  node(op: number, a?: number, b?: number, c?: number): number {
    const nodes = this.#nodes;
    const at = nodes.length;
    nodes.push(op);
    if (a !== undefined) nodes.push(a);
    if (b !== undefined) nodes.push(b);
    if (c !== undefined) nodes.push(c);
    return at;
  }

  list(items: readonly number[]): number {
    if (items.length === 0) return 0;
    const at = this.#nodes.length;
    this.#nodes.push(ops.list);
    this.#nodes.push(items.length);
    for (const item of items) this.#nodes.push(item);
    return at;
  }

  /** The numbers of a list node; none for 0. */
  items(list: number): readonly number[] {
    if (list === 0) return [];
    const from = list + 2;
    return Array.from(this.#nodes.values.subarray(from, from + this.operand(list, 0)));
  }

  name(text: string, scope: number): number {
    return this.node(ops.name, this.string(text), scope);
  }

  member(object: number, name: string): number {
    return this.node(ops.member, object, this.string(name));
  }

  /** One of the nodes, without those that say nothing. */
  either(alternatives: readonly number[]): number {
    const known = alternatives.filter((node) => node !== 0).slice(0, maxAlternatives);
    if (known.length <= 1) return known[0] ?? 0;
    return this.node(ops.either, this.list(known));
  }

  opOf(node: number): number {
    return this.#nodes.values[node]!;
  }

  operand(node: number, index: number): number {
    return this.#nodes.values[node + 1 + index]!;
  }

  /** A node that stands for an entity of this file. */
  entityNode(entity: number): number {
    return this.node(ops.entity, entity);
  }

  /** What `work` writes, without the sites in it (a type that stands in two places). */
  withoutSites<T>(work: () => T): T {
    const { length } = this.#sites;
    const result = work();
    this.#sites.length = length;
    return result;
  }

  /** The result of a call has to be of this type. */
  expect(call: number, type: number): void {
    this.#expected.push(call);
    this.#expected.push(type);
  }

  site(kind: number, node: number, place: { line: number; column: number }, scope: number): void {
    const sites = this.#sites;
    sites.push(kind);
    sites.push(node);
    sites.push(place.line);
    sites.push(place.column);
    sites.push(scope);
  }

  export(name: string, form: number, a: number, b: number): void {
    const all = this.#exports;
    all.push(this.string(name));
    all.push(form);
    all.push(a);
    all.push(b);
  }

  /** `target = value`: settled by `finish`, when all declarations are known. */
  assign(target: number, value: number, place: { line: number; column: number }, scope: number): void {
    this.#assignments.push(target, value, place.line, place.column, scope);
  }

  /** Entities by scope and name, in the order of declaration. */
  #byName(): Map<number, Map<number, number[]>> {
    const scopes = new Map<number, Map<number, number[]>>();
    const count = this.#entities.length / entityWidth;
    for (let entity = 0; entity < count; entity++) {
      if (this.get(entity, entityFields.parent) !== -1 && this.get(entity, entityFields.kind) !== entityKinds.parameter)
        continue;
      addTo(scopes, this.get(entity, entityFields.scope), this.get(entity, entityFields.name), entity);
    }
    return scopes;
  }

  #settleAssignments(): void {
    if (this.#assignments.length === 0) return;
    const scopes = this.#byName();
    const lookUp = (name: number, from: number): number => {
      for (let scope = from; scope !== -1; scope = this.scopeParent(scope)) {
        const found = scopes.get(scope)?.get(name);
        const meant = found?.find((entity) => (this.get(entity, entityFields.flags) & entityFlags.narrowed) === 0);
        if (meant !== undefined) return meant;
      }
      return -1;
    };
    this.#placeFunctions(lookUp);
    const members = this.#membersByKey();
    const values = new Map<number, number[]>();
    const elements = new Map<number, number[]>();
    const addValue = (entity: number, value: number): void => {
      const list = values.get(entity);
      if (list === undefined) values.set(entity, [value]);
      else if (list.length < maxAlternatives) list.push(value);
    };
    const toElements: [target: number, value: number][] = [];
    for (let at = 0; at < this.#assignments.length; at += 5) {
      const [target, value, line, column, scope] = this.#assignments.slice(at, at + 5) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const op = this.opOf(target);
      if (op === ops.name) {
        const name = this.operand(target, 0);
        let entity = lookUp(name, this.operand(target, 1));
        if (entity === -1 && this.declaresByAssigning) {
          const draft = { name: this.#texts[name]!, kind: entityKinds.variable, flags: entityFlags.assigned };
          entity = this.entity({ ...draft, line, column, scope: 0 });
          addTo(scopes, 0, name, entity);
        }
        if (entity !== -1 && value !== 0) addValue(entity, value);
        continue;
      }
      if (value === 0) continue;
      if (op === ops.index) {
        toElements.push([target, value]);
        continue;
      }
      if (op !== ops.member) continue;
      const [owner, isInstance] = this.#ownerOf(this.operand(target, 0), lookUp);
      if (owner === -1) continue;
      const name = this.operand(target, 1);
      const key = `${owner}\0${name}`;
      const known = members.get(key);
      if (known !== undefined) {
        const assigned = (this.get(known, entityFields.flags) & entityFlags.assigned) !== 0;
        if (assigned || this.get(known, entityFields.value) === 0) addValue(known, value);
        continue;
      }
      const added = this.entity({
        name: this.#texts[name]!,
        kind: entityKinds.property,
        line,
        column,
        scope,
        parent: owner,
        flags: entityFlags.assigned | (isInstance ? 0 : entityFlags.static),
      });
      members.set(key, added);
      addValue(added, value);
    }
    for (const [target, value] of toElements) {
      const holder = this.#elementHolder(this.operand(target, 0), lookUp, members);
      const known = elements.get(holder) ?? [];
      if (holder !== -1 && known.length < maxElements) elements.set(holder, [...known, value]);
    }
    for (const [entity, list] of elements) addValue(entity, this.#listOf(list));
    for (const [entity, list] of values) {
      const kind = this.get(entity, entityFields.kind);
      if (kind === entityKinds.function || kind === entityKinds.class || kind === entityKinds.import) continue;
      const initial = this.get(entity, entityFields.value);
      this.set(entity, entityFields.value, this.either([initial, ...list]));
    }
  }

  /** The variable or property that holds the list, map or object to which `node[key] = …` gives an element; -1 for none, or a declared one. */
  #elementHolder(
    node: number,
    lookUp: (name: number, scope: number) => number,
    members: ReadonlyMap<string, number>,
  ): number {
    let holder = -1;
    if (this.opOf(node) === ops.name) holder = lookUp(this.operand(node, 0), this.operand(node, 1));
    else if (this.opOf(node) === ops.member) {
      const [owner] = this.#ownerOf(this.operand(node, 0), lookUp);
      holder = owner === -1 ? -1 : (members.get(`${owner}\0${this.operand(node, 1)}`) ?? -1);
    }
    if (holder === -1 || this.get(holder, entityFields.type) !== 0) return -1;
    const kind = this.get(holder, entityFields.kind);
    return kind === entityKinds.variable || kind === entityKinds.property ? holder : -1;
  }

  /** Some list of these values. */
  #listOf(values: readonly number[]): number {
    const types = values.map((value) => this.node(ops.typeOf, value));
    return this.node(ops.cast, this.node(ops.arrayOf, this.node(ops.union, this.list(types))), 0);
  }

  /** Functions that are assigned to members belong to whose member they become; an object that is assigned as `prototype` gives its own. */
  #placeFunctions(lookUp: (name: number, scope: number) => number): void {
    const prototype = this.#strings.get('prototype');
    for (let at = 0; at < this.#assignments.length; at += 5) {
      const [target, value] = [this.#assignments[at]!, this.#assignments[at + 1]!];
      if (this.opOf(target) !== ops.member || this.opOf(value) !== ops.entity) continue;
      const assigned = this.operand(value, 0);
      const kind = this.get(assigned, entityFields.kind);
      const isPrototype = kind === entityKinds.object && this.operand(target, 1) === prototype;
      if (kind !== entityKinds.function && !isPrototype) continue;
      const [owner, isInstance] = this.#ownerOf(this.operand(target, 0), lookUp);
      if (owner === -1) continue;
      if (isPrototype) this.#moveMembers(assigned, owner);
      else {
        this.set(assigned, entityFields.assignedTo, owner);
        if (!isInstance) this.addFlags(assigned, entityFlags.static);
      }
    }
  }

  #moveMembers(from: number, to: number): void {
    const count = this.#entities.length / entityWidth;
    for (let entity = 0; entity < count; entity++) {
      if (this.get(entity, entityFields.parent) === from) this.set(entity, entityFields.parent, to);
    }
  }

  /** Members by `owner NUL name`. */
  #membersByKey(): Map<string, number> {
    const members = new Map<string, number>();
    const count = this.#entities.length / entityWidth;
    for (let entity = 0; entity < count; entity++) {
      const parent = this.get(entity, entityFields.parent);
      if (parent === -1 || this.get(entity, entityFields.kind) === entityKinds.parameter) continue;
      members.set(`${parent}\0${this.get(entity, entityFields.name)}`, entity);
    }
    return members;
  }

  /** The entity that an assignment to a member of `node` adds to, and whether to its instances; -1 when it is not of this file. */
  #ownerOf(node: number, lookUp: (name: number, scope: number) => number): [number, boolean] {
    const op = this.opOf(node);
    if (op === ops.name) return [this.#heldBy(lookUp(this.operand(node, 0), this.operand(node, 1))), false];
    if (op === ops.this) return this.#thisOwner(this.operand(node, 0));
    if (op === ops.member && this.operand(node, 1) === this.#strings.get('prototype')) {
      return [this.#ownerOf(this.operand(node, 0), lookUp)[0], true];
    }
    return [-1, false];
  }

  /** The object, function or class that a variable is given where it is declared; else the variable. */
  #heldBy(entity: number): number {
    if (entity === -1 || this.get(entity, entityFields.kind) !== entityKinds.variable) return entity;
    const value = this.get(entity, entityFields.value);
    return this.opOf(value) === ops.entity ? this.operand(value, 0) : entity;
  }

  #thisOwner(from: number): [number, boolean] {
    for (let scope = from; scope > 0; scope = this.scopeParent(scope)) {
      if (this.scopeKind(scope) !== scopeKinds.function) continue;
      const owner = this.scopeOwner(scope);
      if (owner === -1) return [-1, false];
      const parent = Math.max(this.get(owner, entityFields.parent), this.get(owner, entityFields.assignedTo));
      const isStatic = (this.get(owner, entityFields.flags) & entityFlags.static) !== 0;
      return parent < 0 ? [owner, true] : [parent, !isStatic];
    }
    return [-1, false];
  }

  /** @param definitions places of the file's definitions, in their order */
  finish(definitions: readonly { line: number; column: number }[]): LinkFacts {
    this.#settleAssignments();
    const places = new Map(definitions.map(({ line, column }, index) => [line * 1_000_000 + column, index]));
    const count = this.#entities.length / entityWidth;
    for (let entity = 0; entity < count; entity++) {
      const place = this.get(entity, entityFields.line) * 1_000_000 + this.get(entity, entityFields.column);
      const definition = places.get(place);
      if (definition !== undefined) this.set(entity, entityFields.definition, definition);
    }
    return {
      strings: this.#texts,
      nodes: this.#nodes.take(),
      scopes: this.#scopes.take(),
      entities: this.#entities.take(),
      exports: this.#exports.take(),
      sites: this.#sites.take(),
      expected: this.#expected.take(),
      modules: [...this.#modules.keys()],
      global: this.global,
      unit: this.unit,
    };
  }
}

function addTo(scopes: Map<number, Map<number, number[]>>, scope: number, name: number, entity: number): void {
  let names = scopes.get(scope);
  if (names === undefined) scopes.set(scope, (names = new Map<number, number[]>()));
  const same = names.get(name);
  if (same === undefined) names.set(name, [entity]);
  else same.push(entity);
}

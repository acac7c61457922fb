/**
 * Builds the `LinkFacts` of one file. Nodes, scopes and entities are numbered in the order they are written.
 * Owns nothing; `finish` gives the facts once.
 */
import { Ints } from './ints.ts';
import { maxAlternatives, settleAssignments } from './assignments.ts';
import { entityFields, entityKinds, entityWidth, ops, scopeKinds, scopeWidth, type LinkFacts } from './link-facts.ts';

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

  /** The index of a string that was written; -1 for one that was not. */
  known(text: string): number {
    return this.#strings.get(text) ?? -1;
  }

  get entityCount(): number {
    return this.#entities.length / entityWidth;
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

  /** @param definitions places of the file's definitions, in their order */
  finish(definitions: readonly { line: number; column: number }[]): LinkFacts {
    settleAssignments(this, this.#assignments);
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

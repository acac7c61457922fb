/**
 * A table of entities by their name and an outer number (the scope or the owner that they are in). Entities of a name form a chain in typed arrays,
 * because each file has such tables and most of their entries are never used.
 * Invariant: entities of one key are returned in the order of the file.
 */

import { entityFields, entityFlags, entityKinds, entityWidth, scopeWidth } from '../../../model/file-summary.ts';
import { spaceOfKind } from '../spaces.ts';

const none: readonly number[] = [];

/** The maximum length of a chain that is searched. A longer one is split by outer number when its name is first asked for. */
const maxChain = 16;

/** Defines which entities a table contains, and what their outer number is. */
export interface EntityTableRule {
  /** The field of `entityFields` that has an entity's outer number. */
  outer: number;
  /** Whether the table contains an entity. @param at the index at which the entity's record starts */
  has: (entities: Int32Array, at: number) => boolean;
}

export class EntityTable {
  readonly #entities: Int32Array;
  readonly #rule: EntityTableRule;
  /** By name: the first entity of the name, plus one; 0 for none. */
  readonly #first: Int32Array;
  /** By entity: the next entity of its name, plus one; 0 after the last. */
  readonly #next: Int32Array;
  /** By name: the entities of a long chain by outer number. A chain is split when its name is first asked for. */
  readonly #split = new Map<number, ReadonlyMap<number, readonly number[]>>();
  /** Like `#first` and `#next`, but each chain has the entities of one outer number, whatever their names. Made at first use. */
  #firstIn: Int32Array | null = null;
  #nextIn: Int32Array | null = null;

  /**
   * @param entities the entities of the file's summary
   * @param names the number of strings of the summary
   */
  constructor(entities: Int32Array, names: number, rule: EntityTableRule) {
    this.#entities = entities;
    this.#rule = rule;
    this.#first = new Int32Array(names);
    this.#next = new Int32Array(entities.length / entityWidth);
    // Backwards, because each entity is put in front of its chain.
    for (let at = entities.length - entityWidth; at >= 0; at -= entityWidth) this.#add(at);
  }

  #add(at: number): void {
    const entities = this.#entities;
    if (!this.#rule.has(entities, at)) return;
    const name = entities[at + entityFields.name]!;
    const entity = at / entityWidth;
    this.#next[entity] = this.#first[name]!;
    this.#first[name] = entity + 1;
  }

  /** Whether any entity in the table has this name. */
  has(name: number): boolean {
    return this.#first[name]! > 0;
  }

  /** The innermost scope, from `scope` outwards, in which a name has entities; -1 for none. */
  innermostWith(scopes: Int32Array, scope: number, name: number): number {
    if (!this.has(name)) return -1;
    const entities = this.#entities;
    const next = this.#next;
    const first = this.#first[name]! - 1;
    const field = this.#rule.outer;
    for (let at = scope; at !== -1; at = scopes[at * scopeWidth]!) {
      let steps = 0;
      for (let entity = first; entity !== -1; entity = next[entity]! - 1) {
        if (++steps > maxChain) return this.#innermostInLongChain(scopes, at, name);
        if (entities[entity * entityWidth + field] === at) return at;
      }
    }
    return -1;
  }

  /** `innermostWith` for a name with a long chain. */
  #innermostInLongChain(scopes: Int32Array, scope: number, name: number): number {
    const split = this.#splitOf(name);
    for (let at = scope; at !== -1; at = scopes[at * scopeWidth]!) if (split.has(at)) return at;
    return -1;
  }

  /** The entities of a name and an outer number, in order. */
  find(outer: number, name: number): readonly number[] {
    if (outer < 0 || !this.has(name)) return none;
    const entities = this.#entities;
    const next = this.#next;
    const field = this.#rule.outer;
    let found: number[] | null = null;
    let steps = 0;
    for (let entity = this.#first[name]! - 1; entity !== -1; entity = next[entity]! - 1) {
      if (++steps > maxChain) return this.#findInLongChain(outer, name);
      if (entities[entity * entityWidth + field] !== outer) continue;
      if (found === null) found = [entity];
      else found.push(entity);
    }
    return found ?? none;
  }

  /** The only entity of a name and an outer number in a space. -1 for none; -2 for several, or for a name with a long chain. */
  findOnly(outer: number, name: number, space: number): number {
    const entities = this.#entities;
    const next = this.#next;
    const field = this.#rule.outer;
    let found = -1;
    let steps = 0;
    for (let entity = this.#first[name]! - 1; entity !== -1; entity = next[entity]! - 1) {
      if (++steps > maxChain) return -2;
      const at = entity * entityWidth;
      if (entities[at + field] !== outer || (spaceOfKind[entities[at + entityFields.kind]!]! & space) === 0) continue;
      if (found !== -1) return -2;
      found = entity;
    }
    return found;
  }

  /** `find` for a name with a long chain. */
  #findInLongChain(outer: number, name: number): readonly number[] {
    return this.#splitOf(name).get(outer) ?? none;
  }

  #splitOf(name: number): ReadonlyMap<number, readonly number[]> {
    let split = this.#split.get(name);
    if (split === undefined) this.#split.set(name, (split = this.#splitChain(name)));
    return split;
  }

  #splitChain(name: number): ReadonlyMap<number, readonly number[]> {
    const split = new Map<number, number[]>();
    for (let entity = this.#first[name]! - 1; entity !== -1; entity = this.#next[entity]! - 1) {
      const outer = this.#entities[entity * entityWidth + this.#rule.outer]!;
      const ofOuter = split.get(outer);
      if (ofOuter === undefined) split.set(outer, [entity]);
      else ofOuter.push(entity);
    }
    return split;
  }

  /** All entities of an outer number, in order. */
  within(outer: number): readonly number[] {
    this.#firstIn ??= this.#chainByOuter();
    const first = this.#firstIn[outer] ?? 0;
    if (first === 0) return none;
    const found: number[] = [];
    for (let entity = first - 1; entity !== -1; entity = this.#nextIn![entity]! - 1) found.push(entity);
    return found;
  }

  #chainByOuter(): Int32Array {
    const entities = this.#entities;
    const { outer: field, has } = this.#rule;
    let maxOuter = -1;
    for (let at = field; at < entities.length; at += entityWidth) maxOuter = Math.max(maxOuter, entities[at]!);
    const first = new Int32Array(maxOuter + 1);
    const next = new Int32Array(entities.length / entityWidth);
    for (let at = entities.length - entityWidth; at >= 0; at -= entityWidth) {
      if (!has(entities, at)) continue;
      const outer = entities[at + field]!;
      next[at / entityWidth] = first[outer]!;
      first[outer] = at / entityWidth + 1;
    }
    this.#nextIn = next;
    return first;
  }
}

/** The table of what scopes declare: the outer number is the scope. */
export const declaredEntities: EntityTableRule = {
  outer: entityFields.scope,
  has: (entities, at) => {
    const kind = entities[at + entityFields.kind]!;
    if (entities[at + entityFields.parent] !== -1 && kind !== entityKinds.parameter) return false;
    // Literals have no name, and an extension does not declare the name of its type.
    if (kind === entityKinds.object || kind === entityKinds.typeLiteral) return false;
    return (entities[at + entityFields.flags]! & entityFlags.extension) === 0;
  },
};

/** The table of members: the outer number is their owner. */
export const memberEntities: EntityTableRule = {
  outer: entityFields.parent,
  has: (entities, at) => {
    if (entities[at + entityFields.parent]! < 0 || entities[at + entityFields.kind] === entityKinds.parameter)
      return false;
    // The name of an accessor means its property.
    return (entities[at + entityFields.flags]! & entityFlags.accessorBody) === 0;
  },
};

/**
 * Entities by two numbers (scope and name, owner and name): an open hash table in typed arrays, since there is one for each file and most of
 * its entries are never asked for.
 * Invariant: entities of one key come back in the order in which they were added.
 */

import { entityFields, entityWidth } from '../model/link-facts.ts';

const nobody: readonly number[] = [];

export class EntityTable {
  /** By place in the table: the first and the last entity of a key plus one; 0 for a free place. */
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  /** By entity: the next one of the same key plus one. */
  readonly #next: Int32Array;
  /** By entity: its outer number; -1 for one that is left out. */
  readonly #outers: Int32Array;
  readonly #entities: Int32Array;
  readonly #mask: number;
  /** Entities by outer number, made when first asked for. */
  #byOuter: Map<number, number[]> | null = null;

  /**
   * @param entities of the file's facts; an entity's inner number is its name
   * @param outerOf gives an entity's outer number; -1 leaves it out
   */
  constructor(entities: Int32Array, outerOf: (entity: number) => number) {
    const count = entities.length / entityWidth;
    let size = 8;
    while (size < count * 2) size *= 2;
    this.#mask = size - 1;
    this.#first = new Int32Array(size);
    this.#last = new Int32Array(size);
    this.#next = new Int32Array(count);
    this.#outers = new Int32Array(count);
    this.#entities = entities;
    for (let entity = 0; entity < count; entity++) {
      const outer = outerOf(entity);
      this.#outers[entity] = outer;
      if (outer === -1) continue;
      const place = this.#placeOf(outer, entities[entity * entityWidth + entityFields.name]!);
      const last = this.#last[place]!;
      if (last === 0) this.#first[place] = entity + 1;
      else this.#next[last - 1] = entity + 1;
      this.#last[place] = entity + 1;
    }
  }

  /** Where a key is, or the free place where it would be. */
  #placeOf(outer: number, inner: number): number {
    const first = this.#first;
    const outers = this.#outers;
    const entities = this.#entities;
    const mask = this.#mask;
    let place = (Math.imul(outer + 1, 0x9e3779b1) ^ Math.imul(inner + 1, 0x85ebca6b)) >>> 0;
    place ^= place >>> 15;
    for (place &= mask; ; place = (place + 1) & mask) {
      const entity = first[place]! - 1;
      if (entity === -1) return place;
      if (outers[entity] === outer && entities[entity * entityWidth + entityFields.name] === inner) return place;
    }
  }

  /** The first entity of a key; -1 for none. */
  first(outer: number, inner: number): number {
    return this.#first[this.#placeOf(outer, inner)]! - 1;
  }

  /** The next entity of the same key; -1 behind the last one. */
  next(entity: number): number {
    return this.#next[entity]! - 1;
  }

  find(outer: number, inner: number): readonly number[] {
    let entity = this.first(outer, inner);
    if (entity === -1) return nobody;
    const found: number[] = [entity];
    while ((entity = this.#next[entity]! - 1) !== -1) found.push(entity);
    return found;
  }

  /** Entities of an outer number, in order. */
  within(outer: number): readonly number[] {
    if (this.#byOuter === null) {
      this.#byOuter = new Map();
      for (let entity = 0; entity < this.#outers.length; entity++) {
        const of = this.#outers[entity]!;
        if (of === -1) continue;
        const known = this.#byOuter.get(of);
        if (known === undefined) this.#byOuter.set(of, [entity]);
        else known.push(entity);
      }
    }
    return this.#byOuter.get(outer) ?? nobody;
  }
}

/**
 * Entities by two numbers (scope and name, owner and name): an open hash table in typed arrays, since there is one for each file and most of
 * its entries are never asked for.
 * Invariant: entities of one key come back in the order in which they were added.
 */

const nobody: readonly number[] = [];

export class EntityTable {
  /** By place in the table: the first and the last entity of a key plus one; 0 for a free place. */
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  /** By entity: the next one of the same key plus one. */
  readonly #next: Int32Array;
  readonly #outers: Int32Array;
  readonly #inners: Int32Array;
  readonly #mask: number;
  /** Entities by outer number, made when first asked for. */
  #byOuter: Map<number, number[]> | null = null;

  /**
   * @param count of entities
   * @param keyOf calls back with each entity's two numbers, in order; entities that are left out are not in the table
   */
  constructor(count: number, fill: (add: (entity: number, outer: number, inner: number) => void) => void) {
    let size = 8;
    while (size < count * 2) size *= 2;
    this.#mask = size - 1;
    this.#first = new Int32Array(size);
    this.#last = new Int32Array(size);
    this.#next = new Int32Array(count);
    this.#outers = new Int32Array(count);
    this.#inners = new Int32Array(count);
    fill((entity, outer, inner) => {
      this.#outers[entity] = outer;
      this.#inners[entity] = inner;
      const place = this.#placeOf(outer, inner);
      const last = this.#last[place]!;
      if (last === 0) this.#first[place] = entity + 1;
      else this.#next[last - 1] = entity + 1;
      this.#last[place] = entity + 1;
    });
  }

  /** Where a key is, or the free place where it would be. */
  #placeOf(outer: number, inner: number): number {
    let place = (Math.imul(outer + 1, 0x9e3779b1) ^ Math.imul(inner + 1, 0x85ebca6b)) >>> 0;
    place ^= place >>> 15;
    for (place &= this.#mask; ; place = (place + 1) & this.#mask) {
      const entity = this.#first[place]! - 1;
      if (entity === -1 || (this.#outers[entity] === outer && this.#inners[entity] === inner)) return place;
    }
  }

  find(outer: number, inner: number): readonly number[] {
    let entity = this.#first[this.#placeOf(outer, inner)]! - 1;
    if (entity === -1) return nobody;
    const found: number[] = [];
    for (; entity !== -1; entity = this.#next[entity]! - 1) found.push(entity);
    return found;
  }

  /** Entities of an outer number, in order. */
  within(outer: number): readonly number[] {
    if (this.#byOuter === null) {
      this.#byOuter = new Map();
      const inTable: number[] = [];
      for (const start of this.#first)
        for (let entity = start - 1; entity !== -1; entity = this.#next[entity]! - 1) inTable.push(entity);
      for (const entity of inTable.sort((a, b) => a - b)) {
        const known = this.#byOuter.get(this.#outers[entity]!);
        if (known === undefined) this.#byOuter.set(this.#outers[entity]!, [entity]);
        else known.push(entity);
      }
    }
    return this.#byOuter.get(outer) ?? nobody;
  }
}

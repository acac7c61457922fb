/** The indexes of a union, their names, and which of them a path is in. */
import { AppError } from '../../model/error.ts';
import type { Store } from '../store.ts';
import { UnionIds } from './union-ids.ts';

/** What the name of a repository adds to the path of each of its files, as the tag index counts it. */
export interface NameTerms {
  /** How often each term occurs, 1 to 255. */
  counts: ReadonlyMap<string, number>;
  /** The sum of the counts. */
  length: number;
}

/** A repository. Its files' paths begin with `name/`. */
export interface NamedPart {
  /** May have several parts, as `acme/web`. */
  name: string;
  terms: NameTerms;
}

/** A part with its place among the others. */
export interface PlacedPart extends NamedPart {
  slot: number;
  /** `name/` */
  prefix: string;
  store: Store;
}

/** Ids or paths of one part. */
export interface Group<T> {
  part: PlacedPart;
  own: T[];
}

export class UnionParts {
  /** In code unit order of their prefixes, so that all paths of one part come before all of the next. */
  readonly #parts: readonly (NamedPart & { slot: number; prefix: string })[];
  readonly #slots: ReadonlyMap<string, number>;
  readonly #stores: (Store | null)[];
  #present: readonly PlacedPart[] = [];
  readonly #presentBySlot: (PlacedPart | undefined)[];
  /** Changes with each replacement of an index, because its ids begin anew. */
  readonly #epochs: number[];
  readonly fileIds: UnionIds;
  readonly linkIds: UnionIds;

  constructor(parts: readonly NamedPart[]) {
    requireNames(parts.map(({ name }) => name));
    this.#parts = parts
      .map((part) => ({ ...part, prefix: `${part.name}/` }))
      .sort((a, b) => (a.prefix < b.prefix ? -1 : 1))
      .map((part, slot) => ({ ...part, slot }));
    this.#slots = new Map(this.#parts.map(({ name, slot }) => [name, slot]));
    this.#stores = this.#parts.map(() => null);
    this.#presentBySlot = this.#parts.map(() => undefined);
    this.#epochs = this.#parts.map(() => 0);
    this.fileIds = new UnionIds(this.#parts.length);
    this.linkIds = new UnionIds(this.#parts.length);
  }

  /** Sets the indexes by name; a name without one is left out of all answers. */
  use(stores: ReadonlyMap<string, Store | null>): void {
    let isOther = false;
    for (const { name, slot } of this.#parts) {
      const store = stores.get(name) ?? null;
      if (store === this.#stores[slot]) continue;
      isOther = true;
      if (this.#stores[slot] !== null) {
        this.fileIds.forget(slot);
        this.linkIds.forget(slot);
        this.#epochs[slot]!++;
      }
      this.#stores[slot] = store;
      this.#presentBySlot[slot] = store === null ? undefined : { ...this.#parts[slot]!, store };
    }
    if (isOther) this.#present = this.#presentBySlot.filter((part) => part !== undefined);
  }

  /** The parts that have an index, in the order of their paths; the same array while they stay the same. */
  get present(): readonly PlacedPart[] {
    return this.#present;
  }

  get count(): number {
    return this.#parts.length;
  }

  epochOf(slot: number): number {
    return this.#epochs[slot]!;
  }

  /** The part that a path is in, and the path from its root; null for a path of no part. */
  split(path: string): { part: PlacedPart; own: string } | null {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const slot = this.#slots.get(path.slice(0, end));
      if (slot === undefined) continue;
      const part = this.#presentBySlot[slot];
      return part === undefined ? null : { part, own: path.slice(end + 1) };
    }
    return null;
  }

  /** Paths by part; those of no part are left out. */
  byPath(paths: readonly string[]): Group<string>[] {
    const groups = new Map<number, Group<string>>();
    for (const path of paths) {
      const found = this.split(path);
      if (found !== null) addTo(groups, found.part, found.own);
    }
    return [...groups.values()];
  }

  /** Ids of files, or of linked files, by part; unknown ones are left out. */
  byId(numbers: readonly number[], ids: UnionIds): Group<number>[] {
    const groups = new Map<number, Group<number>>();
    for (const number of numbers) {
      const own = ids.own(number);
      const part = own === null ? undefined : this.#presentBySlot[own.slot];
      if (part !== undefined) addTo(groups, part, own!.id);
    }
    return [...groups.values()];
  }
}

function addTo<T>(groups: Map<number, Group<T>>, part: PlacedPart, own: T): void {
  const group = groups.get(part.slot);
  if (group === undefined) groups.set(part.slot, { part, own: [own] });
  else group.own.push(own);
}

/** Each path has to begin with one name only. */
function requireNames(names: readonly string[]): void {
  const known = new Set<string>();
  for (const name of names) {
    const folders = name.split('/');
    const isPath = folders.every((one) => one !== '' && one !== '.' && one !== '..' && !/[\\\0]/.test(one));
    if (!isPath) throw nameError(name, 'is no name of a folder');
    if (known.has(name)) throw nameError(name, 'is the name of two repositories');
    known.add(name);
  }
  for (const name of names)
    for (let end = name.indexOf('/'); end !== -1; end = name.indexOf('/', end + 1))
      if (known.has(name.slice(0, end))) throw nameError(name, `lies within ${name.slice(0, end)}`);
}

function nameError(name: string, what: string): AppError {
  return new AppError('ValidationError', `A repository cannot be asked together with others: ${name} ${what}`, {
    hint: 'Give each repository a name of its own.',
    details: { field: 'name', expected: 'a name that no other begins with', received: name },
  });
}

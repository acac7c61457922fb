/**
 * The state of several indexes as one: their documents in the order of their paths, and a generation that changes when one of theirs does.
 * Invariant: the same objects come back while nothing changes; if one index changes, only its own rows are made anew, and the others' are copied.
 */
import { stateMarks, tagFields, type DocumentTable, type StoreState } from '../store.ts';
import type { UnionIds } from './union-ids.ts';
import type { PlacedPart, UnionParts } from './union-parts.ts';

const width = tagFields.length;
const pathField = tagFields.indexOf('path');
/** Generations are remembered for so many states: whoever asks what was written since an older one is told everything. */
const rememberedStates = 256;

/** The rows of one part in the form of the union. */
interface OwnRows {
  of: DocumentTable['ids'];
  epoch: number;
  ids: Uint32Array;
  paths: string[];
}

/** The documents of the union, and the row at which each part's begin. */
export interface UnionDocuments {
  table: DocumentTable;
  /** By slot; parts without an index have none. */
  starts: ReadonlyMap<number, number>;
}

/** The generation of a part at some moment. */
interface PartGeneration {
  epoch: number;
  generation: number;
}

type PartGenerations = ReadonlyMap<number, PartGeneration>;

export class UnionState {
  readonly #parts: UnionParts;
  readonly #rows = new Map<number, OwnRows>();
  #documents: (UnionDocuments & { of: readonly DocumentTable[]; parts: readonly PlacedPart[] }) | null = null;
  #state: { state: StoreState; of: readonly StoreState[]; parts: readonly PlacedPart[] } | null = null;
  /** What the parts' generations were, by the union's generation; the oldest first. */
  readonly #generations = new Map<number, PartGenerations>();
  #generation = 0;

  constructor(parts: UnionParts) {
    this.#parts = parts;
  }

  async state(): Promise<StoreState> {
    const parts = this.#parts.present;
    const states = await Promise.all(parts.map(({ store }) => store.state()));
    const known = this.#state;
    if (known?.parts === parts && isSameList(known.of, states)) return known.state;
    const { table } = this.documentsOf(
      parts,
      states.map(({ documents }) => documents),
    );
    const state: StoreState = {
      generation: table.generation,
      embedders: [...new Set(states.flatMap(({ embedders }) => embedders))],
      documents: table,
      linkExtent: states.map(({ linkExtent }, at) => `${this.#mark(parts[at]!)} ${linkExtent}`).join('\n'),
      marks: joinedMarks(states),
    };
    this.#state = { state, of: states, parts };
    return state;
  }

  #mark({ slot }: PlacedPart): string {
    return `${slot}.${this.#parts.epochOf(slot)}`;
  }

  /** The documents of parts, which have these tables now. */
  documentsOf(parts: readonly PlacedPart[], tables: readonly DocumentTable[]): UnionDocuments {
    const known = this.#documents;
    if (known?.parts === parts && isSameList(known.of, tables)) return known;
    const generation = this.generationOf(
      parts,
      tables.map((table) => table.generation),
    );
    const isSameRows = known?.parts === parts && tables.every(({ ids }, at) => ids === known.of[at]!.ids);
    const joined = isSameRows
      ? { table: { ...known.table, generation }, starts: known.starts }
      : this.#join(parts, tables, generation);
    this.#documents = { ...joined, of: tables, parts };
    return this.#documents;
  }

  #join(parts: readonly PlacedPart[], tables: readonly DocumentTable[], generation: number): UnionDocuments {
    const count = tables.reduce((sum, one) => sum + one.count, 0);
    const ids = new Uint32Array(count);
    const traits = new Uint16Array(count);
    const fieldLengths = new Uint32Array(count * width);
    const starts = new Map<number, number>();
    const paths: string[][] = [];
    const languages: string[][] = [];
    let row = 0;
    for (const [at, part] of parts.entries()) {
      const table = tables[at]!;
      const own = this.#ownRows(part, table);
      starts.set(part.slot, row);
      ids.set(own.ids, row);
      traits.set(table.traits, row);
      fieldLengths.set(table.fieldLengths.subarray(0, table.count * width), row * width);
      const end = (row + table.count) * width;
      for (let cell = row * width + pathField; cell < end; cell += width) fieldLengths[cell]! += part.terms.length;
      paths.push(own.paths);
      languages.push(table.languages);
      row += table.count;
    }
    const table = { generation, count, ids, traits, fieldLengths, paths: paths.flat(), languages: languages.flat() };
    return { table, starts };
  }

  #ownRows(part: PlacedPart, table: DocumentTable): OwnRows {
    const epoch = this.#parts.epochOf(part.slot);
    const known = this.#rows.get(part.slot);
    if (known?.of === table.ids && known.epoch === epoch) return known;
    const { fileIds } = this.#parts;
    const rows: OwnRows = {
      of: table.ids,
      epoch,
      ids: numbersOf(fileIds, part.slot, table.ids),
      paths: table.paths.map((path) => part.prefix + path),
    };
    this.#rows.set(part.slot, rows);
    return rows;
  }

  /** The union's generation when the parts have these. */
  generationOf(parts: readonly PlacedPart[], generations: readonly number[]): number {
    const last = this.#generations.get(this.#generation);
    const isSame =
      last?.size === parts.length &&
      parts.every(({ slot }, at) => {
        const one = last.get(slot);
        return one?.generation === generations[at] && one?.epoch === this.#parts.epochOf(slot);
      });
    if (isSame) return this.#generation;
    const now = parts.map(({ slot }, at): [number, PartGeneration] => [
      slot,
      { epoch: this.#parts.epochOf(slot), generation: generations[at]! },
    ]);
    this.#generations.set(++this.#generation, new Map(now));
    for (const oldest of this.#generations.keys()) {
      if (this.#generations.size <= rememberedStates) break;
      this.#generations.delete(oldest);
    }
    return this.#generation;
  }

  /** The generation that a part had at an earlier one of the union; -1 if that is not known, or its index was another one. */
  partGeneration({ slot }: PlacedPart, generation: number): number {
    const then = this.#generations.get(generation)?.get(slot);
    return then === undefined || then.epoch !== this.#parts.epochOf(slot) ? -1 : then.generation;
  }
}

function numbersOf(ids: UnionIds, slot: number, own: Uint32Array): Uint32Array {
  return own.map((id) => ids.numberOf(slot, id));
}

/** A mark of the union is missing where a part's is, and else has those of all parts. The time of the last run is that of the oldest. */
function joinedMarks(states: readonly StoreState[]): StoreState['marks'] {
  const joined = (key: (typeof stateMarks)[number]): string | null => {
    const values = states.map(({ marks }) => marks[key]);
    if (values.length === 0 || values.includes(null)) return null;
    return key === 'lastIndexedMs' ? String(Math.min(...values.map(Number))) : values.join(' ');
  };
  return Object.fromEntries(stateMarks.map((key) => [key, joined(key)])) as StoreState['marks'];
}

function isSameList<T>(some: readonly T[], others: readonly T[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}

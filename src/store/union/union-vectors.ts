/** Vectors and trigrams of several indexes as one, for reading. */
import { QuestionTurns } from '../../util/turns/question.ts';
import type { Store } from '../store.ts';
import type { TextStore } from '../text-store.ts';
import type { VectorPart, VectorPlace, VectorsOf, VectorState, VectorStore } from '../vector-store.ts';
import { readOnly } from './read-only.ts';
import type { UnionParts } from './union-parts.ts';
import type { UnionState } from './union-state.ts';

/** A place in the union is the slot times this, plus the place in the part; 0: its beginning. */
const placesOfSlot = 2 ** 40;

export class UnionVectors implements VectorStore {
  readonly #parts: UnionParts;
  readonly #state: UnionState;

  constructor(parts: UnionParts, state: UnionState) {
    this.#parts = parts;
    this.#state = state;
  }

  async begin(): Promise<void> {
    throw readOnly();
  }

  async write(): Promise<boolean> {
    throw readOnly();
  }

  async filesSince(embedder: string, generation: number): Promise<{ state: VectorState; fileIds: number[] }> {
    const parts = this.#parts.present;
    const found = await Promise.all(
      parts.map((part) =>
        part.store.vectors.filesSince(embedder, generation < 0 ? -1 : this.#state.partGeneration(part, generation)),
      ),
    );
    const now = this.#state.generationOf(
      parts,
      found.map(({ state }) => state.generation),
    );
    const fileIds = found.flatMap((one, at) =>
      one.fileIds.map((id) => this.#parts.fileIds.numberOf(parts[at]!.slot, id)),
    );
    const embedders = [...new Set(found.flatMap(({ state }) => state.embedders))];
    return { state: { generation: now, embedders }, fileIds: inOrder(fileIds) };
  }

  async readNext(of: VectorsOf, from: VectorPlace | null, limit: number): Promise<VectorPart> {
    const slot = from === null ? 0 : Math.floor(from / placesOfSlot);
    const inner = from === null ? 0 : from % placesOfSlot;
    const parts = this.#parts.present;
    const at = parts.findIndex((one) => one.slot >= slot);
    const part = parts[at];
    const nothing = new Uint8Array(0);
    if (part === undefined) return { fileIds: [], counts: [], scales: nothing, values: nothing, next: null };
    const start = part.slot === slot && inner > 0 ? (inner as VectorPlace) : null;
    const read = await part.store.vectors.readNext(of, start, limit);
    const after = parts[at + 1];
    const next =
      read.next !== null
        ? part.slot * placesOfSlot + read.next
        : after === undefined
          ? null
          : after.slot * placesOfSlot;
    return {
      ...read,
      fileIds: read.fileIds.map((id) => this.#parts.fileIds.numberOf(part.slot, id)),
      next: next as VectorPlace | null,
    };
  }

  async read(embedder: string, fileIds: readonly number[]): Promise<Map<number, Uint8Array>> {
    const { fileIds: ids } = this.#parts;
    const found = new Map<number, Uint8Array>();
    for (const { part, own } of this.#parts.byId(fileIds, ids))
      for (const [id, bytes] of await part.store.vectors.read(embedder, own))
        found.set(ids.numberOf(part.slot, id), bytes);
    return found;
  }
}

export class UnionTexts implements TextStore {
  readonly #parts: UnionParts;

  constructor(parts: UnionParts) {
    this.#parts = parts;
  }

  async missing(): Promise<readonly number[]> {
    return inOrder(await this.#numbers((store) => store.texts.missing()));
  }

  async write(): Promise<void> {
    throw readOnly();
  }

  async candidates(alternatives: readonly (readonly string[])[]): Promise<Uint32Array> {
    return Uint32Array.from(inOrder(await this.#numbers((store) => store.texts.candidates(alternatives))));
  }

  async encodings(): Promise<ReadonlyMap<number, string>> {
    const found = new Map<number, string>();
    for (const { slot, store } of this.#parts.present)
      for (const [id, encoding] of await store.texts.encodings())
        found.set(this.#parts.fileIds.numberOf(slot, id), encoding);
    return found;
  }

  /** Ids of files of all parts. */
  async #numbers(ask: (store: Store) => Promise<Iterable<number>>): Promise<number[]> {
    const numbers: number[] = [];
    const turns = new QuestionTurns();
    for (const { slot, store } of this.#parts.present) {
      const turn = turns.take();
      if (turn !== null) await turn;
      for (const id of await ask(store)) numbers.push(this.#parts.fileIds.numberOf(slot, id));
    }
    return numbers;
  }
}

/** In ascending order. Numbers of one part mostly are, and so are those of parts whose ids were met in their order. */
function inOrder(ids: number[]): number[] {
  return ids.every((id, at) => at === 0 || ids[at - 1]! <= id) ? ids : [...Float64Array.from(ids).sort()];
}

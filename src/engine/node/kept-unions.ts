/**
 * Engines over several repositories that a node keeps for the next question about the same ones.
 * Invariants: the one that was asked last stays longest; a sender, who chooses which repositories to name, has few of them, and its next one takes the place of its
 * own; what was dropped is closed when no question uses it, and of one sender few are left until then; who asks for it before that has it again, so that a question
 * of several messages goes on in one state.
 */
import type { Engine } from '../types.ts';
import type { EngineOfSeveral } from '../union/open-together.ts';
import type { EngineUse } from './counted-engine.ts';

export interface Union {
  parts: readonly Engine[];
  notAsked: { project: string; reason: string }[];
  engine: EngineOfSeveral;
  use: EngineUse;
  /** Who has asked first. */
  sender: string;
}

/** So many are kept, and of one sender. */
export interface UnionLimits {
  most: number;
  ofOne: number;
}

export class KeptUnions {
  readonly #limits: UnionLimits;
  /** By the ids of their repositories, the one that was asked last at the end. */
  readonly #kept = new Map<string, Union>();
  /** What a question may still use, the first one that was dropped first, with its key; null: nobody gets it again. */
  readonly #dropped = new Map<Union, string | null>();

  constructor(limits: UnionLimits) {
    this.#limits = limits;
  }

  /** What is kept, or was dropped and is not closed yet; it was asked last now. */
  find(key: string): Union | undefined {
    const union = this.#kept.get(key) ?? [...this.#dropped].find(([, one]) => one === key)?.[0];
    if (union === undefined) return undefined;
    this.#dropped.delete(union);
    this.#kept.delete(key);
    this.#put(key, union);
    return union;
  }

  /** Keeps one in place of the last one with its key. */
  keep(key: string, union: Union): void {
    this.#drop(key);
    for (const [one, known] of this.#dropped) if (known === key) this.#dropped.set(one, null);
    this.#put(key, union);
  }

  #put(key: string, union: Union): void {
    this.#kept.set(key, union);
    const all = [...this.#kept.keys()];
    const own = all.filter((one) => this.#kept.get(one)!.sender === union.sender);
    if (own.length > this.#limits.ofOne) this.#drop(own[0]!);
    else if (all.length > this.#limits.most) this.#drop(all[0]!);
  }

  /** Drops those that have one of the engines, which are closed now. */
  dropWith(engine: Engine): void {
    for (const [key, { parts }] of this.#kept) if (parts.includes(engine)) this.#drop(key);
    for (const union of this.#dropped.keys()) if (union.parts.includes(engine)) this.#dropped.set(union, null);
  }

  #drop(key: string): void {
    const union = this.#kept.get(key);
    if (union === undefined) return;
    this.#kept.delete(key);
    this.#dropped.set(union, key);
    const own = [...this.#dropped.keys()].filter(({ sender }) => sender === union.sender);
    for (const one of own.slice(0, -this.#limits.ofOne)) if (!one.use.isRunning) void this.#close(one);
  }

  async #close(union: Union): Promise<void> {
    this.#dropped.delete(union);
    await union.engine.close().catch(() => {});
  }

  /** Closes what was dropped and has been asked nothing for this time (ms). */
  async tidy(idleMs: number): Promise<void> {
    for (const union of this.#dropped.keys()) if (union.use.idleMs >= idleMs) await this.#close(union);
  }

  async close(): Promise<void> {
    for (const key of this.#kept.keys()) this.#drop(key);
    for (const union of this.#dropped.keys()) await this.#close(union);
  }
}

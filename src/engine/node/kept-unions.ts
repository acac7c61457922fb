/**
 * Engines over several repositories that a node keeps for the next question about the same ones.
 * Invariants: the one that was asked last stays longest; a sender, who chooses which repositories to name, has few of them, and its next one takes the place of its
 * own; what was dropped is closed when no question uses it, and of one sender few are left until then.
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
const most = 20;
const mostOfOne = 4;

export class KeptUnions {
  /** By the ids of their repositories, the one that was asked last at the end. */
  readonly #kept = new Map<string, Union>();
  /** What a question may still use, the first one that was dropped first. */
  readonly #dropped = new Set<Union>();

  /** What is kept; it was asked last now. */
  find(key: string): Union | undefined {
    const union = this.#kept.get(key);
    if (union === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, union);
    return union;
  }

  /** Keeps one in place of the last one with its key. */
  keep(key: string, union: Union): void {
    this.#drop(key);
    this.#kept.set(key, union);
    const all = [...this.#kept.keys()];
    const own = all.filter((one) => this.#kept.get(one)!.sender === union.sender);
    if (own.length > mostOfOne) this.#drop(own[0]!);
    else if (all.length > most) this.#drop(all[0]!);
  }

  /** Drops those that have one of the engines, which are closed now. */
  dropWith(engine: Engine): void {
    for (const [key, { parts }] of this.#kept) if (parts.includes(engine)) this.#drop(key);
  }

  #drop(key: string): void {
    const union = this.#kept.get(key);
    if (union === undefined) return;
    this.#kept.delete(key);
    this.#dropped.add(union);
    const own = [...this.#dropped].filter(({ sender }) => sender === union.sender);
    for (const one of own.slice(0, -mostOfOne)) if (!one.use.isRunning) void this.#close(one);
  }

  async #close(union: Union): Promise<void> {
    this.#dropped.delete(union);
    await union.engine.close().catch(() => {});
  }

  /** Closes what was dropped and has been asked nothing for this time (ms). */
  async tidy(idleMs: number): Promise<void> {
    for (const union of this.#dropped) if (union.use.idleMs >= idleMs) await this.#close(union);
  }

  async close(): Promise<void> {
    for (const key of this.#kept.keys()) this.#drop(key);
    for (const union of this.#dropped) await this.#close(union);
  }
}

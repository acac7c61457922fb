/**
 * One list of tools for all senders who see the same repositories. The schemas of the tools name these, and take milliseconds and half a megabyte to make.
 * Invariant: what is kept by a list (`toolsFor`) ends with the last sender who has it.
 */
import type { Tool } from '../../tools/tool.ts';

export class SharedTools {
  readonly #tools: readonly Tool[];
  /** By the names of the repositories. */
  readonly #lists = new Map<string, { tools: readonly Tool[]; senders: number }>();

  constructor(tools: readonly Tool[]) {
    this.#tools = tools;
  }

  /** For one more sender. */
  of(names: readonly string[]): readonly Tool[] {
    const key = JSON.stringify(names);
    const shared = this.#lists.get(key) ?? { tools: [...this.#tools], senders: 0 };
    this.#lists.set(key, shared);
    shared.senders++;
    return shared.tools;
  }

  /** A sender of these is forgotten. */
  leave(names: readonly string[]): void {
    const key = JSON.stringify(names);
    const shared = this.#lists.get(key);
    if (shared !== undefined && --shared.senders === 0) this.#lists.delete(key);
  }
}

/**
 * Which of many modules may export a name: those of a unit (a Go package, a namespace), or those that a file re-exports whole (`export *`).
 * Without this table each of them is searched for each name. The table is filled as far as searches need it, module by module in their order. Names are
 * stored as hashes, because a string would keep in memory the summary that it was cut from. Two names with one hash cost a search of a
 * module that has no such name.
 */
import { exportForms, exportWidth } from '../../model/file-summary.ts';
import type { ProgramFile } from './program-file.ts';

/** A name asked of a module. */
export interface Wanted {
  file: ProgramFile;
  name: string;
  /** One of `spaces`. */
  space: number;
}

const none: readonly number[] = [];

export class ModuleExports {
  readonly #count: number;
  readonly #moduleAt: (place: number) => ProgramFile | null;
  /** Modules by the hash of a name, in order. */
  readonly #modules = new Map<number, number[]>();
  /** Modules that may give any name: they re-export those of other modules, or of the one value that they export. */
  readonly #wildcards: number[] = [];
  /** How many modules were added so far, in order. */
  #added = 0;
  /** Whether one of the added modules is external. */
  hasExternal = false;

  /**
   * @param count how many modules there are
   * @param moduleAt by its place among them; null for an external one
   */
  constructor(count: number, moduleAt: (place: number) => ProgramFile | null) {
    this.#count = count;
    this.#moduleAt = moduleAt;
  }

  #add(): void {
    const module = this.#added++;
    const file = this.#moduleAt(module);
    if (file === null) {
      this.hasExternal = true;
      return;
    }
    const { exports } = file.summary;
    for (let at = 0; at < exports.length; at += exportWidth) {
      // Visible in the module only.
      if (exports[at + 1] === exportForms.opens) continue;
      const name = file.text(exports[at]!);
      if (name === '*' || name === '=') {
        if (this.#wildcards.at(-1) !== module) this.#wildcards.push(module);
        continue;
      }
      const key = hashOf(name);
      const same = this.#modules.get(key);
      if (same === undefined) this.#modules.set(key, [module]);
      else if (same.at(-1) !== module) same.push(module);
    }
  }

  /** The first module from `from` on that may export the name; -1 for none. */
  next(name: string, from: number): number {
    let known = this.#nextAdded(name, from);
    while (known === -1 && this.#added < this.#count) {
      this.#add();
      known = this.#nextAdded(name, Math.max(from, this.#added - 1));
    }
    return known;
  }

  #nextAdded(name: string, from: number): number {
    const named = firstFrom(this.#modules.get(hashOf(name)) ?? none, from);
    const wildcard = firstFrom(this.#wildcards, from);
    return named === -1 || wildcard === -1 ? Math.max(named, wildcard) : Math.min(named, wildcard);
  }
}

/** The first number from `from` on in an ascending list; -1 for none. */
function firstFrom(modules: readonly number[], from: number): number {
  let [low, high] = [0, modules.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (modules[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return modules[low] ?? -1;
}

/** FNV-1a, of 32 bits, over code units. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash;
}

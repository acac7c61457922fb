/**
 * A table of which modules may export a name, for the modules of a unit (a Go package, a namespace) or those that a file re-exports whole
 * (`export *`). Without the table, each module would be searched for each name. The table is filled module by module, only as far as searches need.
 * Names are stored as hashes, because a string would keep the text of its summary in memory. Two names with one hash cost a needless search of a
 * module.
 */
import { exportForms, exportWidth } from '../../model/file-summary.ts';
import type { ProgramFile } from './program-file.ts';

/** A name that is looked up in a module. */
export interface Wanted {
  file: ProgramFile;
  name: string;
  /** One of `spaces`. */
  space: number;
}

const none: readonly number[] = [];

export class ModuleExports {
  readonly #count: number;
  readonly #moduleAt: (position: number) => ProgramFile | null;
  /** By the hash of a name: the positions of the modules that export the name, ascending. */
  readonly #modules = new Map<number, number[]>();
  /** Positions of modules that may export any name: they re-export other modules (`*`), or export one value as a whole (`=`). */
  readonly #wildcards: number[] = [];
  /** The number of modules whose exports were added so far. */
  #added = 0;
  /** Whether one of the added modules is external. */
  hasExternal = false;

  /**
   * @param count the number of modules
   * @param moduleAt returns the module at a position; null for an external one
   */
  constructor(count: number, moduleAt: (position: number) => ProgramFile | null) {
    this.#count = count;
    this.#moduleAt = moduleAt;
  }

  /** Adds the exports of the next module. */
  #add(): void {
    const module = this.#added++;
    const file = this.#moduleAt(module);
    if (file === null) {
      this.hasExternal = true;
      return;
    }
    const { exports } = file.summary;
    for (let at = 0; at < exports.length; at += exportWidth) {
      // Such a name is visible only inside of the module.
      if (exports[at + 1] === exportForms.opens) continue;
      const name = file.text(exports[at]!);
      if (name === '*' || name === '=') {
        if (this.#wildcards.at(-1) !== module) this.#wildcards.push(module);
        continue;
      }
      const key = hashOf(name);
      const exporting = this.#modules.get(key);
      if (exporting === undefined) this.#modules.set(key, [module]);
      else if (exporting.at(-1) !== module) exporting.push(module);
    }
  }

  /** The position of the first module from `from` on that may export the name; -1 for none. */
  next(name: string, from: number): number {
    let module = this.#nextAdded(name, from);
    while (module === -1 && this.#added < this.#count) {
      this.#add();
      module = this.#nextAdded(name, Math.max(from, this.#added - 1));
    }
    return module;
  }

  #nextAdded(name: string, from: number): number {
    const exporting = firstFrom(this.#modules.get(hashOf(name)) ?? none, from);
    const wildcard = firstFrom(this.#wildcards, from);
    return exporting === -1 || wildcard === -1 ? Math.max(exporting, wildcard) : Math.min(exporting, wildcard);
  }
}

/** The first number of an ascending list that is at least `from`; -1 for none. */
function firstFrom(modules: readonly number[], from: number): number {
  let [low, high] = [0, modules.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (modules[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return modules[low] ?? -1;
}

/** The 32-bit FNV-1a hash of a name's code units. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash;
}

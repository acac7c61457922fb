/**
 * Which of many modules may export a name: those of a unit (a Go package, a namespace), or those whose names a file passes on (`export *`).
 * Without it every one of them is looked through for each name. A module is added when somebody looks past those that are known. Names are
 * kept as hashes, since a text would keep in memory the facts that it was cut from; two names of one hash cost a look into a module that has
 * no such name.
 */
import { exportForms, exportWidth } from '../../model/file-summary.ts';
import type { ProgramFile } from './program-file.ts';

/** A name of a module. */
export interface Wanted {
  file: ProgramFile;
  name: string;
  /** One of `spaces`. */
  space: number;
}

const nobody: readonly number[] = [];

export class ModuleExports {
  readonly #count: number;
  readonly #moduleAt: (place: number) => ProgramFile | null;
  /** Modules by the hash of a name, in order. */
  readonly #modules = new Map<number, number[]>();
  /** Modules that may give any name: they pass on those of other modules, or of the one value that they export. */
  readonly #open: number[] = [];
  /** How many modules were added: the first ones. */
  #known = 0;
  /** Whether one of those that were added is not the project's. */
  outside = false;

  /**
   * @param count how many modules there are
   * @param moduleAt by its place among them; null for one that is not the project's
   */
  constructor(count: number, moduleAt: (place: number) => ProgramFile | null) {
    this.#count = count;
    this.#moduleAt = moduleAt;
  }

  #add(): void {
    const module = this.#known++;
    const file = this.#moduleAt(module);
    if (file === null) {
      this.outside = true;
      return;
    }
    const { exports } = file.summary;
    for (let at = 0; at < exports.length; at += exportWidth) {
      // Seen in the module, and nobody else's.
      if (exports[at + 1] === exportForms.opens) continue;
      const name = file.text(exports[at]!);
      if (name === '*' || name === '=') {
        if (this.#open.at(-1) !== module) this.#open.push(module);
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
    let known = this.#nextKnown(name, from);
    while (known === -1 && this.#known < this.#count) {
      this.#add();
      known = this.#nextKnown(name, Math.max(from, this.#known - 1));
    }
    return known;
  }

  #nextKnown(name: string, from: number): number {
    const named = firstFrom(this.#modules.get(hashOf(name)) ?? nobody, from);
    const open = firstFrom(this.#open, from);
    return named === -1 || open === -1 ? Math.max(named, open) : Math.min(named, open);
  }
}

/** In a list in ascending order. */
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

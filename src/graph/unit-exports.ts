/**
 * Which modules of a unit (a Go package, a namespace) may export a name: without it every file of a large package is read for each name.
 * A module is added when somebody looks past those that are known. Names are kept as hashes, since a text would keep in memory the facts that
 * it was cut from; two names of one hash cost a look into a module that has no such name.
 */
import { exportWidth } from '../model/link-facts.ts';
import type { FileFacts } from './file-facts.ts';

const nobody: readonly number[] = [];

export class UnitExports {
  /** Modules by the hash of a name, in order. */
  readonly #modules = new Map<number, number[]>();
  /** Modules that may give any name: they pass on those of other modules, or of the one value that they export. */
  readonly #open: number[] = [];
  /** How many of the unit's modules were added: its first ones. */
  known = 0;

  /** Adds the module behind those that are known. */
  add(file: FileFacts): void {
    const module = this.known++;
    const { exports } = file.facts;
    for (let at = 0; at < exports.length; at += exportWidth) {
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

  /** The first known module from `from` on that may export the name; -1 for none. */
  next(name: string, from: number): number {
    const named = firstFrom(this.#modules.get(hashOf(name)) ?? nobody, from);
    const open = firstFrom(this.#open, from);
    return named === -1 || open === -1 ? Math.max(named, open) : Math.min(named, open);
  }
}

function firstFrom(modules: readonly number[], from: number): number {
  for (const module of modules) if (module >= from) return module;
  return -1;
}

/** FNV-1a, of 32 bits, over code units. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash;
}

/**
 * Where the files of a program are, and which of them declare something beyond themselves: for the program, for the types of a unit, for a
 * unit.
 * Invariant: the places of a name are in order, so that answers do not depend on which file was written last.
 */
import type { LanguageRules } from './language-rules.ts';
import { moduleRulesOf } from './module-rules.ts';
import { unitPath } from '../../model/file-summary.ts';
import { extensionUnit, type LinkHeader } from '../../model/link-header.ts';

export interface NamedFile {
  path: string;
  language: string;
  header: LinkHeader;
}

/** Files that form one unit; its place is after those of all files. */
export interface ProgramUnit {
  path: string;
  language: string;
  /** Places of its files. */
  members: readonly number[];
}

const none: readonly number[] = [];

export class ProgramNames {
  /** How many files there are. */
  readonly count: number;
  readonly units: readonly ProgramUnit[];
  readonly #places = new Map<string, number>();
  readonly #unitOf = new Map<number, number>();
  /** Files that declare something for the whole program, by name. */
  readonly #globals = new Map<string, number[]>();
  /** Files that extend a type, by name, then by unit: most names have no extensions. */
  readonly #extensions = new Map<string, Map<string, number[]>>();

  /** @param rulesOf the rules of a language */
  constructor(files: readonly NamedFile[], rulesOf: (language: string) => LanguageRules) {
    this.count = files.length;
    const units = new Map<string, number[]>();
    for (const [place, { path, header }] of files.entries()) {
      this.#places.set(path, place);
      this.#add(place, header);
      if (header.unit !== '') addTo(units, header.unit, place);
    }
    this.units = [...units].map(([unit, members]) => {
      const { language } = files[members[0]!]!;
      const rules = moduleRulesOf({ rules: rulesOf(language) });
      const ordered = rules.inOrder?.(members, (place) => files[place]!.path) ?? members;
      return { path: unitPath(unit), language, members: ordered };
    });
    for (const [at, { path, members }] of this.units.entries()) {
      this.#places.set(path, this.count + at);
      for (const member of members) this.#unitOf.set(member, this.count + at);
    }
  }

  #add(place: number, { globals, extensions, unit }: LinkHeader): void {
    for (const name of globals) addTo(this.#globals, name, place);
    const unitKey = extensionUnit(unit);
    for (const name of extensions) {
      let byUnit = this.#extensions.get(name);
      if (byUnit === undefined) this.#extensions.set(name, (byUnit = new Map<string, number[]>()));
      addTo(byUnit, unitKey, place);
    }
  }

  /** Replaces the header of a file; false where that changes the units, so that all has to be collected again. */
  replace(place: number, before: LinkHeader, now: LinkHeader): boolean {
    if (before.unit !== now.unit) return false;
    for (const name of before.globals) takeFrom(this.#globals, name, place);
    const unitKey = extensionUnit(before.unit);
    for (const name of before.extensions) {
      const byUnit = this.#extensions.get(name);
      if (byUnit !== undefined) takeFrom(byUnit, unitKey, place);
    }
    this.#add(place, now);
    return true;
  }

  /** The place of a file or unit by its path. */
  place(path: string): number | undefined {
    return this.#places.get(path);
  }

  /** The place of the unit that a file belongs to. */
  unitOf(place: number): number | undefined {
    return this.#unitOf.get(place);
  }

  globals(name: string): readonly number[] {
    return this.#globals.get(name) ?? none;
  }

  extensions(unit: string, name: string): readonly number[] {
    return this.#extensions.get(name)?.get(extensionUnit(unit)) ?? none;
  }
}

/** Adds a place in order. */
function addTo(places: Map<string, number[]>, name: string, place: number): void {
  const known = places.get(name);
  if (known === undefined) {
    places.set(name, [place]);
    return;
  }
  let at = known.length;
  while (at > 0 && known[at - 1]! > place) at--;
  known.splice(at, 0, place);
}

function takeFrom(places: Map<string, number[]>, name: string, place: number): void {
  const left = (places.get(name) ?? []).filter((one) => one !== place);
  if (left.length === 0) places.delete(name);
  else places.set(name, left);
}

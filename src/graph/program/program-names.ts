/**
 * The places of a program's files and units, and which files declare names that other files see without an import: globals, extensions of types,
 * and members of units.
 * Invariant: the places under a name are in order, so that answers do not depend on which file was written last.
 */
import type { LanguageRules } from './language-rules.ts';
import { NamePlaces } from './tables/name-places.ts';
import { moduleRulesOf } from './module-rules.ts';
import { unitPath } from '../../model/file-summary.ts';
import { extensionUnit, type LinkHeader } from '../../model/link-header.ts';

export interface NamedFile {
  path: string;
  language: string;
  header: LinkHeader;
}

/** A unit of files. The places of units come after those of all files. */
export interface ProgramUnit {
  path: string;
  language: string;
  /** Places of the unit's files. */
  members: readonly number[];
}

const none: readonly number[] = [];

export class ProgramNames {
  /** The number of files. */
  readonly count: number;
  readonly units: readonly ProgramUnit[];
  readonly #places = new Map<string, number>();
  readonly #unitOf = new Map<number, number>();
  /** The files that declare a name for the whole program. */
  readonly #globals = new NamePlaces();
  /** By name, then by unit: the files with this name in `LinkHeader.extensions`. */
  readonly #extensions = new Map<string, Map<string, number[]>>();

  /**
   * @param headerOf the header of the file at a place. It is called once for each file: a large project has no room for all headers at once
   * @param rulesOf the rules of a language
   */
  constructor(
    files: readonly Pick<NamedFile, 'path' | 'language'>[],
    headerOf: (place: number) => LinkHeader,
    rulesOf: (language: string) => LanguageRules,
  ) {
    this.count = files.length;
    const units = new Map<string, number[]>();
    for (const [place, { path }] of files.entries()) {
      const header = headerOf(place);
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
    for (const name of globals) this.#globals.add(name, place);
    const unitKey = extensionUnit(unit);
    for (const name of extensions) {
      let byUnit = this.#extensions.get(name);
      if (byUnit === undefined) this.#extensions.set(name, (byUnit = new Map<string, number[]>()));
      addTo(byUnit, unitKey, place);
    }
  }

  /** Replaces the header of a file. False where the file's unit changes: then nothing is replaced, and a new `ProgramNames` is needed. */
  replace(place: number, before: LinkHeader, now: LinkHeader): boolean {
    if (before.unit !== now.unit) return false;
    for (const name of before.globals) this.#globals.remove(name, place);
    const unitKey = extensionUnit(before.unit);
    for (const name of before.extensions) {
      const byUnit = this.#extensions.get(name);
      if (byUnit !== undefined) removeFrom(byUnit, unitKey, place);
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

  /** Places of the files that declare a name for the whole program. */
  globals(name: string): readonly number[] {
    return this.#globals.of(name);
  }

  /** Places of the files in a unit that extend a type with this name, or add a member with this name to a type that may be external. */
  extensions(unit: string, name: string): readonly number[] {
    return this.#extensions.get(name)?.get(extensionUnit(unit)) ?? none;
  }
}

/** Adds a place under a name, in order. */
function addTo(places: Map<string, number[]>, name: string, place: number): void {
  const ofName = places.get(name);
  if (ofName === undefined) places.set(name, [place]);
  else insert(ofName, place);
}

function insert(places: number[], place: number): void {
  let at = places.length;
  while (at > 0 && places[at - 1]! > place) at--;
  places.splice(at, 0, place);
}

function removeFrom(places: Map<string, number[]>, name: string, place: number): void {
  const others = (places.get(name) ?? []).filter((one) => one !== place);
  if (others.length === 0) places.delete(name);
  else places.set(name, others);
}

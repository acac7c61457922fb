/**
 * The names of declarations that were added to files or removed from them, and that other files see without an import: globals, extensions of a unit's
 * types, and namespaces. The meaning of such a name may change in every file that mentions it, also in a file that does not depend on the declaring
 * file yet.
 * Invariant: the summary of a file that looks a name up has the name among its texts, alone or in a path.
 */
import { openedForAll, unitPath } from '../../model/file-summary.ts';
import { extensionUnit, type LinkHeader } from '../../model/link-header.ts';
import { mentionedIn } from '../../store/packed/packed-summary.ts';
import type { SummaryLoader } from '../program/summary-loader.ts';
import { ProgramFile } from '../program/program-file.ts';
import { interfaceNames } from './interface-hash.ts';
import { isAsked, type InterfaceNames } from './interface-writing.ts';
import { macrosThatName } from './macro-names.ts';
import { dialectNamed } from '../languages/registry.ts';
import type { LinkedProject } from './linked-project.ts';

/** In place of a file's place: several files changed the name, or a removed file did. */
export const several = -1;

/** By name: the file that changed the name. That file need not be found by the name: it is linked again anyway. */
export class NameOwners {
  readonly #owners = new Map<string, number>();

  add(name: string, place: number): void {
    const owner = this.#owners.get(name);
    this.#owners.set(name, owner === undefined || owner === place ? place : several);
  }

  /** Of these names, those that another file than the one at `place` changed. */
  changedByOthers(names: Iterable<string>, place: number): Set<string> {
    return new Set([...names].filter((name) => this.#owners.get(name) !== place));
  }
}

/** Changed names by the group of files that may look them up: the files of a language family, or of a unit in a family. */
class NameChanges {
  readonly #names = new Map<string, Set<string>>();
  readonly owners = new NameOwners();

  #of(key: string): Set<string> {
    let names = this.#names.get(key);
    if (names === undefined) this.#names.set(key, (names = new Set<string>()));
    return names;
  }

  /** Adds the names that only one of two headers of a file declares. @param place the place of the file, or `several` */
  compare(
    { language, place }: { language: string; place: number },
    before: LinkHeader | undefined,
    now: LinkHeader | undefined,
  ): void {
    const { family } = dialectNamed(language);
    const add = (key: string, old: readonly string[], fresh: readonly string[]): void => {
      for (const name of new Set(old).symmetricDifference(new Set(fresh))) {
        this.#of(key).add(name);
        this.owners.add(name, place);
      }
    };
    add(family, before?.globals ?? [], now?.globals ?? []);
    if (before === undefined || now === undefined || before.unit === now.unit) {
      const unit = (before ?? now)?.unit ?? '';
      add(`${family}\n${extensionUnit(unit)}`, before?.extensions ?? [], now?.extensions ?? []);
      return;
    }
    add(`${family}\n${extensionUnit(before.unit)}`, before.extensions, []);
    add(`${family}\n${extensionUnit(now.unit)}`, [], now.extensions);
  }

  get isEmpty(): boolean {
    return this.#names.values().every((names) => names.size === 0);
  }

  add(language: string, name: string): void {
    this.#of(dialectNamed(language).family).add(name);
    this.owners.add(name, several);
  }

  /** All changed names of a family, whoever may look them up. */
  ofFamily(family: string): ReadonlySet<string> {
    return new Set([...this.#names].flatMap(([key, names]) => (key.split('\n')[0] === family ? [...names] : [])));
  }

  globals(language: string): ReadonlySet<string> {
    return this.#names.get(dialectNamed(language).family) ?? none;
  }

  extensions(language: string, unit: string): ReadonlySet<string> {
    return this.#names.get(`${dialectNamed(language).family}\n${extensionUnit(unit)}`) ?? none;
  }
}

const none: ReadonlySet<string> = new Set();

export interface NameSources {
  project: LinkedProject;
  loader: SummaryLoader;
  /** The present header of the file at a place. */
  headerOf: (place: number) => LinkHeader;
  /** The targets of the file's module specifiers (`FileStates.modules`). */
  modulesOf: (place: number) => string;
}

export interface AffectedFiles {
  /** Places of files, not new ones, whose links may have changed. */
  places: number[];
  /** The subset of `places` whose interface depends on a changed name or names a new unit: the links of their dependents may have changed too. */
  visible: number[];
}

/** The files in which a name or module specifier may have another meaning than when they were linked. */
export function affectedByNames(sources: NameSources): AffectedFiles {
  const { project, loader, headerOf, modulesOf } = sources;
  const added = newUnits(sources);
  const addedPaths = new Set([...added.keys()].map(unitPath));
  const changes = changesOf(sources, added);
  const found: AffectedFiles = { places: [], visible: [] };
  // Most edits change no such name, and no file has to be examined.
  if (addedPaths.size === 0 && changes.isEmpty) return found;
  // Changed files are examined too: an interface with unchanged text may have another meaning.
  for (const [place, { language, row }] of project.files.entries()) {
    if (row === null || row.interface === '') continue;
    if (
      addedPaths.size > 0 &&
      modulesOf(place)
        .split('\n')
        .some((path) => addedPaths.has(path))
    ) {
      found.places.push(place);
      found.visible.push(place);
      continue;
    }
    const [globals, extensions] = [changes.globals(language), changes.extensions(language, headerOf(place).unit)];
    if (globals.size + extensions.size === 0) continue;
    const bytes = loader.packed(place);
    const mentioned =
      bytes === null ? none : changes.owners.changedByOthers(mentionedIn(bytes, globals.union(extensions)), place);
    if (mentioned.size === 0) continue;
    found.places.push(place);
    if (isVisible(sources, { place, mentioned, extensions })) found.visible.push(place);
  }
  return found;
}

/** The families of the project's languages that have macros, each with one of its languages. */
function familiesWithMacros({ files }: LinkedProject): Map<string, string> {
  const found = new Map<string, string>();
  for (const language of new Set(files.map((file) => file.language))) {
    const { family, macros } = dialectNamed(language);
    if (macros !== undefined) found.set(family, language);
  }
  return found;
}

function changesOf({ project, loader, headerOf }: NameSources, added: ReadonlyMap<string, string>): NameChanges {
  const changes = new NameChanges();
  for (const place of project.changed) {
    const { language, row } = project.files[place]!;
    changes.compare({ language, place }, row?.header, headerOf(place));
  }
  for (const { language, header } of project.removed) changes.compare({ language, place: several }, header, undefined);
  for (const [unit, language] of added) {
    const name = dialectNamed(language).unitName?.(unit) ?? null;
    if (name !== null) changes.add(language, name);
  }
  for (const [family, language] of familiesWithMacros(project))
    for (const macro of macrosThatName({ project, loader }, changes.ofFamily(family))) changes.add(language, macro);
  return changes;
}

/** Whether the interface of the file at `place` depends on one of the mentioned names. @param extensions the changed names of extensions */
function isVisible(
  { project, loader }: NameSources,
  { place, mentioned, extensions }: { place: number; mentioned: ReadonlySet<string>; extensions: ReadonlySet<string> },
): boolean {
  const { language } = project.files[place]!;
  // A changed directive that imports for all files (C#'s `global using`) may affect any name.
  if (mentioned.has(openedForAll)) return true;
  const names = interfaceNamesAt({ project, loader }, place);
  if (names === null) return true;
  const { joinsDeclarations } = dialectNamed(language);
  const { declared } = names;
  return [...mentioned].some(
    (name) => isAsked(names, name) || (declared.has(name) && (joinsDeclarations || extensions.has(name))),
  );
}

/** The names in a file's interface; null where its summary cannot be read: then all dependents of the file are linked again. */
export function interfaceNamesAt(
  { project, loader }: Pick<NameSources, 'project' | 'loader'>,
  place: number,
): InterfaceNames | null {
  const { path, language } = project.files[place]!;
  // A separate `ProgramFile`, so that the program does not keep the summary: it is needed once.
  const source = {
    path,
    rules: dialectNamed(language),
    load: () => loader.load(place),
    resolve: () => new Int32Array(0),
    loaded: () => {},
  };
  try {
    return interfaceNames(new ProgramFile(place, source));
  } catch {
    return null;
  }
}

/**
 * Globals of a version of a file that the other version does not declare, in languages whose files share names. `affectedByNames` finds the
 * affected files.
 */
export function reportedNames(language: string, { globals }: LinkHeader, other: LinkHeader): ReadonlySet<string> {
  return dialectNamed(language).sharesNames ? new Set(globals).difference(new Set(other.globals)) : none;
}

/** Units that no file belonged to in the last run, with their language. */
function newUnits({ project: { files, changed, removed }, headerOf }: NameSources): Map<string, string> {
  const added = new Map<string, string>();
  for (const place of changed) {
    const { unit } = headerOf(place);
    if (unit !== '' && files[place]!.row?.header.unit !== unit) added.set(unit, files[place]!.language);
  }
  if (added.size === 0) return added;
  for (const row of [...files.map((file) => file.row), ...removed]) added.delete(row?.header.unit ?? '');
  return added;
}

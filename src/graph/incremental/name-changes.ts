/**
 * Names that files have started or stopped declaring, where others see them without naming the file: for the program, for a unit's types, and as
 * namespaces. What such a name means can change wherever it is mentioned, even where it meant nothing before and no dependency was recorded.
 * Invariant: a file that asks for a name has it among the texts of its summary, alone or as a part of a path.
 */
import { openedForAll, unitPath } from '../../model/file-summary.ts';
import { extensionUnit, type LinkHeader } from '../../model/link-header.ts';
import { mentionedIn } from '../../store/packed/packed-summary.ts';
import type { SummaryLoader } from '../program/summary-loader.ts';
import { ProgramFile } from '../program/program-file.ts';
import { interfaceNames } from './interface-hash.ts';
import { isAsked, type InterfaceNames } from './interface-writing.ts';
import { dialectNamed } from '../languages/registry.ts';
import type { LinkedProject } from './linked-project.ts';

/** Stands for several files, or for one that was removed. */
const several = -1;

/** By name: the file that changed it. To that file itself the change is not news. */
export class NameOwners {
  readonly #owners = new Map<string, number>();

  add(name: string, place: number): void {
    const known = this.#owners.get(name);
    this.#owners.set(name, known === undefined || known === place ? place : several);
  }

  /** The names that another file changed too. */
  news(names: Iterable<string>, place: number): Set<string> {
    return new Set([...names].filter((name) => this.#owners.get(name) !== place));
  }
}

/** Changed names by the files that may ask for them: those of a family, or of a family's unit. */
class NameChanges {
  readonly #names = new Map<string, Set<string>>();
  readonly owners = new NameOwners();

  #of(key: string): Set<string> {
    let names = this.#names.get(key);
    if (names === undefined) this.#names.set(key, (names = new Set<string>()));
    return names;
  }

  /** Adds what one of the two declares and the other does not. @param place of the file, or `several` */
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
  /** As they are now, by place. */
  headerOf: (place: number) => LinkHeader;
  modulesOf: (place: number) => string;
}

export interface AffectedFiles {
  /** Places of files, linked before, whose links may have changed. */
  places: number[];
  /** The subset of `places` in which something visible depends on such a name: the links of their dependents may have changed too. */
  visible: number[];
}

/** The files that may resolve a name or a module to something else than when they were linked. */
export function affectedByNames(sources: NameSources): AffectedFiles {
  const { project, loader, headerOf, modulesOf } = sources;
  const added = newUnits(sources);
  const addedPaths = new Set([...added.keys()].map(unitPath));
  const changes = changesOf(sources, added);
  const found: AffectedFiles = { places: [], visible: [] };
  // Most edits change no such name: no file has to be examined.
  if (addedPaths.size === 0 && changes.isEmpty) return found;
  // Changed files too: what others see of one may be written as before and yet mean something else.
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
    const mentioned = bytes === null ? none : changes.owners.news(mentionedIn(bytes, globals.union(extensions)), place);
    if (mentioned.size === 0) continue;
    found.places.push(place);
    if (isVisible(sources, { place, mentioned, extensions })) found.visible.push(place);
  }
  return found;
}

function changesOf({ project, headerOf }: NameSources, added: ReadonlyMap<string, string>): NameChanges {
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
  return changes;
}

function isVisible(
  { project, loader }: NameSources,
  { place, mentioned, extensions }: { place: number; mentioned: ReadonlySet<string>; extensions: ReadonlySet<string> },
): boolean {
  const { language } = project.files[place]!;
  // Any name may come from what is imported for all files.
  if (mentioned.has(openedForAll)) return true;
  const names = interfaceNamesAt({ project, loader }, place);
  if (names === null) return true;
  const joins = dialectNamed(language).joinsDeclarations;
  const { declared } = names;
  return [...mentioned].some((name) => isAsked(names, name) || (declared.has(name) && (joins || extensions.has(name))));
}

/** The names in what others see of a file; null for one whose summary cannot be read, so that its dependents are linked again. */
export function interfaceNamesAt(
  { project, loader }: Pick<NameSources, 'project' | 'loader'>,
  place: number,
): InterfaceNames | null {
  const { path, language } = project.files[place]!;
  // A file of its own, so that its summary is not retained: it is needed once.
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

/** Globals of a file that another content of it does not declare, in languages where files share names: `affectedByNames` finds who may mean them. */
export function reportedNames(language: string, { globals }: LinkHeader, other: LinkHeader): ReadonlySet<string> {
  return dialectNamed(language).sharesNames ? new Set(globals).difference(new Set(other.globals)) : none;
}

/** Units to which no file belonged before, with their language. */
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

/**
 * Names that files declare since, or declare no more, where others see them without naming the file: for the program, for a unit's types,
 * and as namespaces. What such a name means can change wherever it is mentioned, also where it meant nothing, so that no file was leaned on.
 * Invariant: whoever asks for a name has it among the texts of its facts, alone or as a part of a path.
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

/** Stands for several files, and for one that is gone. */
const several = -1;

/** Which file says something else of a name, by the name: to that file alone it is no news. */
export class NameOwners {
  readonly #owners = new Map<string, number>();

  add(name: string, place: number): void {
    const known = this.#owners.get(name);
    this.#owners.set(name, known === undefined || known === place ? place : several);
  }

  /** Those of which another file says something else too. */
  news(names: Iterable<string>, place: number): Set<string> {
    return new Set([...names].filter((name) => this.#owners.get(name) !== place));
  }
}

/** Names by the files that may ask for them: of a family, or of a family's unit. */
class NameChanges {
  readonly #names = new Map<string, Set<string>>();
  readonly owners = new NameOwners();

  #of(key: string): Set<string> {
    let names = this.#names.get(key);
    if (names === undefined) this.#names.set(key, (names = new Set<string>()));
    return names;
  }

  /** What one of the two declares and the other does not. @param place of the file, or `several` */
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

export interface ConcernedFiles {
  /** Places of files, linked before, whose links may be others. */
  places: number[];
  /** Of these the ones in which something that others see is made of such a name: their dependents' links may be others too. */
  visible: number[];
}

/** The files that may mean something else by a name, or by a module, than when they were linked. */
export function concernedByNames(sources: NameSources): ConcernedFiles {
  const { project, loader, headerOf, modulesOf } = sources;
  const born = bornUnits(sources);
  const bornPaths = new Set([...born.keys()].map(unitPath));
  const changes = changesOf(sources, born);
  const found: ConcernedFiles = { places: [], visible: [] };
  // Most edits change no such name: nobody has to be looked at.
  if (bornPaths.size === 0 && changes.isEmpty) return found;
  // Changed files too: what others see of one may be written as it was, and mean something else.
  for (const [place, { language, row }] of project.files.entries()) {
    if (row === null || row.interface === '') continue;
    if (
      bornPaths.size > 0 &&
      modulesOf(place)
        .split('\n')
        .some((path) => bornPaths.has(path))
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

function changesOf({ project, headerOf }: NameSources, born: ReadonlyMap<string, string>): NameChanges {
  const changes = new NameChanges();
  for (const place of project.changed) {
    const { language, row } = project.files[place]!;
    changes.compare({ language, place }, row?.header, headerOf(place));
  }
  for (const { language, header } of project.removed) changes.compare({ language, place: several }, header, undefined);
  for (const [unit, language] of born) {
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
  // Any name may stand for something that is opened.
  if (mentioned.has(openedForAll)) return true;
  const names = interfaceNamesAt({ project, loader }, place);
  if (names === null) return true;
  const joins = dialectNamed(language).joinsDeclarations;
  const { declared } = names;
  return [...mentioned].some((name) => isAsked(names, name) || (declared.has(name) && (joins || extensions.has(name))));
}

/** Names in what others see of a file; null of one that cannot be read, of which what others made is made anew. */
export function interfaceNamesAt(
  { project, loader }: Pick<NameSources, 'project' | 'loader'>,
  place: number,
): InterfaceNames | null {
  const { path, language } = project.files[place]!;
  // On its own, so that facts are not kept: they are looked at but once.
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

/** Names that a file declares for the program and another content of it does not, where files share names: whoever may mean them is found by `concernedByNames`. */
export function toldNames(language: string, { globals }: LinkHeader, other: LinkHeader): ReadonlySet<string> {
  return dialectNamed(language).sharesNames ? new Set(globals).difference(new Set(other.globals)) : none;
}

/** Units that no file belonged to, with their language. */
function bornUnits({ project: { files, changed, removed }, headerOf }: NameSources): Map<string, string> {
  const born = new Map<string, string>();
  for (const place of changed) {
    const { unit } = headerOf(place);
    if (unit !== '' && files[place]!.row?.header.unit !== unit) born.set(unit, files[place]!.language);
  }
  if (born.size === 0) return born;
  for (const row of [...files.map((file) => file.row), ...removed]) born.delete(row?.header.unit ?? '');
  return born;
}

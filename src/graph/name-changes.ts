/**
 * Names that files declare since, or declare no more, where others see them without naming the file: for the program, for a unit's types,
 * and as namespaces. What such a name means can change wherever it is mentioned, also where it meant nothing, so that no file was leaned on.
 * Invariant: whoever asks for a name has it among the texts of its facts, alone or as a part of a path.
 */
import { openedForAll, unitPath } from '../model/link-facts.ts';
import { extensionUnit, type LinkHeader } from '../model/link-header.ts';
import { mentionedIn } from '../store/packed-facts.ts';
import { linkedAs } from './ecmascript-values.ts';
import type { FactsLoader } from './facts-loader.ts';
import { FileFacts } from './file-facts.ts';
import { interfaceNames } from './interface-hash.ts';
import type { InterfaceNames } from './interface-writing.ts';
import { rulesOf } from './language-rules.ts';
import type { LinkedProject } from './linked-project.ts';
import { familyOf } from './shared-spaces.ts';

/** Where declarations of one name are one thing: to ask for one asks for all. */
const joinsDeclarations: ReadonlySet<string> = new Set(['ruby']);

/** Names by the files that may ask for them: of a family, or of a family's unit. */
class NameChanges {
  /** With how many files declare them since, or no more. */
  readonly #names = new Map<string, Map<string, number>>();

  #of(key: string): Map<string, number> {
    let names = this.#names.get(key);
    if (names === undefined) this.#names.set(key, (names = new Map<string, number>()));
    return names;
  }

  /** What one of the two declares and the other does not. */
  compare(language: string, before: LinkHeader | undefined, now: LinkHeader | undefined): void {
    const family = familyOf(language);
    addDifference(this.#of(family), before?.globals ?? [], now?.globals ?? []);
    if (before === undefined || now === undefined || before.unit === now.unit) {
      const unit = (before ?? now)?.unit ?? '';
      addDifference(this.#of(`${family}\n${extensionUnit(unit)}`), before?.extensions ?? [], now?.extensions ?? []);
      return;
    }
    addDifference(this.#of(`${family}\n${extensionUnit(before.unit)}`), before.extensions, []);
    addDifference(this.#of(`${family}\n${extensionUnit(now.unit)}`), [], now.extensions);
  }

  get isEmpty(): boolean {
    return this.#names.values().every((names) => names.size === 0);
  }

  add(language: string, name: string): void {
    count(this.#of(familyOf(language)), name);
  }

  /** @param own changes of the file that asks: what it declares itself is no news to it */
  globals(language: string, own?: NameChanges): ReadonlySet<string> {
    return this.#without(familyOf(language), own);
  }

  extensions(language: string, unit: string, own?: NameChanges): ReadonlySet<string> {
    return this.#without(`${familyOf(language)}\n${extensionUnit(unit)}`, own);
  }

  #without(key: string, own: NameChanges | undefined): ReadonlySet<string> {
    const names = this.#names.get(key);
    if (names === undefined) return none;
    const ownNames = own === undefined ? undefined : own.#names.get(key);
    if (ownNames === undefined) return new Set(names.keys());
    return new Set([...names].flatMap(([name, times]) => (times > (ownNames.get(name) ?? 0) ? [name] : [])));
  }
}

const none: ReadonlySet<string> = new Set();

function count(into: Map<string, number>, name: string): void {
  into.set(name, (into.get(name) ?? 0) + 1);
}

function addDifference(into: Map<string, number>, before: readonly string[], now: readonly string[]): void {
  for (const name of new Set(before).symmetricDifference(new Set(now))) count(into, name);
}

export interface NameSources {
  project: LinkedProject;
  loader: FactsLoader;
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
  const changed = new Set(project.changed);
  // Changed files too: what others see of one may be written as it was, and mean something else.
  for (const [place, { language, row }] of project.files.entries()) {
    if (row === null || row.interface === '') continue;
    const own = changed.has(place) ? changesIn([place], sources) : undefined;
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
    const globals = changes.globals(language, own);
    const extensions = changes.extensions(language, headerOf(place).unit, own);
    if (globals.size + extensions.size === 0) continue;
    const bytes = loader.packed(place);
    const mentioned = bytes === null ? none : mentionedIn(bytes, globals.union(extensions));
    if (mentioned.size === 0) continue;
    found.places.push(place);
    if (isVisible(sources, { place, mentioned, extensions })) found.visible.push(place);
  }
  return found;
}

function changesIn(places: readonly number[], { project, headerOf }: NameSources): NameChanges {
  const changes = new NameChanges();
  for (const place of places) {
    const { language, row } = project.files[place]!;
    changes.compare(language, row?.header, headerOf(place));
  }
  return changes;
}

function changesOf(sources: NameSources, born: ReadonlyMap<string, string>): NameChanges {
  const { project } = sources;
  const changes = changesIn(project.changed, sources);
  for (const { language, header } of project.removed) changes.compare(language, header, undefined);
  // C#: the last name of a namespace is asked for as a part of a path.
  for (const [unit, language] of born)
    if (language === 'csharp')
      changes.add(language, unit.slice(Math.max(unit.lastIndexOf('.'), unit.lastIndexOf(':')) + 1));
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
  const joins = joinsDeclarations.has(language);
  const { asked, declared } = names;
  return [...mentioned].some((name) => asked.has(name) || (declared.has(name) && (joins || extensions.has(name))));
}

/** Names in what others see of a file; null of one that cannot be read, of which what others made is made anew. */
export function interfaceNamesAt(
  { project, loader }: Pick<NameSources, 'project' | 'loader'>,
  place: number,
): InterfaceNames | null {
  const { path, language: written } = project.files[place]!;
  const language = linkedAs(written);
  // On its own, so that facts are not kept: they are looked at but once.
  const source = { path, language, load: () => loader.load(place), resolve: () => new Int32Array(0), loaded: () => {} };
  try {
    return interfaceNames(new FileFacts(place, source));
  } catch {
    return null;
  }
}

/** Names that a file declares for the program and another content of it does not, where files share names: whoever may mean them is found by `concernedByNames`. */
export function toldNames(language: string, { globals }: LinkHeader, other: LinkHeader): ReadonlySet<string> {
  return rulesOf(language).sharesNames ? new Set(globals).difference(new Set(other.globals)) : none;
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

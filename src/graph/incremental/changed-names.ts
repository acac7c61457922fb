/**
 * Names under which alone others find what changed of a file: what it declares at its top, and members of its types. Only who mentions one of
 * them can mean something else by it, of all that lean on the file, and who leans on those in turn.
 * Invariant: who is not found here has the links that it had.
 * The room stands on `links/` and `program/`: it asks for no values.
 */
import { cfgModule, entityFlags, type FileSummary } from '../../model/file-summary.ts';
import type { LinkHeader } from '../../model/link-header.ts';
import { mentionedIn, unpackSummary } from '../../store/packed/packed-summary.ts';
import type { Store } from '../../store/store.ts';
import { dependentsOf } from './dependents.ts';
import type { SummaryLoader } from '../program/summary-loader.ts';
import { ProgramFile } from '../program/program-file.ts';
import { declaredNames, interfaceHash } from './interface-hash.ts';
import { isFoundAtTop } from './interface-writing.ts';
import type { LinkedProject } from './linked-project.ts';
import type { MentionedTexts } from './name-filter.ts';
import { interfaceNamesAt, NameOwners, type ConcernedFiles } from './name-changes.ts';
import { dialectOf } from '../languages/dialect.ts';
import { dialectNamed } from '../languages/registry.ts';

/** The facts of a file before it was written anew. */
export interface PreviousSummaries {
  /** `FileRecord.id` of that content. */
  fileId: number;
  /** Packed. */
  bytes: Uint8Array;
}

/** Facts as the index has them; to be asked before they are written. */
export async function previousSummaries(
  store: Store,
  paths: readonly string[],
): Promise<[path: string, PreviousSummaries][]> {
  const records = await store.filesByPath(paths);
  const summary = await store.summaries(records.map(({ id }) => id));
  return records.flatMap(({ id, path }): [string, PreviousSummaries][] => {
    const bytes = summary.get(id);
    return bytes === undefined ? [] : [[path, { fileId: id, bytes }]];
  });
}

/** A file as others see it. */
interface Seen {
  file: ProgramFile;
  /** Of its definitions. */
  keys: readonly number[];
  /** Names that are told of otherwise: those that it declares for the program, and the other one does not. */
  told: ReadonlySet<string>;
}

/** Null for facts that cannot be read: they were about to be written anew. */
export function seenBefore(
  { bytes }: PreviousSummaries,
  { index, path, rules }: ProgramFile,
): Omit<Seen, 'told'> | null {
  try {
    const { summary, keys } = unpackSummary(bytes);
    const load = (): FileSummary => summary;
    const source = { path, rules, load, resolve: () => new Int32Array(0), loaded: () => {} };
    return { file: new ProgramFile(index, source), keys };
  } catch {
    return null;
  }
}

/** The names by which what changed is found; null where others see something else that has none, or of which the rest of the file is made. */
export function changedNames(before: Seen, now: Seen): ReadonlySet<string> | null {
  const names = namesThatDiffer(before, now);
  for (let size = -1; size !== names.size;) {
    size = names.size;
    for (const { file } of [before, now]) keepFound(file, names);
  }
  if (names.size + before.told.size + now.told.size === 0) return null;
  const asked = new Set<string>();
  const isRest = hashWithout(before, names, asked) === hashWithout(now, names, asked);
  return isRest && asked.isDisjointFrom(names) ? names : null;
}

/** @param asked gets the names that the rest is made of */
function hashWithout({ file, keys, told }: Seen, names: ReadonlySet<string>, asked: Set<string>): string {
  return interfaceHash(file, () => keys, names.union(told), { asked, declared: new Set() });
}

/** Names of which the two say different things, and those that are made of these in turn. */
function namesThatDiffer(before: Seen, now: Seen): Set<string> {
  const { summary } = now.file;
  const dialect = dialectOf(now.file);
  if (dialect.joinsDeclarations || (dialect.seenByImport && (summary.global || before.file.summary.global)))
    return new Set();
  const [old, fresh] = [before, now].map(({ file, keys }) => declaredNames(file, keys));
  const all = new Set([...old!.keys(), ...fresh!.keys()]);
  const names = new Set([...all].filter((name) => old!.get(name)?.digest !== fresh!.get(name)?.digest));
  for (let size = 0; size !== names.size;) {
    size = names.size;
    for (const [name, { asked }] of [...old!, ...fresh!])
      if (!names.has(name) && !asked.isDisjointFrom(names)) names.add(name);
  }
  return new Set([...names].filter((name) => isAskedWritten(name) && dialect.isWrittenShorter?.(name) !== true));
}

/** Leaves out names under which not all that has them is found. */
function keepFound(file: ProgramFile, names: Set<string>): void {
  // Who has a value of a type that is extended here need not lean on anybody who names it, and leans on this file.
  for (let entity = 0; entity < file.entityCount; entity++)
    if (file.has(entity, entityFlags.extension)) names.delete(file.name(entity));
  for (const owner of file.types) {
    // Whoever has a value of it leans on somebody who names it.
    if (names.has(file.name(owner)) && isFoundAtTop(file, owner)) continue;
    const members = file.membersIn(owner);
    // A type without any member is more than one that lacks some.
    const leavesSome = members.some((member) => !names.has(file.name(member)));
    for (const member of members) if (!leavesSome || !isFoundByName(file, member)) names.delete(file.name(member));
  }
}

/** Names that are asked for where nobody writes them: of what runs when something is made, called or gone through, and of whole modules. */
const askedUnwritten: ReadonlySet<string> = new Set(
  (
    'constructor new init initialize default next then invoke apply unapply callAsFunction iterator begin end ' +
    'prototype'
  ).split(' '),
);

function isAskedWritten(name: string): boolean {
  return (
    /^#?[\p{L}_$][\p{L}\p{N}_$]*(?:[?!]?\/\d+)?$/u.test(name) && !name.startsWith('__') && !askedUnwritten.has(name)
  );
}

/** Whether nothing follows from a member's being there. */
function isFoundByName(file: ProgramFile, member: number): boolean {
  return dialectOf(file).isFoundByPlace?.(file, member) !== true;
}

/**
 * Under these names modules are found of which a file has one or another. What lies in one of them stands in for what the others have, and
 * need not mention the names under which that is so.
 */
function modulesChosenBy({ globals }: LinkHeader): readonly string[] {
  return globals.filter((name) => name.startsWith(cfgModule));
}

interface MentionSources {
  project: LinkedProject;
  loader: SummaryLoader;
  known: MentionedTexts | undefined;
}

/** Of the files that lean on these, directly or through others, those that mention a name of which these say something else. */
export function mentioners(
  { project, loader, known }: MentionSources,
  changed: ReadonlyMap<number, ReadonlySet<string>>,
): ConcernedFiles {
  const found: ConcernedFiles = { places: [], visible: [] };
  if (changed.size === 0) return found;
  const names = new Set<string>();
  const owners = new NameOwners();
  const seek = (name: string, place: number): void => {
    names.add(name);
    owners.add(name, place);
  };
  for (const [place, own] of changed) for (const name of own) seek(name, place);
  const seeds = [...changed.keys()].map((place) => project.idOf(place));
  const leaning = [...dependentsOf(seeds, project.readers)].flatMap((id) => {
    const place = project.placeOfId(id);
    return place === undefined || place >= project.files.length ? [] : [place];
  });
  for (const place of [...changed.keys(), ...leaning]) {
    const { row } = project.files[place]!;
    for (const name of row === null ? none : modulesChosenBy(row.header)) seek(name, place);
  }
  const places = known === undefined ? leaning : thoseThatMay({ project, loader, known }, leaning, names);
  for (const place of places) {
    const bytes = loader.packed(place);
    const mentioned = bytes === null ? none : owners.news(mentionedIn(bytes, names), place);
    if (mentioned.size === 0) continue;
    found.places.push(place);
    const shown = interfaceNamesAt({ project, loader }, place);
    const follows = dialectNamed(project.files[place]!.language).followsInherited;
    const isVisible = [...mentioned].some(
      (name) => shown?.asked.has(name) !== false || (follows && shown.declared.has(name)),
    );
    if (isVisible) found.visible.push(place);
  }
  return found;
}

const none: ReadonlySet<string> = new Set();

/** Without those of which it is known that they mention none of the names; what is read for that is known the next time. */
function thoseThatMay(
  { project: { files }, loader, known }: { project: LinkedProject; loader: SummaryLoader; known: MentionedTexts },
  places: readonly number[],
  names: ReadonlySet<string>,
): number[] {
  if (known.files > 2 * files.length) known.keep(new Set(files.map(({ fileId }) => fileId)));
  for (const place of places) {
    const { fileId } = files[place]!;
    if (!known.knows(fileId)) known.add(fileId, loader.packed(place));
  }
  return places.filter((place) => known.mayMention(files[place]!.fileId, names));
}

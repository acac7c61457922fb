/**
 * The names by which dependents find what changed in a file: its top-level declarations, and members of its types. Of all files that depend on
 * it, only those that mention one of these names can be affected, and the dependents of these files.
 * Invariant: a file that is not found here keeps its links.
 * This room imports `links/` and `program/`: it asks for no values.
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
import { interfaceNamesAt, NameOwners, type AffectedFiles } from './name-changes.ts';
import { dialectOf } from '../languages/dialect.ts';
import { dialectNamed } from '../languages/registry.ts';

/** The summary of a file before it was rewritten. */
export interface PreviousSummaries {
  /** `FileRecord.id` of that content. */
  fileId: number;
  /** Packed. */
  bytes: Uint8Array;
}

/** The summaries in the index; to be read before they are rewritten. */
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
  /** The keys of its definitions. */
  keys: readonly number[];
  /** Names that `affectedByNames` handles: those that this content declares for the program, and the other one does not. */
  reported: ReadonlySet<string>;
}

/** Null for a summary that cannot be read; it is about to be rewritten. */
export function seenBefore(
  { bytes }: PreviousSummaries,
  { index, path, rules }: ProgramFile,
): Omit<Seen, 'reported'> | null {
  try {
    const { summary, keys } = unpackSummary(bytes);
    const load = (): FileSummary => summary;
    const source = { path, rules, load, resolve: () => new Int32Array(0), loaded: () => {} };
    return { file: new ProgramFile(index, source), keys };
  } catch {
    return null;
  }
}

/** The names by which dependents find all changes; null where a visible change has no such name, or the rest of the file depends on one of them. */
export function changedNames(before: Seen, now: Seen): ReadonlySet<string> | null {
  const names = namesThatDiffer(before, now);
  for (let size = -1; size !== names.size;) {
    size = names.size;
    for (const { file } of [before, now]) removeUnfindable(file, names);
  }
  if (names.size + before.reported.size + now.reported.size === 0) return null;
  const asked = new Set<string>();
  const isRestEqual = hashWithout(before, names, asked) === hashWithout(now, names, asked);
  return isRestEqual && asked.isDisjointFrom(names) ? names : null;
}

/** @param asked gets the names that the rest depends on */
function hashWithout({ file, keys, reported }: Seen, names: ReadonlySet<string>, asked: Set<string>): string {
  return interfaceHash(file, () => keys, names.union(reported), { asked, declared: new Set() });
}

/** Names whose declarations differ, and those that depend on these in turn. */
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
  return new Set([...names].filter((name) => isWrittenName(name) && dialect.isWrittenShorter?.(name) !== true));
}

/** Removes names for which a search for mentions would miss affected files. */
function removeUnfindable(file: ProgramFile, names: Set<string>): void {
  // A file with a value of a type that is extended here depends on this file, but need not depend on a file that names the type.
  for (let entity = 0; entity < file.entityCount; entity++)
    if (file.has(entity, entityFlags.extension)) names.delete(file.name(entity));
  for (const owner of file.types) {
    // A file with a value of the type depends on a file that names it.
    if (names.has(file.name(owner)) && isFoundAtTop(file, owner)) continue;
    const members = file.membersIn(owner);
    // A type that loses all its members changes in more than their names.
    const leavesSome = members.some((member) => !names.has(file.name(member)));
    for (const member of members) if (!leavesSome || !isFoundByName(file, member)) names.delete(file.name(member));
  }
}

/** Names that are looked up without being written: for constructing, calling or iterating, and for whole modules. */
const implicitNames: ReadonlySet<string> = new Set(
  (
    'constructor new init initialize default next then invoke apply unapply callAsFunction iterator begin end ' +
    'prototype'
  ).split(' '),
);

function isWrittenName(name: string): boolean {
  return (
    /^#?[\p{L}_$][\p{L}\p{N}_$]*(?:[?!]?\/\d+)?$/u.test(name) && !name.startsWith('__') && !implicitNames.has(name)
  );
}

/** Whether the presence of a member has no effect except by its name. */
function isFoundByName(file: ProgramFile, member: number): boolean {
  return dialectOf(file).isFoundByPosition?.(file, member) !== true;
}

/**
 * Names of modules of which a build has one or another. Files inside one of them replace what the others have, and need not mention those
 * names.
 */
function modulesChosenBy({ globals }: LinkHeader): readonly string[] {
  return globals.filter((name) => name.startsWith(cfgModule));
}

interface MentionSources {
  project: LinkedProject;
  loader: SummaryLoader;
  /** What earlier runs know of the texts of files; undefined where nothing is kept. */
  mentions: MentionedTexts | undefined;
}

/**
 * The files that depend on the changed files, directly or through others, and mention a name that changed.
 * @param changed the changed names of each changed file, by place
 */
export function mentioningFiles(
  { project, loader, mentions }: MentionSources,
  changed: ReadonlyMap<number, ReadonlySet<string>>,
): AffectedFiles {
  const found: AffectedFiles = { places: [], visible: [] };
  if (changed.size === 0) return found;
  const names = new Set<string>();
  const owners = new NameOwners();
  const seek = (name: string, place: number): void => {
    names.add(name);
    owners.add(name, place);
  };
  for (const [place, changedHere] of changed) for (const name of changedHere) seek(name, place);
  const seeds = [...changed.keys()].map((place) => project.idOf(place));
  const dependents = [...dependentsOf(seeds, project.readers)].flatMap((id) => {
    const place = project.placeOfId(id);
    return place === undefined || place >= project.files.length ? [] : [place];
  });
  for (const place of [...changed.keys(), ...dependents]) {
    const { row } = project.files[place]!;
    for (const name of row === null ? none : modulesChosenBy(row.header)) seek(name, place);
  }
  const places =
    mentions === undefined ? dependents : filesThatMayMention({ project, loader, mentions }, dependents, names);
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

/** Leaves out files that are known to mention none of the names; texts that are read for this are remembered for the next time. */
function filesThatMayMention(
  { project: { files }, loader, mentions }: { project: LinkedProject; loader: SummaryLoader; mentions: MentionedTexts },
  places: readonly number[],
  names: ReadonlySet<string>,
): number[] {
  if (mentions.files > 2 * files.length) mentions.keep(new Set(files.map(({ fileId }) => fileId)));
  for (const place of places) {
    const { fileId } = files[place]!;
    if (!mentions.knows(fileId)) mentions.add(fileId, loader.packed(place));
  }
  return places.filter((place) => mentions.mayMention(files[place]!.fileId, names));
}

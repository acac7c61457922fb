/**
 * The changed names of a file: the names of its top-level declarations, and of members of its types, that an edit changed. Of all files that depend
 * on the file, the edit can affect only those that mention a changed name, and the dependents of these.
 * Invariant: the links of a file that is not found here are unchanged.
 * This folder imports `links/`, `program/` and the dialects of languages, but asks for no inference.
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
import { macrosThatName } from './macro-names.ts';
import { interfaceNamesAt, NameOwners, several, type AffectedFiles } from './name-changes.ts';
import { dialectOf } from '../languages/dialect.ts';
import { dialectNamed } from '../languages/registry.ts';

/** The summary of a file before it was rewritten. */
export interface PreviousSummaries {
  /** The `FileRecord.id` of the content that the summary is of. */
  fileId: number;
  /** The packed summary. */
  bytes: Uint8Array;
}

/** Reads the summaries that the index has of files which are about to be rewritten. */
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

/** One version of a file. */
interface FileVersion {
  file: ProgramFile;
  /** The keys of the file's definitions. */
  keys: readonly number[];
  /** Names that this version declares for the program and the other version does not. `affectedByNames` finds the files that they affect. */
  reported: ReadonlySet<string>;
}

/** The version of a file before it was rewritten; null for a summary that cannot be read. */
export function versionBefore(
  { bytes }: PreviousSummaries,
  { index, path, rules }: ProgramFile,
): Omit<FileVersion, 'reported'> | null {
  try {
    const { summary, keys } = unpackSummary(bytes);
    const load = (): FileSummary => summary;
    const source = { path, rules, load, resolve: () => new Int32Array(0), loaded: () => {} };
    return { file: new ProgramFile(index, source), keys };
  } catch {
    return null;
  }
}

/**
 * The changed names; null where a visible change has no name, or where the rest of the file depends on a changed name: then all dependents are
 * affected.
 */
export function changedNames(before: FileVersion, now: FileVersion): ReadonlySet<string> | null {
  const names = namesThatDiffer(before, now);
  // Repeated until no name is removed, because a removed name may make others unfindable.
  for (let size = -1; size !== names.size;) {
    size = names.size;
    for (const { file } of [before, now]) removeUnfindable(file, names);
  }
  if (names.size + before.reported.size + now.reported.size === 0) return null;
  const asked = new Set<string>();
  const isRestEqual = hashWithout(before, names, asked) === hashWithout(now, names, asked);
  return isRestEqual && asked.isDisjointFrom(names) ? names : null;
}

/** The hash of a file's interface without some names. @param asked gets the names on which the rest depends */
function hashWithout({ file, keys, reported }: FileVersion, names: ReadonlySet<string>, asked: Set<string>): string {
  return interfaceHash(file, () => keys, names.union(reported), { asked, declared: new Set() });
}

/** Names whose declarations differ between the versions, and names whose declarations depend on such names. */
function namesThatDiffer(before: FileVersion, now: FileVersion): Set<string> {
  const { summary } = now.file;
  const dialect = dialectOf(now.file);
  // Here an edit may affect files that do not mention the changed name.
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

/** Removes names that an affected file need not mention. */
function removeUnfindable(file: ProgramFile, names: Set<string>): void {
  // A file with a value of a type that this file extends depends on this file, and need not mention the type's name.
  for (let entity = 0; entity < file.entityCount; entity++)
    if (file.has(entity, entityFlags.extension)) names.delete(file.name(entity));
  for (const owner of file.types) {
    // A file with a value of the type depends on a file that mentions the type's name.
    if (names.has(file.name(owner)) && isFoundAtTop(file, owner)) continue;
    const members = file.membersIn(owner);
    // Where all members change, the type changes in more than its members: it may become empty.
    const hasUnchanged = members.some((member) => !names.has(file.name(member)));
    for (const member of members) if (!hasUnchanged || !isFoundByName(file, member)) names.delete(file.name(member));
  }
}

/** Names that are looked up where code does not write them: for constructing, calling, iterating, and for whole modules. */
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

/** Whether a member has an effect only where its name is looked up. */
function isFoundByName(file: ProgramFile, member: number): boolean {
  return dialectOf(file).isFoundByPosition?.(file, member) !== true;
}

/**
 * The names of modules that are alternatives for different builds, with the prefix `cfgModule`. A file inside of one alternative overrides definitions
 * in the others, and need not mention the names of these definitions.
 */
function alternativeModules({ globals }: LinkHeader): readonly string[] {
  return globals.filter((name) => name.startsWith(cfgModule));
}

interface MentionSources {
  project: LinkedProject;
  loader: SummaryLoader;
  /** Hashes of files' texts from earlier runs; undefined where no state is kept between runs. */
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
  const searchFor = (name: string, place: number): void => {
    names.add(name);
    owners.add(name, place);
  };
  for (const [place, changedHere] of changed) for (const name of changedHere) searchFor(name, place);
  for (const macro of macrosThatName({ project, loader }, names)) searchFor(macro, several);
  const seeds = [...changed.keys()].map((place) => project.idOf(place));
  const dependents = [...dependentsOf(seeds, project.readers)].flatMap((id) => {
    const place = project.placeOfId(id);
    return place === undefined || place >= project.files.length ? [] : [place];
  });
  for (const place of [...changed.keys(), ...dependents]) {
    const { row } = project.files[place]!;
    for (const name of row === null ? none : alternativeModules(row.header)) searchFor(name, place);
  }
  const places =
    mentions === undefined ? dependents : filesThatMayMention({ project, loader, mentions }, dependents, names);
  for (const place of places) {
    const bytes = loader.packed(place);
    const mentioned = bytes === null ? none : owners.changedByOthers(mentionedIn(bytes, names), place);
    if (mentioned.size === 0) continue;
    found.places.push(place);
    const ofInterface = interfaceNamesAt({ project, loader }, place);
    const inheritsTypes = dialectNamed(project.files[place]!.language).followsInherited;
    const isVisible = [...mentioned].some(
      (name) => ofInterface?.asked.has(name) !== false || (inheritsTypes && ofInterface.declared.has(name)),
    );
    if (isVisible) found.visible.push(place);
  }
  return found;
}

const none: ReadonlySet<string> = new Set();

/** The files that may mention one of the names. Hashes of texts that are read for this stay in `mentions` for later runs. */
function filesThatMayMention(
  { project: { files }, loader, mentions }: { project: LinkedProject; loader: SummaryLoader; mentions: MentionedTexts },
  places: readonly number[],
  names: ReadonlySet<string>,
): number[] {
  // At least half of the entries are of contents that no file has any more.
  if (mentions.files > 2 * files.length) mentions.keep(new Set(files.map(({ fileId }) => fileId)));
  for (const place of places) {
    const { fileId } = files[place]!;
    if (!mentions.knows(fileId)) mentions.add(fileId, loader.packed(place));
  }
  return places.filter((place) => mentions.mayMention(files[place]!.fileId, names));
}

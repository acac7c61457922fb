/**
 * Names under which alone others find what changed of a file: what it declares at its top, where modules are imported, and members of its
 * types. Only who mentions one of them can mean something else by it, of all that lean on the file.
 * Invariant: who is not found here has the links that it had.
 */
import { entityFields, entityKinds, type LinkFacts } from '../model/link-facts.ts';
import { mentionedIn, pathMarks, unpackFacts } from '../store/packed-facts.ts';
import type { Store } from '../store/store.ts';
import { dependentsOf } from './dependents.ts';
import type { FactsLoader } from './facts-loader.ts';
import { FileFacts } from './file-facts.ts';
import { interfaceHash, topNames } from './interface-hash.ts';
import type { LinkedProject } from './linked-project.ts';
import type { MentionedTexts } from './mentioned-texts.ts';
import { isSeenByImport } from './shared-spaces.ts';

/** The facts of a file before it was written anew. */
export interface FactsBefore {
  /** `FileRecord.id` of that content. */
  fileId: number;
  /** Packed. */
  bytes: Uint8Array;
}

/** Facts as the index has them; to be asked before they are written. */
export async function factsBefore(store: Store, paths: readonly string[]): Promise<[path: string, FactsBefore][]> {
  const records = await store.filesByPath(paths);
  const facts = await store.facts(records.map(({ id }) => id));
  return records.flatMap(({ id, path }): [string, FactsBefore][] => {
    const bytes = facts.get(id);
    return bytes === undefined ? [] : [[path, { fileId: id, bytes }]];
  });
}

/** A file as others see it. */
interface Seen {
  file: FileFacts;
  /** Of its definitions. */
  keys: readonly number[];
  /** Names that are told of otherwise: those that it declares for the program, and the other one does not. */
  told: ReadonlySet<string>;
}

/** Null for facts that cannot be read: they were about to be written anew. */
export function seenBefore({ bytes }: FactsBefore, { index, path, language }: FileFacts): Omit<Seen, 'told'> | null {
  try {
    const { facts, keys } = unpackFacts(bytes);
    const load = (): LinkFacts => facts;
    const source = { path, language, load, resolve: () => new Int32Array(0), loaded: () => {} };
    return { file: new FileFacts(index, source), keys };
  } catch {
    return null;
  }
}

/** The names by which what changed is found; null where others see something else that has none, or one that stood there before. */
export function changedNames(before: Seen, now: Seen): ReadonlySet<string> | null {
  const lost = namesOnlyIn(before.file, now.file);
  const gained = namesOnlyIn(now.file, before.file);
  const isRest = hashWithout(before, lost) === hashWithout(now, gained);
  return isRest ? lost.union(gained) : null;
}

function hashWithout({ file, keys, told }: Seen, names: ReadonlySet<string>): string {
  return interfaceHash(file, () => keys, names.union(told));
}

/** What one of two declares of which the other one has not even a mention. */
function namesOnlyIn(file: FileFacts, other: FileFacts): Set<string> {
  const isModule = isSeenByImport(file.language) && !file.facts.global;
  const mentioned = textsOf(other);
  const top = isModule ? topNames(file).difference(mentioned) : none;
  const names = new Set([...top].filter(isAskedWritten).filter((name) => !isShortened(file.language, name)));
  const members = file.types
    .filter((owner) => !names.has(file.name(owner)))
    .flatMap((owner) => freshMembers(file, owner, mentioned));
  for (const { name } of members) names.add(name);
  for (const { name, isFound } of members) if (!isFound) names.delete(name);
  return names;
}

const none: ReadonlySet<string> = new Set();

/** The texts of a file's facts, and the parts of paths. */
function textsOf({ facts }: FileFacts): Set<string> {
  const texts = new Set(facts.strings);
  for (const text of facts.strings) if (pathMarks.test(text)) for (const part of text.split(pathMarks)) texts.add(part);
  return texts;
}

/** Members of a type that are not mentioned in another file, and whether they are found by their names alone. */
function freshMembers(
  file: FileFacts,
  owner: number,
  mentioned: ReadonlySet<string>,
): { name: string; isFound: boolean }[] {
  const members = file.membersIn(owner);
  const fresh = members.filter((member) => !mentioned.has(file.name(member)));
  // A type without any member is more than one that lacks some.
  const leavesSome = fresh.length < members.length;
  return fresh.map((member) => ({ name: file.name(member), isFound: leavesSome && isFoundByName(file, member) }));
}

/** Names that are asked for where nobody writes them: of what runs when something is made, called or gone through, and of whole modules. */
const askedUnwritten: ReadonlySet<string> = new Set(
  (
    'constructor new init initialize default next then invoke apply unapply callAsFunction iterator begin end ' +
    'prototype'
  ).split(' '),
);

function isAskedWritten(name: string): boolean {
  return /^#?[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) && !name.startsWith('__') && !askedUnwritten.has(name);
}

/** `[Zork]` is written of a class ZorkAttribute. */
function isShortened(language: string, name: string): boolean {
  return language === 'csharp' && name.endsWith('Attribute');
}

/** Whether who asks for a member writes its name, and nothing follows from its being there. */
function isFoundByName(file: FileFacts, member: number): boolean {
  // Of Ruby's declarations of a class the one with the most members stands for it.
  if (file.language === 'ruby' || !isAskedWritten(file.name(member))) return false;
  // An item of a named tuple is found by its number.
  const owner = file.get(member, entityFields.parent);
  const isInBody = file.get(member, entityFields.scope) === file.get(owner, entityFields.ownScope);
  return file.language !== 'python' || file.kind(member) === entityKinds.method || !isInBody;
}

interface MentionSources {
  project: LinkedProject;
  loader: FactsLoader;
  known: MentionedTexts | undefined;
}

/** Of the files that lean on these, directly or through others, those that mention a name of which these say something else; by place. */
export function mentioners(
  { project, loader, known }: MentionSources,
  changed: ReadonlyMap<number, ReadonlySet<string>>,
): number[] {
  if (changed.size === 0) return [];
  const names = new Set([...changed.values()].flatMap((one) => [...one]));
  const seeds = [...changed.keys()].map((place) => project.idOf(place));
  const leaning = [...dependentsOf(seeds, project.readers)].flatMap((id) => {
    const place = project.placeOfId(id);
    return place === undefined || place >= project.files.length || changed.has(place) ? [] : [place];
  });
  const places = known === undefined ? leaning : thoseThatMay({ project, loader, known }, leaning, names);
  return places.filter((place) => {
    const bytes = loader.packed(place);
    return bytes !== null && mentionedIn(bytes, names).size > 0;
  });
}

/** Without those of which it is known that they mention none of the names; what is read for that is known the next time. */
function thoseThatMay(
  { project: { files }, loader, known }: { project: LinkedProject; loader: FactsLoader; known: MentionedTexts },
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

/**
 * Names that a module declares since: only who mentions one can mean something else by it, of all that lean on the module.
 * Invariant: who is not found here has the links that it had.
 */
import { mentionedIn, unpackFactsStrings } from '../store/packed-facts.ts';
import type { Store } from '../store/store.ts';
import { dependentsOf } from './dependents.ts';
import type { FactsLoader } from './facts-loader.ts';
import type { FileFacts } from './file-facts.ts';
import { topNames } from './interface-hash.ts';
import type { LinkedProject, LinkFile } from './linked-project.ts';
import type { MentionedTexts } from './mentioned-texts.ts';
import { isSeenByImport } from './shared-spaces.ts';

/** What a file declared or mentioned before it was written anew. */
export interface NamesBefore {
  /** `FileRecord.id` of that content. */
  fileId: number;
  names: ReadonlySet<string>;
}

/** What files declare and mention as the index has them; to be asked before they are written. */
export async function namesBefore(store: Store, paths: readonly string[]): Promise<[path: string, NamesBefore][]> {
  const records = await store.filesByPath(paths);
  const facts = await store.facts(records.map(({ id }) => id));
  return records.flatMap(({ id, path }): [string, NamesBefore][] => {
    const bytes = facts.get(id);
    const names = bytes === undefined ? null : namesIn(bytes);
    return names === null ? [] : [[path, { fileId: id, names }]];
  });
}

/** Null for facts that cannot be read: they are about to be written anew. */
function namesIn(bytes: Uint8Array): Set<string> | null {
  try {
    return new Set(unpackFactsStrings(bytes));
  } catch {
    return null;
  }
}

/** What a file declares at its top that it did not even mention; nothing where that is not known. */
export function gainedExports(
  { language, row }: LinkFile,
  file: FileFacts,
  before: NamesBefore | undefined,
): ReadonlySet<string> {
  const isKnown = before !== undefined && row?.fileId === before.fileId && isSeenByImport(language);
  if (!isKnown || file.facts.global) return new Set();
  return topNames(file).difference(before.names);
}

/** Of the files that lean on these, directly or through others, those that mention a name that they gained; by place. */
export function mentioners(
  { project, loader, known }: MentionSources,
  gained: ReadonlyMap<number, ReadonlySet<string>>,
): number[] {
  if (gained.size === 0) return [];
  const names = new Set([...gained.values()].flatMap((one) => [...one]));
  const seeds = [...gained.keys()].map((place) => project.idOf(place));
  const leaning = [...dependentsOf(seeds, project.readers)].flatMap((id) => {
    const place = project.placeOfId(id);
    return place === undefined || place >= project.files.length || gained.has(place) ? [] : [place];
  });
  const places = known === undefined ? leaning : thoseThatMay({ project, loader, known }, leaning, names);
  return places.filter((place) => {
    const bytes = loader.packed(place);
    return bytes !== null && mentionedIn(bytes, names).size > 0;
  });
}

interface MentionSources {
  project: LinkedProject;
  loader: FactsLoader;
  known: MentionedTexts | undefined;
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

/**
 * The definitions that a question names with what contains them, and the lines that it names with their file.
 * Invariant: what is given stands in the index as it is now.
 */
import type { MentionedFile } from '../../search/mentioned-paths.ts';
import { isBegun, isNamed, qualifiedNames } from '../../search/qualified-names.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { DocumentTable, Store } from '../../store/store.ts';

/** Lines of names (1-based), by file id. */
export type MeantDefinitions = ReadonlyMap<number, readonly number[]>;

/** A name of more definitions than that says little of each. */
const maxDefinitions = 20;
/** Files whose definitions are looked through for one name. */
const maxFiles = 40;

/** Those of the whole name; where there are none, those whose names begin so. */
export async function meantDefinitions(store: Store, query: string): Promise<MeantDefinitions> {
  const meant = new Map<number, number[]>();
  for (const qualified of qualifiedNames(query)) {
    const [having, around] = await store.definingFiles([qualified.name, qualified.container]);
    // A member may stand in another file than its type; where the name is of many files, those of the type are likeliest.
    const ofType = new Set(around);
    const likely = having!.length > maxFiles ? having!.filter((id) => ofType.has(id)) : having!;
    let found = await linesIn(store, likely, (one) => isNamed(qualified, one));
    if (found.length === 0 && qualified.isJoined)
      found = await linesIn(store, around!, (one) => isBegun(qualified, one));
    if (found.length > maxDefinitions) continue;
    for (const [fileId, line] of found) meant.set(fileId, [...(meant.get(fileId) ?? []), line]);
  }
  return meant;
}

/** The same with the lines of files that the question names by their places. @param mentioned by row */
export function withPlaces(
  meant: MeantDefinitions,
  mentioned: ReadonlyMap<number, MentionedFile>,
  { ids }: DocumentTable,
): MeantDefinitions {
  const all = new Map(meant);
  for (const [row, { lines }] of mentioned)
    if (lines.length > 0) all.set(ids[row]!, [...(meant.get(ids[row]!) ?? []), ...lines]);
  return all;
}

async function linesIn(
  store: Store,
  files: Uint32Array,
  isMeant: (definition: OutlineEntry) => boolean,
): Promise<[number, number][]> {
  if (files.length === 0 || files.length > maxFiles) return [];
  const outlines = [...(await store.outlines([...files]))];
  return outlines.flatMap(([fileId, definitions]) =>
    definitions.filter(isMeant).map(({ line }): [number, number] => [fileId, line]),
  );
}

/**
 * The definitions that a question names with their containers (`Type.member`), and the lines that a question names with their files (`path:line`).
 * Invariant: all results are in the present state of the index.
 */
import type { MentionedFile } from '../../search/mentioned-paths.ts';
import { isPrefixOf, isNamed, qualifiedNames } from '../../search/qualified-names.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { DocumentTable, Store } from '../../store/store.ts';

/** By file id, the lines (from 1) of the names of definitions. */
export type MeantDefinitions = ReadonlyMap<number, readonly number[]>;

/** A name with more definitions is too common to be evidence. */
const maxDefinitions = 20;
/** Limit on the number of files whose definitions are searched for one name. */
const maxFiles = 40;

/**
 * The definitions whose qualified names are in the question. If a joined name (`Type.mem`) has no definition, those of its container whose names begin
 * with its last part (`member`).
 */
export async function meantDefinitions(store: Store, query: string): Promise<MeantDefinitions> {
  const meant = new Map<number, number[]>();
  for (const qualified of qualifiedNames(query)) {
    const [filesOfName, filesOfContainer] = await store.definingFiles([qualified.name, qualified.container]);
    // A member may be in another file than its type. If many files define the name, those of the type are the likeliest.
    const withContainer = new Set(filesOfContainer);
    const likely = filesOfName!.length > maxFiles ? filesOfName!.filter((id) => withContainer.has(id)) : filesOfName!;
    let found = await linesIn(store, likely, (one) => isNamed(qualified, one));
    if (found.length === 0 && qualified.isJoined)
      found = await linesIn(store, filesOfContainer!, (one) => isPrefixOf(qualified, one));
    if (found.length > maxDefinitions) continue;
    for (const [fileId, line] of found) meant.set(fileId, [...(meant.get(fileId) ?? []), line]);
  }
  return meant;
}

/** Adds the lines that the question names as `path:line`. @param mentioned by row */
export function withMentionedLines(
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

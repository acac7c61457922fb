/**
 * The definitions that a question names with their containers (`Type.member`), and the lines that a question names with their files (`path:line`).
 * Invariant: all results are in the present state of the index.
 */
import type { MentionedFile } from '../../search/mentioned-paths.ts';
import { isPrefixOf, isNamed, qualifiedNames, type QualifiedName } from '../../search/qualified-names.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { DocumentTable, Store } from '../../store/store.ts';

/** By file id, the lines (from 1) of the names of definitions. */
export type MeantDefinitions = ReadonlyMap<number, readonly number[]>;

/** A name with more definitions is too common to be evidence. */
const maxDefinitions = 20;
/** Limit on the number of files whose definitions are searched for one name. */
const maxFiles = 40;

/** Ids of the files that define the parts of a qualified name. Of longer lists than `maxFiles` there is one id more: such a list says nothing. */
export interface Definers {
  /** How many files define the name. */
  count: number;
  ofName: readonly number[];
  /** Those of the name that define the container too. */
  ofBoth: readonly number[];
  ofContainer: readonly number[];
}

/** Where definitions are looked up. */
export interface DefinitionLookup {
  definers: (names: readonly QualifiedName[]) => Promise<readonly Definers[]>;
  outlines: Store['outlines'];
}

export async function definersIn(store: Store, names: readonly QualifiedName[]): Promise<Definers[]> {
  const files = await store.definingFiles(names.flatMap(({ name, container }) => [name, container]));
  return names.map((_, at): Definers => {
    const [ofName, ofContainer] = [files[2 * at]!, files[2 * at + 1]!];
    const withContainer = new Set(ofContainer);
    const cut = (ids: Uint32Array): number[] => [...ids.subarray(0, maxFiles + 1)];
    const ofBoth = cut(ofName.filter((id) => withContainer.has(id)));
    return { count: ofName.length, ofName: cut(ofName), ofBoth, ofContainer: cut(ofContainer) };
  });
}

/**
 * The definitions whose qualified names are in the question. If a joined name (`Type.mem`) has no definition, those of its container whose names begin
 * with its last part (`member`).
 */
export async function meantDefinitions(lookup: DefinitionLookup, query: string): Promise<MeantDefinitions> {
  const meant = new Map<number, number[]>();
  const names = qualifiedNames(query);
  const definers = names.length === 0 ? [] : await lookup.definers(names);
  for (const [at, qualified] of names.entries()) {
    const { count, ofName, ofBoth, ofContainer } = definers[at]!;
    // A member may be in another file than its type. If many files define the name, those of the type are the likeliest.
    let found = await linesIn(lookup, count > maxFiles ? ofBoth : ofName, (one) => isNamed(qualified, one));
    if (found.length === 0 && qualified.isJoined)
      found = await linesIn(lookup, ofContainer, (one) => isPrefixOf(qualified, one));
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
  lookup: DefinitionLookup,
  files: readonly number[],
  isMeant: (definition: OutlineEntry) => boolean,
): Promise<[number, number][]> {
  if (files.length === 0 || files.length > maxFiles) return [];
  const outlines = [...(await lookup.outlines(files))];
  return outlines.flatMap(([fileId, definitions]) =>
    definitions.filter(isMeant).map(({ line }): [number, number] => [fileId, line]),
  );
}

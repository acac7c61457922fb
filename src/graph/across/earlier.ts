/**
 * A repository as it was before a change: its index, with the earlier contents of changed files in place of the present ones.
 * Invariants: nothing is written; manifests are the present ones.
 */
import { exportForms, exportWidth, type FileSummary } from '../../model/file-summary.ts';
import type { Import } from '../../model/import.ts';
import type { LinkedFile, LinkPlace } from '../../store/link-store.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import { unpackSummaryFront } from '../../store/packed/packed-summary.ts';
import { symbolsOfFile } from '../queries/index/file-symbols.ts';
import { mentionsOf, type Mentions } from './mentions.ts';
import type { Repository, RepositoryView } from './repository.ts';

/** A file as it was. */
export interface EarlierFile {
  path: string;
  language: string;
  /** As `DocumentTable.traits` has them. */
  traits: number;
  /** As `Store.summaries` has it. */
  summary: Uint8Array;
  definitions: readonly OutlineEntry[];
  imports: readonly Import[];
}

export interface EarlierState {
  /** The changed files that were there. */
  files: readonly EarlierFile[];
  /** Present paths of files that were not there. */
  without: readonly string[];
}

/** The index as it was before the change. */
export async function earlierView(
  { store, state }: RepositoryView,
  { files, without }: EarlierState,
): Promise<RepositoryView> {
  // No file of an index has a negative id.
  const idOf = new Map(files.map(({ path }, at) => [path, -1 - at]));
  const byId = new Map(files.map((file, at) => [-1 - at, file]));
  const absent = new Set(without);
  const [places, rows] = [await store.linkPlaces(), await store.linkedFiles()];
  const rowOfPath = new Map(rows.map((row) => [row.path, row]));
  const nextId = rows.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
  const placeOf = ({ path }: EarlierFile, at: number): LinkPlace => ({
    path,
    id: rowOfPath.get(path)?.id ?? nextId + at,
    fileId: idOf.get(path)!,
  });
  const rowOf = (file: EarlierFile, at: number): LinkedFile => {
    const { header } = unpackSummaryFront(file.summary);
    const unlinked = { interface: '', resolution: '', reads: [], language: file.language };
    return { ...unlinked, ...rowOfPath.get(file.path), ...placeOf(file, at), header };
  };
  const merged = <T extends { path: string }>(all: readonly T[], own: (file: EarlierFile, at: number) => T): T[] =>
    [...all.filter(({ path }) => !absent.has(path) && !idOf.has(path)), ...files.map(own)].sort((a, b) =>
      a.path < b.path ? -1 : 1,
    );
  const { paths, languages, traits } = state.documents;
  const documents = merged(
    paths.map((path, row) => ({ path, language: languages[row]!, traits: traits[row]! })),
    (file) => file,
  );
  const withEarlier = async <T>(
    ids: readonly number[],
    stored: Promise<Map<number, T>>,
    own: (file: EarlierFile) => T,
  ): Promise<Map<number, T>> => {
    const found = await stored;
    for (const id of ids) if (byId.has(id)) found.set(id, own(byId.get(id)!));
    return found;
  };
  const present = (ids: readonly number[]): number[] => ids.filter((id) => !byId.has(id));
  return {
    state: {
      generation: state.generation,
      documents: {
        paths: documents.map(({ path }) => path),
        languages: documents.map(({ language }) => language),
        traits: Uint16Array.from(documents, (one) => one.traits),
      },
    },
    store: {
      isLocal: store.isLocal,
      linkPlaces: async () => merged(places, placeOf),
      linkedFiles: async () => merged(rows, rowOf),
      summaryNow: (id) => byId.get(id)?.summary ?? store.summaryNow(id),
      summaries: (ids) => withEarlier(ids, store.summaries(present(ids)), ({ summary }) => summary),
      imports: (ids) => withEarlier(ids, store.imports(present(ids)), ({ imports }) => [...imports]),
      outlines: (ids) => withEarlier(ids, store.outlines(present(ids)), ({ definitions }) => [...definitions]),
    },
  };
}

/** How code may write what the earlier state of a repository has, and the present one has not. */
export async function lostMentions(
  before: Repository,
  now: Repository,
  files: readonly EarlierFile[],
): Promise<Mentions> {
  const names = new Set<string>();
  let [isWhole, isAnyName] = [false, false];
  for (const { path, definitions } of files) {
    const place = placeOfPath(before, path);
    if (place === undefined) continue;
    const present = placeOfPath(now, path);
    const lost = lostDefinitions(definitions, present === undefined ? [] : await outlineAt(now, present));
    const mentions = mentionsOf(before, place, lost);
    isWhole ||= mentions.isWhole;
    if (mentions.names === null) isAnyName = true;
    else for (const name of mentions.names) names.add(name);
    const exported = lostExports(before.loader.load(place), present === undefined ? null : now.loader.load(present));
    isAnyName ||= exported.isAll;
    for (const name of exported.names) {
      if (name === 'default' || name === '=') isWhole = true;
      else names.add(name);
    }
  }
  return { names: isAnyName ? null : names, isWhole };
}

function placeOfPath({ files }: Repository, path: string): number | undefined {
  const place = files.findIndex((file) => file.path === path);
  return place === -1 ? undefined : place;
}

/** The definitions of the file at a place. */
export async function outlineAt({ view, files }: Repository, place: number): Promise<readonly OutlineEntry[]> {
  const { fileId } = files[place]!;
  return (await view.store.outlines([fileId])).get(fileId) ?? [];
}

/** Those that have no equal of the same name, or whose equal others can no longer see. */
function lostDefinitions(earlier: readonly OutlineEntry[], present: readonly OutlineEntry[]): OutlineEntry[] {
  const [before, now] = [symbolsOfFile('', earlier), symbolsOfFile('', present)];
  return earlier.filter(({ exported }, at) => {
    const same = now.main(before.keys[at]!);
    return same === undefined || (exported && !same.exported);
  });
}

/** The names of lost exports, outside and inside of the file; `isAll`: an export of everything from another module is lost. */
function lostExports(before: FileSummary, now: FileSummary | null): { names: string[]; isAll: boolean } {
  const present = new Set(now === null ? [] : exportsOf(now).map(({ key }) => key));
  const lost = exportsOf(before).filter(({ key }) => !present.has(key));
  return {
    names: lost.flatMap(({ names }) => names),
    isAll: lost.some(({ isAll }) => isAll),
  };
}

function exportsOf({ exports, strings, modules }: FileSummary): { key: string; names: string[]; isAll: boolean }[] {
  return Array.from({ length: exports.length / exportWidth }, (_, at) => {
    const [name, form, a, b] = exports.subarray(at * exportWidth, (at + 1) * exportWidth);
    const exported = strings[name!]!;
    if (form === exportForms.all) return { key: `* ${modules[a!]}`, names: [], isAll: true };
    const own = form === exportForms.local ? strings[a!] : form === exportForms.from ? strings[b!] : undefined;
    return { key: exported, names: [exported, ...(own === undefined || own === '*' ? [] : [own])], isAll: false };
  });
}

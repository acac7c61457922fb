/**
 * What narrows a question to the fused ranking: the caller's conditions, and `lang:`, `path:` and `kind:` in the question.
 * Invariant: a value that means nothing is refused with what there is, and one that leaves nothing over is told.
 */
import { AppError } from '../../model/error.ts';
import { allKindNames, kindNames, kindsNamed, type SearchKind } from '../../search/kind-names.ts';
import type { ParsedRepoQuery } from '../../search/repo-query.ts';
import type { DocumentTable, Store } from '../../store/store.ts';
import { nearest } from '../../util/nearest.ts';
import { knownLanguages } from '../indexing/plugin-languages.ts';
import type { RepoQuery } from '../types.ts';

export interface RepoFilters {
  /** Language ids: all must be the file's. */
  languages: readonly string[];
  /** What the path has, in lower case; empty for any. */
  path: string;
  /** Of chunks, and of what is defined in them; null for any. */
  kinds: readonly SearchKind[] | null;
}

/** Whether a value of the question's own narrowing means something. */
export function isNarrowing(key: 'lang' | 'path' | 'kind', value: string): boolean {
  return key === 'path' || (key === 'lang' ? languageOf(value) : kindsNamed(value)) !== null;
}

/** Throws a `ValidationError` for a language or a kind that there is not. */
export function repoFilters(query: RepoQuery, parsed: ParsedRepoQuery, { languages }: DocumentTable): RepoFilters {
  const asked = [query.language, parsed.language].filter((word) => word !== undefined && word !== null);
  return {
    languages: asked.map((word) => languageOf(word) ?? refuseLanguage(word, languages)),
    path: parsed.path?.toLowerCase() ?? '',
    kinds: parsed.kind === null ? null : (kindsNamed(parsed.kind) ?? refuseKind(parsed.kind)),
  };
}

function refuseLanguage(word: string, used: readonly string[]): never {
  const names = knownLanguages().flatMap(({ id, name }) => [id, name.toLowerCase()]);
  const near = nearest(word, names);
  const here = [...new Set(used)].toSorted();
  throw unknownValue(
    'language',
    word,
    near === null ? null : languageOf(near),
    `Languages of this project: ${here.join(', ')}.`,
  );
}

function refuseKind(word: string): never {
  throw unknownValue('kind', word, nearest(word, allKindNames), `Kinds: ${kindNames.join(', ')}.`);
}

function unknownValue(what: string, word: string, near: string | null, list: string): AppError {
  const received = word.slice(0, 100);
  return new AppError('ValidationError', `Unknown ${what}: ${received}`, {
    hint: near === null ? list : `Did you mean ${near}? ${list}`,
    details: { field: 'query', expected: `a ${what}`, received },
  });
}

/** Which documents may answer. */
export async function acceptsRow(
  store: Store,
  documents: DocumentTable,
  query: RepoQuery,
  { languages, path }: RepoFilters,
): Promise<(row: number) => boolean> {
  const prefix = query.pathPrefix ?? '';
  const inTime = await modifiedBetween(store, documents, query);
  if (prefix === '' && path === '' && languages.length === 0 && inTime === null) return () => true;
  return (row) =>
    documents.paths[row]!.startsWith(prefix) &&
    (path === '' || documents.paths[row]!.toLowerCase().includes(path)) &&
    languages.every((language) => documents.languages[row] === language) &&
    (inTime === null || inTime.has(documents.ids[row]!));
}

/** Why no file can answer, whatever the words; null where some can. */
export function emptyNote({ languages, path }: RepoFilters, documents: DocumentTable): string | null {
  for (const language of languages) {
    if (documents.languages.includes(language)) continue;
    const here = [...new Set(documents.languages)].toSorted();
    return `No file of the index is ${language}: there are ${here.join(', ')}.`;
  }
  if (path === '' || documents.paths.some((one) => one.toLowerCase().includes(path))) return null;
  return `No path of the index has ${JSON.stringify(path.slice(0, 100))} in it.`;
}

/** The ids of files that were modified in a span of time; null when any will do. */
async function modifiedBetween(
  store: Store,
  documents: DocumentTable,
  { afterMs, beforeMs }: RepoQuery,
): Promise<ReadonlySet<number> | null> {
  if (afterMs === undefined && beforeMs === undefined) return null;
  const records = await store.files([...documents.ids]);
  const within = records.filter(
    ({ mtimeMs }) => mtimeMs >= (afterMs ?? -Infinity) && mtimeMs <= (beforeMs ?? Infinity),
  );
  return new Set(within.map(({ id }) => id));
}

/** The language that an id, a name or an extension means; null for none. */
function languageOf(word: string): string | null {
  const wanted = word.toLowerCase();
  const found = knownLanguages().find(
    ({ id, name, extensions }) =>
      id === wanted ||
      name.toLowerCase() === wanted ||
      extensions.some((one) => one === wanted || one === `.${wanted}`),
  );
  return found?.id ?? null;
}

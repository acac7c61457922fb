/**
 * Filters of hybrid search: the caller's conditions, and `lang:`, `path:` and `kind:` in the question.
 * Invariant: an unknown value is refused with the list of known ones, and a filter that no file passes is reported.
 */
import { AppError } from '../../model/error.ts';
import type { CorpusFigures } from '../../search/corpus.ts';
import { allKindNames, kindNames, kindsNamed, type SearchKind } from '../../search/kind-names.ts';
import type { ParsedHybridQuery } from '../../search/hybrid/query.ts';
import type { DocumentTable, Store } from '../../store/store.ts';
import { nearest } from '../../util/nearest.ts';
import { knownLanguages } from '../indexing/plugin-languages.ts';
import type { HybridQuery } from '../types.ts';
import type { Corpus } from '../phases/corpus.ts';

export interface HybridFilters {
  /** Language ids of the caller's filter and of the question: a file must match each of them. */
  languages: readonly string[];
  /** Text that the path must contain, in lower case; empty: any. */
  path: string;
  /** Kinds of chunks and of definitions in them; null: any. */
  kinds: readonly SearchKind[] | null;
}

/** Whether a `lang:`, `path:` or `kind:` in the question is a filter: its value is known, or it is a path. Otherwise it is a word like the others. */
export function isKnownFilter(key: 'lang' | 'path' | 'kind', value: string): boolean {
  return key === 'path' || (key === 'lang' ? languageOf(value) : kindsNamed(value)) !== null;
}

/** Throws a `ValidationError` for an unknown language or kind. */
export function hybridFilters(
  query: HybridQuery,
  parsed: ParsedHybridQuery,
  { languages }: Pick<CorpusFigures, 'languages'>,
): HybridFilters {
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
  throw unknownValue(
    'language',
    word,
    near === null ? null : languageOf(near),
    `Languages of this project: ${used.join(', ')}.`,
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

/** Returns a predicate: whether the document of a row passes the filters. */
export async function acceptsRow(
  store: Store,
  documents: DocumentTable,
  query: HybridQuery,
  { languages, path }: HybridFilters,
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

/** Names a language or path filter that no file passes; null if there is no such filter. */
export async function emptyNote(
  { languages, path }: HybridFilters,
  { figures, hasPath }: Pick<Corpus, 'figures' | 'hasPath'>,
): Promise<string | null> {
  const known = (await figures([])).corpus.languages;
  for (const language of languages)
    if (!known.includes(language)) return `No file of the index is ${language}: there are ${known.join(', ')}.`;
  if (path === '' || (await hasPath(path))) return null;
  return `No path of the index has ${JSON.stringify(path.slice(0, 100))} in it.`;
}

/** The ids of files that were modified within the bounds; null if there are no bounds. */
async function modifiedBetween(
  store: Store,
  documents: DocumentTable,
  { afterMs, beforeMs }: HybridQuery,
): Promise<ReadonlySet<number> | null> {
  if (afterMs === undefined && beforeMs === undefined) return null;
  const records = await store.files([...documents.ids]);
  const within = records.filter(
    ({ mtimeMs }) => mtimeMs >= (afterMs ?? -Infinity) && mtimeMs <= (beforeMs ?? Infinity),
  );
  return new Set(within.map(({ id }) => id));
}

/** The id of the language with this id, name or extension; null if there is none. */
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

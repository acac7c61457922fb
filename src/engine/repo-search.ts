/**
 * The fused ranking on an index: files by their fields, the best of them by their chunks, and what is near in meaning.
 * Invariants: every chunk that is shown stands on disk at this moment; equal contents give equal answers.
 */
import { languages as knownLanguages } from '../languages/registry.ts';
import type { Chunk, ChunkedFile } from '../model/chunk.ts';
import { AppError, toAppError } from '../model/error.ts';
import { ChunkScorer, type RankedChunk } from '../search/repo-chunks.ts';
import { parseRepoQuery, type ParsedRepoQuery } from '../search/repo-query.ts';
import { filePrior, linkedFactor, rankDocuments, repoRanking, weighTerms } from '../search/repo-ranking.ts';
import type { WeightedTerm } from '../search/repo-ranking.ts';
import type { DocumentTable, Store } from '../store/store.ts';
import type { RepoHit, RepoQuery, RepoSearchResult } from './types.ts';

/** What the ranking needs of the engine. */
export interface RepoSearchHost {
  prepare: () => Promise<Store>;
  /** Files as they are now, in the order asked; null for one that is gone or cannot be read. */
  chunkedFiles: (store: Store, paths: readonly string[]) => Promise<(ChunkedFile | null)[]>;
  /** What is to be said of how fresh the index is. */
  note: (store: Store) => Promise<string | null>;
}

/** Files whose chunks are looked at: more than are shown, since chunks change their order. */
const candidates = 60;
/** More than is shown, so that what follows is ranked too. */
const spare = 20;
/** Chunks of one file beside its best that are named. */
const maxOthers = 3;
/** Of the best chunk's score; lower ones say nothing. */
const otherShare = 0.5;

interface Candidate {
  row: number;
  path: string;
  /** By its fields, with the prior of what it is. */
  score: number;
}

interface Scored {
  file: ChunkedFile;
  chunks: readonly RankedChunk[];
  score: number;
}

/** What a question is answered from. */
interface Question {
  store: Store;
  parsed: ParsedRepoQuery;
  documents: DocumentTable;
  terms: readonly WeightedTerm[];
}

export async function searchRepo(host: RepoSearchHost, query: RepoQuery): Promise<RepoSearchResult> {
  try {
    return await answer(host, query);
  } catch (error) {
    throw toAppError(error);
  }
}

async function answer(host: RepoSearchHost, query: RepoQuery): Promise<RepoSearchResult> {
  const parsed = parseRepoQuery(query.query);
  if (parsed.terms.length === 0) {
    throw new AppError('ValidationError', 'The query has no word to look for', {
      hint: 'Ask in words or names that the code or its comments would use.',
      details: { field: 'query', expected: 'words or names', received: query.query.slice(0, 200) },
    });
  }
  const store = await host.prepare();
  const { documents, postings } = await store.postings(parsed.terms.map(({ term }) => term));
  const terms = weighTerms(parsed, documents, postings);
  const accepts = await acceptsRow(store, documents, { query, parsed });
  const ranked = rankDocuments(documents, terms, postings, accepts);
  const offset = query.offset ?? 0;
  const count = Math.max(candidates, offset + query.limit + spare);
  const first = ranked.slice(0, count).map(({ row, score }) => ({ row, score, path: documents.paths[row]! }));
  const scored = await scoreCandidates(host, { store, parsed, documents, terms }, first);
  const minScore = query.minScore ?? 0;
  const accepted = scored.filter(({ score }) => score >= minScore);
  const hits = accepted.slice(offset, offset + query.limit).map(hitOf);
  const note = await host.note(store);
  const left = minScore > 0 ? accepted.length : ranked.length;
  return { total: left, hits, notes: note === null ? [] : [note] };
}

function hitOf({ file, chunks, score }: Scored): RepoHit {
  const [best, ...rest] = chunks;
  const others = rest.filter((one) => one.score >= best!.score * otherShare).slice(0, maxOthers);
  return { file, chunk: best!.chunk, score, others: others.map(({ chunk }) => chunk) };
}

async function scoreCandidates(
  host: RepoSearchHost,
  { store, parsed, documents, terms }: Question,
  all: readonly Candidate[],
): Promise<Scored[]> {
  const paths = all.map(({ path }) => path);
  const degrees = await store.linkDegrees(paths);
  const files = await host.chunkedFiles(store, paths);
  const scorer = new ChunkScorer(parsed, terms);
  const scored: Scored[] = [];
  for (const [at, { row, path, score }] of all.entries()) {
    const file = files[at];
    if (file === null || file === undefined || file.chunks.length === 0) continue;
    const chunks = scorer.rank(file);
    const prior = filePrior(documents, row) * linkedFactor(degrees.get(path) ?? 0);
    const [best, second] = chunks;
    if (best === undefined && parsed.kind !== null) continue;
    const ofChunks = (best?.score ?? 0) + repoRanking.second * (second?.score ?? 0);
    const raw = (score / filePrior(documents, row) + repoRanking.chunks * ofChunks) * prior;
    scored.push({ file, chunks: best === undefined ? [firstChunk(file)] : chunks, score: likelihood(raw) });
  }
  return scored.sort((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1));
}

/** For a file that has the words in its path alone. */
function firstChunk({ chunks }: ChunkedFile): RankedChunk {
  const chunk: Chunk = chunks.find(({ kind }) => kind !== 'imports') ?? chunks[0]!;
  return { chunk, score: 0 };
}

/** A score as a likelihood, by the calibration on the development sets (`repoRanking`). */
function likelihood(raw: number): number {
  return 1 / (1 + Math.exp(-repoRanking.slope * (raw - repoRanking.middle)));
}

interface RowFilter {
  query: RepoQuery;
  parsed: ParsedRepoQuery;
}

/** Which documents may answer, by the query's own narrowing and the caller's. */
async function acceptsRow(
  store: Store,
  documents: DocumentTable,
  { query, parsed }: RowFilter,
): Promise<(row: number) => boolean> {
  const languages = [query.language, parsed.language]
    .filter((word) => word !== undefined && word !== null)
    .map((word) => languageOf(word) ?? word);
  const prefix = query.pathPrefix ?? '';
  const path = parsed.path?.toLowerCase() ?? '';
  const inTime = await modifiedBetween(store, documents, query);
  return (row) =>
    documents.paths[row]!.startsWith(prefix) &&
    (path === '' || documents.paths[row]!.toLowerCase().includes(path)) &&
    languages.every((language) => documents.languages[row] === language) &&
    (inTime === null || inTime.has(documents.ids[row]!));
}

/** The ids of files that were modified in a span of time; null when any will do. */
async function modifiedBetween(
  store: Store,
  documents: DocumentTable,
  { afterMs, beforeMs }: RepoQuery,
): Promise<ReadonlySet<number> | null> {
  if (afterMs === undefined && beforeMs === undefined) return null;
  const records = await store.files([...documents.ids]);
  const within = records.filter(({ mtimeMs }) => mtimeMs > (afterMs ?? -Infinity) && mtimeMs < (beforeMs ?? Infinity));
  return new Set(within.map(({ id }) => id));
}

/** The language that an id, a name or an extension means; null for none. */
function languageOf(word: string): string | null {
  const wanted = word.toLowerCase();
  const found = knownLanguages.find(
    ({ id, name, extensions }) =>
      id === wanted ||
      name.toLowerCase() === wanted ||
      extensions.some((one) => one === wanted || one === `.${wanted}`),
  );
  return found?.id ?? null;
}

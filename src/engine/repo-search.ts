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
import type { RankedDocument, WeightedTerm } from '../search/repo-ranking.ts';
import type { DocumentTable, Store } from '../store/store.ts';
import type { NearestAnswer, NearestRequest, RepoHit, RepoQuery, RepoSearchResult } from './types.ts';

/** What the ranking needs of the engine. */
export interface RepoSearchHost {
  prepare: () => Promise<Store>;
  /** Files as they are now, in the order asked; null for one that is gone or cannot be read. */
  chunkedFiles: (store: Store, paths: readonly string[]) => Promise<(ChunkedFile | null)[]>;
  /** Chunks that are near in meaning: none, and why, where search by meaning cannot be had. */
  nearest: (request: NearestRequest) => Promise<NearestAnswer>;
  /** What is to be said of how fresh the index is. */
  note: (store: Store) => Promise<string | null>;
}

/** Files whose chunks are looked at: more than are shown, since chunks change their order. */
const candidates = 60;
/** More than is shown, so that what follows is ranked too. */
const spare = 20;
/** Chunks that are near in meaning, and files of them that are looked at whatever their words. */
const nearChunks = 300;
const nearFiles = 20;
/** Chunks of one file beside its best that are named. */
const maxOthers = 3;
/** Of the best chunk's score; lower ones say nothing. */
const otherShare = 0.5;

interface Candidate {
  row: number;
  path: string;
  /** As `RankedDocument.fields`; 0 for one that is near in meaning alone. */
  fields: number;
}

interface Scored {
  file: ChunkedFile;
  chunks: readonly RankedChunk[];
  score: number;
}

/** What a question is answered from. */
interface Question {
  parsed: ParsedRepoQuery;
  documents: DocumentTable;
  terms: readonly WeightedTerm[];
  /** By path, then by chunk id, 0 to 1: the nearest of all has 1. */
  near: ReadonlyMap<string, ReadonlyMap<string, number>>;
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
  if (parsed.words.size === 0) {
    throw new AppError('ValidationError', 'The query has no word to look for', {
      hint: 'Ask in words or names that the code or its comments would use.',
      details: { field: 'query', expected: 'words or names', received: query.query.slice(0, 200) },
    });
  }
  const store = await host.prepare();
  const { documents, postings } = await store.postings(parsed.terms.map(({ term }) => term));
  const terms = weighTerms(parsed, documents, postings);
  const accepts = await acceptsRow(store, documents, { query, parsed });
  const ranked =
    terms.length > 0
      ? rankDocuments(documents, terms, postings, accepts)
      : await rankDefining(store, documents, parsed, accepts);
  const offset = query.offset ?? 0;
  const count = Math.max(candidates, offset + query.limit + spare);
  const rows = new Map(documents.paths.map((path, row) => [path, row]));
  const meaning = await host.nearest(nearestRequest(query, parsed));
  // Words that stand nowhere are near to anything a little.
  const least = ranked.length > 0 ? -1 : repoRanking.leastSimilarity;
  const hits = meaning.hits.filter(({ similarity }) => similarity >= least);
  const near = nearness(hits, (path) => {
    const row = rows.get(path);
    // A file that was indexed after the words were looked up.
    return row !== undefined && accepts(row);
  });
  const first = ranked.slice(0, count).map(({ row, fields }): Candidate => {
    return { row, path: documents.paths[row]!, fields };
  });
  const known = new Set(first.map(({ path }) => path));
  for (const path of [...near.keys()].slice(0, nearFiles))
    if (!known.has(path)) first.push({ row: rows.get(path)!, path, fields: 0 });
  const scored = await scoreCandidates(host, store, { parsed, documents, terms, near }, first);
  const minScore = query.minScore ?? 0;
  const accepted = scored.filter(({ score }) => score >= minScore);
  const shown = accepted.slice(offset, offset + query.limit).map(hitOf);
  const notes = [await host.note(store), meaning.state === 'off' ? null : meaning.note];
  const total = minScore > 0 ? accepted.length : Math.max(ranked.length, accepted.length);
  return { total, hits: shown, notes: [...new Set(notes.filter((note) => note !== null))] };
}

/** For names that are too short to be terms: the files that define something of that name. */
async function rankDefining(
  store: Store,
  documents: DocumentTable,
  { words }: ParsedRepoQuery,
  accepts: (row: number) => boolean,
): Promise<RankedDocument[]> {
  const defined = await store.definitionsNamed([...words]);
  const ids = new Set([...defined.values()].flatMap((places) => places.map(({ fileId }) => fileId)));
  const rows = documents.paths.keys().filter((row) => ids.has(documents.ids[row]!) && accepts(row));
  const ranked = [...rows].map((row) => ({ row, fields: 1, score: filePrior(documents, row) }));
  return ranked.sort((a, b) => b.score - a.score || a.row - b.row);
}

function nearestRequest(query: RepoQuery, parsed: ParsedRepoQuery): NearestRequest {
  const language = [query.language, parsed.language].find((word) => word !== undefined && word !== null);
  return {
    query: query.query,
    k: nearChunks,
    ...(language === undefined || language === null ? {} : { language: languageOf(language) ?? language }),
    ...(query.pathPrefix === undefined ? {} : { pathPrefix: query.pathPrefix }),
    ...(query.afterMs === undefined ? {} : { after: query.afterMs / 1000 }),
    ...(query.beforeMs === undefined ? {} : { before: query.beforeMs / 1000 }),
    checkDisk: false,
  };
}

/** Files by their nearest chunk, nearest first. */
function nearness(
  hits: NearestAnswer['hits'],
  accepts: (path: string) => boolean,
): Map<string, ReadonlyMap<string, number>> {
  const near = new Map<string, Map<string, number>>();
  const most = hits[0]?.similarity ?? 0;
  const least = hits.at(-1)?.similarity ?? 0;
  for (const { path, id, similarity } of hits) {
    const share = most === least ? 1 : (similarity - least) / (most - least);
    const known = near.get(path);
    if (known !== undefined) known.set(id, share);
    else if (accepts(path)) near.set(path, new Map([[id, share]]));
  }
  return near;
}

function hitOf({ file, chunks, score }: Scored): RepoHit {
  const [best, ...rest] = chunks;
  const others = rest.filter((one) => one.score >= best!.score * otherShare).slice(0, maxOthers);
  return { file, chunk: best!.chunk, score, others: others.map(({ chunk }) => chunk) };
}

/** A candidate by its words alone, with its chunks. */
interface ByWords {
  row: number;
  file: ChunkedFile;
  chunks: readonly RankedChunk[];
  raw: number;
}

async function scoreCandidates(
  host: RepoSearchHost,
  store: Store,
  question: Question,
  all: readonly Candidate[],
): Promise<Scored[]> {
  const { parsed, documents, terms, near } = question;
  const paths = all.map(({ path }) => path);
  const degrees = await store.linkDegrees(paths);
  const files = await host.chunkedFiles(store, paths);
  const scorer = new ChunkScorer(parsed, terms);
  const found: ByWords[] = [];
  for (const [at, { row, path, fields }] of all.entries()) {
    const file = files[at];
    if (file === null || file === undefined || file.chunks.length === 0) continue;
    const chunks = scorer.rank(file);
    const [best, second] = chunks;
    if (best === undefined && parsed.kind !== null) continue;
    const ofChunks = (best?.score ?? 0) + repoRanking.second * (second?.score ?? 0);
    const factor = filePrior(documents, row) * linkedFactor(degrees.get(path) ?? 0);
    found.push({ row, file, chunks, raw: (fields + repoRanking.chunks * ofChunks) * factor });
  }
  const most = found.reduce((largest, { raw }) => Math.max(largest, raw), 0) || 1;
  const weight = parsed.isName ? repoRanking.meaningOfName : repoRanking.meaning;
  const scored = found.map(({ row, file, chunks, raw }): Scored => {
    const ofFile = near.get(file.path);
    const nearest = ofFile === undefined ? 0 : Math.max(...ofFile.values());
    const score = raw / most + weight * nearest * filePrior(documents, row);
    return { file, chunks: byMeaningToo(file, chunks, ofFile, weight), score: shareOf(score, raw) };
  });
  return scored.sort((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1));
}

/** A file's chunks by their words and by their meaning; where neither says anything, its first. */
function byMeaningToo(
  file: ChunkedFile,
  chunks: readonly RankedChunk[],
  near: ReadonlyMap<string, number> | undefined,
  weight: number,
): readonly RankedChunk[] {
  const most = chunks[0]?.score ?? 1;
  const scores = new Map(chunks.map(({ chunk, score }) => [chunk, score / most]));
  for (const chunk of file.chunks) {
    const share = near?.get(chunk.id);
    if (share !== undefined) scores.set(chunk, (scores.get(chunk) ?? 0) + weight * share);
  }
  if (scores.size === 0) return [firstChunk(file)];
  return [...scores]
    .map(([chunk, score]) => ({ chunk, score }))
    .sort((a, b) => b.score - a.score || a.chunk.startLine - b.chunk.startLine);
}

/** For a file that has the words in its path alone. */
function firstChunk({ chunks }: ChunkedFile): RankedChunk {
  const chunk: Chunk = chunks.find(({ kind }) => kind !== 'imports') ?? chunks[0]!;
  return { chunk, score: 0 };
}

/**
 * A score as a share of 1 that rises with it. It orders the hits of one answer; how often a hit of .9 is right is not measured.
 * @param score beside the best by words, which has at least 1
 * @param raw by words alone, on a scale of its own
 */
function shareOf(score: number, raw: number): number {
  const { middle, slope, certainty } = repoRanking;
  return 1 / (1 + Math.exp(-(slope * (score - middle) + certainty * raw)));
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
  const within = records.filter(
    ({ mtimeMs }) => mtimeMs >= (afterMs ?? -Infinity) && mtimeMs <= (beforeMs ?? Infinity),
  );
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

/**
 * Hybrid search on an index: ranks files by their fields, the best of them by their chunks, and adds chunks that are near in meaning.
 * Invariants: every chunk that is shown is on disk at this moment; equal contents give equal answers.
 */
import { ChunkWordsReader } from '../../extract/words/chunk-words.ts';
import type { ChunkedFile, FileLines } from '../../model/chunk.ts';
import { AppError, toAppError } from '../../model/error.ts';
import type { Evidence } from '../../model/search.ts';
import { mentionedFiles, type MentionedFile } from '../../search/mentioned-paths.ts';
import type { RankedChunk } from '../../search/hybrid/chunks.ts';
import { hybridRanking } from '../../search/hybrid/constants.ts';
import { leastPresence, presence, seemsAbsent } from '../../search/hybrid/presence.ts';
import { isNameLike, parseHybridQuery, type ParsedHybridQuery } from '../../search/hybrid/query.ts';
import { fieldsOf, filePrior, rankDocuments, rarity, testPrior, weighTerms } from '../../search/hybrid/ranking.ts';
import type { RankedDocument, RankedDocuments, WeightedTerm } from '../../search/hybrid/ranking.ts';
import type { TermImpacts } from '../../search/term-impacts.ts';
import { verbatimQuery } from '../../search/verbatim.ts';
import type { NearRow } from '../../search/vectors/stored-vectors.ts';
import { packChunkWords } from '../../store/packed/packed-chunk-words.ts';
import type { CorpusFigures } from '../../search/corpus.ts';
import type { DocumentTable, IndexView, Store } from '../../store/store.ts';
import type { ChunkAnswers } from '../files/chunk-answers.ts';
import { absenceNote, evidenceOf, type Question } from './evidence.ts';
import { keywordTerms } from './keyword-terms.ts';
import { meantDefinitions, withMentionedLines, type MeantDefinitions } from './mentioned-definitions.ts';
import { RankingMemory, cachedWords } from './term-cache.ts';
import { acceptsRow, emptyNote, isKnownFilter, hybridFilters, type HybridFilters } from './hybrid-filters.ts';
import { CandidateRanking, type CandidateHost } from './hybrid-candidates.ts';
import type { Candidate, ScoredFile } from './scored-file.ts';
import { findCorrections, correctionNote, correctQuery, inUsedSpelling, type Correction } from './spelling.ts';
import { otherSpelling } from '../../util/words/spellings.ts';
import { stem } from '../../util/words/words.ts';
import { wholeIndex, type Corpus, type Figures, type RankedQuestion } from '../phases/corpus.ts';
import type { NearChunks } from './near-chunks.ts';
import type { FilesOnDisk } from '../files/files-on-disk.ts';
import type { NearestRows } from './vector-search.ts';
import type { NearestRequest, HybridHit, HybridQuery, HybridSearchResult } from '../types.ts';
import { questionTurn } from '../../util/turns/question.ts';

/** The parts of the engine that the ranking needs. */
export interface HybridSearchHost extends CandidateHost {
  prepare: () => Promise<IndexView>;
  /** Files in their present state, in the order of `paths`; null for a file that is gone or cannot be read. */
  chunkedFiles: (store: Store, paths: readonly string[]) => Promise<(ChunkedFile | null)[]>;
  /** Chunks that are near in meaning. None, with a reason, if search by meaning is not available. */
  nearest: (view: IndexView, request: NearestRequest) => Promise<NearestRows>;
  /** Says how the index may differ from the disk; null if it does not. */
  note: (view: IndexView) => Promise<string | null>;
  /** All files that the question is about. Absent: those of the index. */
  corpus?: Corpus;
}

/** Number of files whose chunks are scored. It is larger than the number of shown files, because the chunks change the order. */
const usualCandidates = 60;
/** The number for a query with kinds or phrases: only the chunks decide whether a file answers such a query. */
const wideCandidates = 240;
/** This many files are ranked beyond the shown ones, so that the next page has the same order. */
const spareFiles = 20;
/** At most this many chunks that are near in meaning are used. */
const nearChunks = 300;
/** At most this many files with such chunks become candidates although they have no word of the query. */
const nearFiles = 20;
/** At least this many of the best files are searched for the question verbatim. */
const verbatimFiles = 10;
/** Of a project with fewer files it is not said that it has nothing about a question. */
const fewFiles = 50;
/** At most this many chunks of a file are named besides its best chunk. */
const maxOthers = 3;
/** Chunks below this share of the best chunk's score are not named. */
const otherShare = 0.5;

/** Makes the part of a `HybridSearchHost` that reads files. */
export function fileAccess(
  chunks: Pick<ChunkAnswers, 'many' | 'readings'>,
  disk: Pick<FilesOnDisk, 'hasChanged'>,
  state: {
    /** Whether so much is being written that only shown files are compared with the disk. */
    isBehind: () => boolean;
    /** Whether the watcher reports all changes, and all are in the index. Shown files are compared with the disk even then. */
    isUpToDate: () => boolean;
  },
): Pick<HybridSearchHost, 'chunkedFiles' | 'readings' | 'chunkWords' | 'comparesAll' | 'hasChanged' | 'memory'> {
  // Made at first use, because indexing does not need it.
  let words: ChunkWordsReader | null = null;
  return {
    chunkedFiles: (store, paths) => chunks.many(store, paths),
    readings: (store, records) => chunks.readings(store, records),
    chunkWords: cachedWords((reading) => packChunkWords((words ??= new ChunkWordsReader()).read(reading))),
    comparesAll: () => !state.isBehind() && !state.isUpToDate(),
    hasChanged: (record) => disk.hasChanged(record),
    memory: new RankingMemory(),
  };
}

export async function searchRepo(host: HybridSearchHost, query: HybridQuery): Promise<HybridSearchResult> {
  try {
    return await answer(host, query);
  } catch (error) {
    throw toAppError(error);
  }
}

async function answer(host: HybridSearchHost, query: HybridQuery): Promise<HybridSearchResult> {
  const { offset = 0, limit, minScore = 0 } = query;
  const {
    view,
    ranking,
    scored,
    notes: queryNotes,
    corpus,
    filters,
    matching,
  } = await rankFiles(host, query, minScore > 0);
  const accepted = scored.filter(({ score }) => score >= minScore);
  const shown = accepted.slice(offset, offset + limit).map((file): HybridHit => {
    const { file: shownFile, chunks } = ranking.chunksOf(file, { most: 1 + maxOthers, least: otherShare });
    return hitOf(shownFile, chunks, file.score);
  });
  const empty = shown.length === 0 ? await emptyNote(filters, corpus) : null;
  const notes = [await host.note(view), empty, ...queryNotes].filter((note) => note !== null);
  const total = minScore > 0 ? accepted.length : Math.max(matching, accepted.length);
  return { total, hits: shown, notes: [...new Set(notes)] };
}

/** The ranked files for a question. */
export interface RankedRepo {
  view: IndexView;
  corpus: Corpus;
  documents: DocumentTable;
  filters: HybridFilters;
  ranking: CandidateRanking;
  /** Best first; those that the query wants to show have been read. */
  scored: readonly ScoredFile[];
  /** Number of files that have a word of the query. */
  matching: number;
  evidence: Evidence;
  /** Notes on how the question was understood, and on search by meaning. */
  notes: readonly string[];
}

/**
 * Ranks the files that may answer a query. Throws a `ValidationError` if the query has no word.
 * @param ranksAll whether all files that may answer are ranked, because the caller selects files by their scores
 */
export async function rankFiles(
  host: HybridSearchHost,
  query: Omit<HybridQuery, 'minScore'>,
  ranksAll = false,
): Promise<RankedRepo> {
  const parsed = parseHybridQuery(query.query, isKnownFilter);
  if (parsed.words.size === 0) {
    throw new AppError('ValidationError', 'The query has no word to look for', {
      hint: 'Ask in words or names that the code or its comments would use.',
      details: { field: 'query', expected: 'words or names', received: query.query.slice(0, 200) },
    });
  }
  const view = await host.prepare();
  const corpus = host.corpus ?? wholeIndex(view, (of, terms) => knownTerms(host, of, terms));
  // The note is read before ranking: files may be indexed meanwhile, and this answer would still lack them.
  const freshnessNote = await host.note(view);
  const corrections = await correctionsOf(corpus, parsed);
  const text = inUsedSpelling(correctQuery(query.query, corrections), await usedSpellings(corpus, parsed));
  const request =
    text === query.query
      ? { ...query, parsed }
      : { ...query, query: text, parsed: parseHybridQuery(text, isKnownFilter) };
  const ranked = await rankParsed(host, corpus, { ...request, ranksAll });
  const ownNotes = [freshnessNote, corrections.length === 0 ? null : correctionNote(corrections)].filter(
    (note) => note !== null,
  );
  return { ...ranked, notes: [...ownNotes, ...ranked.notes] };
}

/** What is found of a question before the chunks of files are looked at. */
interface FoundFiles {
  view: IndexView;
  figures: Figures;
  documents: DocumentTable;
  impacts: readonly TermImpacts[];
  terms: readonly WeightedTerm[];
  filters: HybridFilters;
  priorOfTests: number;
  /** Whether the file may have the term at a position, according to the index. */
  mayHave: (row: number, at: number) => boolean;
  /** Number of files that have a word of the query. */
  matching: number;
  meaning: NearestRows;
  /** Definitions and lines that the query names. */
  meant: MeantDefinitions;
  candidates: readonly Candidate[];
}

/** Finds the files that may answer: by their words, by the meaning of their chunks, and those that the question names. */
export async function findFiles(host: HybridSearchHost, corpus: Corpus, query: RankedQuestion): Promise<FoundFiles> {
  const { parsed } = query;
  const { view, matching, part } = await corpus.focus(query);
  const { documents, known: impacts } = await knownTerms(host, view, termsOf(parsed), part);
  const figures = await corpus.figures(termsOf(parsed));
  const terms = weighTerms(parsed, figures.corpus.files, figures.terms);
  const filters = hybridFilters(query, parsed, figures.corpus);
  const accepts = await acceptsRow(view.store, documents, query, filters);
  const { offset = 0, limit } = query;
  const most = Math.max(filters.kinds === null ? usualCandidates : wideCandidates, offset + limit + spareFiles);
  const priorOfTests = testPrior(parsed);
  const ranked =
    terms.length > 0
      ? rankDocuments(documents, terms, impacts, { accepts, most, priorOfTests })
      : await rankDefining(corpus, documents, parsed, accepts);
  const total = matching ?? ranked.total;
  // Whether the file may have the term at position `at`. Keywords of its language are in no posting list, so it may have any of them.
  const mayHave = (row: number, at: number): boolean =>
    impacts[at]!.of(row) !== 0 || keywordTerms(documents.languages[row]!).has(terms[at]!.term);
  const hasPhrase = phraseFilter(parsed, terms, mayHave);
  if (hasPhrase !== null) {
    const acceptsPhrase = (row: number): boolean => accepts(row) && hasPhrase(row);
    const options = { accepts: acceptsPhrase, most: wideCandidates, priorOfTests };
    addRanked(ranked.best, rankDocuments(documents, terms, impacts, options).best);
  }
  const meaning = await host.nearest(view, nearestRequest(query, filters));
  // If no file has a word of the query, every chunk is still a little near to it. So a least similarity is required.
  const least = total > 0 ? -1 : hybridRanking.leastSimilarity;
  const hits = meaning.hits.filter(({ similarity }) => similarity >= least);
  const near = nearness(documents, hits, accepts);
  // A long text names many definitions besides those that it is about, so these names do not count.
  const meant: MeantDefinitions = parsed.isLong ? new Map() : await meantDefinitions(corpus, query.query);
  const places = mentionedFiles(query.query, documents.paths);
  const mentioned = mentionShares(places, documents, { meant, isLong: parsed.isLong });
  const ofFields = (row: number): number => fieldsOf(row, terms, impacts);
  const candidates = candidatesOf(documents, { ranked: ranked.best, near, mentioned, ofFields }, accepts);
  return {
    ...{
      view,
      figures,
      documents,
      impacts,
      terms,
      filters,
      priorOfTests,
      mayHave,
      matching: total,
      meaning,
      candidates,
    },
    meant: withMentionedLines(meant, places, documents),
  };
}

async function rankParsed(
  host: HybridSearchHost,
  corpus: Corpus,
  query: RankedQuestion & { ranksAll: boolean },
): Promise<RankedRepo> {
  const { parsed, ranksAll, offset = 0, limit } = query;
  const found = await findFiles(host, corpus, query);
  const { view, figures, documents, impacts, terms, filters, meaning, candidates, matching } = found;
  const written = verbatimQuery(parsed, raritiesOf(figures, parsed));
  const ranking = new CandidateRanking(host, view.store, {
    query: parsed,
    terms,
    documents,
    mayHave: found.mayHave,
    // For a name with dots the index has the whole name as a term, a chunk only its last part.
    mayName: (row, at) => terms[at]!.isWhole || impacts[at]!.isNamedIn(row),
    defining: parsed.words.size > mostNames ? null : await corpus.mayDefine([...parsed.words]),
    kinds: filters.kinds,
    meaning: parsed.isName ? hybridRanking.meaningOfName : hybridRanking.meaning,
    priorOfTests: found.priorOfTests,
    phrase: parsed.isLong ? 0 : hybridRanking.phrase,
    written,
    meant: found.meant,
    shownFiles: Math.max(offset + limit, written === null ? 0 : verbatimFiles),
    // If the words rank all candidates, the total comes from the index, and candidates that are not shown need no score.
    ranksAll: ranksAll || matching < candidates.length,
  });
  const scored = await ranking.rank(candidates);
  const question = {
    query: parsed,
    files: figures.corpus.files,
    fileCounts: figures.terms.map(({ fileCount }) => fileCount),
    isKeyword: keywordsOf(figures.corpus),
  };
  // To judge the files reads the words of the best, for some ten milliseconds.
  await questionTurn();
  const { evidence, notes } = judge(question, scored, meaning.hits[0]?.similarity ?? null);
  return {
    ...{ view, corpus, documents, filters, ranking, scored, matching },
    evidence,
    notes: [...notes, ...(meaning.state === 'off' || meaning.note === null ? [] : [meaning.note])],
  };
}

/** Adds the rows that are not there yet. */
function addRanked<Ranked extends { row: number }>(to: Ranked[], more: readonly Ranked[]): void {
  const rows = new Set(to.map(({ row }) => row));
  to.push(...more.filter(({ row }) => !rows.has(row)));
}

/** Lowers the scores of the files where the project seems to have nothing about the question, and says so. */
function judge(
  question: Question,
  scored: readonly ScoredFile[],
  similarity: number | null,
): { evidence: Evidence; notes: readonly string[] } {
  const evidence = evidenceOf(question, scored, similarity);
  // A few files are read at a glance, and most words that people use for them are in none.
  if (question.files < fewFiles || !seemsAbsent(evidence)) return { evidence, notes: [] };
  // The likelihoods hold for questions that have an answer here.
  for (const file of scored) file.score *= presence(evidence) / leastPresence;
  return { evidence, notes: scored.length === 0 ? [] : [absenceNote(question)] };
}

function termsOf({ terms }: ParsedHybridQuery): string[] {
  return terms.map(({ term }) => term);
}

function knownTerms(
  host: HybridSearchHost,
  { store, state }: IndexView,
  terms: readonly string[],
  part?: CorpusFigures,
): Promise<{ documents: DocumentTable; known: readonly TermImpacts[] }> {
  return host.memory.termsOf(store, part).of(state.documents, terms);
}

/** The rarity of each term, by how many files have it; 0 if none has. */
function raritiesOf({ corpus, terms: figures }: Figures, { terms }: ParsedHybridQuery): (term: string) => number {
  const found = new Map(terms.map(({ term }, at) => [term, figures[at]!.fileCount]));
  return (term) => rarity(found.get(term) ?? 0, corpus.files);
}

async function correctionsOf(corpus: Corpus, parsed: ParsedHybridQuery): Promise<readonly Correction[]> {
  if (parsed.isLong) return [];
  const terms = termsOf(parsed);
  const figures = await corpus.figures(terms);
  const isFound = new Map(terms.map((term, at) => [term, figures.terms[at]!.fileCount > 0]));
  const isKeyword = keywordsOf(figures.corpus);
  const isUnknown = (term: string): boolean => isFound.get(term) === false && !isKeyword(term);
  return findCorrections(parsed, corpus.nearestNames, isUnknown);
}

/** The words of a question that more files have in the other spelling, British or American, each with that spelling. */
async function usedSpellings(corpus: Corpus, parsed: ParsedHybridQuery): Promise<ReadonlyMap<string, string>> {
  const spellings = otherSpellings(parsed);
  if (spellings.length === 0) return new Map();
  const { terms } = await corpus.figures(spellings.flatMap(termsOfSpelling));
  return new Map(
    spellings
      .filter((_, at) => terms[2 * at + 1]!.fileCount > terms[2 * at]!.fileCount)
      .map(({ written, other }) => [written, other]),
  );
}

/** Of a long question no more words are spelt otherwise: it has no more terms either. */
const mostSpellings = 200;

interface Spelling {
  written: string;
  other: string;
}

function otherSpellings({ words, phrases }: Pick<ParsedHybridQuery, 'words' | 'phrases'>): Spelling[] {
  const found = [...words].flatMap((written) => {
    // A name or a quoted text is meant as it is written.
    if (isNameLike(written) || phrases.some((phrase) => phrase.includes(written))) return [];
    const other = otherSpelling(written.toLowerCase());
    return other === null ? [] : [{ written, other }];
  });
  return found.slice(0, mostSpellings);
}

function termsOfSpelling({ written, other }: Spelling): string[] {
  return [stem(written.toLowerCase()), stem(other)];
}

/** The terms that a ranking asks for before it is known whether the words of the query are corrected. */
export function askedTerms(query: string): string[] {
  const parsed = parseHybridQuery(query, isKnownFilter);
  return [...new Set([...termsOf(parsed), ...otherSpellings(parsed).flatMap(termsOfSpelling)])];
}

/** Whether a term is a keyword of a language of the project. */
function keywordsOf({ languages }: CorpusFigures): (term: string) => boolean {
  return (term) => languages.some((language) => keywordTerms(language).has(term));
}

/** For names too short to be terms: ranks the files that define such a name. */
async function rankDefining(
  corpus: Corpus,
  documents: DocumentTable,
  { words }: ParsedHybridQuery,
  accepts: (row: number) => boolean,
): Promise<RankedDocuments> {
  const ids = await corpus.filesDefining([...words]);
  const rows = documents.paths.keys().filter((row) => ids.has(documents.ids[row]!) && accepts(row));
  const ranked = [...rows].map((row) => ({ row, fields: 1, score: filePrior(documents, row, hybridRanking.test) }));
  ranked.sort((a, b) => b.score - a.score || a.row - b.row);
  return { total: ranked.length, best: ranked.slice(0, wideCandidates) };
}

/** Whether a file may have all words of the query's phrases, according to the index. Null if the query has no phrase. */
function phraseFilter(
  { phraseTerms }: ParsedHybridQuery,
  terms: readonly WeightedTerm[],
  mayHave: (row: number, at: number) => boolean,
): ((row: number) => boolean) | null {
  const wanted = new Set(phraseTerms);
  if (wanted.size === 0) return null;
  const positions = [...terms.keys()].filter((at) => wanted.has(terms[at]!.term));
  return (row) => positions.every((at) => mayHave(row, at));
}

/** Looking up more names than this costs more than it saves. */
const mostNames = 16;

function nearestRequest(query: HybridQuery, { languages: [language] }: HybridFilters): NearestRequest {
  return {
    query: query.query,
    k: nearChunks,
    ...(language === undefined ? {} : { language }),
    ...(query.pathPrefix === undefined ? {} : { pathPrefix: query.pathPrefix }),
    ...(query.afterMs === undefined ? {} : { after: query.afterMs / 1000 }),
    ...(query.beforeMs === undefined ? {} : { before: query.beforeMs / 1000 }),
    checkDisk: false,
  };
}

/**
 * The files with chunks near in meaning, by row; the file with the nearest chunk first. `shares`: by the chunk's ordinal, 1 for the nearest chunk of all
 * and 0 for the farthest.
 */
function nearness(
  documents: DocumentTable,
  hits: readonly NearRow[],
  accepts: (row: number) => boolean,
): ReadonlyMap<number, NearChunks> {
  const found = nearestOf(documents, hits);
  const near = new Map<number, { fileId: number; shares: Map<number, number> }>();
  const most = found[0]?.similarity ?? 0;
  const least = found.at(-1)?.similarity ?? 0;
  for (const { row, fileId, ordinal, similarity } of found) {
    const share = most === least ? 1 : (similarity - least) / (most - least);
    const existing = near.get(row);
    if (existing !== undefined) existing.shares.set(ordinal, share);
    else if (accepts(row)) near.set(row, { fileId, shares: new Map([[ordinal, share]]) });
  }
  return near;
}

/** The nearest chunks that are used, with the rows of their files: best first, equally near ones by path. */
export function nearestOf(documents: DocumentTable, hits: readonly NearRow[]): (NearRow & { row: number })[] {
  const rowOf = rowsOf(documents);
  // A file that was indexed since the documents were read has no row.
  const found = hits.flatMap((hit) => {
    const row = rowOf(hit.fileId);
    return row === undefined ? [] : [{ ...hit, row }];
  });
  found.sort((a, b) => b.similarity - a.similarity || a.row - b.row || a.ordinal - b.ordinal);
  return found.slice(0, nearChunks);
}

/** Lookups by document table. The store returns the same table object while nothing is written. */
const rowsByTable = new WeakMap<DocumentTable, (id: number) => number | undefined>();

/** Rows are looked up in an array if the largest id is at most this many times the number of files. An array is built in a tenth of a map's time. */
const sparseIds = 16;

/** A lookup of rows by file id. */
function rowsOf(documents: DocumentTable): (id: number) => number | undefined {
  let rowOf = rowsByTable.get(documents);
  if (rowOf === undefined) rowsByTable.set(documents, (rowOf = rowLookup(documents)));
  return rowOf;
}

function rowLookup({ ids, count }: DocumentTable): (id: number) => number | undefined {
  let largest = 0;
  for (let row = 0; row < count; row++) largest = Math.max(largest, ids[row]!);
  if (largest > count * sparseIds) {
    const rows = new Map([...ids].map((id, row) => [id, row]));
    return (id) => rows.get(id);
  }
  // 0 for an id that no file has.
  const rowsPlusOne = new Uint32Array(largest + 1);
  for (let row = 0; row < count; row++) rowsPlusOne[ids[row]!] = row + 1;
  return (id) => {
    const rowPlusOne = rowsPlusOne[id] ?? 0;
    return rowPlusOne === 0 ? undefined : rowPlusOne - 1;
  };
}

/** The files that the question names by path (`places`) or by a definition in them (`meant`): the share of each, by row. */
function mentionShares(
  places: ReadonlyMap<number, MentionedFile>,
  documents: DocumentTable,
  { meant, isLong }: { meant: MeantDefinitions; isLong: boolean },
): ReadonlyMap<number, number> {
  // A path with a line number counts more, except in a long text: stack traces pass through many other files.
  const ofLine = isLong ? 1 : hybridRanking.mentionedLine;
  const mentioned = new Map(
    [...places].map(([row, { share, lines }]) => [row, lines.length > 0 ? share * ofLine : share]),
  );
  if (meant.size === 0) return mentioned;
  const rowOf = rowsOf(documents);
  const rows = [...meant.keys()].flatMap((id) => rowOf(id) ?? []);
  return new Map([
    ...mentioned,
    ...rows.map((row) => [row, Math.max(mentioned.get(row) ?? 0, 1 / rows.length)] as const),
  ]);
}

interface FoundBy {
  ranked: readonly RankedDocument[];
  near: ReadonlyMap<number, NearChunks>;
  mentioned: ReadonlyMap<number, number>;
  ofFields: (row: number) => number;
}

/** The candidates: the best files by words, the nearest in meaning, and those that the question names. */
function candidatesOf(
  documents: DocumentTable,
  { ranked, near, mentioned, ofFields }: FoundBy,
  accepts: (row: number) => boolean,
): Candidate[] {
  const fields = new Map(ranked.map((one) => [one.row, one.fields]));
  const rows = new Set([
    ...fields.keys(),
    ...[...near.keys()].slice(0, nearFiles),
    ...[...mentioned.keys()].filter(accepts),
  ]);
  return [...rows].map((row) => {
    const path = documents.paths[row]!;
    return {
      row,
      path,
      fields: fields.get(row) ?? ofFields(row),
      mentioned: mentioned.get(row) ?? 0,
      near: near.get(row) ?? null,
    };
  });
}

function hitOf(file: FileLines, chunks: readonly RankedChunk[], score: number): HybridHit {
  const [best, ...others] = chunks;
  return { file, chunk: best!.chunk, score, others: others.map(({ chunk }) => chunk) };
}

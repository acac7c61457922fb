/**
 * The files that may answer a question, by what their chunks say of it and by their meaning. They are looked at in the order of what they
 * can be worth at the most, and no further than the answer needs.
 * Invariant: the files that are shown, their order and their scores are those that looking at all candidates would give; what is shown
 * is read from disk for this question.
 */
import type { Chunk, ChunkedFile } from '../model/chunk.ts';
import type { ChunkWords } from '../search/chunk-words.ts';
import { fileNameScorer } from '../search/file-names.ts';
import { chunkBounds } from '../search/repo-bounds.ts';
import { ChunkScorer, type ChunkQuestion, type ChunkScores, type RankedChunk } from '../search/repo-chunks.ts';
import { leastTotal, likelihood } from '../search/repo-likelihood.ts';
import { filePrior, linkedFactor, repoRanking } from '../search/repo-ranking.ts';
import type { DocumentTable, FileRecord, Postings, Store } from '../store/store.ts';
import { identifierTerms } from '../util/words.ts';
import type { FileReading } from './chunk-answers.ts';
import { keywordTerms } from './keyword-terms.ts';
import type { KnownWords } from './ranking-memory.ts';

/** Files that are looked at before it is asked whether more are needed. */
const atOnce = 8;
/** A question of more words is no name of anything, most likely. */
const mostNames = 40;
/** What adding in another order may change of a score, generously. */
const rounding = 1e-9;

/** A file's chunks that are near in meaning. */
export interface NearChunks {
  fileId: number;
  /** By their places among the chunks that the index knows of the file, 0 to 1: the nearest of all has 1. */
  shares: Map<number, number>;
}

export interface Candidate {
  row: number;
  path: string;
  /** As `RankedDocument.fields`; 0 for one that is near in meaning alone. */
  fields: number;
  /** How much the question names it by its place, 0 to 1. */
  mentioned: number;
  /** Null for none. */
  near: NearChunks | null;
}

/** What candidates are asked. */
export interface CandidateQuestion extends ChunkQuestion {
  /** Of `terms`, in their order. */
  postings: readonly Postings[];
  documents: DocumentTable;
  /** Of nearness in meaning, beside words. */
  meaning: number;
  /** `testPrior` */
  ofTests: number;
  /** Of having the phrases, beside words. */
  phrase: number;
  /** Files from the best one on that must be right, and the score below which none counts. */
  wanted: number;
  minScore: number;
}

export interface CandidateHost {
  readings: (store: Store, records: readonly FileRecord[]) => Promise<(FileReading | null)[]>;
  /** Whether a file is not on disk as the index knows it. */
  hasChanged: (record: FileRecord) => boolean;
  /** Is told the files that an answer depends on. */
  looksAt?: (paths: readonly string[]) => void;
}

/** Before its chunks were looked at. */
interface Pending {
  candidate: Candidate;
  record: FileRecord;
  words: ChunkWords | null;
  factor: number;
  /** What its fields and its name say. */
  ofFile: number;
  /** What nearness in meaning and being named by its place add to its score. */
  near: number;
  named: number;
  /** What words and phrases give at the most. */
  most: number;
  phraseAtMost: number;
}

export interface ScoredFile extends ChunkScores {
  pending: Pending;
  words: ChunkWords;
  /** By words alone, on a scale of its own. */
  raw: number;
  beside: number;
  /** All that speaks for it, the words beside those of the best by words. */
  total: number;
  /** How likely it is to answer, 0 to 1. */
  score: number;
  hash: string;
  /** Null where its words were known. */
  reading: FileReading | null;
}

export interface RankedCandidates {
  /** Best first. */
  files: readonly ScoredFile[];
  /** Candidates that would not be among them. */
  passedOver: number;
}

/** One question's candidates. */
export class CandidateRanking {
  readonly #host: CandidateHost;
  readonly #store: Store;
  readonly #question: CandidateQuestion;
  readonly #known: KnownWords;
  readonly #scorer: ChunkScorer;
  #scored: ScoredFile[] = [];

  constructor(host: CandidateHost, store: Store, question: CandidateQuestion, known: KnownWords) {
    this.#host = host;
    this.#store = store;
    this.#question = question;
    this.#known = known;
    this.#scorer = new ChunkScorer(question, known.lexicon);
  }

  async rank(candidates: readonly Candidate[]): Promise<RankedCandidates> {
    const pending = await this.#prepare(candidates);
    while (pending.length > 0 && !this.#isSettled(pending)) {
      const first = this.#scored.length === 0 ? this.#question.wanted : 0;
      await this.#look(pending.splice(0, Math.max(atOnce, first)));
    }
    return { files: await this.#settled(), passedOver: pending.length };
  }

  /** Those that can be worth most first. */
  async #prepare(candidates: readonly Candidate[]): Promise<Pending[]> {
    const { documents, terms, postings, query, meaning, ofTests } = this.#question;
    const paths = candidates.map(({ path }) => path);
    this.#host.looksAt?.(paths);
    const records = new Map((await this.#store.filesByPath(paths)).map((record) => [record.path, record]));
    const degrees = await this.#store.linkDegrees(paths);
    const defined = await this.#definedTerms([...query.words]);
    const boundOf = chunkBounds({ terms, postings, hasPhrases: query.phrases.length > 0, defined });
    const nameScore = fileNameScorer(terms);
    const phraseAtMost = this.#scorer.needsText ? this.#question.phrase : 0;
    const pending = candidates.flatMap((candidate): Pending[] => {
      const { row, path, fields, near, mentioned } = candidate;
      const record = records.get(path);
      if (record === undefined) return [];
      const changed = this.#host.hasChanged(record);
      const prior = filePrior(documents, row, ofTests);
      const factor = prior * linkedFactor(degrees.get(path) ?? 0);
      const ofFile = fields + repoRanking.fileName * nameScore(path);
      const bound = (ofFile + repoRanking.chunks * boundOf(row, keywordTerms(record.language))) * factor;
      // Names that are too short to be terms are in no posting.
      const most = changed || terms.length === 0 ? Infinity : bound;
      const words = changed ? null : this.#known.of(record);
      const named = repoRanking.mentioned * mentioned;
      const beside = { near: meaning * nearest(near) * prior, named, phraseAtMost };
      return [{ candidate, record, words, factor, ofFile, ...beside, most }];
    });
    const greatest =
      pending.reduce((largest, { most }) => (most < Infinity ? Math.max(largest, most) : largest), 0) || 1;
    return pending
      .map((one) => ({ one, worth: one.most / greatest + besideAtMost(one) }))
      .sort((a, b) => (a.worth === b.worth ? 0 : b.worth - a.worth))
      .map(({ one }) => one);
  }

  /** The terms of words by which something is defined; null where there are too many to ask for. */
  async #definedTerms(words: readonly string[]): Promise<ReadonlySet<string> | null> {
    if (words.length > mostNames) return null;
    const files = await this.#store.definingFiles(words);
    const defined = words.filter((_, at) => files[at]! > 0).map(identifierTerms);
    return new Set(defined.flatMap(({ parts, whole }) => (whole === null ? parts : [...parts, whole])));
  }

  /** Scores files, reading those that are not known. */
  async #look(batch: readonly Pending[]): Promise<void> {
    const cold = batch.filter(({ words }) => words === null || this.#scorer.needsText);
    const readings = await this.#host.readings(
      this.#store,
      cold.map(({ record }) => record),
    );
    const read = new Map(cold.map((one, at) => [one, readings[at] ?? null]));
    for (const one of batch) {
      const reading = read.get(one);
      if (reading === null) continue;
      const scored = this.#score(one, reading ?? null);
      if (scored !== null) this.#scored.push(scored);
    }
  }

  /** Null where nothing of the file answers. */
  #score(pending: Pending, reading: FileReading | null): ScoredFile | null {
    const { record, factor, ofFile } = pending;
    const words = this.#wordsOf(pending, reading);
    if (words.count === 0) return null;
    const ofChunks = this.#scorer.score(words, textsOf(reading));
    const [best, secondBest] = bestTwo(ofChunks.scores);
    const raw = (ofFile + repoRanking.chunks * (best + repoRanking.second * secondBest)) * factor;
    const near = this.#question.kinds === null ? pending.near : this.#nearOfKind(pending, words);
    if (this.#question.kinds !== null && best === 0 && near === 0) return null;
    const beside = near + pending.named + (ofChunks.withPhrases.size > 0 ? this.#question.phrase : 0);
    const hash = reading?.hash ?? record.hash;
    return { pending, words, ...ofChunks, raw, beside, total: 0, score: 0, hash, reading };
  }

  #wordsOf({ record, words }: Pending, reading: FileReading | null): ChunkWords {
    if (words !== null && (reading === null || reading.hash === record.hash)) return words;
    const read = this.#known.read(reading!);
    if (reading!.hash === record.hash) this.#known.keep(record, read);
    return read;
  }

  /** Of the chunks that may answer. */
  #nearOfKind({ candidate, record }: Pending, words: ChunkWords): number {
    const { documents, meaning, ofTests } = this.#question;
    let share = 0;
    for (const [ordinal, own] of sharesOf(candidate, record))
      if (this.#scorer.isOfKind(words, ordinal)) share = Math.max(share, own);
    return meaning * share * filePrior(documents, candidate.row, ofTests);
  }

  /** Whether no file that was not looked at can change what is asked for. */
  #isSettled(pending: readonly Pending[]): boolean {
    const { wanted, minScore } = this.#question;
    const most = this.#scored.reduce((largest, { raw }) => Math.max(largest, raw), 0);
    if (most === 0 || pending.some((one) => one.most > most)) return false;
    const totals = this.#scored.map(({ raw, beside }) => raw / most + beside).sort((a, b) => b - a);
    const least = minScore > 0 ? leastTotal(minScore, totals) : totals[wanted - 1];
    // What is shown of a score depends on the best two.
    const bar = least === undefined || totals.length < 2 ? -Infinity : Math.min(least, totals[1]!);
    return pending.every((one) => one.most / most + besideAtMost(one) + rounding < bar);
  }

  /** In order, those that are asked for as they are read now. */
  async #settled(): Promise<readonly ScoredFile[]> {
    for (;;) {
      const files = this.#inOrder();
      const unread = files.slice(0, this.#question.wanted).filter(({ reading }) => reading === null);
      if (unread.length === 0) return files;
      const readings = await this.#host.readings(
        this.#store,
        unread.map(({ pending }) => pending.record),
      );
      const gone = new Set<ScoredFile>();
      for (const [at, file] of unread.entries()) {
        const reading = readings[at] ?? null;
        // Written in between, and so that its time and size did not tell.
        const scored =
          reading?.hash === file.hash ? { ...file, reading } : reading && this.#score(file.pending, reading);
        gone.add(file);
        if (scored !== null) this.#scored.push(scored);
      }
      this.#scored = this.#scored.filter((file) => !gone.has(file));
    }
  }

  #inOrder(): ScoredFile[] {
    const most = this.#scored.reduce((largest, { raw }) => Math.max(largest, raw), 0) || 1;
    for (const file of this.#scored) file.total = file.raw / most + file.beside;
    const files = this.#scored.toSorted(
      (a, b) => b.total - a.total || (a.pending.candidate.path < b.pending.candidate.path ? -1 : 1),
    );
    const totals = files.map(({ total }) => total);
    for (const file of files) file.score = likelihood(file.total, totals);
    return files;
  }

  /** A file that is shown, and its chunks by their words and by their meaning; where neither says anything, its first. */
  chunksOf({ pending, scores, withPhrases, words, reading }: ScoredFile): {
    file: ChunkedFile;
    chunks: readonly RankedChunk[];
  } {
    const file = reading!.chunked();
    const most = scores.reduce((largest, score) => Math.max(largest, score), 0) || 1;
    const { candidate, record } = pending;
    const { meaning, phrase } = this.#question;
    // Of another content, places say nothing.
    const near = reading!.hash === record.hash ? sharesOf(candidate, record) : new Map<number, number>();
    const ranked = file.chunks.flatMap((chunk, at): RankedChunk[] => {
      const share = this.#scorer.isOfKind(words, at) ? near.get(at) : undefined;
      if (scores[at] === 0 && share === undefined) return [];
      const beside = meaning * (share ?? 0) + (withPhrases.has(at) ? phrase : 0);
      return [{ chunk, score: scores[at]! / most + beside }];
    });
    ranked.sort((a, b) => b.score - a.score || a.chunk.startLine - b.chunk.startLine);
    return { file, chunks: ranked.length === 0 ? [firstChunk(file)] : ranked };
  }
}

/** Near chunks of the content that the index knows now. */
function sharesOf({ near }: Candidate, { id }: FileRecord): ReadonlyMap<number, number> {
  return near?.fileId === id ? near.shares : new Map<number, number>();
}

function besideAtMost({ near, named, phraseAtMost }: Pending): number {
  return near + named + phraseAtMost;
}

function nearest(near: Candidate['near']): number {
  let largest = 0;
  for (const share of near?.shares.values() ?? []) largest = Math.max(largest, share);
  return largest;
}

function bestTwo(scores: Float64Array): [number, number] {
  let best = 0;
  let second = 0;
  for (const score of scores) {
    if (score > best) {
      second = best;
      best = score;
    } else if (score > second) second = score;
  }
  return [best, second];
}

/** Gives the text of a chunk, without carriage returns before its line feeds. */
function textsOf(reading: FileReading | null): (chunk: number) => string {
  let lines: readonly string[] | null = null;
  return (chunk) => {
    if (reading === null) return '';
    lines ??= reading.text.replaceAll('\r\n', '\n').split('\n');
    const { startLine, endLine } = reading.spans[chunk]!;
    return lines.slice(startLine - 1, endLine).join('\n');
  };
}

/** For a file that has the words in its path alone. */
function firstChunk({ chunks }: ChunkedFile): RankedChunk {
  const chunk: Chunk = chunks.find(({ kind }) => kind !== 'imports') ?? chunks[0]!;
  return { chunk, score: 0 };
}

/**
 * Ranks the files that may answer a question, by the words and the meaning of their chunks. Most scores come from the index. A file is read if it has
 * changed, is shown, has no chunk words in the index, or may contain phrases or the question verbatim.
 * Invariant: a file that is shown has its present content on disk, and is scored by it.
 */
import type { FileLines } from '../../model/chunk.ts';
import { fileNameScorer } from '../../search/file-names.ts';
import {
  ChunkScorer,
  type ChunkQuestion,
  type ChunkScores,
  type FileBounds,
  type RankedChunk,
} from '../../search/hybrid/chunks.ts';
import { likelihood } from '../../search/hybrid/likelihood.ts';
import { hybridRanking } from '../../search/hybrid/constants.ts';
import { filePrior, linkedFactor } from '../../search/hybrid/ranking.ts';
import { verbatimScore, type VerbatimQuery } from '../../search/verbatim.ts';
import type { DocumentTable, FileRecord, Store } from '../../store/store.ts';
import { QuestionTurns } from '../../util/turns/question.ts';
import type { FileReading } from '../files/chunk-answers.ts';
import type { MeantDefinitions } from './mentioned-definitions.ts';
import { nearestShare, sharesOf } from './near-chunks.ts';
import type { RankingCaches } from './term-cache.ts';
import type { Candidate, Pending, ScoredFile } from './scored-file.ts';
import { rankChunks } from './shown-chunks.ts';
import { mayBeWritten, leastWrittenShare, writtenChunks } from '../graph/written-chunks.ts';

/** A question, with what the ranking of its candidates needs. */
export interface CandidateQuestion extends ChunkQuestion {
  documents: DocumentTable;
  /** Whether a file may have the term at this position of `terms`, according to the index. */
  mayHave: (row: number, term: number) => boolean;
  /** Whether a name that the file defines may have the term. */
  mayName: (row: number, term: number) => boolean;
  /** Ids of the files that define a name of the query verbatim; null if that is not known, so that any file may. */
  defining: ReadonlySet<number> | null;
  /** Weight of nearness in meaning, relative to words. */
  meaning: number;
  /** Factor on the scores of tests (`testPrior`). */
  priorOfTests: number;
  /** Weight of having all phrases of the question in one chunk, relative to words. */
  phrase: number;
  /** Chunks with one of these definitions come first in their file. */
  meant: MeantDefinitions;
  /** How many of the first files are read, because they may be shown. */
  shownFiles: number;
  /** Whether all files that may answer are ranked, and not only as many as are shown. */
  ranksAll: boolean;
}

export interface CandidateHost {
  readings: (store: Store, records: readonly FileRecord[]) => Promise<(FileReading | null)[]>;
  /** Packed words of the chunks of a file that was read. */
  chunkWords: (reading: FileReading) => Uint8Array;
  /** Whether all files that may be shown are compared with the disk, or only those that are shown. */
  comparesAll: () => boolean;
  /** Whether a file has changed on disk since it was indexed. */
  hasChanged: (record: FileRecord) => boolean;
  /** Caches of earlier questions. */
  memory: RankingCaches;
  /** Called with the files that an answer depends on. */
  dependsOn?: (paths: readonly string[]) => void;
}

/** The words of at least this many files are read at a time. */
const batchSize = 4;
/** Limit on the number of files, besides those that are shown, that are searched for the question verbatim. */
const maxVerbatimReads = 6;
/** Files with more words than this in all fields are not searched for the question verbatim: about a megabyte of code. */
const vastWords = 50_000;

/** Ranks the candidates of one question. */
export class CandidateRanking {
  readonly #host: CandidateHost;
  readonly #store: Store;
  readonly #question: CandidateQuestion;
  readonly #scorer: ChunkScorer;
  /** The files that are scored so far. */
  #scored: ScoredFile[] = [];
  /** Records of files, by id. */
  readonly #records = new Map<number, FileRecord>();
  readonly #turns = new QuestionTurns();

  constructor(host: CandidateHost, store: Store, question: CandidateQuestion) {
    this.#host = host;
    this.#store = store;
    this.#question = question;
    this.#scorer = new ChunkScorer(question);
  }

  /** The files, best first; those that are shown have been read. */
  async rank(candidates: readonly Candidate[]): Promise<readonly ScoredFile[]> {
    const all = await this.#prepare(candidates);
    const changed = this.#host.comparesAll() ? await this.#changedOf(all) : [];
    await this.#read(changed);
    const unscored = changed.length === 0 ? all : all.filter((one) => !changed.includes(one));
    await this.#scoreUntil(
      unscored,
      this.#question.ranksAll || this.#scorer.hasPhrases ? 0 : this.#question.shownFiles,
    );
    if (this.#scorer.hasPhrases) await this.#findPhrases();
    await this.#scoreWritten(unscored);
    return this.#readShown(unscored);
  }

  /**
   * Scores files by the indexed words of their chunks, the most promising first, and removes them from `unscored`. Ends when no other file can be among
   * the first `leading` files, or among the first two, which the likelihoods depend on.
   * @param leading 0: score all files
   */
  async #scoreUntil(unscored: Pending[], leading: number): Promise<void> {
    const count = leading === 0 ? 0 : Math.max(2, leading);
    for (;;) {
      const isTooLow = this.#mustRankBelow(count);
      const possible = unscored.filter((pending) => !isTooLow(pending));
      if (possible.length === 0) return;
      const batch =
        count === 0 ? possible : this.#mostLikely(possible, Math.max(count - this.#scored.length, batchSize));
      const words = this.#host.memory.wordsOf(this.#store);
      const packedWords = await words.of(this.#question.documents, batch.map(({ fileId }) => fileId)); // prettier-ignore
      const withoutWords: Pending[] = [];
      for (const pending of batch) {
        const turn = this.#turns.take();
        if (turn !== null) await turn;
        const packed = packedWords.get(pending.fileId);
        if (packed === undefined || packed.length === 0) withoutWords.push(pending);
        else {
          remove(unscored, pending);
          this.#add(this.#score(pending, this.#scorer.score(packed), null));
        }
      }
      // Reading a file costs as much as scoring a hundred. So files that can no longer be among the first are skipped.
      for (const pending of withoutWords) {
        if (this.#mustRankBelow(count)(pending)) continue;
        remove(unscored, pending);
        await this.#read([pending]);
      }
    }
  }

  /** Scores those files of `unscored` that may have the question verbatim, and removes them from it. */
  async #scoreWritten(unscored: Pending[]): Promise<void> {
    const { written, terms, mayHave } = this.#question;
    if (written === null || unscored.length === 0) return;
    const mayHaveMost = mayBeWritten(written, terms, mayHave);
    const likely = unscored.filter(({ candidate: { row } }) => !this.#isVast(row) && mayHaveMost(row));
    const words = this.#host.memory.wordsOf(this.#store);
    const packedWords = await words.of(this.#question.documents, likely.map(({ fileId }) => fileId)); // prettier-ignore
    for (const pending of likely) {
      const turn = this.#turns.take();
      if (turn !== null) await turn;
      const packed = packedWords.get(pending.fileId);
      if (packed === undefined || packed.length === 0) continue;
      remove(unscored, pending);
      this.#add(this.#score(pending, this.#scorer.score(packed), null));
    }
  }

  /** The first `count` files by their highest possible score. */
  #mostLikely(files: readonly Pending[], count: number): Pending[] {
    const scores = this.#scored.length > 0 ? this.#scored.map(({ raw }) => raw) : files.map(({ most }) => most);
    const greatest = scores.reduce((largest, score) => Math.max(largest, score), 0);
    const bounds = Float64Array.from(files, ({ most, near, named }) => most + (near + named) * greatest);
    const order = [...files.keys()].sort((a, b) => bounds[b]! - bounds[a]!);
    return order.slice(0, count).map((at) => files[at]!);
  }

  /** Returns a predicate: whether a file must rank below `count` scored files, whatever is in its chunks. If `count` is 0, no file must. */
  #mustRankBelow(count: number): (pending: Pending) => boolean {
    if (count === 0 || this.#scored.length < count) return () => false;
    const greatest = this.#scored.reduce((largest, { raw }) => Math.max(largest, raw), 0) || 1;
    const totals = Float64Array.from(this.#scored, ({ raw, bonus }) => raw / greatest + bonus).sort();
    const last = totals[totals.length - count]!;
    // The factor allows for rounding.
    return ({ most, near, named }) => most <= greatest && (most / greatest + near + named) * (1 + 1e-9) < last;
  }

  async #prepare(candidates: readonly Candidate[]): Promise<Pending[]> {
    const { documents, terms, meaning, priorOfTests } = this.#question;
    const paths = candidates.map(({ path }) => path);
    this.#host.dependsOn?.(paths);
    const degrees = await this.#store.linkDegrees(paths);
    const nameScore = fileNameScorer(terms);
    const ofChunks = hybridRanking.chunks * (1 + hybridRanking.second);
    return candidates.map((candidate): Pending => {
      const { row, path, fields, near, mentioned } = candidate;
      const prior = filePrior(documents, row, priorOfTests);
      const factor = prior * linkedFactor(degrees.get(path) ?? 0);
      const ofFile = fields + hybridRanking.fileName * nameScore(path);
      const named = hybridRanking.mentioned * mentioned;
      const most = (ofFile + ofChunks * this.#scorer.maxScore(this.#boundsOf(row))) * factor;
      const fileId = documents.ids[row]!;
      return { candidate, fileId, factor, ofFile, most, near: meaning * nearestShare(near) * prior, named };
    });
  }

  #boundsOf(row: number): FileBounds {
    const { terms, documents, mayHave, mayName, defining } = this.#question;
    const bounds = { words: 0, names: 0, name: 0, isDefining: defining === null || defining.has(documents.ids[row]!) };
    for (let at = 0; at < terms.length; at++) {
      const { weight } = terms[at]!;
      if (weight === 0 || !mayHave(row, at)) continue;
      bounds.words += weight;
      if (!mayName(row, at)) continue;
      bounds.names += weight;
      bounds.name = Math.max(bounds.name, weight);
    }
    return bounds;
  }

  #add(scored: ScoredFile | null): void {
    if (scored !== null) this.#scored.push(scored);
  }

  /** Reads and scores files; those that are gone or cannot be read are dropped. */
  async #read(files: readonly Pending[]): Promise<void> {
    const readings = await this.#readings(files);
    for (const [at, pending] of files.entries()) {
      const turn = this.#turns.take();
      if (turn !== null) await turn;
      const reading = readings[at] ?? null;
      if (reading !== null) this.#add(this.#scoreRead(pending, reading));
    }
  }

  /** Reads files; null for those that are gone or cannot be read. */
  async #readings(files: readonly Pending[]): Promise<(FileReading | null)[]> {
    const records = await this.#recordsOf(files);
    const readings = await this.#host.readings(this.#store, records);
    const byId = new Map(records.map(({ id }, at) => [id, readings[at] ?? null]));
    return files.map(({ fileId }) => byId.get(fileId) ?? null);
  }

  /** The records of the files that the index still has. */
  async #recordsOf(files: readonly Pending[]): Promise<FileRecord[]> {
    const missing = files.flatMap(({ fileId }) => (this.#records.has(fileId) ? [] : [fileId]));
    if (missing.length > 0) for (const record of await this.#store.files(missing)) this.#records.set(record.id, record);
    return files.flatMap(({ fileId }) => this.#records.get(fileId) ?? []);
  }

  async #changedOf(files: readonly Pending[]): Promise<Pending[]> {
    const changed = (await this.#recordsOf(files)).filter((record) => this.#host.hasChanged(record));
    const ids = new Set(changed.map(({ id }) => id));
    return files.filter(({ fileId }) => ids.has(fileId));
  }

  /** Whether the file that was read has the indexed content. */
  #isAsIndexed({ fileId }: Pending, reading: FileReading | null): reading is FileReading {
    return reading !== null && reading.hash === this.#records.get(fileId)?.hash;
  }

  #scoreRead(pending: Pending, reading: FileReading): ScoredFile | null {
    let scores = this.#scorer.score(this.#host.chunkWords(reading));
    if (this.#scorer.hasPhrases) scores = this.#scorer.withPhrases(scores, reading.text, reading.spans);
    return this.#score(pending, scores, reading);
  }

  /** Looks for the phrases in the texts of files that may have them. */
  async #findPhrases(): Promise<void> {
    const likely = this.#scored.filter((one) => one.reading === null && one.scores.some((score) => score > 0));
    this.#scored = this.#scored.filter((one) => !likely.includes(one));
    const readings = await this.#readings(likely.map(({ pending }) => pending));
    for (const [at, { pending, ...scores }] of likely.entries()) {
      const reading = readings[at] ?? null;
      if (this.#isAsIndexed(pending, reading))
        this.#add(this.#score(pending, this.#scorer.withPhrases(scores, reading.text, reading.spans), reading));
      else if (reading !== null) this.#add(this.#scoreRead(pending, reading));
    }
  }

  /** The scored file; null if nothing in it answers the question. */
  #score(pending: Pending, ofChunks: ChunkScores, reading: FileReading | null): ScoredFile | null {
    if (ofChunks.scores.length === 0) return null;
    const { factor, ofFile } = pending;
    const [best, secondBest] = bestTwo(ofChunks.scores);
    const raw = (ofFile + hybridRanking.chunks * (best + hybridRanking.second * secondBest)) * factor;
    const near = this.#question.kinds === null ? pending.near : this.#nearOfKind(pending, ofChunks);
    if (this.#question.kinds !== null && best === 0 && near === 0) return null;
    const bonus = near + pending.named + (ofChunks.withPhrases.size > 0 ? this.#question.phrase : 0);
    return { pending, ...ofChunks, raw, bonus, total: 0, score: 0, reading };
  }

  /** Score for nearness in meaning, of the chunks that have a kind that the question asks for. */
  #nearOfKind({ candidate, fileId }: Pending, { ofKind }: ChunkScores): number {
    const { documents, meaning, priorOfTests } = this.#question;
    let share = 0;
    for (const [ordinal, chunkShare] of sharesOf(candidate.near, fileId))
      if (ofKind[ordinal] === true) share = Math.max(share, chunkShare);
    return meaning * share * filePrior(documents, candidate.row, priorOfTests);
  }

  /** The files in order, after reading those that are shown. @param unscored files that were too low to be scored */
  async #readShown(unscored: Pending[]): Promise<readonly ScoredFile[]> {
    for (;;) {
      const files = this.#ranked();
      const unread = files.slice(0, this.#question.shownFiles).filter(({ reading }) => reading === null);
      if (unread.length === 0) return this.#addVerbatim(files);
      const readings = await this.#readings(unread.map(({ pending }) => pending));
      const gone = new Set<ScoredFile>();
      for (const [at, file] of unread.entries()) {
        const reading = readings[at] ?? null;
        if (this.#isAsIndexed(file.pending, reading)) {
          file.reading = reading;
          continue;
        }
        // The file was written meanwhile, or its content has changed without a change of time and size.
        gone.add(file);
        if (reading !== null) this.#add(this.#scoreRead(file.pending, reading));
      }
      this.#scored = this.#scored.filter((file) => !gone.has(file));
      // A shown file was dropped or scored again, so files in `unscored` may be among the first now.
      if (gone.size > 0) await this.#scoreUntil(unscored, 0);
    }
  }

  /** Adds the score for having the question verbatim, to the shown files and to others that may have more of it. */
  async #addVerbatim(files: readonly ScoredFile[]): Promise<readonly ScoredFile[]> {
    const { written, shownFiles } = this.#question;
    if (written === null) return files;
    const shares: number[] = [];
    for (const file of files.slice(0, shownFiles)) {
      await this.#turns.take();
      shares.push(this.#findWritten(written, file));
    }
    const best = Math.max(0, ...shares);
    const others = files.slice(shownFiles).map((file) => ({ file, share: largest(file.maxVerbatim) }));
    const likely = others
      .filter(({ file, share }) => file.reading === null && share > Math.max(leastWrittenShare, best))
      .filter(({ file }) => !this.#isVast(file.pending.candidate.row))
      .toSorted((a, b) => b.share - a.share)
      .slice(0, maxVerbatimReads);
    const readings = await this.#readings(likely.map(({ file }) => file.pending));
    for (const [at, { file }] of likely.entries()) {
      const reading = readings[at] ?? null;
      if (!this.#isAsIndexed(file.pending, reading)) continue;
      file.reading = reading;
      await this.#turns.take();
      this.#findWritten(written, file);
    }
    return this.#ranked();
  }

  /** Whether a file has so many words that chunks of it match any question. Reading such a file would take longer than all others together. */
  #isVast(row: number): boolean {
    const { fieldLengths, count } = this.#question.documents;
    const width = fieldLengths.length / count;
    let words = 0;
    for (let at = row * width; at < (row + 1) * width; at++) words += fieldLengths[at]!;
    return words > vastWords;
  }

  /** Adds the score for having the question verbatim to a file that was read. Returns the share that it has, 0 to 1. */
  #findWritten(written: VerbatimQuery, file: ScoredFile): number {
    const { documents, priorOfTests } = this.#question;
    // If the question asks for tests, a verbatim match in a test is what it means.
    const prior = filePrior(
      documents,
      file.pending.candidate.row,
      priorOfTests === hybridRanking.test ? priorOfTests : 1,
    );
    const chunks = writtenChunks(written, file.maxVerbatim, file.reading!);
    if (chunks.size === 0) return 0;
    const most = Math.max(...chunks.values());
    file.withPhrases = new Map([
      ...[...chunks].map(([at, share]) => [at, verbatimScore(share)] as const),
      ...file.withPhrases,
    ]);
    file.bonus += hybridRanking.written * verbatimScore(most) * prior;
    return most;
  }

  /** Sets the total and the score of all scored files, and returns them best first. */
  #ranked(): ScoredFile[] {
    const most = this.#scored.reduce((largest, { raw }) => Math.max(largest, raw), 0) || 1;
    for (const file of this.#scored) file.total = file.raw / most + file.bonus;
    const files = this.#scored.toSorted(
      (a, b) => b.total - a.total || (a.pending.candidate.path < b.pending.candidate.path ? -1 : 1),
    );
    const totals = files.map(({ total }) => total);
    for (const file of files) file.score = likelihood(file.total, totals);
    return files;
  }

  /**
   * A shown file with its best chunks by words and meaning, or its first chunk if none matches.
   * @param least chunks below this share of the best chunk's score are left out
   */
  chunksOf(
    { pending, scores, ofKind, isDeclaration, withPhrases, reading }: ScoredFile,
    { most: mostChunks, least }: { most: number; least: number },
  ): {
    file: FileLines;
    chunks: readonly RankedChunk[];
  } {
    const { candidate, fileId } = pending;
    // Positions of chunks and lines hold only for the indexed content.
    const isAsIndexed = this.#isAsIndexed(pending, reading);
    const near = sharesOf(isAsIndexed ? candidate.near : null, fileId);
    const meant = isAsIndexed ? (this.#question.meant.get(fileId) ?? []) : [];
    const ranked = rankChunks({ ...{ reading: reading!, scores, ofKind, withPhrases }, near, meant }, this.#question);
    const shown = ranked.slice(0, mostChunks).filter(({ score }, at) => at === 0 || score >= ranked[0]!.score * least);
    const { inLines, chunk } = reading!;
    return {
      file: inLines(),
      chunks: shown.map(({ at, ...scoresOfChunk }) => ({
        chunk: chunk(at),
        ...scoresOfChunk,
        isDeclaration: isDeclaration[at] === true,
      })),
    };
  }
}

function largest(numbers: Float64Array): number {
  return numbers.reduce((most, one) => Math.max(most, one), 0);
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

function remove<Item>(list: Item[], item: Item): void {
  const at = list.indexOf(item);
  if (at !== -1) list.splice(at, 1);
}

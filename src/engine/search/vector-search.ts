/**
 * The chunks whose meaning is nearest to that of a question, as they are on disk at the moment of the question.
 * Invariants: the same files and question give the same answer in the same order, however the index was built up; an answer that lacks files, or
 * cannot be given, says so.
 */
import type { Embedder } from '../../embed/embedder.ts';
import { chunkId, type ChunkedFile, type ChunkSpan } from '../../model/chunk.ts';
import { AppError, toAppError } from '../../model/error.ts';
import { StoredVectors, type NearRow } from '../../search/vectors/stored-vectors.ts';
import { unpackChunks } from '../../store/packed/packed-chunks.ts';
import { viewOf, type FileRecord, type IndexView, type Store } from '../../store/store.ts';
import { rejectOnAbort } from '../cancellation.ts';
import type { EmbeddingWork } from '../embedding/embedding-work.ts';
import type { FilesOnDisk } from '../files/files-on-disk.ts';
import { eachInTurns } from '../../util/turns/each-in-turns.ts';
import type {
  NearestAnswer,
  NearestChunk,
  NearestRequest,
  SemanticAnswer,
  SemanticHit,
  SemanticQueries,
} from '../types.ts';

/** What a question needs of the work on vectors. */
export type QuestionVectors = Pick<EmbeddingWork, 'isOff' | 'embedder' | 'state' | 'catchUp'>;

/** The parts of the engine that these answers need. */
export interface VectorSearchHost {
  disk: Pick<FilesOnDisk, 'hasChanged'>;
  work: QuestionVectors;
  /** Opens the index, and starts to make one if there is none. */
  prepare: () => Promise<IndexView>;
  /** Says how the index may differ from the disk; null if it does not. */
  note: (view: IndexView) => Promise<string | null>;
  /** Whether a run is writing: changed files are left to it. */
  isIndexing: () => boolean;
  /** Memory limit of the vectors (bytes); vectors beyond it are left out, and the answer says so. */
  mostBytes: number;
  /** Files in their present state, in the order of `paths`; null for a file that is gone or cannot be read. */
  chunkedFiles: (store: Store, paths: readonly string[]) => Promise<(ChunkedFile | null)[]>;
  /** Reads changed files again. */
  readAgain: (store: Store, files: readonly FileRecord[]) => Promise<void>;
}

/** The nearest indexed chunks, best first. All chunks that are as near as the last one are included. */
export interface NearestRows extends Pick<NearestAnswer, 'state' | 'note'> {
  hits: readonly NearRow[];
}

/** The answer if there is no embedder, or the embedder fails. */
interface Unanswered extends NearestRows {
  state: 'off' | 'unavailable';
  hits: readonly never[];
}

interface EmbeddedQuestion {
  view: IndexView;
  embedder: Embedder;
  vector: Float32Array;
}

/** An answer is made again at most this often because files behind it have changed. */
const maxRefreshes = 3;
/** How long an answer waits for vectors if the index has none at all (ms). */
const firstPatienceMs = 3000;
/** How long an answer waits if few files (`fewMissing`) have no vectors (ms). */
const patienceMs = 500;
/** At most this many files are few. */
const fewMissing = 100;

export class VectorSearch implements SemanticQueries {
  readonly #host: VectorSearchHost;
  #loaded: { store: Store; rows: StoredVectors } | null = null;

  constructor(host: VectorSearchHost) {
    this.#host = host;
  }

  get mostBytes(): number {
    return this.#host.mostBytes;
  }

  async nearest(request: NearestRequest): Promise<NearestAnswer> {
    try {
      const embedded = await this.#embed(await this.#host.prepare(), request);
      return 'state' in embedded ? { ...embedded, refreshed: 0 } : await this.#answer(embedded, request);
    } catch (error) {
      throw toAppError(error);
    }
  }

  /** The nearest chunks of the index, without comparing them with the disk. */
  async nearestRows(asked: IndexView, request: NearestRequest): Promise<NearestRows> {
    try {
      const embedded = await this.#embed(asked, request);
      if ('state' in embedded) return embedded;
      const { view, embedder, vector } = embedded;
      const rows = this.#rows(view.store, embedder);
      const hits = await rows.nearest(view, vector, request.k, request);
      const note = await this.#noteOf(view, rows);
      return { state: note === null ? 'ready' : 'partial', hits, note };
    } catch (error) {
      throw toAppError(error);
    }
  }

  /** The question's vector with the index as it then is, or why there is none. */
  async #embed(asked: IndexView, { query, signal }: NearestRequest): Promise<EmbeddedQuestion | Unanswered> {
    if (this.#host.work.isOff) return unanswered('off', switchedOff);
    try {
      const embedder = await this.#host.work.embedder();
      if (embedder === null) return unanswered('off', switchedOff);
      const view = await this.#waitForVectors(asked, signal);
      const [vector] = await embedder.embed([query], 'query', signal);
      return { view, embedder, vector: vector! };
    } catch (error) {
      const { code, message, hint } = toAppError(error);
      if (code === 'CancelledError') throw error;
      return unanswered('unavailable', hint === null ? message : `${message}. ${hint}`);
    }
  }

  async search(request: NearestRequest): Promise<SemanticAnswer> {
    for (let round = 0; ; round++) {
      const answer = await this.nearest(request);
      const hits = await this.#textsOf(answer.hits);
      // A file was written meanwhile, so the question is asked again.
      if (hits.length === answer.hits.length || round >= maxRefreshes) return { ...answer, hits };
    }
  }

  async #textsOf(near: readonly NearestChunk[]): Promise<SemanticHit[]> {
    if (near.length === 0) return [];
    try {
      const paths = [...new Set(near.map(({ path }) => path))];
      const { store } = await this.#host.prepare();
      const files = await this.#host.chunkedFiles(store, paths);
      const byPath = new Map(files.map((file, at) => [paths[at], file]));
      return near.flatMap(({ path, id, similarity }): SemanticHit[] => {
        const file = byPath.get(path) ?? null;
        const chunk = file?.chunks.find((one) => one.id === id);
        return file === null || chunk === undefined ? [] : [{ file, chunk, similarity }];
      });
    } catch (error) {
      throw toAppError(error);
    }
  }

  /** Starts to make missing vectors, and waits for them with timeout. @returns the index after that */
  async #waitForVectors(view: IndexView, signal: AbortSignal | undefined): Promise<IndexView> {
    const { work } = this.#host;
    const before = await work.state(view);
    // At the end of a run the vectors of its files are made.
    if (before.missing.length === 0 || this.#host.isIndexing()) return view;
    // Many missing vectors take longer than a question may wait.
    const waitMs = before.done === 0 ? firstPatienceMs : before.missing.length > fewMissing ? 0 : patienceMs;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((done) => (timer = setTimeout(done, waitMs).unref()));
    const done = work.catchUp().then(
      () => {},
      () => {},
    );
    try {
      await Promise.race([done, timeout, rejectOnAbort(signal)]);
    } finally {
      clearTimeout(timer);
    }
    return viewOf(view.store);
  }

  async #answer({ view: asked, embedder, vector }: EmbeddedQuestion, request: NearestRequest): Promise<NearestAnswer> {
    const { k, checkDisk = true, signal } = request;
    // A set, because a file that could not be read in time comes up again in the next round.
    const refreshed = new Set<string>();
    const { store } = asked;
    let view = asked;
    for (let round = 0; ; round++) {
      if (signal?.aborted === true) throw new AppError('CancelledError', 'The call was cancelled');
      const rows = this.#rows(store, embedder);
      const near = await rows.nearest(view, vector, k, request);
      const found = await chunksOfRows(store, near);
      const isLastRound = round >= maxRefreshes;
      if (checkDisk && !isLastRound && !this.#host.isIndexing()) {
        const changed = found.files.filter((file) => this.#host.disk.hasChanged(file));
        if (changed.length > 0) {
          await this.#host.readAgain(store, changed);
          view = await this.#waitForVectors(await viewOf(store), signal);
          for (const { path } of changed) refreshed.add(path);
          continue;
        }
      }
      // Another process has written the file meanwhile.
      if (found.lost && !isLastRound) {
        view = await viewOf(store);
        continue;
      }
      const note = await this.#noteOf(view, rows);
      const hits = found.hits.slice(0, k);
      return { state: note === null ? 'ready' : 'partial', hits, refreshed: refreshed.size, note };
    }
  }

  async #noteOf(view: IndexView, { counts }: StoredVectors): Promise<string | null> {
    const missing = (await this.#host.work.state(view)).missing.length;
    const notes = [await this.#host.note(view), ...coverageNotes(missing, counts.leftOut)];
    return notes.filter((one) => one !== null).join(' ') || null;
  }

  #rows(store: Store, { id, dimensions }: Embedder): StoredVectors {
    if (this.#loaded?.store !== store || this.#loaded.rows.embedder !== id) {
      this.#loaded?.rows.close();
      this.#loaded = {
        store,
        rows: new StoredVectors({ embedder: id, dimensions, maxBytes: this.#host.mostBytes }),
      };
    }
    return this.#loaded.rows;
  }

  close(): void {
    this.#loaded?.rows.close();
    this.#loaded = null;
  }
}

const switchedOff =
  'Search by meaning is switched off: `embedding.provider` is `off`. Set it to `static` for the model in the package, which needs nothing else';

function unanswered(state: Unanswered['state'], note: string): Unanswered {
  return { state, hits: [], note };
}

function coverageNotes(missing: number, leftOut: number): string[] {
  const notes: string[] = [];
  if (missing > 0) {
    const files = missing === 1 ? '1 file has' : `${missing} files have`;
    notes.push(`${files} no vectors yet: their chunks are not found by meaning so far.`);
  }
  if (leftOut > 0)
    notes.push(`${leftOut} files are not searched by meaning: their vectors do not fit the memory bound.`);
  return notes;
}

/** The chunks of rows, best first, then by path and line. `lost`: whether the file or the chunk of a row is no longer in the index. */
async function chunksOfRows(
  store: Store,
  near: readonly NearRow[],
): Promise<{ hits: NearestChunk[]; files: FileRecord[]; lost: boolean }> {
  const ids = [...new Set(near.map(({ fileId }) => fileId))];
  const files = await store.files(ids);
  const records = new Map(files.map((file) => [file.id, file]));
  const spans = new Map<number, ChunkSpan[]>();
  await eachInTurns([...(await store.chunks(ids))], ([id, packed]) => spans.set(id, unpackChunks(packed)));
  const hits: NearestChunk[] = [];
  await eachInTurns(near, ({ fileId, ordinal, similarity }) => {
    const [record, span] = [records.get(fileId), spans.get(fileId)?.[ordinal]];
    if (record === undefined || span === undefined) return;
    const { path, language } = record;
    const { key, startLine, endLine, kind } = span;
    hits.push({ fileId, path, language, ordinal, id: chunkId(path, key), startLine, endLine, kind, similarity });
  });
  hits.sort(
    (a, b) => b.similarity - a.similarity || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.ordinal - b.ordinal),
  );
  return { hits, files, lost: hits.length < near.length };
}

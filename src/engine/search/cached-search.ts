/**
 * Gives `searchRepo` and `semantic.search` a cache of answers. The cache has the ids of chunks, never their text.
 * Invariant: the text of a cached answer is read when it is given, so it matches the disk.
 */
import type { ChunkedFile } from '../../model/chunk.ts';
import { toAppError } from '../../model/error.ts';
import type { IndexView, Store } from '../../store/store.ts';
import type { AnswerCache } from './answer-cache.ts';
import { searchRepo, type HybridSearchHost } from './hybrid-search.ts';
import type {
  NearestAnswer,
  NearestRequest,
  HybridQuery,
  HybridSearchResult,
  SemanticAnswer,
  SemanticQueries,
} from '../types.ts';

interface CachedHybridHit {
  path: string;
  chunk: string;
  score: number;
  others: readonly string[];
}

interface CachedHybridAnswer {
  total: number;
  hits: readonly CachedHybridHit[];
}

type FilesByPath = ReadonlyMap<string, ChunkedFile | null>;

async function filesByPath(host: CachedSearchHost, store: Store, paths: readonly string[]): Promise<FilesByPath> {
  const distinct = [...new Set(paths)];
  const files = await host.chunkedFiles(store, distinct);
  return new Map(distinct.map((path, at) => [path, files[at] ?? null]));
}

type CachedSearchHost = Pick<HybridSearchHost, 'prepare' | 'chunkedFiles' | 'note'>;

export async function searchRepoCached(
  host: HybridSearchHost,
  cache: AnswerCache,
  query: HybridQuery,
): Promise<HybridSearchResult> {
  try {
    const view = await host.prepare();
    const { store } = view;
    const { answer, cached } = await cache.ask<HybridSearchResult, CachedHybridAnswer>(view, {
      asked: ['searchRepo', query],
      answer: async () => {
        const dependencies = new Set<string>();
        const dependsOn = (paths: readonly string[]): void => {
          for (const path of paths) dependencies.add(path);
        };
        const result = await searchRepo({ ...host, prepare: async () => view, dependsOn }, query);
        // Notes describe only the moment of the answer, so an answer with notes is not cached.
        const isCacheable = result.notes.length === 0;
        const toCache = isCacheable ? { data: dataOf(result), paths: [...dependencies] } : null;
        return { answer: result, state: await store.state(), toCache };
      },
      restore: async (data) => {
        const files = await filesByPath(
          host,
          store,
          data.hits.map(({ path }) => path),
        );
        const note = await host.note(view);
        return restoreResult(data, files, note);
      },
    });
    return cached ? { ...answer, cached } : answer;
  } catch (error) {
    throw toAppError(error);
  }
}

function dataOf({ total, hits }: HybridSearchResult): CachedHybridAnswer {
  return {
    total,
    hits: hits.map(({ file, chunk, score, others }) => ({
      path: file.path,
      chunk: chunk.id,
      score,
      others: others.map(({ id }) => id),
    })),
  };
}

/** Null if a chunk is no longer there. */
function restoreResult(
  { total, hits }: CachedHybridAnswer,
  files: FilesByPath,
  note: string | null,
): HybridSearchResult | null {
  const full = hits.flatMap(({ path, chunk: id, score, others: ids }) => {
    const file = files.get(path) ?? null;
    if (file === null) return [];
    const byId = new Map(file.chunks.map((one) => [one.id, one]));
    const chunk = byId.get(id);
    const others = ids.flatMap((other) => byId.get(other) ?? []);
    if (chunk === undefined || others.length < ids.length) return [];
    const { chunks: _, ...inLines } = file;
    return [{ file: inLines, chunk, score, others }];
  });
  return full.length < hits.length ? null : { total, hits: full, notes: note === null ? [] : [note] };
}

type CachedNearHits = readonly { path: string; chunk: string; similarity: number }[];

/** Search by meaning, with the answers of `search` cached. */
export class CachedSemanticQueries implements SemanticQueries {
  readonly #host: CachedSearchHost;
  readonly #cache: AnswerCache;
  readonly #uncached: SemanticQueries;

  constructor(host: CachedSearchHost, cache: AnswerCache, uncached: SemanticQueries) {
    this.#host = host;
    this.#cache = cache;
    this.#uncached = uncached;
  }

  nearest(request: NearestRequest): Promise<NearestAnswer> {
    return this.#uncached.nearest(request);
  }

  async search(request: NearestRequest): Promise<SemanticAnswer> {
    try {
      const { signal: _, ...asked } = request;
      const view = await this.#host.prepare();
      const { answer, cached } = await this.#cache.ask<SemanticAnswer, CachedNearHits>(view, {
        asked: ['semantic', asked],
        answer: async () => {
          const found = await this.#uncached.search(request);
          const state = await view.store.state();
          if (found.state !== 'ready') return { answer: found, state, toCache: null };
          const data = found.hits.map(({ file, chunk, similarity }) => ({
            path: file.path,
            chunk: chunk.id,
            similarity,
          }));
          return { answer: found, state, toCache: { data, paths: [...new Set(data.map(({ path }) => path))] } };
        },
        restore: async (data) => this.#restoreAnswer(view, data),
      });
      return cached ? { ...answer, cached } : answer;
    } catch (error) {
      throw toAppError(error);
    }
  }

  async #restoreAnswer(view: IndexView, cached: CachedNearHits): Promise<SemanticAnswer | null> {
    const files = await filesByPath(
      this.#host,
      view.store,
      cached.map(({ path }) => path),
    );
    const hits = cached.flatMap(({ path, chunk: id, similarity }) => {
      const file = files.get(path) ?? null;
      const chunk = file?.chunks.find((one) => one.id === id);
      return file === null || chunk === undefined ? [] : [{ file, chunk, similarity }];
    });
    if (hits.length < cached.length) return null;
    const note = await this.#host.note(view);
    return { state: note === null ? 'ready' : 'partial', hits, refreshed: 0, note };
  }
}

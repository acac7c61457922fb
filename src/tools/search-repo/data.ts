/** The answer of `search_repo` as data, for other programs. Invariant: it has all results, also those that do not fit into the text, each with its whole chunk. */
import type { HybridHit, HybridQuery, HybridSearchResult } from '../../engine/types.ts';
import type { Chunk } from '../../model/chunk.ts';
import { nextOffset } from './format.ts';

function placeData({ id, startLine, endLine, kind, symbols, container }: Chunk): Record<string, unknown> {
  return { startLine, endLine, chunkId: id, kind, symbols, container };
}

function hitData({ file, chunk, score, others }: HybridHit): Record<string, unknown> {
  return {
    path: file.path,
    ...placeData(chunk),
    score: Math.round(score * 10_000) / 10_000,
    language: file.language,
    text: file.lines.slice(chunk.startLine - 1, chunk.endLine).join('\n'),
    others: others.map(placeData),
  };
}

export function hybridSearchData(result: HybridSearchResult, query: HybridQuery): Record<string, unknown> {
  const next = nextOffset(result, query, result.hits.length);
  return {
    query: query.query,
    total: result.total,
    hits: result.hits.map(hitData),
    notes: result.notes,
    ...(next === null ? {} : { next_offset: next }),
  };
}

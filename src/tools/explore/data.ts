/** The answer of `explore` as data, for other programs. Invariant: it has each piece once; the pieces chosen as code have their whole code. */
import type { ExplorePiece, ExploreResult, Linked, Surroundings } from '../../engine/types.ts';

function linkedData({ node, site, sites }: Linked): Record<string, unknown> {
  const { id, kind, path, line, isTest } = node;
  return { id, kind, path, line, isTest, site: { line: site.line, kind: site.kind, by: site.resolution }, sites };
}

function aroundData({ node, unresolved, ...lists }: Surroundings): Record<string, unknown> {
  const linked = new Map(Object.entries(lists).map(([name, list]) => [name, list.map(linkedData)]));
  return {
    id: node.id,
    ...Object.fromEntries(linked),
    unresolved: { in: unresolved.in.sites, out: unresolved.out.sites },
  };
}

function pieceData({ file, chunk, key, role, score, isChosen, surroundings }: ExplorePiece): Record<string, unknown> {
  const { id, startLine, endLine, kind, symbols, container } = chunk;
  return {
    path: file.path,
    ...{ startLine, endLine, chunkId: id, key, kind, role, symbols, container },
    score: Math.round(score * 10_000) / 10_000,
    ...(isChosen ? { text: file.lines.slice(startLine - 1, endLine).join('\n') } : {}),
    ...(surroundings === null ? {} : { around: aroundData(surroundings) }),
  };
}

export function exploreData(
  query: string,
  { pieces, files, passedOver, notes }: ExploreResult,
): Record<string, unknown> {
  return { query, files, passedOver, pieces: pieces.map(pieceData), notes };
}

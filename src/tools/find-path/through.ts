/** Paths through a symbol: those to it, each continued by those from it. */
import type { GraphEdge, PathAnswer, PathRequest } from '../../model/graph.ts';

type Ask = (request: PathRequest) => Promise<PathAnswer>;

/** The answer, and which part of the way has no path; null: none of the two. */
export interface Through {
  via: string;
  answer: PathAnswer;
  missing: 'to' | 'from' | null;
}

/**
 * Of several meanings of the symbol, the one with the shortest way. Where no way leads through any of them, the answer is that of the part that is missing
 * for the likeliest.
 * @param ids the meanings, the likeliest first; at least one
 */
export async function askThrough(ask: Ask, request: PathRequest, ids: readonly string[]): Promise<Through> {
  let best: Through | null = null;
  for (const via of ids) {
    const found = await throughOne(ask, request, via);
    if (best === null || isBetter(found, best)) best = found;
  }
  return best!;
}

function isBetter(one: Through, other: Through): boolean {
  if (one.missing !== null) return false;
  return other.missing !== null || one.answer.paths[0]!.length < other.answer.paths[0]!.length;
}

async function throughOne(ask: Ask, request: PathRequest, via: string): Promise<Through> {
  const first = await ask({ ...request, to: { symbol: via } });
  if (first.paths.length === 0 && first.from.id !== via) return { via, answer: first, missing: 'to' };
  const second = await ask({ ...request, from: { symbol: via } });
  if (second.paths.length === 0 && second.to.id !== via) return { via, answer: second, missing: 'from' };
  return { via, answer: joined(first, second, request.maxPaths), missing: null };
}

function joined(first: PathAnswer, second: PathAnswer, maxPaths: number): PathAnswer {
  const heads = first.paths.length === 0 ? [[]] : first.paths;
  const tails = second.paths.length === 0 ? [[]] : second.paths;
  const all: GraphEdge[][] = heads.flatMap((head) => tails.map((tail) => [...head, ...tail]));
  return {
    ...second,
    from: first.from,
    meanings: { from: first.meanings.from, to: second.meanings.to },
    patterns: {
      ...(first.patterns.from === undefined ? {} : { from: first.patterns.from }),
      ...(second.patterns.to === undefined ? {} : { to: second.patterns.to }),
    },
    paths: all.sort((a, b) => a.length - b.length).slice(0, maxPaths),
    truncation: first.truncation.reason === null ? second.truncation : first.truncation,
    state: first.state.freshness.note === null ? second.state : first.state,
  };
}

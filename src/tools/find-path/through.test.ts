import { describe, expect, it } from 'vitest';
import type { GraphEdge, PathAnswer, PathRequest } from '../../model/graph.ts';
import { edge, pathAnswer, sites, symbol } from '../testing/fixed-graph.ts';
import { askThrough } from './through.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => symbol(`src/${name}.ts#${name}`)) as [
  ReturnType<typeof symbol>,
  ReturnType<typeof symbol>,
  ReturnType<typeof symbol>,
  ReturnType<typeof symbol>,
];
const byId = new Map([a, b, c, d].map((node) => [node.id, node]));
const request: PathRequest = { from: { symbol: a.id }, to: { symbol: d.id }, maxDepth: 10, maxPaths: 3 };

/** @param known the paths by `from>to` */
function asking(known: Record<string, GraphEdge[][]>): (asked: PathRequest) => Promise<PathAnswer> {
  return async ({ from, to }) =>
    pathAnswer(byId.get(from.symbol)!, byId.get(to.symbol)!, known[`${from.symbol}>${to.symbol}`] ?? []);
}

describe('paths through a symbol', () => {
  it('are each path to it with each path from it, the shortest first', async () => {
    const short = [edge(b, d, sites([1]))];
    const long = [edge(b, c), edge(c, d)];
    const ask = asking({ [`${a.id}>${b.id}`]: [[edge(a, b)]], [`${b.id}>${d.id}`]: [long, short] });
    const { via, answer, missing } = await askThrough(ask, request, [b.id]);
    expect([via, missing, answer.from.id, answer.to.id]).toEqual([b.id, null, a.id, d.id]);
    expect(answer.paths.map((path) => path.map(({ to }) => to.id))).toEqual([
      [b.id, d.id],
      [b.id, c.id, d.id],
    ]);
  });

  it('lead through the meaning with the shortest way', async () => {
    const ask = asking({
      [`${a.id}>${b.id}`]: [[edge(a, b)]],
      [`${a.id}>${c.id}`]: [[edge(a, c)]],
      [`${c.id}>${d.id}`]: [[edge(c, d)]],
    });
    expect(await askThrough(ask, request, [b.id, c.id])).toMatchObject({ via: c.id, missing: null });
  });

  it('are missing with the part that has no path', async () => {
    const ask = asking({ [`${a.id}>${b.id}`]: [[edge(a, b)]] });
    expect(await askThrough(ask, request, [b.id])).toMatchObject({ missing: 'from', answer: { from: { id: b.id } } });
    expect(await askThrough(ask, request, [c.id])).toMatchObject({ missing: 'to', answer: { to: { id: c.id } } });
  });

  it('may begin or end at the symbol', async () => {
    const ask = asking({ [`${a.id}>${d.id}`]: [[edge(a, d)]] });
    expect(await askThrough(ask, request, [a.id])).toMatchObject({ missing: null, answer: { paths: [{ length: 1 }] } });
    expect(await askThrough(ask, request, [d.id])).toMatchObject({ missing: null, answer: { paths: [{ length: 1 }] } });
  });
});

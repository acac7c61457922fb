import { describe, expect, it } from 'vitest';
import { callGraphTool } from '../testing/call-graph-tool.ts';
import { edge, neighboursAnswer, sites, symbol } from '../testing/fixed-graph.ts';
import { tool } from './tool.ts';

const app = symbol('src/app.ts#App.run', { kind: 'method', exported: true });
const odd = symbol('src/`odd`\nname.ts#__proto__', { isTest: true });
const store = symbol('src/store.ts#Store', { kind: 'class', startLine: 4, endLine: 4 });
const file = symbol('src/main.ts');

const rich = neighboursAnswer(
  app,
  [
    { node: file, distance: 1 },
    { node: store, distance: 1 },
    { node: odd, distance: 2 },
  ],
  [
    edge(file, app, sites([3])),
    edge(app, store, [...sites([11], 'construct'), ...sites([12, 13], 'type')]),
    edge(odd, store, sites([2], 'extends', 'name')),
  ],
  {
    unresolved: {
      in: { sites: 1, files: 1, samples: [{ path: 'x.ts', line: 1, column: 1, caller: 'f', kind: 'call' }] },
      out: {
        sites: 1,
        files: 1,
        samples: [{ path: 'src/app.ts', line: 15, column: 1, caller: 'App.run', kind: 'call', name: 'go' }],
      },
    },
  },
);

const ask = async (args: Record<string, unknown>, neighbours = rich) =>
  callGraphTool(tool, { symbol: neighbours.center.id, ...args }, { neighbours });

describe('get_neighbors', () => {
  it('shows symbols by file with their links', async () => {
    const { text, asked, data } = await ask({ maxDepth: 2 });
    await expect(text).toMatchFileSnapshot('golden/rich.txt');
    expect(asked).toEqual([['neighbours', { symbol: app.id, maxDepth: 2, direction: 'both' }]]);
    expect(data).toMatchObject({ total: 3, shown: 3, edges: 3, shown_edges: 3, unresolved: { places: 1 } });
  });

  it('draws the same as Mermaid, whatever the names are', async () => {
    const { text, data } = await ask({ maxDepth: 2, format: 'mermaid', direction: 'in' });
    await expect(text).toMatchFileSnapshot('golden/rich.mmd');
    expect(data).toMatchObject({ mermaid: text, total: 3, direction: 'in' });
    for (const line of text.trimEnd().split('\n').slice(1)) {
      expect(line).toMatch(
        /^(?: {2}n\d+\["(?:[^"`#%{}<>]|#\d+;|<br\/>)*"\]| {2}n\d+ (?:-->|-\.->)\|"[a-z, ]+"\| n\d+|%% [^%{}]*)$/,
      );
    }
  });

  it('says when there are none', async () => {
    const { text } = await ask({ direction: 'out' }, neighboursAnswer(app, [], []));
    expect(text).toContain('direction: out\nneighbours: 0\nedges: 0\n\nfile: src/app.ts\n  App.run [10-20]\n');
    expect(text).not.toContain('unresolved');
  });

  it.each(['text', 'mermaid'])('holds the budget as %s, and shows no edge to what is cut', async (format) => {
    const nodes = Array.from({ length: 600 }, (_, i) => ({ node: symbol(`src/file-${i}.ts#name${i}`), distance: 1 }));
    const edges = nodes.map(({ node }) => edge(node, app));
    const { text, data } = await ask({ format }, neighboursAnswer(app, nodes, edges));
    expect(text.length).toBeLessThan(8000);
    expect(JSON.stringify(data).length).toBeLessThan(8000);
    expect(data['shown_edges']).toBe(data['shown']);
    expect(data).toMatchObject({ total: 600, edges: 600 });
    expect(text).toContain(`${600 - Number(data['shown'])} of the 600 symbols do not fit into 8000 characters`);
  });

  it.each([
    [{ direction: 'up' }, 'direction must be one of in, out, both'],
    [{ format: 'dot' }, 'format must be one of text, mermaid'],
    [{ maxDepth: 11 }, 'maxDepth must be at most 10'],
  ])('refuses %j', async (args, message) => {
    expect((await ask(args)).text.split('\n')[0]).toBe(`Error: ${message}`);
  });
});

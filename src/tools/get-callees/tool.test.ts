import { describe, expect, it } from 'vitest';
import { callGraphTool } from '../testing/call-graph-tool.ts';
import { callsAnswer, edge, reached, sites, symbol } from '../testing/fixed-graph.ts';
import { tool } from './tool.ts';

const app = symbol('src/app.ts#App', { kind: 'class', startLine: 1, endLine: 90 });
const run = symbol('src/app.ts#App.run', { kind: 'method' });
const contract = symbol('src/contract.ts#Store.get', { kind: 'method' });
const memory = symbol('src/memory.ts#MemoryStore.get', { kind: 'method' });
const load = symbol('src/load.ts#load');
const helper = symbol('src/load.ts#helper');

const rich = callsAnswer(
  app,
  [
    reached(contract, 1, [edge(run, contract, sites([14]))]),
    reached(memory, 1, [edge(run, memory, sites([14]), contract)]),
    reached(load, 1, [edge(app, load, sites([3, 5]))]),
    reached(helper, 2, [edge(load, helper, sites([31], 'construct', 'name'))]),
  ],
  {
    unresolved: {
      sites: 2,
      files: 1,
      samples: [
        { path: 'src/app.ts', line: 20, column: 1, caller: 'App', kind: 'call', name: 'fetch' },
        { path: 'src/app.ts', line: 22, column: 1, caller: 'App.run', kind: 'call', name: 'send' },
      ],
    },
  },
);

describe('get_callees', () => {
  it('shows what is called, by whom, and through which declaration', async () => {
    const { text, asked } = await callGraphTool(tool, { symbol: 'App', maxDepth: 2 }, { callees: rich });
    await expect(text).toMatchFileSnapshot('golden/rich.txt');
    expect(asked).toEqual([['callees', { symbol: 'src/app.ts#App', maxDepth: 2 }]]);
  });

  it('does not call it certain that there are none while calls are unresolved', async () => {
    const open = await callGraphTool(tool, { symbol: 'App' }, { callees: { ...rich, reached: [] } });
    expect(open.text).toContain('callees: none found, but 2 calls in it could not be resolved\n');
    const none = await callGraphTool(tool, { symbol: 'App' }, { callees: callsAnswer(app, []) });
    expect(none.text).toContain('callees: none\n');
    expect(none.text).not.toContain('note:');
  });
});

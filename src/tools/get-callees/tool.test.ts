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

  it('names implementations beside the declaration through which they are called', async () => {
    const names = ['Disk', 'Memory', 'Net'];
    const behind = names.map((name) => symbol(`src/impl.ts#${name}.get`, { kind: 'method' }));
    const found = [
      reached(contract, 1, [edge(run, contract, sites([14]))]),
      ...behind.map((one) => reached(one, 1, [edge(run, one, sites([14]), contract)])),
    ];
    const { text, data } = await callGraphTool(tool, { symbol: 'App' }, { callees: callsAnswer(app, found) });
    expect(text).toContain('callees: 4 in 2 files\n\nfile: src/contract.ts\n');
    expect(text).toContain(
      '  Store.get [10-20] called by App.run at 14; may run 3 implementations: Disk.get src/impl.ts:10, Memory.get src/impl.ts:10, Net.get src/impl.ts:10\n',
    );
    const implementations = names.map((name) => `${name}.get src/impl.ts:10`);
    expect(data).toMatchObject({ shown: 1, distances: [{ symbols: 4, files: [{ symbols: [{ implementations }] }] }] });
    const two = await callGraphTool(tool, { symbol: 'App' }, { callees: callsAnswer(app, found.slice(0, 3)) });
    // A reader who saw two of them as entries of their own took one call for three.
    expect(two.text).toContain('; may run 2 implementations: Disk.get src/impl.ts:10, Memory.get src/impl.ts:10\n');
    expect(two.text).not.toContain('file: src/impl.ts');
  });

  it('only names vendored code, unless it is asked about vendored code', async () => {
    const log = ['debug', 'warn'].map((name) => symbol(`vendor/log/log.go#${name}`, { isVendored: true }));
    const found = [load, ...log].map((one) => reached(one, 1, [edge(app, one)]));
    const { text, data } = await callGraphTool(tool, { symbol: 'App' }, { callees: callsAnswer(app, found) });
    expect(text).toContain('callees: 3 in 2 files\n\nfile: src/load.ts\n  load [10-20] called at 12\n\n');
    expect(text).toContain('\n\nvendored: 2 in 1 file: vendor/log/log.go (debug, warn)\n');
    const most = [{ path: 'vendor/log/log.go', symbols: 2, names: ['debug', 'warn'] }];
    expect(data).toMatchObject({
      shown: 1,
      distances: [{ symbols: 3, folded_vendored: { symbols: 2, files: 1, most } }],
    });
    const copied = { ...app, isVendored: true };
    const inside = await callGraphTool(tool, { symbol: 'App' }, { callees: callsAnswer(copied, found) });
    expect(inside.text).toContain('\nfile: vendor/log/log.go\n  debug [10-20] called at 12\n');
  });

  it('does not call it certain that there are none while calls are unresolved', async () => {
    const open = await callGraphTool(tool, { symbol: 'App' }, { callees: { ...rich, reached: [] } });
    expect(open.text).toContain('callees: none found, but 2 calls in it could not be resolved\n');
    const none = await callGraphTool(tool, { symbol: 'App' }, { callees: callsAnswer(app, []) });
    expect(none.text).toContain('callees: none\n');
    expect(none.text).not.toContain('note:');
  });
});

import { describe, expect, it } from 'vitest';
import { callGraphTool } from '../testing/call-graph-tool.ts';
import { edge, fresh, pathAnswer, sites, symbol } from '../testing/fixed-graph.ts';
import { tool } from './tool.ts';

const main = symbol('src/main.ts');
const start = symbol('src/app.ts#App.start', { kind: 'method' });
const contract = symbol('src/contract.ts#Store.get', { kind: 'method' });
const get = symbol('src/memory.ts#MemoryStore.get', { kind: 'method', signature: '(): string' });

const rich = pathAnswer(main, get, [
  [edge(main, start, sites([5])), edge(start, get, sites([14, 19], 'call', 'name'), contract)],
  [edge(main, get, [...sites([3], 'import'), ...sites([7], 'call', 'compiler')])],
]);

const ask = async (args: Record<string, unknown>, paths = rich) =>
  callGraphTool(tool, { from: paths.from.id, to: paths.to.id, ...args }, { paths, symbols: [start, main, get] });

describe('find_path', () => {
  it('shows one step a line', async () => {
    const { text, asked } = await ask({});
    await expect(text).toMatchFileSnapshot('golden/rich.txt');
    const request = { from: { symbol: main.id }, to: { symbol: get.id }, maxDepth: 10, maxPaths: 60 };
    expect(asked).toEqual([['paths', request]]);
  });

  it('has the same facts as data', async () => {
    const { data } = await ask({});
    expect(data).toMatchObject({
      from: { id: 'src/main.ts', kind: 'file' },
      to: { id: get.id, kind: 'method' },
      total: 2,
      shown: 2,
      paths: [
        [
          { to: 'App.start', place: 'src/app.ts:10', links: [{ kind: 'call', at: [5] }] },
          {
            to: 'MemoryStore.get',
            place: 'src/memory.ts:10',
            links: [{ kind: 'call', at: [14, 19], resolution: 'name', via: 'Store.get' }],
          },
        ],
        [{ links: [{ kind: 'import' }, { kind: 'call', resolution: 'compiler' }] }],
      ],
    });
  });

  it('says plainly that there is no path, and what to try', async () => {
    const { text, data } = await ask({}, pathAnswer(main, get, [], { reversed: true }));
    expect(text).toContain('paths: no path within 10 edges; 5 symbols searched\n');
    expect(text).toContain('note: There is a path in the other direction: ask again with the two ends swapped.');
    expect(text).toContain('note: Unresolved places are not followed:');
    expect(data).toMatchObject({ total: 0, summary: 'no path within 10 edges; 5 symbols searched', paths: [] });
    const unsure = await ask(
      { maxDepth: 2 },
      pathAnswer(main, get, [], { truncation: { reason: 'time', frontier: 9 } }),
    );
    expect(unsure.text).toContain('paths: no path known within 2 edges; 5 symbols searched\n');
    expect(unsure.text).toContain(
      'note: The walk stopped at its limit (time); 9 symbols it reached were not followed.',
    );
    const lua = await ask({}, pathAnswer(main, get, [], { state: { ...fresh, nameOnlyLanguages: ['lua'] } }));
    expect(lua.text).toContain('no path known');
    expect((await ask({}, pathAnswer(main, main, []))).text).toContain('paths: both ends are the same symbol\n');
  });

  it('names the unresolved calls near the start', async () => {
    const sample = { path: 'src/app.ts', line: 4, column: 1, caller: 'App.start', kind: 'call' as const, name: 'get' };
    const unresolved = { sites: 2, files: 1, samples: [sample] };
    const { text, data } = await ask({}, pathAnswer(main, get, [], { unresolved }));
    expect(text).toContain('paths: no path known within 10 edges; 5 symbols searched\n');
    expect(text).toMatch(/\nunresolved: 2 places in 1 file \(.*\)\n {2}src\/app\.ts: 4 get in App\.start\n/);
    expect(data).toMatchObject({ unresolved: { places: 2, samples: [{ name: 'get', in: 'App.start' }] } });
  });

  it('names the end that means too many symbols', async () => {
    const symbols = [...Array.from({ length: 21 }, (_, at) => symbol(`a${at}.ts#x`)), main];
    const { text, answer } = await callGraphTool(tool, { from: 'src/main.ts', to: 'x', toModule: 'm' }, { symbols });
    expect(text).toContain('Error: "x" in module "m" means 21 symbols\nAsk again with toFile, toModule or toPackage');
    expect(answer.structured).toMatchObject({ error: { details: { field: 'to' } } });
    const missing = await callGraphTool(tool, { from: 'nope', to: 'x' }, { symbols });
    expect(missing.answer.structured).toMatchObject({ error: { type: 'NotFoundError', details: { field: 'from' } } });
  });

  it('repeats no step that the first path has at the same end', async () => {
    const [a, b, c, end] = [1, 2, 3, 4].map((at) => symbol(`src/s${at}.ts#s${at}`)) as [
      typeof main,
      typeof main,
      typeof main,
      typeof main,
    ];
    const paths = [b, c].map((middle) => [edge(main, a), edge(a, middle), edge(middle, end)]);
    const { text, data } = await ask({}, pathAnswer(main, end, paths));
    expect(text).toMatch(/\npath 2: 3 edges, the first 1 and the last 1 as in path 1\n {2}-> s3 .*\n(?! {2}->)/);
    expect(text.match(/-> s4 /g)).toHaveLength(1);
    expect(data).toMatchObject({ paths: [{ length: 3 }, { length: 3 }] });
  });

  it('holds the budget and counts the paths that it cut', async () => {
    const nodes = Array.from({ length: 30 }, (_, i) => symbol(`src/${'long'.repeat(20)}/file-${i}.ts#step${i}`));
    const chain = nodes.slice(1).map((node, i) => edge(nodes[i] ?? node, node));
    const { text, data } = await ask(
      { maxPaths: 20 },
      pathAnswer(
        main,
        get,
        Array.from({ length: 20 }, (_, i) => [edge(main, symbol(`src/start.ts#start${i}`)), ...chain]),
      ),
    );
    expect(text.length).toBeLessThan(8000);
    expect(JSON.stringify(data).length).toBeLessThan(8000);
    expect(text).toContain(`note: ${20 - Number(data['shown'])} of the 20 paths do not fit into 8000 characters`);
  });

  it('shows paths that differ in an implementation as one, before the number of paths is cut', async () => {
    const classes = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => symbol(`src/${name}.ts#${name}.get`));
    const end = symbol('src/end.ts#end');
    const variants = classes.map((one) => [edge(main, one, sites([4]), contract), edge(one, end, sites([12]))]);
    const other = [edge(main, start), edge(start, end)];
    const { text, data } = await ask({ maxPaths: 1 }, pathAnswer(main, end, [...variants, other]));
    expect(text).toContain(
      'paths: 1\n\npath 1: 2 edges\n' +
        '  -> Store.get: 6 implementers: A.get (src/A.ts:10), B.get (src/B.ts:10), C.get (src/C.ts:10), D.get (src/D.ts:10), +2 more: calls at 4\n' +
        '  -> end (src/end.ts:10): calls at 12\n',
    );
    expect(text).toContain('note: There may be more paths');
    expect(data['paths']).toEqual([
      [
        expect.objectContaining({ declaration: 'Store.get', more_implementers: 2 }),
        expect.objectContaining({ to: 'end' }),
      ],
    ]);
  });

  it('goes through a symbol, or says which part of the way is missing', async () => {
    const { text, data } = await ask({ via: start.id }, pathAnswer(start, start, []));
    expect(text).toContain(`through: ${start.id}\n`);
    expect(data['via']).toBe(start.id);
    const missing = await ask({ via: start.id }, pathAnswer(main, get, []));
    expect(missing.text).toContain(`through: ${start.id}; no path leads to it, this part was searched:\n`);
    const wild = await ask({ via: 'App.*' });
    expect(wild.text).toContain('Error: via takes one symbol, without wildcards');
  });
});

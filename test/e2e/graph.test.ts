/** The graph tools and their commands on a small project, over a real server and real processes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutProgress, type TestProject } from './cli-process.ts';
import { openSdkSession, type Called, type SdkSession } from './sdk-session.ts';

const sources = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n',
  'src/store/store.ts': `export interface Store {
  get(key: string): string | null;
}

export class MemoryStore implements Store {
  #values = new Map<string, string>();
  get(key: string): string | null {
    return this.#values.get(key) ?? null;
  }
}
`,
  'src/harbour/harbour.ts': `import { MemoryStore, type Store } from '../store/store.js';

export class Harbour {
  constructor(private readonly store: Store) {}
  berth(name: string): string {
    return this.store.get(name) ?? \`no \${name}\`;
  }
}

export function openHarbour(): Harbour {
  return new Harbour(new MemoryStore());
}
`,
  'src/main.ts': `import { openHarbour } from './harbour/harbour.js';

export function main(): void {
  const harbour = openHarbour();
  console.log(harbour.berth('quay'));
}

main();
`,
  'src/loose.js': `export function loose(anything) {
  return anything.berth('x');
}
`,
  'src/harbour/harbour.test.ts': `import { openHarbour } from './harbour.js';

test('berth', () => {
  openHarbour().berth('pier');
});
`,
  'src/other/harbour.ts': 'export function main(): number {\n  return 1;\n}\n',
};

let session: SdkSession;
let project: TestProject;

beforeAll(async () => {
  session = await openSdkSession(sources);
  ({ project } = session);
  await session.call('code-scout_index', { background: false });
});
afterAll(() => session.close());

const call = (name: string, args: Record<string, unknown>): Promise<Called> => session.call(name, args);

describe('over the protocol', () => {
  it('search finds symbols by name', async () => {
    const { text, data } = await call('search', { pattern: '*Store' });
    expect(text).toContain(
      'file: src/store/store.ts\n  module: store\n  package: harbour\n  matches: 2\n  classes[1]:\n    MemoryStore [5-10] exp',
    );
    expect(text).toContain('  interfaces[1]:\n    Store [1-3] exp\n');
    expect(data).toMatchObject({ count: 3, showing: 3, files_total: 2 });
  });

  it('get_callers finds calls through the interface, and names the sites that it cannot resolve', async () => {
    const store = await call('get_callers', { symbol: 'MemoryStore.get' });
    expect(store.text).toContain(
      'callers: 1 in 1 file\n\nfile: src/harbour/harbour.ts\n  Harbour.berth [5-7] calls at 6 (via Store.get)\n',
    );
    const berth = await call('get_callers', { symbol: 'Harbour.berth' });
    expect(berth.text).toContain('file: src/main.ts\n  main [3-6] calls at 5\n');
    expect(berth.text).toContain('file: src/harbour/harbour.test.ts (test)\n  (top level) calls at 4\n');
    expect(berth.text).toMatch(/src\/loose\.js(?:\n {2}loose \[1-3\] calls at 2 \(by name only\)|: 2 in loose)/);
  });

  it('get_callees follows outgoing calls', async () => {
    const { text } = await call('get_callees', { symbol: 'main', file: 'src/main.ts', maxDepth: 2 });
    expect(text).toContain('  openHarbour [10-12] called at 4\n');
    expect(text).toContain('  Harbour.berth [5-7] called at 5\n');
    expect(text).toMatch(/distance 2: \d+ symbols?\n[^]* by openHarbour at 11/);
  });

  it('get_impact separates tests from other code', async () => {
    const { text, data } = await call('get_impact', { symbol: 'openHarbour' });
    expect(text).toContain('main [3-6] calls at 4');
    expect(text).toContain('  src/harbour/harbour.test.ts: 1 symbol, nearest at distance 1\n');
    expect(data).toMatchObject({ test_files: 1 });
  });

  it('find_path shows each link, and says when there is no path', async () => {
    const path = await call('find_path', { from: 'main', fromFile: 'src/main.ts', to: 'MemoryStore.get' });
    expect(path.text).toContain(
      '  -> Harbour.berth (src/harbour/harbour.ts:5): calls at 5\n  -> MemoryStore.get (src/store/store.ts:7): calls at 6 (via Store.get)\n',
    );
    const none = await call('find_path', { from: 'MemoryStore.get', to: 'openHarbour' });
    expect(none.text).toMatch(/^paths: no path within 10 edges; \d+ symbols? searched$/m);
  });

  it('get_neighbors draws a flowchart', async () => {
    const { text } = await call('get_neighbors', { symbol: 'openHarbour', format: 'mermaid' });
    expect(text).toMatch(/^flowchart LR\n {2}n0\["openHarbour<br\/>src\/harbour\/harbour.ts:10"\]\n/);
    expect(text).toMatch(/ {2}n\d+ -->\|"calls"\| n0\n/);
  });

  it('explain_usage shows the definition and its uses', async () => {
    const { text } = await call('explain_usage', { symbol: 'openHarbour' });
    expect(text).toContain('Definition:\n  File: ./src/harbour/harbour.ts\n  Lines: 10-12\n');
    expect(text).toContain('    export function openHarbour(): Harbour {\n');
    expect(text).toContain('  1. ./src/main.ts:1-8 (called at 4 in main) | Chunk: chunk_');
    expect(text).toContain('\n       export function main(): void {\n         const harbour = openHarbour();\n');
  });

  it('answers for each meaning of a name, and names the nearest of a name without one', async () => {
    const several = await call('get_callers', { symbol: 'main' });
    expect(several.text).toContain(
      '"main" means 2 symbols; the likeliest is first.\n\nget_callers: src/main.ts#main\n',
    );
    expect(several.data).toMatchObject({ means: 2, meanings: [{ target: { id: 'src/main.ts#main' } }, {}] });
    const id = await call('get_callers', { symbol: 'src/main.ts#main' });
    expect(id.text).toContain('file: src/main.ts\n  (top level) calls at 8\n');
    const corrected = await call('get_impact', { symbol: 'openHarbor' });
    expect(corrected.text).toMatch(/^Nothing is named "openHarbor"; this is about openHarbour\.\n/);
    const none = await call('get_impact', { symbol: 'openHarb' });
    // A server that has just made its index may still be reading young files again. Its answer then says so.
    expect(none.text).toMatch(
      /^Error: Symbol not found: openHarb\n(?:The index is being updated .*\. )?The nearest: openHarbour/,
    );
    expect(none.data).toMatchObject({ error: { type: 'NotFoundError' } });
  });

  it('answers from the current state of the disk, or says that it does not yet', async () => {
    // A question waits a quarter of a second for an edit, which a starved machine may exceed.
    const callers = async (): Promise<string> => {
      const { text } = await call('get_callers', { symbol: 'openHarbour' });
      return /^note: .*(?:is being updated|not seen yet|ask again)/im.test(text) ? callers() : text;
    };
    project.write({ 'src/main.ts': `\n\n${sources['src/main.ts']}` });
    expect(await callers()).toContain('  main [5-8] calls at 6\n');
    project.write({ 'src/main.ts': sources['src/main.ts'] });
    expect(await callers()).toContain('  main [3-6] calls at 4\n');
  });
});

describe('on the command line', () => {
  it.each<[string[], string]>([
    [['symbols', '*Harbour', '--type', 'function'], 'src/harbour/harbour.ts:10  function openHarbour'],
    [['callers', 'openHarbour'], '  main [3-6] calls\n    src/main.ts:4:'],
    [
      ['callers', 'main', '--file', 'main.ts', '--max-chars', '1000'],
      '  top level of src/main.ts calls\n    src/main.ts:8:',
    ],
    [
      ['callees', 'openHarbour', '--depth', '1'],
      '  MemoryStore src/store/store.ts:5 constructed\n    src/harbour/harbour.ts:11:',
    ],
    [['impact', 'MemoryStore.get', '--module', 'store'], 'distance 1: 1 symbol\n  Harbour.berth [5-7] calls'],
    [
      ['path', 'main', 'Harbour.berth', '--from-file', 'src/main.ts'],
      '  -> Harbour.berth (src/harbour/harbour.ts:5): calls at 5',
    ],
    [['neighbors', 'openHarbour', '--direction', 'in'], 'direction: in\nneighbours: '],
    [['callers', 'main'], '"main" means 2 symbols; the likeliest is first.\n\ncallers: src/main.ts#main\n'],
    [['callees', 'open harbor'], 'Nothing is named "open harbor"; this is about openHarbour.\ncallees: '],
    [['symbols', 'MemoryStore.*'], '  method MemoryStore.get('],
    [['usage', 'openHarbour', '--limit', '1'], 'src/harbour/harbour.ts:10  exported function openHarbour('],
    [['usage', 'openHarbour', '--limit', '1', '--full'], 'Definition:\n  File: ./src/harbour/harbour.ts\n'],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await project.run(args);
    expect([code, withoutProgress(stderr)]).toEqual([0, '']);
    expect(`${stdout}\n`).toContain(words);
  });

  it('prints data with --json, also for answers in prose', async () => {
    const callers = await project.run(['callers', 'openHarbour', '--json']);
    expect(JSON.parse(callers.stdout)).toMatchObject({ target: { name: 'openHarbour' }, total: 2, in_tests: 1 });
    const usage = await project.run(['--json', 'usage', 'openHarbour', '--limit', '1']);
    expect(JSON.parse(usage.stdout)).toMatchObject({ totalUses: 2, uses: [{ path: 'src/main.ts', line: 4 }] });
  });

  it.each<[string[], number, string]>([
    [['callers', 'nothingLikeIt'], 1, 'Error: Symbol not found: nothingLikeIt'],
    [['symbols', 'zzz*'], 1, ''],
    [['neighbors', 'main', '--format', 'mermaid'], 2, 'Error: "main" means 2 symbols\n'],
    [['callers', 'main', '--depth', 'x'], 2, 'Error: --depth must be'],
    [['graph', '--format', 'png'], 2, 'Error: '],
    [['graph', '--max-nodes', '0'], 2, 'Error: --max-nodes must be a whole number'],
    [['unused', '--limit', '0'], 2, 'Error: --limit must be a whole number'],
    [['cycles', '--folders', '--packages'], 2, 'cannot be used with'],
    [['cycles'], 1, ''],
  ])('%j ends with %i', async (args, code, words) => {
    const outcome = await project.run(args);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(words);
  });

  it('prints the graph in its formats', async () => {
    const mermaid = await project.run(['graph', '--files']);
    expect(mermaid.stdout).toMatch(/^flowchart LR\n/);
    expect(mermaid.stdout).toContain('["src/main.ts"]');
    const dot = await project.run(['graph', '--format', 'dot', '--level', 'symbols']);
    expect(dot.stdout).toMatch(/^digraph code \{\n[^]*\n\}\n$/);
    expect(dot.stdout).toContain('label="openHarbour\\nsrc/harbour/harbour.ts:10"');
    const graphml = await project.run(['graph', '--format', 'graphml', '--path', 'src/harbour']);
    expect(graphml.stdout).toContain('<graphml xmlns="http://graphml.graphdrawing.org/xmlns">');
    expect(graphml.stdout).toContain('<data key="path">src/harbour/harbour.ts</data>');
    expect(graphml.stdout).not.toContain('src/main.ts');
    const json = JSON.parse((await project.run(['graph', '--json'])).stdout) as {
      nodes: { id: string }[];
      edges: { from: string; to: string }[];
    };
    expect(json.nodes.map(({ id }) => id)).toContain('src/main.ts');
    expect(json.edges).toContainEqual(expect.objectContaining({ from: 'src/main.ts', to: 'src/harbour/harbour.ts' }));
    const svg = await project.run(['graph', '--format', 'svg']);
    expect(svg.stdout).toMatch(/^<svg [^]*>src\/harbour\/<[^]*<\/svg>\n$/);
    const cut = await project.run(['graph', '--format', 'graphml', '--max-nodes', '2']);
    expect(cut.stderr).toContain('Only the first 2 nodes');
    expect(cut.stdout).toContain('<!-- Only the first 2 nodes; there are more. -->');
    expect((await project.run(['graph', '--path', 'nowhere'])).code).toBe(1);
  });

  it('prints unused symbols by file, and why others are left off', async () => {
    const { stdout } = await project.run(['unused', '--exported']);
    expect(stdout).toMatch(/^unused: (?:none|\d+ symbols? in \d+ files?)\n/);
    expect(stdout).toMatch(/\nnot listed, although no use of them is known:\n {2}\d+ /);
    const json: unknown = JSON.parse((await project.run(['unused', '--json'])).stdout);
    expect(json).toMatchObject({ skippedFiles: expect.any(Number), leftOff: expect.any(Array) });
  });
});

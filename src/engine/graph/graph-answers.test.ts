/** Graph answers on a real project that changes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import type { FileOutcome } from '../../indexer/file-outcome.ts';
import type { AnalyseTask } from '../../indexer/read-file.ts';
import { updateFiles } from '../../indexer/update-files.ts';
import { openStore } from '../../store/registry.ts';
import { viewOf, type Store } from '../../store/store.ts';
import { createAnalyser } from '../indexing/analyser.ts';
import { filesOnDisk } from '../files/files-on-disk.ts';
import { AnswerCache } from '../search/answer-cache.ts';
import { openEngine } from '../engine.ts';
import { GraphAnswers } from './graph-answers.ts';
import { workerData } from '../indexing/indexing.ts';
import { linkIndex, interfaceRecorder } from '../indexing/linking.ts';
import type { Engine } from '../types.ts';

let root = '';
let engine: Engine;

function put(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-graph-'));
  put('.git/HEAD', 'ref: refs/heads/main\n');
  put('package.json', '{"name":"shop"}');
  put(
    'src/price/price.ts',
    'export interface Priced { price(): number }\nexport class Item implements Priced { price() { return 1; } }\n' +
      'export class Gift implements Priced { price() { return 0; } }\n',
  );
  put(
    'src/cart.ts',
    "import { Item, type Priced } from './price/price';\nexport function total(all: Priced[]) {\n" +
      '  let sum = 0;\n  for (const one of all) sum += one.price();\n  return sum;\n}\nexport const first = () => new Item().price();\n',
  );
  put('test/cart.test.ts', "import { total } from '../src/cart';\ntest('total', () => { total([]); });\n");
  put('tools/run.sh', 'refill() {\n  echo "$1"\n}\n');
  put('tools/start.sh', 'refill 1\n');
  const { config } = loadConfig({ root });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});
afterEach(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

async function callersOf(symbol: string): Promise<string[]> {
  const { reached } = await engine.graph.callers({ symbol, maxDepth: 1 });
  return reached.map(({ node, edges }) => {
    const lines = edges.flatMap(({ sites }) => sites.map(({ line }) => line));
    const via = edges.find((edge) => edge.via !== null)?.via?.qualified;
    return `${node.id} ${lines.join(',')}${via === undefined ? '' : ` via ${via}`}`;
  });
}

describe('graph answers', () => {
  it('reach implementations through interfaces', async () => {
    expect(await callersOf('Item.price')).toEqual(['src/cart.ts#first 7', 'src/cart.ts#total 4 via Priced.price']);
    expect(await callersOf('Gift.price')).toEqual(['src/cart.ts#total 4 via Priced.price']);
    const { reached } = await engine.graph.callees({ symbol: 'total', maxDepth: 1 });
    expect(reached.map(({ node }) => node.qualified).sort()).toEqual(['Gift.price', 'Item.price', 'Priced.price']);
  });

  it('find a name by its module, if the module is unique', async () => {
    expect(await callersOf('cart.total')).toEqual(await callersOf('src/cart.ts#total'));
    expect(await callersOf('price::Item.price')).toEqual(await callersOf('Item.price'));
    await expect(engine.graph.callers({ symbol: 'basket.total', maxDepth: 1 })).rejects.toMatchObject({
      code: 'NotFoundError',
    });
  });

  it('find an id again, whatever characters its file name has', async () => {
    const text =
      'export class K {\n  #own() {}\n  run() { this.#own(); }\n}\nexport const use = () => new K().run();\n';
    const paths = ['C#/a.ts', 'hash#name.ts', ' lead.ts', 'C#/b.ts#', 'C'];
    for (const path of paths) put(path, text);
    await engine.index();
    for (const path of paths.slice(0, 3)) {
      expect(await callersOf(`${path}#K.run`)).toEqual([`${path}#use 5`]);
      expect(await callersOf(`./${path}#K.#own`)).toEqual([`${path}#K.run 3`]);
      expect(await engine.graph.callers({ symbol: path, maxDepth: 1 })).toMatchObject({
        target: { id: path, kind: 'file' },
      });
    }
    await expect(callersOf('C#/a.ts#gone')).rejects.toMatchObject({ code: 'NotFoundError' });
  });

  it('do not deny symbols in code that could not be read', async () => {
    expect((await engine.graph.search({ pattern: 'afterNine', offset: 0, limit: 5 })).state.unread).toBeNull();
    put('src/long.ts', `export const data = [${'"0123456789",'.repeat(700_000)}];\nexport function afterNine() {}\n`);
    put('src/huge.ts', '// filling\n'.repeat(1_000_000));
    put('huge.csv', '1,2,3,4,5\n'.repeat(1_100_000));
    await engine.index();
    const unread =
      'Not all code is known: 1 file could not be parsed whole (code-scout files --issues); ' +
      '1 file too large or not readable (code-scout files --left-out).';
    const answer = await engine.graph.search({ pattern: 'afterNine', offset: 0, limit: 5 });
    expect(answer).toMatchObject({ total: 0, state: { unread } });
    expect(await engine.graph.resolve({ symbol: 'afterNine' })).toMatchObject({ kind: 'none', note: unread });
    const asked = { symbol: 'first', maxDepth: 1 };
    expect((await engine.graph.callers(asked)).state.unread).toBe(unread);
    expect((await engine.graph.callers({ ...asked, symbol: 'total' })).state.unread).toBeNull();
  });

  it('accept a member in the notation of documentation', async () => {
    expect(await callersOf('Item#price')).toEqual(await callersOf('Item.price'));
  });

  it('match files that changed since the index was made', async () => {
    put('src/cart.ts', "import { Item } from './price/price';\n\n\nexport const first = () => new Item().price();\n");
    const { reached, state } = await engine.graph.callers({ symbol: 'Item.price', maxDepth: 1 });
    expect(reached.map(({ node, edges }) => [node.id, edges[0]?.sites[0]?.line])).toEqual([['src/cart.ts#first', 4]]);
    expect(state.freshness).toMatchObject({ state: 'fresh', refreshed: 1 });
    expect(await callersOf('Gift.price')).toEqual([]);
    rmSync(join(root, 'src/cart.ts'));
    expect(await callersOf('Item.price')).toEqual([]);
  });

  it('match files that another question has read again', async () => {
    expect(await callersOf('Gift.price')).toEqual(['src/cart.ts#total 4 via Priced.price']);
    put('src/cart.ts', "\n\nimport { Gift } from './price/price';\nexport const gift = () => new Gift().price();\n");
    expect((await engine.searchTags({ tags: ['cart'] })).freshness.refreshed).toBe(1);
    expect(await callersOf('Gift.price')).toEqual(['src/cart.ts#gift 4']);
    put('src/cart.ts', 'export const nothing = 0;\n');
    await engine.chunks.file('src/cart.ts');
    expect(await callersOf('Gift.price')).toEqual([]);
  });

  it('count the unresolved calls of the present content', async () => {
    const unresolved = async (): Promise<number> => {
      const { unresolved: found } = await engine.graph.callees({ symbol: 'loose', maxDepth: 1 });
      return found.sites;
    };
    put('src/loose.ts', 'export function loose(x: any) {\n  x.first();\n}\n');
    await engine.index();
    expect([await unresolved(), await unresolved()]).toEqual([1, 1]);
    put('src/loose.ts', 'export function loose(x: any) {\n  x.first();\n  x.second();\n}\n');
    expect(await unresolved()).toBe(2);
  });

  it('list what a change reaches, with tests listed separately', async () => {
    const { reached, files, testFiles } = await engine.graph.impact({ symbol: 'Priced' });
    expect([files, testFiles]).toEqual([2, 1]);
    expect(reached.map(({ node, distance }) => `${distance} ${node.id}`)).toContain('2 test/cart.test.ts');
  });

  it('link by name if a language has no linker, and only unique names', async () => {
    const { reached, state } = await engine.graph.callers({ symbol: 'refill', maxDepth: 1 });
    expect(
      reached.flatMap(({ edges }) => edges.flatMap(({ sites }) => sites.map(({ resolution }) => resolution))),
    ).toEqual(['name']);
    expect(state.nameOnlyLanguages).toEqual(['bash']);
    put('tools/again.sh', 'refill() {\n  echo 2\n}\n');
    await engine.index();
    const second = await engine.graph.callers({ symbol: 'tools/run.sh#refill', maxDepth: 1 });
    expect(second.reached).toEqual([]);
    expect(second.unresolved).toMatchObject({ sites: 1, files: 1 });
  });

  it('link by name within a file first, then to names that other files can see', async () => {
    put('tools/one.sh', 'tidy() { echo 1; }\none() { tidy; }\n');
    put('tools/two.sh', 'tidy() { echo 2; }\ntwo() { tidy; }\n');
    put('tools/one.lua', 'local function tidy(x) return x end\nfunction one() return tidy(1) end\n');
    put(
      'tools/two.lua',
      'local function tidy(x) return x end\nfunction two(deal) return tidy(2) + deal(1) + dust(1) end\n',
    );
    put('tools/three.lua', 'local function dust(x) return x end\nfunction deal() end\n');
    put(
      'lib/one.ex',
      'defmodule One do\n  def swab(x), do: x\n  def run(x), do: tidy(x)\n  defp tidy(x), do: x\nend\n',
    );
    put('lib/two.ex', 'defmodule Two do\n  def go(x), do: tidy(String.swab(x))\n  defp tidy(x), do: x\nend\n');
    await engine.index();
    const callersOfAll = async (...symbols: string[]): Promise<string[][]> =>
      Promise.all(
        symbols.map(async (symbol) =>
          (await engine.graph.callers({ symbol, maxDepth: 1 })).reached.map(({ node }) => node.id),
        ),
      );
    expect(
      await callersOfAll('tools/one.sh#tidy', 'tools/two.sh#tidy', 'tools/one.lua#tidy', 'tools/two.lua#tidy'),
    ).toEqual([['tools/one.sh#one'], ['tools/two.sh#two'], ['tools/one.lua#one'], ['tools/two.lua#two']]);
    expect(await callersOfAll('One.tidy', 'Two.tidy', 'deal', 'dust', 'swab')).toEqual([
      ['lib/one.ex#One.run'],
      ['lib/two.ex#Two.go'],
      [],
      [],
      [],
    ]);
  });

  it('know packages and modules, and filter by them', async () => {
    const choice = await engine.graph.resolve({ symbol: 'price' });
    expect(choice).toMatchObject({ kind: 'several', total: 3 });
    const { symbols } = await engine.graph.search({
      pattern: '*tem',
      offset: 0,
      limit: 9,
      module: 'price',
      package: 'shop',
    });
    expect(symbols.map(({ id }) => id)).toEqual(['src/price/price.ts#Item']);
    await expect(engine.graph.callers({ symbol: 'praise' })).rejects.toMatchObject({ code: 'NotFoundError' });
    expect(await engine.graph.resolve({ symbol: 'prise' })).toMatchObject({
      kind: 'several',
      taken: { name: 'price' },
    });
    await expect(engine.graph.callers({ symbol: 'price' })).rejects.toMatchObject({ code: 'ValidationError' });
  });

  it('find shortest paths, and say if there are none', async () => {
    const found = await engine.graph.paths({
      from: { symbol: 'first' },
      to: { symbol: 'Item' },
      maxDepth: 5,
      maxPaths: 3,
    });
    expect(found.paths[0]?.map(({ to }) => to.qualified)).toEqual(['Item']);
    const none = await engine.graph.paths({
      from: { symbol: 'Gift' },
      to: { symbol: 'first' },
      maxDepth: 5,
      maxPaths: 3,
    });
    expect(none).toMatchObject({ paths: [], reversed: false });
  });
});

describe('names of files that are written and not linked yet', () => {
  /** The tools of a server while its thread has written a file and not linked it yet. */
  async function answersBetween(): Promise<{ graph: GraphAnswers; store: Store }> {
    put('src/late.ts', 'export function lateName() {}\n');
    put('src/cart.ts', 'export function soonName() {}\n');
    const { config } = loadConfig({ root });
    const store = await openStore({ path: engine.databasePath });
    const analyser = createAnalyser(workerData(root, config));
    const analyse = async (tasks: AnalyseTask[]): Promise<FileOutcome[]> =>
      Promise.all(tasks.map((task) => analyser.analyse(task)));
    const files = ['src/late.ts', 'src/cart.ts'].map((path) => ({ path, rawPath: null }));
    await updateFiles({ store, files, batchSize: 10, analyse, beforeBatch: interfaceRecorder(store) });
    analyser.close();
    const waiting = { state: 'indexing', note: 'being made' } as const;
    const graph = new GraphAnswers({
      disk: filesOnDisk(root),
      prepare: () => viewOf(store),
      freshness: async (_, wants) => (wants === 'links' ? waiting : { state: 'fresh', note: null }),
      isIndexing: () => false,
      readAgain: async () => {},
      chunkedFiles: async () => [],
      cache: new AnswerCache(filesOnDisk(root), 10),
      makeLateLinks: async () => false,
    });
    return { graph, store };
  }

  it('are answered if the file was linked before, and not denied if it was not', async () => {
    const { graph, store } = await answersBetween();
    const ask = (pattern: string): ReturnType<typeof graph.search> => graph.search({ pattern, offset: 0, limit: 5 });
    const soon = await ask('soonName');
    expect(soon.symbols.map(({ id }) => id)).toEqual(['src/cart.ts#soonName']);
    expect(soon.state.freshness.note).toBeNull();
    const late = await ask('lateName');
    expect(late.symbols).toEqual([]);
    expect(late.nearest).toEqual(['src/late.ts:1 (not linked yet)']);
    expect(late.state.freshness.note).toBe('being made');
    await linkIndex(root, store);
    expect((await ask('lateName')).symbols.map(({ id }) => id)).toEqual(['src/late.ts#lateName']);
    await store.close();
  });
});

it('an answer while a run is writing names the files that have changed since, even if the system has not told of them', async () => {
  const store = await openStore({ path: engine.databasePath });
  const graph = new GraphAnswers({
    disk: filesOnDisk(root),
    prepare: () => viewOf(store),
    freshness: async () => ({ state: 'fresh', note: null }),
    isIndexing: () => true,
    readAgain: async () => {},
    chunkedFiles: async () => [],
    cache: new AnswerCache(filesOnDisk(root), 10),
    makeLateLinks: async () => false,
  });
  const note = async (): Promise<string | null> =>
    (await graph.callers({ symbol: 'total', maxDepth: 1 })).state.freshness.note;
  expect(await note()).toBeNull();
  rmSync(join(root, 'test/cart.test.ts'));
  expect(await note()).toBe('test/cart.test.ts has changed and is not seen yet: ask again.');
  await store.close();
});

it('an answer is made again if the index was written meanwhile, and says so if it was each time', async () => {
  const store = await openStore({ path: engine.databasePath });
  const graph = new GraphAnswers({
    disk: filesOnDisk(root),
    prepare: () => viewOf(store),
    freshness: async () => ({ state: 'fresh', note: null }),
    isIndexing: () => false,
    readAgain: async () => {},
    chunkedFiles: async () => [],
    cache: new AnswerCache(filesOnDisk(root), 10),
    makeLateLinks: async () => false,
  });
  let [writes, reads] = [1, 0];
  const linksInto = store.linksInto.bind(store);
  store.linksInto = async (ids) => {
    const found = await linksInto(ids);
    reads++;
    if (writes-- > 0) await store.writeLeftOut([{ path: `left-out-${reads}`, reason: 'ignored', detail: null }]);
    return found;
  };
  const ask = async (): Promise<string | null> =>
    (await graph.callers({ symbol: 'total', maxDepth: 1 })).state.freshness.note;
  expect([await ask(), reads]).toEqual([null, 2]);
  writes = 100;
  await store.writeLeftOut([]);
  expect(await ask()).toMatch(/^Files are changing at this moment/);
  await store.close();
});

describe('values made at the top level of a file', () => {
  beforeEach(async () => {
    put(
      'src/wrap.ts',
      "import { total } from './cart';\nfunction wrap(inner: unknown): (all: unknown[]) => number { return () => Number(inner); }\n" +
        'const wrapped = wrap(total);\nexport default wrapped;\nexport const { left, right } = {\n  left: total,\n  right: wrap,\n};\n' +
        'wrap(total);\nexport type Wrapper = ReturnType<typeof wrap>;\n',
    );
    put('src/checkout.ts', "import wrapped from './wrap';\nexport function checkout() { return wrapped([]); }\n");
    put('tools/serve.py', 'class Shop:\n    pass\n\n\nshop = Shop()\n\n\ndef serve():\n    return shop\n');
    await engine.index();
  });

  const impactOf = async (symbol: string): Promise<string[]> => {
    const { reached } = await engine.graph.impact({ symbol });
    return reached.map(({ node, distance }) => `${distance} ${node.id}`);
  };

  it('link from their parts to their users', async () => {
    expect(await impactOf('src/cart.ts#total')).toEqual(
      expect.arrayContaining([
        '1 src/wrap.ts#wrapped',
        '2 src/checkout.ts#checkout',
        '1 src/wrap.ts#left',
        '1 src/wrap.ts',
      ]),
    );
    expect(await impactOf('tools/serve.py#Shop')).toEqual(['1 tools/serve.py#shop', '2 tools/serve.py#serve']);
    expect(await impactOf('src/wrap.ts#wrap')).toContain('1 src/wrap.ts#Wrapper');
  });

  it('are callers with callees; a statement belongs to the file', async () => {
    // The literal on line 7 hands `wrap` on to what the pattern takes out of it.
    expect(await callersOf('src/wrap.ts#wrap')).toEqual([
      'src/wrap.ts 9',
      'src/wrap.ts#wrapped 3',
      'src/wrap.ts#left 7',
      'src/wrap.ts#right 7',
    ]);
    const { reached } = await engine.graph.callees({ symbol: 'src/wrap.ts#wrapped', maxDepth: 1 });
    // `total` is passed to `wrap`, which may run it.
    expect(reached.map(({ node }) => node.id)).toEqual(['src/cart.ts#total', 'src/wrap.ts#wrap']);
    const { paths } = await engine.graph.paths({
      from: { symbol: 'checkout' },
      to: { symbol: 'src/cart.ts#total' },
      maxDepth: 5,
      maxPaths: 1,
    });
    expect(paths.map((path) => path.map(({ to }) => to.id))).toEqual([['src/wrap.ts#wrapped', 'src/cart.ts#total']]);
  });

  // `right` of the pattern, and the type. Its value is handed on.
  it('count a place in a destructuring pattern once', async () => {
    expect((await engine.graph.callers({ symbol: 'src/wrap.ts#wrap', maxDepth: 1 })).otherUses).toBe(2);
  });
});

/** Questions asked twice: the second answer comes from the cache, and still matches the disk. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openStore } from '../../store/registry.ts';
import type { Store } from '../../store/store.ts';
import { openEngine } from '../engine.ts';
import type { CacheStatus, Engine } from '../types.ts';

const files: Record<string, string> = {
  'package.json': '{ "name": "shop" }',
  'src/cart.ts':
    '/** Adds up what is in a cart. */\nexport function cartTotal(prices: number[]): number {\n  return prices.length;\n}\n',
  'src/order.ts':
    "import { cartTotal } from './cart.ts';\n\n/** Places an order for a cart. */\nexport function placeOrder(): number {\n  return cartTotal([]);\n}\n",
  'src/colour.py': 'def mix(red, green):\n    return red + green\n',
};

let root = '';
const opened: Engine[] = [];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function open(flags: Record<string, string | number> = {}): Promise<Engine> {
  const { config } = loadConfig({
    root,
    flags: { 'embedding.provider': 'off', ...flags },
    env: new Map(),
    userConfigDir: null,
  });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  opened.push(engine);
  return engine;
}

async function openIndexed(flags: Record<string, string | number> = {}): Promise<Engine> {
  const engine = await open(flags);
  await engine.index({ embeddings: true });
  return engine;
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-cache-'));
  for (const [path, text] of Object.entries(files)) write(path, text);
});
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const cacheOf = async (engine: Engine): Promise<CacheStatus> => (await engine.status()).cache!;

/** Questions, with the paths and texts of their answers. */
const questions: [string, Record<string, string>, (engine: Engine) => Promise<{ found: string[]; text: string }>][] = [
  [
    'searchRepo',
    {},
    async (engine) => {
      const { hits } = await engine.searchRepo({ query: 'total of a cart', limit: 10 });
      return { found: hits.map(({ file }) => file.path), text: JSON.stringify(hits) };
    },
  ],
  [
    'semantic.search',
    { 'embedding.provider': 'static' },
    async (engine) => {
      const { hits } = await engine.semantic.search({ query: 'total of a cart', k: 10 });
      return { found: hits.map(({ file }) => file.path), text: JSON.stringify(hits) };
    },
  ],
  [
    'searchTags',
    {},
    async (engine) => {
      const { hits } = await engine.searchTags({ tags: ['cart'] });
      return { found: hits.map(({ path }) => path), text: JSON.stringify(hits) };
    },
  ],
  [
    'graph.usage',
    {},
    async (engine) => {
      const { uses, definitions, chunks } = await engine.graph.usage({ symbol: 'src/cart.ts#cartTotal', limit: 10 });
      return {
        found: [...definitions.map(({ node }) => node.path), ...uses.map(({ path }) => path)],
        text: JSON.stringify([definitions, uses, chunks]),
      };
    },
  ],
];

describe.each(questions)('%s, asked twice', (_, flags, ask) => {
  it('is computed once', async () => {
    const engine = await openIndexed(flags);
    const first = await ask(engine);
    expect(first.found.slice(0, 2).toSorted()).toEqual(['src/cart.ts', 'src/order.ts']);
    expect(await ask(engine)).toEqual(first);
    const { bytes, ...cache } = await cacheOf(engine);
    expect(cache).toEqual({ limit: 1000, entries: 1, hits: 1, misses: 1, hitRatio: 0.5 });
    expect(bytes).toBeGreaterThan(100);
  });

  it('shows the present content of a file that was edited in between', async () => {
    const engine = await openIndexed(flags);
    await ask(engine);
    await ask(engine);
    write('src/cart.ts', files['src/cart.ts']!.replace('(prices: number[])', '(prices: number[], discount = 0)'));
    write('src/order.ts', `const moved = 1;\n${files['src/order.ts']}`);
    const { found, text } = await ask(engine);
    // The code or signature of the first, and the code or definitions of the second.
    expect(text).toContain('discount = 0');
    expect(text).toMatch(/moved/);
    const { hits } = await cacheOf(engine);
    expect(hits).toBe(1);
    expect((await ask(engine)).found).toEqual(found);
  });

  it('asks for the state of the index at its beginning and at its end only', async () => {
    const engine = await openIndexed(flags);
    const probe = await openStore({ memory: true });
    const state = vi.spyOn(Object.getPrototypeOf(probe) as Store, 'state');
    try {
      await ask(engine);
      state.mockClear();
      await ask(engine);
      expect(state).toHaveBeenCalledTimes(2);
    } finally {
      state.mockRestore();
      await probe.close();
    }
  });

  it('leaves out a file that was removed in between', async () => {
    const engine = await openIndexed(flags);
    await ask(engine);
    rmSync(join(root, 'src/order.ts'));
    expect((await ask(engine)).found).not.toContain('src/order.ts');
  });
});

describe('cached answers', () => {
  it('are dropped when another process writes the index', async () => {
    const engine = await openIndexed();
    const found = async (): Promise<string[]> =>
      (await engine.searchRepo({ query: 'cart', limit: 10 })).hits.map(({ file }) => file.path);
    const before = await found();
    write('src/cart-view.ts', 'export const cartView = "cart";\n');
    expect(await found()).toEqual(before);
    const other = await open();
    await other.index();
    expect((await found()).toSorted()).toEqual([...before, 'src/cart-view.ts'].toSorted());
    expect((await cacheOf(engine)).entries).toBe(1);
  });

  it('are dropped when a file that was scored and not shown has become better', async () => {
    const engine = await openIndexed();
    const first = async (): Promise<string | undefined> =>
      (await engine.searchRepo({ query: 'place an order for a cart', limit: 1 })).hits[0]?.file.path;
    expect([await first(), await first()]).toEqual(['src/order.ts', 'src/order.ts']);
    write('src/order.ts', '// Nothing is left.\n');
    write('src/cart.ts', '/** Places an order for a cart. */\nexport function placeOrderForCart() {}\n');
    expect(await first()).toBe('src/cart.ts');
  });

  it('are marked in the answer', async () => {
    const engine = await openIndexed();
    const cached = async (): Promise<unknown[]> => [
      (await engine.searchTags({ tags: ['cart'] })).cached,
      (await engine.searchRepo({ query: 'cart', limit: 3 })).cached,
    ];
    expect(await cached()).toEqual([undefined, undefined]);
    expect(await cached()).toEqual([true, true]);
  });

  it('are the most recently used ones, up to the configured number', async () => {
    const engine = await openIndexed({ 'search.cacheSize': 2 });
    const ask = async (tag: string): Promise<boolean> => (await engine.searchTags({ tags: [tag] })).cached === true;
    expect([await ask('cart'), await ask('order'), await ask('cart'), await ask('mix')]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect([await ask('cart'), await ask('order')]).toEqual([true, false]);
    expect(await cacheOf(engine)).toMatchObject({ limit: 2, entries: 2, hits: 2, misses: 4, hitRatio: 0.333 });
  });

  it('do not exist if the user wants none', async () => {
    const engine = await openIndexed({ 'search.cacheSize': 0 });
    for (let times = 0; times < 2; times++)
      expect((await engine.searchTags({ tags: ['cart'] })).cached).toBeUndefined();
    expect(await cacheOf(engine)).toEqual({ limit: 0, entries: 0, bytes: 0, hits: 0, misses: 0, hitRatio: null });
  });

  it('are found for the same question in any notation', async () => {
    const engine = await openIndexed();
    await engine.searchRepo({ query: 'cart', limit: 5, language: 'typescript' });
    expect((await engine.searchRepo({ language: 'typescript', limit: 5, query: 'cart' })).cached).toBe(true);
    expect((await engine.searchRepo({ query: 'cart', limit: 5, language: 'python' })).cached).toBeUndefined();
    expect((await engine.searchRepo({ query: 'cart', limit: 4, language: 'typescript' })).cached).toBeUndefined();
  });
});

it('a question that is asked while the same one is being answered waits for that answer, unless a file behind it has changed', async () => {
  const engine = await openIndexed();
  const ask = async (): Promise<number[]> =>
    (await engine.graph.search({ pattern: 'cart*', offset: 0, limit: 5 })).symbols.map(({ line }) => line);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([[2], [2], [2]]);
  expect(await cacheOf(engine)).toMatchObject({ hits: 2, misses: 1 });
  const first = engine.graph.search({ pattern: '*Total', offset: 0, limit: 5 });
  write('src/cart.ts', `\n${files['src/cart.ts']}`);
  const second = engine.graph.search({ pattern: '*Total', offset: 0, limit: 5 });
  await first;
  expect((await second).symbols.map(({ line }) => line)).toEqual([3]);
});

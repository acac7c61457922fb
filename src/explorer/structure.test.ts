/** The questions about the structure of a real project in a real repository, as the page asks them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { openEngine, type Engine } from '../engine/engine.ts';
import type { Questions } from './contract.ts';
import { answerExplorer } from './explorer.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-structure-'));
let engine: Engine;

function put(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function commit(subject: string): void {
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd: root,
      env,
      stdio: 'ignore',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '-m', subject);
}

async function ask<Name extends keyof Questions>(
  name: Name,
  parameters: Questions[Name]['parameters'],
): Promise<Questions[Name]['answer']> {
  const query = new URLSearchParams(parameters as Record<string, string>).toString();
  const signal = new AbortController().signal;
  return JSON.parse(await answerExplorer(engine, { name, query, signal })) as Questions[Name]['answer'];
}

beforeAll(async () => {
  put({
    'package.json': '{"name":"shop","bin":{"shop":"dist/main.js"},"main":"dist/index.js"}',
    'src/price/price.ts':
      'export interface Priced { price(): number }\nexport class Item implements Priced {\n  price() {\n    return 1;\n  }\n}\n',
    'src/cart/cart.ts':
      "import { Item, type Priced } from '../price/price';\nexport function total(all: Priced[]) {\n  return all.map((one) => one.price());\n}\n" +
      'export const first = () => new Item();\n',
    'src/main.ts':
      "import { first, total } from './cart/cart';\nexport function main() {\n  return total([first()]);\n}\nmain();\n",
    'src/index.ts': "export * from './cart/cart';\nexport { Item } from './price/price';\nexport const version = 1;\n",
    'src/lonely.ts': 'function unusedHelper() {\n  return 1;\n}\nexport const one = 1;\n',
    'test/cart.test.ts':
      "import { total } from '../src/cart/cart';\ntest('total', () => {\n  total([]);\n  total([]);\n});\n",
  });
  commit('First');
  put({
    'src/price/price.ts':
      'export interface Priced { price(): number }\nexport class Item implements Priced {\n  price() {\n    return 2;\n  }\n}\n',
  });
  commit('Raise the price');
  put({
    'src/cart/cart.ts':
      "import { Item, type Priced } from '../price/price';\nexport function total(all: Priced[]) {\n  return all.map((one) => one.price()).length;\n}\nexport const first = () => new Item();\n",
  });
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

describe('the map', () => {
  it('shows folders, what they use, and their changes', async () => {
    const map = await ask('map', {});
    const names = map.edges.map(({ from, to }) => `${map.boxes[from]!.id} > ${map.boxes[to]!.id}`);
    expect(names.sort()).toEqual(['src/. > src/cart', 'src/. > src/price', 'src/cart > src/price']);
    expect(map.boxes.find(({ id }) => id === 'src/price')).toMatchObject({ changes: 2, users: 2, package: null });
    expect(map.filesLeftOut).toEqual({ tests: 1, foreign: 0, withoutCode: 1 });
  });

  it('shows the imports behind an edge, with their lines', async () => {
    const { links, pairs } = await ask('mapEdge', { from: 'src/cart', to: 'src/price' });
    expect(pairs.total).toBe(1);
    expect(links).toBeGreaterThan(2);
    expect(pairs.shown[0]).toMatchObject({
      ...{ from: 'src/cart/cart.ts', to: 'src/price/price.ts', line: 1, isImport: true, isTypeOnly: false },
      text: "import { Item, type Priced } from '../price/price';",
    });
    expect(await ask('mapEdge', { from: 'src/cart', to: 'nowhere' })).toMatchObject({ links: 0, pairs: { total: 0 } });
  });
});

describe('paths', () => {
  it('show the lines of each step, and mark what is inferred', async () => {
    const { steps, paths } = await ask('path', { from: 'main', to: 'Item.price' });
    expect(paths).toBeGreaterThan(0);
    expect(steps.map(({ symbol, next }) => [symbol.qualified, next?.kind, next?.isInferred])).toEqual([
      ['main', 'call', false],
      ['total', 'call', true],
      ['Item.price', undefined, undefined],
    ]);
    expect(steps[1]).toMatchObject({ next: { line: 3, via: 'Priced.price' }, code: { startLine: 1, line: 3 } });
    expect(steps[1]!.code!.lines[2]).toContain('one.price()');
    expect(steps[0]!.code!.lines).toHaveLength(5);
  });

  it('say that a function in a variable is called, not read as well', async () => {
    const { steps } = await ask('path', { from: 'main', to: 'first' });
    expect(steps[0]).toMatchObject({ next: { kind: 'call', sites: 1 } });
    const { columns } = await ask('impact', { id: 'src/cart/cart.ts#first' });
    expect(columns[0]!.groups[0]!.symbols.shown).toMatchObject([{ qualified: 'main', use: 'call' }]);
  });

  it('say what a name may mean, and that there is no path', async () => {
    expect(await ask('path', { from: 'totl', to: 'main' })).toMatchObject({ steps: [], paths: 0 });
    const back = await ask('path', { from: 'Item.price', to: 'main' });
    expect(back).toMatchObject({ steps: [], reversed: true });
    const { ends } = await ask('path', { from: 'nothingLikeIt', to: 'main' });
    expect(ends.from.symbol).toBe(null);
  });
});

describe('impact', () => {
  it('of a symbol is what uses it, by distance, with the tests', async () => {
    const answer = await ask('impact', { id: 'src/cart/cart.ts#total' });
    expect(answer.of).toMatchObject({ kind: 'symbol', symbol: { qualified: 'total' } });
    expect(answer.columns[0]).toMatchObject({ distance: 1, groups: [{ name: 'shop' }] });
    const nearest = answer.columns[0]!.groups.flatMap(({ symbols }) => symbols.shown.map(({ qualified }) => qualified));
    expect(nearest).toContain('main');
    expect(answer.tests.shown).toMatchObject([{ path: 'test/cart.test.ts', distance: 1 }]);
    expect(answer.markdown).toContain('# Impact of `total`');
  });

  it('of the working tree, of a commit and of a range is what they change and reach', async () => {
    const tree = await ask('impact', {});
    expect(tree.of).toMatchObject({ kind: 'changes', files: { total: 1, shown: [{ path: 'src/cart/cart.ts' }] } });
    expect(tree.tests.shown[0]?.path).toBe('test/cart.test.ts');
    const { commits } = await ask('states', {});
    expect(commits.map(({ subject }) => subject)).toEqual(['Raise the price', 'First']);
    const last = await ask('impact', { revision: commits[0]!.id });
    expect(last.of).toMatchObject({ compared: { kind: 'commit', subject: 'Raise the price' }, definitions: 1 });
    expect(await ask('impact', { revision: 'HEAD~1..HEAD' })).toMatchObject({ of: { compared: { kind: 'range' } } });
    expect(await ask('impact', { base: 'main' })).toMatchObject({ of: { compared: { kind: 'workingTree' } } });
  });

  it('of a name says what it may mean', async () => {
    expect((await ask('impact', { id: 'nothingLikeIt' })).of).toMatchObject({ kind: 'none' });
    expect((await ask('impact', { id: 'price' })).of).toMatchObject({ kind: 'several', candidates: { total: 2 } });
  });
});

it('finds commands, the exported API and tests', async () => {
  const { commands, exported, tests } = await ask('entries', {});
  expect(commands.shown.map(({ name, target }) => [name, target?.id])).toEqual([
    ['shop', 'src/main.ts'],
    ['src/main.ts', 'src/main.ts#main'],
  ]);
  expect(exported.shown.map(({ package: name, file }) => [name, file])).toEqual([['shop', 'src/index.ts']]);
  expect(exported.shown[0]!.isFolder).toBe(false);
  expect(exported.shown[0]!.symbols.shown.map(({ qualified }) => qualified)).toEqual([
    'Item',
    'first',
    'total',
    'version',
  ]);
  expect(tests).toMatchObject({ files: 1, folders: { shown: [{ folder: 'test', files: 1 }] } });
});

it('lists unused symbols with the reasons why others are left off', async () => {
  const { symbols, leftOff } = await ask('unused', {});
  expect(symbols.shown.map(({ id }) => id)).toEqual(['src/lonely.ts#unusedHelper']);
  expect(leftOff.map(({ reason }) => reason)).toContain('exported');
});

it('says what the index has, and checks the installation', async () => {
  const health = await ask('health', {});
  expect(health).toMatchObject({ status: 'idle', files: 7, usage: { calls: 0 } });
  expect(health.languages[0]).toMatchObject({ language: 'typescript', files: 6 });
  expect(health.languages[0]!.links).toBeGreaterThan(8);
  const { checks } = await ask('checks', {});
  expect(checks.length).toBeGreaterThan(3);
});

it('lists who uses a file, tests behind others', async () => {
  const { importedBy } = await ask('file', { path: 'src/cart/cart.ts' });
  expect(importedBy.shown.map(({ path, isTest }) => [path, isTest])).toEqual([
    ['src/main.ts', false],
    ['test/cart.test.ts', true],
  ]);
});

it('shows the line where a symbol is used', async () => {
  const found = await ask('symbol', { id: 'src/cart/cart.ts#total' });
  if (found.found !== 'one') throw new Error('not found');
  expect(found.callers.shown[0]).toMatchObject({
    symbol: { id: 'src/main.ts#main' },
    first: { line: 3, text: 'return total([first()]);' },
  });
  expect(found.tests.shown[0]).toMatchObject({ first: { line: 3, text: 'total([]);' } });
});

it('refuses parameters that it does not understand', async () => {
  const signal = new AbortController().signal;
  const refused = answerExplorer(engine, { name: 'map', query: 'least=many', signal });
  await expect(refused).rejects.toMatchObject({ code: 'ValidationError' });
});

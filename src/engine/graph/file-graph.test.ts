/** The graph of files on a real project: sizes, links, imports, and that it follows edits. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import type { FileGraph } from '../../model/graph.ts';
import { openEngine } from '../engine.ts';
import type { Engine } from '../types.ts';

let root = '';
let engine: Engine;

function put(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The edges as lines: how many links of which file lead where, from which line on. */
function edgesOf({ files, edges }: FileGraph): string[] {
  return edges.map(({ from, to, links, line, isImport, isTypeOnly, guessed }) => {
    const marks = [isImport ? 'import' : 'use', ...(isTypeOnly ? ['types'] : []), ...(guessed > 0 ? ['guessed'] : [])];
    return `${files[from]!.path}:${line} -> ${files[to]!.path} ${links} ${marks.join(' ')}`;
  });
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-files-'));
  put('.git/HEAD', 'ref: refs/heads/main\n');
  put('package.json', '{"name":"shop"}');
  put('src/price.ts', 'export interface Priced {\n  price(): number;\n}\nexport const rate = 2;\n');
  put('src/styles.ts', 'globalThis.styled = true;\n');
  put(
    'src/cart.ts',
    "import './styles';\nimport type { Priced } from './price';\nexport function total(all: Priced[], other: any) {\n" +
      '  return all.map((one) => one.price()).concat(other.price());\n}\n',
  );
  put('test/cart.test.ts', "import { total } from '../src/cart';\ntotal([]);\ntotal([]);\n");
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});

afterEach(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

it('has each file with its sizes, and each pair of files with their links', async () => {
  const graph = await engine.graph.fileGraph();
  expect(edgesOf(graph)).toEqual([
    'src/cart.ts:2 -> src/price.ts 3 import types',
    'src/cart.ts:1 -> src/styles.ts 0 import',
    'test/cart.test.ts:1 -> src/cart.ts 3 import',
  ]);
  expect(graph.files.map(({ path, lines, isTest, package: name }) => [path, lines, isTest, name])).toEqual([
    ['package.json', 1, false, 'shop'],
    ['src/cart.ts', 5, false, 'shop'],
    ['src/price.ts', 4, false, 'shop'],
    ['src/styles.ts', 1, false, 'shop'],
    ['test/cart.test.ts', 3, true, 'shop'],
  ]);
  expect(graph.packages).toEqual([{ folder: '', name: 'shop' }]);
  expect(graph.files[1]).toMatchObject({ language: 'typescript', symbols: 1, unresolved: 1 });
});

it('is the same until something is written, and new afterwards', async () => {
  const first = await engine.graph.fileGraph();
  expect((await engine.graph.fileGraph()).edges).toBe(first.edges);
  put('src/styles.ts', "import { rate } from './price';\nexport const twice = rate * 2;\n");
  await engine.index();
  const second = await engine.graph.fileGraph();
  expect(second.generation).not.toBe(first.generation);
  expect(edgesOf(second)).toContain('src/styles.ts:1 -> src/price.ts 2 import');
});

it('has no imports within a package of Go, whose files are one unit', async () => {
  put('go.mod', 'module shop\n');
  put('stock/shelf.go', 'package stock\nfunc Fill() int { return count() }\nfunc full() bool { return true }\n');
  put('stock/count.go', 'package stock\nfunc count() int { if full() { return 1 }; return 0 }\n');
  await engine.index();
  const ofGo = edgesOf(await engine.graph.fileGraph()).filter((edge) => edge.startsWith('stock/'));
  expect(ofGo).toEqual(['stock/count.go:2 -> stock/shelf.go 1 use', 'stock/shelf.go:2 -> stock/count.go 1 use']);
});

/** Notebooks from the disk to the answer: the code of their cells is code of the project. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../engine.ts';
import type { Engine } from '../types.ts';

let root = '';
let engine: Engine;

function put(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A notebook of code cells. */
function notebook(cells: readonly string[], indent: number): string {
  const parts = cells.map((text, at) => ({
    ...{ cell_type: 'code', id: `id-${at + 1}`, metadata: {}, outputs: [{ text: ['load("printed")'] }] },
    source: text.split(/(?<=\n)/),
  }));
  return JSON.stringify({ cells: parts, metadata: { language_info: { name: 'python' } } }, null, indent);
}

const cells = [
  'from shop.data import load\n%matplotlib inline',
  'def shown(path):\n    return load("a" + path)',
  'shown("b")',
];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-notebooks-'));
  put('.git/HEAD', 'ref: refs/heads/main\n');
  put('shop/__init__.py', '');
  put('shop/data.py', 'def load(path):\n    return path\n');
  put('analysis.ipynb', notebook(cells, 1));
  put('oneline.ipynb', notebook(cells, 0));
  const { config } = loadConfig({ root });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});
afterEach(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

/** The line of the file on which a text stands, from 1. */
function lineOf(text: string): number {
  return (
    notebook(cells, 1)
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  );
}

it('links cells to the code of the project, on the lines of the file, and names the cell', async () => {
  const { reached, state } = await engine.graph.callers({ symbol: 'load', maxDepth: 1 });
  const line = lineOf('return load');
  expect(reached.map(({ node, edges }) => [node.id, edges[0]?.sites[0]?.line])).toEqual([
    ['analysis.ipynb#shown', line],
  ]);
  expect(state.cells).toBe(`Cells of notebooks: analysis.ipynb ${line} in cell 2 (id id-2).`);
  const others = await engine.graph.callers({ symbol: 'shown', maxDepth: 1 });
  expect(others.reached.map(({ node, edges }) => [node.id, edges[0]?.sites[0]?.line])).toEqual([
    ['analysis.ipynb', lineOf('shown(\\"b')],
  ]);
});

it('outlines the cells with what they define', async () => {
  const answer = await engine.graph.outline({ symbol: 'analysis.ipynb' });
  expect(answer.symbols.map(({ kind, name, depth }) => [kind, name, depth])).toEqual([
    ...[
      ['cell', '1, id id-1', 0],
      ['cell', '2, id id-2', 0],
      ['function', 'shown', 1],
      ['cell', '3, id id-3', 0],
    ],
  ]);
});

it('searches the text of a notebook as it is written', async () => {
  const { hits } = await engine.text.search({ query: 'load("a"', isRegex: false, limit: 5 });
  expect(hits).toEqual([]);
  const escaped = await engine.text.search({ query: 'load(\\"a\\"', isRegex: false, limit: 5 });
  expect(escaped.hits.map(({ path, line }) => [path, line])).toContainEqual(['analysis.ipynb', lineOf('return load')]);
});

it('reads a notebook without line breaks by its words', async () => {
  const answer = await engine.graph.outline({ symbol: 'oneline.ipynb' });
  expect(answer).toMatchObject({ language: 'notebook', symbols: [] });
});

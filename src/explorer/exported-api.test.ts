/** The API that packages export, in languages whose manifests name no files; and what programs are called. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { openEngine, type Engine } from '../engine/engine.ts';
import type { EntriesAnswer } from './contract.ts';
import { namesInAll } from './exported-api.ts';
import { answerExplorer } from './explorer.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-exports-'));
let engine: Engine;
let entries: EntriesAnswer;

const files: Readonly<Record<string, string>> = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'go.mod': 'module example.com/shop\n',
  'shop.go':
    'package shop\n\ntype Cart struct{}\n\nfunc (c *Cart) Total() int { return 1 }\n\nfunc Open() {}\n\nfunc close() {}\n',
  'price/price_linux.go': 'package price\n\nfunc Of() int { return 2 }\n',
  'price/price.go': 'package price\n\nfunc Of() int { return 1 }\n',
  'internal/tax/tax.go': 'package tax\n\nfunc Rate() int { return 1 }\n',
  'cmd/run/main.go': 'package main\n\nfunc Helper() {}\n\nfunc main() { Helper() }\n',
  'py/open/__init__.py': 'from .core import begin, _hidden\n\ndef own():\n    return begin()\n',
  'py/open/core.py': 'def begin():\n    return 1\n\ndef _hidden():\n    return 2\n',
  'py/open/inner/__init__.py': 'def inside():\n    return 1\n',
  'py/named/__init__.py': '__all__ = ["chosen", "lazy"]\n\ndef chosen():\n    return 1\n\ndef other():\n    return 1\n',
  'py/named/__main__.py': 'def main():\n    return 1\n',
  'scripts/release.py': 'def main():\n    return 1\n',
  'java/shop/Item.java':
    'package shop;\n\npublic class Item {\n  public int price() { return 1; }\n}\n\nclass Hidden {}\n',
};

beforeAll(async () => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  const signal = new AbortController().signal;
  entries = JSON.parse(await answerExplorer(engine, { name: 'entries', query: '', signal })) as EntriesAnswer;
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

function exportsOf(place: string): { total: number; names: string[] } | undefined {
  const found = entries.exported.shown.find(({ file }) => file === place)?.symbols;
  return found === undefined ? undefined : { total: found.total, names: found.shown.map(({ name }) => name) };
}

it('of Go are the exported names of packages that others can import', () => {
  expect(exportsOf('')).toEqual({ total: 2, names: ['Cart', 'Open'] });
  expect(exportsOf('price')).toEqual({ total: 1, names: ['Of'] });
  expect(entries.exported.shown.find(({ file }) => file === 'price')).toMatchObject({
    ...{ package: 'example.com/shop/price', isFolder: true },
  });
  expect([exportsOf('internal/tax'), exportsOf('cmd/run')]).toEqual([undefined, undefined]);
});

it('of Python are what the outermost packages define and import, or what they list', () => {
  expect(exportsOf('py/open/__init__.py')).toEqual({ total: 2, names: ['begin', 'own'] });
  expect(exportsOf('py/named/__init__.py')).toEqual({ total: 2, names: ['chosen'] });
  expect(exportsOf('py/open/inner/__init__.py')).toBe(undefined);
  expect(namesInAll('__all__: list[str] = [\n  "a",\n  \'b\',\n]\n__all__ += ("c",)\n')).toEqual(
    new Set(['a', 'b', 'c']),
  );
  expect(namesInAll('x = ["a"]\n')).toBe(null);
});

it.each([
  ['lists in several lines, of any brackets', '__all__ = (\r\n  "a", "b"\r\n)\r\n__all__ += ["c"]', ['a', 'b', 'c']],
  ['a list without an end', '__all__ = ["a"]\n__all__ = ["b"', ['a']],
  ['an empty list', '__all__ = []', []],
  ['a type without a value', '__all__: list[str]\n__all__ = ["a"]', ['a']],
  // Each of these would take minutes if an expression could begin, or go on, at many places.
  ['a type of many spaces', `__all__: ${' '.repeat(1_000_000)}\n__all__ = ["a"]`, ['a']],
  ['many lines with a form feed', `${'\r__all__:\0'.repeat(100_000)}${'\t'.repeat(100_000)}\n__all__ = ["a"]`, ['a']],
  ['many lists without an end', `__all__ = ["a"]${'\n__all__ = ["b"'.repeat(200_000)}`, ['a']],
])('of Python, %s', (_, text, names) => {
  expect([...(namesInAll(text) ?? [])]).toEqual(names);
});

it('of Java are the public types', () => {
  expect(exportsOf('java/shop')).toEqual({ total: 1, names: ['Item'] });
});

it('names a program by its file, or by its folder where folders are run', () => {
  const names = entries.commands.shown.map(({ name }) => name);
  expect(names.sort()).toEqual(['cmd/run', 'py/named', 'scripts/release.py']);
});

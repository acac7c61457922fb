/** What is deleted from installed packages, in a folder like node_modules. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { grammars } from './lib/grammars.ts';
import { prunePackages } from './lib/prune.ts';

const folder = mkdtempSync(join(tmpdir(), 'prune-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const unused = [
  'tree-sitter-go/src/parser.c',
  'tree-sitter-go/prebuilds/linux-x64/tree-sitter-go.node',
  'tree-sitter-php/php/src/parser.c',
  '@tree-sitter-grammars/tree-sitter-kotlin/src/parser.c',
  'binaryen/bin/wasm-opt',
];
const used = [
  ...Object.values(grammars).map(([pkg, file]) => `${pkg}/${file}`),
  'tree-sitter-go/package.json',
  'tree-sitter-go/LICENSE',
  'tree-sitter-go/src/scanner.c',
  'tree-sitter-go/src/node-types.json',
  'binaryen/index.js',
  'other/src/parser.c',
];

function packages(name: string): string {
  const root = join(folder, name);
  for (const file of [...used, ...unused]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  return root;
}

const there = (root: string, files: readonly string[]): string[] =>
  files.filter((file) => existsSync(join(root, file)));

it('deletes sources and native builds of grammars and leaves what is read, however often it runs', () => {
  const root = packages('own');
  for (const time of ['first', 'second']) {
    expect(prunePackages(root), time).toBe(true);
    expect(there(root, unused), time).toEqual([]);
    expect(there(root, used), time).toEqual(used);
  }
});

it('deletes nothing in the packages of another checkout', () => {
  const root = packages('shared');
  const link = join(folder, 'link');
  symlinkSync(root, link, 'dir');
  expect(prunePackages(link)).toBe(false);
  expect(there(root, unused)).toEqual(unused);
});

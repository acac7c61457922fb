import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openStore } from '../../store/registry.ts';
import { openEngine } from '../engine.ts';
import { lostImports } from './lost-imports.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-imports-')));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it.each<[string, Record<string, string>, string[], string[]]>([
  [
    'relative ones, and folders by their index',
    {
      'src/a.ts':
        "import { x } from './gone.js';\nimport y from '../lib';\nimport z from './there';\nimport fs from 'fs';\n",
      'src/there.ts': 'export default 1;\n',
    },
    ['src/gone.ts', 'lib/index.ts', 'src/there.js'],
    ['src/a.ts:1 src/gone.ts', 'src/a.ts:2 lib/index.ts'],
  ],
  [
    'dotted ones, by module or name',
    {
      'shop/cart.py':
        'from . import price\nfrom .sub.tax import rate\nimport shop.gone\nfrom shop import lost\nimport os\n',
      'shop/__init__.py': '',
    },
    ['shop/price.py', 'shop/sub/tax.py', 'shop/gone.py', 'shop/lost.py', 'os.py'],
    [
      'shop/cart.py:1 shop/price.py',
      'shop/cart.py:2 shop/sub/tax.py',
      'shop/cart.py:3 shop/gone.py',
      'shop/cart.py:4 shop/lost.py',
    ],
  ],
  [
    'classes by their packages',
    { 'src/main/java/org/x/A.java': 'package org.x;\nimport org.x.util.Gone;\nimport org.y.Other;\nclass A {}\n' },
    ['src/main/java/org/x/util/Gone.java'],
    ['src/main/java/org/x/A.java:2 src/main/java/org/x/util/Gone.java'],
  ],
])('finds %s', async (_, files, gone, expected) => {
  for (const [path, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  const { databasePath } = engine;
  await engine.close();
  const store = await openStore({ file: databasePath });
  const { uses, isWhole } = await lostImports(store, gone);
  await store.close();
  expect(isWhole).toBe(true);
  expect(uses.map(({ path, line, id }) => `${path}:${line} ${id}`)).toEqual(expected);
});

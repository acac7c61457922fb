/** What the rows of packages say about a repository, so that those who may use a package are found without opening any. */
import { expect, it } from 'vitest';
import { namesOfUses, packageRows, type PackageRows } from '../../src/graph/across/package-uses.ts';
import { Repository } from '../../src/graph/across/repository.ts';
import { usedBy } from '../../src/graph/across/requirements.ts';
import { languages } from '../../src/languages/registry.ts';
import { organisationOf, type RepositoryFiles } from './organisation.ts';

async function opened(repositories: Readonly<Record<string, RepositoryFiles>>): Promise<Map<string, Repository>> {
  const { across } = await organisationOf(repositories);
  const entries = new Map(languages.map((entry) => [entry.id, entry]));
  const all = await Promise.all(across.sources.map(async (source) => [source.name, await Repository.open(source, entries)] as const)); // prettier-ignore
  for (const [, one] of all) {
    await one.readPackages();
    await one.readImports();
  }
  return new Map(all);
}

async function rowsOf(files: RepositoryFiles): Promise<PackageRows> {
  return packageRows((await opened({ one: files })).get('one')!);
}

it('name the packages that a repository provides, each with its folder', async () => {
  const { provides } = await rowsOf({
    'package.json': '{ "name": "shop" }',
    'packages/pay/package.json': '{ "name": "@acme/pay" }',
    'packages/pay/index.ts': 'export const pay = 1;\n',
    'tool/pyproject.toml': '[project]\nname = "Acme_Tool"\n',
    'tool/acme_tool/__init__.py': '',
    'test/fixtures/package.json': '{ "name": "fixture" }',
  });
  expect(provides).toEqual([
    { ecosystem: 'npm', package: 'shop', root: '' },
    { ecosystem: 'npm', package: '@acme/pay', root: 'packages/pay' },
    { ecosystem: 'python', package: 'acme-tool', root: 'tool' },
  ]);
});

it('name what is imported of a required package, and what is required without an import', async () => {
  const { requires } = await rowsOf({
    'package.json': '{ "name": "app", "dependencies": { "hono": "4", "@acme/pay": "1", "typescript": "6" } }',
    'a.ts': "import { Hono, type Context } from 'hono';\nimport pay from '@acme/pay/card';\n",
    'b.ts': "import { Hono } from 'hono';\nimport * as jsx from 'hono/jsx';\nimport { a } from './a.ts';\n",
  });
  const texts = requires.map(({ package: of, module, name, files }) => `${of} | ${module} ${name} ${files.length}`);
  expect(texts.toSorted()).toEqual([
    '@acme/pay | @acme/pay/card default 1',
    'hono | hono Context 2',
    'hono | hono Hono 2',
    'hono | hono/jsx * 1',
    'typescript |  * 0',
  ]);
});

it('name all that a module may be of, where no manifest says so', async () => {
  const { requires } = await rowsOf({ 'main.py': 'from acme.cloud import store\n' });
  expect(requires.map(({ package: of, module, name }) => `${of} ${module} ${name}`)).toEqual([
    'acme acme.cloud store',
    'acme-cloud acme.cloud store',
    'acme-cloud-store acme.cloud store',
  ]);
});

const pairs: Record<string, { library: RepositoryFiles; user: RepositoryFiles }> = {
  'an npm package under another name': {
    library: { 'package.json': '{ "name": "shop" }', 'index.ts': 'export function open() {}\n' },
    user: {
      'package.json': '{ "dependencies": { "store": "npm:shop@1" } }',
      'main.ts': "import { open } from 'store';\nopen();\n",
    },
  },
  'a package of npm that no manifest requires': {
    library: { 'package.json': '{ "name": "shop" }', 'index.ts': 'export function open() {}\n' },
    user: { 'package.json': '{ "dependencies": { "x": "1" } }', 'main.ts': "import { open } from 'shop/sub';\n" },
  },
  'a module of Go': {
    library: { 'go.mod': 'module example.com/shop/v2\n', 'shop.go': 'package shop\n\nfunc New() {}\n' },
    user: {
      'go.mod': 'module example.com/app\n\nrequire example.com/shop/v2 v2.1.0\n',
      'main.go': 'package main\n\nimport "example.com/shop/v2/pay"\n\nfunc main() { pay.Pay() }\n',
    },
  },
  'a distribution of Python with another name than its module': {
    library: {
      'pyproject.toml': '[project]\nname = "acme-tools"\n',
      'src/helpers/__init__.py': 'def f():\n    pass\n',
    },
    user: { 'requirements.txt': 'Acme_Tools\n', 'main.py': 'import helpers\n' },
  },
  'a distribution of Python that no manifest requires': {
    library: {
      'setup.py': 'from setuptools import setup\nsetup(\n    name="acme-cloud-store",\n)\n',
      'acme/cloud/store/__init__.py': 'def f():\n    pass\n',
    },
    user: { 'main.py': 'from acme.cloud import store\n' },
  },
  'a crate': {
    library: { 'Cargo.toml': '[package]\nname = "acme-shop"\n', 'src/lib.rs': 'pub fn open() {}\n' },
    user: {
      'Cargo.toml': '[package]\nname = "app"\n\n[dependencies]\nacme-shop = "1"\n',
      'src/main.rs': 'use acme_shop::open;\n\nfn main() { open(); }\n',
    },
  },
  'an artifact of Maven': {
    library: {
      'pom.xml': '<project><groupId>com.acme</groupId><artifactId>shop</artifactId></project>',
      'src/main/java/com/acme/shop/Cart.java': 'package com.acme.shop;\n\npublic class Cart {}\n',
    },
    user: { 'Main.java': 'package app;\n\nimport com.acme.shop.Cart;\n\nclass Main { Cart cart; }\n' },
  },
  'a package of Composer': {
    library: {
      'composer.json': '{ "name": "acme/shop", "autoload": { "psr-4": { "Acme\\\\Shop\\\\": "src/" } } }',
      'src/Cart.php': '<?php\nnamespace Acme\\Shop;\n\nclass Cart {}\n',
    },
    user: { 'main.php': '<?php\nuse Acme\\Shop\\Cart;\n\nnew Cart();\n' },
  },
};

it.each(Object.keys(pairs))('lead to whoever uses %s, and to nobody else', async (name) => {
  const { library, user } = pairs[name]!;
  const all = await opened({ library, user, stranger: { 'main.ts': 'export const one = 1;\n' } });
  const provider = all.get('library')!;
  const keys = [...provider.packages.values()].flatMap(({ ecosystem, provides }) =>
    provides.flatMap((one) => namesOfUses(ecosystem, one).map((key) => `${ecosystem.id} ${key}`)),
  );
  const isFound = async (of: string): Promise<boolean> =>
    (await packageRows(all.get(of)!)).requires.some((row) => keys.includes(`${row.ecosystem} ${row.package}`));
  expect(usedBy(all.get('user')!, provider).packages).toHaveLength(1);
  expect(await isFound('user')).toBe(true);
  expect(await isFound('stranger')).toBe(false);
});

it('are cut where they are too many', async () => {
  const one = (await opened({ one: { 'package.json': '{ "dependencies": { "a": "1" } }', 'a.ts': "import { b, c } from 'b';\nimport { d } from 'b';\n", 'b.ts': "import { b } from 'b';\n" } })).get('one')!; // prettier-ignore
  const { requires } = await packageRows(one, { rows: 2, files: 1, size: 1000 });
  expect(requires.map(({ package: of, name, files }) => [of, name, files.length])).toEqual([
    ['a', '*', 0],
    ['b', 'b', 0],
  ]);
  const rows = async (size: number): Promise<number[]> =>
    (await packageRows(one, { rows: 9, files: 9, size })).requires.map(({ files }) => files.length);
  expect(await rows(1000)).toEqual([0, 2, 2, 2, 2, 2, 2]);
  expect(await rows(155)).toEqual([0, 0]);
  expect(await rows(1)).toEqual([]);
});

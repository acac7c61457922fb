/** Questions to several repositories at once: what one uses of another is found through its package, and followed on inside of the user. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openUnion } from '../../src/engine/engine.ts';
import type { ReachedNode } from '../../src/model/graph.ts';
import { indexed, indexedInTest } from './real-index.ts';

const shop = await indexed({
  'package.json': '{ "name": "@acme/shop" }',
  'index.ts': [
    'export class Cart {',
    '  add(n: number) { return price(n); }',
    '  clearAll() {}',
    '}',
    'export function price(n: number) { return n; }',
    'export interface Pay { settle(): void }',
    'export function pay(by: Pay) { by.settle(); }',
  ].join('\n'),
});
const web = await indexed({
  'package.json': '{ "name": "web", "dependencies": { "@acme/shop": "^2" } }',
  'cart.ts': "import { Cart } from '@acme/shop';\nexport function fill() {\n  new Cart().add(1);\n}\n",
  'page.ts': "import { fill } from './cart.ts';\nexport function page() {\n  fill();\n}\n",
  'card.ts': "import type { Pay } from '@acme/shop';\nexport class Card implements Pay {\n  settle() {}\n}\n",
});
const either = await indexed({
  'package.json': '{ "name": "either", "dependencies": { "@acme/shop": "1" } }',
  'either.ts': [
    "import { Cart } from '@acme/shop';",
    'class Own {}',
    'export function either(isCart: boolean) {',
    '  const cart = isCart ? new Cart() : new Own();',
    '  cart.clearAll();',
    '}',
  ].join('\n'),
});
const apart = await indexed({
  'package.json': '{ "name": "apart" }',
  'main.ts': 'class Cart { add() {} }\nexport function run() {\n  new Cart().add();\n}\n',
});
const union = await openUnion([
  { name: 'acme/shop', engine: shop.engine },
  { name: 'web', engine: web.engine },
  { name: 'apart', engine: apart.engine },
  { name: 'either', engine: either.engine },
]);

const shown = (reached: readonly ReachedNode[]): string[] =>
  reached.map(
    ({ node, distance, edges }) =>
      `${distance} ${node.id}${edges.flatMap(({ sites }) => sites.flatMap((one) => (one.package === undefined ? [] : ` by ${one.package.name} ${one.package.range}`))).join('')}`,
  );

it('finds callers in another repository, and goes on to their callers', async () => {
  const cart = { symbol: 'Cart.add', file: 'acme/shop/index.ts', maxDepth: 3 };
  const { reached, unresolved } = await union.graph.callers(cart);
  expect(shown(reached)).toEqual(['1 web/cart.ts#fill by @acme/shop ^2', '2 web/page.ts#page']);
  expect(unresolved.sites).toBe(0);
});

it('does not list a place as unresolved that is known together with another repository', async () => {
  const asked = { symbol: 'Cart.clearAll', file: 'acme/shop/index.ts', maxDepth: 1 };
  const { reached, unresolved } = await union.graph.callers(asked);
  expect(shown(reached)).toEqual(['1 either/either.ts#either by @acme/shop 1']);
  expect(reached[0]!.edges.map(({ sites }) => sites.length)).toEqual([1]);
  expect(unresolved.sites).toBe(0);
  const alone = await either.engine.graph.callees({ symbol: 'either', maxDepth: 1 });
  expect(alone.unresolved.sites).toBe(1);
});

it('counts what other repositories use among what a change affects', async () => {
  const { reached } = await union.graph.impact({ symbol: 'price', file: 'acme/shop/index.ts', maxDepth: 4 });
  expect(shown(reached)).toEqual([
    '1 acme/shop/index.ts#Cart.add',
    '2 web/cart.ts#fill by @acme/shop ^2',
    '3 web/page.ts#page',
  ]);
});

it('follows calls into another repository', async () => {
  const { reached } = await union.graph.callees({ symbol: 'page', file: 'web/page.ts', maxDepth: 4 });
  expect(shown(reached)).toEqual([
    '1 web/cart.ts#fill',
    '2 acme/shop/index.ts#Cart by @acme/shop ^2',
    '2 acme/shop/index.ts#Cart.add by @acme/shop ^2',
    '3 acme/shop/index.ts#price',
  ]);
});

it('counts a call of the declaration in another repository as one of what implements it', async () => {
  const { reached } = await union.graph.callers({ symbol: 'Card.settle', file: 'web/card.ts', maxDepth: 1 });
  expect(reached.map(({ node, edges }) => [node.id, edges[0]!.via?.id])).toEqual([
    ['acme/shop/index.ts#pay', 'acme/shop/index.ts#Pay.settle'],
  ]);
});

it('goes from an import, and from a member, to the definition in the other repository', async () => {
  const definition = async (line: number, name: string): Promise<string[]> => {
    const { symbols } = await union.graph.definitionAt({ file: 'web/cart.ts', line, name });
    return symbols.map(({ node }) => node.id);
  };
  expect(await definition(1, 'Cart')).toEqual(['acme/shop/index.ts#Cart']);
  expect(await definition(3, 'add')).toEqual(['acme/shop/index.ts#Cart.add']);
});

it('has the links between repositories in the graph of files, and in what is dumped', async () => {
  const { files, edges } = await union.graph.fileGraph();
  const found = edges.map(
    ({ from, to, links, isImport }) => `${files[from]!.path} > ${files[to]!.path} ${links}${isImport ? ' import' : ''}`,
  );
  expect(found).toEqual([
    'either/either.ts > acme/shop/index.ts 3 import',
    'web/card.ts > acme/shop/index.ts 3 import',
    'web/cart.ts > acme/shop/index.ts 3 import',
    'web/page.ts > web/cart.ts 2 import',
  ]);
  const dumped = async (level: 'files' | 'symbols'): Promise<string[]> =>
    (await union.graph.dump({ level, maxNodes: 100 })).edges
      .filter(({ from, to }) => from.startsWith('web/cart') && to.startsWith('acme/'))
      .map(({ from, to, kind, count }) => `${from} > ${to} ${kind} ${count}`);
  expect(await dumped('files')).toEqual([
    'web/cart.ts > acme/shop/index.ts import 1',
    'web/cart.ts > acme/shop/index.ts construct 1',
    'web/cart.ts > acme/shop/index.ts call 1',
  ]);
  expect(await dumped('symbols')).toEqual([
    'web/cart.ts > acme/shop/index.ts#Cart import 1',
    'web/cart.ts#fill > acme/shop/index.ts#Cart construct 1',
    'web/cart.ts#fill > acme/shop/index.ts#Cart.add call 1',
  ]);
  const { edges: inside } = await union.graph.dump({ level: 'files', pathPrefix: 'web/', maxNodes: 100 });
  expect(inside.every(({ to }) => to.startsWith('web/'))).toBe(true);
});

it('takes nothing across where a repository is asked alone', async () => {
  const { reached } = await shop.engine.graph.callers({ symbol: 'Cart.add', maxDepth: 2 });
  expect(reached).toEqual([]);
});

it('sees what was written since the last question', async () => {
  const { reached } = await union.graph.callers({ symbol: 'price', file: 'acme/shop/index.ts', maxDepth: 1 });
  expect(shown(reached)).toEqual(['1 acme/shop/index.ts#Cart.add']);
  rmSync(join(web.root, 'card.ts'));
  const { writeFileSync } = await import('node:fs');
  writeFileSync(
    join(web.root, 'page.ts'),
    "import { price } from '@acme/shop';\nexport function page() {\n  price(2);\n}\n",
  );
  await web.engine.index();
  const after = await union.graph.callers({ symbol: 'price', file: 'acme/shop/index.ts', maxDepth: 1 });
  expect(shown(after.reached)).toEqual(['1 acme/shop/index.ts#Cart.add', '1 web/page.ts#page by @acme/shop ^2']);
});

it.skipIf(process.platform === 'win32')('reads no manifest through a link', async () => {
  const lib = await indexedInTest({
    'package.json': '{ "name": "@acme/lib" }',
    'index.ts': 'export function lend() {}\n',
  });
  const user = await indexedInTest({
    'package.json': '{ "name": "user", "dependencies": { "@acme/lib": "1" } }',
    'use.ts': "import { lend } from '@acme/lib';\nexport function use() {\n  lend();\n}\n",
  });
  writeFileSync(join(user.root, 'elsewhere.json'), '{ "name": "@acme/lib" }');
  rmSync(join(lib.root, 'package.json'));
  symlinkSync(join(user.root, 'elsewhere.json'), join(lib.root, 'package.json'));
  const both = await openUnion([
    { name: 'lib', engine: lib.engine },
    { name: 'user', engine: user.engine },
  ]);
  expect((await both.graph.callers({ symbol: 'lend', file: 'lib/index.ts', maxDepth: 1 })).reached).toEqual([]);
});

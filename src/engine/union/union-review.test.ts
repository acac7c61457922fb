/** A review of one repository says what the others use of what changed, and of what is gone. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import type { ReviewAnswer } from '../../model/review.ts';
import { openGitProject, type GitProject } from '../changes/testing/git-project.ts';
import { openEngine, openUnion, type NamedEngine } from '../engine.ts';

const projects: GitProject[] = [];
const engines: NamedEngine[] = [];

type Files = Readonly<Record<string, string>>;

async function repository(name: string, files: Files, isIndexed = true): Promise<GitProject> {
  const project = openGitProject();
  projects.push(project);
  project.commit(files);
  const { root } = project;
  const { config } = loadConfig({ root, flags: { 'embedding.provider': 'off' }, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  engines.push({ name, engine });
  if (isIndexed) await engine.index();
  return project;
}

async function review(name: string): Promise<ReviewAnswer> {
  await engines.find((one) => one.name === name)!.engine.index();
  const union = await openUnion(engines);
  try {
    return await union.review(name, { base: 'HEAD' });
  } finally {
    await union.close();
  }
}

const shown = ({ elsewhere }: ReviewAnswer): string[] =>
  elsewhere!.uses.map(
    ({ change, id, places }) =>
      `${change} ${id}: ${places.map(({ project, path, line, kind, caller }) => `${project} ${path}:${line} ${kind} in ${caller}`).join(', ')}`,
  );

beforeEach(() => {
  projects.length = engines.length = 0;
});
afterEach(async () => {
  for (const { engine } of engines) await engine.close();
  for (const project of projects) project.remove();
});

const price = 'export function price(name: string): number {\n  return name.length;\n}\n';
const tax = 'export function tax(of: number): number {\n  return of * 2;\n}\n';
const shop: Files = {
  'package.json': '{ "name": "@acme/shop" }',
  'index.ts': "export { price } from './price';\nexport { tax as duty } from './tax';\nexport * from './cart';\n",
  'price.ts': price,
  'tax.ts': tax,
  'cart.ts': 'export class Cart {\n  add(n: number) {\n    return n;\n  }\n  clear() {\n    return 0;\n  }\n}\n',
};
const web: Files = {
  'package.json': '{ "name": "web", "dependencies": { "@acme/shop": "^2" } }',
  'main.ts': [
    "import { Cart, duty, price } from '@acme/shop';",
    'export function main(cart: Cart) {',
    "  price('a');",
    '  duty(1);',
    '  cart.add(1);',
    '}',
    '',
  ].join('\n'),
  'own.ts': 'function price() {}\nfunction duty() {}\nprice();\nduty();\n',
};

it('names the users of what changed, with their package, and no others', async () => {
  const project = await repository('shop', shop);
  await repository('web', web);
  await repository('bare', web, false);
  project.put({
    'price.ts': price.replace('name: string', 'name: string, size = 1'),
    'tax.ts': tax.replace('of * 2', 'of * 3'),
  });
  const answer = await review('shop');
  expect(shown(answer)).toEqual([
    'signature price.ts#price: web main.ts:3 call in main, web main.ts:1 import in null',
    'body tax.ts#tax: web main.ts:4 call in main, web main.ts:1 import in null',
  ]);
  const { asked, notAsked, uses, notes } = answer.elsewhere!;
  expect(uses[0]!.places[0]).toMatchObject({ package: '@acme/shop', range: '^2' });
  expect([asked, notAsked]).toEqual([['web'], [{ project: 'bare', reason: 'no index yet' }]]);
  expect(notes).toEqual(['Not asked, since they have no index (`code-scout index` makes one): bare.']);
});

it('names the users of a definition that was removed, renamed or is no longer exported', async () => {
  const project = await repository('shop', shop);
  await repository('web', web);
  project.put({
    'price.ts': price.replace('function price', 'function cost'),
    'index.ts': shop['index.ts']!.replace("export { price } from './price';\n", ''),
    'tax.ts': tax.replace('export ', ''),
    'cart.ts': shop['cart.ts']!.replace('add(n: number)', 'put(n: number)'),
  });
  expect(shown(await review('shop'))).toEqual([
    'gone cart.ts#Cart.add: web main.ts:5 call in main',
    'gone price.ts#price: web main.ts:3 call in main, web main.ts:1 import in null',
    'gone tax.ts#tax: web main.ts:4 call in main, web main.ts:1 import in null',
  ]);
});

it('takes nothing for gone that leads to another place of the package now', async () => {
  const project = await repository('shop', shop);
  await repository('web', web);
  project.put({
    'tax.ts': '',
    'duties.ts': tax,
    'index.ts': shop['index.ts']!.replace("'./tax'", "'./duties'"),
  });
  const answer = await review('shop');
  expect(shown(answer)).toEqual(['moved duties.ts#tax: web main.ts:4 call in main, web main.ts:1 import in null']);
});

it('names the users of what the package only no longer hands on', async () => {
  const project = await repository('shop', shop);
  await repository('web', web);
  project.put({ 'index.ts': shop['index.ts']!.replace("export { tax as duty } from './tax';\n", '') });
  expect(shown(await review('shop'))).toEqual([
    'gone tax.ts#tax: web main.ts:4 call in main, web main.ts:1 import in null',
  ]);
});

it('names the users of a file that was deleted', async () => {
  const project = await repository('lib', {
    'pyproject.toml': '[project]\nname = "lib"\n',
    'src/lib/__init__.py': '',
    'src/lib/cart.py': 'class Cart:\n    def add(self):\n        pass\n\n\ndef pay():\n    pass\n',
  });
  await repository('app', {
    'requirements.txt': 'lib>=2\n',
    'main.py': 'from lib.cart import Cart\nfrom lib import cart\n\n\ndef run():\n    Cart().add()\n    cart.pay()\n',
  });
  project.put({ 'src/lib/cart.py': null });
  const found = shown(await review('lib'));
  expect(found).toContain('gone src/lib/cart.py#Cart.add: app main.py:6 call in run');
  expect(found).toContain('gone src/lib/cart.py#pay: app main.py:7 call in run');
});

it('names the users of a function of Go that was removed', async () => {
  const project = await repository('kit', {
    'go.mod': 'module example.com/kit\n',
    'pay.go': 'package kit\n\nfunc Pay() {}\n\nfunc Keep() {}\n',
  });
  await repository('app', {
    'go.mod': 'module example.com/app\n\nrequire example.com/kit v1.2.0\n',
    'main.go': 'package main\n\nimport "example.com/kit"\n\nfunc main() {\n\tkit.Pay()\n\tkit.Keep()\n}\n',
  });
  project.put({ 'pay.go': 'package kit\n\nfunc Keep() {}\n' });
  const answer = await review('kit');
  expect(shown(answer)).toEqual(['gone pay.go#Pay: app main.go:6 call in main']);
  expect(answer.elsewhere!.uses[0]!.places[0]!.range).toBe('v1.2.0');
});

it('asks nobody where the repository is reviewed alone', async () => {
  await repository('shop', shop);
  expect((await engines[0]!.engine.changes.review({ base: 'HEAD' })).elsewhere).toBe(null);
});

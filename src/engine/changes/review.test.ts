/** Reviews of branches in a real repository, with a real git. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import type { ReviewRequest } from '../../model/review.ts';
import { openEngine } from '../engine.ts';
import type { Engine } from '../types.ts';
import { openGitProject, type GitProject } from './testing/git-project.ts';

let project: GitProject;
let root = '';
let engine: Engine;
const put: GitProject['put'] = (files) => project.put(files);
const git: GitProject['git'] = (...args) => project.git(...args);
const commit: GitProject['commit'] = (files) => project.commit(files);

interface Found {
  circles: string[];
  unused: string[];
  untested: string[];
}

async function review(request: ReviewRequest = {}): Promise<Found> {
  await engine.index();
  const { findings } = await engine.changes.review(request);
  return {
    circles: findings.circles.map((circle) => circle.map(({ path, line }) => `${path}:${line}`).join(' ')),
    unused: findings.unused.map(({ id }) => id),
    untested: findings.untested.map(({ id, change }) => `${change} ${id}`),
  };
}

const none: Found = { circles: [], unused: [], untested: [] };
const price = 'export function price(name: string): number {\n  return name.length;\n}\n';
const cart =
  "import { price } from './price';\nexport function total(names: string[]): number {\n" +
  '  return names.map((name) => price(name)).length;\n}\n';

beforeEach(async () => {
  project = openGitProject();
  root = project.root;
  commit({
    'package.json': '{"name":"shop"}',
    'src/price.ts': price,
    'src/cart.ts': cart,
    // A circle that was there before.
    'src/one.ts': "import { two } from './two';\nexport const one = (): number => two();\n",
    'src/two.ts': "import { one } from './one';\nexport const two = (): number => one();\n",
    'src/main.ts': "import { total } from './cart';\nimport { one } from './one';\ntotal([String(one())]);\n",
    'test/cart.test.ts': "import { total } from '../src/cart';\ntest('total', () => {\n  total(['a']);\n});\n",
    'shop/a.py': 'def a():\n    return 1\n',
    'shop/b.py': 'from shop import a\n\n\ndef b():\n    return a.a()\n',
  });
  git('checkout', '--quiet', '-b', 'work');
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
});
afterEach(async () => {
  await engine.close();
  project.remove();
});

describe('a review', () => {
  it('compares with where the branch left main, and finds nothing in a change that makes nothing worse', async () => {
    commit({ 'src/price.ts': price.replace('name.length', 'name.length + 1') });
    git('checkout', '--quiet', 'main');
    commit({ 'src/later.ts': 'export const later = 1;\n' });
    git('checkout', '--quiet', 'work');
    await engine.index();
    const { changes, findings } = await engine.changes.review({});
    expect(changes.files.map(({ path }) => path)).toEqual(['src/price.ts']);
    expect(findings).toEqual({ circles: [], unused: [], untested: [], undecided: 0 });
  });

  it('finds a circle that a new import makes, from that import on, and none that was there', async () => {
    put({
      'src/price.ts': `import { total } from './cart';\n${price.replace('name.length', 'total([])')}`,
      'src/one.ts': "import { two } from './two';\n\nexport const one = (): number => two();\n",
    });
    expect(await review()).toEqual({ ...none, circles: ['src/price.ts:1 src/cart.ts:1'] });
    put({ 'shop/a.py': 'from shop import b\n\n\ndef a():\n    return b.b()\n' });
    expect((await review()).circles).toEqual(['shop/a.py:1 shop/b.py:1', 'src/price.ts:1 src/cart.ts:1']);
  });

  it('takes files of one package of Go that use each other for no circle of imports', async () => {
    put({
      'go.mod': 'module shop\n',
      'one.go': 'package shop\n\nfunc One() int {\n\treturn Two()\n}\n',
      'two.go': 'package shop\n\nfunc Two() int {\n\treturn One()\n}\n',
    });
    expect((await review()).circles).toEqual([]);
  });

  it('takes a new import between files of one circle for no new circle', async () => {
    put({
      'src/two.ts': "import { one } from './one';\nexport const two = (): number => one();\nexport * from './one';\n",
    });
    expect((await review()).circles).toEqual([]);
  });

  it('finds what is no longer used because the change took its last use away', async () => {
    put({ 'src/cart.ts': cart.replace('price(name)', 'name').replace("import { price } from './price';\n", '') });
    expect((await review()).unused).toEqual(['src/price.ts#price']);
    // What nothing has ever used is no finding.
    put({ 'src/cart.ts': cart, 'src/new.ts': 'export function fresh(): void {}\n' });
    expect((await review()).unused).toEqual([]);
  });

  it('finds public functions that were added or changed, and that no test reaches', async () => {
    put({
      'src/one.ts': "import { two } from './two';\nexport const one = (): number => two() + 1;\n",
      'src/price.ts': `${price.replace('name.length', '2')}export function discount(): number {\n  return inner();\n}\nfunction inner(): number {\n  return 1;\n}\n`,
    });
    expect((await review()).untested).toEqual(['body src/one.ts#one', 'added src/price.ts#discount']);
    put({
      'test/price.test.ts':
        "import { discount } from '../src/price';\nimport { one } from '../src/one';\ntest('price', () => {\n  discount();\n  one();\n});\n",
    });
    expect((await review()).untested).toEqual([]);
  });

  it('says nothing of a method that the language may call by itself', async () => {
    put({
      'shop/c.py': 'class C:\n    def __init_subclass__(cls):\n        pass\n\n    def open(self):\n        pass\n',
    });
    expect((await review()).untested).toEqual(['added shop/c.py#C']);
  });

  it('says which branch to name where none is known, and what is wrong with one that is not there', async () => {
    git('branch', '--quiet', '-m', 'main', 'trunk');
    await expect(review()).rejects.toThrow('The branch to compare with is not known');
    await expect(review({ base: 'nosuch' })).rejects.toThrow('Unknown revision: nosuch');
    expect(await review({ base: 'trunk' })).toEqual(none);
    git('checkout', '--quiet', '--orphan', 'apart');
    commit({ 'src/apart.ts': 'export const apart = 1;\n' });
    await expect(review({ base: 'trunk' })).rejects.toThrow('no common ancestor');
  });
});

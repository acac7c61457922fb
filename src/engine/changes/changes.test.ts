/** Changes in a real repository, with a real git. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import type { ChangesAnswer, ChangesRequest } from '../../model/changes.ts';
import { openEngine } from '../engine.ts';
import type { Engine } from '../types.ts';
import { openGitProject, type GitProject } from './testing/git-project.ts';

let project: GitProject;
let root = '';
let engine: Engine;
const put: GitProject['put'] = (files) => project.put(files);
const git: GitProject['git'] = (...args) => project.git(...args);
const commit: GitProject['commit'] = (files) => project.commit(files);

async function changes(request: ChangesRequest = {}): Promise<ChangesAnswer> {
  await engine.index();
  return engine.changes.of(request);
}

const reported = ({ files }: ChangesAnswer): string[] =>
  files.flatMap(({ path, status, unread, definitions }) =>
    definitions.length === 0
      ? [`${status} ${path}: ${unread ?? 'same'}`]
      : definitions.map((one) => `${one.change} ${one.id}${one.isKnown ? '' : ' (absent)'}`),
  );
const testPaths = ({ tests }: ChangesAnswer): string[] => tests.map(({ path }) => path);

const price = 'export function price(name: string): number {\n  return name.length;\n}\n';
const cart =
  "import { price } from './price';\nexport function total(names: string[]): number {\n" +
  '  return names.map((name) => price(name)).length;\n}\n';

beforeEach(() => {
  project = openGitProject();
  root = project.root;
  commit({
    // A commit of so many files says nothing about any two of them.
    ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`docs/${at}.txt`, 'x\n'])),
    'package.json': '{"name":"shop"}',
    'src/price.ts': price,
    'src/cart.ts': cart,
    'src/other.ts': 'export function other(): number {\n  return 0;\n}\n',
    'test/cart.test.ts': "import { total } from '../src/cart';\ntest('total', () => {\n  total(['a']);\n});\n",
    'test/price.test.ts': "import * as all from '../src/price';\ntest('price', () => {\n  use(all);\n});\n",
    'test/other.test.ts': "import { other } from '../src/other';\ntest('other', () => {\n  other();\n});\n",
  });
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  return openEngine({ root, config, indexing: 'inline' }).then((opened) => void (engine = opened));
});
afterEach(async () => {
  await engine.close();
  project.remove();
});

describe('the working tree', () => {
  it('has no changes at first', async () => {
    const answer = await changes();
    expect(answer).toMatchObject({ files: [], totalFiles: 0, tests: [], reached: [], notes: [] });
    expect(answer.compared).toMatchObject({ kind: 'workingTree', from: git('rev-parse', 'HEAD').slice(0, 12) });
  });

  it('names the changes, their users, and the tests with the path to the change', async () => {
    put({ 'src/price.ts': price.replace('name.length', 'name.length * 2') });
    const answer = await changes();
    expect(reported(answer)).toEqual(['body src/price.ts#price']);
    expect(answer.reached.map(({ node }) => node.id)).toEqual(['src/cart.ts#total']);
    expect(testPaths(answer).toSorted()).toEqual(['test/cart.test.ts', 'test/price.test.ts']);
    const [byName, byGraph] = ['test/price.test.ts', 'test/cart.test.ts'].map((path) =>
      answer.tests.find((test) => test.path === path),
    );
    expect(byName?.reasons).toContainEqual({ kind: 'named', path: 'src/price.ts' });
    expect(byGraph).toMatchObject({ distance: 2, isChanged: false });
    expect(byGraph?.reasons[0]).toMatchObject({
      ...{ kind: 'reaches', line: 3, use: 'call', way: ['test/cart.test.ts', 'total', 'price'] },
    });
  });

  it('includes staged and untracked files, and puts changed tests first', async () => {
    put({ 'src/new.ts': "import { total } from './cart';\nexport const twice = () => total([]) * 2;\n" });
    put({ 'src/other.ts': 'export function other(): number {\n  return 1;\n}\n', 'README.md': '# Shop\n' });
    put({ 'test/cart.test.ts': "import { total } from '../src/cart';\ntest('none', () => {\n  total([]);\n});\n" });
    git('add', 'src/other.ts');
    const answer = await changes();
    expect(reported(answer)).toEqual([
      ...['added src/new.ts#twice', 'body src/other.ts#other', 'body test/cart.test.ts', 'added README.md: not code'],
    ]);
    expect(testPaths(answer)).toEqual(['test/cart.test.ts', 'test/other.test.ts']);
    expect(answer.tests[0]).toMatchObject({ isChanged: true });
    const alone = await changes({ withoutTests: true });
    expect(reported(alone)).not.toContain('body test/cart.test.ts');
    expect((await changes({ pathPrefix: 'src/o' })).totalFiles).toBe(1);
    expect((await changes({ pathPrefix: 'src/o' })).notes).toEqual([]);
    expect((await changes({ pathPrefix: 'lib/' })).notes).toEqual([
      'Only paths that begin with lib/ were compared; 4 changed files are elsewhere, such as src/other.ts.',
    ]);
  });

  it('lists the places that still name removed definitions', async () => {
    put({ 'src/price.ts': 'export function cost(name: string): number {\n  return name.length;\n}\n' });
    const answer = await changes();
    expect(reported(answer)).toEqual(['renamed src/price.ts#cost']);
    // A namespace import does not name the removed function; a call by its name would fail.
    put({ 'test/zebra.test.ts': "import { price } from '../src/price';\ntest('zebra', () => {\n  price('z');\n});\n" });
    git('add', 'test/zebra.test.ts');
    git('commit', '--quiet', '-m', 'zebra');
    const [first] = (await changes()).tests;
    expect(first).toMatchObject({ path: 'test/zebra.test.ts', reasons: [{ kind: 'mentions', line: 1 }] });
    expect(answer.dangling.places).toContainEqual(
      expect.objectContaining({ id: 'src/price.ts#price', path: 'src/cart.ts', line: 3, caller: 'total' }),
    );
    put({ 'src/price.ts': null });
    const gone = await changes();
    expect(reported(gone)).toEqual(['removed src/price.ts#price (absent)']);
    expect(gone.dangling.places).toContainEqual(
      expect.objectContaining({ id: 'src/price.ts', path: 'src/cart.ts', line: 1, kind: 'import' }),
    );
  });

  it.each([
    ['TypeScript', 'src/gone.ts', 'export function kept() {}\n', 'export function lost() {}\n', { 'src/own.ts': "import { lost as own } from './gone';\nexport { lost, kept } from './gone';\nexport * as all from './gone';\n" }, ['src/own.ts:1 import', 'src/own.ts:2 reexport']], // prettier-ignore
    ['Python', 'shop/gone.py', 'def kept():\n    pass\n', 'def lost():\n    pass\n', { 'shop/__init__.py': 'from .gone import lost\n', 'shop/own.py': 'from . import gone\nfrom .gone import kept, lost as own\n\ngone.lost() + gone.lost()\n' }, ['shop/__init__.py:1 reexport', 'shop/own.py:2 import', 'shop/own.py:4 call']], // prettier-ignore
  ])('lists the imports of what was removed from a file in %s', async (_, path, kept, lost, users, expected) => {
    commit({ [path]: kept + lost, ...users });
    put({ [path]: kept });
    const { dangling } = await changes();
    expect(dangling.places.map((place) => `${place.path}:${place.line} ${place.kind}`).sort()).toEqual(expected);
    expect(dangling.places.every(({ id }) => id === `${path}#lost`)).toBe(true);
  });

  it('walks further for tests if few are near', async () => {
    const chain = Array.from({ length: 8 }, (_, at) => {
      const imported = at === 0 ? '' : `import { f${at - 1} } from './f${at - 1}';\n`;
      const body = at === 0 ? '1' : `f${at - 1}()`;
      return [`src/f${at}.ts`, `${imported}export function f${at}(): number {\n  return ${body};\n}\n`];
    });
    commit({
      ...(Object.fromEntries(chain) as Record<string, string>),
      'test/late.test.ts': "import { f7 } from '../src/f7';\ntest('f', () => {\n  f7();\n});\n",
    });
    put({ 'src/f0.ts': 'export function f0(): number {\n  return 2;\n}\n' });
    const answer = await changes();
    expect(answer.reached.map(({ node }) => node.name)).toEqual(['f1', 'f2', 'f3', 'f4', 'f5']);
    const late = ({ tests }: ChangesAnswer): number | null | undefined =>
      tests.find(({ path }) => path === 'test/late.test.ts')?.distance;
    expect(late(answer)).toBe(8);
    expect(late(await changes({ maxDepth: 5 })) ?? null).toBe(null);
  });

  it('ignores a file that was only written again, and does not show secrets', async () => {
    put({ 'src/price.ts': `${price} ` });
    put({ 'src/price.ts': price, '.env': 'SECRET=1\n', 'blob.ts': '\0\0\0', 'src/moved.ts': '' });
    expect(reported(await changes())).toEqual([
      ...['added blob.ts: binary', 'added src/moved.ts: same', 'added .env: secret'],
    ]);
  });

  it('shows a limited number of files, code first, and counts the rest', async () => {
    for (let at = 0; at < 230; at++)
      put({ [`docs/${at}.md`]: `${at}\n`, [`zz/f${at}.ts`]: `export const v${at} = 1;\n` });
    const answer = await changes();
    expect(answer).toMatchObject({ totalFiles: 460, skippedFiles: 260 });
    expect(answer.files.every(({ path }) => path.startsWith('zz/'))).toBe(true);
    expect(answer.notes.join(' ')).toContain('Changed files that were not analysed: 260.');
  });
});

it('ends for whoever has cancelled it, and for nobody else', async () => {
  put({ 'src/price.ts': price.replace('name.length', 'name.length * 2') });
  await engine.index();
  // Cancelled when git runs for the first time for it, for the second time, and so on.
  for (let runs = 1; runs <= 8; runs++) {
    commit({ 'src/other.ts': `export const other = ${runs};\n` });
    const controller = new AbortController();
    const { signal } = controller;
    let left = runs;
    signal.addEventListener = (...listener: Parameters<AbortSignal['addEventListener']>) => {
      AbortSignal.prototype.addEventListener.apply(signal, listener);
      if (--left === 0) setImmediate(() => controller.abort());
    };
    const all = await Promise.allSettled([engine.changes.of({ signal }), engine.changes.of({})]);
    expect(all[1], `${runs}`).toMatchObject({ status: 'fulfilled' });
  }
});

describe('commits', () => {
  it('are compared with their parent, with a note on later changes', async () => {
    const first = git('rev-parse', 'HEAD');
    const second = commit({
      'src/price.ts': price.replace('name.length', '1'),
      'src/late.ts': 'export const late = 1;\n',
    });
    expect(reported(await changes({ revision: second }))).toEqual([
      'added src/late.ts#late',
      'body src/price.ts#price',
    ]);
    commit({ 'src/late.ts': null });
    const answer = await changes({ revision: second });
    expect(reported(answer)).toEqual(['added src/late.ts#late (absent)', 'body src/price.ts#price']);
    expect(answer.compared).toMatchObject({ kind: 'commit', to: second.slice(0, 12), isOnDisk: false });
    expect(answer.notes.join(' ')).toContain('Some of these files have changed since');
    expect(reported(await changes({ revision: `${first}..HEAD` }))).toEqual(['body src/price.ts#price']);
    expect(reported(await changes({ base: first }))).toEqual(['body src/price.ts#price']);
    expect((await changes({ revision: first })).compared.from).toBe(null);
  });

  it('follow files and definitions that moved', async () => {
    commit({ 'src/long.ts': `${price}${cart}`.replace("import { price } from './price';\n", '') });
    git('mv', 'src/long.ts', 'src/longer.ts');
    const answer = await changes();
    expect(reported(answer)).toEqual(['renamed src/longer.ts: same']);
    expect(answer).toMatchObject({ totalFiles: 1, files: [{ oldPath: 'src/long.ts' }] });
    put({ 'src/longer.ts': `${price.replace('length', 'size')}${cart}` });
    expect(reported(await changes())).toEqual(['body src/longer.ts', 'body src/longer.ts#price']);
    const filler = `export const filler = [\n${'  1,\n'.repeat(20)}];\n`;
    put({ 'src/longer.ts': `${price}${filler}` });
    expect(reported(await changes())).toEqual([
      ...['moved src/longer.ts#price', 'added src/longer.ts#filler', 'removed src/long.ts#total (absent)'],
    ]);
    put({ 'src/longer.ts': `${price}${cart}`.replace("import { price } from './price';\n", '') });
    const moved = commit({});
    const renamed = await changes({ revision: moved });
    expect(renamed.files).toMatchObject([
      { status: 'renamed', path: 'src/longer.ts', oldPath: 'src/long.ts', definitions: [] },
    ]);
  });

  it('rank tests that changed together with a file in earlier commits', async () => {
    for (const text of ['2', '3']) {
      const other = 'export function other(): number {\n  return 0;\n}\n';
      commit({ 'src/other.ts': other.replace('0', text), 'test/late.test.ts': `test('${text}', () => {});\n` });
    }
    put({ 'src/other.ts': 'export function other(): number {\n  return 9;\n}\n' });
    const late = (await changes()).tests.find(({ path }) => path === 'test/late.test.ts');
    expect(late).toMatchObject({ distance: null, reasons: [{ kind: 'history', commits: 2, path: 'src/other.ts' }] });
  });

  it('are refused if git does not know them', async () => {
    await expect(changes({ revision: 'nowhere' })).rejects.toMatchObject({ code: 'NotFoundError' });
    rmSync(join(root, '.git'), { recursive: true });
    await expect(changes()).rejects.toMatchObject({ code: 'ValidationError' });
  });
});

it('lists the commits and branches that can be asked about, and the files of each commit', async () => {
  commit({ 'src/price.ts': price.replace('length', 'length * 2') });
  const { commits, branches } = await engine.changes.states();
  expect(commits.map(({ subject }) => subject)).toEqual(['change', 'change']);
  expect(branches.map(({ name, isCurrent }) => [name, isCurrent])).toEqual([['main', true]]);
  expect(await engine.changes.filesOfCommits()).toEqual([['src/price.ts']]);
  commit({ 'src/cart.ts': `${cart}// more\n`, 'src/other.ts': null });
  expect(await engine.changes.filesOfCommits()).toEqual([['src/cart.ts', 'src/other.ts'], ['src/price.ts']]);
});

/** Which repositories a question opens, and what is said where they are too many. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toAppError } from '../../model/error.ts';
import { openUnion, type NamedEngine } from '../engine.ts';
import type { ShareLink } from '../phases/engine-of-shares.ts';
import { indexAll, narrowed, overWire, type Narrowed } from './testing/narrowed-engine.ts';

const base = mkdtempSync(join(tmpdir(), 'code-scout-opened-'));
let all: NamedEngine[];
let links: ShareLink[];

const library = { 'package.json': '{ "name": "@acme/shop" }', 'index.ts': 'export function openCart() {}\nexport function zorga() {}\n' }; // prettier-ignore
const user = (name: string): Record<string, string> => ({
  'package.json': `{ "name": "${name}", "dependencies": { "@acme/shop": "1" } }`,
  'main.ts': "import { openCart } from '@acme/shop';\nexport function run() {\n  openCart();\n}\n",
});
/** Has nothing to do with the library but a word. */
const bystander = { 'notes.ts': '// See openCart.\nexport const one = 1;\n' };
/** Needs the library, and none of what is asked about. */
const other = { 'package.json': '{ "dependencies": { "@acme/shop": "1" } }', 'zorga.ts': "import { zorga } from '@acme/shop';\nzorga();\n" }; // prettier-ignore

beforeAll(async () => {
  all = await indexAll(base, {
    ...{ shop: library, 'team/one': user('one'), 'team/two': user('two'), other },
    ...{ 'py/loose': { 'a.py': 'def go(x):\n    return x.zorga_only() + x.zorga_twice()\n' } },
    ...{ 'py/one': { 'b.py': 'class B:\n    def zorga_only(self):\n        return 1\n\n    def zorga_twice(self):\n        return 1\n' } }, // prettier-ignore
    ...{ 'py/two': { 'c.py': 'class C:\n    def zorga_twice(self):\n        return 1\n' } },
    'deep/base': { 'package.json': '{ "name": "base" }', 'index.ts': 'export class Base {\n  settleDeep() {}\n}\n' },
    'deep/mid': { 'package.json': '{ "name": "mid", "dependencies": { "base": "1" } }', 'index.ts': "import { Base } from 'base';\nexport class Mid extends Base {}\n" }, // prettier-ignore
    'deep/top': { 'package.json': '{ "name": "top", "dependencies": { "mid": "1" } }', 'index.ts': "import { Mid } from 'mid';\nexport function runDeep() {\n  new Mid().settleDeep();\n}\n" }, // prettier-ignore
    ...{ 'by/a': bystander, 'by/b': bystander, 'by/c': bystander, apart: { 'a.ts': 'export const apart = 1;\n' } },
  });
  all.sort((a, b) => (a.name < b.name ? -1 : 1));
  const shares = [all.filter((_, at) => at % 2 === 0), all.filter((_, at) => at % 2 === 1)];
  links = await Promise.all(shares.map(async (share) => overWire(await openUnion(share))));
}, 120_000);
afterAll(async () => {
  for (const { engine } of all) await engine.close();
  rmSync(base, { recursive: true, force: true });
});

const ask = (most?: number): Narrowed => narrowed(all, links, most);
const callers = { symbol: 'openCart', maxDepth: 2 };

it('opens who has the name, uses the package and the name, or writes the name: nobody else', async () => {
  const { engine, opened } = ask();
  const { reached } = await engine.graph.callers(callers);
  expect(reached.map(({ node }) => node.id)).toEqual(['team/one/main.ts#run', 'team/two/main.ts#run']);
  expect(opened.at(-1)).toEqual(['by/a', 'by/b', 'by/c', 'shop', 'team/one', 'team/two']);
  const without = ask();
  await without.engine.graph.callers({ ...callers, account: false });
  expect(without.opened).toEqual([['shop'], ['shop', 'team/one', 'team/two']]);
  expect(await engine.projects()).toEqual({ asked: opened.at(-1)!.map((name) => expect.objectContaining({ project: name })), notAsked: [] }); // prettier-ignore
});

it('leaves out who has the name alone, where they are too many, and says so', async () => {
  const { engine, opened } = ask(4);
  const { reached, state, account } = await engine.graph.callers(callers);
  expect(reached.map(({ node }) => node.id)).toEqual(['team/one/main.ts#run', 'team/two/main.ts#run']);
  expect(opened.at(-1)).toEqual(['shop', 'team/one', 'team/two']);
  expect(state.freshness.note).toMatch(/^3 more repositories have the name/);
  expect(account!.places).toBe(5);
});

it('joins by a name that one file of all has, and not by one that several have', async () => {
  const { engine, opened } = ask();
  const users = await engine.graph.neighbours({ symbol: 'zorga_only', maxDepth: 1, direction: 'in' });
  expect(users.nodes.map(({ node }) => node.id)).toEqual(['py/loose/a.py#go']);
  expect(opened).toEqual([['py/one'], ['py/loose', 'py/one']]);
  const { reached, unresolved } = await engine.graph.callees({ symbol: 'py/loose/a.py#go', maxDepth: 1 });
  expect(reached.map(({ node }) => node.id)).toEqual(['py/one/b.py#B.zorga_only']);
  expect(unresolved.sites).toBe(1);
  expect(opened.at(-1)).toEqual(['py/loose', 'py/one']);
});

it('opens whose packages the used ones use, since types come from there', async () => {
  const { engine, opened } = ask();
  const { reached } = await engine.graph.callees({ symbol: 'runDeep', maxDepth: 1 });
  expect(reached.map(({ node }) => node.id)).toContain('deep/base/index.ts#Base.settleDeep');
  expect(opened.at(-1)).toEqual(['deep/base', 'deep/mid', 'deep/top']);
});

it('is refused where more are linked than are opened, with what to do', async () => {
  const { engine, opened } = ask(2);
  const error = await engine.graph.callers(callers).then(() => null, toAppError);
  expect(error).toMatchObject({ code: 'ValidationError', details: { field: 'project' } });
  expect(error!.message).toBe('What is linked with "openCart" is in more than 2 repositories');
  expect(error!.hint).toContain(
    'Give one of them as `project`, or an id that begins with the name of a repository: shop, ',
  );
  expect(opened).toEqual([['shop']]);
  const named = await ask(3).engine.graph.resolve({ symbol: 'run' });
  expect(named).toMatchObject({ kind: 'several', total: 2 });
  await expect(ask(1).engine.graph.resolve({ symbol: 'run' })).rejects.toThrow('"run" is in more than 1 repositories');
});

it('is refused where it is about all repositories and they cannot all be open, and opens none', async () => {
  const { engine, opened } = narrowed(all, links, { together: all.length - 1 });
  const error = await engine.graph.cycles({ level: 'files', limit: 5 }).then(() => null, toAppError);
  expect(error).toMatchObject({ code: 'ValidationError', details: { field: 'project' } });
  expect(error!.message).toBe(`This is answered for at most ${all.length - 1} repositories together, and there are ${all.length}`); // prettier-ignore
  expect(error!.hint).toMatch(/^Give one of them as `project`: apart, /);
  // The explorer asks for these every few seconds.
  expect(await engine.generation()).toBe(null);
  expect(await engine.status()).toMatchObject({ filesIndexed: 21 });
  expect(opened).toEqual([]);
  await expect(ask(all.length).engine.graph.cycles({ level: 'files', limit: 5 })).rejects.toThrow(
    'All repositories are opened',
  );
});

it('opens the repository of a path alone, and none for a path of none', async () => {
  const { engine, opened } = ask();
  expect((await engine.files.read({ path: 'team/two/main.ts', startLine: 1, startColumn: 1, endLine: 1, maxChars: 100 })).path).toBe('team/two/main.ts'); // prettier-ignore
  const { chunks } = await engine.chunks.file('./shop/index.ts');
  expect((await engine.chunks.chunk(chunks[0]!.id)).file.path).toBe('shop/index.ts');
  expect(opened).toEqual([['team/two'], ['shop'], ['shop']]);
  const { entries } = await engine.files.list({ path: 'team', offset: 0, limit: 9 });
  expect(entries.map(({ name }) => name)).toEqual(['one', 'two']);
  const { asked } = await engine.projects();
  expect(asked.map(({ project }) => project)).toEqual(['team/one', 'team/two']);
  await expect(engine.files.read({ path: 'nobody/x.ts', startLine: 1, startColumn: 1, endLine: 1, maxChars: 1 })).rejects.toThrow('No repository has this path'); // prettier-ignore
  expect(opened).toHaveLength(3);
});

it('names what could not be opened among what was not asked', async () => {
  const { engine } = narrowed(all, links, undefined, new Map([['team/two', 'its snapshot is being fetched']]));
  const { reached } = await engine.graph.callers({ ...callers, account: false });
  expect(reached.map(({ node }) => node.id)).toEqual(['team/one/main.ts#run']);
  expect((await engine.projects()).notAsked).toEqual([{ project: 'team/two', reason: 'its snapshot is being fetched' }]); // prettier-ignore
});

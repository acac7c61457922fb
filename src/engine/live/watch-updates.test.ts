/** A server's engine that watches the disk, on real trees with real threads: each question comes directly after an edit. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine, type Engine } from '../engine.ts';
import { initRepository } from '../../util/testing/init-repository.ts';
import { hasGit } from '../../util/testing/git-here.ts';
import { until } from '../../util/testing/until.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-watching-')));
let engine: Engine;

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
  execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'ignore' });
}

async function settings(flags: Record<string, unknown> = {}): Promise<Engine> {
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  return openEngine({ root, config, indexing: 'thread' });
}

beforeAll(async () => {
  write({
    '.gitignore': 'ignored/\n',
    'src/base.ts': 'export function base(): void {}\n',
    'src/user.ts': "import { base } from './base.ts';\nexport function user(): void {\n  base();\n}\n",
  });
  initRepository(root);
  // Without git all but the test of branches means the same.
  if (hasGit()) {
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
  }
  engine = await settings();
  await engine.watch();
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

/** Asks until the answer is up to date. An answer may be outdated only if it says so. */
const callersOf = (symbol: string): Promise<string[]> => callersBy(engine, symbol);

async function callersBy(asked: Engine, symbol: string): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const { reached, state } = await asked.graph.callers({ symbol });
    if (state.freshness.note === null || tries === 100) return reached.map(({ node }) => node.id).sort();
    await wait(50);
  }
}

async function names(pattern: string): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const request = { pattern, offset: 0, limit: 100 };
    const { symbols, state } = await engine.graph.search(request);
    if (state.freshness.note === null || tries === 100) return symbols.map(({ id }) => id);
    await wait(50);
  }
}

describe('an answer after an edit', () => {
  it('has a call that was added to a file which the answer did not depend on before', async () => {
    expect(await callersOf('base')).toEqual(['src/user.ts#user']);
    write({ 'src/other.ts': "import { base } from './base.ts';\nexport const other = () => base();\n" });
    expect(await callersOf('base')).toEqual(['src/other.ts#other', 'src/user.ts#user']);
    write({ 'src/other.ts': "import { base } from './base.ts';\nexport type Other = typeof base;\n" });
    expect(await callersOf('base')).toEqual(['src/user.ts#user']);
  });

  it('has a name that was added to a module and was missing before', async () => {
    write({ 'src/late.ts': "import { gained } from './base.ts';\nexport function late(): void {\n  gained();\n}\n" });
    await names('late');
    write({ 'src/base.ts': 'export function base(): void {}\nexport function gained(): void {}\n' });
    expect(await callersOf('gained')).toEqual(['src/late.ts#late']);
  });

  it('reflects added and removed files, folders and renames', async () => {
    write({ 'deep/er/and/deeper.ts': 'export class Deepest {}\n' });
    expect(await names('Deepest')).toEqual(['deep/er/and/deeper.ts#Deepest']);
    renameSync(join(root, 'deep'), join(root, 'moved'));
    expect(await names('Deepest')).toEqual(['moved/er/and/deeper.ts#Deepest']);
    // As editors save: to a new file that then replaces the old one.
    write({ 'moved/er/and/deeper.ts.tmp': 'export class Deepest2 {}\n' });
    renameSync(join(root, 'moved/er/and/deeper.ts.tmp'), join(root, 'moved/er/and/deeper.ts'));
    expect(await names('Deepest*')).toEqual(['moved/er/and/deeper.ts#Deepest2']);
    rmSync(join(root, 'moved'), { recursive: true });
    expect(await names('Deepest*')).toEqual([]);
  });

  it('has no ignored files, until they are no longer ignored', async () => {
    write({ 'ignored/hidden.ts': 'export class Hidden {}\n' });
    expect(await names('Hidden')).toEqual([]);
    write({ '.gitignore': '\n' });
    await until(async () => (await names('Hidden')).length > 0);
    expect(await names('Hidden')).toEqual(['ignored/hidden.ts#Hidden']);
  });

  it('has the files of another branch', async () => {
    git('checkout', '--quiet', '-b', 'second');
    write({ 'src/base.ts': 'export function base(): void {}\nexport class OnSecond {}\n' });
    git('commit', '--quiet', '-a', '-m', 'second');
    expect(await names('OnSecond')).toEqual(['src/base.ts#OnSecond']);
    git('checkout', '--quiet', '-f', '-');
    expect(await names('OnSecond')).toEqual([]);
  });

  it('finds text and tags in files that were just written', async () => {
    write({ 'src/words.ts': 'export const zebracrossing = "pedestrian"; // walkers\n' });
    const text = await engine.text.search({ query: 'pedestrian', limit: 5 });
    expect(JSON.stringify(text)).toContain('src/words.ts');
    const { hits } = await engine.searchTags({ tags: ['zebracrossing'] });
    expect(hits.map(({ path }) => path)).toEqual(['src/words.ts']);
    const repo = await engine.searchRepo({ query: 'zebracrossing', limit: 5 });
    expect(repo.hits.map(({ file }) => file.path)).toContain('src/words.ts');
  });
});

describe('two servers on one index', () => {
  it('both get each edit, and do not undo each other’s links', async () => {
    const other = await settings();
    await other.watch();
    for (let at = 0; at < 12; at++) {
      write({
        [`src/pair${at % 3}.ts`]: `import { base } from './base.ts';\nexport const pair${at} = () => base();\n`,
      });
      const [mine, theirs] = await Promise.all([engine, other].map((one) => callersBy(one, 'base')));
      expect(mine).toContain(`src/pair${at % 3}.ts#pair${at}`);
      expect(theirs).toEqual(mine);
    }
    await other.close();
    expect(await callersOf('base')).toHaveLength(4);
  });
});

describe('without watching', () => {
  it('the disk is compared in the background of questions', async () => {
    const other = await settings({ 'database.path': join(root, '.code-scout', 'other.db') });
    const { config } = loadConfig({
      root,
      env: new Map([['CODE_SCOUT_WATCHING_ENABLED', 'false']]),
      userConfigDir: null,
    });
    expect(config.watching.enabled).toBe(false);
    await other.close();
    const still = await openEngine({ root, config, indexing: 'thread' });
    await still.watch();
    write({ 'src/still.ts': 'export class Still {}\n' });
    // A changed file behind an answer is read again; the next comparison finds a new file.
    await still.index();
    expect((await still.graph.search({ pattern: 'Still', offset: 0, limit: 5 })).total).toBe(1);
    await still.close();
  });
});

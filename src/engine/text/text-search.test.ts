import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openStore } from '../../store/registry.ts';
import { openEngine, type Engine, type TextQuery } from '../engine.ts';
import { workerData } from '../indexing/indexing.ts';
import { indexTexts } from '../live/text-index.ts';
import { textOnDisk } from '../files/text-on-disk.ts';
import { TextAnswers } from './text-search.ts';

let base = '';
let root = '';
let engine: Engine;

function put(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'code-scout-text-'));
  root = join(base, 'project');
  mkdirSync(root);
  put({
    'src/session.ts':
      "import { token } from './token';\nexport class Session {\n  expire() {\n    return token;\n  }\n}\nnew Session();\n",
    'src/use.ts': 'const SessionStore = 1;\n// a Session of its own\n',
    'test/session.test.ts': 'class Session {}\n',
    'docs/session.md': '# Session\n',
    '.github/ci.yml': 'name: Session\n',
    '.env': 'SESSION_SECRET=Session\n',
    '.gitignore': 'ignored/\n',
    'ignored/session.ts': 'class Session {}\n',
  });
  const flags = { 'embedding.provider': 'off' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});
afterEach(async () => {
  await engine.close();
  rmSync(base, { recursive: true });
});

/** A server does this in the background after runs. */
async function indexTrigrams(): Promise<void> {
  const store = await openStore(engine.location);
  const { config } = loadConfig({ root, flags: {}, env: new Map(), userConfigDir: null });
  await indexTexts(store, workerData(root, config));
  expect(await store.texts.missing()).toEqual([]);
  await store.close();
}

async function places(query: string, rest: Partial<TextQuery> = {}): Promise<string[]> {
  const { hits } = await engine.text.search({ query, limit: 50, ...rest });
  return hits.map(({ path, line }) => `${path}:${line}`);
}

/** The time that the last comparison counts as current. */
const afterComparing = (): Promise<void> => new Promise((done) => setTimeout(done, 1100));

describe.each([false, true])('text search, with trigrams: %s', (withTrigrams) => {
  beforeEach(async () => {
    if (withTrigrams) await indexTrigrams();
  });

  it('puts definitions first, whole words before parts, and tests last; secrets and ignored files are not searched', async () => {
    expect(await places('Session')).toEqual([
      'src/session.ts:2',
      'src/session.ts:7',
      'src/use.ts:2',
      'src/use.ts:1',
      'test/session.test.ts:1',
      'docs/session.md:1',
      '.github/ci.yml:1',
    ]);
  });

  it('searches the present files on disk: changed, new, renamed and removed ones', async () => {
    await afterComparing();
    put({
      'src/session.ts': '// changed: Session is further down\n\n\nclass Session {}\n',
      'src/added.ts': 'Session;\n',
    });
    renameSync(join(root, 'src/use.ts'), join(root, 'src/renamed.ts'));
    rmSync(join(root, 'docs'), { recursive: true });
    expect((await places('Session', { globs: ['src/**', 'docs/**'] })).sort()).toEqual([
      'src/added.ts:1',
      'src/renamed.ts:1',
      'src/renamed.ts:2',
      'src/session.ts:1',
      'src/session.ts:4',
    ]);
  });

  it('does not search a binary file that the index left out, until it is a text', async () => {
    put({ 'bun.lockb': 'Session of a binary file\n\0\0\n', 'old.lockb': 'Session of another\n\0\0\n' });
    // The index does not rely on the time of a file that was written a moment ago.
    utimesSync(join(root, 'old.lockb'), 1_000_000_000, 1_000_000_000);
    await engine.index();
    const found = await places('Session');
    const query = { query: 'Session', limit: 50 };
    const [{ total }, { files }] = [await engine.text.search(query), await engine.text.files(query)];
    await afterComparing();
    expect(await places('Session')).toEqual(found);
    expect([(await engine.text.search(query)).total, (await engine.text.files(query)).files]).toEqual([total, files]);
    put({ 'bun.lockb': 'Session of what is a text now\n' });
    expect(await places('Session')).toContain('bun.lockb:1');
    expect((await engine.text.search(query)).total).toBe(total + 1);
  });

  it('does not follow symbolic links that replaced files and folders', async () => {
    mkdirSync(join(base, 'outside'));
    writeFileSync(join(base, 'outside', 'use.ts'), 'Session outside\n');
    writeFileSync(join(base, 'outside', 'session.md'), 'Session outside\n');
    rmSync(join(root, 'src/use.ts'));
    symlinkSync(join(base, 'outside', 'use.ts'), join(root, 'src/use.ts'));
    rmSync(join(root, 'docs'), { recursive: true });
    symlinkSync(join(base, 'outside'), join(root, 'docs'));
    const { hits } = await engine.text.search({ query: 'Session', limit: 50 });
    expect(hits.filter(({ text, path }) => text.includes('outside') || path.startsWith('docs'))).toEqual([]);
    const files = await engine.text.files({ query: 'Session outside', limit: 50 });
    // It does not even say that something matches there.
    expect(files).toMatchObject({ shown: [], total: 0 });
    expect((await engine.text.search({ query: 'Session outside', limit: 50 })).total).toBe(0);
  });

  it.each<[Partial<TextQuery>, string[]]>([
    [{ globs: ['*.md'] }, ['docs/session.md:1']],
    [{ globs: ['*.ts', '!test/**', '!use.*'] }, ['src/session.ts:2', 'src/session.ts:7']],
    [{ globs: ['/docs'] }, ['docs/session.md:1']],
    [{ globs: ['nowhere/**'] }, []],
    [{ caseSensitive: false, globs: ['src/use.ts'] }, ['src/use.ts:2', 'src/use.ts:1']],
    [{ wholeWord: true, globs: ['src/use.ts'] }, ['src/use.ts:2']],
    [{ offset: 2, limit: 1 }, ['src/use.ts:2']],
  ])('filters by %j', async (rest, expected) => {
    expect(await places('Session', rest)).toEqual(expected);
  });

  it('takes a query as a regular expression if the literal text is not found', async () => {
    const { hits, isRegex } = await engine.text.search({ query: 'class \\w+ion', limit: 5 });
    expect([isRegex, hits[0]?.path]).toEqual([true, 'src/session.ts']);
    expect((await engine.text.search({ query: 'expire() {', limit: 5 })).isRegex).toBe(false);
    expect((await engine.text.search({ query: 'nowhere(', limit: 5 })).total).toBe(0);
    await expect(engine.text.search({ query: 'nowhere(', isRegex: true, limit: 5 })).rejects.toMatchObject({
      code: 'ValidationError',
    });
  });

  it('refuses text that no text file can contain', async () => {
    for (const query of ['\0', 'Session\0'])
      await expect(engine.text.search({ query, limit: 5 })).rejects.toMatchObject({ code: 'ValidationError' });
  });

  it('returns the lines around a match, and counts matches that it does not show', async () => {
    const { hits, total, files } = await engine.text.search({ query: 'expire', limit: 1, context: 1 });
    expect(hits[0]).toMatchObject({
      before: ['export class Session {'],
      text: '  expire() {',
      after: ['    return token;'],
    });
    expect([total, files]).toEqual([1, 1]);
    const many = Array.from({ length: 6000 }, (_, at) => `common ${at}`).join('\n');
    put({ 'src/many.ts': many, 'test/many.test.ts': many });
    await engine.index();
    if (withTrigrams) await indexTrigrams();
    const common = await engine.text.search({ query: 'common', limit: 3 });
    expect([common.total, common.files]).toEqual([12_000, 2]);
    expect(common.hits.map(({ path, line }) => `${path}:${line}`)).toEqual(
      [1, 2, 3].map((line) => `src/many.ts:${line}`),
    );
    const { shown } = await engine.text.files({ query: 'common', limit: 5 });
    expect(shown).toEqual([
      { path: 'src/many.ts', count: 6000 },
      { path: 'test/many.test.ts', count: 6000 },
    ]);
  });

  it('finds text with any line ends, encoding and file name', async () => {
    put({ 'cr.txt': 'one Oddity\rtwo\r', 'back\\x41slash.txt': 'Oddity\n' });
    writeFileSync(join(root, 'bytes.txt'), Buffer.from('Oddity \xff\xfe\n', 'latin1'));
    if (process.platform === 'linux')
      writeFileSync(Buffer.concat([Buffer.from(`${root}/raw`), Buffer.from([0xff])]), 'an Oddity\n');
    await engine.index();
    if (withTrigrams) await indexTrigrams();
    const expected = ['back\\x5cx41slash.txt:1', 'bytes.txt:1', 'cr.txt:1'];
    expect((await places('Oddity')).sort()).toEqual(
      process.platform === 'linux' ? [...expected, 'raw\\xff:1'] : expected,
    );
  });

  it('names the files that are too large to be searched, if the globs accept them', async () => {
    const text = `${'// filling\n'.repeat(1_200_000)}const lastOddity = 1;\n`;
    put({ 'src/huge.ts': text, 'src/b.ts': 'const lastOddity = 2;\n' });
    await engine.index();
    if (withTrigrams) await indexTrigrams();
    const note = 'Not searched, since larger than indexing.maxFileSize: src/huge.ts (12.6 MB, limit 10 MB).';
    expect(await engine.text.search({ query: 'lastOddity', limit: 5 })).toMatchObject({ total: 1, notes: [note] });
    expect(await engine.text.files({ query: 'lastOddity = 1', limit: 5 })).toMatchObject({ total: 0, notes: [note] });
    expect((await engine.text.search({ query: 'Oddity', globs: ['*.md'], limit: 5 })).notes).toEqual([]);
  });

  it('finds text in files that are not UTF-8', async () => {
    const text = 'class Maß:\r\n  def grüsse(): pass  # „x“\r\n';
    const latin = Buffer.from(text.replace('„', '\x84').replace('“', '\x93'), 'latin1');
    writeFileSync(join(root, 'latin.py'), latin);
    writeFileSync(join(root, 'wide.py'), Buffer.from(text, 'utf16le'));
    writeFileSync(join(root, 'marked.py'), Buffer.from(`\ufeff${text}`, 'utf16le'));
    writeFileSync(join(root, 'swapped.py'), Buffer.from(text, 'utf16le').swap16());
    put({ 'plain.py': text });
    await engine.index();
    if (withTrigrams) await indexTrigrams();
    const all = ['latin.py', 'marked.py', 'plain.py', 'swapped.py', 'wide.py'];
    for (const [query, line] of [
      ['grüsse', 2],
      ['def gr', 2],
      ['class Ma.:', 1],
      ['„x“', 2],
      ['gr.sse', 2],
    ] as const) {
      expect((await places(query)).sort()).toEqual(all.map((path) => `${path}:${line}`));
      expect((await engine.text.files({ query, limit: 9 })).files).toBe(all.length);
    }
    const { hits } = await engine.text.search({ query: 'grüsse', limit: 9 });
    for (const hit of hits) expect(hit).toMatchObject({ column: 7, length: 6, text: '  def grüsse(): pass  # „x“' });
  });

  it('does not wait for the first index', async () => {
    await engine.close();
    rmSync(join(root, '.code-scout'), { recursive: true });
    const { config } = loadConfig({
      root,
      flags: { 'embedding.provider': 'off' },
      env: new Map(),
      userConfigDir: null,
    });
    engine = await openEngine({ root, config, indexing: 'inline' });
    const { total, notes } = await engine.text.search({ query: 'Session', limit: 5 });
    expect([total, notes]).toEqual([7, []]);
    await engine.index();
  });

  it('finds tracked files that are ignored', async () => {
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    execFileSync('git', ['add', '--force', 'ignored/session.ts'], { cwd: root });
    await engine.index();
    expect(await places('Session', { globs: ['ignored/**'] })).toEqual(['ignored/session.ts:1']);
  });
});

describe('text search while files are written', () => {
  it('says which files were not searched', async () => {
    const notesOf = async (query: string, rest: Partial<TextQuery> = {}): Promise<readonly string[]> =>
      (await engine.text.search({ query, limit: 5, ...rest })).notes;
    expect(await notesOf('nowhere')).toEqual([]);
    expect(await notesOf('Session', { globs: ['lib/**'] })).toEqual([
      'No file of the project has a path that matches the glob.',
    ]);
    put({ 'nested/a.ts': 'elsewhere\n' });
    for (const folder of ['.', 'nested']) execFileSync('git', ['init', '--quiet', folder], { cwd: root });
    await engine.index();
    expect(await notesOf('elsewhere')).toEqual(['Not searched, since they are repositories of their own: nested/.']);
    expect((await engine.graph.search({ pattern: 'elsewhere', offset: 0, limit: 5 })).state.unread).toBe(
      'Not all code is known: 1 repository within it is not indexed.',
    );
    expect(await notesOf('Session')).toEqual([]);
  });

  it('uses one state of the index, though it reads it in steps', async () => {
    await indexTrigrams();
    const store = await openStore(engine.location);
    let steps = 0;
    const missing = async (): Promise<readonly number[]> => {
      if (steps++ === 0) {
        renameSync(join(root, 'src'), join(root, 'moved'));
        await engine.index();
      }
      return store.texts.missing();
    };
    const texts = {
      missing,
      candidates: store.texts.candidates.bind(store.texts),
      encodings: store.texts.encodings.bind(store.texts),
    };
    const seen = new Proxy(store, {
      get: (target, key) => {
        const value: unknown = key === 'texts' ? texts : Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { config } = loadConfig({ root, flags: {}, env: new Map(), userConfigDir: null });
    const host = {
      open: async () => seen,
      wake: async () => {},
      bringUpToDate: async () => {},
      isCompared: () => true,
    };
    const answers = new TextAnswers({ ...host, disk: textOnDisk(workerData(root, config)), isBehind: () => false });
    const { hits, notes } = await answers.search({ query: 'SessionStore', limit: 5 });
    expect(hits.map(({ path }) => path)).toEqual(['moved/use.ts']);
    expect(notes).toEqual([]);
    await store.close();
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../engine.ts';
import type { Engine, HybridQuery } from '../types.ts';

const files: Record<string, string> = {
  'src/retry.ts':
    '/** Waits longer after each failure. */\nexport function backOff(attempt: number): number {\n  return 2 ** attempt;\n}\n',
  'src/session.ts':
    '/** Ends a session that nobody used. */\nexport class Session {\n  expire(): void {}\n}\nexport class SessionStore {}\n',
  'src/globals.py': 'g = {}\n\n\ndef session_of(g):\n    return g\n',
  'test/session.test.ts':
    "import { Session } from '../src/session';\ntest('a session expires', () => new Session().expire());\n",
  'test/slow.test.ts':
    "import { backOff } from '../src/retry';\ntest('it waits longer after each failure', () => backOff(2));\n",
  'shown/back-off-failure.retrycase': 'back off failure: waits 2, waits 4, waits longer\n',
  'src/notices.ts': `export const all = [\n${Array.from({ length: 90 }, (_, at) => `  'Number ${at} stands for nothing at all.',\n`).join('')}  'Close the till, count, then lock: step 3.',\n${Array.from({ length: 90 }, (_, at) => `  'Number ${at} is as good as any other.',\n`).join('')}];\n`,
  // Too large for one chunk.
  'src/till.ts': `/** A till of the shop: the till opens and closes. */\nexport class Till {\n${[
    'open',
    'count',
    'close',
    'lock',
  ]
    .map((name) => `  ${name}(): number {\n${'    step(this, Till);\n'.repeat(30)}    return 1;\n  }\n`)
    .join('\n')}}\n`,
  'src/oven.rs':
    `/// Heats an oven.\npub fn heat_oven(degrees: u32) -> u32 {\n${'    let degrees = degrees + 1;\n'.repeat(30)}    degrees\n}\n\n` +
    `#[cfg(test)]\nmod tests {\n    #[test]\n    fn heat_oven_heats_an_oven() {\n${'        heat_oven(oven);\n'.repeat(30)}    }\n}\n`,
  'src/paint.ts': '/** Mixes a color. */\nexport function mix(color: string): string {\n  return color;\n}\n',
  'src/index.ts': "export { Session } from './session';\n",
};

let root = '';
let engine: Engine;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-ranking-'));
  for (const [path, text] of Object.entries({ ...files, 'package.json': '{}' })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const flags = { 'database.path': ':memory:', 'embedding.provider': 'off' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const paths = async (query: string, more: Partial<HybridQuery> = {}): Promise<string[]> => {
  const { hits } = await engine.searchRepo({ query, limit: 10, ...more });
  return hits.map(({ file }) => file.path);
};

describe('hybrid search', () => {
  it.each([
    ['when does a session expire', 'src/session.ts'],
    ['Session', 'src/session.ts'],
    ['wait longer after a failure', 'src/retry.ts'],
    ['backOff', 'src/retry.ts'],
    // In the spelling that the project does not use.
    ['colour', 'src/paint.ts'],
    ['which colours does it mix', 'src/paint.ts'],
    // Too short to be a term.
    ['g', 'src/globals.py'],
    ['session lang:python', 'src/globals.py'],
    ['session path:test/', 'test/session.test.ts'],
    ['waits longer after each failure', 'src/retry.ts'],
    // A file with this name and many of the words, but in no language.
    ['back off after failure', 'src/retry.ts'],
    ['test that it waits longer after each failure', 'test/slow.test.ts'],
  ])('puts first, for %j, %s', async (query, first) => {
    expect((await paths(query))[0]).toBe(first);
  });

  it.each(['Till.close', 'Till close', 'Till.clo', 'what does Till::close do'])(
    'shows the member that the question names with its container: %s',
    async (query) => {
      const [hit] = (await engine.searchRepo({ query, limit: 1 })).hits;
      expect(hit?.file.path).toBe('src/till.ts');
      expect(hit?.chunk.symbols).toContain('Till.close');
    },
  );

  it.each([
    'at lock (src/till.ts:105:7)',
    '  File "/shop/src/till.ts", line 105, in lock',
    'what happens in src/till.ts line 105',
  ])('shows the place in a file that the question names: %s', async (query) => {
    const [hit] = (await engine.searchRepo({ query, limit: 1 })).hits;
    expect(hit?.file.path).toBe('src/till.ts');
    expect(hit?.chunk.startLine).toBeLessThanOrEqual(105);
    expect(hit?.chunk.endLine).toBeGreaterThanOrEqual(105);
  });

  it('shows code before the tests in the same file', async () => {
    const [hit] = (await engine.searchRepo({ query: 'how does an oven heat', limit: 1 })).hits;
    expect(hit?.chunk.symbols).toEqual(['heat_oven']);
  });

  it('finds a verbatim match without quotes', async () => {
    const [hit] = (await engine.searchRepo({ query: 'close the till, count, then lock: step 3.', limit: 1 })).hits;
    expect(hit?.file.path).toBe('src/notices.ts');
    const { startLine, endLine } = hit!.chunk;
    expect(hit?.file.lines.slice(startLine - 1, endLine).join()).toContain('then lock: step 3');
  });

  it.each([
    'close the till, count, then lock: step 3.',
    'why does it say close the till, count, then lock: step 42 since yesterday',
    'error: "Close the till, count, then lock: step 42." what causes this?',
    'it says `Close the till, COUNT, then lock: zzqqxx 3.` after a while',
  ])('finds a verbatim text among other words and with other values: %s', async (query) => {
    const [hit] = (await engine.searchRepo({ query, limit: 1 })).hits;
    expect(hit?.file.path).toBe('src/notices.ts');
    const { startLine, endLine } = hit!.chunk;
    expect(hit?.file.lines.slice(startLine - 1, endLine).join()).toContain('then lock: step 3');
  });

  it.each([
    ['Sesion', 'src/session.ts', 'No file has "Sesion" (searched for Session instead).'],
    ['SesionStore path:src', 'src/session.ts', 'No file has "SesionStore" (searched for SessionStore instead).'],
    ['Til.close', 'src/till.ts', null],
  ])('corrects misspelt names, and says so: %s', async (query, first, note) => {
    const { hits, notes } = await engine.searchRepo({ query, limit: 1 });
    expect(hits[0]?.file.path).toBe(first);
    expect(notes).toEqual(note === null ? [] : [note]);
  });

  it.each(['async', 'how are sesions kept', 'a_sesion_that_nobody_has', '"Sesion"'])(
    'corrects nothing else: %s',
    async (query) => {
      expect((await engine.searchRepo({ query, limit: 1 })).notes.join()).not.toContain('searched for');
    },
  );

  it('says that nothing seems to be about a question, and which words no file has', async () => {
    const large = mkdtempSync(join(tmpdir(), 'code-scout-absence-'));
    for (let at = 0; at < 60; at++)
      writeFileSync(join(large, `step${at}.ts`), `export const step${at} = () => wait(${at});\n`);
    writeFileSync(join(large, 'session.ts'), files['src/session.ts']!);
    writeFileSync(join(large, 'package.json'), '{}');
    const flags = { 'database.path': ':memory:', 'embedding.provider': 'off' };
    const { config } = loadConfig({ root: large, flags, env: new Map(), userConfigDir: null });
    const other = await openEngine({ root: large, config, indexing: 'inline' });
    try {
      await other.index();
      const wrong = await other.searchRepo({ query: 'schedule kubernetes pods onto nodes that wait', limit: 1 });
      expect(wrong.notes).toEqual([
        'Nothing here seems to be about this: no file has "schedule", "kubernetes", "pods" or "onto". What follows is only the nearest.',
      ]);
      // Every file has the word, so that none stands out.
      expect((await other.searchRepo({ query: 'wait', limit: 1 })).notes).toEqual([]);
      const right = await other.searchRepo({ query: 'end a session that nobody used', limit: 1 });
      expect(right.notes).toEqual([]);
      expect(right.hits[0]!.score).toBeGreaterThan(2 * wrong.hits[0]!.score);
    } finally {
      await other.close();
      rmSync(large, { recursive: true, force: true });
    }
  });

  it('respects the filters of the caller', async () => {
    expect(await paths('session', { language: 'python' })).toEqual(['src/globals.py']);
    expect(await paths('session', { pathPrefix: 'test/' })).toEqual(['test/session.test.ts']);
    expect(await paths('session', { afterMs: Date.now() + 60_000 })).toEqual([]);
    expect(await paths('session', { minScore: 1 })).toEqual([]);
  });

  it('names the chunk, and shows its present content', async () => {
    const [hit] = (await engine.searchRepo({ query: 'session expire', limit: 1 })).hits;
    expect(hit?.chunk.symbols).toContain('Session.expire');
    writeFileSync(join(root, 'src/session.ts'), `// Moved down.\n${files['src/session.ts']}`);
    const [moved] = (await engine.searchRepo({ query: 'session expire', limit: 1 })).hits;
    expect(moved?.file.lines.slice(0, 1)[0]).toBe('// Moved down.');
  });

  it('finds nothing for unknown words, and refuses a query without a word', async () => {
    expect(await paths('zzqqxx')).toEqual([]);
    await expect(engine.searchRepo({ query: ' ?! ', limit: 5 })).rejects.toMatchObject({ code: 'ValidationError' });
  });
});

/** The engine on real trees: the first question, freshness, cancellation, forced runs, and an unusable database. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TagSearchResult } from './types.ts';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import {
  openEngine,
  resolveRoot,
  type Engine,
  type EngineConfig,
  type EngineOptions,
  type IndexProgress,
} from './engine.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-engine-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const config: EngineConfig = {
  indexing: { maxFileSize: 10 * 2 ** 20, maxWorkers: 2, batchSize: 20 },
  search: {
    defaultLimit: 20,
    maxLimit: 100,
    scoringWeights: { filename: 5, path: 3, definitions: 3, imports: 2, documentation: 1 },
  },
  database: { path: '.code-scout/database.db' },
  linking: { compiler: true },
  watching: { ignorePatterns: ['node_modules/'] },
};

let trees = 0;

function tree(files: Record<string, string>): string {
  const root = join(work, `tree${trees++}`);
  for (const [path, text] of Object.entries({ 'package.json': '{"name":"sample"}', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

async function withEngine(
  root: string,
  indexing: EngineOptions['indexing'],
  use: (engine: Engine) => Promise<void>,
): Promise<void> {
  const engine = await openEngine({ root, config, indexing });
  try {
    await use(engine);
  } finally {
    await engine.close();
  }
}

/** Asks until the answer comes from a complete index; every answer before must say that it does not. */
async function completed(ask: () => Promise<TagSearchResult>): Promise<TagSearchResult> {
  for (;;) {
    const answer = await ask();
    if (answer.freshness.state === 'fresh') return answer;
    // The last indexed files are reported a moment after the index is complete.
    expect(answer.freshness.note).toMatch(/for the first time|being updated/);
  }
}

const many = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [
    `src/part${i}.py`,
    `def make_part_${i}(x):\n    """Make part ${i}."""\n    return x + ${i}\n`,
  ]),
);

it('a server knows new and removed files before its first answer', async () => {
  const root = tree(many);
  await withEngine(root, 'thread', async (engine) => void (await engine.index()));
  writeFileSync(
    join(root, 'src/late.py'),
    'from part5 import make_part_5\n\n\ndef late():\n    return make_part_5(1)\n',
  );
  rmSync(join(root, 'src/part4.py'));
  await withEngine(root, 'thread', async (engine) => {
    const { reached, state } = await engine.graph.callers({ symbol: 'make_part_5', maxDepth: 1 });
    const { files } = await engine.listFiles({ offset: 0, limit: 100 });
    const seen = { callers: reached.map(({ node }) => node.path), files: files.map(({ path }) => path) };
    // On a busy machine this may take longer than an answer waits; the answer then says so.
    if (state.freshness.note !== null) {
      expect(state.freshness.note).toMatch(
        /^Changed and not seen yet: src\/|^The index is being compared|^The links of the last changes/,
      );
      return;
    }
    expect(seen.callers).toEqual(['src/late.py']);
    expect(seen.files).not.toContain('src/part4.py');
  });
});

describe.each(['inline', 'thread'] as const)('the engine, indexing %s', (indexing) => {
  it('answers a first question on a tree without an index, and makes the index', async () => {
    await withEngine(tree(many), indexing, async (engine) => {
      expect((await engine.status()).status).toBe('absent');
      const asked = (): Promise<TagSearchResult> => engine.searchTags({ tags: ['make_part_7'] });
      // On a busy machine this may take longer than a first answer waits; the answer then says so.
      const answer = await completed(asked);
      expect(answer.hits[0]?.path).toBe('src/part7.py');
      expect(answer.hits[0]?.definitions.map((definition) => definition.name)).toEqual(['make_part_7']);
      expect(answer.freshness.state).toBe('fresh');
    });
  });

  it('reads files behind an answer again if they changed on disk', async () => {
    const root = tree(many);
    await withEngine(root, indexing, async (engine) => {
      await engine.index();
      writeFileSync(join(root, 'src/part3.py'), 'def altogether_new(y):\n    return y\n');
      const stale = await engine.searchTags({ tags: ['make_part_3'] });
      // On a busy machine this may take longer than an answer waits for its files; the answer then says so.
      if (stale.freshness.note === null) expect(stale.hits.map((hit) => hit.path)).not.toContain('src/part3.py');
      await expect
        .poll(async () => (await engine.searchTags({ tags: ['altogether_new'] })).hits[0]?.path)
        .toBe('src/part3.py');
      rmSync(join(root, 'src/part4.py'));
      expect((await engine.searchTags({ tags: ['make_part_4'] })).hits.map((hit) => hit.path)).not.toContain(
        'src/part4.py',
      );
    });
  });

  it('knows at the first question what changed while no server was running', async () => {
    const root = tree(many);
    await withEngine(root, indexing, async (engine) => void (await engine.index()));
    writeFileSync(join(root, 'src/part3.py'), 'def altogether_new(make_part_3):\n    return make_part_3\n');
    await withEngine(root, indexing, async (engine) => {
      const asked = (): Promise<TagSearchResult> => engine.searchTags({ tags: ['make_part_3'] });
      const { hits, freshness } = await asked();
      const shown = hits.find(({ path }) => path === 'src/part3.py');
      // On a busy machine this may take longer than a first answer waits; the answer then says so.
      const isOld = shown?.definitions.some(({ name }) => name === 'make_part_3') === true;
      expect(isOld && freshness.note === null).toBe(false);
      await expect.poll(async () => (await asked()).freshness.note).toBeNull();
      const { definitions } = await engine.graph.usage({ symbol: 'altogether_new', limit: 5 });
      expect(definitions.map(({ node }) => node.path)).toEqual(['src/part3.py']);
    });
  });

  it.each<[string, (engine: Engine) => Promise<unknown>]>([
    ['questions', (engine) => engine.searchTags({ tags: ['make_part_7'] })],
    ['requests of its status', (engine) => engine.status()],
  ])('continues a run during %s without a pause', async (_, ask) => {
    await withEngine(tree(many), indexing, async (engine) => {
      await engine.index();
      let isWorking = true;
      const run = engine.index({ force: true }).finally(() => (isWorking = false));
      // If the run got no turn, this would not end.
      while (isWorking) await ask(engine);
      expect((await run).indexedFiles).toBe(61);
    });
  });

  it('stops a cancelled run, keeps what it wrote, and continues from there', async () => {
    await withEngine(tree(many), indexing, async (engine) => {
      const abort = new AbortController();
      const phases: IndexProgress['phase'][] = [];
      const run = engine.index({
        signal: abort.signal,
        onProgress: ({ phase }) => {
          phases.push(phase);
          if (phase === 'indexing') abort.abort();
        },
      });
      await expect(run).rejects.toMatchObject({ code: 'CancelledError' });
      expect((await engine.status()).lastIndexed).toBeNull();
      const before = (await engine.status()).filesIndexed;
      const report = await engine.index();
      expect(report).toMatchObject({ totalFiles: 61, indexedFiles: 61 - before });
      expect(phases).toContain('walking');
    });
  });

  it('keeps what a cancelled run has read, even of an incomplete transaction', async () => {
    // So many that the run goes on long after its first report, also where this thread hears of that late.
    const root = tree(
      Object.fromEntries(
        Array.from({ length: 800 }, (_, at) => [`src/part${at}.py`, `def part_${at}(x):\n    return x\n`]),
      ),
    );
    const large = { ...config, indexing: { ...config.indexing, batchSize: 2_000 } };
    const engine = await openEngine({ root, config: large, indexing });
    try {
      const abort = new AbortController();
      const run = engine.index({
        signal: abort.signal,
        onProgress: ({ phase, done }) => void (phase === 'indexing' && done > 0 && abort.abort()),
      });
      await expect(run).rejects.toMatchObject({ code: 'CancelledError' });
      const kept = (await engine.status()).filesIndexed;
      expect(kept).toBeGreaterThan(0);
      expect(await engine.index()).toMatchObject({ totalFiles: 801, indexedFiles: 801 - kept });
    } finally {
      await expect(engine.close()).resolves.toBeUndefined();
    }
  });
});

it('an answer names the files that could not be read again in time', async () => {
  const root = tree(many);
  await withEngine(root, 'thread', async (engine) => {
    await engine.index();
    // Nothing can be written meanwhile.
    const other = new DatabaseSync(engine.databasePath);
    other.exec('BEGIN IMMEDIATE');
    writeFileSync(join(root, 'src/part3.py'), 'def altogether_new(y):\n    return y\n');
    const ask = (): Promise<TagSearchResult> => engine.searchTags({ tags: ['make_part_3'] });
    expect((await ask()).freshness.note).toBe('src/part3.py has changed and is not seen yet: ask again.');
    other.exec('ROLLBACK');
    other.close();
    await expect.poll(async () => (await ask()).freshness.note).toBeNull();
    expect((await ask()).hits.map((hit) => hit.path)).not.toContain('src/part3.py');
  });
});

it('an index is made while its status is requested without a pause', async () => {
  await withEngine(tree(many), 'thread', async (engine) => {
    const watching = engine.watch();
    // No run is under way yet at the beginning. If it got no turn, this would not end.
    while ((await engine.status()).status !== 'idle');
    await watching;
    expect((await engine.status()).filesIndexed).toBe(61);
  });
});

describe('an index run', () => {
  it('reads only what has changed, by content and not only by time', async () => {
    const root = tree(many);
    await withEngine(root, 'inline', async (engine) => {
      expect((await engine.index()).indexedFiles).toBe(61);
      utimesSync(join(root, 'src/part1.py'), new Date(), new Date(Date.now() - 60_000));
      appendFileSync(join(root, 'src/part2.py'), '\n# more\n');
      rmSync(join(root, 'src/part5.py'));
      writeFileSync(join(root, 'src/added.py'), 'def added(): pass\n');
      const report = await engine.index();
      expect({ indexed: report.indexedFiles, removed: report.removedFiles, total: report.totalFiles }).toEqual({
        indexed: 2,
        removed: 1,
        total: 61,
      });
      expect((await engine.index({ force: true })).indexedFiles).toBe(61);
    });
  });

  it('reads everything again if the settings of languages change', async () => {
    const root = tree({ 'a.odd': 'def oddly_named(): pass\n' });
    await withEngine(root, 'inline', async (engine) => {
      await engine.index();
      expect((await engine.searchTags({ tags: ['oddly_named'] })).hits[0]?.definitions).toEqual([]);
    });
    const engine = await openEngine({
      root,
      config: { ...config, languages: { python: { extensions: ['.odd'] } } },
      indexing: 'inline',
    });
    await engine.index();
    expect((await engine.searchTags({ tags: ['oddly_named'] })).hits[0]?.definitions.map(({ name }) => name)).toEqual([
      'oddly_named',
    ]);
    await engine.close();
  });

  it('counts skipped files and names the reasons', async () => {
    const root = tree({
      'a.py': 'x = 1\n',
      'big.txt': 'a'.repeat(11 * 2 ** 20),
      'node_modules/x/index.js': 'x',
      '.env': 'SECRET=1',
    });
    writeFileSync(join(root, 'blob'), Buffer.from([1, 0, 2, 0, 3]));
    await withEngine(root, 'inline', async (engine) => {
      await engine.index();
      const { leftOut } = await engine.listLeftOut({});
      const reasons = new Map(leftOut.map((entry) => [entry.path, entry.reason]));
      expect(reasons.get('big.txt')).toBe('tooLarge');
      expect(reasons.get('blob')).toBe('binary');
      expect(reasons.get('.env')).toBe('secret');
      expect([...reasons].filter(([path]) => path.startsWith('node_modules'))).toEqual([['node_modules/', 'ignored']]);
      const again = await engine.index();
      expect(again.indexedFiles).toBe(0);
      expect((await engine.listLeftOut({ reason: 'binary' })).total).toBe(1);
    });
  });

  it('sets a file aside that is not a database, says so, and creates a new index', async () => {
    const root = tree(many);
    mkdirSync(join(root, '.code-scout'), { recursive: true });
    writeFileSync(join(root, '.code-scout', 'database.db'), 'this is no database'.repeat(1000));
    await withEngine(root, 'inline', async (engine) => {
      await engine.index();
      const status = await engine.status();
      expect(status.filesIndexed).toBe(61);
      expect(status.notice).toMatch(/database\.db\.unusable/);
    });
    expect(readdirSync(join(root, '.code-scout')).some((name) => name.includes('unusable'))).toBe(true);
    expect(existsSync(join(root, '.code-scout', '.gitignore'))).toBe(true);
  });
});

describe('a damaged index', () => {
  it('is reported by doctor, and set aside and rebuilt by a forced run', async () => {
    const root = tree(many);
    await withEngine(root, 'inline', async (engine) => {
      await engine.index();
    });
    const database = join(root, '.code-scout', 'database.db');
    const bytes = readFileSync(database);
    bytes.fill(0x5a, 8192 * 6, bytes.length);
    writeFileSync(database, bytes);
    await withEngine(root, 'inline', async (engine) => {
      const checks = await engine.doctor();
      expect(
        checks
          .filter((check) => !check.ok)
          .map((check) => check.hint)
          .join(' '),
      ).toMatch(/--force/);
      await engine.index({ force: true });
      expect((await engine.searchTags({ tags: ['make_part_7'] })).hits[0]?.path).toBe('src/part7.py');
    });
  });

  it('is made anew by a forced run, also where nothing has read the damage', async () => {
    const root = tree(many);
    await withEngine(root, 'inline', async (engine) => {
      await engine.index();
    });
    const database = join(root, '.code-scout', 'database.db');
    const bytes = readFileSync(database);
    // The second page says where each other page belongs. No question reads it.
    bytes.fill(0x5a, 8192, 8192 + 4000);
    writeFileSync(database, bytes);
    await withEngine(root, 'inline', async (engine) => {
      await engine.index();
      expect((await engine.index({ force: true })).notice).toMatch(/it was moved/);
    });
    await withEngine(root, 'inline', async (engine) => {
      expect((await engine.doctor()).find(({ name }) => name === 'index')?.ok).toBe(true);
      expect((await engine.searchTags({ tags: ['make_part_7'] })).hits[0]?.path).toBe('src/part7.py');
    });
  });

  it('is set aside and made anew by the next use, after `doctor` has found the damage', async () => {
    const root = tree(many);
    await withEngine(root, 'inline', async (engine) => {
      await engine.index();
    });
    const database = join(root, '.code-scout', 'database.db');
    const bytes = readFileSync(database);
    bytes.fill(0x5a, 8192, 8192 + 4000);
    writeFileSync(database, bytes);
    await withEngine(root, 'inline', async (engine) => {
      expect((await engine.doctor()).find(({ name }) => name === 'index')?.ok).toBe(false);
    });
    await withEngine(root, 'inline', async (engine) => {
      expect((await engine.index()).notice).toMatch(/is damaged; it was moved/);
    });
  });

  it('is set aside and made anew by the next use, after a question has found the damage', async () => {
    const root = tree(many);
    await withEngine(root, 'inline', async (engine) => {
      await engine.index();
    });
    const database = join(root, '.code-scout', 'database.db');
    const bytes = readFileSync(database);
    bytes.fill(0x5a, 8192 * 6, bytes.length);
    writeFileSync(database, bytes);
    await withEngine(root, 'inline', async (engine) => {
      await expect(engine.searchTags({ tags: ['make_part_7'] })).rejects.toMatchObject({ code: 'DatabaseError' });
      expect(engine.isReplaced).toBe(true);
    });
    await withEngine(root, 'inline', async (engine) => {
      const { notice } = await engine.index();
      expect(notice).toMatch(/is damaged; it was moved/);
      const { hits, freshness } = await engine.searchTags({ tags: ['make_part_7'] });
      expect(hits[0]?.path).toBe('src/part7.py');
      // Somebody may have had an answer before the damage was found.
      expect(freshness.note).toMatch(/index was damaged.*answers that were given before may be wrong/);
    });
    // So may the client of another process.
    await withEngine(root, 'inline', async (engine) => {
      const { freshness } = await engine.searchTags({ tags: ['make_part_7'] });
      expect(freshness.note).toMatch(/index was damaged/);
    });
  });
});

describe('resolveRoot', () => {
  it('finds the project above a folder, and refuses a folder that does not exist', () => {
    const root = tree({ 'src/deep/a.py': '' });
    // The temporary folder may be behind a link.
    expect(resolveRoot(join(root, 'src', 'deep'))).toEqual({ root: realpathSync.native(root) });
    expect(resolveRoot('/')).toMatchObject({ hint: expect.stringMatching(/--root/) });
  });
});

describe('the second tier', () => {
  const files = {
    'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"nodenext"}}',
    // Two methods have the same name, so the name alone gives no link.
    'lamp.ts':
      'export class Lamp { light(): number { return 1; } }\nexport class Torch { light(): number { return 2; } }\n',
    'use.ts': `import { Lamp } from './lamp.js';
type Getters<T> = { [K in keyof T as \`get\${Capitalize<string & K>}\`]: () => T[K] };
declare function getters<T>(value: T): Getters<T>;
export function shine(lamp: Lamp) { return getters({ lamp }).getLamp().light(); }
`,
  };
  const callers = async (engine: Engine): Promise<string[]> => {
    const { reached } = await engine.graph.callers({ symbol: 'Lamp.light', maxDepth: 1 });
    return reached.map(({ node }) => node.name);
  };

  it('runs after the runs of a server', async () => {
    await withEngine(tree(files), 'thread', async (engine) => {
      await engine.index();
      await expect.poll(() => callers(engine)).toEqual(['shine']);
    });
  });

  it('is used by a command only on request', async () => {
    await withEngine(tree(files), 'inline', async (engine) => {
      expect((await engine.index()).compiler).toBeUndefined();
      expect(await callers(engine)).toEqual([]);
      const report = await engine.index({ compiler: true });
      expect(report.compiler).toMatchObject({ files: 1, linked: 1, notes: [] });
      expect(await callers(engine)).toEqual(['shine']);
      expect((await engine.index({ compiler: true })).compiler).toBeUndefined();
      expect((await engine.index({ compiler: true, force: true })).compiler?.linked).toBe(1);
    });
  });

  it.each(['thread', 'inline'] as const)('can be switched off in the configuration (%s)', async (indexing) => {
    const off = { ...config, linking: { compiler: false } };
    const engine = await openEngine({ root: tree(files), config: off, indexing });
    expect((await engine.index({ compiler: true })).compiler).toBeUndefined();
    await new Promise((done) => setTimeout(done, 300));
    expect(await callers(engine)).toEqual([]);
    await engine.close();
  });

  it('ends with the engine, at any stage', async () => {
    for (const ms of [0, 300]) {
      const engine = await openEngine({ root: tree(files), config, indexing: 'thread' });
      await engine.index();
      await new Promise((done) => setTimeout(done, ms));
      await expect(engine.close()).resolves.toBeUndefined();
    }
  });
});

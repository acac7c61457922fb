/** The index is the same, row by row, for any number of parse workers. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/indexing/analyser.ts';
import type { FileOutcome } from '../../src/indexer/file-outcome.ts';
import { runIndex } from '../../src/indexer/index-run.ts';
import { jobsOfWorker, ParsePool } from '../../src/indexer/parse-pool.ts';
import type { AnalyseTask } from '../../src/indexer/read-file.ts';
import { openStore } from '../../src/store/registry.ts';
import { workerUrl } from '../../src/util/assets.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-workers-'));
const root = join(work, 'tree');
const data = { root, maxFileSize: 1e6, ignorePatterns: [], extensions: [], disabled: [] };
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Earlier jobs take longer, so that several workers end them in another order. */
const files = 150;
beforeAll(() => {
  const put = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    utimesSync(join(root, path), 1e9, 1e9);
  };
  for (let at = 0; at < files; at++) {
    const name = `part${String(at).padStart(3, '0')}`;
    const method = (n: number): string => `  step${n}(x: number) { return this.step${n + 1}(x) + ${n}; }\n`;
    const body = Array.from({ length: 3 * (files - at) }, (_, n) => method(n)).join('');
    put(`a/${name}.ts`, `import { Part as Other } from './part${at + 1}.ts';\nexport class Part {\n${body}}\n`);
    put(
      `b/${name}.py`,
      `class Part${at}:\n    """A part of ${name}."""\n    def run(self):\n        return self.first\n`,
    );
  }
  put('README.md', '# Parts\n\nWords of prose.\n');
  put('broken.js', 'function ( {\n');
  put('image.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]));
});

type Analyse = (tasks: AnalyseTask[]) => Promise<FileOutcome[]>;

/** The rows of all tables as JSON, without the times at which files were read and the run ended. */
async function tablesBy(name: string, analyse: Analyse, concurrency: number): Promise<Map<string, string[]>> {
  const path = join(work, `${name}.db`);
  const store = await openStore({ file: path });
  const run = { root, store, walkOptions: data, indexFolder: null, extractionVersion: 'test', force: false };
  const report = await runIndex({ ...run, batchSize: 100, analyse, concurrency });
  await store.close();
  expect(report.indexed).toBe(2 * files + 2);
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const names = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all();
    return new Map(
      names.map(({ name }) => {
        const rows = database.prepare(`SELECT * FROM "${String(name)}"`).all();
        // Rows with the time of the run and the identity of the file are left out.
        const own = rows.filter(({ key }) => !String(key).endsWith('lastIndexedMs') && key !== 'origin');
        return [String(name), own.map(withoutTimes)];
      }),
    );
  } finally {
    database.close();
  }
}

function withoutTimes(row: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(row).filter(([column]) => !column.endsWith('_at_ms')));
}

let expected: Map<string, string[]>;
beforeAll(async () => {
  const analyser = createAnalyser(data);
  const analyse: Analyse = async (tasks) => {
    const outcomes: FileOutcome[] = [];
    for (const task of tasks) outcomes.push(await analyser.analyse(task));
    return outcomes;
  };
  expected = await tablesBy('none', analyse, 1);
  analyser.close();
});

it.each([1, 2, 4])('an index made with %i workers equals one made by one thread', async (workers) => {
  const memory = { heapMb: 384, youngMb: 64, isTight: () => false };
  const entry = workerUrl('parse-worker', 'engine/indexing/parse-worker.ts');
  const pool = new ParsePool({ entry, data, workers, fileLimitMs: 120_000, ...memory });
  try {
    const tables = await tablesBy(`${workers}`, (tasks) => pool.analyse(tasks), workers * jobsOfWorker + 1);
    expect([...tables.keys()]).toEqual([...expected.keys()]);
    for (const [name, rows] of expected) {
      const made = tables.get(name)!;
      // Show one row only; the whole table would be too long.
      const other = rows.findIndex((row, at) => row !== made[at]);
      expect([made.length, made[other]], name).toEqual([rows.length, rows[other]]);
    }
  } finally {
    await pool.close();
  }
});

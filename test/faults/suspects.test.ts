/** Files that were being analysed when a process died: a kill says nothing about them. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { localStateOf } from '../../src/store/local-state.ts';
import { AnalysisJournal, findSuspects } from '../../src/engine/indexing/analysis-journal.ts';
import { committedFiles, untilMoment } from './kill-moments.ts';
import { endPrograms, run, start } from './program.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-suspects-'));
afterAll(async () => {
  await endPrograms();
  rmSync(root, { recursive: true, force: true });
});

writeFileSync(join(root, 'package.json'), '{}');

const folder = join(root, '.code-scout');
const database = join(folder, 'database.db');
const program = { cwd: root, env: { CODE_SCOUT_EMBEDDING_PROVIDER: 'off' } };
/** Large enough that most of a run is the analysis of these files, one by one. */
const files = Array.from({ length: 16 }, (_, index) => `file${index}.ts`);

/** An id that no process has: Linux gives none above 4,194,304. */
const deadPid = 99_999_999;

/** Leaves a journal as a process that died while it analysed all files. */
function suspectAll(apart: boolean): void {
  mkdirSync(folder, { recursive: true });
  const entry = apart ? { id: 1, paths: [files[0]], apart } : { id: 1, paths: files };
  writeFileSync(`${database}.analysing-${deadPid}-1`, `${JSON.stringify(entry)}\n`);
}

it('a file is not left out because runs were killed while they analysed it alone', async () => {
  for (const name of files) {
    const lines = Array.from({ length: 2000 }, (_, line) => `export const f${line} = (a: number) => g(a + ${line});`);
    writeFileSync(join(root, name), lines.join('\n'));
  }
  suspectAll(false);
  for (const afterMs of [400, 800, 1200, 1600]) {
    const killed = start(['index'], program);
    await untilMoment(afterMs, killed);
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect([...findSuspects(localStateOf({ file: database })).confirmed]).toEqual([]);
  }
  const { code, stderr } = await run(['index'], program);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('ended the process')]);
  const indexed = [...committedFiles(database).keys()].filter((path) => path.endsWith('.ts'));
  expect(indexed.sort()).toEqual([...files].sort());
  expect(readdirSync(folder).filter((name) => name.includes('.analysing-'))).toEqual([]);
}, 60_000);

it('a file whose analysis ended the process that analysed it alone is left out, and the run says so', async () => {
  rmSync(folder, { recursive: true, force: true });
  suspectAll(true);
  expect([...findSuspects(localStateOf({ file: database })).confirmed]).toEqual([files[0]]);
  const { code, stdout } = await run(['index'], program);
  expect(code).toBe(0);
  expect(stdout).toContain('Skipped: failed 1');
  expect(committedFiles(database).has(files[0]!)).toBe(false);
  const { stdout: listed } = await run(['files', '--left-out'], program);
  expect(listed).toContain('parsing it ended the process');
  expect(existsSync(database)).toBe(true);
}, 60_000);

it('an index in memory has no journal', async () => {
  const journal = new AnalysisJournal(null);
  await expect(journal.withEntry(['a.ts'], () => Promise.resolve(1), true)).resolves.toBe(1);
  journal.close();
  expect(findSuspects(null).confirmed.size).toBe(0);
});

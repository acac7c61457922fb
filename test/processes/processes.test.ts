/**
 * Short forms of `bench -- processes`, `bench -- soak` and `bench -- switch`: real processes, with every answer
 * compared to the disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runCrowd } from '../../bench/server/crowd-run.ts';
import { soak } from '../../bench/server/soak-run.ts';
import { switchBranches } from '../../bench/server/switch-run.ts';
import { programEntry } from '../program-entry.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-processes-'));
  folders.push(folder);
  return folder;
}

test(
  'several processes on one index give correct answers while files change and writers are killed',
  { timeout: 120_000 },
  async () => {
    const { tally, quiet, crowd, edits, problems } = await runCrowd({
      ...{ folder: emptyFolder(), entry: programEntry, processes: 4, seconds: 5, seed: 7, files: 40 },
      ...{ editsPerSecond: 2, secondsBetweenEnds: 2, askers: 3, answersWanted: 20, namesAtEnd: 5 },
    });
    expect(problems).toEqual([]);
    expect(tally.wrong).toEqual([]);
    expect([...tally.failures]).toEqual([]);
    expect({ wrong: quiet.wrong, behind: [...quiet.notes], failed: [...quiet.failures] }).toEqual({
      wrong: [],
      behind: [],
      failed: [],
    });
    expect(edits).toBeGreaterThan(2);
    expect(crowd.started).toBeGreaterThan(3);
    expect(tally.counts.true).toBeGreaterThanOrEqual(20);
    expect(quiet.counts.true).toBeGreaterThan(150);
  },
);

test('a server gives correct answers with every tool while files change', { timeout: 60_000 }, async () => {
  const { tally, samples, edits, problems } = await soak({
    ...{ folder: emptyFolder(), entry: programEntry, seconds: 4, seed: 3, files: 60 },
    ...{ questionsPerSecond: 20, editsPerSecond: 3, secondsBetweenSamples: 2 },
  });
  expect(problems).toEqual([]);
  expect(tally.wrong).toEqual([]);
  expect([...tally.failures]).toEqual([]);
  expect(edits).toBeGreaterThan(5);
  expect(tally.counts.true).toBeGreaterThan(25);
  expect(samples.at(-1)!.descriptors).toBeGreaterThan(0);
});

test(
  'after a switch of the branch under a server, no answer is about the old branch',
  { timeout: 120_000 },
  async () => {
    const { results, quiet, problems } = await switchBranches({
      ...{ folder: emptyFolder(), entry: programEntry, files: 80, seed: 5, switches: 2 },
      ...{ questionsPerSecond: 15, patienceSeconds: 60, warmSeconds: 0.5 },
    });
    expect(problems).toEqual([]);
    expect(results.flatMap(({ tally }) => [...tally.wrong, ...tally.failures])).toEqual([]);
    expect(quiet.wrong).toEqual([]);
    expect([...quiet.notes]).toEqual([]);
    expect(results.every(({ tally }) => tally.counts.true > 10)).toBe(true);
  },
);

/** A process that is killed while it begins an index leaves no index or a whole one, and the next run makes of it what a run from nothing makes. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { familyOf } from '../../src/engine/team/team-place.ts';
import { differences, withStore } from '../faults/index-content.ts';
import { seededRandom } from '../faults/random.ts';
import type { SeedJob } from './killed-seed.ts';
import {
  contentFromNothing,
  contentOf,
  git,
  index,
  indexOf,
  remains,
  repositoryName,
  TeamRepository,
} from './team-repository.ts';

it('leaves no index or a whole one, killed at each step', async () => {
  const team = new TeamRepository(25, seededRandom(11));
  await team.push(team.clone());
  const root = team.clone();
  const config = team.config(root);
  const expected = await contentFromNothing(root);
  const job: Omit<SeedJob, 'killAt'> = {
    ...{ store: team.store, key: team.key, to: indexOf(root), tree: git(root, 'rev-parse', 'HEAD^{tree}') },
    family: await familyOf({ root, config }, repositoryName),
  };
  const run = (killAt: number | null): { signal: string | null; stdout: string } => {
    const program = join(import.meta.dirname, 'killed-seed.ts');
    const { signal, stdout, stderr } = spawnSync(process.execPath, [program, JSON.stringify({ ...job, killAt })], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return { signal, stdout };
  };
  const clear = (): void => rmSync(dirname(indexOf(root)), { recursive: true, force: true });
  clear();
  const steps = Number(run(null).stdout);
  expect(steps).toBeGreaterThan(8);
  const whole: number[] = [];
  for (let killAt = 0; killAt < steps; killAt++) {
    clear();
    expect(run(killAt).signal).toBe('SIGKILL');
    if (existsSync(indexOf(root))) {
      whole.push(killAt);
      expect(await withStore(indexOf(root), async (store) => [store.notice, await store.check()])).toEqual([null, []]);
    }
    // The whole comparison takes seconds, so it is made where something is left that could matter.
    if (killAt < steps - 4 && killAt % 3 > 0) continue;
    await index(root, config);
    // Killed after it is the index, its second name is left, which takes no space.
    expect(remains(root).length).toBe(whole.includes(killAt) && killAt === steps - 2 ? 1 : 0);
    expect(differences(await contentOf(root), expected), `killed at step ${killAt}`).toEqual([]);
  }
  // It is the index from the last steps on, and not before.
  expect(whole).toEqual([steps - 2, steps - 1]);
});

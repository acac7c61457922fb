/** Clocks that jump, and processes that get little memory. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeProject, editProject } from '../project-edits.ts';
import { seededRandom } from '../random.ts';
import { askServer, assertDone, assertWhole, call, type Scene } from '../scene.ts';
import { SystemFaults } from './system-faults.ts';

const withoutVectors = { CODE_SCOUT_EMBEDDING_PROVIDER: 'off' };
const day = 86_400;

/** The clock of the program jumps by days and years, between runs and under a server; the times of files are those of the real clock. */
export async function clockJumps(scene: Scene): Promise<void> {
  const work = join(scene.folder, 'clock');
  mkdirSync(work);
  const faults = new SystemFaults({ work, folder: dirname(scene.database) });
  const env = { ...withoutVectors, ...faults.env };
  const random = seededRandom(10);
  try {
    for (const shift of [0, 400 * day, -4000 * day, 3600, -3600, 0]) {
      faults.shiftClock(shift);
      editProject(scene.root, 4, random);
      assertDone(await call(scene, ['index'], { env }));
      await assertWhole(scene);
    }
    // Two servers, of which one is the writer, while the clock jumps under both.
    const tags = ['order', 'walk', 'session', 'order', 'token', 'queue'];
    const shifts = [day, -day, 400 * day, -400 * day, 0, 60];
    const ask = (): Promise<string[]> =>
      askServer(scene, tags, {
        env,
        beforeEach: (at) => {
          faults.shiftClock(shifts[at % shifts.length]!);
          editProject(scene.root, 1, random);
        },
      });
    for (const answers of await Promise.all([ask(), ask()]))
      for (const answer of answers) assert.match(answer, /Total files:\*\* \d/);
    faults.shiftClock(0);
    await assertWhole(scene);
  } finally {
    faults.close();
  }
}

/** A run succeeds, is ended by the system, or says what it could not read; the index is whole in any case. */
export async function littleMemory(scene: Scene): Promise<void> {
  makeProject(join(scene.root, 'more'), 60, seededRandom(11));
  const succeeded = new Set<boolean>();
  for (const megabytes of [4, 8, 12, 16, 24, 64]) {
    const env = { ...withoutVectors, NODE_OPTIONS: `--max-old-space-size=${megabytes}` };
    succeeded.add((await call(scene, ['index', '--force'], { env })).code === 0);
  }
  // Node reserves far more addresses than it uses memory, and does not start without them.
  for (const gigabytes of [0.5, 1, 2])
    succeeded.add((await call(scene, ['index', '--force'], { addressSpace: gigabytes * 2 ** 20 })).code === 0);
  assert.deepEqual([...succeeded].sort(), [false, true]);
  await assertWhole(scene);
  // Node starts, but some parsers do not.
  const { code, stdout } = await call(scene, ['index', '--force'], { addressSpace: 16 * 2 ** 20 });
  if (code === 0) assert.match(stdout, /^Read in part: \d+ files/m);
  assertDone(await call(scene, ['index', '--force']));
  await assertWhole(scene);
}

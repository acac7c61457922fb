/** The short form of `npm run bench -- faults --only failing`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { programEntry } from '../../program-entry.ts';
import { endPrograms } from '../program.ts';
import { seededRandom } from '../random.ts';
import { failAt, failureKinds, makeFailingProject } from './failing-calls.ts';
import { canFault } from './system-faults.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-failing-'));
afterAll(async () => {
  await endPrograms();
  rmSync(work, { recursive: true, force: true });
});

it.skipIf(!canFault())('a call or an allocation that fails is named, and has no effect on the next run', async () => {
  const seed = Date.now() & 0xffff;
  const random = seededRandom(seed);
  const project = await makeFailingProject({ folder: work, files: 8, entry: programEntry, random, isFirst: false });
  for (const kind of failureKinds) {
    const number = 1 + random(project.counts.get(kind) ?? 1);
    const result = await failAt(project, kind, number, kind === 'full');
    expect(result?.problems ?? [], `seed ${seed}`).toEqual([]);
    // The first call of all: nothing can be written at all.
    if (kind === 'full') expect((await failAt(project, kind, 1, true))?.outcome).toBe('refused');
  }
});

/** The short form of `npm run bench -- faults --only power`. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { programEntry } from '../../program-entry.ts';
import { endPrograms } from '../program.ts';
import { seededRandom } from '../random.ts';
import { LoggedDisk } from './disk-log.ts';
import { losePower } from './power-loss.ts';
import { record, type RecordedKind, type Recording } from './recording.ts';
import { canFault } from './system-faults.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-power-'));
afterAll(async () => {
  await endPrograms();
  rmSync(work, { recursive: true, force: true });
});

function recorded(kind: RecordedKind): Promise<Recording> {
  mkdirSync(join(work, kind));
  return record({ folder: join(work, kind), kind, random: seededRandom(5), files: 10, entry: programEntry });
}

it.skipIf(!canFault())('a power loss leaves a whole committed state, not older than the last sync', async () => {
  const recording = await recorded('first');
  const random = seededRandom(6);
  for (let round = 0; round < 60; round++) {
    const { problems } = await losePower(recording, random, round % 20 === 0 ? 'here' : 'nothing');
    expect(problems, `round ${round}`).toEqual([]);
  }
});

it.skipIf(!canFault())('the first page of a new index is on the disk before anything is committed', async () => {
  const { records, start } = await recorded('damaged');
  const disk = new LoggedDisk(start);
  const order: string[] = [];
  for (const one of records) {
    disk.replay(one);
    if (one.kind !== 'sync' && one.kind !== 'write') continue;
    const name = disk.nameOf(one.inode);
    if (one.kind === 'sync' || name === 'database.db-wal') order.push(`${one.kind} ${name}`);
  }
  expect(order[0]).toBe('sync database.db');
});

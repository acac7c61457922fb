/** The disks that the records of a run can leave. */
import { expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { LoggedDisk, type Disk, type DiskRecord } from './disk-log.ts';

const sector = 512;
const inode = 7;

function create(name: string): DiskRecord {
  return { kind: 'create', inode, from: name, to: '' };
}
function write(offset: number, bytes: Buffer): DiskRecord {
  return { kind: 'write', inode, offset, bytes };
}
const sync: DiskRecord = { kind: 'sync', inode, offset: 0, bytes: Buffer.alloc(0) };
const syncFolder: DiskRecord = { kind: 'syncFolder', inode: 0, from: '', to: '' };

/** Many disks after the power was lost when these records were made. */
function disksAfter(records: readonly DiskRecord[]): Disk[] {
  const disk = new LoggedDisk({ names: new Map(), contents: new Map(), inodes: new Map() });
  for (const record of records) disk.replay(record);
  const random = seededRandom(3);
  return Array.from({ length: 300 }, () => disk.afterPowerLoss(random));
}

function contentOf({ names, contents }: Disk, name: string): Buffer | null {
  return contents.get(names.get(name) ?? 0) ?? null;
}

it('keeps what was synced, whole, under its name', () => {
  const text = Buffer.alloc(3 * sector, 'a');
  const disks = disksAfter([create('a'), write(0, text), sync, syncFolder]);
  expect(disks.every((disk) => contentOf(disk, 'a')?.equals(text))).toBe(true);
});

it('may lose the name of a file whose folder was not synced', () => {
  const disks = disksAfter([create('a'), write(0, Buffer.alloc(sector, 'a')), sync]);
  expect(new Set(disks.map((disk) => disk.names.has('a')))).toEqual(new Set([true, false]));
  const removed = disksAfter([create('a'), syncFolder, { kind: 'remove', inode: 0, from: 'a', to: '' }]);
  expect(new Set(removed.map((disk) => disk.names.has('a')))).toEqual(new Set([true, false]));
});

it('has each sector that was written since the last sync as it was or as it is, in any order, and may tear a write', () => {
  const records = [create('a'), write(0, Buffer.alloc(2 * sector, 'a')), sync, syncFolder];
  const disks = disksAfter([...records, write(0, Buffer.alloc(2 * sector, 'b'))]);
  const found = new Set(
    disks.map((disk) => [...contentOf(disk, 'a')!].map((byte) => String.fromCharCode(byte)).join('')),
  );
  const [a, b] = ['a'.repeat(sector), 'b'.repeat(sector)];
  expect(found).toEqual(new Set([a + a, a + b, b + a, b + b]));
});

it('may have a file in any of its sizes since the last sync', () => {
  const records = [create('a'), write(0, Buffer.alloc(sector, 'a')), sync, syncFolder];
  const truncate: DiskRecord = { kind: 'truncate', inode, offset: 0, bytes: Buffer.alloc(0) };
  const sizes = disksAfter([...records, truncate, write(0, Buffer.alloc(sector * 2, 'b'))]).map(
    (disk) => contentOf(disk, 'a')?.length,
  );
  expect(new Set(sizes)).toEqual(new Set([0, sector, sector * 2]));
});

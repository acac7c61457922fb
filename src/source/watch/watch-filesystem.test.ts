import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { judgeFileSystem, mountedAs, silentFileSystem } from './watch-filesystem.ts';

const fuse = 0x65735546;
it.each([
  [0x6969, null, 'NFS'],
  [0xff534d42, null, 'CIFS'],
  [0xff534d42 | 0, null, 'CIFS'],
  [0x01021997, null, '9p'],
  [fuse, 'fuse.sshfs', 'fuse.sshfs'],
  [fuse, 'virtiofs', 'virtiofs'],
  [fuse, null, 'FUSE'],
  [fuse, 'fuseblk', null],
  [fuse, 'fuse.mergerfs', null],
  [0xef53, null, null],
  [0x01021994, null, null],
  [0x794c7630, null, null],
])('of type %d mounted as %s: %s', (type, mount, name) => {
  const obstacle = judgeFileSystem(type, () => mount);
  if (name === null) expect(obstacle).toBeNull();
  else expect(obstacle?.reason).toContain(name);
});

it('accepts a local folder as one that reports changes', () => {
  expect(silentFileSystem(tmpdir())).toBeNull();
});

const mounts = [
  '22 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
  '30 22 0:40 / /mnt rw - tmpfs tmpfs rw',
  '31 30 0:41 / /mnt/my\\040share rw master:1 - fuse.sshfs me@there:/ rw',
  '32 22 0:42 / /a rw - tmpfs tmpfs rw',
  '33 22 0:43 / /a rw - virtiofs host rw',
  'nonsense',
].join('\n');
it.each([
  ['/home/me', 'ext4'],
  ['/', 'ext4'],
  ['/mnt', 'tmpfs'],
  ['/mntx', 'ext4'],
  ['/mnt/my share/project', 'fuse.sshfs'],
  ['/a/b', 'virtiofs'],
])('%s is mounted as %s', (folder, type) => {
  expect(mountedAs(folder, mounts)).toBe(type);
});

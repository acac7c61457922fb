/** Whether a folder's file system reports all changes. It does not report those that another machine makes (over a network, on the host). */
import { readFileSync, statfsSync } from 'node:fs';

/** Why some changes in a folder are not reported, and what the user can do. */
export interface Obstacle {
  reason: string;
  hint: string;
}

/** File systems that other machines can change, by `f_type` of statfs(2). */
const silentTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p (a folder of the host)'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x786f4256, 'vboxsf (a folder of the host)'],
  [0xbacbacbc, 'vmhgfs (a folder of the host)'],
  [0x7c7c6673, 'prl_fs (a folder of the host)'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
  [0x19830326, 'BeeGFS'],
  [0x20030528, 'OrangeFS'],
]);

/** `f_type` of all file systems that run in user space. */
const fuseType = 0x65735546;
/** FUSE file systems that only this machine changes. */
const localFuse = /^(?:fuseblk|fuse\.(?:fuse-overlayfs|mergerfs|gocryptfs|encfs|cryfs|ntfs-3g|bindfs|ext2|exfat))$/;

/** Why a folder's file system does not report all changes; null where nothing indicates that it does not. */
export function silentFileSystem(folder: string | Buffer): Obstacle | null {
  if (process.platform !== 'linux') return null;
  let type: number;
  try {
    type = statfsSync(folder).type;
  } catch {
    return null;
  }
  return judgeFileSystem(type, () => mountedAs(String(folder), readMounts()));
}

export function judgeFileSystem(type: number, mountType: () => string | null): Obstacle | null {
  // Node returns the number with or without its sign.
  const unsigned = type >>> 0;
  let name = silentTypes.get(unsigned) ?? null;
  if (unsigned === fuseType) {
    const mount = mountType();
    if (mount === null || !localFuse.test(mount)) name = mount ?? 'FUSE';
  }
  if (name === null) return null;
  return {
    reason: `the file system is ${name}, which does not report changes that are made elsewhere`,
    hint: 'A copy on a local disk is watched without polling.',
  };
}

function readMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}

/** The type of the mount that a folder is on, from the text of `/proc/self/mountinfo`. */
export function mountedAs(folder: string, mounts: string): string | null {
  let best = '';
  let type: string | null = null;
  for (const line of mounts.split('\n')) {
    const [mount, source] = line.split(' - ');
    const point = mount
      ?.split(' ')[4]
      ?.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)));
    if (point === undefined || source === undefined) continue;
    const holds = folder === point || folder.startsWith(point === '/' ? '/' : `${point}/`);
    // Of two mounts on the same point the later one is visible.
    if (!holds || point.length < best.length) continue;
    best = point;
    type = source.split(' ')[0] ?? null;
  }
  return type;
}

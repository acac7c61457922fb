/** Runs a fault scenario in a folder of its own, and where necessary in its own mount namespace. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endLater } from './program.ts';
import { makeScene } from './scene.ts';
import type { Scenario } from './scenarios.ts';
import { canFault } from './system/system-faults.ts';

const host = fileURLToPath(new URL('in-namespace.ts', import.meta.url));

/** Enters a mount namespace: root can do so directly, other users need a user namespace in which they are root. */
const enter = process.getuid?.() === 0 ? ['unshare', '--mount'] : ['unshare', '--user', '--map-root-user', '--mount'];

/** Whether this machine permits mounts. */
function canMount(): boolean {
  const [program = '', ...args] = enter;
  return spawnSync(program, [...args, 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0;
}

/** Whether this machine can produce the fault. */
export function isPossible({ needs }: Scenario): boolean {
  if (needs === 'mounts') return canMount();
  return needs === 'nothing' || canFault();
}

/** Rejects with the assertion that failed. */
export async function play({ name, needs, act }: Scenario, entry?: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-fault-'));
  try {
    if (needs !== 'mounts') {
      await act(makeScene(folder, entry));
      return;
    }
    const [program = '', ...args] = enter;
    const rest = entry === undefined ? [] : [entry];
    const child = spawn(program, [...args, process.execPath, host, name, folder, ...rest], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    endLater(child, 'SIGTERM');
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    if (code !== 0) throw new Error(`${name}: ${errors}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

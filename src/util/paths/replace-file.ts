/**
 * Gives a finished file the name of another, which it replaces. On Windows no file that a program has open can be replaced, and scanners and programs
 * that synchronise folders open what was just written: there it is tried again for about two seconds.
 */
import { renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from './system-paths.ts';

/** What Windows says while a file is open. That it may not be replaced at all, it says in the same words. */
const momentary: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EPERM']);

const pausesMs = [10, 20, 40, 80, 160, 320, 640, 640];

/** The system, and how it renames: tests play others. */
export interface Replacing {
  platform: Platform;
  rename: typeof renameSync;
}

const thisSystem: Replacing = { platform: process.platform, rename: renameSync };

/** Yields the pause (ms) before each further attempt, and returns when the file is in its place. Throws the error of `rename` of the last attempt. */
function* attempts(from: string, to: string, { platform, rename }: Replacing): Generator<number, void> {
  for (const pause of platform === 'win32' ? pausesMs : []) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && momentary.has(error.code))) throw error;
    }
    yield pause;
  }
  rename(from, to);
}

/** Rejects with the error of `rename`. */
export async function replaceFile(from: string, to: string, system: Replacing = thisSystem): Promise<void> {
  for (const pause of attempts(from, to, system)) await sleep(pause);
}

/** The same for code that cannot wait otherwise than by holding its thread. */
export function replaceFileSync(from: string, to: string, system: Replacing = thisSystem): void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (const pause of attempts(from, to, system)) Atomics.wait(never, 0, 0, pause);
}

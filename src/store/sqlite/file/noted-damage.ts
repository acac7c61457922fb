/**
 * A note beside an index that damage was found in it: the next process, or the next question to a server, sets the index aside and makes a new one. The
 * note is a file of its own, since a damaged index cannot be trusted to take it. It names the file that it is about, so that it has no effect on a later one.
 * Invariant: a defect of this program that looks like damage does not have indexes made without end. After one was set aside, there is no note for an hour.
 */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInMemory } from './driver.ts';
import { fileIdentity } from './origin.ts';
import { requireOwnFolder } from './own-folder.ts';

/** How long no damage is noted after an index was set aside (ms). */
const quietMs = 60 * 60 * 1000;

function notePath(path: string): string {
  return `${path}.damaged`;
}

/** Never throws: where no note can be written, the index cannot be set aside either. */
export function noteDamage(path: string): void {
  if (isInMemory(path) || isDamageNoted(path)) return;
  try {
    if (wasSetAsideLately(path)) return;
    requireOwnFolder(notePath(path));
    rmSync(notePath(path), { force: true });
    // With `wx` no link is followed.
    writeFileSync(notePath(path), fileIdentity(path) ?? '', { flag: 'wx' });
  } catch {
    // A read-only medium, or another process has written the note.
  }
}

/** Whether damage was noted of the file that is at the path now. */
export function isDamageNoted(path: string): boolean {
  try {
    return readFileSync(notePath(path), 'utf8') === fileIdentity(path);
  } catch {
    return false;
  }
}

/** To be called when the file at the path was set aside. */
export function forgetDamage(path: string): void {
  rmSync(notePath(path), { force: true });
}

function wasSetAsideLately(path: string): boolean {
  const folder = dirname(path);
  const prefix = `${basename(path)}.unusable-`;
  return readdirSync(folder).some(
    // The time of the change is that of the renaming.
    (name) => name.startsWith(prefix) && Date.now() - statSync(join(folder, name)).ctimeMs < quietMs,
  );
}

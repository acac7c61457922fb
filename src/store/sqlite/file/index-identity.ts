/** Tells the file of an index from another that takes its place, while a process has it open. */
import { statSync } from 'node:fs';
import { isInMemory } from './driver.ts';
import { isDamageNoted } from './noted-damage.ts';

export interface IndexIdentity {
  dev: bigint;
  ino: bigint;
  isEmpty: boolean;
}

/** Null where there is no file. */
export function indexIdentity(path: string): IndexIdentity | null {
  const stats = isInMemory(path) ? undefined : statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : { dev: stats.dev, ino: stats.ino, isEmpty: stats.size === 0n };
}

/** Whether the file is gone, was replaced or emptied, or is to be replaced since damage was found in it. */
export function isIndexReplaced(path: string, opened: IndexIdentity): boolean {
  const now = indexIdentity(path);
  return (
    now === null ||
    now.dev !== opened.dev ||
    now.ino !== opened.ino ||
    (now.isEmpty && !opened.isEmpty) ||
    isDamageNoted(path)
  );
}

/** When the file or its log was written last (ms since 1970); null where there is no file. */
export function lastWriteMs(path: string): number | null {
  const [own, log] = [path, `${path}-wal`].map((one) => statSync(one, { throwIfNoEntry: false })?.mtimeMs);
  return own === undefined ? null : Math.max(own, log ?? 0);
}

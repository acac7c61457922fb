/** Which process to kill, when to kill it, and how far it had come. */
import { existsSync, readdirSync } from 'node:fs';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { basename, dirname } from 'node:path';
import { readSource } from '../../src/source/read/read-source.ts';
import { Database } from '../../src/store/sqlite/file/driver.ts';
import type { Store } from '../../src/store/store.ts';
import type { Started } from './program.ts';

/**
 * A first run, a run after edits, a forced run, a run that only makes vectors, a server's run, and a run that upgrades
 * an older index.
 */
export const killKinds = ['first', 'incremental', 'forced', 'vectors', 'server', 'migration'] as const;
export type KillKind = (typeof killKinds)[number];

/** Content hashes by path. */
export type Committed = ReadonlyMap<string, string>;

/** What another process sees as committed now; empty where there is no index yet or its schema is being made. */
export function committedFiles(databasePath: string): Committed {
  if (!existsSync(databasePath)) return new Map();
  try {
    const database = new Database(databasePath, { readOnly: true });
    try {
      const rows = database.withoutWaiting(() => database.all('SELECT path, hash FROM files'));
      return new Map(rows.map(([path, hash]) => [String(path), String(hash)]));
    } finally {
      database.close();
    }
  } catch {
    return new Map();
  }
}

/** The hash of a file on disk; null when the file does not exist or is not indexed. */
export function hashOnDisk(root: string, path: string): string | null {
  const { hash, leftOut } = readSource(root, { path, rawPath: null }, { maxFileSize: 1_000_000, ignorePatterns: [] });
  return leftOut === null ? hash : null;
}

/**
 * Waits until the backup copy before a migration begins, so that the kill happens during the copy or the steps after
 * it.
 */
export async function untilBackup(databasePath: string, version: number, run: Started): Promise<void> {
  const name = `${basename(databasePath)}.backup-v${version}`;
  let isOver = false;
  void run.ended.then(() => (isOver = true));
  const isBegun = (): boolean => readdirSync(dirname(databasePath)).some((one) => one.startsWith(name));
  while (!isOver && !isBegun()) await turn();
}

/** Waits that long, or until the process has ended by itself. */
export async function untilMoment(afterMs: number, run: Started): Promise<void> {
  await Promise.race([sleep(afterMs), run.ended]);
}

/** How far the run had come when it was killed, judged by the index that it left. */
export async function momentOf(store: Store, root: string): Promise<string> {
  const { files } = await store.listFiles({ offset: 0, limit: Number.MAX_SAFE_INTEGER });
  if (files.length === 0) return 'before the first commit';
  const behind = files.filter(({ path, hash }) => hashOnDisk(root, path) !== hash).length;
  if (behind > 0 || (await store.getMeta('lastIndexedMs')) === null) return 'while files were written';
  const linked = new Map((await store.linkPlaces()).map(({ path, fileId }) => [path, fileId]));
  const summary = await store.summaries(files.map(({ id }) => id));
  if (files.some(({ id, path }) => summary.has(id) && linked.get(path) !== id)) return 'before links were written';
  const counts = await store.chunkCounts(files.map(({ id }) => id));
  const { embedders } = await store.state();
  const withVectors = new Set(
    embedders[0] === undefined ? [] : (await store.vectors.filesSince(embedders[0], -1)).fileIds,
  );
  if (files.some(({ id }) => (counts.get(id) ?? 0) > 0 && !withVectors.has(id)))
    return 'before all vectors were written';
  return 'near the end';
}

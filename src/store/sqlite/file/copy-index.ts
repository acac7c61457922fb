/**
 * Creates an index as a copy of another one.
 * Invariants: the source is only read; the copy appears completely or not at all, and never replaces an existing index. It has no log or journal of
 * another index beside it, which SQLite would take for its own. (SQLite deletes those of an empty database.)
 */
import { existsSync, linkSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { processLives } from '../../../runtime/process-lives.ts';
import { Database } from './driver.ts';
import { readMeta, writeMeta } from '../tables/meta.ts';
import { allMigrations, applicationId, newestVersion, readSchemaVersion } from '../migrations/migrate.ts';
import { makeFolder } from './open-database.ts';
import { isOfThisFile, noteOrigin } from './origin.ts';

export interface CopyOptions {
  from: string;
  to: string;
  /** The extraction version that the source must have to be of use. */
  extractionVersion: string;
}

/** False if `to` or a log of it exists, also if another process was first, or if there is no usable index at `from`. Throws if the copy cannot be written. */
export async function copyIndex({ from, to, extractionVersion }: CopyOptions): Promise<boolean> {
  if (existsSync(to) || !existsSync(from) || hasLog(to)) return false;
  const source = openSource(from);
  if (source === null) return false;
  makeFolder(dirname(to));
  removeAbandoned(to);
  const unfinished = `${to}${copyMark}${process.pid}`;
  try {
    if (!isUsable(source, extractionVersion)) return false;
    rmSync(unfinished, { force: true });
    await source.copyTo(unfinished);
    resetCopy(unfinished);
    // Unlike renaming, this fails if another process has created the index meanwhile.
    linkSync(unfinished, to);
    return true;
  } catch (error) {
    if (existsSync(to)) return false;
    throw error;
  } finally {
    source.close();
    removeCopy(unfinished);
  }
}

/** Whether there is a log or journal at the path that SQLite would take for that of a new database. */
export function hasLog(path: string): boolean {
  return ['-wal', '-journal'].some((ending) => (statSync(path + ending, { throwIfNoEntry: false })?.size ?? 0) > 0);
}

/** Part of the name of an unfinished copy; the id of the process that makes the copy follows. */
const copyMark = '.copy-';

function removeCopy(path: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
}

/** Removes the copies of processes that were killed while copying. */
function removeAbandoned(to: string): void {
  const start = `${basename(to)}${copyMark}`;
  for (const name of readdirSync(dirname(to))) {
    const pid = Number(/^\d+/.exec(name.startsWith(start) ? name.slice(start.length) : '')?.[0]);
    if (pid > 0 && !processLives(pid)) removeCopy(`${to}${copyMark}${pid}`);
  }
}

function openSource(path: string): Database | null {
  try {
    return new Database(path, { readOnly: true });
  } catch {
    return null;
  }
}

function isUsable(source: Database, extractionVersion: string): boolean {
  try {
    return (
      Number(source.get('PRAGMA application_id')?.[0]) === applicationId &&
      readSchemaVersion(source) === newestVersion(allMigrations) &&
      isOfThisFile(source) &&
      readMeta(source, 'extractionVersion') === extractionVersion &&
      readMeta(source, 'lastIndexedMs') !== null
    );
  } catch {
    return false;
  }
}

/** Removes the values that belong to the source's tree. The copy is not up to date until a run has compared it with the tree that it is for. */
function resetCopy(path: string): void {
  const copy = new Database(path);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    for (const key of ['lastIndexedMs', 'root'] as const) writeMeta(copy, key, null);
    noteOrigin(copy);
  } finally {
    copy.close();
  }
}

/**
 * Begins an index as a copy of another one.
 * Invariants: the other is only read; the new one is there whole or not at all, and never in the place of one that is there.
 */
import { existsSync, linkSync, readdirSync, rmSync } from 'node:fs';
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
  /** What the other index must say of itself; one that says something else is of no use. */
  extractionVersion: string;
}

/** False where the other is none that can be used, or another process was first. Throws an `AppError` where nothing can be written. */
export async function copyIndex({ from, to, extractionVersion }: CopyOptions): Promise<boolean> {
  if (existsSync(to) || !existsSync(from)) return false;
  const source = openSource(from);
  if (source === null) return false;
  makeFolder(dirname(to));
  removeAbandoned(to);
  const unfinished = `${to}${mark}${process.pid}`;
  try {
    if (!isUsable(source, extractionVersion)) return false;
    rmSync(unfinished, { force: true });
    await source.copyTo(unfinished);
    beginAnew(unfinished);
    // Unlike a renaming it fails where another process has made one meanwhile.
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

/** Behind it stands the process that makes the copy. */
const mark = '.copy-';

function removeCopy(path: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
}

/** Copies of processes that were killed over them. */
function removeAbandoned(to: string): void {
  const start = `${basename(to)}${mark}`;
  for (const name of readdirSync(dirname(to))) {
    const pid = Number(/^\d+/.exec(name.startsWith(start) ? name.slice(start.length) : '')?.[0]);
    if (pid > 0 && !processLives(pid)) removeCopy(`${to}${mark}${pid}`);
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

/** It is of another tree, until a run has compared it. */
function beginAnew(path: string): void {
  const copy = new Database(path);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    for (const key of ['lastIndexedMs', 'root'] as const) writeMeta(copy, key, null);
    noteOrigin(copy);
  } finally {
    copy.close();
  }
}

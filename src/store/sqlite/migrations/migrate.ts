/**
 * Migrates a database to the newest schema in numbered steps. Each step is one transaction, which also writes its number to `user_version`.
 * Invariant: a database with content is copied before its first step; a step that fails leaves the schema unchanged.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFileSync } from '../../../util/paths/replace-file.ts';
import { databaseError } from '../file/database-error.ts';
import { Database, isInMemory } from '../file/driver.ts';
import { noteOrigin } from '../file/origin.ts';
import { initialSchema } from './0001-initial-schema.ts';
import { linksSchema } from './0002-links.ts';
import { preciseLinksSchema } from './0003-precise-links.ts';
import { overridesSchema } from './0004-overrides.ts';
import { chunksSchema } from './0005-chunks.ts';
import { contentsAnewSchema } from './0006-contents-anew.ts';
import { vectorsSchema } from './0007-vectors.ts';
import { vectorsByEmbedderSchema } from './0008-vectors-by-embedder.ts';
import { chunkWordsSchema } from './0009-chunk-words.ts';
import { textsSchema } from './0010-texts.ts';
import { leftOutSeenSchema } from './0011-left-out-seen.ts';
import { outlinesPlainSchema } from './0012-outlines-plain.ts';
import { macrosSchema } from './0013-macros.ts';
import { sealedSchema } from './0014-sealed.ts';
import { blocksCountedSchema } from './0015-blocks-counted.ts';
import type { Migration } from './migration.ts';

/** Ordered by version. The statements of a released migration are never edited. */
export const allMigrations: readonly Migration[] = [
  initialSchema,
  linksSchema,
  preciseLinksSchema,
  overridesSchema,
  chunksSchema,
  contentsAnewSchema,
  vectorsSchema,
  vectorsByEmbedderSchema,
  chunkWordsSchema,
  textsSchema,
  leftOutSeenSchema,
  outlinesPlainSchema,
  macrosSchema,
  sealedSchema,
  blocksCountedSchema,
];

/** Marks our files (`PRAGMA application_id`): "CSct". */
export const applicationId = 0x43536374;

export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/** The oldest schema that can still be upgraded. */
export function oldestVersion(migrations: readonly Migration[]): number {
  return migrations[0]?.version ?? 0;
}

export function readSchemaVersion(database: Database): number {
  return Number(database.get('PRAGMA user_version')?.[0] ?? 0);
}

/** Runs the missing steps. Returns the path of the backup, or null if none was made. */
export function migrate(database: Database, migrations: readonly Migration[]): string | null {
  const version = readSchemaVersion(database);
  if (version >= newestVersion(migrations)) return null;
  const backup = version > 0 && !isInMemory(database.location) ? backUp(database, version) : null;
  let previousVersion = 0;
  for (const migration of migrations) {
    applyStep(database, migration, previousVersion);
    previousVersion = migration.version;
  }
  return backup;
}

/** @param previousVersion the version that the step starts from */
function applyStep(database: Database, migration: Migration, previousVersion: number): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    // Checked again with the lock held: another process may have been first.
    if (readSchemaVersion(database) === previousVersion) {
      database.exec(migration.sql);
      migration.convert?.(database);
      if (previousVersion === 0) noteOrigin(database);
      database.exec(`PRAGMA user_version = ${migration.version}`);
      database.exec(`PRAGMA application_id = ${applicationId}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Copies the database before an upgrade, and returns the path of the copy. There is one copy per version, the last one. No copy is made if another
 * process has upgraded the database meanwhile, because that process has copied the old content.
 */
function backUp(database: Database, version: number): string | null {
  const target = `${database.location}.backup-v${version}`;
  const unfinished = `${target}.${process.pid}`;
  try {
    removeAbandoned(database.location);
    rmSync(unfinished, { force: true });
    database.run('VACUUM INTO ?', unfinished);
    if (adoptCopy(unfinished) === version) replaceFileSync(unfinished, target);
    else rmSync(unfinished, { force: true });
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw databaseError(error, database.location);
  }
  return existsSync(target) ? target : null;
}

/** Makes a copy usable as an index at the path where it is. Returns its schema version. */
function adoptCopy(path: string): number {
  const copy = new Database(path);
  try {
    noteOrigin(copy);
    return readSchemaVersion(copy);
  } finally {
    copy.close();
  }
}

/** An unfinished copy that was not written for this long belongs to a process that was killed (ms). */
const abandonedMs = 60_000;

function removeAbandoned(location: string): void {
  const start = `${basename(location)}.backup-v`;
  for (const name of readdirSync(dirname(location))) {
    if (!name.startsWith(start) || !/^\d+\.\d+(?:-journal)?$/.test(name.slice(start.length))) continue;
    const path = join(dirname(location), name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedMs) rmSync(path, { force: true });
  }
}

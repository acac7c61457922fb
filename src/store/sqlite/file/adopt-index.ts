/**
 * Takes a sealed index of another machine as the index of this one. The caller has verified who made it; here it is verified that the file is what it
 * claims to be: its tables, triggers and indexes are exactly those that this program makes, so that opening it runs nothing else.
 * Invariant: the index appears completely or not at all, and never replaces one.
 */
import { existsSync, linkSync } from 'node:fs';
import { allMigrations, applicationId, migrate, readSchemaVersion } from '../migrations/migrate.ts';
import { readMeta } from '../tables/meta.ts';
import { hasLog } from './copy-index.ts';
import { Database } from './driver.ts';
import { noteOrigin } from './origin.ts';
import { schemaVersion, type IndexFlavour } from './seal-index.ts';

export interface AdoptOptions extends IndexFlavour {
  /** The sealed index. It is changed, and stays where it is. */
  from: string;
  to: string;
}

/** Null if `from` is the index at `to` now; else why it is not, as the end of a sentence. Throws if the file cannot be written. */
export function adoptIndex({ from, to, ...flavour }: AdoptOptions): string | null {
  if (existsSync(to) || hasLog(to)) return 'would replace an index that is there';
  // SQLite would write what is in it into the file that was verified.
  if (hasLog(from)) return 'has a log beside it that is not its own';
  const database = new Database(from);
  try {
    database.exec('PRAGMA trusted_schema = OFF');
    const fault = faultOf(database, flavour);
    if (fault !== null) return fault;
    noteOrigin(database);
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    database.close();
  }
  try {
    // Unlike renaming, this fails if another process has created the index meanwhile.
    linkSync(from, to);
    return null;
  } catch (error) {
    if (existsSync(to)) return 'would replace an index that is there';
    throw error;
  }
}

function faultOf(database: Database, { extractionVersion, linkingVersion, embedder }: IndexFlavour): string | null {
  if (Number(database.get('PRAGMA application_id')?.[0]) !== applicationId) return 'is no index of Code Scout';
  if (readSchemaVersion(database) !== schemaVersion) return 'has another schema';
  if (!isOfOurSchema(database)) return 'has tables or triggers that Code Scout does not make';
  if (readMeta(database, 'extractionVersion') !== extractionVersion) return 'is of another version';
  if (readMeta(database, 'linkingVersion') !== linkingVersion) return 'is linked by another version';
  const embedders = database.all('SELECT name FROM embedders').map(([name]) => name);
  if (embedders.some((name) => name !== embedder)) return 'has vectors of another model';
  const [damage] = database.all('PRAGMA quick_check(1)')[0] ?? [];
  return damage === 'ok' ? null : 'is damaged';
}

/** Tables of statistics that SQLite makes for itself (`PRAGMA optimize`). */
const statistics = /^sqlite_stat\d$/;

function isOfOurSchema(database: Database): boolean {
  const own = new Database(':memory:');
  try {
    migrate(own, allMigrations);
    const ours = new Set(schemaOf(own));
    const theirs = schemaOf(database);
    return theirs.length === ours.size && theirs.every((row) => ours.has(row));
  } finally {
    own.close();
  }
}

function schemaOf(database: Database): string[] {
  const rows = database.all('SELECT type, name, tbl_name, sql FROM sqlite_schema');
  return rows.filter(([, name]) => !statistics.test(String(name))).map((row) => JSON.stringify(row));
}

/**
 * Seals an index: makes a copy that depends on the tree alone, to be given to other machines. It has no path, no time and no setting of this machine, no
 * answers of a compiler or of other tools, which see what is installed here, and no remains of what was deleted.
 * Invariants: the source is only read; the sealed file has no log, is never written again, and was checked as a whole.
 */
import { rmSync } from 'node:fs';
import { AppError } from '../../../model/error.ts';
import type { MetaKey } from '../../store.ts';
import { allMigrations, applicationId, newestVersion, readSchemaVersion } from '../migrations/migrate.ts';
import { metaName, readMeta } from '../tables/meta.ts';
import { Database } from './driver.ts';
import { SqliteStore } from '../sqlite-store.ts';
import { forgetDamage } from './noted-damage.ts';
import { isOfThisFile } from './origin.ts';
import { scrubPages } from './scrub-pages.ts';

/** What an index must be to be sealed, or to be taken from elsewhere. */
export interface IndexFlavour {
  extractionVersion: string;
  linkingVersion: string;
  /** `Embedder.id`; null without vectors. */
  embedder: string | null;
}

export interface SealOptions extends IndexFlavour {
  from: string;
  /** Replaced if it exists. */
  to: string;
}

/** What the sealed file keeps of the values that callers store with an index: those that depend on the tree alone. */
const keptValues: readonly MetaKey[] = [
  'extractionVersion',
  'linkingVersion',
  'linkedConfigs',
  'linksFailed',
  'linkGeneration',
];
/** And of the store's own. */
const keptRows = ['generation', 'nextFileId', 'removals', ...keptValues.map(metaName)];

/**
 * Stand for the three times of a file. They take as many bytes as real ones, so that neither sealing nor the next run moves rows to other pages: a fraction
 * takes eight, and a whole number of this size six. No file was verified at this time, so each is compared.
 */
const noTimes: readonly [number, number, number] = [0.5, -1e12, 1e12];

/** The schema of indexes that this program makes. */
export const schemaVersion = newestVersion(allMigrations);

/** Throws a `DatabaseError` where the index is incomplete, damaged or not of this flavour. */
export async function sealIndex({ from, to, ...flavour }: SealOptions): Promise<void> {
  const source = new Database(from, { readOnly: true });
  try {
    const fault = unsealable(source, flavour);
    if (fault !== null)
      throw new AppError('DatabaseError', `The index at ${from} ${fault}`, { hint: 'Run `code-scout index` first.' });
    rmSync(to, { force: true });
    await source.copyTo(to);
  } finally {
    source.close();
  }
  scrubPages(to, takeOut(to, flavour.embedder));
  // The whole check of an index, as `doctor` makes it: damage would be given to everybody.
  const sealed = new SqliteStore({ database: new Database(to, { readOnly: true, immutable: true }), notice: null });
  try {
    const [problem] = await sealed.check();
    if (problem !== undefined) throw new AppError('DatabaseError', `The index at ${from} is damaged: ${problem.what}`);
  } finally {
    await sealed.close();
    forgetDamage(to);
  }
}

function unsealable(source: Database, flavour: IndexFlavour): string | null {
  if (Number(source.get('PRAGMA application_id')?.[0]) !== applicationId) return 'is none of Code Scout';
  if (readSchemaVersion(source) !== schemaVersion) return 'has another schema';
  if (!isOfThisFile(source)) return 'was not created here';
  if (readMeta(source, 'lastIndexedMs') === null) return 'is not complete';
  if (readMeta(source, 'extractionVersion') !== flavour.extractionVersion) return 'is of another version';
  if (readMeta(source, 'linkingVersion') !== flavour.linkingVersion) return 'is not linked';
  return null;
}

/** Returns the roots of all tables and indexes. */
function takeOut(path: string, embedder: string | null): number[] {
  const copy = new Database(path);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    copy.exec('PRAGMA synchronous = OFF');
    copy.exec('BEGIN');
    copy.run('DELETE FROM meta WHERE key NOT IN (SELECT value FROM json_each(?))', JSON.stringify(keptRows));
    copy.run('UPDATE files SET mtime_ms = ?, verified_at_ms = ?, indexed_at_ms = ?', ...noTimes);
    // Names of files that are not of the tree; each run writes the list anew.
    copy.run('DELETE FROM left_out');
    // Links of these files are made again without the answers.
    copy.run('UPDATE linked_files SET file_id = 0 WHERE path IN (SELECT path FROM precise_links)');
    copy.run('DELETE FROM precise_links');
    copy.run('DELETE FROM vectors WHERE embedder_id IN (SELECT id FROM embedders WHERE name IS NOT ?)', embedder);
    copy.run('DELETE FROM embedders WHERE name IS NOT ?', embedder);
    copy.exec('COMMIT');
    const roots = copy.all('SELECT rootpage FROM sqlite_schema WHERE rootpage > 0').map(([root]) => Number(root));
    return [1, ...roots];
  } finally {
    copy.close();
  }
}

/**
 * What the last run told of a project in which nothing was to do, kept in a file beside its index: while tree, index, settings and program are
 * the same, a command need not open the index to tell it again.
 * Invariants: it is of an index whose log is empty, as it stood when the run had ended; it tells of no run that left something to do; where
 * anything is in doubt there is none.
 */
import { lstatSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { productVersion } from '../config/product.ts';
import { looksAsBefore } from '../source/tree-looks.ts';
import { uniqueName } from '../util/unique-name.ts';
import type { EngineConfig } from './engine-options.ts';
import { extractionVersion } from './extraction-version.ts';
import { linkingVersion } from './linking-version.ts';
import { databasePathOf, ignorePatternsOf, walkOptionsOf } from './project-place.ts';
import type { IndexReport } from './types.ts';

interface Settled {
  key: string;
  database: string;
  report: IndexReport;
}

const settledPath = (databasePath: string): string => `${databasePath}.settled`;

/** What was told, where that is still so. */
export async function settledReport(root: string, config: EngineConfig): Promise<IndexReport | null> {
  const started = Date.now();
  if (!mayBeSettled(config)) return null;
  const databasePath = databasePathOf(root, config);
  const place = settledPath(databasePath);
  try {
    const text = readFileSync(place, 'utf8');
    const end = text.indexOf('\n');
    const { key, database, report } = JSON.parse(text.slice(0, end)) as Settled;
    if (key !== keyOf(config) || database !== stateOf(databasePath)) return null;
    const ignorePatterns = ignorePatternsOf(root, config);
    const options = walkOptionsOf({ maxFileSize: config.indexing.maxFileSize, ignorePatterns });
    if (!(await looksAsBefore(root, options, text.slice(end + 1)))) return null;
    noteLook(databasePath);
    return { ...report, durationMs: Date.now() - started };
  } catch {
    return null;
  }
}

/**
 * To be called when nobody here has the index open any more.
 * @param looks of the tree that the index holds (`Engine.settledLooks`); null for none
 */
export function keepSettled(config: EngineConfig, report: IndexReport, looks: string | null): void {
  const databasePath = databasePathOf(report.root, config);
  const { indexedFiles, touchedFiles, removedFiles, notice, compiler, embedding } = report;
  const isIdle = indexedFiles + touchedFiles + removedFiles === 0 && notice === undefined && compiler === undefined;
  const hasVectors = embedding === undefined || (embedding.files === 0 && embedding.note === null);
  if (looks === null || !isIdle || !hasVectors || !mayBeSettled(config)) return;
  const draft = `${settledPath(databasePath)}.${uniqueName()}`;
  try {
    const database = stateOf(databasePath);
    if (database === null) return;
    const settled: Settled = { key: keyOf(config), database, report };
    writeFileSync(draft, `${JSON.stringify(settled)}\n${looks}`, { flag: 'wx' });
    renameSync(draft, settledPath(databasePath));
  } catch {
    // A short cut, without which the next run looks for itself.
    rmSync(draft, { force: true });
  }
}

/** Has `lastLook` tell that the index is the tree's now. False where there is no file to tell it by. */
export function noteLook(databasePath: string): boolean {
  const now = Date.now() / 1000;
  try {
    utimesSync(settledPath(databasePath), now, now);
    return true;
  } catch {
    return false;
  }
}

/** When the index was last known to be the tree's (ms since 1970): a run that finds it settled does not write to it. */
export function lastLook(databasePath: string, lastIndexedMs: number | null): number | null {
  if (lastIndexedMs === null || databasePath === ':memory:') return lastIndexedMs;
  const stats = statSync(settledPath(databasePath), { throwIfNoEntry: false });
  return Math.max(lastIndexedMs, Math.round(stats?.mtimeMs ?? 0));
}

/** What plugins do, and whether a model elsewhere answers, cannot be told from here. */
function mayBeSettled({ plugins = [], embedding, database }: EngineConfig): boolean {
  const isLocal = embedding === undefined || embedding.provider === 'off' || embedding.provider === 'static';
  return plugins.length === 0 && isLocal && database.path !== ':memory:';
}

function keyOf(config: EngineConfig): string {
  return JSON.stringify([productVersion(), extractionVersion, linkingVersion, config]);
}

/** Null where commits may wait in a log. */
function stateOf(databasePath: string): string | null {
  const stats = lstatSync(databasePath);
  const { ino, size, mtimeMs, ctimeMs } = stats;
  // Of a link the log is elsewhere.
  if (!stats.isFile()) return null;
  const log = statSync(`${databasePath}-wal`, { throwIfNoEntry: false });
  return (log?.size ?? 0) > 0 ? null : [ino, size, mtimeMs, ctimeMs].join(' ');
}

/**
 * What the last run told of a project in which nothing was to do, kept in a file beside its index: while tree, index, settings and program are
 * the same, a command need not open the index to tell it again.
 * Invariants: it is of an index whose log is empty, as it stood when the run had ended; it tells of no run that left something to do; where
 * anything is in doubt there is none.
 */
import { lstatSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { productVersion, usualDatabase } from '../config/product.ts';
import type { WalkOptions } from '../source/source.ts';
import { looksAsBefore } from '../source/tree-looks.ts';
import { uniqueName } from '../util/unique-name.ts';
import type { EngineConfig } from './engine-options.ts';
import { extractionVersion } from './indexing/extraction-version.ts';
import { linkingVersion } from './indexing/linking-version.ts';
import { databasePathOf, ignorePatternsOf, walkOptionsOf } from './project-place.ts';
import type { IndexReport } from './types.ts';

interface Settled {
  /** What was told is of this program. */
  program: string;
  /** As JSON, and as it was written where that says all: no flags, and an index in its usual place. */
  config: string;
  written: string | null;
  database: string;
  /** What the tree is walked by. */
  maxFileSize: number;
  ignorePatterns: readonly string[];
  report: IndexReport;
}

const settledPath = (databasePath: string): string => `${databasePath}.settled`;

/** What was told, where that is still so by this configuration. */
export function settledReport(root: string, config: EngineConfig): Promise<IndexReport | null> {
  if (!mayBeSettled(config)) return Promise.resolve(null);
  const text = JSON.stringify(config);
  const { gitEnvironment } = walkOptionsOf({ maxFileSize: config.indexing.maxFileSize, ignorePatterns: [] });
  return toldOf({ root, databasePath: databasePathOf(root, config), gitEnvironment }, ({ config }) => config === text);
}

/**
 * The same where nobody has read the configuration, which takes as long as all of the rest.
 * @param written `writtenSettings`
 */
export function settledAsWritten(
  root: string,
  written: string,
  gitEnvironment: WalkOptions['gitEnvironment'],
): Promise<IndexReport | null> {
  const databasePath = join(root, usualDatabase);
  // By way of a link it may be outside, of which whoever reads the configuration tells.
  if (!isFolder(dirname(databasePath))) return Promise.resolve(null);
  return toldOf({ root, databasePath, gitEnvironment }, (settled) => settled.written === written);
}

/** Where `settledAsWritten` looks. */
export function isUsuallyPlaced(root: string, config: EngineConfig): boolean {
  return databasePathOf(root, config) === join(root, usualDatabase);
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

interface Place extends Pick<WalkOptions, 'gitEnvironment'> {
  root: string;
  databasePath: string;
}

async function toldOf(
  { root, databasePath, gitEnvironment }: Place,
  isBySameSettings: (settled: Settled) => boolean,
): Promise<IndexReport | null> {
  const started = Date.now();
  try {
    const text = readFileSync(settledPath(databasePath), 'utf8');
    const end = text.indexOf('\n');
    const settled = JSON.parse(text.slice(0, end)) as Settled;
    const { program, database, maxFileSize, ignorePatterns, report } = settled;
    if (!isBySameSettings(settled) || program !== programKey() || database !== stateOf(databasePath)) return null;
    const options = { maxFileSize, ignorePatterns, gitEnvironment };
    if (!(await looksAsBefore(root, options, text.slice(end + 1)))) return null;
    noteLook(databasePath);
    return { ...report, durationMs: Date.now() - started };
  } catch {
    return null;
  }
}

interface Kept {
  config: EngineConfig;
  /** All that the configuration was made of (`writtenSettings`, read before it); null where flags were given, too. */
  written: string | null;
  report: IndexReport;
  /** Of the tree that the index holds (`Engine.settledLooks`); null for none. */
  looks: string | null;
}

/** To be called when nobody here has the index open any more. */
export function keepSettled({ config, written, report, looks }: Kept): void {
  const { root } = report;
  const databasePath = databasePathOf(root, config);
  const { indexedFiles, touchedFiles, removedFiles, notice, compiler, embedding } = report;
  const isIdle = indexedFiles + touchedFiles + removedFiles === 0 && notice === undefined && compiler === undefined;
  const hasVectors = embedding === undefined || (embedding.files === 0 && embedding.note === null);
  if (looks === null || !isIdle || !hasVectors || !mayBeSettled(config)) return;
  const draft = `${settledPath(databasePath)}.${uniqueName()}`;
  try {
    const database = stateOf(databasePath);
    if (database === null) return;
    const settled: Settled = {
      program: programKey(),
      config: JSON.stringify(config),
      written: isUsuallyPlaced(root, config) ? written : null,
      database,
      maxFileSize: config.indexing.maxFileSize,
      ignorePatterns: ignorePatternsOf(root, config),
      report,
    };
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

/** Of this build: between two releases defaults may have changed. */
function programKey(): string {
  const { mtimeMs, size } = statSync(new URL(import.meta.url));
  return [productVersion(), extractionVersion, linkingVersion, mtimeMs, size].join(' ');
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

/**
 * Records what `setup` wrote, so that `unsetup` can undo exactly that: a file beside the user's configuration that only the user can read.
 * Invariant: of a client's file it contains only what a change replaced and what it inserted.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '../../model/error.ts';
import type { Scope, TextPart } from './clients.ts';
import { missingFolders, readSettings, removeSettings, writeSettings } from './settings-file.ts';
import type { Splice } from './text-style.ts';

export interface SetupRecord {
  client: string;
  /** What was written; missing for the entry of the server. */
  part?: TextPart;
  scope: Scope;
  /** The real path of the file. */
  path: string;
  /** The entry as it was written. */
  entry: Readonly<Record<string, unknown>>;
  /** `hashOf` the file after the change. */
  after: string;
  /** The change from the content before setup; null if the file was changed between two runs of setup. */
  change: Splice | null;
  /** Whether setup created the file. */
  madeFile: boolean;
  /** Folders that setup created, the innermost first. */
  madeFolders: readonly string[];
  /** Whether setup also created the object of all servers. */
  madeServers: boolean;
  /** The source text of the entry that was replaced; null if there was none. */
  previous: string | null;
}

interface RecordFile {
  version: 1;
  /** Folders that were created for this file, the innermost first. */
  madeFolders: readonly string[];
  records: readonly SetupRecord[];
}

const fileName = 'setup.json';
const privateMode = 0o600;

export function recordPath(userConfigDirectory: string): string {
  return join(userConfigDirectory, fileName);
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isRecord(value: unknown): value is SetupRecord {
  if (typeof value !== 'object' || value === null) return false;
  const one = value as Partial<Record<keyof SetupRecord, unknown>>;
  return (
    [one.client, one.scope, one.path, one.after].every((text) => typeof text === 'string') &&
    typeof one.entry === 'object' &&
    Array.isArray(one.madeFolders) &&
    (one.previous === null || typeof one.previous === 'string')
  );
}

function parse(path: string, text: string): RecordFile {
  try {
    const file = JSON.parse(text) as Partial<RecordFile>;
    if (file.version === 1 && Array.isArray(file.records) && file.records.every(isRecord))
      return { version: 1, madeFolders: file.madeFolders ?? [], records: file.records };
  } catch {
    // Reported by the error below.
  }
  throw new AppError('ConfigurationError', `${path} is not a record of code-scout setup`, {
    hint: 'Move it away and run the command again; unsetup then shows each entry before it removes it.',
  });
}

/** Throws `AppError`. */
export function loadRecords(userConfigDirectory: string): readonly SetupRecord[] {
  const path = recordPath(userConfigDirectory);
  const { text } = readSettings(path, null);
  return text === null ? [] : parse(path, text).records;
}

function hasSameTarget(a: SetupRecord, b: SetupRecord): boolean {
  return a.client === b.client && a.path === b.path;
}

export interface RecordChange {
  remove?: SetupRecord;
  add?: SetupRecord;
}

/** If no record is left, the file is removed, with the folders that were created for it. Throws `AppError`. */
export function updateRecords(userConfigDirectory: string, { remove, add }: RecordChange): void {
  const file = readSettings(recordPath(userConfigDirectory), null);
  const old = file.text === null ? null : parse(file.path, file.text);
  const replaced = [remove, add].filter((one) => one !== undefined);
  const kept = (old?.records ?? []).filter((one) => !replaced.some((other) => hasSameTarget(one, other)));
  const records = add === undefined ? kept : [...kept, add];
  const madeFolders = old?.madeFolders ?? missingFolders(file.path);
  if (records.length > 0) {
    const text = `${JSON.stringify({ version: 1, madeFolders, records } satisfies RecordFile, null, 2)}\n`;
    writeSettings(file, text, { mode: privateMode });
  } else if (file.text !== null) removeSettings(file, madeFolders);
}

/**
 * Plans the changes of `setup` and `unsetup` to a client's file, before anything is written.
 * Invariant: a plan changes only the entry of this server; if that is not possible, it throws.
 */
import { isDeepStrictEqual } from 'node:util';
import { JsonSyntaxError } from '../../util/json-tree.ts';
import { AppError } from '../../model/error.ts';
import { otherTransports } from './clients.ts';
import type { Client, Part, Scope } from './clients.ts';
import { jsonFormat, tomlFormat } from './entry-format.ts';
import type { EntryFormat, EntryPath } from './entry-format.ts';
import { hashOf } from './record.ts';
import type { SetupRecord } from './record.ts';
import { missingFolders, readSettings } from './settings-file.ts';
import type { SettingsFile } from './settings-file.ts';
import { blockFormat, fileFormat, hookFormat } from './text-format.ts';
import { applySplices, inverse, spliceBetween } from './text-style.ts';

/** The server's name among a client's servers. */
export const serverName = 'code-scout';

export interface Target {
  client: Client;
  scope: Scope;
  part: Part;
  path: string;
  /** The project that the file belongs to, and that its links may not leave; null for a file of the user, whose links are the user's own. */
  project: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

export interface Plan {
  target: Target;
  file: SettingsFile;
  /** The present state: no entry, the right entry, or a different entry. */
  standing: 'absent' | 'set' | 'differs';
  /** The new content of the file; null if the file would be removed. Unchanged if there is nothing to do. */
  after: string | null;
  /** The record to write; null if the record is removed. */
  record: SetupRecord | null;
  /** The record of an earlier setup; null for none. */
  earlierRecord: SetupRecord | null;
}

const textFormats = { guidance: blockFormat, agent: fileFormat, hint: hookFormat };

export function formatOf({ client, part }: Pick<Target, 'client' | 'part'>): EntryFormat {
  if (part !== 'server') return textFormats[part];
  return client.format === 'toml' ? tomlFormat : jsonFormat;
}

export function pathIn({ client, part }: Pick<Target, 'client' | 'part'>): EntryPath {
  return part === 'hint' ? ['hooks', 'SessionStart'] : [client.servers, serverName];
}

/** The text that a user would add by hand. */
function snippetOf(target: Target, fields: Fields): string {
  return formatOf(target).set('', pathIn(target), { fields, drop: [] }).trimEnd();
}

/** Runs `use`; turns a syntax error in the file's text into an error that names the file. */
function withFileInErrors<T>(target: Target, fields: Fields | null, use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column, message } = error;
    const byHand =
      fields === null ? '' : ` Correct it and run the command again, or add by hand:\n${snippetOf(target, fields)}`;
    throw new AppError('ParsingError', `${target.path}:${line}:${column}: ${message}`, {
      hint: `Nothing was written to it.${byHand}`,
      cause: error,
    });
  }
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys of an entry that belong to another transport and so contradict the fields. */
function contradictions(entry: unknown, fields: Fields): string[] {
  if (!isTable(entry)) return [];
  const kind = entry['type'] !== undefined && entry['type'] !== 'stdio' && !('type' in fields) ? ['type'] : [];
  return [...otherTransports.filter((key) => key in entry), ...kind];
}

/** The value with usual objects: those of a parsed file have no prototype. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** Whether the entry starts the server as the fields say. Other keys are the user's. */
export function isSetUp(entry: unknown, fields: Fields): boolean {
  if (!isTable(entry) || contradictions(entry, fields).length > 0) return false;
  return Object.entries(fields).every(
    ([key, value]) => (isTable(value) && isTable(entry[key])) || isDeepStrictEqual(plain(entry[key]), plain(value)),
  );
}

interface Original {
  /** Null if there was no file. */
  text: string | null;
}

/** The content of the file before `setup`, if the file is unchanged since `setup`; otherwise null. */
function originalOf(text: string | null, record: SetupRecord | null): Original | null {
  if (text === null || record === null || record.change === null || hashOf(text) !== record.after) return null;
  return { text: record.madeFile ? null : applySplices(text, [inverse(record.change)]) };
}

function assertOnlyEntryChanged(target: Target, before: string, after: string): void {
  const { path } = target;
  const format = formatOf(target);
  const entry = pathIn(target);
  if (isDeepStrictEqual(format.withoutEntry(before, entry), format.withoutEntry(after, entry))) return;
  throw new AppError('InternalError', `The change of ${path} would touch more than the entry ${serverName}`, {
    hint: 'Nothing was written to it. This is a defect; please report it with the shape of the file.',
  });
}

function hasHooks(target: Target, fields: Fields): AppError {
  return new AppError('ConfigurationError', `${target.path} has hooks for the start of a session already`, {
    hint: `Nothing was written to it. Add this one to them by hand:\n${snippetOf(target, fields)}`,
  });
}

/** Throws `AppError` for a file that cannot be read or edited. */
export function planSetup(target: Target, fields: Fields, earlierRecord: SetupRecord | null): Plan {
  const { client, scope, part } = target;
  const format = formatOf(target);
  const path = pathIn(target);
  const file = readSettings(target.path, target.project);
  return withFileInErrors(target, fields, () => {
    const entry = file.text === null ? undefined : format.read(file.text, path);
    const unchanged = { target, file, earlierRecord, after: file.text, record: earlierRecord };
    if (isSetUp(entry, fields)) return { ...unchanged, standing: 'set' };
    if (part === 'hint' && entry !== undefined && earlierRecord === null) throw hasHooks(target, fields);
    const original = originalOf(file.text, earlierRecord);
    // The file was changed since setup wrote it. An entry in it is still the one of setup, and the earlier record says what the entry replaced.
    const earlier = original === null && entry !== undefined ? earlierRecord : null;
    const textBefore = original === null ? file.text : original.text;
    const base = textBefore ?? '';
    const drop = contradictions(format.read(base, path), fields);
    const after = format.set(base, path, { fields, drop });
    assertOnlyEntryChanged(target, base, after);
    const record: SetupRecord = {
      client: client.id,
      ...(part === 'server' ? {} : { part }),
      scope,
      path: file.realPath,
      entry: format.read(after, path) as Fields,
      after: hashOf(after),
      change: earlier === null ? spliceBetween(base, after) : null,
      madeFile: earlier?.madeFile ?? textBefore === null,
      madeFolders: (original === null ? earlier : earlierRecord)?.madeFolders ?? missingFolders(file.realPath),
      madeServers: earlier?.madeServers ?? !(textBefore !== null && format.hasServers(base, path)),
      previous: earlier === null ? format.source(base, path) : earlier.previous,
    };
    return { target, file, earlierRecord, standing: entry === undefined ? 'absent' : 'differs', after, record };
  });
}

export interface UnsetupPlan extends Plan {
  /** The entry was changed since `setup`, by the user or the client. */
  entryChanged: boolean;
}

function textWithoutSetup(text: string, target: Target, earlierRecord: SetupRecord | null): string | null {
  const format = formatOf(target);
  const path = pathIn(target);
  const original = originalOf(text, earlierRecord);
  if (original !== null) return original.text;
  if (earlierRecord !== null && earlierRecord.previous !== null)
    return format.restore(text, path, earlierRecord.previous);
  const textWithoutEntry = format.remove(text, path);
  const rest = earlierRecord?.madeServers === true ? format.removeServers(textWithoutEntry, path) : textWithoutEntry;
  return earlierRecord?.madeFile === true && format.isBlank(rest) ? null : rest;
}

/** Throws `AppError` for a file that cannot be read or edited. */
export function planUnsetup(target: Target, earlierRecord: SetupRecord | null): UnsetupPlan {
  const format = formatOf(target);
  const path = pathIn(target);
  const file = readSettings(target.path, target.project);
  return withFileInErrors(target, null, () => {
    const { text } = file;
    const entry = text === null ? undefined : format.read(text, path);
    const plan = { target, file, earlierRecord, record: null };
    if (text === null || entry === undefined) return { ...plan, standing: 'absent', after: text, entryChanged: false };
    const after = textWithoutSetup(text, target, earlierRecord);
    assertOnlyEntryChanged(target, text, after ?? '');
    const entryChanged = earlierRecord !== null && !isDeepStrictEqual(plain(entry), plain(earlierRecord.entry));
    return { ...plan, standing: 'set', after, entryChanged };
  });
}

/**
 * Reads one configuration file into settings.
 * Invariants: the project's file is not read through a symbolic link, except on Windows. Opening never waits for a writer, as a pipe
 * would make it. A file above `maxBytes` is not read.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { settings } from './options.ts';
import { mustBe, show, unlessSecret } from './problems.ts';
import type { ConfigProblem } from './problems.ts';
import { JsonSyntaxError, parseJson, placeOf, plainValue } from '../util/json-tree.ts';
import type { JsonMember } from '../util/json-tree.ts';
import { nearest } from '../util/nearest.ts';

export const projectFileName = 'code-scout.config.json';
export const userFileName = 'config.json';

const maxBytes = 256 * 1024;

/** One value from a file, a variable or a flag, not yet checked. */
export interface RawSetting {
  key: string;
  raw: unknown;
  /** File with line and column, variable or flag. */
  where: string;
}

export interface ConfigFile {
  path: string;
  found: boolean;
  settings: RawSetting[];
  problems: ConfigProblem[];
}

/** The groups that contain keys or other groups: `search`, `search.scoringWeights`. */
const groups: ReadonlySet<string> = new Set(
  [...settings.keys()].flatMap((key) => {
    const parts = key.split('.');
    return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('.'));
  }),
);

/**
 * The existing key or group that an unknown key probably means: the nearest in the same group, otherwise the one whose last part is
 * nearest, otherwise the nearest as a whole. Null if nothing is near.
 */
export function nearestKey(key: string): string | null {
  const existingKeys = new Set([...settings.keys(), ...groups]);
  const nameStart = key.lastIndexOf('.') + 1;
  const depth = key.split('.').length;
  const sameGroup = [...existingKeys].filter(
    (other) => other.startsWith(key.slice(0, nameStart)) && other.split('.').length === depth,
  );
  const near = nearest(
    key.slice(nameStart),
    sameGroup.map((other) => other.slice(nameStart)),
  );
  if (near !== null) return key.slice(0, nameStart) + near;
  const keyByLastPart = new Map(
    [...existingKeys].reverse().map((other) => [other.slice(other.lastIndexOf('.') + 1), other]),
  );
  const nearLastPart = nearest(key.slice(nameStart), keyByLastPart.keys());
  return (nearLastPart === null ? null : keyByLastPart.get(nearLastPart)) ?? nearest(key, existingKeys);
}

export function unknownKey(where: string, key: string, received: unknown): ConfigProblem {
  const near = nearestKey(key);
  const guess = near === null ? '' : `; did you mean \`${near}\`?`;
  return {
    where,
    key,
    expected: 'a known key',
    received: unlessSecret(key, received),
    message: `unknown key ${show(key).replaceAll('"', '`')}${guess}`,
  };
}

interface Walk {
  file: ConfigFile;
  text: string;
}

/** Adds the settings and problems of one JSON object to the file; `prefix` is the key of the object. */
function collectSettings(walk: Walk, prefix: string, members: readonly JsonMember[]): void {
  for (const { key: name, keyAt, value } of members) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    const { line, column } = placeOf(walk.text, keyAt);
    const where = `${walk.file.path}:${line}:${column}`;
    // The JSON key `"search.maxLimit"` must not pass for the key `maxLimit` of the group `search`.
    const plainName = !name.includes('.');
    if (plainName && settings.has(key)) walk.file.settings.push({ key, raw: plainValue(value), where });
    else if (plainName && groups.has(key)) {
      if (value.kind === 'object') collectSettings(walk, key, value.members);
      else walk.file.problems.push(mustBe(where, key, 'an object', plainValue(value)));
    } else if (key !== '$schema') walk.file.problems.push(unknownKey(where, key, plainValue(value)));
  }
}

/** The text of the file; null if it does not exist. The message of a thrown error lacks its subject, which is the file: `is not a regular file`. */
export function readConfigText(path: string, { followLinks }: { followLinks: boolean }): string | null {
  // On Windows Node has neither constant: links are followed.
  const noFollow = followLinks ? 0 : (constants.O_NOFOLLOW ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Error(code === 'ELOOP' ? 'is a symbolic link' : `cannot be opened (${code})`, { cause: error });
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new Error('is not a regular file');
    if (stat.size > maxBytes) throw new Error(`is larger than ${maxBytes / 1024} KB`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(descriptor));
  } catch (error) {
    if (error instanceof TypeError) throw new Error('is not UTF-8 text', { cause: error });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

export function readConfigFile(path: string, { trusted }: { trusted: boolean }): ConfigFile {
  const file: ConfigFile = { path, found: false, settings: [], problems: [] };
  const expected = 'a JSON object in a regular UTF-8 file';
  try {
    const text = readConfigText(path, { followLinks: trusted });
    if (text === null) return file;
    file.found = true;
    const root = parseJson(text, { isLenient: false })!;
    if (root.kind === 'object') collectSettings({ file, text }, '', root.members);
    else
      file.problems.push({
        where: `${path}:1:1`,
        key: null,
        message: `must hold a JSON object, not ${show(plainValue(root))}`,
        expected,
        received: plainValue(root),
      });
  } catch (error) {
    file.found = true;
    const where = error instanceof JsonSyntaxError ? `${path}:${error.line}:${error.column}` : path;
    const message = error instanceof JsonSyntaxError ? `malformed JSON: ${error.message}` : (error as Error).message;
    file.problems.push({ where, key: null, message, expected, received: null });
  }
  return file;
}

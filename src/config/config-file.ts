/** Reads one configuration file into settings. */
import { settings } from './options.ts';
import { mustBe, show, unlessSecret } from './problems.ts';
import type { ConfigProblem } from './problems.ts';
import { readConfigText } from './written-settings.ts';
import { JsonSyntaxError, parseJson, placeOf, plainValue } from '../util/json-tree.ts';
import type { JsonMember } from '../util/json-tree.ts';
import { nearest } from '../util/nearest.ts';

/** One value as a file or a variable gives it, not yet checked. */
export interface RawSetting {
  key: string;
  raw: unknown;
  where: string;
}

export interface ConfigFile {
  path: string;
  found: boolean;
  settings: RawSetting[];
  problems: ConfigProblem[];
}

const groups: ReadonlySet<string> = new Set(
  [...settings.keys()].flatMap((key) => {
    const parts = key.split('.');
    return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('.'));
  }),
);

/** The key that was probably meant: among its neighbours first, then anywhere by its last part. */
export function nearestKey(key: string): string | null {
  const known = new Set([...settings.keys(), ...groups]);
  const cut = key.lastIndexOf('.') + 1;
  const depth = key.split('.').length;
  const neighbours = [...known].filter(
    (other) => other.startsWith(key.slice(0, cut)) && other.split('.').length === depth,
  );
  const near = nearest(
    key.slice(cut),
    neighbours.map((other) => other.slice(cut)),
  );
  if (near !== null) return key.slice(0, cut) + near;
  const last = new Map([...known].reverse().map((other) => [other.slice(other.lastIndexOf('.') + 1), other]));
  const elsewhere = nearest(key.slice(cut), last.keys());
  return (elsewhere === null ? null : last.get(elsewhere)) ?? nearest(key, known);
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

function collect(walk: Walk, prefix: string, members: readonly JsonMember[]): void {
  for (const { key: name, keyAt, value } of members) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    const { line, column } = placeOf(walk.text, keyAt);
    const where = `${walk.file.path}:${line}:${column}`;
    // A key with a dot in it would pass for a path of keys.
    const plainName = !name.includes('.');
    if (plainName && settings.has(key)) walk.file.settings.push({ key, raw: plainValue(value), where });
    else if (plainName && groups.has(key)) {
      if (value.kind === 'object') collect(walk, key, value.members);
      else walk.file.problems.push(mustBe(where, key, 'an object', plainValue(value)));
    } else if (key !== '$schema') walk.file.problems.push(unknownKey(where, key, plainValue(value)));
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
    if (root.kind === 'object') collect({ file, text }, '', root.members);
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

/** The entry of a server in a settings file: one contract for JSON and TOML. */
import { plainValue } from '../../util/json-tree.ts';
import { partAt, removeValue, setSource, setValue } from './json-edit.ts';
import { parseToml } from './toml-text.ts';
import { readTomlEntry, removeTomlEntry, setTomlEntry, setTomlSource, tomlSource } from './toml-edit.ts';

/** Key of the object of all servers, then the server's name. */
export type EntryPath = readonly [servers: string, name: string];

export interface EntryChange {
  fields: Readonly<Record<string, unknown>>;
  /** Keys to remove, because they contradict the fields. */
  drop: readonly string[];
}

/** A method that parses the text throws `JsonSyntaxError` if the text is not of the format, or if the path leads through another kind of value. */
export interface EntryFormat {
  /** The value of the entry; undefined if there is none. */
  read(text: string, path: EntryPath): unknown;
  set(text: string, path: EntryPath, change: EntryChange): string;
  remove(text: string, path: EntryPath): string;
  /** The source text of the entry; null if there is none. */
  source(text: string, path: EntryPath): string | null;
  /** Replaces the entry by an earlier source text of it. */
  restore(text: string, path: EntryPath, source: string): string;
  hasServers(text: string, path: EntryPath): boolean;
  /** Removes the object of all servers if it is empty. */
  removeServers(text: string, path: EntryPath): string;
  /** The content of the text without the entry, to compare: two texts with equal results differ only in the entry. */
  withoutEntry(text: string, path: EntryPath): unknown;
  /** Whether the text has no content but white space and, in JSON, an empty object. */
  isBlank(text: string): boolean;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function setJson(text: string, path: EntryPath, { fields, drop }: EntryChange): string {
  const part = partAt(text, path);
  const present = part === null ? null : plainValue(part);
  if (!isObject(present)) return setValue(text, path, fields);
  let result = text;
  for (const key of drop) result = removeValue(result, [...path, key]);
  for (const [key, value] of Object.entries(fields))
    if (JSON.stringify(present[key]) !== JSON.stringify(value)) result = setValue(result, [...path, key], value);
  return result;
}

export const jsonFormat: EntryFormat = {
  read(text, path) {
    const part = partAt(text, path);
    return part === null ? undefined : plainValue(part);
  },
  set: setJson,
  remove: removeValue,
  source(text, path) {
    const part = partAt(text, path);
    return part === null ? null : text.slice(part.from, part.to);
  },
  restore: setSource,
  hasServers: (text, [servers]) => partAt(text, [servers]) !== null,
  removeServers(text, [servers]) {
    const part = partAt(text, [servers]);
    const isEmpty = part?.kind === 'object' && /^\{\s*\}$/.test(text.slice(part.from, part.to));
    return isEmpty ? removeValue(text, [servers]) : text;
  },
  withoutEntry(text, [servers, name]) {
    const root = partAt(text, []);
    const plain = root === null ? null : plainValue(root);
    if (!isObject(plain)) return Object.create(null) as Record<string, unknown>;
    const serversObject = plain[servers];
    if (isObject(serversObject)) {
      Reflect.deleteProperty(serversObject, name);
      if (Object.keys(serversObject).length === 0) Reflect.deleteProperty(plain, servers);
    }
    return plain;
  },
  isBlank: (text) => /^\ufeff?\s*(?:\{\s*\}\s*)?$/.test(text),
};

export const tomlFormat: EntryFormat = {
  read: readTomlEntry,
  set: setTomlEntry,
  remove: removeTomlEntry,
  source: tomlSource,
  restore: setTomlSource,
  // TOML needs no table of all servers, so none is created or removed.
  hasServers: () => true,
  removeServers: (text) => text,
  withoutEntry(text, path) {
    const isInEntry = (other: readonly string[]): boolean => path.every((part, i) => other[i] === part);
    const { tables } = parseToml(text);
    return tables
      .filter((table) => !isInEntry(table.path))
      .map(({ path: tablePath, isArray, statements }) => ({
        tablePath,
        isArray,
        keys: statements.filter((one) => !isInEntry(one.path)).map(({ path: key, value }) => ({ key, value })),
      }));
  },
  isBlank: (text) => /^\ufeff?\s*$/.test(text),
};

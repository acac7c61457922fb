/**
 * Edits one table of a TOML text and leaves every other line unchanged.
 * Invariant: removing a table that `setTomlEntry` appended to a text with a final line end restores the text.
 */
import { placeOf } from '../../util/json-tree.ts';
import { applySplices, lineEndOf } from './text-style.ts';
import type { Splice } from './text-style.ts';
import { parseToml, tomlKey, TomlSyntaxError, tomlValue } from './toml-text.ts';
import type { TomlDocument, TomlStatement, TomlTable } from './toml-text.ts';

export type TomlPath = readonly string[];

function startsWith(path: TomlPath, prefix: TomlPath): boolean {
  return path.length >= prefix.length && prefix.every((part, i) => path[i] === part);
}

interface Entry {
  /** All keys below the path; a table above the path may contain them too, as dotted keys. */
  statements: TomlStatement[];
  /** The tables at the path or below it. */
  tables: TomlTable[];
  /** The statement `path = { … }`; null if there is none. */
  inline: TomlStatement | null;
}

function refuse(text: string, at: number, path: TomlPath, what: string): never {
  const table = path.slice(0, -1).map(tomlKey).join('.');
  throw new TomlSyntaxError(
    `${what}, which cannot be added to; write its members as [${table}.NAME]`,
    placeOf(text, at),
  );
}

/** Null if there is no entry. Throws `TomlSyntaxError`, also if the path leads through a value that cannot be extended. */
function findEntry(text: string, { tables }: TomlDocument, path: TomlPath): Entry | null {
  const entry: Entry = { statements: [], tables: [], inline: null };
  for (const table of tables) {
    if (table.isArray && table.path.length > 0 && startsWith(path, table.path))
      refuse(text, table.from, path, `[[${table.path.join('.')}]] is a list`);
    if (table.path.length > 0 && startsWith(table.path, path)) entry.tables.push(table);
    for (const statement of table.statements) {
      if (statement.path.length === path.length && startsWith(path, statement.path)) entry.inline = statement;
      else if (startsWith(path, statement.path))
        refuse(text, statement.from, path, `${statement.path.join('.')} is an inline table`);
      else if (startsWith(statement.path, path)) entry.statements.push(statement);
    }
  }
  return entry.statements.length + entry.tables.length === 0 && entry.inline === null ? null : entry;
}

/** The entry as a plain value; undefined if there is none. Throws `TomlSyntaxError`. */
export function readTomlEntry(text: string, path: TomlPath): unknown {
  const entry = findEntry(text, parseToml(text), path);
  if (entry === null) return undefined;
  if (entry.inline !== null) return entry.inline.value;
  const plain = Object.create(null) as Record<string, unknown>;
  for (const statement of entry.statements) {
    const keys = statement.path.slice(path.length);
    let object = plain;
    for (const key of keys.slice(0, -1)) {
      object[key] ??= Object.create(null) as Record<string, unknown>;
      object = object[key] as Record<string, unknown>;
    }
    object[keys.at(-1)!] = statement.value;
  }
  return plain;
}

/** The lines of a new table: the header and the keys. */
function tableLines(text: string, path: TomlPath, fields: Readonly<Record<string, unknown>>): string {
  const lineEnd = lineEndOf(text);
  const lines = Object.entries(fields).map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}`);
  return [`[${path.map(tomlKey).join('.')}]`, ...lines, ''].join(lineEnd);
}

function appendLines(text: string, lines: string): string {
  const lineEnd = lineEndOf(text);
  const completeLines = text === '' || text === '\ufeff' || text.endsWith('\n') ? text : text + lineEnd;
  return completeLines + (completeLines.trim() === '' ? '' : lineEnd) + lines;
}

/** The splice that adds a key after the last key of the entry's table, or after its header. Null if the entry has neither. */
function keyInsertion(text: string, entry: Entry, path: TomlPath, line: (prefix: TomlPath) => string): Splice | null {
  const lastKey = entry.statements.findLast((one) => one.path.length === path.length + 1);
  const header = entry.tables.find((table) => table.path.length === path.length);
  const after = lastKey ?? header;
  if (after === undefined) return null;
  const prefix = lastKey === undefined ? [] : path.slice(lastKey.table.length);
  const lineEnd = lineEndOf(text);
  const missingLineEnd = text[after.to - 1] === '\n' ? '' : lineEnd;
  return {
    at: after.to,
    removed: '',
    inserted: missingLineEnd + line(prefix) + (missingLineEnd === '' ? lineEnd : ''),
  };
}

export interface TomlChange {
  fields: Readonly<Record<string, unknown>>;
  /** Keys to remove, because they contradict the fields. */
  drop: readonly string[];
}

/** Sets keys of the entry and leaves the others; creates the entry if there is none. Throws `TomlSyntaxError`. */
export function setTomlEntry(text: string, path: TomlPath, { fields, drop }: TomlChange): string {
  const entry = findEntry(text, parseToml(text), path);
  if (entry === null) return appendLines(text, tableLines(text, path, fields));
  if (entry.inline !== null) {
    const { value, valueFrom, valueTo } = entry.inline;
    const isTable = typeof value === 'object' && value !== null && !Array.isArray(value) && !('token' in value);
    const kept = isTable ? Object.entries(value).filter(([key]) => !drop.includes(key)) : [];
    return text.slice(0, valueFrom) + tomlValue({ ...Object.fromEntries(kept), ...fields }) + text.slice(valueTo);
  }
  let result = text;
  for (const key of drop) result = removeKey(result, [...path, key]);
  for (const [key, value] of Object.entries(fields)) result = setKey(result, path, key, value);
  return result;
}

function setKey(text: string, path: TomlPath, key: string, value: unknown): string {
  const entry = findEntry(text, parseToml(text), path);
  const present = entry?.statements.find((one) => one.path.length === path.length + 1 && one.path.at(-1) === key);
  if (present !== undefined) return text.slice(0, present.valueFrom) + tomlValue(value) + text.slice(present.valueTo);
  const line = (prefix: TomlPath): string => `${[...prefix, key].map(tomlKey).join('.')} = ${tomlValue(value)}`;
  const splice = entry === null ? null : keyInsertion(text, entry, path, line);
  return splice === null ? appendLines(text, tableLines(text, path, { [key]: value })) : applySplices(text, [splice]);
}

function removeKey(text: string, path: TomlPath): string {
  const entry = findEntry(text, parseToml(text), path);
  return entry === null ? text : applySplices(text, removals(text, entry));
}

/** The splices that remove every line of the entry, and the blank line before each of its tables. */
function removals(text: string, entry: Entry): Splice[] {
  const inTables = new Set(entry.tables.flatMap(({ statements }) => statements));
  const spans = entry.tables.map(({ from, to, statements }) => {
    const blank = /(?:^|\n)(\r?\n)$/.exec(text.slice(0, from))?.[1]?.length ?? 0;
    return { from: from - blank, to: statements.at(-1)?.to ?? to };
  });
  const outsideTables = [
    ...entry.statements.filter((one) => !inTables.has(one)),
    ...(entry.inline === null ? [] : [entry.inline]),
  ];
  return [...spans, ...outsideTables].map(({ from, to }) => ({
    at: from,
    removed: text.slice(from, to),
    inserted: '',
  }));
}

/** The source text of the entry, without the lines of other tables that stand between its lines; null if there is no entry. Throws `TomlSyntaxError`. */
export function tomlSource(text: string, path: TomlPath): string | null {
  const entry = findEntry(text, parseToml(text), path);
  if (entry === null) return null;
  return removals(text, entry)
    .toSorted((a, b) => a.at - b.at)
    .map(({ removed }) => removed)
    .join('');
}

/** Removes the entry; returns the text unchanged if there is none. Throws `TomlSyntaxError`. */
export function removeTomlEntry(text: string, path: TomlPath): string {
  return removeKey(text, path);
}

/** Replaces the entry by an earlier source text of it, at the place of the entry's first lines. Throws `TomlSyntaxError`. */
export function setTomlSource(text: string, path: TomlPath, source: string): string {
  const entry = findEntry(text, parseToml(text), path);
  if (entry === null) return text;
  const [first, ...rest] = removals(text, entry).toSorted((a, b) => a.at - b.at);
  return applySplices(text, [{ ...first!, inserted: source }, ...rest]);
}

/**
 * Where the tables and keys of a TOML text stand, so that one table can be edited in place.
 * Invariant: what is no TOML throws `TomlSyntaxError` with its place. Repeated keys are not looked for, and of numbers and dates only the
 * extent is known.
 */
import { JsonSyntaxError as TomlSyntaxError, placeOf } from '../../config/json-source.ts';

export { TomlSyntaxError };

export interface TomlStatement {
  /** Of the table and the key together. */
  path: readonly string[];
  /** Of the table alone. */
  table: readonly string[];
  value: unknown;
  valueFrom: number;
  valueTo: number;
  /** Of its lines, line end included. */
  from: number;
  to: number;
}

export interface TomlTable {
  path: readonly string[];
  /** `[[…]]` */
  isArray: boolean;
  from: number;
  to: number;
  statements: TomlStatement[];
}

/** The first table is that of the keys before any header: its path is empty, and so are its lines. */
export interface TomlDocument {
  tables: [TomlTable, ...TomlTable[]];
}

/** A number or a date, as it stands. */
export interface TomlToken {
  token: string;
}

interface Cursor {
  readonly text: string;
  at: number;
}

const maxDepth = 100;
const spaces = /[ \t]+/y;
const blanks = /(?:[ \t\r\n]|#[^\r\n]*)+/y;
const lineRest = /(?:#[^\r\n]*)?(?:\r?\n|$)/y;
const bareKey = /[A-Za-z0-9_-]+/y;
const bareValue = /[A-Za-z0-9_+:.-]+(?: \d\d:\d\d(?::[\d.]+)?(?:Z|[+-]\d\d:\d\d)?)?/y;
const knownValue =
  /^(?:true|false|[+-]?(?:inf|nan)|0x[\da-f_]+|0o[0-7_]+|0b[01_]+|[+-]?\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d[\d_]*)?|\d{4}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/i;
const basicString =
  /"(?:[^"\\\u0000-\u0008\u000a-\u001f\u007f]|\\(?:[btnfre"\\]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}))*"/y;
const literalString = /'[^'\u0000-\u0008\u000a-\u001f\u007f]*'/y;
const basicBlock = /"""(?:[^\\]|\\[^])*?"{3,5}/y;
const literalBlock = /'''[^]*?'{3,5}/y;

function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found === undefined) return null;
  cursor.at += found.length;
  return found;
}

function fail({ text, at }: Cursor, message: string): never {
  const rest = text.slice(at, at + 12).split(/[\r\n]/)[0] ?? '';
  const seen = at >= text.length ? 'the end of the file' : rest === '' ? 'the end of the line' : JSON.stringify(rest);
  throw new TomlSyntaxError(`${message}, found ${seen}`, placeOf(text, at));
}

const escapes: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\u001b' };
const escape = /\\(?:[btnfre]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[ \t]*\r?\n\s*|[^])/g;

function unescape(inner: string): string {
  return inner.replaceAll(escape, (all) => {
    const kind = all[1]!;
    if (escapes[kind] !== undefined) return escapes[kind];
    // A line that is continued in the next one.
    if (/\s/.test(kind)) return '';
    if (all.length === 2) return kind;
    const code = Number.parseInt(all.slice(2), 16);
    return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  });
}

function readString(cursor: Cursor): string | null {
  const start = cursor.at;
  const { text } = cursor;
  if (text.startsWith('"""', start) || text.startsWith("'''", start)) {
    const isBasic = text[start] === '"';
    const raw = take(cursor, isBasic ? basicBlock : literalBlock);
    if (raw === null) return fail(cursor, 'expected the end of the string that begins here');
    const inner = raw.slice(3, -3).replace(/^\r?\n/, '');
    return isBasic ? unescape(inner) : inner;
  }
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return null;
  const raw = take(cursor, quote === '"' ? basicString : literalString);
  if (raw === null) return fail(cursor, 'expected a string that is closed in its line');
  return quote === '"' ? unescape(raw.slice(1, -1)) : raw.slice(1, -1);
}

function readKey(cursor: Cursor): string[] {
  const parts: string[] = [];
  for (;;) {
    take(cursor, spaces);
    const isBlock = /^(?:"""|''')/.test(cursor.text.slice(cursor.at, cursor.at + 3));
    const part = (isBlock ? null : readString(cursor)) ?? take(cursor, bareKey);
    if (part === null) return fail(cursor, 'expected a key');
    parts.push(part);
    take(cursor, spaces);
    if (cursor.text[cursor.at] !== '.') return parts;
    cursor.at++;
  }
}

/** An object for a path and its value, into `target`. */
function assign(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let inner = target;
  for (const part of path.slice(0, -1)) {
    const next = inner[part] ?? (Object.create(null) as Record<string, unknown>);
    inner[part] = next;
    inner = next as Record<string, unknown>;
  }
  inner[path.at(-1)!] = value;
}

/** The items of `[…]` and `{…}`, each read by `item`. */
function readItems(cursor: Cursor, close: ']' | '}', item: () => void): void {
  cursor.at++;
  for (;;) {
    take(cursor, blanks);
    if (cursor.text[cursor.at] === close) break;
    item();
    take(cursor, blanks);
    const found = cursor.text[cursor.at];
    if (found === close) break;
    if (found !== ',') fail(cursor, `expected "," or "${close}"`);
    cursor.at++;
  }
  cursor.at++;
}

function readValue(cursor: Cursor, depth: number): unknown {
  if (depth > maxDepth) fail(cursor, `expected less than ${maxDepth} levels of nesting`);
  const text = readString(cursor);
  if (text !== null) return text;
  const first = cursor.text[cursor.at];
  if (first === '[') {
    const items: unknown[] = [];
    readItems(cursor, ']', () => void items.push(readValue(cursor, depth + 1)));
    return items;
  }
  if (first === '{') {
    const table = Object.create(null) as Record<string, unknown>;
    readItems(cursor, '}', () => {
      const key = readKey(cursor);
      if (cursor.text[cursor.at] !== '=') fail(cursor, 'expected "="');
      cursor.at++;
      take(cursor, blanks);
      assign(table, key, readValue(cursor, depth + 1));
    });
    return table;
  }
  const start = cursor.at;
  const token = take(cursor, bareValue) ?? '';
  if (!knownValue.test(token)) {
    cursor.at = start;
    fail(cursor, 'expected a value');
  }
  if (token === 'true' || token === 'false') return token === 'true';
  return { token } satisfies TomlToken;
}

function endLine(cursor: Cursor): void {
  take(cursor, spaces);
  if (take(cursor, lineRest) === null) fail(cursor, 'expected the end of the line');
}

function readHeader(cursor: Cursor): TomlTable {
  const from = cursor.text.lastIndexOf('\n', cursor.at - 1) + 1;
  const isArray = cursor.text.startsWith('[[', cursor.at);
  cursor.at += isArray ? 2 : 1;
  const path = readKey(cursor);
  const close = isArray ? ']]' : ']';
  if (!cursor.text.startsWith(close, cursor.at)) fail(cursor, `expected "${close}"`);
  cursor.at += close.length;
  endLine(cursor);
  return { path, isArray, from, to: cursor.at, statements: [] };
}

function readStatement(cursor: Cursor, table: readonly string[]): TomlStatement {
  const from = cursor.text.lastIndexOf('\n', cursor.at - 1) + 1;
  const key = readKey(cursor);
  if (cursor.text[cursor.at] !== '=') fail(cursor, 'expected "="');
  cursor.at++;
  take(cursor, spaces);
  const valueFrom = cursor.at;
  const value = readValue(cursor, 0);
  const valueTo = cursor.at;
  endLine(cursor);
  return { path: [...table, ...key], table, value, valueFrom, valueTo, from, to: cursor.at };
}

/** Throws `TomlSyntaxError`. */
export function parseToml(text: string): TomlDocument {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const cursor: Cursor = { text, at: start };
  let table: TomlTable = { path: [], isArray: false, from: start, to: start, statements: [] };
  const document: TomlDocument = { tables: [table] };
  for (;;) {
    take(cursor, blanks);
    if (cursor.at >= text.length) return document;
    if (text[cursor.at] === '[') {
      table = readHeader(cursor);
      document.tables.push(table);
    } else table.statements.push(readStatement(cursor, table.path));
  }
}

/** A string as TOML writes it. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', String.raw`\u007f`);
}

/** A key as it may stand in a header or before `=`. */
export function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlString(key);
}

function isToken(value: object): value is TomlToken {
  return 'token' in value && typeof value.token === 'string' && Object.getPrototypeOf(value) !== null;
}

/** A value as TOML writes it in one line; what was read here can be written again. */
export function tomlValue(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return tomlString(String(value));
  if (isToken(value)) return value.token;
  const members = Object.entries(value).map(([key, one]) => `${tomlKey(key)} = ${tomlValue(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

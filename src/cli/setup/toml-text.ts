/**
 * Finds the places of the tables and keys of a TOML text, so that one table can be edited in place.
 * Invariant: text that is not TOML throws `TomlSyntaxError` with its place. Duplicate keys are not detected, and of numbers and dates only the
 * extent is known.
 *
 * Why no library: toml-eslint-parser 1.0.3 has positions, but overflows the stack on 20,000 nested arrays and on a string of 20 MB, and takes
 * seconds for a file of 350 kB. @decimalturn/toml-patch 3.3.0 overflows too, and undoing its insertion loses comments at the head of the file.
 * smol-toml 1.9.1 gives no positions.
 */
import { JsonSyntaxError as TomlSyntaxError, placeOf } from '../../util/json-tree.ts';
import { closingQuote } from './text-style.ts';

export { TomlSyntaxError };

export interface TomlStatement {
  /** The path of the table, then the key. */
  path: readonly string[];
  /** The path of the table. */
  table: readonly string[];
  value: unknown;
  valueFrom: number;
  valueTo: number;
  /** Offsets of its lines, the last line end included. */
  from: number;
  to: number;
}

export interface TomlTable {
  path: readonly string[];
  /** Whether the header is `[[…]]`. */
  isArray: boolean;
  from: number;
  to: number;
  statements: TomlStatement[];
}

/** The first table contains the keys before any header: its path and its lines are empty. */
export interface TomlDocument {
  tables: [TomlTable, ...TomlTable[]];
}

/** A number or a date, as its source text. */
export interface TomlToken {
  token: string;
}

interface Cursor {
  readonly text: string;
  at: number;
}

const maxDepth = 100;
const spaces = /[ \t]+/y;
const blanks = /[ \t\r\n]+/y;
const comment = /#[^\r\n]*/y;
const lineRest = /(?:#[^\r\n]*)?(?:\r?\n|$)/y;
const bareKey = /[A-Za-z0-9_-]+/y;
const bareValue = /[A-Za-z0-9_+:.-]+(?: \d\d:\d\d(?::[\d.]+)?(?:Z|[+-]\d\d:\d\d)?)?/y;
const valueForm =
  /^(?:true|false|[+-]?(?:inf|nan)|0x[\da-f_]+|0o[0-7_]+|0b[01_]+|[+-]?\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d[\d_]*)?|\d{4}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/i;
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Moves the cursor over the text that matches here; null, without a move, if the pattern does not match. */
function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found === undefined) return null;
  cursor.at += found.length;
  return found;
}

function fail({ text, at }: Cursor, message: string): never {
  const rest = text.slice(at, at + 12).split(/[\r\n]/)[0] ?? '';
  const foundText =
    at >= text.length ? 'the end of the file' : rest === '' ? 'the end of the line' : JSON.stringify(rest);
  throw new TomlSyntaxError(`${message}, found ${foundText}`, placeOf(text, at));
}

/** Moves the cursor over blanks, line ends and comments. */
function skip(cursor: Cursor): void {
  do take(cursor, blanks);
  while (take(cursor, comment) !== null);
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\u001b',
  '"': '"',
  '\\': '\\',
};
/** The last alternative is empty: a backslash that starts no escape of TOML. */
const escape = /\\(?:[btnfre"\\]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[ \t]*\r?\n\s*|)/g;

/** The string with its escapes replaced; null if one of them is not in TOML. */
function unescape(content: string): string | null {
  let isWrong = false;
  const plain = content.replaceAll(escape, (all) => {
    const kind = all[1] ?? '';
    if (escapes[kind] !== undefined) return escapes[kind];
    // A backslash at the end of a line: the string continues in the next line.
    if (/\s/.test(kind)) return '';
    const code = Number.parseInt(all.slice(2), 16);
    if (kind !== '' && code <= 0x10ffff) return String.fromCodePoint(code);
    isWrong = true;
    return '';
  });
  return isWrong ? null : plain;
}

/** The end of a multi-line string; up to two quotes may precede the three that close it. Null if it has no end. */
function blockEnd(text: string, at: number, quotes: string): number | null {
  let end = at + 3;
  for (;;) {
    end = text.indexOf(quotes, end);
    if (end === -1) return null;
    const before = /(?<!\\)\\+$/.exec(text.slice(Math.max(0, end - 1000), end))?.[0].length ?? 0;
    // A quote after a backslash closes nothing.
    if (quotes === '"""' && before % 2 === 1) end++;
    else break;
  }
  let close = end + 3;
  while (close < end + 5 && text[close] === quotes[0]) close++;
  return close;
}

function readBlock(cursor: Cursor, quotes: string): string {
  const { text, at } = cursor;
  const end = blockEnd(text, at, quotes);
  if (end === null) return fail(cursor, 'expected the end of the string that begins here');
  const content = text.slice(at + 3, end - 3).replace(/^\r?\n/, '');
  const plain = quotes === '"""' ? unescape(content) : content;
  if (plain === null || controls.test(content))
    return fail(cursor, 'expected a string without other escapes and controls');
  cursor.at = end;
  return plain;
}

/** Null if there is no string here. Scans by hand: a regular expression would overflow its stack on a long string. */
function readString(cursor: Cursor): string | null {
  const { text, at } = cursor;
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return null;
  if (text.startsWith(quote.repeat(3), at)) return readBlock(cursor, quote.repeat(3));
  const end = quote === '"' ? closingQuote(text, at) : text.indexOf("'", at + 1);
  const content = text.slice(at + 1, end === -1 ? text.length : end);
  if (end === -1 || end >= text.length || /[\r\n]/.test(content))
    return fail(cursor, 'expected a string that is closed in its line');
  const plain = quote === '"' ? unescape(content) : content;
  if (plain === null || controls.test(content))
    return fail(cursor, 'expected a string without other escapes and controls');
  cursor.at = end + 1;
  return plain;
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

/** Sets the value at a path in `target`, and creates the objects on the way. */
function assign(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let object = target;
  for (const part of path.slice(0, -1)) {
    const next = object[part] ?? (Object.create(null) as Record<string, unknown>);
    object[part] = next;
    object = next as Record<string, unknown>;
  }
  object[path.at(-1)!] = value;
}

/** The items of `[…]` and `{…}`, each read by `readItem`. */
function readItems(cursor: Cursor, close: ']' | '}', readItem: () => void): void {
  cursor.at++;
  for (;;) {
    skip(cursor);
    if (cursor.text[cursor.at] === close) break;
    readItem();
    skip(cursor);
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
      skip(cursor);
      assign(table, key, readValue(cursor, depth + 1));
    });
    return table;
  }
  const start = cursor.at;
  const token = take(cursor, bareValue) ?? '';
  if (!valueForm.test(token)) {
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
    skip(cursor);
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

/** A value as TOML in one line; every value that was read here can be written again. */
export function tomlValue(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return tomlString(String(value));
  if (isToken(value)) return value.token;
  const members = Object.entries(value).map(([key, one]) => `${tomlKey(key)} = ${tomlValue(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

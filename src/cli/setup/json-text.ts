/**
 * JSON as the settings of editors have it, with comments and trailing commas: what stands where, so that it can be edited in place.
 * Invariant: what is accepted here is accepted by the clients' own readers; everything else throws `JsonSyntaxError` with its place.
 */
import { JsonSyntaxError, placeOf } from '../../config/json-source.ts';
import { closingQuote } from './text-style.ts';

export interface JsonMember {
  key: string;
  keyAt: number;
  value: JsonPart;
  /** Offset of the comma after it; null without one. */
  comma: number | null;
}

interface Span {
  from: number;
  to: number;
}
export interface JsonObject extends Span {
  kind: 'object';
  members: JsonMember[];
}
interface JsonArray extends Span {
  kind: 'array';
  items: JsonPart[];
}
interface JsonScalar extends Span {
  kind: 'scalar';
  value: string | number | boolean | null;
}
export type JsonPart = JsonObject | JsonArray | JsonScalar;

interface Cursor {
  readonly text: string;
  at: number;
}

const maxDepth = 200;
const blanks = /[ \t\r\n]+/y;
const lineComment = /\/\/[^\r\n]*/y;
const blockComment = /\/\*[^]*?\*\//y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const byteOrderMark = '\ufeff';

function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found === undefined) return null;
  cursor.at += found.length;
  return found;
}

function fail({ text, at }: Cursor, message: string): never {
  throw new JsonSyntaxError(message, placeOf(text, at));
}

function seen({ text, at }: Cursor): string {
  return at >= text.length ? 'the end of the file' : JSON.stringify(text.slice(at, at + 12).split(/[\r\n]/)[0]);
}

function skip(cursor: Cursor): void {
  for (;;) {
    const before = cursor.at;
    take(cursor, blanks);
    if (take(cursor, lineComment) === null && take(cursor, blockComment) === null && cursor.at === before) break;
  }
  if (cursor.text.startsWith('/*', cursor.at)) fail(cursor, 'the comment that begins here is not closed');
}

/** Scanned by hand, since the stack of a regular expression would bound how long a string may be. */
function readString(cursor: Cursor, expected: string): string {
  const { text, at } = cursor;
  const wrong = (): never => fail(cursor, `expected ${expected}, found ${seen(cursor)}`);
  if (text[at] !== '"') return wrong();
  const end = closingQuote(text, at);
  try {
    const value = JSON.parse(text.slice(at, end + 1)) as string;
    cursor.at = end + 1;
    return value;
  } catch {
    return wrong();
  }
}

/** The offset of a comma that was taken, or null before `close`, which is taken. */
function separator(cursor: Cursor, close: '}' | ']'): number | null {
  skip(cursor);
  const found = cursor.text[cursor.at];
  if (found !== ',' && found !== close) fail(cursor, `expected "," or "${close}", found ${seen(cursor)}`);
  cursor.at++;
  return found === ',' ? cursor.at - 1 : null;
}

function readObject(cursor: Cursor, depth: number): JsonObject {
  const from = cursor.at++;
  const members: JsonMember[] = [];
  for (;;) {
    skip(cursor);
    if (cursor.text[cursor.at] === '}') {
      cursor.at++;
      break;
    }
    const keyAt = cursor.at;
    const key = readString(cursor, 'a key in double quotes or "}"');
    skip(cursor);
    if (cursor.text[cursor.at] !== ':') fail(cursor, `expected ":", found ${seen(cursor)}`);
    cursor.at++;
    const value = readPart(cursor, depth + 1);
    const comma = separator(cursor, '}');
    members.push({ key, keyAt, value, comma });
    if (comma === null) break;
  }
  return { kind: 'object', from, to: cursor.at, members };
}

function readArray(cursor: Cursor, depth: number): JsonArray {
  const from = cursor.at++;
  const items: JsonPart[] = [];
  for (;;) {
    skip(cursor);
    if (cursor.text[cursor.at] === ']') {
      cursor.at++;
      break;
    }
    items.push(readPart(cursor, depth + 1));
    if (separator(cursor, ']') === null) break;
  }
  return { kind: 'array', from, to: cursor.at, items };
}

function readPart(cursor: Cursor, depth: number): JsonPart {
  if (depth > maxDepth) fail(cursor, `nested deeper than ${maxDepth} levels`);
  skip(cursor);
  const from = cursor.at;
  const first = cursor.text[from];
  if (first === '{') return readObject(cursor, depth);
  if (first === '[') return readArray(cursor, depth);
  if (first === '"') {
    const value = readString(cursor, 'a closed string without line breaks');
    return { kind: 'scalar', from, to: cursor.at, value };
  }
  const raw = take(cursor, scalar);
  if (raw === null) return fail(cursor, `expected a value, found ${seen(cursor)}`);
  return { kind: 'scalar', from, to: cursor.at, value: JSON.parse(raw) as number | boolean | null };
}

/** Null where there is nothing but blanks and comments. Throws `JsonSyntaxError`. */
export function parseJsonText(text: string): JsonPart | null {
  const cursor: Cursor = { text, at: text.startsWith(byteOrderMark) ? 1 : 0 };
  skip(cursor);
  if (cursor.at >= text.length) return null;
  const part = readPart(cursor, 0);
  skip(cursor);
  if (cursor.at < text.length) fail(cursor, `expected the end of the file, found ${seen(cursor)}`);
  return part;
}

/** The plain value, objects without a prototype; of a key that stands twice the last one counts, as for every reader of JSON. */
export function plainValue(part: JsonPart): unknown {
  if (part.kind === 'scalar') return part.value;
  if (part.kind === 'array') return part.items.map(plainValue);
  const plain = Object.create(null) as Record<string, unknown>;
  for (const { key, value } of part.members) plain[key] = plainValue(value);
  return plain;
}

/** The member of this key. Throws `JsonSyntaxError` where it stands twice, so that it is not clear which is meant. */
export function memberOf(text: string, object: JsonObject, key: string): JsonMember | null {
  const [first, second] = object.members.filter((member) => member.key === key);
  if (second !== undefined)
    throw new JsonSyntaxError(`the key ${JSON.stringify(key)} stands twice`, placeOf(text, second.keyAt));
  return first ?? null;
}

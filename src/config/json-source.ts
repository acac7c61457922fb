/** A JSON reader that knows where everything stands, so that an error in a configuration file can be found by line and column. */

export type JsonValue = string | number | boolean | null | readonly JsonNode[] | ReadonlyMap<string, JsonNode>;

export interface JsonNode {
  value: JsonValue;
  /** Offset into the text; of an object's member, that of its key. `placeOf` makes it a line and a column. */
  at: number;
}

/** What is wrong with the text, and where. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly line: number;
  readonly column: number;

  constructor(message: string, place: { line: number; column: number }) {
    super(message);
    this.line = place.line;
    this.column = place.column;
  }
}

const maxDepth = 64;
const blank = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const quoted = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

interface Cursor {
  readonly text: string;
  at: number;
}

/** 1-based line and column of an offset. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1 };
}

function fail(cursor: Cursor, message: string): never {
  throw new JsonSyntaxError(message, placeOf(cursor.text, cursor.at));
}

function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found === undefined) return null;
  cursor.at += found.length;
  return found;
}

/** What stands at the cursor, for an error. */
function seen(cursor: Cursor): string {
  const rest = cursor.text.slice(cursor.at, cursor.at + 12).split('\n')[0] ?? '';
  if (cursor.at >= cursor.text.length) return 'the end of the file';
  return rest.startsWith('//') || rest.startsWith('/*') ? 'a comment, which JSON does not have' : JSON.stringify(rest);
}

function readString(cursor: Cursor, expected: string): string {
  const raw = take(cursor, quoted);
  return raw === null ? fail(cursor, `expected ${expected}, found ${seen(cursor)}`) : (JSON.parse(raw) as string);
}

function readArray(cursor: Cursor, depth: number): JsonNode[] {
  const items: JsonNode[] = [];
  cursor.at++;
  take(cursor, blank);
  if (cursor.text[cursor.at] === ']') {
    cursor.at++;
    return items;
  }
  for (;;) {
    items.push(readNode(cursor, depth + 1));
    const separator = cursor.text[cursor.at];
    if (separator !== ',' && separator !== ']') fail(cursor, `expected "," or "]", found ${seen(cursor)}`);
    cursor.at++;
    if (separator === ']') return items;
  }
}

function readObject(cursor: Cursor, depth: number): Map<string, JsonNode> {
  const members = new Map<string, JsonNode>();
  cursor.at++;
  take(cursor, blank);
  if (cursor.text[cursor.at] === '}') {
    cursor.at++;
    return members;
  }
  for (;;) {
    take(cursor, blank);
    const start = cursor.at;
    const key = readString(cursor, members.size === 0 ? 'a key in double quotes or "}"' : 'a key in double quotes');
    if (members.has(key)) {
      throw new JsonSyntaxError(`the key ${JSON.stringify(key)} stands twice`, placeOf(cursor.text, start));
    }
    take(cursor, blank);
    if (cursor.text[cursor.at] !== ':') fail(cursor, `expected ":", found ${seen(cursor)}`);
    cursor.at++;
    members.set(key, { value: readNode(cursor, depth + 1).value, at: start });
    const separator = cursor.text[cursor.at];
    if (separator !== ',' && separator !== '}') fail(cursor, `expected "," or "}", found ${seen(cursor)}`);
    cursor.at++;
    if (separator === '}') return members;
  }
}

/** Reads one value and the blanks around it. */
function readNode(cursor: Cursor, depth: number): JsonNode {
  if (depth > maxDepth) fail(cursor, `nested deeper than ${maxDepth} levels`);
  take(cursor, blank);
  const at = cursor.at;
  const first = cursor.text[cursor.at];
  let value: JsonValue;
  if (first === '{') value = readObject(cursor, depth);
  else if (first === '[') value = readArray(cursor, depth);
  else if (first === '"') value = readString(cursor, 'a closed string without line breaks');
  else {
    const raw = take(cursor, scalar);
    if (raw === null) fail(cursor, `expected a value, found ${seen(cursor)}`);
    value = JSON.parse(raw) as number | boolean | null;
  }
  take(cursor, blank);
  return { value, at };
}

/** Parses strict JSON without a byte order mark. Throws `JsonSyntaxError`. */
export function parseJson(text: string): JsonNode {
  const cursor: Cursor = { text, at: 0 };
  const node = readNode(cursor, 0);
  if (cursor.at < text.length) fail(cursor, `expected the end of the file, found ${seen(cursor)}`);
  return node;
}

/** The plain value, objects without a prototype. */
export function toPlain(value: JsonValue): unknown {
  if (Array.isArray(value)) return (value as readonly JsonNode[]).map((item) => toPlain(item.value));
  if (value instanceof Map) {
    const plain = Object.create(null) as Record<string, unknown>;
    for (const [key, member] of value as ReadonlyMap<string, JsonNode>) plain[key] = toPlain(member.value);
    return plain;
  }
  return value;
}

/**
 * Parses JSON into a tree with the offsets of all parts, so that an error can be reported with line and column and a text can be edited in place.
 * Invariants: the first error throws `JsonSyntaxError`; nesting is bounded, whatever the text.
 */
import { printParseErrorCode, stripComments, visit } from 'jsonc-parser';

export interface JsonMember {
  key: string;
  keyAt: number;
  value: JsonPart;
  /** Offset of the comma after the member; null without one. */
  comma: number | null;
}

/** The text from offset `from` up to `to`, exclusive. Offsets are in UTF-16 units. */
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

/** An error in a text, with line and column (from 1). */
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

/** 1-based line and column of an offset. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1 };
}

/** Deviations from the rules of JSON itself. */
export interface JsonDialect {
  /** Allows a byte order mark, comments and trailing commas, as in the settings of editors, and duplicate keys. */
  isLenient: boolean;
}

const maxDepth = 200;
const keyInQuotes = 'a key in double quotes';
/** The parser's names of errors within a string. */
const brokenStrings = new Set([
  'UnexpectedEndOfString',
  'InvalidUnicode',
  'InvalidEscapeCharacter',
  'InvalidCharacter',
]);

/** The text at an offset, for an error message. */
function foundText(text: string, at: number): string {
  if (at >= text.length) return 'the end of the file';
  const rest = text.slice(at, at + 12).split(/[\r\n]/)[0] ?? '';
  return rest.startsWith('//') || rest.startsWith('/*') ? 'a comment, which JSON does not have' : JSON.stringify(rest);
}

/** Builds the tree from the parser's events, which come in the order of the text. */
class TreeBuilder {
  root: JsonPart | null = null;
  readonly #text: string;
  readonly #isLenient: boolean;
  /** Objects and arrays that are not closed yet, the innermost last. */
  readonly #open: (JsonObject | JsonArray)[] = [];
  /** The keys so far of each part in `#open`; empty for an array. */
  readonly #keys: Set<string>[] = [];
  /** Description of what may come next. */
  #expected = 'a value';

  constructor(text: string, { isLenient }: JsonDialect) {
    this.#text = text;
    this.#isLenient = isLenient;
  }

  fail(at: number, message: string): never {
    throw new JsonSyntaxError(message, placeOf(this.#text, at));
  }

  /** Throws for an error that the parser found. @param code the parser's name of the error */
  error(code: string, at: number): never {
    if (code === 'UnexpectedEndOfComment') this.fail(at, 'the comment that begins here is not closed');
    const isString = brokenStrings.has(code) && !this.#expected.startsWith(keyInQuotes);
    const expected = isString ? 'a closed string without line breaks' : this.#expected;
    return this.fail(at, `expected ${expected}, found ${foundText(this.#text, at)}`);
  }

  begin(part: JsonObject | JsonArray): void {
    if (this.#open.length > maxDepth) this.fail(part.from, `nested deeper than ${maxDepth} levels`);
    this.#add(part);
    this.#open.push(part);
    this.#keys.push(new Set());
    this.#expected = part.kind === 'object' ? `${keyInQuotes} or "}"` : 'a value';
  }

  /** Closes the innermost object or array. @param length of the bracket at `at`; 0 if the text ends there without one */
  end(at: number, length: number): void {
    if (length === 0) this.error('', at);
    this.#open.pop()!.to = at + length;
    this.#keys.pop();
    this.#expectSeparator();
  }

  property(key: string, keyAt: number): void {
    const keys = this.#keys.at(-1)!;
    if (!this.#isLenient && keys.has(key)) this.fail(keyAt, `the key ${JSON.stringify(key)} stands twice`);
    keys.add(key);
    // A placeholder until the value is parsed.
    const value: JsonPart = { kind: 'scalar', from: keyAt, to: keyAt, value: null };
    (this.#open.at(-1) as JsonObject).members.push({ key, keyAt, value, comma: null });
    this.#expected = '":"';
  }

  scalar(part: JsonScalar): void {
    this.#add(part);
    this.#expectSeparator();
  }

  separator(character: string, at: number): void {
    const parent = this.#open.at(-1);
    if (character === ':' || parent?.kind !== 'object') {
      this.#expected = 'a value';
      return;
    }
    const last = parent.members.at(-1);
    if (last !== undefined) last.comma = at;
    this.#expected = this.#isLenient ? `${keyInQuotes} or "}"` : keyInQuotes;
  }

  #add(part: JsonPart): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.root = part;
    else if (parent.kind === 'array') parent.items.push(part);
    else parent.members.at(-1)!.value = part;
  }

  #expectSeparator(): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#expected = 'the end of the file';
    else this.#expected = parent.kind === 'object' ? '"," or "}"' : '"," or "]"';
  }
}

/** The tree of a text. Null where there are only blanks and comments, which is possible in the lenient dialect only. Throws `JsonSyntaxError`. */
export function parseJson(text: string, dialect: JsonDialect): JsonPart | null {
  const { isLenient } = dialect;
  const tree = new TreeBuilder(text, dialect);
  // A blank in place of the byte order mark keeps the offsets.
  visit(
    isLenient ? text.replace(/^\ufeff/, ' ') : text,
    {
      onObjectBegin: (from) => tree.begin({ kind: 'object', from, to: from, members: [] }),
      onObjectProperty: (key, at) => tree.property(key, at),
      onObjectEnd: (at, length) => tree.end(at, length),
      onArrayBegin: (from) => tree.begin({ kind: 'array', from, to: from, items: [] }),
      onArrayEnd: (at, length) => tree.end(at, length),
      onLiteralValue: (value: JsonScalar['value'], from, length) =>
        tree.scalar({ kind: 'scalar', from, to: from + length, value }),
      onSeparator: (character, at) => tree.separator(character, at),
      onError: (code, at) => tree.error(printParseErrorCode(code), at),
    },
    { disallowComments: !isLenient, allowTrailingComma: isLenient, allowEmptyContent: isLenient },
  );
  return tree.root;
}

/** The text with comments blanked, including one that is not closed. */
export function withoutComments(text: string): string {
  return stripComments(text, ' ');
}

/** The plain value, with objects without a prototype. Of duplicate keys the last one counts, as in every JSON parser. */
export function plainValue(part: JsonPart): unknown {
  if (part.kind === 'scalar') return part.value;
  if (part.kind === 'array') return part.items.map(plainValue);
  const plain = Object.create(null) as Record<string, unknown>;
  for (const { key, value } of part.members) plain[key] = plainValue(value);
  return plain;
}

/**
 * The text of an open file, with edits by positions.
 * Invariant: lines end with `\n`, `\r\n` or `\r`, as the protocol says; columns are in the units that were agreed on.
 */
import type { Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver/node';

/** The units of a column: the protocol's names. */
export type Encoding = 'utf-8' | 'utf-16';

export class OpenText {
  readonly uri: string;
  readonly languageId: string;
  version: number;
  #text: string;
  #starts: number[] | null = null;

  constructor(uri: string, languageId: string, version: number, text: string) {
    this.uri = uri;
    this.languageId = languageId;
    this.version = version;
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** Where lines begin. */
  get #lineStarts(): readonly number[] {
    if (this.#starts !== null) return this.#starts;
    const starts = [0];
    const ends = /\r\n|\r|\n/g;
    while (ends.exec(this.#text) !== null) starts.push(ends.lastIndex);
    return (this.#starts = starts);
  }

  apply(change: TextDocumentContentChangeEvent, encoding: Encoding): void {
    if (!('range' in change)) this.#text = change.text;
    else {
      const [start, end] = [this.offsetAt(change.range.start, encoding), this.offsetAt(change.range.end, encoding)];
      this.#text = this.#text.slice(0, start) + change.text + this.#text.slice(Math.max(start, end));
    }
    this.#starts = null;
  }

  /** The index of a position; positions behind the end of a line or of the text mean that end. */
  offsetAt({ line, character }: Position, encoding: Encoding): number {
    const starts = this.#lineStarts;
    if (line >= starts.length) return this.#text.length;
    const start = starts[line]!;
    const rest = this.#text.slice(start, starts[line + 1] ?? this.#text.length).replace(/[\r\n]+$/, '');
    return start + columnToUtf16(rest, character, encoding);
  }
}

/** The index in a line of a column in some units. A column inside of a character means its beginning. */
export function columnToUtf16(line: string, character: number, encoding: Encoding): number {
  if (encoding === 'utf-16') return Math.min(character, line.length);
  let bytes = 0;
  for (let at = 0; at < line.length;) {
    const code = line.codePointAt(at)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4;
    if (bytes > character) return at;
    at += code > 0xff_ff ? 2 : 1;
  }
  return line.length;
}

/** The column, in some units, of an index in a line. */
export function columnFromUtf16(line: string, index: number, encoding: Encoding): number {
  return encoding === 'utf-16' ? index : Buffer.byteLength(line.slice(0, index), 'utf8');
}

export type { Position, Range };

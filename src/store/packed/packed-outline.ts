/**
 * A file's outline in packed form, for reading only a few of its definitions: lines are decoded once, texts when they are needed.
 * Invariant: definitions have the same values as in `unpackOutline`.
 */
import type { OutlinedDefinition } from '../../model/chunk.ts';
import { readCodeUnits } from '../../util/words/code-units.ts';
import { byteSource, readByte, readSignedVarint, readVarint } from '../../util/bytes/varint.ts';
import { flags, outlineBytes, textStarts, unpackOutline } from './packed-definitions.ts';
import { expectEnd, skipText } from './packed-texts.ts';
import type { OutlineEntry } from '../outline.ts';

export interface OutlineSpan {
  /**
   * The last line of the previous span; any line before this span if it is the first. Definitions whose names are after this line, up to `endLine`,
   * belong to this span, even if they are between the two spans.
   */
  after: number;
  startLine: number;
  endLine: number;
}

/** Numbers per definition in `rows`: the lines of its name, start and end, and the offsets of its name and its container (-1: none). */
const width = 5;

interface OutlineColumns {
  bytes: Buffer;
  rows: Int32Array;
}

export class PackedOutline {
  readonly #packed: Uint8Array;
  #columns: OutlineColumns | null = null;

  /** @param packed result of `packDefinitions` */
  constructor(packed: Uint8Array) {
    this.#packed = packed;
  }

  /** Memory (bytes, approximate). */
  get bytes(): number {
    return this.#packed.length + (this.#columns?.rows.byteLength ?? 0);
  }

  /** Throws a `RangeError` on bytes that `packDefinitions` did not make. */
  all(): OutlineEntry[] {
    return unpackOutline(this.#packed);
  }

  /** The definitions whose names belong to a span, and those that begin before the span and reach into it, in order. Throws as `all`. */
  inSpan({ after, startLine, endLine }: OutlineSpan): OutlinedDefinition[] {
    const { bytes, rows } = (this.#columns ??= columnsOf(this.#packed));
    const found: OutlinedDefinition[] = [];
    for (let at = 0; at < rows.length; at += width) {
      const line = rows[at]!;
      const start = rows[at + 1]!;
      const end = rows[at + 2]!;
      if (!((line > after && line <= endLine) || (start < startLine && end >= startLine))) continue;
      const container = rows[at + 4]!;
      found.push({
        name: textOf(bytes, rows[at + 3]!),
        container: container === -1 ? null : textOf(bytes, container),
        ...{ line, startLine: start, endLine: end },
      });
    }
    return found;
  }
}

function columnsOf(packed: Uint8Array): OutlineColumns {
  if (packed.length === 0) return { bytes: Buffer.alloc(0), rows: new Int32Array(0) };
  const outline = outlineBytes(packed);
  const source = byteSource(outline);
  const texts = textStarts(source);
  const startOf = (text: number): number => {
    const start = texts[text];
    if (start === undefined) throw new RangeError(`packed bytes name text ${text} of ${texts.length}`);
    return start;
  };
  const count = readVarint(source);
  if (count > source.end) throw new RangeError('an outline runs past the end of its bytes');
  const rows = new Int32Array(count * width);
  let startLine = 0;
  for (let at = 0; at < rows.length; at += width) {
    const head = readByte(source);
    const name = readVarint(source);
    const container = readVarint(source);
    startLine += readSignedVarint(source);
    readVarint(source);
    const line = startLine + readSignedVarint(source);
    readVarint(source);
    rows[at] = line;
    rows[at + 1] = startLine;
    rows[at + 2] = line + readSignedVarint(source);
    rows[at + 3] = startOf(name);
    rows[at + 4] = container === 0 ? -1 : startOf(container - 1);
    readVarint(source);
    if ((head & flags.signature) !== 0) skipText(source);
  }
  expectEnd(source);
  return { bytes: Buffer.from(outline.buffer, outline.byteOffset, outline.length), rows };
}

/** The text at an offset. */
function textOf(bytes: Buffer, start: number): string {
  const source = { bytes, at: start, end: bytes.length };
  const head = readVarint(source);
  const end = source.at + Math.floor(head / 2);
  return head % 2 === 0 ? bytes.toString('latin1', source.at, end) : readCodeUnits(bytes, source.at, end);
}

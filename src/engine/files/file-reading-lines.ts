/**
 * Lines of a file of any size, one window at a time.
 * Invariants: consecutive windows together give the file's text exactly once; memory does not grow with the file, except for one cached line offset per
 * block; a call reads only as much as it takes to find the first line and to fill the window.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { AppError } from '../../model/error.ts';
import { decodeText, decodeWindows1252 } from '../../source/read/decode-text.ts';
import type { SourceContent } from '../../source/source.ts';
import { TimeSlices } from '../../source/read/time-slices.ts';

export interface ByteSource {
  size: number;
  /** Copies bytes from `offset` on to the target, as many as fit or as there are. Returns their number; 0 at the end. */
  read(offset: number, target: Buffer): number;
}

export interface TextFormat {
  encoding: NonNullable<SourceContent['encoding']>;
  /** Length of the byte order mark (bytes). */
  markBytes: number;
  /** Whether the head is pure ASCII and not the whole file, so that later bytes decide on the encoding. */
  isUndecided: boolean;
}

/** Offsets of some lines in one version of a file. */
export interface LineIndex {
  /** Ascending; `line` starts at `offset` (bytes). */
  places: { line: number; offset: number }[];
  /** Null until the whole file has been read once. */
  totalLines: number | null;
}

/** Lines and columns count from 1, columns in UTF-16 units. */
export interface WindowRequest {
  startLine: number;
  startColumn: number;
  /** The last line of the window; null: the last line of the file. */
  endLine: number | null;
  maxChars: number;
  signal?: AbortSignal | undefined;
}

export interface TextWindow {
  text: string;
  /** Whether the window ends where the request ends, and not because of `maxChars`. */
  isLast: boolean;
  encoding: TextFormat['encoding'];
  /** Whether some bytes are not valid in this encoding. */
  isDamaged: boolean;
}

/** The encoding is detected from this many bytes at the beginning of a file (its head), or from a whole smaller file. */
export const headBytes = 1024 * 1024;
/** A file is read in blocks of this size; line offsets are cached at about this distance. */
const blockBytes = 256 * 1024;
/** Limit on the number of bytes that one call reads to find a line. The next call continues at the last line that was found. */
const maxScanBytes = 4 * 1024 ** 3;
const lineFeed = 0x0a;

/** The format of a text file; null if the file is not text. @param head the first `headBytes` of the file, or all of a smaller one */
export function textFormat(head: Buffer, size: number): TextFormat | null {
  const isWhole = head.length === size;
  const decoded = decodeText(isWhole ? head : withoutIncompleteEnd(head));
  if (decoded === null) return null;
  const { encoding } = decoded;
  const mark = encoding === 'utf-8' ? [0xef, 0xbb, 0xbf] : encoding === 'utf-16le' ? [0xff, 0xfe] : [0xfe, 0xff];
  const hasMark = encoding !== 'windows-1252' && mark.every((byte, at) => head[at] === byte);
  return { encoding, markBytes: hasMark ? mark.length : 0, isUndecided: !isWhole && isAscii(head) };
}

/** The bytes without an incomplete UTF-8 sequence at the end. */
function withoutIncompleteEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back < bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return bytes.subarray(0, -back);
  }
  return bytes;
}

export function newLineIndex(format: TextFormat): LineIndex {
  return { places: [{ line: 1, offset: format.markBytes }], totalLines: null };
}

interface LineFile {
  source: ByteSource;
  format: TextFormat;
  index: LineIndex;
}

/** Reads the requested window. Null if the file does not have the first line; `index.totalLines` is set then. */
export async function readWindow(file: LineFile, request: WindowRequest): Promise<TextWindow | null> {
  const slices = new TimeSlices(request.signal);
  const offset = await offsetOf(file, request.startLine, slices);
  return offset === null ? null : readFrom(file, offset, request, slices);
}

/** Counts the lines of a small file; sets `index.totalLines`. */
export async function countLines(file: LineFile): Promise<void> {
  await offsetOf(file, Number.POSITIVE_INFINITY, new TimeSlices(undefined));
}

/** Offset of a line (bytes); null if the file has no such line. */
async function offsetOf(
  { source, format, index }: LineFile,
  wantedLine: number,
  slices: TimeSlices,
): Promise<number | null> {
  const nearest = index.places.findLast(({ line }) => line <= wantedLine)!;
  if (nearest.line === wantedLine && nearest.offset < source.size) return nearest.offset;
  if (index.totalLines !== null && wantedLine > index.totalLines) return null;
  const block = Buffer.allocUnsafe(blockBytes);
  let { line, offset: lineStart } = nearest;
  let offset = lineStart;
  for (;;) {
    const length = source.read(offset, block);
    if (length === 0) break;
    const bytes = block.subarray(0, length);
    for (let at = nextBreak(bytes, 0, offset, format); at !== -1; at = nextBreak(bytes, at, offset, format)) {
      line++;
      lineStart = offset + at;
      if (line === wantedLine && lineStart < source.size) {
        rememberLine(index, line, lineStart);
        return lineStart;
      }
    }
    offset += length;
    rememberLine(index, line, lineStart);
    if (offset - nearest.offset > maxScanBytes) throw tooFar(line);
    await slices.rest();
  }
  index.totalLines = lineStart < offset ? line : line - 1;
  return null;
}

/** Adds a line to the index, unless it is less than a block away from the last line in it. */
function rememberLine(index: LineIndex, line: number, offset: number): void {
  const last = index.places.at(-1)!;
  if (line > last.line && offset - last.offset >= blockBytes) index.places.push({ line, offset });
}

/** Position in `bytes` after the next line feed; -1 if there is none. @param offset position of `bytes` in the file */
function nextBreak(bytes: Buffer, from: number, offset: number, { encoding, markBytes }: TextFormat): number {
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  for (let at = bytes.indexOf(lineFeed, from); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    if (!isWide) return at + 1;
    const isOdd = (offset + at - markBytes) % 2 === 1;
    // In UTF-16BE the byte of a line feed is the second one of its unit, in UTF-16LE the first. Blocks start at whole units, because marks and blocks
    // have an even number of bytes.
    if (encoding === 'utf-16be' && isOdd && bytes[at - 1] === 0) return at + 1;
    if (encoding === 'utf-16le' && !isOdd && bytes[at + 1] === 0) return at + 2;
  }
  return -1;
}

/** Reads the window. @param start offset of its first line (bytes) */
async function readFrom(
  { source, format }: LineFile,
  start: number,
  request: WindowRequest,
  slices: TimeSlices,
): Promise<TextWindow> {
  const { startLine, startColumn, endLine, maxChars } = request;
  const block = Buffer.allocUnsafe(Math.min(blockBytes, Math.max(4096, maxChars * 2)));
  let unitsToSkip = startColumn - 1;
  let linesLeft = endLine === null ? Number.POSITIVE_INFINITY : endLine - startLine + 1;
  let decoder: Decoder | null = null;
  let text = '';
  for (let offset = start; ;) {
    const length = source.read(offset, block);
    const bytes = block.subarray(0, length);
    decoder ??= newDecoder(encodingOf(bytes, format));
    offset += length;
    let piece = decoder.decode(bytes, length === 0);
    if (unitsToSkip > 0) {
      const end = piece.indexOf('\n');
      if (end !== -1 && end < unitsToSkip) throw beyondLine(request, startColumn - 1 - unitsToSkip + end);
      const skipped = Math.min(unitsToSkip, piece.length);
      unitsToSkip -= skipped;
      piece = piece.slice(skipped);
      if (length === 0 && unitsToSkip > 0) throw beyondLine(request, startColumn - 1 - unitsToSkip);
    }
    const cut = cutLines(piece, linesLeft);
    linesLeft -= cut.lines;
    text += cut.text;
    const isEnd = length === 0 || linesLeft <= 0;
    if (text.length > maxChars) return window(text.slice(0, wholeLength(text, maxChars)), false, decoder);
    if (isEnd) return window(text, true, decoder);
    await slices.rest();
  }
}

/** The first `limit` lines of a text, and their number. */
function cutLines(text: string, limit: number): { text: string; lines: number } {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (++lines === limit) return { text: text.slice(0, at + 1), lines };
  }
  return { text, lines };
}

/** The length, or one less if the text would else end between the two units of a surrogate pair. */
export function wholeLength(text: string, length: number): number {
  return length > 1 && length < text.length && /[\ud800-\udbff]/.test(text[length - 1]!) ? length - 1 : length;
}

function window(text: string, isLast: boolean, { encoding, isDamaged }: Decoder): TextWindow {
  return { text, isLast, encoding, isDamaged: isDamaged() };
}

/** The encoding of a window, by its first bytes if the head of the file did not decide. */
function encodingOf(bytes: Buffer, { encoding, isUndecided }: TextFormat): TextFormat['encoding'] {
  if (!isUndecided || isAscii(bytes) || isUtf8(bytes)) return encoding;
  return decodeText(withoutIncompleteEnd(bytes))?.encoding === 'windows-1252' ? 'windows-1252' : encoding;
}

interface Decoder {
  encoding: TextFormat['encoding'];
  decode(bytes: Buffer, isEnd: boolean): string;
  isDamaged(): boolean;
}

function newDecoder(encoding: TextFormat['encoding']): Decoder {
  if (encoding === 'windows-1252') {
    return { encoding, decode: (bytes) => decodeWindows1252(bytes), isDamaged: () => false };
  }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const strict = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  let hasDamage = false;
  const decode = (bytes: Buffer, isEnd: boolean): string => {
    const text = decoder.decode(bytes, { stream: !isEnd });
    // The file itself may contain U+FFFD, so a strict decoder decides.
    if (!hasDamage && text.includes('\ufffd')) hasDamage = !isValid(strict, bytes);
    return text;
  };
  return { encoding, decode, isDamaged: () => hasDamage };
}

/** Whether the bytes are valid in the decoder's encoding. */
function isValid(strict: TextDecoder, bytes: Buffer): boolean {
  let from = 0;
  // Skips the rest of a sequence that began in the previous block.
  if (strict.encoding === 'utf-8') while (from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  try {
    strict.decode(strict.encoding === 'utf-8' ? withoutIncompleteEnd(bytes.subarray(from)) : bytes);
    return true;
  } catch {
    return false;
  }
}

function beyondLine({ startLine, startColumn }: WindowRequest, length: number): AppError {
  return new AppError('ValidationError', `Line ${startLine} has ${length} characters`, {
    hint: `Give a column from 1 to ${Math.max(1, length)}, or none.`,
    details: { field: 'start_column', expected: `at most ${Math.max(1, length)}`, received: startColumn },
  });
}

function tooFar(line: number): AppError {
  return new AppError(
    'FileSystemError',
    `The line was not reached, because the file is very large: it has more than ${line} lines`,
    {
      hint: 'Make the same call again: it continues from there.',
    },
  );
}

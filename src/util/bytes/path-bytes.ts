/**
 * File names are bytes; paths are displayed as text. The two conversions between them, exact for every name.
 * Invariant: two different names never have the same text, and `pathBytes(displayPath(bytes))` returns the bytes.
 */
import { isUtf8 } from 'node:buffer';

/** The escape of a byte that is not UTF-8. A backslash that would begin an escape is itself escaped (`\x5c`). */
const escaped = /\\x[0-9a-f]{2}/;
const everyEscaped = /\\x([0-9a-f]{2})/g;
const ambiguousBackslash = /\\(?=x[0-9a-f]{2})/g;

/** A path as text (bytes that are not UTF-8 as `\xHH`), and its bytes where encoding the text does not yield them. */
export interface DisplayPath {
  path: string;
  rawPath: Uint8Array | null;
}

export function displayPath(bytes: Uint8Array): DisplayPath {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) {
    const path = buffer.toString('utf8');
    if (!escaped.test(path)) return { path, rawPath: null };
    return { path: path.replace(ambiguousBackslash, '\\x5c'), rawPath: new Uint8Array(buffer) };
  }
  let path = '';
  for (let at = 0; at < buffer.length;) {
    const length = sequenceLength(buffer, at);
    const part = length === 0 ? `\\x${buffer.toString('hex', at, at + 1)}` : buffer.toString('utf8', at, at + length);
    path += part === '\\' && escapeFollows(buffer, at + 1) ? '\\x5c' : part;
    at += Math.max(1, length);
  }
  return { path, rawPath: new Uint8Array(buffer) };
}

/** The bytes that a displayed path stands for. */
export function pathBytes(path: string): Uint8Array {
  if (!escaped.test(path)) return Buffer.from(path);
  const parts: Buffer[] = [];
  let from = 0;
  for (const match of path.matchAll(everyEscaped)) {
    parts.push(Buffer.from(path.slice(from, match.index)), Buffer.from(match[1] as string, 'hex'));
    from = match.index + match[0].length;
  }
  parts.push(Buffer.from(path.slice(from)));
  return Buffer.concat(parts);
}

/** The bytes of a displayed path where encoding the path as UTF-8 does not yield them; otherwise null. */
export function rawPathOf(path: string): Uint8Array | null {
  return escaped.test(path) ? pathBytes(path) : null;
}

/** The argument for `fs` to access a file: a string where possible, which is faster, otherwise the bytes. */
export function fileSystemPath(root: string, path: string, rawPath: Uint8Array | null): string | Buffer {
  return rawPath === null ? `${root}/${path}` : Buffer.concat([Buffer.from(`${root}/`), rawPath]);
}

/** Length of the valid UTF-8 sequence that starts at `at`; 0 where there is none. */
function sequenceLength(buffer: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= buffer.length; length++) {
    if (isUtf8(buffer.subarray(at, at + length))) return length;
  }
  return 0;
}

function escapeFollows(buffer: Buffer, at: number): boolean {
  return /^x[0-9a-f]{2}/.test(buffer.toString('latin1', at, at + 3));
}

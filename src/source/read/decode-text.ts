/**
 * Decodes bytes to text, or finds that they are not text.
 * Invariant: total and in linear time. Any bytes yield a text or null, never an exception (except for texts longer than a string can be).
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { SourceContent } from '../source.ts';

export interface DecodedText {
  text: string;
  encoding: NonNullable<SourceContent['encoding']>;
}

/** A NUL among this many first bytes makes a file binary, as in git, unless it is UTF-16. */
const nulWindow = 8000;
/** Number of bytes examined to detect UTF-16 without a byte order mark, and to distinguish text from other bytes. */
const sampleSize = 8192;
/** Maximum share of characters that do not belong in a text. A text has an occasional one; of random bytes one in ten is a control character. */
const maxNonTextShare = 0.02;

/** Null for binary content. A byte order mark is not part of the text. */
export function decodeText(bytes: Buffer): DecodedText | null {
  if (bytes.length === 0) return { text: '', encoding: 'utf-8' };
  if (bytes.length >= 2 && !startsWith(bytes, 0xff, 0xfe, 0, 0)) {
    if (startsWith(bytes, 0xff, 0xfe)) return decodeUtf16(bytes.subarray(2), false);
    if (startsWith(bytes, 0xfe, 0xff)) return decodeUtf16(bytes.subarray(2), true);
  }
  if (bytes.subarray(0, nulWindow).includes(0)) return decodeUnmarkedUtf16(bytes);
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), encoding: 'utf-8' };
  const start = startsWith(bytes, 0xef, 0xbb, 0xbf) ? 3 : 0;
  if (start === 3 || isUtf8(bytes) || isMostlyUtf8(bytes)) {
    return { text: bytes.toString('utf8', start), encoding: 'utf-8' };
  }
  return looksLikeText(bytes) ? { text: decodeWindows1252(bytes), encoding: 'windows-1252' } : null;
}

function startsWith(bytes: Buffer, ...start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** Without a byte order mark, most of the units must be ASCII. Then every second byte is NUL, as in no other text encoding. */
const minAsciiShare = 0.6;

function decodeUnmarkedUtf16(bytes: Buffer): DecodedText | null {
  if (bytes.length % 2 !== 0) return null;
  const bigEndian = bytes[0] === 0;
  const decoded = decodeUtf16(bytes, bigEndian);
  if (decoded === null) return null;
  const sample = decoded.text.slice(0, sampleSize);
  const ascii = sample.match(/[\t-\r\x1b -~]/g)?.length ?? 0;
  return sample.includes('\0') || ascii < sample.length * minAsciiShare ? null : decoded;
}

/** Null when too many of the units do not belong in a text: controls, noncharacters. */
function decodeUtf16(bytes: Buffer, bigEndian: boolean): DecodedText | null {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = (bigEndian ? Buffer.from(whole).swap16() : whole).toString('utf16le');
  const sample = text.slice(0, sampleSize);
  const nonText = sample.match(/[\0-\x06\x0e-\x1a\x1c-\x1f\ufdd0-\ufdef\ufffe\uffff]/g)?.length ?? 0;
  if (nonText > sample.length * maxNonTextShare) return null;
  return { text: text.toWellFormed(), encoding: bigEndian ? 'utf-16be' : 'utf-16le' };
}

/**
 * Whether bytes that are not valid UTF-8 are UTF-8 with a few faults, and not another encoding. They must have more valid multi-byte sequences
 * than faults. Encoded surrogates, which JavaScript and Windows programs write, count as valid. In windows-1252 a letter above ASCII
 * hardly ever precedes a byte that could continue a sequence.
 */
function isMostlyUtf8(bytes: Buffer): boolean {
  let sequences = 0;
  let faults = 0;
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] as number;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const length =
      lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
    if (length > 0 && areContinuations(bytes, at + 1, length - 1)) {
      sequences++;
      at += length;
    } else {
      // A truncated sequence is one fault, not one for each of its bytes.
      faults++;
      at++;
      if (length > 0) while (areContinuations(bytes, at, 1)) at++;
    }
  }
  return sequences > faults;
}

function areContinuations(bytes: Buffer, from: number, count: number): boolean {
  for (let at = from; at < from + count; at++) {
    if (((bytes[at] ?? 0) & 0xc0) !== 0x80) return false;
  }
  return true;
}

/** Checks the start, the middle and the end: a drawing or document may begin with pages of plain text, and continue with compressed bytes. */
function looksLikeText(bytes: Buffer): boolean {
  const last = Math.max(0, bytes.length - sampleSize);
  return [0, last >> 1, last].every((start) => {
    const sample = bytes.toString('latin1', start, start + sampleSize);
    const controls = sample.match(/[\0-\x06\x0e-\x1a\x1c-\x1f\x7f]/g)?.length ?? 0;
    return controls <= sample.length * maxNonTextShare;
  });
}

/** The characters 0x80 to 0x9f of windows-1252 (five of them are undefined and stay as they are). */
const windowsCharacters =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** Maps the characters itself, because Node's decoder `windows-1252` yields Latin-1 in some versions. */
export function decodeWindows1252(bytes: Buffer): string {
  const latin1 = bytes.toString('latin1');
  return latin1.replace(/[\x80-\x9f]/g, (char) => windowsCharacters[char.charCodeAt(0) - 0x80] as string);
}

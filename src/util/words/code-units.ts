/**
 * Strings as bytes with the same order as JavaScript strings: every UTF-16 unit is encoded as UTF-8 encodes the character of that number (CESU-8).
 * Invariant: any string is preserved (lone surrogates too), comparing bytes compares code units, and the bytes of a prefix of a string are a
 * prefix of its bytes. UTF-8 itself has none of these properties. The two encodings differ only for surrogates, in pairs (characters beyond
 * U+FFFF) or alone.
 */
import { reserve } from '../bytes/varint.ts';
import type { ByteSink } from '../bytes/varint.ts';

/** Appends `text` and returns the number of bytes. */
export function writeCodeUnits(sink: ByteSink, text: string): number {
  const start = sink.length;
  reserve(sink, text.length * 3);
  const { bytes } = sink;
  let at = start;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      bytes[at++] = unit;
    } else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  sink.length = at;
  return at - start;
}

/** The string of `bytes[start, end)`. */
export function readCodeUnits(bytes: Uint8Array, start: number, end: number): string {
  if (end > bytes.length) throw new RangeError('a text runs past the end of its bytes');
  let text = '';
  for (let at = start; at < end;) {
    const first = bytes[at] as number;
    if (first < 0x80) {
      text += String.fromCharCode(first);
      at += 1;
    } else if (first < 0xe0) {
      text += String.fromCharCode(((first & 0x1f) << 6) | ((bytes[at + 1] ?? 0) & 0x3f));
      at += 2;
    } else {
      text += String.fromCharCode(
        ((first & 0x0f) << 12) | (((bytes[at + 1] ?? 0) & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f),
      );
      at += 3;
    }
  }
  return text;
}

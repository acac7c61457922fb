/** Texts as UTF-8 bytes, where a lone surrogate has three bytes of its own (as in store/packed/packed-texts.ts). */
import { writeNumber } from './host';
import { take } from './memory';

/** A text somewhere in memory. Two texts may be equal: compare with `same`. */
@unmanaged
export class Text {
  address: usize;
  /** In bytes. */
  length: i32;

  @inline
  byte(index: i32): i32 {
    return <i32>load<u8>(this.address + <usize>index);
  }

  static of(address: usize, length: i32): Text {
    const text = changetype<Text>(take(offsetof<Text>()));
    text.address = address;
    text.length = length;
    return text;
  }
}

export function same(one: Text, other: Text): bool {
  return one.length === other.length && memory.compare(one.address, other.address, <usize>one.length) === 0;
}

/** Whether a text equals an ASCII literal of this program. */
export function is(text: Text, ascii: string): bool {
  return text.length === ascii.length && beginsWith(text, ascii);
}

/** @param text at least as long as the other */
export function beginsWith(text: Text, ascii: string): bool {
  const length = ascii.length;
  const units = changetype<usize>(ascii);
  for (let at = 0; at < length; at++) {
    if (text.byte(at) !== <i32>load<u16>(units + ((<usize>at) << 1))) return false;
  }
  return true;
}

/** A literal of this program as a text. The literal must be ASCII. */
export function ascii(literal: string): Text {
  const length = literal.length;
  const text = Text.of(take(<usize>length), length);
  const units = changetype<usize>(literal);
  for (let at = 0; at < length; at++) store<u8>(text.address + <usize>at, load<u16>(units + ((<usize>at) << 1)));
  return text;
}

/** Two texts, concatenated. */
export function concatenated(first: Text, second: Text): Text {
  const text = Text.of(take(<usize>(first.length + second.length)), first.length + second.length);
  memory.copy(text.address, first.address, <usize>first.length);
  memory.copy(text.address + <usize>first.length, second.address, <usize>second.length);
  return text;
}

/** The bytes of U+FFFD as a little-endian number. The native parser writes a lone surrogate as U+FFFD and four hexadecimal digits. */
const replacementBytes: i32 = 0xbdbfef;

function hexDigit(byte: i32): i32 {
  return byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
}

/** Replaces the parser's notation for lone surrogates with their bytes. The parser writes U+FFFD itself in this notation too. */
export function decodeSurrogates(text: Text): Text {
  const result = Text.of(take(<usize>text.length), 0);
  const end = text.address + <usize>text.length;
  let to = result.address;
  for (let from = text.address; from < end;) {
    if (from + 7 > end || (load<i32>(from) & 0xffffff) !== replacementBytes) {
      store<u8>(to++, load<u8>(from++));
      continue;
    }
    let unit = 0;
    for (let digit: usize = 3; digit < 7; digit++) unit = (unit << 4) | hexDigit(<i32>load<u8>(from + digit));
    store<u8>(to, 0xe0 | (unit >> 12));
    store<u8>(to + 1, 0x80 | ((unit >> 6) & 0x3f));
    store<u8>(to + 2, 0x80 | (unit & 0x3f));
    to += 3;
    from += 7;
  }
  result.length = <i32>(to - result.address);
  return result;
}

/** Bytes of the longest text of a number. */
const longestNumber: usize = 32;

/** A number as JavaScript writes it. */
export function numberText(value: f64): Text {
  const text = Text.of(take(longestNumber), 0);
  text.length = writeNumber(value, text.address);
  return text;
}

/**
 * The result of the last `join`: the bytes, their number, and a head for each text. A head is twice the text's length in bytes, plus one if the text
 * is not all ASCII.
 */
export let joinedBytes: usize = 0;
export let joinedLength: i32 = 0;
export let joinedHeads: usize = 0;

/** Checks sixteen bytes at once. */
function isAscii(address: usize, length: i32): bool {
  let at = 0;
  for (; at + 16 <= length; at += 16)
    if (v128.any_true(v128.and(v128.load(address + <usize>at), i8x16.splat(-128)))) return false;
  for (; at < length; at++) if (load<u8>(address + <usize>at) > 127) return false;
  return true;
}

/** Concatenates texts, so that the host reads all of them at once. @param table address and length of each */
export function join(table: usize, count: i32): void {
  let total = 0;
  for (let index = 0; index < count; index++) total += load<i32>(table + ((<usize>index) << 3), 4);
  joinedHeads = take((<usize>count) << 2);
  joinedBytes = take(<usize>total);
  joinedLength = total;
  let to = joinedBytes;
  for (let index = 0; index < count; index++) {
    const one = changetype<Text>(table + ((<usize>index) << 3));
    memory.copy(to, one.address, <usize>one.length);
    store<i32>(joinedHeads + ((<usize>index) << 2), (one.length << 1) | (isAscii(to, one.length) ? 0 : 1));
    to += <usize>one.length;
  }
}

/** Texts as bytes: UTF-8, but for halves of pairs that stand alone, which have three bytes each (as store/packed-texts.ts has them). */
import { take } from './memory';

/** A text that is somewhere in memory. Two may be the same bytes: compare by `same`. */
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

/** Whether it is a text of this program, which is ASCII. */
export function is(text: Text, ascii: string): bool {
  const length = text.length;
  if (length !== ascii.length) return false;
  const units = changetype<usize>(ascii);
  for (let at = 0; at < length; at++) {
    if (text.byte(at) !== <i32>load<u16>(units + ((<usize>at) << 1))) return false;
  }
  return true;
}

/** A text of this program, which is ASCII. */
export function ascii(literal: string): Text {
  const length = literal.length;
  const text = Text.of(take(<usize>length), length);
  const units = changetype<usize>(literal);
  for (let at = 0; at < length; at++) store<u8>(text.address + <usize>at, load<u16>(units + ((<usize>at) << 1)));
  return text;
}

/** One text behind another. */
export function joined(first: Text, second: Text): Text {
  const text = Text.of(take(<usize>(first.length + second.length)), first.length + second.length);
  memory.copy(text.address, first.address, <usize>first.length);
  memory.copy(text.address + <usize>first.length, second.address, <usize>second.length);
  return text;
}

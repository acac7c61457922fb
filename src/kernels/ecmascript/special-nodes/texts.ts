/** Texts, booleans, and holes of arrays in the parser's memory. */
import { Node, pointer } from '../node-parts';
import { Text } from '../texts';

export function readBool(at: usize): bool {
  return load<u8>(at) === 1;
}

/** Turns the parser's text into a `Text` in place: the address of the bytes, then their number. */
export function readStr(at: usize): Text {
  store<u32>(at, <u32>pointer(at));
  store<i32>(at + 4, load<i32>(at + 8));
  return changetype<Text>(at);
}

export function readOptionStr(at: usize): Text | null {
  return load<u64>(at) === 0 ? null : readStr(at);
}

export function readElision(at: usize): Node | null {
  return null;
}

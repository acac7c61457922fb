/** The text of the current file, as UTF-16. */

let text: usize = 0;
export let textLength: i32 = 0;

export function setText(address: usize, length: i32): void {
  text = address;
  textLength = length;
}

/** The unit at an offset; 0 after the end. */
export function unitAt(offset: i32): i32 {
  return offset < textLength ? <i32>load<u16>(text + ((<usize>offset) << 1)) : 0;
}

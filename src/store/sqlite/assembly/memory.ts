/** Memory for the segment at hand, one piece behind the other; all of it is given back at once. */

let top: usize = __heap_base;

/** Nothing that was allocated before is in use any more. */
export function releaseAll(): void {
  top = __heap_base;
}

/** Not cleared; its address is a multiple of 16. */
export function allocate(bytes: usize): usize {
  const at = (top + 15) & ~(<usize>15);
  top = at + bytes;
  const pages = <i32>((top + 0xffff) >>> 16) - memory.size();
  // In larger steps, or each piece would have a new buffer.
  if (pages > 0) memory.grow(max(pages, 64));
  return at;
}

/** Zeros. */
export function allocateZeros(bytes: usize): usize {
  const at = allocate(bytes);
  memory.fill(at, 0, bytes);
  return at;
}

/** Gives back what is behind `end` of the piece that was allocated last. */
export function shrinkLast(end: usize): void {
  top = end;
}

export function get(base: usize, index: i32): i32 {
  return load<i32>(base + ((<usize>index) << 2));
}

export function set(base: usize, index: i32, value: i32): void {
  store<i32>(base + ((<usize>index) << 2), value);
}

/** Puts a number at an address, seven bits a byte, low bits first. @returns where it ends */
export function putVarint(at: usize, value: i32): usize {
  let rest = <u32>value;
  while (rest > 127) {
    store<u8>(at++, (rest & 127) | 128);
    rest >>>= 7;
  }
  store<u8>(at++, rest);
  return at;
}

/** Numbers in the module's memory, by address, and the one piece of memory in which each call finds what it is given and puts what it makes. */

export function get(base: usize, index: i32): i32 {
  return load<i32>(base + ((<usize>index) << 2));
}

export function set(base: usize, index: i32, value: i32): void {
  store<i32>(base + ((<usize>index) << 2), value);
}

/** The next address that a number may have. */
export function aligned(address: usize): usize {
  return (address + 7) & ~(<usize>7);
}

/** Of the piece, which goes on to the end of the memory: growing moves nothing. */
export const start: usize = aligned(__heap_base);

/** Makes room for so many bytes, and gives where. */
export function room(bytes: usize): usize {
  const missing = <i32>((start + bytes + 0xffff) >>> 16) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
  return start;
}

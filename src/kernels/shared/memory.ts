/** Numbers in a module's memory, by address, and growing the memory. */

export function get(base: usize, index: i32): i32 {
  return load<i32>(base + ((<usize>index) << 2));
}

export function set(base: usize, index: i32, value: i32): void {
  store<i32>(base + ((<usize>index) << 2), value);
}

/**
 * Makes sure that the memory reaches an address. Growing is a system call, and gives the host a new buffer.
 * @param more pages to add beyond that, where they are available
 * @returns false where there is not enough memory
 */
export function reach(end: usize, more: i32): bool {
  const missing = <i32>((<u64>end + 0xffff) >>> 16) - memory.size();
  return missing <= 0 || memory.grow(max(missing, more)) >= 0 || memory.grow(missing) >= 0;
}

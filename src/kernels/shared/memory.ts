/** Numbers in a module's memory, by address, and how the memory grows. */

export function get(base: usize, index: i32): i32 {
  return load<i32>(base + ((<usize>index) << 2));
}

export function set(base: usize, index: i32, value: i32): void {
  store<i32>(base + ((<usize>index) << 2), value);
}

/**
 * Makes the memory reach to an address. Growing is a call of the system, and gives the host another buffer.
 * @param more pages to have beyond that, where they can be had
 * @returns false where there is no memory for it
 */
export function reach(end: usize, more: i32): bool {
  const missing = <i32>((<u64>end + 0xffff) >>> 16) - memory.size();
  return missing <= 0 || memory.grow(max(missing, more)) >= 0 || memory.grow(missing) >= 0;
}

/** Reads and writes numbers in a module's memory, and grows the memory. */

export function get(base: usize, index: i32): i32 {
  return load<i32>(base + ((<usize>index) << 2));
}

export function set(base: usize, index: i32, value: i32): void {
  store<i32>(base + ((<usize>index) << 2), value);
}

/**
 * Grows the memory if it does not reach an address. Growing is a system call, and gives the host a new buffer.
 * @param extraPages the memory grows by at least this many pages if that is possible, otherwise only by the pages that are missing
 * @returns false where there is not enough memory
 */
export function reach(end: usize, extraPages: i32): bool {
  const missing = <i32>((<u64>end + 0xffff) >>> 16) - memory.size();
  return missing <= 0 || memory.grow(max(missing, extraPages)) >= 0 || memory.grow(missing) >= 0;
}

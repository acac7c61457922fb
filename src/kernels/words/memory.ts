/** Numbers and texts in the module's memory, by address. */
import { get, set } from '../shared/memory';

export { get, set };

/** The UTF-16 code unit at an offset of a text. */
export function unit(text: usize, at: i32): i32 {
  return <i32>load<u16>(text + ((<usize>at) << 1));
}

/** The offset of the next occurrence of a character below 0x8000; `end` for none. */
export function nextUnit(text: usize, code: i32, from: i32, end: i32): i32 {
  let at = from;
  const wanted = <u64>code * 0x0001_0001_0001_0001;
  // Four at once: the part of a wanted unit is zero, and only a zero part sets, by a borrow, a high bit that was not set.
  for (; at + 4 <= end; at += 4) {
    const parts = load<u64>(text + ((<usize>at) << 1)) ^ wanted;
    if (((parts - 0x0001_0001_0001_0001) & ~parts & 0x8000_8000_8000_8000) !== 0) break;
  }
  while (at < end && unit(text, at) !== code) at++;
  return at;
}

/** By power of two: the address of a free piece of memory of that size. The piece's first number is the address of the next free one. */
const free = memory.data(4 * 32);

/** The power of two that has room for this many bytes. */
function sizeClass(bytes: usize): i32 {
  return bytes <= 16 ? 4 : 32 - clz<i32>(<i32>bytes - 1);
}

/** The address of this many zero bytes. */
export function allocate(bytes: usize): usize {
  const power = sizeClass(bytes);
  const size: usize = (<usize>1) << power;
  const at = <usize>get(free, power);
  // Fresh memory is zero already. Clearing it would make the system provide every page, used or not.
  if (at === 0) return heap.alloc(size);
  set(free, power, load<i32>(at));
  memory.fill(at, 0, size);
  return at;
}

/** @param bytes the number that it was allocated with */
export function release(at: usize, bytes: usize): void {
  const power = sizeClass(bytes);
  store<i32>(at, get(free, power));
  set(free, power, <i32>at);
}

/** Copies the piece at `from` into a larger one, filled up with zeros, and releases `from`. */
export function copyToLarger(from: usize, length: usize, bytes: usize): usize {
  const to = allocate(bytes);
  memory.copy(to, from, length);
  release(from, length);
  return to;
}

/** A list of numbers that grows. */
export class Numbers {
  at: usize;
  length: i32 = 0;
  private capacity: i32;

  constructor(capacity: i32) {
    this.capacity = capacity;
    this.at = allocate((<usize>capacity) << 2);
  }

  push(value: i32): void {
    if (this.length === this.capacity) this.reserve(this.length + 1);
    set(this.at, this.length++, value);
  }

  get(index: i32): i32 {
    return get(this.at, index);
  }

  /** Makes room for this many numbers; those never written are zero. */
  reserve(count: i32): void {
    if (count <= this.capacity) return;
    const capacity = max(this.capacity * 2, count);
    this.at = copyToLarger(this.at, (<usize>this.capacity) << 2, (<usize>capacity) << 2);
    this.capacity = capacity;
  }
}

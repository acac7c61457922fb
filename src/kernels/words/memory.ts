/** Numbers and texts in the module's memory, by address. */
import { get, set } from '../shared/memory';

export { get, set };

/** The character at an offset of a text. */
export function unit(text: usize, at: i32): i32 {
  return <i32>load<u16>(text + ((<usize>at) << 1));
}

/** Where a character below 0x8000 stands next; `end` where it does not. */
export function nextUnit(text: usize, code: i32, from: i32, end: i32): i32 {
  let at = from;
  const wanted = <u64>code * 0x0001_0001_0001_0001;
  // Four at once: where one is the wanted one, its part is zero, and only where one is zero a borrow sets a high bit that was not set.
  for (; at + 4 <= end; at += 4) {
    const parts = load<u64>(text + ((<usize>at) << 1)) ^ wanted;
    if (((parts - 0x0001_0001_0001_0001) & ~parts & 0x8000_8000_8000_8000) !== 0) break;
  }
  while (at < end && unit(text, at) !== code) at++;
  return at;
}

/** By the power of two that a piece's size is: the address of one that nobody has; the address of the next is its first number. */
const free = memory.data(4 * 32);

/** The power of two that has room for so many bytes. */
function sizeClass(bytes: usize): i32 {
  return bytes <= 16 ? 4 : 32 - clz<i32>(<i32>bytes - 1);
}

/** Zeros. */
export function allocate(bytes: usize): usize {
  const power = sizeClass(bytes);
  const size: usize = (<usize>1) << power;
  const at = <usize>get(free, power);
  // Nothing was ever there: to clear it would have the system give it page by page, whether it is used or not.
  if (at === 0) return heap.alloc(size);
  set(free, power, load<i32>(at));
  memory.fill(at, 0, size);
  return at;
}

/** @param bytes with which it was allocated */
export function release(at: usize, bytes: usize): void {
  const power = sizeClass(bytes);
  store<i32>(at, get(free, power));
  set(free, power, <i32>at);
}

/** Room for `bytes` that begins as what is at `from` and goes on with zeros; `from` is released. */
export function widened(from: usize, length: usize, bytes: usize): usize {
  const to = allocate(bytes);
  memory.copy(to, from, length);
  release(from, length);
  return to;
}

/** A list of numbers that grows. */
export class Numbers {
  at: usize;
  length: i32 = 0;
  private room: i32;

  constructor(room: i32) {
    this.room = room;
    this.at = allocate((<usize>room) << 2);
  }

  push(value: i32): void {
    if (this.length === this.room) this.reserve(this.length + 1);
    set(this.at, this.length++, value);
  }

  get(index: i32): i32 {
    return get(this.at, index);
  }

  /** Makes room for so many, zeros where nothing was written yet. */
  reserve(count: i32): void {
    if (count <= this.room) return;
    const room = max(this.room * 2, count);
    this.at = widened(this.at, (<usize>this.room) << 2, (<usize>room) << 2);
    this.room = room;
  }
}

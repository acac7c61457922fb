/** A list of numbers that grows. */
import { take } from './memory';

@unmanaged
export class Ints {
  values: usize;
  length: i32;
  private capacity: i32;

  @inline
  get(index: i32): i32 {
    return load<i32>(this.values + ((<usize>index) << 2));
  }

  @inline
  set(index: i32, value: i32): void {
    store<i32>(this.values + ((<usize>index) << 2), value);
  }

  push(value: i32): void {
    this.set(this.extend(1), value);
  }

  /** Extends the list by this many undefined numbers. @returns the index of the first */
  extend(count: i32): i32 {
    const at = this.length;
    const length = at + count;
    if (length > this.capacity) this.grow(length);
    this.length = length;
    return at;
  }

  private grow(length: i32): void {
    const capacity = max(this.capacity * 2, length);
    const values = take((<usize>capacity) << 2);
    memory.copy(values, this.values, (<usize>this.length) << 2);
    this.values = values;
    this.capacity = capacity;
  }

  /** @param capacity initial, in numbers */
  static of(capacity: i32): Ints {
    const list = changetype<Ints>(take(offsetof<Ints>()));
    list.values = take((<usize>capacity) << 2);
    list.length = 0;
    list.capacity = capacity;
    return list;
  }
}

/** A map from numbers to numbers that are not negative. */
import { take } from '../memory';

const factor: u64 = 0x9e3779b97f4a7c15;

/** Bytes of a slot: key, value + 1 (0: free). */
const slotBytes: usize = 16;
const valueAt: usize = 8;

@unmanaged
export class NumberMap {
  private slots: usize;
  /** A power of two. */
  private room: i32;
  private count: i32;

  /** -1 for a key that it has not. */
  get(key: i64): i32 {
    return load<i32>(this.slotOf(key), valueAt) - 1;
  }

  set(key: i64, value: i32): void {
    const slot = this.slotOf(key);
    const isNew = load<i32>(slot, valueAt) === 0;
    store<i64>(slot, key);
    store<i32>(slot, value + 1, valueAt);
    if (!isNew) return;
    this.count++;
    if (this.count * 2 > this.room) this.grow();
  }

  /** Where a key is, or would be. */
  private slotOf(key: i64): usize {
    const mask = this.room - 1;
    let at = <i32>((<u64>key * factor) >> 32) & mask;
    while (true) {
      const slot = this.slots + <usize>at * slotBytes;
      if (load<i32>(slot, valueAt) === 0 || load<i64>(slot) === key) return slot;
      at = (at + 1) & mask;
    }
  }

  private grow(): void {
    const old = this.slots;
    const end = old + <usize>this.room * slotBytes;
    this.makeRoom(this.room * 4);
    for (let from = old; from < end; from += slotBytes) {
      const value = load<i32>(from, valueAt);
      if (value === 0) continue;
      const slot = this.slotOf(load<i64>(from));
      store<i64>(slot, load<i64>(from));
      store<i32>(slot, value, valueAt);
    }
  }

  private makeRoom(room: i32): void {
    const bytes = <usize>room * slotBytes;
    this.slots = take(bytes);
    this.room = room;
    memory.fill(this.slots, 0, bytes);
  }

  /** @param room keys for which there is room at first, a power of two */
  static of(room: i32): NumberMap {
    const map = changetype<NumberMap>(take(offsetof<NumberMap>()));
    map.count = 0;
    map.makeRoom(room * 2);
    return map;
  }
}

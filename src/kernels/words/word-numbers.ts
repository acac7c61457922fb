/**
 * Numbers words from 0 in the order of their arrival, by open addressing. Words are distinguished by their 64 bits of hash alone, with the length
 * folded in. Among a million words the chance of one collision is about one in 37 million, and the same words collide each time.
 */
import { allocate, release } from './memory';

/** Bytes of a slot: both hashes, with the word's length folded into the first, and the word's number plus `free` plus one. */
const slotBytes: usize = 12;
/** Maximum number of slots retained between texts, so that a huge text does not slow all others down. */
const retainedMask: i32 = (1 << 14) - 1;
/** Maximum number of cleared words before the slots are emptied, so that their numbers fit into 32 bits. */
const maxCleared: i32 = 1 << 30;

export class WordNumbers {
  size: i32 = 0;
  private slots: usize;
  private mask: i32;
  /** A slot with a number up to this one is free. Raising `free` clears the table without a pass over the slots. */
  private free: i32 = 0;

  /** @param bits slots to begin with, as a power of two */
  constructor(bits: i32) {
    this.mask = (1 << bits) - 1;
    this.slots = allocate(((<usize>1) << bits) * slotBytes);
  }

  /** The word's number; equal to `size` before the call when the word is new. */
  number(length: i32, hashA: i32, hashB: i32): i32 {
    const first = hashA ^ (length << 24);
    const at = this.slotOf(first, hashB);
    const entry = load<i32>(at, 8);
    return entry > this.free ? entry - this.free - 1 : this.add(at, first, hashB);
  }

  has(length: i32, hashA: i32, hashB: i32): bool {
    return load<i32>(this.slotOf(hashA ^ (length << 24), hashB), 8) > this.free;
  }

  /** The slot of the word, or the free slot for it. */
  private slotOf(first: i32, hashB: i32): usize {
    let slot = (first ^ (first >>> 15)) & this.mask;
    let at = this.slots + <usize>slot * slotBytes;
    while (load<i32>(at, 8) > this.free && (load<i32>(at) !== first || load<i32>(at, 4) !== hashB)) {
      slot = (slot + 1) & this.mask;
      at = this.slots + <usize>slot * slotBytes;
    }
    return at;
  }

  private add(at: usize, first: i32, hashB: i32): i32 {
    const number = this.size++;
    store<i32>(at, first);
    store<i32>(at, hashB, 4);
    store<i32>(at, this.free + this.size, 8);
    if (this.size * 2 > this.mask) this.grow();
    return number;
  }

  private grow(): void {
    const old = this.slots;
    const end = old + <usize>(this.mask + 1) * slotBytes;
    this.mask = this.mask * 2 + 1;
    this.slots = allocate(<usize>(this.mask + 1) * slotBytes);
    for (let from = old; from < end; from += slotBytes) {
      const entry = load<i32>(from, 8) - this.free;
      if (entry > 0) this.move(from, entry);
    }
    release(old, end - old);
    this.free = 0;
  }

  private move(from: usize, entry: i32): void {
    const first = load<i32>(from);
    let slot = (first ^ (first >>> 15)) & this.mask;
    while (load<i32>(this.slots + <usize>slot * slotBytes, 8) !== 0) slot = (slot + 1) & this.mask;
    const at = this.slots + <usize>slot * slotBytes;
    store<i32>(at, first);
    store<i32>(at, load<i32>(from, 4), 4);
    store<i32>(at, entry, 8);
  }

  clear(): void {
    if (this.mask > retainedMask || this.free > maxCleared) {
      release(this.slots, <usize>(this.mask + 1) * slotBytes);
      this.mask = min(this.mask, retainedMask);
      this.slots = allocate(<usize>(this.mask + 1) * slotBytes);
      this.free = 0;
    } else this.free += this.size;
    this.size = 0;
  }
}

/** A hash table that numbers texts in the order of first appearance. It refers to the texts where they are, without copying them. */
import { Ints } from '../ints';
import { take } from '../memory';
import { Text } from '../texts';

const seed: u64 = 0x9e3779b97f4a7c15;
const factor: u64 = 0xd6e8feb86659fd93;

/** Bytes of a slot: the hash, then the number of the text plus one (0 for a free slot). */
const slotBytes: usize = 8;
const numberAt: usize = 4;

function mixed(hash: u64, bytes: u64): u64 {
  const product = (hash ^ bytes) * factor;
  return product ^ (product >> 32);
}

/** The bytes of a text shorter than eight bytes, in one number. */
function shortBytes(text: usize, length: i32): u64 {
  if (length >= 4) return <u64>load<u32>(text) | ((<u64>load<u32>(text + <usize>(length - 4))) << 32);
  if (length === 0) return 0;
  const last = <u64>load<u8>(text + <usize>(length - 1));
  return <u64>load<u8>(text) | ((<u64>load<u8>(text + <usize>(length >> 1))) << 8) | (last << 16);
}

/** Reads eight bytes at a time. The last eight may overlap those before them. */
function hashOf(text: usize, length: i32): u32 {
  let hash = seed ^ (<u64>length * factor);
  if (length < 8) return <u32>mixed(hash, shortBytes(text, length));
  const last = text + <usize>(length - 8);
  for (let at = text; at < last; at += 8) hash = mixed(hash, load<u64>(at));
  return <u32>mixed(hash, load<u64>(last));
}

@unmanaged
export class Strings {
  /** Address and length of each text. */
  texts: Ints;
  private slots: usize;
  /** Number of slots, a power of two. */
  private capacity: i32;

  /** The number of a text; a new text gets the next number. */
  index(text: Text): i32 {
    const hash = hashOf(text.address, text.length);
    const slot = this.slotOf(text, hash);
    const number = load<i32>(slot, numberAt);
    if (number !== 0) return number - 1;
    const at = this.texts.extend(2);
    this.texts.set(at, <i32>text.address);
    this.texts.set(at + 1, text.length);
    const index = at >> 1;
    store<u32>(slot, hash);
    store<i32>(slot, index + 1, numberAt);
    if (index * 2 > this.capacity) this.grow();
    return index;
  }

  /** The number of a text that has one already; -1 for any other. */
  find(text: Text): i32 {
    return load<i32>(this.slotOf(text, hashOf(text.address, text.length)), numberAt) - 1;
  }

  /** The slot of the text, or the free slot for it. */
  private slotOf(text: Text, hash: u32): usize {
    const mask = this.capacity - 1;
    let at = <i32>hash & mask;
    while (true) {
      const slot = this.slots + <usize>at * slotBytes;
      const number = load<i32>(slot, numberAt);
      if (number === 0 || (load<u32>(slot) === hash && this.has(number - 1, text))) return slot;
      at = (at + 1) & mask;
    }
  }

  private has(index: i32, text: Text): bool {
    const length = text.length;
    if (this.texts.get(index * 2 + 1) !== length) return false;
    return memory.compare(<usize>this.texts.get(index * 2), text.address, <usize>length) === 0;
  }

  private grow(): void {
    const old = this.slots;
    const end = old + <usize>this.capacity * slotBytes;
    this.allocate(this.capacity * 4);
    const mask = this.capacity - 1;
    for (let from = old; from < end; from += slotBytes) {
      const number = load<i32>(from, numberAt);
      if (number === 0) continue;
      let at = <i32>load<u32>(from) & mask;
      while (load<i32>(this.slots + <usize>at * slotBytes, numberAt) !== 0) at = (at + 1) & mask;
      store<u64>(this.slots + <usize>at * slotBytes, load<u64>(from));
    }
  }

  private allocate(capacity: i32): void {
    const bytes = <usize>capacity * slotBytes;
    this.slots = take(bytes);
    this.capacity = capacity;
    memory.fill(this.slots, 0, bytes);
  }

  /** @param capacity initial capacity in texts, a power of two */
  static of(capacity: i32): Strings {
    const strings = changetype<Strings>(take(offsetof<Strings>()));
    strings.texts = Ints.of(capacity * 2);
    strings.allocate(capacity * 2);
    return strings;
  }
}

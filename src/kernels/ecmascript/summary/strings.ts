/** Numbered texts, in the order of first appearance. Owns its pieces of memory; the texts stay where they are. */
import { Ints } from '../ints';
import { take } from '../memory';
import { Text } from '../texts';

const seed: u64 = 0x9e3779b97f4a7c15;
const factor: u64 = 0xd6e8feb86659fd93;

/** Bytes of a slot: hash, number of the text + 1 (0: free). */
const slotBytes: usize = 8;
const numberAt: usize = 4;

function mixed(hash: u64, bytes: u64): u64 {
  const product = (hash ^ bytes) * factor;
  return product ^ (product >> 32);
}

/** The bytes of a text shorter than eight bytes. */
function fewBytes(text: usize, length: i32): u64 {
  if (length >= 4) return <u64>load<u32>(text) | ((<u64>load<u32>(text + <usize>(length - 4))) << 32);
  if (length === 0) return 0;
  const last = <u64>load<u8>(text + <usize>(length - 1));
  return <u64>load<u8>(text) | ((<u64>load<u8>(text + <usize>(length >> 1))) << 8) | (last << 16);
}

function hashOf(text: usize, length: i32): u32 {
  let hash = seed ^ (<u64>length * factor);
  if (length < 8) return <u32>mixed(hash, fewBytes(text, length));
  const last = text + <usize>(length - 8);
  for (let at = text; at < last; at += 8) hash = mixed(hash, load<u64>(at));
  return <u32>mixed(hash, load<u64>(last));
}

@unmanaged
export class Strings {
  /** Address and length of each text. */
  texts: Ints;
  private slots: usize;
  /** A power of two. */
  private room: i32;

  /** The number of a text. */
  index(text: Text): i32 {
    const hash = hashOf(text.address, text.length);
    const slot = this.slotOf(text, hash);
    const known = load<i32>(slot, numberAt);
    if (known !== 0) return known - 1;
    const at = this.texts.extend(2);
    this.texts.set(at, <i32>text.address);
    this.texts.set(at + 1, text.length);
    const index = at >> 1;
    store<u32>(slot, hash);
    store<i32>(slot, index + 1, numberAt);
    if (index * 2 > this.room) this.grow();
    return index;
  }

  /** The number of a known text; -1 for any other. */
  known(text: Text): i32 {
    return load<i32>(this.slotOf(text, hashOf(text.address, text.length)), numberAt) - 1;
  }

  /** The slot of the text, or the free slot for it. */
  private slotOf(text: Text, hash: u32): usize {
    const mask = this.room - 1;
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
    const end = old + <usize>this.room * slotBytes;
    this.makeRoom(this.room * 4);
    const mask = this.room - 1;
    for (let from = old; from < end; from += slotBytes) {
      const number = load<i32>(from, numberAt);
      if (number === 0) continue;
      let at = <i32>load<u32>(from) & mask;
      while (load<i32>(this.slots + <usize>at * slotBytes, numberAt) !== 0) at = (at + 1) & mask;
      store<u64>(this.slots + <usize>at * slotBytes, load<u64>(from));
    }
  }

  private makeRoom(room: i32): void {
    const bytes = <usize>room * slotBytes;
    this.slots = take(bytes);
    this.room = room;
    memory.fill(this.slots, 0, bytes);
  }

  /** @param room initial capacity in texts, a power of two */
  static of(room: i32): Strings {
    const strings = changetype<Strings>(take(offsetof<Strings>()));
    strings.texts = Ints.of(room * 2);
    strings.makeRoom(room * 2);
    return strings;
  }
}

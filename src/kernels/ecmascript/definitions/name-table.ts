/** A hash table of numbers by name. */
import { Ints } from '../ints';
import { take } from '../memory';
import { same, Text } from '../texts';

@unmanaged
export class NameTable {
  private names: Ints;
  private numbers: Ints;
  /** For each slot: the index of its name in the lists plus one; 0 for a free slot. There are at least twice as many slots as names. */
  private slots: usize;
  private mask: i32;

  /** The number of a name; -1 where it has none. */
  get(name: Text): i32 {
    const entry = load<i32>(this.slotOf(name));
    return entry === 0 ? -1 : this.numbers.get(entry - 1);
  }

  @inline
  has(name: Text): bool {
    return this.get(name) !== -1;
  }

  /** A name that is already present keeps its number. */
  add(name: Text, number: i32): void {
    const slot = this.slotOf(name);
    if (load<i32>(slot) !== 0) return;
    this.names.push(<i32>changetype<usize>(name));
    this.numbers.push(number);
    store<i32>(slot, this.names.length);
    if (this.names.length * 2 > this.mask) this.grow();
  }

  private grow(): void {
    this.clear(this.mask * 2 + 2);
    for (let entry = 0; entry < this.names.length; entry++) store<i32>(this.slotOf(this.nameAt(entry)), entry + 1);
  }

  private clear(slots: i32): void {
    const bytes = (<usize>slots) << 2;
    this.slots = take(bytes);
    this.mask = slots - 1;
    memory.fill(this.slots, 0, bytes);
  }

  @inline
  private nameAt(entry: i32): Text {
    return changetype<Text>(<usize>this.names.get(entry));
  }

  @inline
  private entryAt(slot: i32): i32 {
    return load<i32>(this.slots + ((<usize>slot) << 2));
  }

  /** The slot of the name, or the free slot for it. */
  private slotOf(name: Text): usize {
    let index = hashOf(name) & this.mask;
    for (let entry = this.entryAt(index); entry !== 0; entry = this.entryAt(index)) {
      if (same(this.nameAt(entry - 1), name)) break;
      index = (index + 1) & this.mask;
    }
    return this.slots + ((<usize>index) << 2);
  }

  static empty(): NameTable {
    const table = changetype<NameTable>(take(offsetof<NameTable>()));
    table.names = Ints.of(32);
    table.numbers = Ints.of(32);
    table.clear(128);
    return table;
  }
}

/** FNV-1a; the high bits are mixed into the low ones, which choose the slot. */
function hashOf(name: Text): i32 {
  let hash: i32 = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = (hash ^ name.byte(at)) * 0x01000193;
  return hash ^ (hash >>> 15);
}

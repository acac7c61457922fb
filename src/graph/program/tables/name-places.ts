/**
 * Which files declare a name for the whole program. It has the names by their keys (`symbolKey`), not by their texts: a large tree of C has millions
 * of names, and their texts alone would take 200 MB.
 * Invariant: the places under a name are in order, so that answers do not depend on which file was written last. Two names with one key, of which
 * there is one pair in trees of 20 million names, have the files of both; whoever asks such a file for the name finds that it has none.
 */
import { symbolKey } from '../../../model/link.ts';

const none: readonly number[] = [];
/** No key of a name. */
const noKey = -1;
/** A name that no file declares any more. */
const noFile = -(2 ** 31);
/** A node has a place, and the index of the node with the next higher place. */
const nodeWidth = 2;

export class NamePlaces {
  /** By slot: the key of a name, in or after the slot that it belongs to. At most two thirds of the slots are used. */
  #keys = new Float64Array(16).fill(noKey);
  /**
   * By slot: the place of the only file; or `noFile`; or else the complement of the index of the node with the highest place. That node is followed by
   * the one with the lowest place.
   */
  #last = new Int32Array(16);
  #used = 0;
  #nodes = new Int32Array(16);
  #nodeCount = 0;
  /** The first node that is free for another name, which is followed by the others; -1 for none. */
  #free = -1;

  /** Places of the files that declare the name. */
  of(name: string): readonly number[] {
    const slot = this.#slotOf(symbolKey(name));
    if (this.#keys[slot] === noKey) return none;
    const last = this.#last[slot]!;
    if (last >= 0) return [last];
    if (last === noFile) return none;
    const places: number[] = [];
    let node = ~last;
    do {
      node = this.#next(node);
      places.push(this.#place(node));
    } while (node !== ~last);
    return places;
  }

  /** Adds a file to a name that the file is not yet added to. Fast for files in order; else it takes time by the number of the name's files. */
  add(name: string, place: number): void {
    const key = symbolKey(name);
    const slot = this.#slotOf(key);
    if (this.#keys[slot] === noKey) this.#addKey(key, place);
    else if (this.#last[slot] === noFile) this.#last[slot] = place;
    else this.#insert(slot, place);
  }

  #insert(slot: number, place: number): void {
    const only = this.#last[slot]!;
    if (only >= 0) this.#last[slot] = ~this.#ring(only);
    const last = ~this.#last[slot]!;
    const isLast = this.#place(last) < place;
    let before = last;
    if (!isLast) while (this.#place(this.#next(before)) < place) before = this.#next(before);
    const node = this.#newNode(place, this.#next(before));
    this.#setNext(before, node);
    if (isLast) this.#last[slot] = ~node;
  }

  /** Removes a file from a name. */
  remove(name: string, place: number): void {
    const slot = this.#slotOf(symbolKey(name));
    const last = this.#last[slot]!;
    if (this.#keys[slot] === noKey || last === noFile) return;
    // The key stays, because those in the slots after it may be found through its slot.
    if (last >= 0) this.#last[slot] = last === place ? noFile : last;
    else this.#removeNode(slot, place);
  }

  #removeNode(slot: number, place: number): void {
    const last = ~this.#last[slot]!;
    let before = last;
    while (this.#place(this.#next(before)) !== place) {
      before = this.#next(before);
      if (before === last) return;
    }
    const node = this.#next(before);
    this.#setNext(before, this.#next(node));
    if (node === last) this.#last[slot] = before === node ? noFile : ~before;
    this.#setNext(node, this.#free);
    this.#free = node;
  }

  #place(node: number): number {
    return this.#nodes[node * nodeWidth]!;
  }

  #next(node: number): number {
    return this.#nodes[node * nodeWidth + 1]!;
  }

  #setNext(node: number, next: number): void {
    this.#nodes[node * nodeWidth + 1] = next;
  }

  /** A node that is followed by itself. */
  #ring(place: number): number {
    const node = this.#newNode(place, -1);
    this.#setNext(node, node);
    return node;
  }

  #newNode(place: number, next: number): number {
    let node = this.#free;
    if (node === -1) node = this.#addNode();
    else this.#free = this.#next(node);
    this.#nodes[node * nodeWidth] = place;
    this.#setNext(node, next);
    return node;
  }

  #addNode(): number {
    const { length } = this.#nodes;
    if (this.#nodeCount * nodeWidth === length) {
      const grown = new Int32Array(length * 2);
      grown.set(this.#nodes);
      this.#nodes = grown;
    }
    return this.#nodeCount++;
  }

  #addKey(key: number, place: number): void {
    if ((this.#used + 1) * 3 > this.#keys.length * 2) this.#grow();
    this.#used++;
    this.#put(key, place);
  }

  #put(key: number, last: number): void {
    const slot = this.#slotOf(key);
    this.#keys[slot] = key;
    this.#last[slot] = last;
  }

  #grow(): void {
    const [keys, last] = [this.#keys, this.#last];
    this.#keys = new Float64Array(keys.length * 2).fill(noKey);
    this.#last = new Int32Array(keys.length * 2);
    for (let slot = 0; slot < keys.length; slot++) if (keys[slot] !== noKey) this.#put(keys[slot]!, last[slot]!);
  }

  /** The slot that has the key, or else the free slot where it belongs. */
  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = (Math.imul(key | 0, 0x9e3779b1) >>> 7) & mask;
    while (this.#keys[slot] !== noKey && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }
}

/**
 * The keys of a segment: what its texts are as bytes, each once, and their order.
 * Invariant: a key begins at a multiple of eight and has zeros behind it up to the next, so that keys are hashed and compared eight bytes at a time.
 */
import { allocate, allocateZeros, get, set, shrinkLast } from './memory';

/** As in store/sqlite/index/term-block.ts. */
const nameMark: i32 = 0xff;

export let count: i32 = 0;
/** By key. */
let addresses: usize = 0;
let lengths: usize = 0;
let hashes: usize = 0;
/** Open addressing: a key plus one; 0 where there is none. */
let slots: usize = 0;
let slotMask: i32 = 0;

export function addressOf(key: i32): usize {
  return <usize>get(addresses, key);
}
export function lengthOf(key: i32): i32 {
  return get(lengths, key);
}

/**
 * Makes keys of texts: tags first, then names.
 * @param textLengths in UTF-16 units; in its place is then the key of each text
 */
export function makeKeys(texts: usize, textLengths: usize, tags: i32, names: i32): void {
  const textCount = tags + names;
  addresses = allocate((<usize>textCount) << 2);
  lengths = allocate((<usize>textCount) << 2);
  hashes = allocate((<usize>textCount) << 2);
  // A quarter to a half of the slots are taken.
  slotMask = (1 << (33 - clz(textCount))) - 1;
  slots = allocateZeros((<usize>(slotMask + 1)) << 2);
  count = 0;
  let text = texts;
  for (let index = 0; index < textCount; index++) {
    const units = get(textLengths, index);
    set(textLengths, index, keyOf(text, units, index >= tags));
    text += (<usize>units) << 1;
  }
}

function keyOf(text: usize, units: i32, isName: bool): i32 {
  // Three bytes a unit, the mark, and zeros.
  const start = allocate(<usize>units * 3 + 16);
  let end = start;
  if (isName) store<u8>(end++, nameMark);
  end = putUnits(text, units, end);
  store<u64>(end, 0);
  const length = <i32>(end - start);
  const hash = hashOf(start, length);
  let slot = hash & slotMask;
  for (let known = get(slots, slot); known !== 0; known = get(slots, slot)) {
    if (get(hashes, known - 1) === hash && isSame(known - 1, start, length)) {
      shrinkLast(start);
      return known - 1;
    }
    slot = (slot + 1) & slotMask;
  }
  const key = count++;
  set(slots, slot, key + 1);
  set(hashes, key, hash);
  set(addresses, key, <i32>start);
  set(lengths, key, length);
  shrinkLast(start + wordBytes(length));
  return key;
}

/** As `writeCodeUnits` of util/code-units.ts. */
function putUnits(text: usize, units: i32, start: usize): usize {
  let at = start;
  const textEnd = text + ((<usize>units) << 1);
  for (let from = text; from < textEnd; from += 2) {
    const unit = <i32>load<u16>(from);
    if (unit < 0x80) store<u8>(at++, unit);
    else if (unit < 0x800) {
      store<u8>(at, 0xc0 | (unit >> 6));
      store<u8>(at, 0x80 | (unit & 0x3f), 1);
      at += 2;
    } else {
      store<u8>(at, 0xe0 | (unit >> 12));
      store<u8>(at, 0x80 | ((unit >> 6) & 0x3f), 1);
      store<u8>(at, 0x80 | (unit & 0x3f), 2);
      at += 3;
    }
  }
  return at;
}

/** Bytes of a key with the zeros behind it. */
function wordBytes(length: i32): usize {
  return (<usize>length + 7) & ~(<usize>7);
}

function hashOf(key: usize, length: i32): i32 {
  let hash: u64 = length;
  const end = key + wordBytes(length);
  for (let at = key; at < end; at += 8) {
    hash = (hash ^ load<u64>(at)) * 0x9e37_79b9_7f4a_7c15;
    hash ^= hash >>> 32;
  }
  return <i32>hash;
}

function isSame(key: i32, other: usize, length: i32): bool {
  if (lengthOf(key) !== length) return false;
  const start = addressOf(key);
  const bytes = wordBytes(length);
  for (let at: usize = 0; at < bytes; at += 8) if (load<u64>(start + at) !== load<u64>(other + at)) return false;
  return true;
}

/** How many bytes two keys begin with alike. */
export function sharedLength(a: i32, b: i32): i32 {
  const limit = min(lengthOf(a), lengthOf(b));
  const first = addressOf(a);
  const second = addressOf(b);
  for (let at = 0; at < limit; at += 8) {
    const difference = load<u64>(first + <usize>at) ^ load<u64>(second + <usize>at);
    if (difference !== 0) return min(at + <i32>(ctz(difference) >>> 3), limit);
  }
  return limit;
}

/** The bytes of a key from `at`, a multiple of eight, as a number that orders them; of those behind its end all are 0. */
function wordAt(key: i32, at: i32): u64 {
  return at < lengthOf(key) ? bswap<u64>(load<u64>(addressOf(key) + <usize>at)) : 0;
}

/** Whether `a` sorts before `b`, whose first eight bytes are the same. */
function isBefore(a: i32, b: i32): bool {
  const limit = min(lengthOf(a), lengthOf(b));
  for (let at = 8; at < limit; at += 8) {
    const first = wordAt(a, at);
    const second = wordAt(b, at);
    if (first !== second) return first < second;
  }
  return lengthOf(a) < lengthOf(b);
}

/** Bytes of what is sorted: how a key begins, and the key. */
const entryBytes: usize = 16;

/** @returns the address of all keys in the order of their bytes */
export function sortedKeys(): usize {
  const bytes = <usize>count * entryBytes;
  let from = allocate(bytes);
  let to = allocate(bytes);
  for (let key = 0; key < count; key++) {
    const entry = from + <usize>key * entryBytes;
    store<u64>(entry, wordAt(key, 0));
    store<i32>(entry, key, 8);
  }
  // Merging runs that double takes the same time whatever the order is.
  for (let run = entryBytes; run < bytes; run <<= 1) {
    for (let start: usize = 0; start < bytes; start += run << 1)
      mergeRuns(from + start, from + min(start + run, bytes), from + min(start + (run << 1), bytes), to + start);
    const other = from;
    from = to;
    to = other;
  }
  for (let index = 0; index < count; index++) set(to, index, load<i32>(from + <usize>index * entryBytes, 8));
  return to;
}

function mergeRuns(first: usize, second: usize, end: usize, target: usize): void {
  let a = first;
  let b = second;
  let to = target;
  while (a < second && b < end) {
    const x = load<u64>(a);
    const y = load<u64>(b);
    if (y < x || (y === x && isBefore(load<i32>(b, 8), load<i32>(a, 8)))) {
      memory.copy(to, b, entryBytes);
      b += entryBytes;
    } else {
      memory.copy(to, a, entryBytes);
      a += entryBytes;
    }
    to += entryBytes;
  }
  memory.copy(to, a, second - a);
  memory.copy(to + (second - a), b, end - b);
}

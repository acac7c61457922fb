/**
 * Blocks of the inverted index: sorted keys, each with its posting list, in one blob of at most an eighth of a page (a longer list has its own
 * block). A key is stored as the number of bytes that it shares with the key before, the number of bytes that follow, and those bytes.
 * Keys are tags, or names of definitions after a byte that no tag has; both in the byte order of `code-units.ts`.
 */
import { readCodeUnits, writeCodeUnits } from '../../../util/words/code-units.ts';
import { byteSink, readVarint, sinkBytes, writeByte, writeBytes, writeVarint } from '../../../util/bytes/varint.ts';
import type { ByteSink, ByteSource } from '../../../util/bytes/varint.ts';

/**
 * Maximum size of a block, with its first key. Blocks twice as large are as cheap to write, but slower to search.
 */
const blockBytes = 960;

/** The first byte of keys that are names of definitions. The encoding of texts (code-units.ts) never has it, and all tags sort before it. */
const nameMark = 0xff;

export function tagKey(tag: string): Uint8Array {
  const sink = byteSink(tag.length * 3);
  writeCodeUnits(sink, tag);
  return sinkBytes(sink);
}

export function nameKey(name: string): Uint8Array {
  const sink = byteSink(name.length * 3 + 1);
  writeName(sink, name);
  return sinkBytes(sink);
}

/** Appends the key of a name. */
export function writeName(sink: ByteSink, name: string): void {
  writeByte(sink, nameMark);
  writeCodeUnits(sink, name);
}

/** A key that is being read or compared: `bytes.subarray(0, length)`. */
export type Key = ByteSink;

export function isName(key: Key): boolean {
  return key.length > 0 && key.bytes[0] === nameMark;
}

export function tagOf(key: Key): string {
  return readCodeUnits(key.bytes, 0, key.length);
}

/** The name of a key for which `isName` is true. */
export function nameOf(key: Key): string {
  return readCodeUnits(key.bytes, 1, key.length);
}

export function setKey(key: Key, from: Key): void {
  key.length = 0;
  writeBytes(key, from.bytes, 0, from.length);
}

export function compareKeys(a: Key, b: Key): number {
  const shared = sharedLength(a, b);
  if (shared === a.length || shared === b.length) return a.length - b.length;
  return (a.bytes[shared] as number) - (b.bytes[shared] as number);
}

/** The first six bytes of a key as a number, which orders keys as these bytes do. */
export function keyPrefix(key: Key): number {
  const { bytes, length } = key;
  let high = 0;
  let low = 0;
  for (let at = 0; at < 3; at++) {
    high = (high << 8) | (at < length ? bytes[at]! : 0);
    low = (low << 8) | (at + 3 < length ? bytes[at + 3]! : 0);
  }
  return high * 2 ** 24 + low;
}

function sharedLength(a: Key, b: Key): number {
  // `Math.min` would be slower: V8's mid-tier compiler compiles it as a call.
  const limit = a.length < b.length ? a.length : b.length;
  const { bytes } = a;
  const otherBytes = b.bytes;
  let shared = 0;
  while (shared < limit && bytes[shared] === otherBytes[shared]) shared++;
  return shared;
}

export interface BlockWriter {
  /** Adds a key with its list `list[0, length)`. Keys must be ascending and distinct. */
  add(key: Key, list: Uint8Array, length: number): void;
  /** Writes the last block. */
  finish(): void;
}

/** Writes blocks. @param flush receives the first key and the bytes of each block, and may keep both */
export function blockWriter(flush: (first: Uint8Array, data: Uint8Array) => void): BlockWriter {
  const block = byteSink(blockBytes * 2);
  const first = byteSink(64);
  const previous = byteSink(64);
  const finish = (): void => {
    if (block.length > 0) flush(sinkBytes(first), sinkBytes(block));
    block.length = 0;
    previous.length = 0;
  };
  return {
    finish,
    add(key, list, length) {
      // Five bytes are for the three numbers of the entry, which rarely take more.
      if (block.length > 0 && block.length + key.length + length + 5 > blockBytes - first.length) finish();
      if (block.length === 0) setKey(first, key);
      const shared = sharedLength(previous, key);
      writeVarint(block, shared);
      writeVarint(block, key.length - shared);
      writeBytes(block, key.bytes, shared, key.length);
      writeVarint(block, length);
      writeBytes(block, list, 0, length);
      previous.length = shared;
      writeBytes(previous, key.bytes, shared, key.length);
    },
  };
}

/** A position in a block; `nextEntry` moves it. */
export interface BlockCursor extends ByteSource {
  key: Key;
  listStart: number;
  listEnd: number;
}

export function blockCursor(): BlockCursor {
  return { bytes: new Uint8Array(0), at: 0, end: 0, key: byteSink(64), listStart: 0, listEnd: 0 };
}

export function startBlock(cursor: BlockCursor, block: Uint8Array): void {
  cursor.bytes = block;
  cursor.at = 0;
  cursor.end = block.length;
  cursor.key.length = 0;
}

/** Moves to the next entry; false at the end. */
export function nextEntry(cursor: BlockCursor): boolean {
  if (cursor.at >= cursor.end) return false;
  const shared = readVarint(cursor);
  const added = readVarint(cursor);
  const suffix = cursor.at;
  cursor.at += added;
  if (shared > cursor.key.length || cursor.at > cursor.end)
    throw new RangeError('a key runs past the end of its block');
  cursor.key.length = shared;
  writeBytes(cursor.key, cursor.bytes, suffix, cursor.at);
  const length = readVarint(cursor);
  cursor.listStart = cursor.at;
  cursor.listEnd = cursor.at += length;
  if (cursor.at > cursor.end) throw new RangeError('a posting list runs past the end of its block');
  return true;
}

/** Finds one key without rebuilding the keys before it. Returns where its list is in the block; null if the block does not have the key. */
export function findInBlock(block: Uint8Array, key: Uint8Array): { start: number; end: number } | null {
  const source: ByteSource = { bytes: block, at: 0, end: block.length };
  // Number of bytes that the entry before shares with `key`; that entry sorts before `key`.
  let matched = 0;
  while (source.at < source.end) {
    const shared = readVarint(source);
    const added = readVarint(source);
    const suffix = source.at;
    source.at += added;
    const length = readVarint(source);
    // The entry first differs from the entry before within the matched bytes. It is larger there, so it sorts after `key`.
    if (shared < matched) return null;
    // If the entry shares more than the matched bytes with the entry before, it sorts before `key` too.
    if (shared === matched) {
      let i = 0;
      while (i < added && matched < key.length && block[suffix + i] === key[matched]) {
        i++;
        matched++;
      }
      if (i === added && matched === key.length) return { start: source.at, end: source.at + length };
      if (i < added && (matched === key.length || (block[suffix + i] as number) > (key[matched] as number)))
        return null;
    }
    source.at += length;
  }
  return null;
}

/**
 * What queries and merges read of the inverted index. Keys, blocks and lists are the same whatever engine stores them, so an engine that gives its
 * blocks in this way shares all code that reads them.
 */
import type { Segment } from './segments.ts';

/** A block of a segment. Blocks of one segment follow one another by their first keys. */
export interface Block {
  /** The block's first key. */
  first: Uint8Array;
  /** The entries, for `startBlock`; checked for damage. */
  data: Uint8Array;
}

/** Calls are synchronous, because most of the work is between them: an engine that cannot answer at once gets the blocks before. */
export interface BlockSource {
  /** The segments in use, oldest files first. */
  segments(): Segment[];
  /** For each segment in use that has such a block, oldest files first: the block that has a key if the segment has it. */
  blocksOfKey(key: Uint8Array): { firstFile: number; data: Uint8Array }[];
  /** The block of a segment that has a key if the segment has it; undefined if the segment begins after the key. */
  blockAt(segment: number, key: Uint8Array): Block | undefined;
  /** Up to `limit` blocks of a segment with first keys after `key`, in their order. @param key null: from the beginning */
  blocksAfter(segment: number, key: Uint8Array | null, limit: number): Block[];
  /** Ids of the files that the index has, from `first` to `last`. */
  filesBetween(first: number, last: number): Set<number>;
}

/** Blocks that are read at a time. */
const blocksAtOnce = 16;

/** The segment's blocks, starting with the one in which `key` would be. */
export function* blocksFrom(source: BlockSource, segment: number, key: Uint8Array): Generator<Uint8Array> {
  const at = source.blockAt(segment, key);
  if (at !== undefined) yield at.data;
  for (let after = key; ;) {
    const blocks = source.blocksAfter(segment, after, blocksAtOnce);
    for (const { data } of blocks) yield data;
    const last = blocks.at(-1);
    if (last === undefined) return;
    after = last.first;
  }
}

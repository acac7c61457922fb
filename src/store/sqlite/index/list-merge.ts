/** Merges the keys of several segments. The postings of a key are joined into one list, in the order of their files. */
import { byteSink, byteSource, readVarint, writeBytes, writeVarint } from '../../../util/bytes/varint.ts';
import type { ByteSink } from '../../../util/bytes/varint.ts';
import type { Block, BlockSource } from './block-source.ts';
import { copyPayload, lastFile, nextPosting, postingCursor, startPostings } from './posting-list.ts';
import type { Segment } from './segments.ts';
import { blockCursor, compareKeys, keyPrefix, nextEntry, setKey, startBlock } from './term-block.ts';
import type { BlockCursor, BlockWriter } from './term-block.ts';

/** Maximum number of blocks that all sources of a merge have loaded together; each source may have at least four. */
const maxLoadedBlocks = 2_048;

/** One segment being read, key by key. */
interface MergeSource {
  segment: Segment;
  block: BlockCursor;
  /** The first bytes of the current key as a number, which decides most comparisons. */
  prefix: number;
  /** Loaded blocks that have not been read, last first. */
  waiting: Block[];
  /** First key of the block that is being read; null before the first block. */
  firstKey: Uint8Array | null;
}

/** The postings of one key in one segment. */
interface SourceList {
  bytes: Uint8Array;
  start: number;
  end: number;
  base: number;
}

export class ListMerge {
  /** Number of postings that were left out because their files are gone. */
  dropped = 0;
  readonly #source: BlockSource;
  readonly #writer: BlockWriter;
  readonly #firstFile: number;
  readonly #heap: MergeSource[];
  /** Number of blocks that a source loads at a time. */
  readonly #ahead: number;
  /** Ids of the live files; null if no posting is dead. */
  readonly #live: ReadonlySet<number> | null;
  readonly #key = byteSink();
  readonly #list = byteSink();
  readonly #cursor = postingCursor();

  /** @param segments adjacent segments, in order */
  constructor(source: BlockSource, segments: readonly Segment[], writer: BlockWriter) {
    const [first, last] = [segments[0] as Segment, segments.at(-1) as Segment];
    this.#source = source;
    this.#writer = writer;
    this.#firstFile = first.firstFile;
    this.#live = segments.some(({ deadPostings }) => deadPostings > 0)
      ? source.filesBetween(first.firstFile, last.lastFile)
      : null;
    this.#ahead = Math.min(Math.max(Math.floor(maxLoadedBlocks / segments.length), 4), 128);
    this.#heap = segments
      .map((segment) => ({ segment, block: blockCursor(), prefix: 0, waiting: [], firstKey: null }))
      .filter((one) => advance(source, one, this.#ahead))
      .sort(compareSources);
  }

  /** Writes the next key, if it has live files. @returns the number of segments that had the key; 0 if there are no more keys */
  mergeKey(): number {
    const first = this.#heap[0];
    if (first === undefined) return 0;
    setKey(this.#key, first.block.key);
    this.#list.length = 0;
    const { prefix } = first;
    let entries = 0;
    let previousFile = this.#firstFile;
    for (let isMore = true; isMore; entries++) {
      const { block, segment } = this.#heap[0] as MergeSource;
      const list: SourceList = {
        bytes: block.bytes,
        start: block.listStart,
        end: block.listEnd,
        base: segment.firstFile,
      };
      this.#step();
      isMore = this.#heap.length > 0 && this.#isAt(prefix);
      if (this.#live !== null && segment.deadPostings > 0)
        previousFile = this.#copyLive(list, this.#live, previousFile);
      else {
        copyList(this.#list, list, previousFile);
        // The last file is needed only if another list follows; most keys are in one segment.
        if (isMore) previousFile = lastFile(list.bytes, list.start, list.end, list.base);
      }
    }
    if (this.#list.length > 0) this.#writer.add(this.#key, this.#list.bytes, this.#list.length);
    return entries;
  }

  /** Whether the first source is at the current key. */
  #isAt(prefix: number): boolean {
    const source = this.#heap[0] as MergeSource;
    return source.prefix === prefix && compareKeys(source.block.key, this.#key) === 0;
  }

  /** Moves the first source to its next key. */
  #step(): void {
    if (advance(this.#source, this.#heap[0] as MergeSource, this.#ahead)) siftDown(this.#heap);
    else removeTop(this.#heap);
  }

  /** Appends the postings of live files. @returns the last live file, or `previousFile` */
  #copyLive(source: SourceList, live: ReadonlySet<number>, previousFile: number): number {
    const cursor = this.#cursor;
    const list = this.#list;
    let last = previousFile;
    startPostings(cursor, source);
    while (nextPosting(cursor)) {
      if (!live.has(cursor.fileId)) {
        this.dropped++;
        continue;
      }
      writeVarint(list, cursor.fileId - last);
      copyPayload(list, cursor);
      last = cursor.fileId;
    }
    return last;
  }
}

/** Appends all postings; only the difference of the first file changes. @param previousFile the last file in `sink` */
function copyList(sink: ByteSink, { bytes, start, end, base }: SourceList, previousFile: number): void {
  let from = start;
  if (base !== previousFile) {
    const source = byteSource(bytes);
    source.at = start;
    writeVarint(sink, readVarint(source) + base - previousFile);
    from = source.at;
  }
  writeBytes(sink, bytes, from, end);
}

/** Moves a source to its next key; false after the last one. */
function advance(blocks: BlockSource, source: MergeSource, ahead: number): boolean {
  while (!nextEntry(source.block)) {
    if (source.waiting.length === 0)
      source.waiting = blocks.blocksAfter(source.segment.id, source.firstKey, ahead).reverse();
    const next = source.waiting.pop();
    if (next === undefined) return false;
    source.firstKey = next.first;
    startBlock(source.block, next.data);
  }
  source.prefix = keyPrefix(source.block.key);
  return true;
}

/** Orders sources by their key, and those with equal keys by their files. */
function compareSources(a: MergeSource, b: MergeSource): number {
  if (a.prefix !== b.prefix) return a.prefix - b.prefix;
  return compareKeys(a.block.key, b.block.key) || a.segment.firstFile - b.segment.firstFile;
}

/** Restores the heap after its first element has moved to a larger key. */
function siftDown(heap: MergeSource[]): void {
  const moved = heap[0] as MergeSource;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && compareSources(heap[child + 1] as MergeSource, heap[child] as MergeSource) < 0)
      child++;
    if (compareSources(moved, heap[child] as MergeSource) <= 0) break;
    heap[at] = heap[child] as MergeSource;
    at = child;
  }
  heap[at] = moved;
}

function removeTop(heap: MergeSource[]): void {
  const last = heap.pop() as MergeSource;
  if (heap.length === 0) return;
  heap[0] = last;
  siftDown(heap);
}

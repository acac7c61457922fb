/**
 * Reads trees from memory into which the native parser writes them (oxc's raw transfer). This does what oxc-parser's own entry does, with
 * parts of that package that are bundled into the program. Loading the entry took 20 ms per thread.
 * Invariants: the block has the size and alignment that the native part was built for. A thread has one block, which contains one tree at a time.
 */
import { ACTIVE_SIZE, BLOCK_ALIGN, BLOCK_SIZE, DATA_POINTER_POS_32 } from 'oxc-parser/src-js/generated/constants';
import type { ParserOptions } from 'oxc-parser';
import { giveBack } from '../../util/bytes/freed-memory.ts';
import { getBufferOffset, parseRawSync, rawTransferSupported } from './oxc-binding.ts';

/** After this time without a text (ms), the block is released, which occupies as much memory as its largest tree needed. */
const idleMs = 10_000;
/** Maximum number of UTF-8 bytes of a UTF-16 unit. */
const unitBytes = 3;
/** A block that has had a larger tree (bytes) is not kept: that of millions of characters, or one with an error at each of some thousand. */
const mostKept = 128 * 1024 ** 2;

interface Block {
  bytes: Uint8Array;
  /** Where the parser writes the position of the tree. */
  treePosition: Int32Array;
}

export const isRawTransferSupported = rawTransferSupported;

const encoder = new TextEncoder();
let block: Block | null = null;
/** Size of the largest tree that the block has had (bytes). */
let largest = 0;
let timer: NodeJS.Timeout | null = null;

/**
 * Address space for the largest tree and the longest text; the system provides memory only where something is written. The memory is shareable,
 * although it is not shared: V8 does not count shareable memory for any thread. Other memory of this size would make V8 collect its whole heap at
 * once.
 */
function newBlock(): Block {
  const memory = new SharedArrayBuffer(BLOCK_SIZE + BLOCK_ALIGN);
  const at = getBufferOffset(new Uint8Array(memory));
  const placeAt = at + DATA_POINTER_POS_32 * Int32Array.BYTES_PER_ELEMENT;
  return { bytes: new Uint8Array(memory, at, BLOCK_SIZE), treePosition: new Int32Array(memory, placeAt, 1) };
}

function releaseBlock(): void {
  block = null;
  giveBack(largest);
  largest = 0;
}

/** Releases the memory of a large tree. It must not be in use any more. */
export function releaseLargeTree(): void {
  if (largest > mostKept) releaseBlock();
}

function releaseLater(): void {
  if (timer === null) timer = setTimeout(releaseBlock, idleMs).unref();
  else timer.refresh();
}

/** The parser's output for a text. */
export interface RawTree {
  /** The used part of the block: from the tree's root, which is allocated last and has the lowest address, to the end of the text. */
  bytes: Uint8Array;
  /** Offset of that part in the block. */
  from: number;
}

/** Throws a `RangeError` where this process may not have the address space. */
export function parseRaw(text: string, options: ParserOptions): RawTree {
  block ??= newBlock();
  const { bytes, treePosition } = block;
  const textAt = ACTIVE_SIZE - text.length * unitBytes;
  const { written } = encoder.encodeInto(text, bytes.subarray(textAt, ACTIVE_SIZE));
  parseRawSync('file', bytes, textAt, written, options);
  const from = treePosition[0]!;
  releaseLater();
  const tree = bytes.subarray(from, textAt + written);
  largest = Math.max(largest, tree.length);
  return { bytes: tree, from };
}

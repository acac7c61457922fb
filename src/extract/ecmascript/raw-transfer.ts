/**
 * Trees that the native parser writes into memory which this thread reads (oxc's raw transfer). It does what oxc-parser's own entry does with the
 * parts of that package: these come with the program, with what V8 had compiled of them, where the entry took a thread 20 ms to load.
 * Invariants: the block has the size and alignment that the native part was built for; a thread has one, which holds one tree at a time.
 */
import { ACTIVE_SIZE, BLOCK_ALIGN, BLOCK_SIZE, DATA_POINTER_POS_32 } from 'oxc-parser/src-js/generated/constants';
import type { ParserOptions } from 'oxc-parser';
import { getBufferOffset, parseRawSync, rawTransferSupported } from './oxc-binding.ts';

/** Milliseconds without a text behind which the block's memory is given back: as much as the largest tree took. */
const keptMs = 10_000;
/** A text has at most so many bytes a unit. */
const unitBytes = 3;
/** Units of a text whose tree takes so much that the block is not kept. */
const largeText = 2_000_000;

interface Block {
  whole: Uint8Array;
  /** Where the parser says where the tree begins. */
  place: Int32Array;
}

export const isRawTransferSupported = rawTransferSupported;

const encoder = new TextEncoder();
let block: Block | null = null;
let timer: NodeJS.Timeout | null = null;

/**
 * Address space for the largest tree and the longest text, of which the system gives memory where something is written. It is shared by nobody; V8 counts
 * memory that may be shared for no thread, and would otherwise look through all of its heap at once, since so much seems to hang on it.
 */
function newBlock(): Block {
  const memory = new SharedArrayBuffer(BLOCK_SIZE + BLOCK_ALIGN);
  const at = getBufferOffset(new Uint8Array(memory));
  const placeAt = at + DATA_POINTER_POS_32 * Int32Array.BYTES_PER_ELEMENT;
  return { whole: new Uint8Array(memory, at, BLOCK_SIZE), place: new Int32Array(memory, placeAt, 1) };
}

function drop(): void {
  block = null;
}

/** What was needed for a large text goes at once, what serves the next one when none has come for a while. */
function letGo(text: string): void {
  if (text.length > largeText) drop();
  else if (timer === null) timer = setTimeout(drop, keptMs).unref();
  else timer.refresh();
}

/** What the parser has written for a text. */
export interface RawTree {
  /** The part of the block that it has used: from the end of the text back to what it took last, which leads to everything else. */
  bytes: Uint8Array;
  /** Where in the block that part begins. */
  from: number;
}

/** Throws a `RangeError` where this process may not have the address space. */
export function parseRaw(text: string, options: ParserOptions): RawTree {
  block ??= newBlock();
  const { whole, place } = block;
  const textAt = ACTIVE_SIZE - text.length * unitBytes;
  const { written } = encoder.encodeInto(text, whole.subarray(textAt, ACTIVE_SIZE));
  parseRawSync('file', whole, textAt, written, options);
  const from = place[0]!;
  letGo(text);
  return { bytes: whole.subarray(from, textAt + written), from };
}

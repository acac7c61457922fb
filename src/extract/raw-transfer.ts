/**
 * Trees that the native parser writes into memory which this thread reads (oxc's raw transfer). It does what oxc-parser's own entry does with the
 * parts of that package: these come with the program, with what V8 had compiled of them, where the entry took a thread 20 ms to load.
 * Invariants: the block has the size and alignment that the native part was built for; a thread has one, which holds one tree at a time.
 */
import { getBufferOffset, parseRawSync, rawTransferSupported } from 'oxc-parser/src-js/bindings';
import {
  ACTIVE_SIZE,
  BLOCK_ALIGN,
  BLOCK_SIZE,
  BUFFER_SIZE,
  IS_TS_FLAG_POS,
} from 'oxc-parser/src-js/generated/constants';
import { deserialize as readJavaScript } from 'oxc-parser/src-js/generated/deserialize/js';
import {
  deserialize as readTypeScript,
  type RawBuffer,
  type RawTree,
} from 'oxc-parser/src-js/generated/deserialize/ts';
import type { ParserOptions } from 'oxc-parser';

/** Milliseconds without a text behind which the block's memory is given back: as much as the largest tree took. */
const keptMs = 10_000;
/** A text has at most so many bytes a unit. */
const unitBytes = 3;
/** Units of a text whose tree takes so much that the block is not kept. */
const largeText = 2_000_000;

interface Block {
  buffer: RawBuffer;
  whole: Uint8Array;
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
  const buffer = Object.assign(new Uint8Array(memory, at, BUFFER_SIZE), {
    int32: new Int32Array(memory, at, BUFFER_SIZE / Int32Array.BYTES_PER_ELEMENT),
    float64: new Float64Array(memory, at, BUFFER_SIZE / Float64Array.BYTES_PER_ELEMENT),
  });
  return { buffer, whole: new Uint8Array(memory, at, BLOCK_SIZE) };
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

/** Throws a `RangeError` where this process may not have the address space. */
export function parseRaw(text: string, options: ParserOptions): RawTree {
  block ??= newBlock();
  const { buffer, whole } = block;
  const textAt = ACTIVE_SIZE - text.length * unitBytes;
  const { written } = encoder.encodeInto(text, buffer.subarray(textAt, ACTIVE_SIZE));
  parseRawSync('file', whole, textAt, written, options);
  const isTypeScript = buffer[IS_TS_FLAG_POS] !== 0;
  const tree = (isTypeScript ? readTypeScript : readJavaScript)(buffer, text, textAt, written);
  const { hashbang } = tree.program;
  if (!isTypeScript && hashbang !== null)
    tree.comments.unshift({ type: 'Line', value: hashbang.value, start: hashbang.start, end: hashbang.end });
  letGo(text);
  return tree;
}

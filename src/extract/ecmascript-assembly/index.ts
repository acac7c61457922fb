/**
 * What the host calls (extract/ecmascript-kernel.ts) for one text after another: it copies what the native parser has written into
 * `room`, then asks for what is needed of it.
 * Invariant: what is found of a text follows from the text alone, whatever was read before.
 */
import { reset, take } from './memory';
import { setShift } from './node-parts';
import { Program } from './nodes';
import { setLines } from './places';
import { setText } from './source';
import { wholeTree, setData } from './transfer';

export { commentCount, errorCount, listComments } from './transfer';

/** The tree at hand; null until it is asked for. */
let program: Program | null = null;

/** Forgets the text before. @returns where so many bytes of the parser's memory are to be copied */
export function room(bytes: usize): usize {
  reset();
  program = null;
  return take(bytes);
}

/**
 * @param at where the copy is
 * @param from where the parser had it, in its block
 * @param data where the parser says where everything is, in its block
 */
export function hold(at: usize, from: usize, data: usize): void {
  setShift(from - at);
  setData(data - (from - at));
}

/** @returns where so many units of the text are to be written */
export function textRoom(length: i32): usize {
  const at = take((<usize>length) << 1);
  setText(at, length);
  return at;
}

/** @returns where the starts of so many lines are to be written */
export function lineRoom(count: i32): usize {
  const at = take((<usize>count) << 2);
  setLines(at, count);
  return at;
}

export function tree(): usize {
  if (program === null) program = wholeTree();
  return changetype<usize>(program);
}

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
import { setData, wholeTree } from './transfer';

export { commentCount, errorMessage, errorOffset, firstError, listComments } from './transfer';

/** The tree at hand; null until it is asked for. */
let program: Program | null = null;

/** Forgets the text before. @returns where so many bytes of the parser's memory are to be copied */
export function room(bytes: usize): usize {
  reset();
  program = null;
  return take(bytes);
}

/**
 * @param at where the copy is, which begins with what leads to everything else
 * @param from where the parser had it, in its block
 */
export function hold(at: usize, from: usize): void {
  setShift(from - at);
  setData(at);
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

export function tree(): Program {
  const known = program;
  if (known !== null) return known;
  const whole = wholeTree();
  program = whole;
  return whole;
}

/** Where the last statement ends; 0 where there is none. */
export function lastEnd(): i32 {
  const body = tree().body;
  return body.length === 0 ? 0 : body.get(body.length - 1).end;
}

/**
 * What the host calls (extract/ecmascript/kernel.ts) for one text after another: it copies what the native parser has written into
 * `room`, then asks for what is needed of it.
 * Invariant: what is found of a text follows from the text alone, whatever was read before.
 */
import { walkDefinitions } from './definitions/index';
import { collectSummary, summaryAt, summaryLength, isGlobal, Table } from './summary/index';
import { reset, take } from './memory';
import { setShift } from './node-parts';
import { Program } from './generated/nodes';
import { setLines } from './places';
import { setText } from './source';
import { join, joinedBytes, joinedHeads, joinedLength } from './texts';
import { setData, wholeTree } from './transfer';

export {
  decoratorTable,
  definitionCount,
  definitionTable,
  importCount,
  importTable,
  nameTable,
  textTable,
} from './definitions/index';
export { summaryAt, summaryLength, isGlobal };
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

/**
 * Finds definitions and imports, with the text and the starts of its lines at hand.
 * @returns 0 where the tree is deeper than the walk follows, and nothing is found
 */
export function walk(declarationFile: bool, withTypes: bool): i32 {
  return walkDefinitions(tree(), declarationFile, withTypes);
}

/** Notes what link facts are made of. @param withDocs whether comments say types */
export function collect(withDocs: bool): void {
  collectSummary(tree(), withDocs);
}

/** Puts the texts of a table of facts behind one another: `joined…` says where. */
export function joinTexts(table: Table): void {
  join(summaryAt(table), summaryLength(table) >> 1);
}

export function bytesOfJoined(): usize {
  return joinedBytes;
}

export function lengthOfJoined(): i32 {
  return joinedLength;
}

export function headsOfJoined(): usize {
  return joinedHeads;
}

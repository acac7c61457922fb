/**
 * The functions that the host (`extract/ecmascript/kernel.ts`) calls. For each text, the host asks `room` for memory, copies the native parser's
 * output into it, and then calls the functions whose results it needs.
 * Invariant: the results for a text do not depend on the texts before it.
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

/** The tree of the current text; null until a function needs it. */
let program: Program | null = null;

/** Discards the previous text. @returns where to copy this many bytes of the parser's memory */
export function room(bytes: usize): usize {
  reset();
  program = null;
  return take(bytes);
}

/**
 * @param at address of the copy, which begins with the pointers to everything else
 * @param from address of the original in the parser's memory
 */
export function setTree(at: usize, from: usize): void {
  setShift(from - at);
  setData(at);
}

/** @returns where to write this many units of the text */
export function textRoom(length: i32): usize {
  const at = take((<usize>length) << 1);
  setText(at, length);
  return at;
}

/** @returns where to write the starts of this many lines */
export function lineRoom(count: i32): usize {
  const at = take((<usize>count) << 2);
  setLines(at, count);
  return at;
}

export function tree(): Program {
  const cached = program;
  if (cached !== null) return cached;
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
 * Finds definitions and imports. The text and the starts of its lines must have been written.
 * @returns 1; 0 for a tree that is too deep to walk, whose tables are void
 */
export function walk(declarationFile: bool, withTypes: bool): i32 {
  return walkDefinitions(tree(), declarationFile, withTypes);
}

/** Collects the tables of a file summary. @param withDocs whether to read types from comments */
export function collect(withDocs: bool): void {
  collectSummary(tree(), withDocs);
}

/** Joins the texts of a table of the file summary; the functions `…OfJoined` return the result. */
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

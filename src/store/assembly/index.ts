/**
 * What the host calls (store/packing-kernel.ts): it writes what is to be packed or read into `room`, numbers of 32 bits before bytes, and
 * reads what was made where it is. Invariant: the same gives the same bytes, whatever was packed before.
 */
import { aligned, get, set, start } from './memory';
import { readNodes, workBytes, writeNodes } from './nodes';
import { readTable, writeTable } from './tables';
import { writeTerms } from './terms';
import * as varint from './varint';
import { put, putSigned, take } from './varint';

export { description } from './layout';
export { room } from './memory';

/** Tables of facts, behind their nodes. */
const tables: i32 = 5;
/** Numbers in front of all: of texts, of those that are the facts' own, of definitions, of nodes, of each table, and whether they are global. */
const heads: i32 = 5 + tables;

/** Where what was made begins. */
let made: usize = 0;
export function result(): usize {
  return made;
}

/** Puts texts behind one another, each with its head: twice its bytes, plus one where they are not all ASCII. */
function writeTexts(to: usize, count: i32, textHeads: usize, bytes: usize): usize {
  let at = put(to, <u64>count);
  let from = bytes;
  for (let text = 0; text < count; text++) {
    const head = get(textHeads, text);
    const length = <usize>(head >>> 1);
    at = put(at, <u64>head);
    memory.copy(at, from, length);
    from += length;
    at += length;
  }
  return at;
}

/** Each name by its number, as a difference, and what says its container. */
function writeNames(to: usize, count: i32, names: usize): usize {
  let at = put(to, <u64>count);
  let before = 0;
  for (let name = 0; name < count; name++) {
    const number = get(names, name << 1);
    at = putSigned(at, number - before);
    at = put(at, <u64>(<u32>get(names, (name << 1) + 1)));
    before = number;
  }
  return at;
}

/**
 * Packs facts: `heads`; a head for each text; two numbers for each definition; nodes, tables; then the texts' bytes, up to `end`.
 * @returns how many bytes there are; -1 for what are no nodes
 */
export function packFacts(end: usize): i32 {
  const texts = get(start, 0);
  const definitions = get(start, 2);
  const nodeCount = get(start, 3);
  const textHeads = start + ((<usize>heads) << 2);
  const names = textHeads + ((<usize>texts) << 2);
  const nodes = names + ((<usize>definitions) << 3);
  let table = nodes + ((<usize>nodeCount) << 2);
  let textBytes = table;
  for (let index = 0; index < tables; index++) textBytes += (<usize>get(start, 4 + index)) << 2;
  const entities = table + ((<usize>get(start, 4)) << 2);
  made = aligned(end + <usize>nodeCount * <usize>workBytes);
  let at = put(made, <u64>get(start, 1));
  at = writeTexts(at, texts, textHeads, textBytes);
  at = writeNames(at, definitions, names);
  at = writeNodes(at, nodes, nodeCount, entities, get(start, 5), end);
  if (at === 0) return -1;
  for (let index = 0; index < tables; index++) {
    const count = get(start, 4 + index);
    at = writeTable(at, index, table, count);
    table += (<usize>count) << 2;
  }
  at = put(at, <u64>get(start, 4 + tables));
  return <i32>(at - made);
}

/** Passes over texts, each with its head. */
function skipTexts(): void {
  for (let left = take(); left > 0 && !varint.isBroken; left--) varint.skip(take() >>> 1);
}

/**
 * Reads the numbers of facts of so many bytes. What is made begins with where the texts end and where what was read ends, as distances from
 * the first byte, and how many numbers nodes and tables have, which follow.
 * @returns whether they could be read
 */
export function readFacts(bytes: i32): bool {
  varint.openSource(start, start + <usize>bytes);
  made = aligned(start + <usize>bytes);
  take();
  skipTexts();
  set(made, 0, <i32>(varint.place() - start));
  for (let left = take(); left > 0 && !varint.isBroken; left--) {
    take();
    take();
  }
  let numbers = made + ((3 + tables) << 2);
  let count = varint.isBroken ? 0 : readNodes(numbers);
  set(made, 2, count);
  for (let index = 0; index < tables && !varint.isBroken; index++) {
    numbers += (<usize>count) << 2;
    count = readTable(index, numbers);
    set(made, 3 + index, count);
  }
  set(made, 1, <i32>(varint.place() - start));
  return !varint.isBroken;
}

/** Packs terms: their hashes, their starts, which are one more, and of all places the chunks and counts. @returns how many bytes there are */
export function packTerms(terms: i32, places: i32): i32 {
  const starts = start + ((<usize>terms) << 2);
  const chunks = starts + ((<usize>(terms + 1)) << 2);
  const counts = chunks + ((<usize>places) << 2);
  made = counts + ((<usize>places) << 2);
  return <i32>(writeTerms(made, terms, start, starts, chunks, counts) - made);
}

/**
 * What the host calls (store/sqlite/segment-builder.ts): it tells of the postings of a segment's files, one file behind the other, then of the
 * texts, and reads the blocks where they are.
 * Invariant: the blocks follow from what is told of this segment alone.
 */
import * as blocks from './blocks';
import * as keys from './keys';
import { allocate, allocateZeros, get, releaseAll } from './memory';
import * as postings from './postings';

/** Texts of tags; those behind them are names. */
let tagTexts: i32 = 0;
let textLengths: usize = 0;

/** Forgets the segment before. @param fields how many counts a posting of a tag has: 16 at the most */
export function begin(tagPostings: i32, namePostings: i32, fields: i32): void {
  releaseAll();
  postings.beginPostings(tagPostings, namePostings, fields);
}

/** Where the counts of all postings of tags are to be written, row by row. */
export function counts(): usize {
  return postings.counts;
}

/** @returns the address of what the module notes of a table of so many texts */
export function openTable(size: i32): usize {
  return allocateZeros((<usize>size) << 2);
}

/** Where numbers of a file's texts are to be written, for `addNumbered`. */
export { nextNumbers } from './postings';

/** Postings of one file by numbers in a table. @returns how many texts there are now */
export { addNumbered } from './postings';

/** Postings of one file, each of a text of its own. */
export { addTexts } from './postings';

/** By text, its number in the table that it comes from. */
export function numbers(): usize {
  return postings.numbers;
}

/** All tags are told; names follow. */
export function beginNames(): void {
  tagTexts = postings.textCount;
}

/** @returns the address of room for the lengths of all texts (UTF-16 units) and, behind these, the texts */
export function roomForTexts(units: i32): usize {
  textLengths = allocate(((<usize>postings.textCount) << 2) + ((<usize>units) << 1));
  return textLengths;
}

/** @returns how many blocks there are */
export function build(): i32 {
  const texts = textLengths + ((<usize>postings.textCount) << 2);
  keys.makeKeys(texts, textLengths, tagTexts, postings.textCount - tagTexts);
  postings.orderByKey(textLengths, keys.count);
  const sorted = keys.sortedKeys();
  blocks.beginBlocks();
  for (let index = 0; index < keys.count; index++) {
    const key = get(sorted, index);
    blocks.addEntry(key, postings.listAt(), postings.writeList(key));
  }
  blocks.finishBlock();
  return blocks.count;
}

/** The first block, in the form that blocks.ts tells. */
export function firstBlock(): usize {
  return blocks.blocks;
}

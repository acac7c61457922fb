/**
 * What the host calls (embed/static/static-model.ts): it writes a model's file and then texts as UTF-16 into the module's memory, and reads
 * vectors where they are. Invariant: the same text gives the same numbers, whatever was embedded before.
 */
import { openRows } from './rows';
import { countSubWords } from './sub-words';
import { bytes, makeVector, openVector, vector } from './vector';

let textBytes: usize = 0;
let text: usize = 0;

/** @returns the address of room for the file of the one model that the module is for */
export function roomForFile(bytes: usize): usize {
  return heap.alloc(bytes);
}

/** @returns the address of room for a text */
export function roomForText(bytes: usize): usize {
  if (bytes > textBytes) {
    textBytes = max(textBytes * 2, max<usize>(bytes, 1 << 14));
    text = heap.alloc(textBytes);
  }
  return text;
}

/** Of a file, whose parts are at these addresses. @returns how many words there are, as `openRows` of rows.ts */
export function open(
  list: usize,
  listEnd: usize,
  words: i32,
  buckets: i32,
  dimensions: i32,
  scales: usize,
  values: usize,
): i32 {
  openVector(dimensions, scales, values, words + buckets);
  return openRows(list, listEnd, words, buckets);
}

/** Embeds the text in its room. @returns what the vector's bytes are to be multiplied by */
export function embed(length: i32): f32 {
  countSubWords(text, length);
  return makeVector();
}

export function vectorAt(): usize {
  return vector;
}
export function bytesAt(): usize {
  return bytes;
}
export { countWord } from './rows';

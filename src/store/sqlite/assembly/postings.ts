/**
 * Postings of a segment, in the order in which they are told: tags before names, and both in the order of the files; then those of each key
 * together, and as a list in the form that store/sqlite/index/posting-list.ts reads.
 */
import { allocate, allocateZeros, get, putVarint, set } from './memory';

/** By posting: its text, later its key. */
let texts: usize = 0;
/** By posting: its file, by the difference to the first of the segment. */
let files: usize = 0;
/** Those of tags have counts, row by row. */
export let counts: usize = 0;
let tags: i32 = 0;
let all: i32 = 0;
let told: i32 = 0;
let width: i32 = 0;

export let textCount: i32 = 0;
/** By text, its number where a table numbers it. */
export let numbers: usize = 0;

/** By key, where its postings end; they begin where those of the key before end. */
let ends: usize = 0;
/** Postings by key. */
let ordered: usize = 0;
let list: usize = 0;

/** The most bytes that a posting takes: the difference, fields, and a byte for each of these. */
const mostBytes: usize = 5 + 3 + 16;

/** @param fields how many counts a tag's posting has: 16 at the most */
export function beginPostings(ofTags: i32, ofNames: i32, fields: i32): void {
  tags = ofTags;
  all = ofTags + ofNames;
  width = fields;
  texts = allocate((<usize>all) << 2);
  files = allocate((<usize>all) << 2);
  // A row is read as 16 bytes.
  counts = allocate(<usize>(tags * width) + 16);
  numbers = allocate((<usize>tags) << 2);
  told = 0;
  textCount = 0;
}

export function nextNumbers(): usize {
  return texts + ((<usize>told) << 2);
}

export function addNumbered(table: usize, count: i32, file: i32): i32 {
  for (const end = told + count; told < end; told++) {
    const number = get(texts, told);
    let text = get(table, number) - 1;
    if (text < 0) {
      text = textCount++;
      set(table, number, text + 1);
      set(numbers, text, number);
    }
    set(texts, told, text);
    set(files, told, file);
  }
  return textCount;
}

export function addTexts(count: i32, file: i32): void {
  for (const end = told + count; told < end; told++) {
    set(texts, told, textCount++);
    set(files, told, file);
  }
}

/** Puts the postings of each key together. @param keyOfText by text */
export function orderByKey(keyOfText: usize, keys: i32): void {
  ends = allocateZeros((<usize>keys) << 2);
  for (let posting = 0; posting < all; posting++) {
    const key = get(keyOfText, get(texts, posting));
    set(texts, posting, key);
    set(ends, key, get(ends, key) + 1);
  }
  let most = 0;
  let start = 0;
  for (let key = 0; key < keys; key++) {
    const length = get(ends, key);
    most = max(most, length);
    set(ends, key, start);
    start += length;
  }
  ordered = allocate((<usize>all) << 2);
  for (let posting = 0; posting < all; posting++) {
    const key = get(texts, posting);
    const place = get(ends, key);
    set(ordered, place, posting);
    set(ends, key, place + 1);
  }
  list = allocate(<usize>most * mostBytes);
}

/** Where `writeList` writes. */
export function listAt(): usize {
  return list;
}

/** Writes the list of a key. @returns its length (bytes) */
export function writeList(key: i32): i32 {
  let at = list;
  let before = 0;
  const end = get(ends, key);
  for (let place = key === 0 ? 0 : get(ends, key - 1); place < end; place++) {
    const posting = get(ordered, place);
    const file = get(files, posting);
    at = putVarint(at, file - before);
    before = file;
    if (posting < tags) at = putCounts(at, counts + <usize>(posting * width));
    // No field has a count.
    else store<u8>(at++, 1);
  }
  return <i32>(at - list);
}

function putCounts(start: usize, row: usize): usize {
  const own = (1 << width) - 1;
  const values = v128.load(row);
  const fields = i8x16.bitmask(i8x16.ne(values, i8x16.splat(0))) & own;
  const larger = i8x16.bitmask(i8x16.gt_u(values, i8x16.splat(1))) & own;
  if (larger === 0) return putVarint(start, (fields << 1) | 1);
  let at = putVarint(start, fields << 1);
  for (let rest = fields; rest !== 0; rest &= rest - 1) store<u8>(at++, load<u8>(row + <usize>ctz(rest)));
  return at;
}

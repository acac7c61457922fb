/** Where the terms of a file's chunks stand, as `store/packed/packed-chunk-words.ts` says. */
import { get } from './memory';
import { put } from './varint';

/** The most bytes that a term takes, and one of its places. */
export const termBytes: i32 = 10;

/**
 * @param starts one more than `terms`; the places of a term are those from its start to the next
 * @returns where they end
 */
export function writeTerms(to: usize, terms: i32, hashes: usize, starts: usize, chunks: usize, counts: usize): usize {
  let at = to;
  let hash = 0;
  for (let term = 0; term < terms; term++) {
    at = put(at, <u64>(<u32>(get(hashes, term) - hash)));
    hash = get(hashes, term);
    const from = get(starts, term);
    const end = get(starts, term + 1);
    if (end - from === 1) at = putPlace(at, (<u64>(<u32>get(chunks, from))) << 1, get(counts, from));
    else at = writePlaces(at, from, end, chunks, counts);
  }
  return at;
}

/** Behind their length, which takes a byte mostly. */
function writePlaces(to: usize, from: i32, end: i32, chunks: usize, counts: usize): usize {
  let at = to + 1;
  let before = 0;
  for (let index = from; index < end; index++) {
    const chunk = get(chunks, index);
    at = putPlace(at, <u64>(<u32>(chunk - before)), get(counts, index));
    before = chunk;
  }
  const bytes = at - to - 1;
  const head = ((<u64>bytes) << 2) + 2;
  if (head < 128) store<u8>(to, <u8>head);
  else {
    const headEnd = to + headBytes(head);
    memory.copy(headEnd, to + 1, bytes);
    put(to, head);
    at = headEnd + bytes;
  }
  return at;
}

function headBytes(head: u64): usize {
  return <usize>((70 - clz(head)) / 7);
}

function putPlace(to: usize, place: u64, count: i32): usize {
  if (count === 1) return put(to, place << 1);
  return put(put(to, (place << 1) + 1), <u64>(<u32>count));
}

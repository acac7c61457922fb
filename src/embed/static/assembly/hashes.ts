/** The hashes of a word, as `hashWord` of embed/static/sub-words.ts: FNV-1a, and a multiply-and-add with an odd factor. */

export const hashSeed: i32 = 0x811c9dc5;
const factorA: i32 = 0x01000193;
const factorB: i32 = 0x85ebca6b;

export function hashedA(hash: i32, code: i32): i32 {
  return (hash ^ code) * factorA;
}

export function hashedB(hash: i32, code: i32): i32 {
  return hash * factorB + code;
}

/**
 * Two hashes of a word, of 32 bits each. The static embedding model finds the row of a word by both hashes: among a million words the chance
 * of one collision is about one in 37 million. In two other uses collisions are expected, always of the same words. Words that are not in the model
 * share rows by hash A alone, and `wordHash` (model/chunk-words.ts) reduces both hashes to one of 22 bits.
 */

/** Hash A is FNV-1a over the UTF-16 code units, from this seed. Hash B starts at 0; for each unit it multiplies by an odd factor and adds the unit. */
export const hashSeed = 0x811c9dc5 | 0;
const hashFactorA = 0x01000193;
const hashFactorB = 0x85ebca6b | 0;

export function nextHashA(hash: number, codeUnit: number): number {
  return Math.imul(hash ^ codeUnit, hashFactorA);
}

export function nextHashB(hash: number, codeUnit: number): number {
  return (Math.imul(hash, hashFactorB) + codeUnit) | 0;
}

export interface HashedWord {
  hashA: number;
  hashB: number;
}

export function hashWord(text: string): HashedWord {
  let hashA = hashSeed;
  let hashB = 0;
  for (let i = 0; i < text.length; i++) {
    const codeUnit = text.charCodeAt(i);
    hashA = nextHashA(hashA, codeUnit);
    hashB = nextHashB(hashB, codeUnit);
  }
  return { hashA, hashB };
}

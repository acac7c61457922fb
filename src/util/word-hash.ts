/**
 * The hashes that tell words apart: two words of one length are taken for one if 64 bits of hash are the same. For a million of them the odds
 * of one mistake are about one in thirty million, and a mistake would be the same every time. `extract/assembly/word-numbers.ts` has the same.
 */

/** Both hashes start and go on in their own way, over UTF-16 units: FNV-1a, and a multiply-and-add with an odd factor. */
const hashSeed = 0x811c9dc5 | 0;
const hashFactorA = 0x01000193;
const hashFactorB = 0x85ebca6b | 0;

export interface HashedWord {
  /** UTF-16 units. */
  length: number;
  hashA: number;
  hashB: number;
}

export function hashWord(text: string): HashedWord {
  let hashA = hashSeed;
  let hashB = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    hashA = Math.imul(hashA ^ code, hashFactorA);
    hashB = (Math.imul(hashB, hashFactorB) + code) | 0;
  }
  return { length: text.length, hashA, hashB };
}

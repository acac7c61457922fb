/**
 * The hashes that distinguish words: two words of equal length count as equal if all 64 bits of hash agree. For a million words the chance
 * of one collision is about one in thirty million, and a collision would be the same every time.
 */

/** The two hashes of the UTF-16 units differ: FNV-1a, which starts with this seed, and a multiply-and-add with an odd factor, which starts with 0. */
export const hashSeed = 0x811c9dc5 | 0;
const hashFactorA = 0x01000193;
const hashFactorB = 0x85ebca6b | 0;

export function nextHashA(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, hashFactorA);
}

export function nextHashB(hash: number, unit: number): number {
  return (Math.imul(hash, hashFactorB) + unit) | 0;
}

export interface HashedWord {
  hashA: number;
  hashB: number;
}

export function hashWord(text: string): HashedWord {
  let hashA = hashSeed;
  let hashB = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    hashA = nextHashA(hashA, code);
    hashB = nextHashB(hashB, code);
  }
  return { hashA, hashB };
}

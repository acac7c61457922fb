/**
 * A running 64-bit digest of a sequence of numbers and texts: two hashes of 32 bits. One is FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv) over
 * units of 16 bits; the other is similar, with other constants and a shift.
 */
export class Digest {
  #low = 0x811c9dc5;
  #high = 0x9747b28c;

  /** @param value any safe integer */
  number(value: number): void {
    this.#mix(value | 0);
    if (value > 0x7fffffff || value < -0x80000000) this.#mix(Math.floor(value / 0x1_0000_0000));
  }

  text(text: string): void {
    for (let at = 0; at < text.length; at++) this.#mix(text.charCodeAt(at));
    // The length is digested too, so that `ab`, `c` differs from `a`, `bc`. It is made negative, also for an empty text, because no code unit is.
    this.#mix(-text.length - 1);
  }

  #mix(value: number): void {
    // The halves of the value are mixed in one after the other: a multiplication does not carry high bits to lower ones.
    const upper = value >>> 16;
    this.#low = Math.imul(Math.imul(this.#low ^ (value & 0xffff), 0x01000193) ^ upper, 0x01000193);
    this.#high = Math.imul(Math.imul(this.#high ^ upper, 0x01000193) ^ (value & 0xffff), 0x85ebca6b);
    this.#high ^= this.#high >>> 13;
  }

  toString(): string {
    return `${(this.#high >>> 0).toString(36)}.${(this.#low >>> 0).toString(36)}`;
  }
}

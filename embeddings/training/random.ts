/** Pseudo-random numbers that are the same for the same seed, on every machine. */

/** A 32-bit hash of two numbers. */
export function scatter(a: number, b: number): number {
  let hash = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b)) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return (hash ^ (hash >>> 15)) >>> 0;
}

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer in [0, end). */
  below(end: number): number;
  /** Normally distributed. */
  normal(): number;
}

export function random(seed: number, stream: number): Random {
  const key = scatter(seed, stream);
  let count = 0;
  const next = (): number => scatter(key, count++) / 2 ** 32;
  return {
    next,
    below: (end) => Math.floor(next() * end),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

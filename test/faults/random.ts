/** Pseudo-random numbers that are the same for the same seed. */

export type Random = (below: number) => number;

export function seededRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}

export function pick<T>(list: readonly T[], random: Random): T {
  return list[random(list.length)]!;
}

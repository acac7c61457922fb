/**
 * How the cost of work grows with its size, for tests of what must not take the square of its input. It is told as a ratio of this process's CPU
 * time at two sizes (a thread's own time is counted by the tick, too coarsely): neither other programs nor a slow machine are in it. Where a test can count the work itself (calls, reads, steps), it does.
 */

/** The cheapest of so many rounds counts: nothing makes work cheaper than it is. */
const rounds = 3;
/** Below this (ms of CPU) a cost is not told from the cost of measuring it. */
const leastMs = 0.2;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function costOf<T>(make: () => T, work: (input: T) => unknown): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const input = make();
    const before = cpuMs();
    await work(input);
    least = Math.min(least, cpuMs() - before);
  }
  return Math.max(least, leastMs);
}

/**
 * The exponent of the growth between two sizes: 0 for what costs the same, 1 for what is linear, 2 for a square. What grows faster than that
 * hardly ends, so that sizes have to be such that a square would.
 * @param make the input of a size, not measured; a string has to be flat
 */
export async function growthExponent<T>(
  [small, large]: readonly [number, number],
  make: (size: number) => T,
  work: (input: T) => unknown,
): Promise<number> {
  await work(make(small));
  const costs = [await costOf(() => make(small), work), await costOf(() => make(large), work)] as const;
  return Math.log(costs[1] / costs[0]) / Math.log(large / small);
}

/** A text repeated to about that length, put together in memory: a rope would be when it is first read. */
export function repeated(piece: string, length: number): string {
  return Buffer.from(piece.repeat(Math.ceil(length / piece.length)), 'utf16le').toString('utf16le');
}

/** Between a line and a square. */
export const linear = 1.5;

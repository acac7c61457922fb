/**
 * Measures how the cost of work grows with its size, for tests of work that must not be quadratic in its input. The measure is the ratio of this
 * process's CPU time at two sizes, so that neither other programs nor a slow machine matter. (A thread's own time is counted in ticks, which is too
 * coarse.) A test that can count the work itself (calls, reads, steps) should do that instead.
 */
/** The cheapest of this many rounds counts, because disturbances only add cost. With fewer rounds, each may contain a compilation or a garbage collection. */
const rounds = 6;
/** A lower cost (ms of CPU) cannot be distinguished from the cost of measuring. */
const minMs = 0.2;

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
  return Math.max(least, minMs);
}

/**
 * The exponent of the growth between two sizes: 0 for constant cost, 1 for linear, 2 for quadratic. With faster growth
 * the test would hardly end, so the sizes must be chosen for quadratic cost.
 * @param make creates the input of a size. Its cost is not measured. A string must be flat (see `repeated`)
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

/** A text repeated to at least this length, as a flat string. V8 would flatten a rope at its first use, inside the measured work. */
export function repeated(piece: string, length: number): string {
  return Buffer.from(piece.repeat(Math.ceil(length / piece.length)), 'utf16le').toString('utf16le');
}

/** Limit for exponents of growth: below it cost is about linear, above it closer to quadratic. */
export const linear = 1.5;

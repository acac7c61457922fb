/** Judges whether a cost grows as allowed: at most linearly, or at most logarithmically with the work. */

/** The cost at `times` times the work. */
export interface GrowthPoint {
  times: number;
  cost: number;
}

export interface Judgement {
  isMet: boolean;
  /** The reason in figures. */
  because: string;
}

/** How far above linear a cost may be, as a share. */
export const linearAllowance = 0.1;
/** The largest permitted exponent of the work. */
export const maxExponent = 1.1;
/** Additional cost below this share of the fixed part cannot be told from noise. */
export const minShare = 0.2;
/** As a share of the first cost: steps that differ by less count as equal. */
export const noiseShare = 0.25;
/**
 * A logarithmic cost grows by the same amount with each doubling. A linear cost measured in steps of factor four grows
 * four times as much as in the step before. Filling caches add to the growth as well, because a small tree is soon
 * cached completely.
 */
export const maxSteeper = 3;

/**
 * The exponent with which a cost grows with the work: the slope of the least-squares line through the logarithms. Null
 * for fewer than two positive points.
 */
export function fittedExponent(points: readonly GrowthPoint[]): number | null {
  const logs = points
    .filter(({ cost }) => cost > 0)
    .map(({ times, cost }) => [Math.log(times), Math.log(cost)] as const);
  if (logs.length < 2) return null;
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const over = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const under = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return under === 0 ? null : over / under;
}

/** Whether the cost of the work can be told from the fixed part. */
const isAbove = ({ cost }: GrowthPoint, fixed: number): boolean => cost > fixed && cost - fixed >= minShare * fixed;

/** The exponent of the cost above the fixed part, from the second step on, where it can be told from that part. */
export function exponentAbove(points: readonly GrowthPoint[], fixed: number): number | null {
  const above = points.slice(1).filter((point) => isAbove(point, fixed));
  return fittedExponent(above.map(({ times, cost }) => ({ times, cost: cost - fixed })));
}

const shown = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1));

/**
 * At most linear means two things. From the first step at which the work's cost can be told from the fixed part, the
 * last step costs at most 1.1 times as much above that part as its work is larger. And the fitted exponent from the
 * second step on is at most 1.1.
 * @param points by `times`, ascending, at least two; `fixed`: the cost without any work
 */
export function judgeLinear(points: readonly GrowthPoint[], fixed: number): Judgement {
  const last = points.at(-1)!;
  const from = points.find((point) => isAbove(point, fixed));
  if (from === undefined || from === last)
    return {
      isMet: true,
      because: `hardly more than the fixed part (${shown(last.cost / fixed)} times it at ${last.times})`,
    };
  const growth = (last.cost - fixed) / (from.cost - fixed);
  const work = last.times / from.times;
  const exponent = exponentAbove(points, fixed);
  const fits = exponent === null || exponent <= maxExponent;
  const power =
    exponent === null
      ? ''
      : `; exponent ${exponent.toFixed(2)} from ${Math.max(points[1]!.times, from.times)} to ${last.times}`;
  return {
    isMet: growth <= work * (1 + linearAllowance) && fits,
    because: `${shown(growth)} times the cost above the fixed part for ${work} times the work (${from.times} to ${last.times})${power}`,
  };
}

/**
 * At most logarithmic means two things. The last step costs at most 1 + log2(times) of the first, as if every doubling
 * added the whole first cost. And each doubling of the last step adds at most three times as much as in the steepest
 * step before, unless that whole step adds less than a quarter of the first cost.
 * @param points by `times`, ascending, at least two
 */
export function judgeLogarithmic(points: readonly GrowthPoint[]): Judgement {
  const first = points[0]!;
  const last = points.at(-1)!;
  const growth = last.cost / first.cost;
  const most = 1 + Math.log2(last.times / first.times);
  const steps = points.slice(1).map((point, at) => {
    const before = points[at]!;
    return { added: point.cost - before.cost, doublings: Math.log2(point.times / before.times) };
  });
  const rates = steps.map(({ added, doublings }) => added / doublings);
  const lastRate = rates.at(-1)!;
  const noise = noiseShare * first.cost;
  // A rise within noise counts as this much, so that a flat beginning does not fail every later rise.
  const before = Math.max(...rates.slice(0, -1), noise / maxSteeper / steps.at(-1)!.doublings);
  const isStraight = steps.length === 1 || lastRate <= maxSteeper * before;
  const share = (rate: number): string => `${((rate / first.cost) * 100).toFixed(0)} %`;
  const course = rates.map(share).join(', ');
  return {
    isMet: growth <= most && isStraight,
    because: `${shown(growth)} times from ${first.times} to ${last.times} (at most ${shown(most)}); a doubling adds ${course} of the first cost, step by step`,
  };
}

/** The limit of the 95th percentile is 1 + log2(times) of the first step. It is too noisy for a stricter rule. */
export function judgeTail(points: readonly GrowthPoint[]): Judgement {
  const first = points[0]!;
  const last = points.at(-1)!;
  const growth = last.cost / first.cost;
  const most = 1 + Math.log2(last.times / first.times);
  return {
    isMet: growth <= most,
    because: `${shown(growth)} times from ${first.times} to ${last.times} (at most ${shown(most)})`,
  };
}

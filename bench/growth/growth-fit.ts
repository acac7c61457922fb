/** Whether a cost grows as it may: at most linearly with the work, or with its logarithm. */

/** What something costs at so many times the work. */
export interface GrowthPoint {
  times: number;
  cost: number;
}

export interface Judgement {
  isHeld: boolean;
  /** Why, in figures. */
  because: string;
}

/** A cost that is linear may be so much above the line. */
export const linearAllowance = 0.1;
/** And grow with such a power of the work. */
export const mostExponent = 1.1;
/** Below this share of the fixed part, what work adds cannot be told from noise. */
export const leastShare = 0.2;
/** Of the first cost: two steps that differ by less are as far as measuring goes the same. */
export const noiseShare = 0.25;
/**
 * A cost that grows with the logarithm adds as much by each doubling; one that is linear, in steps of four, four times as much as the step
 * before. What is kept in memory fills on the way, which adds too: a small tree is soon all there.
 */
export const mostSteeper = 3;

/** The power of the work with which a cost grows: the slope of the least squares through its logarithms. Null for fewer than two points above 0. */
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

/** Whether what work adds can be told from the fixed part. */
const isAbove = ({ cost }: GrowthPoint, fixed: number): boolean => cost > fixed && cost - fixed >= leastShare * fixed;

/** The exponent of what is above the fixed part, from the second step on, where it can be told from it. */
export function exponentAbove(points: readonly GrowthPoint[], fixed: number): number | null {
  const above = points.slice(1).filter((point) => isAbove(point, fixed));
  return fittedExponent(above.map(({ times, cost }) => ({ times, cost: cost - fixed })));
}

const shown = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1));

/**
 * At most linear: from the first step at which the work can be told from the fixed part, the last one costs at most as many times as much
 * above that part as its work is, and a tenth; and the fitted exponent from the second step on is at most 1.1.
 * @param points by `times`, ascending, two at the least; `fixed`: what no work at all costs
 */
export function judgeLinear(points: readonly GrowthPoint[], fixed: number): Judgement {
  const last = points.at(-1)!;
  const from = points.find((point) => isAbove(point, fixed));
  if (from === undefined || from === last)
    return {
      isHeld: true,
      because: `hardly more than the fixed part (${shown(last.cost / fixed)} times it at ${last.times})`,
    };
  const growth = (last.cost - fixed) / (from.cost - fixed);
  const work = last.times / from.times;
  const exponent = exponentAbove(points, fixed);
  const fits = exponent === null || exponent <= mostExponent;
  const power =
    exponent === null
      ? ''
      : `; exponent ${exponent.toFixed(2)} from ${Math.max(points[1]!.times, from.times)} to ${last.times}`;
  return {
    isHeld: growth <= work * (1 + linearAllowance) && fits,
    because: `${shown(growth)} times the cost above the fixed part for ${work} times the work (${from.times} to ${last.times})${power}`,
  };
}

/**
 * At most logarithmic: the last step costs at most 1 + log2(times) of the first, as if every doubling added the whole cost of the first; and
 * the doublings of the last step add each at most three times what they did in the steepest step before, unless all of that step adds less than a
 * quarter of the first cost.
 * @param points by `times`, ascending, two at the least
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
  // What cannot be told from nothing counts as this much, so that a flat beginning does not condemn every later rise.
  const before = Math.max(...rates.slice(0, -1), noise / mostSteeper / steps.at(-1)!.doublings);
  const isStraight = steps.length === 1 || lastRate <= mostSteeper * before;
  const share = (rate: number): string => `${((rate / first.cost) * 100).toFixed(0)} %`;
  const course = rates.map(share).join(', ');
  return {
    isHeld: growth <= most && isStraight,
    because: `${shown(growth)} times from ${first.times} to ${last.times} (at most ${shown(most)}); a doubling adds ${course} of the first cost, step by step`,
  };
}

/** What the slowest in twenty may cost: 1 + log2(times) of what they did at the first step; noise is too much in them for more than that. */
export function judgeTail(points: readonly GrowthPoint[]): Judgement {
  const first = points[0]!;
  const last = points.at(-1)!;
  const growth = last.cost / first.cost;
  const most = 1 + Math.log2(last.times / first.times);
  return {
    isHeld: growth <= most,
    because: `${shown(growth)} times from ${first.times} to ${last.times} (at most ${shown(most)})`,
  };
}

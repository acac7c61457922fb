import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addLatency,
  addToBucket,
  createLatencyHistogram,
  latencyBuckets,
  latencyQuantile,
  mergeLatencies,
  type LatencyHistogram,
} from './latency-histogram.ts';

function of(values: readonly number[]): LatencyHistogram {
  const histogram = createLatencyHistogram();
  for (const value of values) addLatency(histogram, value);
  return histogram;
}

function exact(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? Number.NaN;
}

/** From 10 microseconds to an hour, evenly distributed on a logarithmic scale. */
const latency = fc.double({ min: Math.log(0.01), max: Math.log(3_600_000), noNaN: true }).map(Math.exp);

describe('quantiles', () => {
  it.each([0, 0.5, 0.95, 0.99, 1])('of %d are within 4.5 % of the exact ones', (share) => {
    fc.assert(
      fc.property(fc.array(latency, { minLength: 1, maxLength: 300 }), (values) => {
        const ratio = latencyQuantile(of(values), share) / exact(values, share);
        expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(0.045);
      }),
    );
  });

  it('are 0 where nothing has been added', () => {
    expect(latencyQuantile(createLatencyHistogram(), 0.95)).toBe(0);
  });

  it.each([
    [0, 0.01],
    [-5, 0.01],
    [Number.NaN, 0.01],
    [1e-9, 0.01],
  ])('of %d is the smallest possible', (value, expected) => {
    expect(latencyQuantile(of([value]), 0.5)).toBe(expected);
  });

  it.each([4e6, 1e12, Number.POSITIVE_INFINITY])('of %d are limited to the largest bucket', (value) => {
    expect(latencyQuantile(of([value]), 0.5)).toBeCloseTo(3_600_000, -6);
    expect(latencyQuantile(of([value]), 0.5)).toBe(latencyQuantile(of([5e9]), 0.5));
  });
});

describe('two histograms', () => {
  it('can be added, however their values were divided', () => {
    fc.assert(
      fc.property(fc.array(latency), fc.array(latency), (some, others) => {
        const merged = of(some);
        mergeLatencies(merged, of(others));
        expect(merged).toEqual(of([...some, ...others]));
      }),
    );
  });

  it('ignore the numbers of buckets that do not exist', () => {
    const histogram = createLatencyHistogram();
    addToBucket(histogram, -1, 2);
    addToBucket(histogram, latencyBuckets + 7, 3);
    expect([histogram.length, histogram[0], histogram.at(-1)]).toEqual([latencyBuckets, 2, 3]);
  });
});

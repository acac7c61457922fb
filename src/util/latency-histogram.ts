/**
 * Latencies, as counts on a logarithmic scale. The number of buckets is fixed, so two histograms are merged by adding their counts.
 * Invariant: a quantile between 10 microseconds and an hour is within 4.5 % of the exact one. Outside of this range it is the nearer end of the
 * range.
 */

const bucketsPerDoubling = 8;
const minMs = 0.01;
const maxMs = 3_600_000;

/** Number of buckets. The first is for latencies up to `minMs`, the last for those from about an hour on. Indexes of buckets are stored on disk. */
export const latencyBuckets = Math.ceil(Math.log2(maxMs / minMs) * bucketsPerDoubling) + 1;

/** Counts by bucket. */
export type LatencyHistogram = Float64Array;

export function createLatencyHistogram(): LatencyHistogram {
  return new Float64Array(latencyBuckets);
}

function bucketOf(ms: number): number {
  // The negated comparison also holds for NaN.
  if (!(ms > minMs)) return 0;
  return Math.min(latencyBuckets - 1, Math.floor(Math.log2(ms / minMs) * bucketsPerDoubling) + 1);
}

/** The middle of a bucket on the logarithmic scale (ms). */
function middleOf(bucket: number): number {
  return bucket === 0 ? minMs : minMs * 2 ** ((bucket - 0.5) / bucketsPerDoubling);
}

export function addLatency(histogram: LatencyHistogram, ms: number): void {
  addToBucket(histogram, bucketOf(ms), 1);
}

/** An index outside the range counts in the nearest bucket. */
export function addToBucket(histogram: LatencyHistogram, bucket: number, count: number): void {
  const at = Math.max(0, Math.min(latencyBuckets - 1, bucket));
  histogram[at] = (histogram[at] ?? 0) + count;
}

export function mergeLatencies(into: LatencyHistogram, from: LatencyHistogram): void {
  for (const [bucket, count] of from.entries()) if (count > 0) addToBucket(into, bucket, count);
}

/**
 * The quantile by nearest rank (ms); 0 when nothing has been added.
 * @param share 0 to 1, as in 0.95
 */
export function latencyQuantile(histogram: LatencyHistogram, share: number): number {
  const all = histogram.reduce((sum, count) => sum + count, 0);
  if (all === 0) return 0;
  const rank = Math.max(1, Math.ceil(share * all));
  let counted = 0;
  for (const [bucket, count] of histogram.entries()) {
    counted += count;
    if (counted >= rank) return middleOf(bucket);
  }
  return middleOf(latencyBuckets - 1);
}

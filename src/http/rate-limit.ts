/**
 * How often a client may ask: for each a bucket that holds two seconds' worth and fills steadily.
 * Invariant: memory is bounded, however many clients there are: a bucket that is full again is forgotten.
 */
import { isIPv6 } from 'node:net';

interface Bucket {
  left: number;
  at: number;
}

const forgetAbove = 10_000;

/** What one client is: its address, or for IPv6 the network (/64) that a single client has as its own. */
function clientOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(plain)) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

export interface RateLimit {
  /** Milliseconds until the client may ask again; 0 when it may now, which then counts. */
  take(address: string, now: number): number;
}

/** @param perSecond 0: no limit */
export function createRateLimit(perSecond: number): RateLimit {
  const buckets = new Map<string, Bucket>();
  const size = perSecond * 2;

  const filled = ({ left, at }: Bucket, now: number): number => Math.min(size, left + ((now - at) / 1000) * perSecond);
  const forgetFull = (now: number): void => {
    for (const [client, bucket] of buckets) if (filled(bucket, now) >= size) buckets.delete(client);
    // More clients at once than can be told apart: the longest known goes.
    for (const client of buckets.keys()) {
      if (buckets.size <= forgetAbove) break;
      buckets.delete(client);
    }
  };

  return {
    take(address, now) {
      if (perSecond === 0) return 0;
      const client = clientOf(address);
      const known = buckets.get(client);
      const left = known === undefined ? size : filled(known, now);
      if (left < 1) return Math.ceil(((1 - left) / perSecond) * 1000);
      buckets.set(client, { left: left - 1, at: now });
      if (buckets.size > forgetAbove) forgetFull(now);
      return 0;
    },
  };
}

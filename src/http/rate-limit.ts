/**
 * Limits the requests of each client with a token bucket, which fills steadily.
 * Invariant: there are at most `maxBuckets` buckets, however many clients there are. Above that number full buckets are dropped, which
 * changes nothing for their clients, then those that were created first.
 */
import { isIPv6 } from 'node:net';

interface Bucket {
  /** Requests left at the time `at` (ms). */
  left: number;
  at: number;
}

const maxBuckets = 10_000;

/** Identifies a client: by its IPv4 address, or by its IPv6 /64 network, which usually belongs to one client. */
export function clientOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(plain)) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

export interface RateLimit {
  /** Milliseconds until the client may send a request; 0 if it may now, and then the request is counted. `now` is in milliseconds. */
  take(client: string, now: number): number;
}

/** @param perSecond 0: no limit @param size of the bucket: what one client may send at once; absent: the requests of two seconds */
export function createRateLimit(perSecond: number, size = perSecond * 2): RateLimit {
  const buckets = new Map<string, Bucket>();

  const leftAt = ({ left, at }: Bucket, now: number): number => Math.min(size, left + ((now - at) / 1000) * perSecond);
  const dropBuckets = (now: number): void => {
    for (const [client, bucket] of buckets) if (leftAt(bucket, now) >= size) buckets.delete(client);
    for (const client of buckets.keys()) {
      if (buckets.size <= maxBuckets) break;
      buckets.delete(client);
    }
  };

  return {
    take(client, now) {
      if (perSecond === 0) return 0;
      const bucket = buckets.get(client);
      const left = bucket === undefined ? size : leftAt(bucket, now);
      if (left < 1) return Math.ceil(((1 - left) / perSecond) * 1000);
      buckets.set(client, { left: left - 1, at: now });
      if (buckets.size > maxBuckets) dropBuckets(now);
      return 0;
    },
  };
}

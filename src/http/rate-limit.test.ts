import { describe, expect, it } from 'vitest';
import { clientOf, createRateLimit } from './rate-limit.ts';

describe('a client', () => {
  it('may send a burst of two seconds’ worth, and then as many as the bucket refills', () => {
    const limit = createRateLimit(10);
    const first = Array.from({ length: 20 }, () => limit.take('10.0.0.1', 1000));
    expect(first).toEqual(Array.from({ length: 20 }, () => 0));
    expect(limit.take('10.0.0.1', 1000)).toBe(100);
    expect(limit.take('10.0.0.1', 1050)).toBe(50);
    expect(limit.take('10.0.0.1', 1100)).toBe(0);
    expect(limit.take('10.0.0.1', 1100)).toBeGreaterThan(0);
    expect(limit.take('10.0.0.2', 1100)).toBe(0);
  });

  it.each([
    ['an address in both its forms', '10.0.0.1', '::ffff:10.0.0.1', true],
    ['two addresses of one IPv6 network', '2001:db8::1', '2001:db8::ffff:2', true],
    ['two IPv6 networks', '2001:db8:0:1::1', '2001:db8:0:2::1', false],
    ['two IPv4 addresses', '10.0.0.1', '10.0.0.2', false],
  ])('is %s, or not', (_, one, other, same) => {
    expect(clientOf(one) === clientOf(other)).toBe(same);
  });

  it('may send as much at once as its bucket holds', () => {
    const limit = createRateLimit(1, 3);
    expect([1, 2, 3, 4].map(() => limit.take('a', 0))).toEqual([0, 0, 0, 1000]);
    expect(limit.take('a', 1000)).toBe(0);
  });

  it('is not limited by 0', () => {
    const limit = createRateLimit(0);
    for (let i = 0; i < 1000; i++) expect(limit.take('10.0.0.1', 0)).toBe(0);
  });

  it('is still limited after very many other clients', () => {
    const limit = createRateLimit(1);
    for (let i = 0; i < 60_000; i++) limit.take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, i);
    expect([limit.take('10.9.9.9', 60_000), limit.take('10.9.9.9', 60_000)]).toEqual([0, 0]);
    expect(limit.take('10.9.9.9', 60_000)).toBe(1000);
  });
});

import { describe, expect, it } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

describe('RecentlyUsed', () => {
  it('drops the entry that has not been used for the longest time', () => {
    const cache = new RecentlyUsed<string, number>(30);
    for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at, 10);
    expect(cache.get('a')).toBe(0);
    cache.set('d', 3, 10);
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.has(key))).toEqual(['a', 'c', 'd']);
    cache.set('e', 4, 20);
    expect(['a', 'c', 'd', 'e'].filter((key) => cache.has(key))).toEqual(['d', 'e']);
    expect(cache.bytes).toBe(30);
  });

  it('counts an entry once per key, and nothing that was dropped', () => {
    const cache = new RecentlyUsed<string, number>(100);
    cache.set('a', 1, 60);
    cache.set('a', 2, 50);
    expect([cache.get('a'), cache.bytes]).toEqual([2, 50]);
    cache.delete('a');
    cache.delete('a');
    expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
    cache.set('b', 1, 200);
    expect([cache.has('b'), cache.bytes]).toEqual([false, 0]);
    cache.set('c', 1, 10);
    cache.clear();
    expect([cache.has('c'), cache.bytes]).toEqual([false, 0]);
  });
});

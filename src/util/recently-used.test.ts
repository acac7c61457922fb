import { describe, expect, it } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

describe('RecentlyUsed', () => {
  it('lets go of what was not used for the longest', () => {
    const kept = new RecentlyUsed<string, number>(30);
    for (const [at, key] of ['a', 'b', 'c'].entries()) kept.set(key, at, 10);
    expect(kept.get('a')).toBe(0);
    kept.set('d', 3, 10);
    expect(['a', 'b', 'c', 'd'].filter((key) => kept.has(key))).toEqual(['a', 'c', 'd']);
    kept.set('e', 4, 20);
    expect(['a', 'c', 'd', 'e'].filter((key) => kept.has(key))).toEqual(['d', 'e']);
    expect(kept.bytes).toBe(30);
  });

  it('counts what is kept under a key once, and nothing that is gone', () => {
    const kept = new RecentlyUsed<string, number>(100);
    kept.set('a', 1, 60);
    kept.set('a', 2, 50);
    expect([kept.get('a'), kept.bytes]).toEqual([2, 50]);
    kept.delete('a');
    kept.delete('a');
    expect([kept.get('a'), kept.bytes]).toEqual([undefined, 0]);
    kept.set('b', 1, 200);
    expect([kept.has('b'), kept.bytes]).toEqual([false, 0]);
    kept.set('c', 1, 10);
    kept.clear();
    expect([kept.has('c'), kept.bytes]).toEqual([false, 0]);
  });
});

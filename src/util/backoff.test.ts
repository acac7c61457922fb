import { expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

it('doubles up to its maximum, and starts again after a success', () => {
  const backoff = new Backoff({ firstMs: 100, mostMs: 1500 });
  const turns = [100, 200, 400, 800, 1500, 1500];
  const pauses = turns.map(() => backoff.next());
  for (const [at, turn] of turns.entries()) {
    expect(pauses[at]).toBeGreaterThanOrEqual(turn);
    expect(pauses[at]).toBeLessThanOrEqual(turn * 1.25);
  }
  for (let n = 0; n < 100; n++) expect(backoff.next()).toBeLessThanOrEqual(1875);
  backoff.reset();
  expect(backoff.next()).toBeLessThanOrEqual(125);
});

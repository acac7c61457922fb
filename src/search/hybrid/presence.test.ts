import { describe, expect, it } from 'vitest';
import { leastPresence, presence, seemsAbsent } from './presence.ts';

const found = { found: 0.8, absent: 0, unknownNames: 0, scarce: 0, length: 5, similarity: 0.57, words: 1.4 };
const nothing = { found: 0.3, absent: 0.4, unknownNames: 0, scarce: 2, length: 5, similarity: 0.3, words: 0.5 };

describe('the presence of what is asked', () => {
  it('is high where pieces have the words, and low where no file has them', () => {
    expect(presence(found)).toBeGreaterThan(0.8);
    expect(presence(nothing)).toBeLessThan(leastPresence);
    expect(presence({ ...found, similarity: null })).toBeGreaterThan(0.7);
    expect(presence({ ...nothing, similarity: null })).toBeLessThan(leastPresence);
  });

  it('is lower for a name that no file has', () => {
    expect(presence({ ...found, unknownNames: 1 })).toBeLessThan(presence(found));
  });

  it('is no reason to say so where the project has every word', () => {
    expect(seemsAbsent(nothing)).toBe(true);
    expect(seemsAbsent({ ...nothing, scarce: 0 })).toBe(false);
    expect(seemsAbsent({ ...nothing, scarce: 0, unknownNames: 1 })).toBe(true);
    expect(seemsAbsent({ ...found, scarce: 2 })).toBe(false);
  });
});

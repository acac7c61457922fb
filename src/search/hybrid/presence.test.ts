import { describe, expect, it } from 'vitest';
import { leastPresence, presence } from './presence.ts';

const found = { found: 0.8, absent: 0, unknownNames: 0, length: 5, similarity: 0.57, words: 1.4 };
const nothing = { found: 0.3, absent: 0.4, unknownNames: 0, length: 5, similarity: 0.3, words: 0.5 };

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
});

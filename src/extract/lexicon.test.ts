import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeWhole } from '../util/word-table.ts';
import { identifierTerms } from '../util/words.ts';
import { Lexicon } from './lexicon.ts';

function learned(lexicon: Lexicon, identifier: string): ReturnType<typeof identifierTerms> {
  const word = lexicon.number(placeWhole(identifier));
  const terms: string[] = [];
  for (let at = lexicon.start(word); at < lexicon.start(word + 1); at++) terms.push(lexicon.terms[lexicon.term(at)]!);
  return { whole: lexicon.isJoined(word) ? terms.pop()! : null, parts: terms };
}

const piece = fc.constantFrom(
  ...['user', 'Users', 'URL', 'URLs', 'HTTP', 'x', 'A', '_', '__', '$', '-', '.', '64', '2fa', 'base64', '0x1F'],
  ...['été', '用户', 'sS', 'constructor', '__proto__', 'y'.repeat(70), 'running', 'Run'],
);
const identifier = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));

describe('Lexicon', () => {
  it('knows the terms that identifierTerms finds, whatever it learned before', () => {
    const lexicon = new Lexicon();
    fc.assert(
      fc.property(identifier, (one) => {
        expect(learned(lexicon, one)).toEqual(identifierTerms(one));
      }),
      { numRuns: 5000 },
    );
  });

  it('forgets what it learned when it is too much, and starts at 0 again', () => {
    const lexicon = new Lexicon();
    for (let n = 0; n < 200_001; n++) lexicon.number(placeWhole(`w${n}`));
    lexicon.trim();
    expect(lexicon.terms).toEqual([]);
    expect(lexicon.number(placeWhole('userName'))).toBe(0);
    expect(learned(lexicon, 'userName')).toEqual({ parts: ['user', 'name'], whole: 'username' });
  });
});

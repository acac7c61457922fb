import fc from 'fast-check';
import { stemmer } from 'stemmer';
import { describe, expect, it } from 'vitest';
import { porterStem } from './porter.ts';

const endings = [
  ...['s', 'ss', 'sses', 'ies', 'eed', 'ed', 'ing', 'at', 'bl', 'iz', 'y', 'ational', 'tional', 'enci', 'anci', 'izer'],
  ...['bli', 'alli', 'entli', 'eli', 'ousli', 'ization', 'ation', 'ator', 'alism', 'iveness', 'fulness', 'ousness'],
  ...['aliti', 'iviti', 'biliti', 'logi', 'icate', 'ative', 'alize', 'iciti', 'ical', 'ful', 'ness', 'al', 'ance'],
  ...['ence', 'er', 'ic', 'able', 'ible', 'ant', 'ement', 'ment', 'ent', 'ion', 'sion', 'ou', 'ism', 'ate', 'iti'],
  ...['ous', 'ive', 'ize', 'e', 'll', 'lle', 'yed', 'ying', ''],
];

describe('porterStem', () => {
  it('gives what an implementation by patterns gives', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aeiouybclstwxz'), maxLength: 7 });
    const suffix = fc.constantFrom(...endings);
    const word = fc.tuple(letters, suffix, suffix).map((parts) => parts.join(''));
    fc.assert(
      fc.property(word, (one) => {
        expect(porterStem(one)).toBe(stemmer(one));
      }),
      { numRuns: 20_000 },
    );
  });

  it('takes the words of a source file as one expects', () => {
    const words = 'caresses ponies agreed plastered motoring conflated hopping tanned failing filing happy sky';
    expect(words.split(' ').map(porterStem).join(' ')).toBe(
      'caress poni agre plaster motor conflat hop tan fail file happi sky',
    );
  });
});

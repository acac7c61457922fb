import { expect, it } from 'vitest';
import { retiredUses } from './retired-words.ts';

it.each([
  ['a comment', '// The facts of a file', 'facts of a '],
  ['a name', 'const platformTwins = 1;', 'twins'],
  ['a constant of two words', 'class KnownAnswers {}', 'known answers'],
  ['a title', "it('takes the seat', run)", 'seat'],
  ['a number of a specification', "002's nine sources", "002's"],
])('a retired word in %s is found', (_, text, word) => {
  expect(retiredUses(`\n${text}\n`)).toEqual([expect.objectContaining({ line: 2, word })]);
});

it.each([
  'a fact',
  'the same facts as data',
  'the artefacts',
  'shops',
  'seating',
  'he looks at it',
  'migration 0002',
  'manifests',
])('"%s" is no retired word', (text) => {
  expect(retiredUses(text)).toEqual([]);
});

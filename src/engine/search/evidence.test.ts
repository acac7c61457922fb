import { describe, expect, it } from 'vitest';
import { parseHybridQuery } from '../../search/hybrid/query.ts';
import { absenceNote, evidenceOf, type Question } from './evidence.ts';

/** @param counts number of the project's 1,000 files with each term, in the order of the question */
function question(query: string, ...counts: number[]): Question {
  return { query: parseHybridQuery(query), files: 1000, fileCounts: counts, isKeyword: (term) => term === 'defer' };
}

describe('the evidence of a question', () => {
  it.each([
    ['no file has a word', 'flush logs', [0, 300], 1],
    ['one file in a hundred has it', 'flush logs', [10, 300], 1],
    ['more files have it', 'flush logs', [11, 300], 0],
    ['it is a keyword', 'defer logs', [0, 300], 0],
    ['it is a common word of questions', 'flush onto', [300, 0], 0],
  ])('counts the scarce words: %s', (_, query, counts, scarce) => {
    expect(evidenceOf(question(query, ...counts), [], null).scarce).toBe(scarce);
  });
});

describe('the note of absence', () => {
  it.each([
    ['words that no file has', [0, 2], 'about this: no file has "pods". What'],
    ['else those that hardly any has', [40, 2], 'about this: hardly any file has "queue". What'],
    ['else none', [40, 40], 'about this. What'],
  ])('names %s', (_, counts, expected) => {
    expect(absenceNote(question('pods queue', ...counts))).toContain(expected);
  });
});

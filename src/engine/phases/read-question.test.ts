/** A message has the bounds of what a tool sends: whoever may ask a node may send one. */
import { expect, it } from 'vitest';
import { toAppError } from '../../model/error.ts';
import { QuestionGone, asQuestion } from '../../util/turns/question.ts';
import { tagFields } from '../../store/store.ts';
import { nearestIn } from './corpus.ts';
import { readQuestion } from './read-question.ts';

const many = (length: number, word = ''): string[] => Array.from({ length }, (_, at) => `${word}${at}`);
const numbers = (length: number): number[] => Array.from({ length }, (_, at) => at);
const corpus = { figures: { files: 1, fieldSums: tagFields.map(() => 1), languages: [] } };
const termsOf = (length: number): unknown => many(length).map((name) => [name, { fileCount: 1, isNamed: false }]);

function faultOf(kind: string, asked: unknown): string | null {
  try {
    readQuestion({ kind, state: null, asked });
    return null;
  } catch (error) {
    return toAppError(error).details?.field ?? 'unknown';
  }
}

it.each<[kind: string, asked: unknown, field: string]>([
  ['names', { words: many(5000, 'w'.repeat(20)) }, 'asked.words'],
  ['names', { words: many(9, 'w'.repeat(23)) }, 'asked.words'],
  ['names', { words: ['w'.repeat(201)] }, 'asked.words'],
  ['frequencies', { words: many(9) }, 'asked.words'],
  ['figures', { terms: many(1001), for: 'words' }, 'asked.terms'],
  ['focus', { query: { query: 'x', limit: 1 }, corpus: { ...corpus, terms: termsOf(1001) } }, 'asked.corpus.terms'],
  ['texts', { ids: numbers(33) }, 'asked.ids'],
  ['texts', { ids: [1, 2, 1] }, 'asked.ids'],
  ['details', { ids: [1, 2, 1] }, 'asked.ids'],
  ['outlines', { ids: [1, 2, 1] }, 'asked.ids'],
  ['outlines', { ids: numbers(1001) }, 'asked.ids'],
])('more than a tool sends is refused: %s %#', (kind, asked, field) => {
  expect(faultOf(kind, asked)).toBe(field);
});

it.each<[kind: string, asked: unknown]>([
  ['names', { words: many(33, 'nam') }],
  ['frequencies', { words: many(8) }],
  ['figures', { terms: many(1000), for: 'words' }],
  ['texts', { ids: numbers(32) }],
  ['details', { ids: numbers(5000) }],
  ['outlines', { ids: numbers(1000) }],
])('what a tool sends is read: %s', (kind, asked) => {
  expect(faultOf(kind, asked)).toBeNull();
});

it('others have a turn between the words of a message, and nothing goes on after its end', async () => {
  const question = new AbortController();
  const found = asQuestion(question.signal, () => nearestIn(['alphabet', 'number'], ['alphabot', 'numbar']));
  question.abort();
  await expect(found).rejects.toThrow(QuestionGone);
  expect(await nearestIn(['alphabet', 'number'], ['numbar', 'xyz', 'alphabot'])).toEqual(['number', null, 'alphabet']);
});

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

const textOf = (pattern: object): object => ({
  pattern: { query: 'x', isRegex: false, case: 'smart', wholeWord: false, multiline: false, ...pattern },
});
const placesOf = (length: number): unknown => many(length).map((path) => [path, 1]);
const symbols = { written: { name: '*', file: null }, most: 1, isRead: false, lastName: null, mostNames: 1 };

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
  ['textScope', { text: textOf({ query: 'x'.repeat(10_001) }) }, 'asked.text.pattern.query'],
  ['textScope', { text: textOf({ query: 'a\0' }) }, 'asked.text.pattern.query'],
  ['textScope', { text: textOf({ query: '' }) }, 'asked.text.pattern.query'],
  ['textScope', { text: textOf({ case: 'any' }) }, 'asked.text.pattern.case'],
  ['textScope', { text: { ...textOf({}), globs: many(1001) } }, 'asked.text.globs'],
  ['textScope', { text: { ...textOf({}), globs: many(3, 'g'.repeat(700)) } }, 'asked.text.globs'],
  ['textFind', { text: textOf({}), request: { most: null, paths: null, shown: 1 } }, 'asked.request'],
  ['textFind', { text: textOf({}), request: { most: 10_001, paths: null, shown: 1 } }, 'asked.request.most'],
  ['textFind', { text: textOf({}), request: { most: null, paths: many(1001), shown: 1 } }, 'asked.request.paths'],
  ['textFind', { text: textOf({}), request: { most: 1, paths: null, shown: 10_001 } }, 'asked.request.shown'],
  ['textCount', { text: textOf({}), request: { best: { lines: 10_001 }, most: 1 } }, 'asked.request.best.lines'],
  ['textCount', { text: textOf({}), request: { best: { files: -1 }, most: 1 } }, 'asked.request.best.files'],
  ['textCount', { text: textOf({}), request: { best: { lines: 1 }, most: 10_001 } }, 'asked.request.most'],
  ['textLines', { text: textOf({}), request: { places: placesOf(1001), context: 0 } }, 'asked.request.places'],
  ['textLines', { text: textOf({}), request: { places: placesOf(1), context: 11 } }, 'asked.request.context'],
  ['textLines', { text: textOf({}), request: { places: [['a', 1, 2]], context: 0 } }, 'asked.request.places[0]'],
  [
    'symbols',
    { request: { ...symbols, written: { name: 'x'.repeat(501), file: null } } },
    'asked.request.written.name',
  ],
  ['symbols', { request: { ...symbols, most: 10_001 } }, 'asked.request.most'],
  ['symbols', { request: { ...symbols, type: 'wish' } }, 'asked.request.type'],
  ['symbolFiles', { paths: many(501) }, 'asked.paths'],
  ['symbolNames', { written: { name: '*' } }, 'asked.written.file'],
  ['leftOut', { limit: 10_001 }, 'asked.limit'],
  ['leftOut', { limit: 1, reason: 'none' }, 'asked.reason'],
  ['listed', { filter: { limit: 10_001 } }, 'asked.filter.limit'],
  ['completions', { of: 'secrets', typed: '' }, 'asked.of'],
  ['completions', { of: 'paths', typed: 'x'.repeat(4097) }, 'asked.typed'],
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
  ['textScope', { text: { ...textOf({ query: 'x'.repeat(10_000) }), globs: many(2, 'g'.repeat(900)) } }],
  ['textFind', { text: textOf({}), request: { most: 5000, paths: null, shown: 10_000 } }],
  ['textFind', { text: textOf({}), request: { most: null, paths: many(1000), shown: 1 } }],
  ['textLines', { text: textOf({}), request: { places: placesOf(1000), context: 10 } }],
  ['symbols', { request: { ...symbols, type: 'class', module: 'm', package: 'p', exported: false } }],
  ['statistics', {}],
  ['status', {}],
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

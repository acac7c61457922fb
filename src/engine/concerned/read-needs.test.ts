/** What nodes ask about repositories has bounds, and what they answer is looked at: whoever may ask a node may send a message. */
import { expect, it } from 'vitest';
import { toAppError } from '../../model/error.ts';
import { answerFault } from '../phases/answer-fault.ts';
import { readQuestion } from '../phases/read-question.ts';
import type { FoundNeeds } from './needs.ts';

const many = (length: number, word = 'n'): string[] => Array.from({ length }, (_, at) => `${word}${at}`);
const npm = (packages: unknown): unknown => ({ provided: [{ ecosystem: 'npm', packages }], mentions: { names: ['a'], isWhole: false } }); // prettier-ignore

function faultOf(asked: unknown): string | null {
  try {
    readQuestion({ kind: 'concerned', state: null, asked });
    return null;
  } catch (error) {
    const { code, details } = toAppError(error);
    return code === 'ValidationError' ? (details?.field ?? 'unknown') : code;
  }
}

it.each<[asked: unknown, field: string]>([
  [null, 'asked'],
  [{ of: 'everything', needs: [] }, 'asked.of'],
  [{ of: '__proto__', needs: [] }, 'asked.of'],
  [{ of: 'constructor', needs: [] }, 'asked.of'],
  [{ of: 'written', needs: 'x' }, 'asked.needs'],
  [{ of: 'written', needs: many(11) }, 'asked.needs'],
  [{ of: 'written', needs: ['x'.repeat(2001)] }, 'asked.needs[0]'],
  [{ of: 'near', needs: [{}] }, 'asked.needs[0]'],
  [{ of: 'name', needs: many(1001) }, 'asked.needs'],
  [{ of: 'name', needs: ['x'.repeat(1001)] }, 'asked.needs[0]'],
  [{ of: 'word', needs: many(11) }, 'asked.needs'],
  [{ of: 'word', needs: [['add']] }, 'asked.needs[0]'],
  [{ of: 'users', needs: [npm([]), npm([])] }, 'asked.needs'],
  [{ of: 'users', needs: [npm([{ name: 'a' }])] }, 'asked.needs[0].provided[0].packages[0].modules'],
  [
    { of: 'users', needs: [npm([{ name: 'a', modules: many(1001) }])] },
    'asked.needs[0].provided[0].packages[0].modules',
  ],
  [{ of: 'users', needs: [{ provided: [{ ecosystem: 'x', packages: [] }], mentions: {} }] }, 'asked.needs[0].provided[0].ecosystem'], // prettier-ignore
  [
    { of: 'providers', needs: [[{ ecosystem: 'go', requires: [{}], modules: [] }]] },
    'asked.needs[0][0].requires[0].name',
  ],
  [{ of: 'providers', needs: [[{ ecosystem: 'go', requires: [], modules: many(1001) }]] }, 'asked.needs[0][0].modules'],
  [{ of: 'chunk', needs: [{ pathKey: 1, key: 0.5 }] }, 'asked.needs[0].key'],
  [{ of: 'chunk', needs: [{ pathKey: -1, key: 0 }] }, 'asked.needs[0].pathKey'],
  [{ of: 'counted', needs: [{ name: 'a', container: 1 }] }, 'asked.needs[0].container'],
])('more than a question asks is refused: %#', (asked, field) => {
  expect(faultOf(asked)).toBe(field);
});

it.each<[asked: unknown]>([
  [{ of: 'written', needs: ['Cart.add', 'x'.repeat(2000)] }],
  [{ of: 'name', needs: many(1000) }],
  [{ of: 'word', needs: ['add'] }],
  [{ of: 'users', needs: [npm([{ name: '@acme/shop', modules: many(1000) }])] }],
  [{ of: 'providers', needs: [[{ ecosystem: 'cargo', requires: [{ name: 'a', renamed: 'b' }], modules: ['a::b'] }]] }],
  [{ of: 'chunk', needs: [{ pathKey: 0, key: 36 ** 7 }] }],
  [{ of: 'counted', needs: [{ name: 'a', container: null }] }],
])('what a question asks is read: %#', (asked) => {
  expect(faultOf(asked)).toBeNull();
});

it('what is not asked for is left out of a message', () => {
  const { asked } = readQuestion({ kind: 'concerned', state: null, asked: { of: 'counted', needs: [{ name: 'a', container: null, more: 1 }], more: 2 } }); // prettier-ignore
  expect(asked).toEqual({ of: 'counted', needs: [{ name: 'a', container: null }] });
});

it.each<[found: unknown, isWhole: boolean]>([
  [[{ defining: { names: ['a'], more: 0 }, files: 1, open: { names: [], more: 0 } }], true],
  [[], false],
  [[{ defining: { names: ['a'], more: 0 }, files: 1 }], false],
  [[{ defining: { names: 'a', more: 0 }, files: 1, open: { names: [], more: 0 } }], false],
  [[{ defining: { names: [], more: -1 }, files: 1, open: { names: [], more: 0 } }], false],
  [{ length: 1 }, false],
  [null, false],
])('an answer that is not whole is none: %#', (found, isWhole) => {
  const question = { kind: 'concerned' as const, asked: { of: 'name' as const, needs: ['add'] }, state: null };
  expect(answerFault(question, found as FoundNeeds, new Set(['a']))).toBe(isWhole ? null : 'concerned');
});
